"""True claims over the same answers: a check that refuses everything catches all faults and is of no use."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Candidate, Source, Verdict
from app.domain.claims.kinds import (
    Absence,
    Cite,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Extreme,
    Membership,
    Relation,
    Superlative,
    Universal,
    Value,
)
from app.domain.geometry import Span
from app.entrypoints.faults.checking import Submission
from app.entrypoints.faults.claim_faults import ClaimFaults
from app.entrypoints.faults.corpus_faults import whole
from app.entrypoints.faults.damage import NAME
from app.entrypoints.faults.mutants import truth_of
from app.entrypoints.faults.papers import written
from app.entrypoints.faults.setting import placed, unread
from app.entrypoints.faults.worlds import World, long, plain, proven, seen, short, understood


@dataclass(frozen=True, slots=True)
class TrueClass:
    """One kind of true claim. `weakly`: over a partial answer, where weak support is all there can be."""

    name: str
    make: Callable[[int], Submission | None]
    weakly: bool = False


class TrueClaims:
    def __init__(self, bases: ClaimFaults) -> None:
        self.bases = bases

    def classes(self) -> tuple[TrueClass, ...]:
        return (
            TrueClass("complete_set", self._over_base(_complete)),
            TrueClass("count", self._over_base(_count)),
            TrueClass("membership", self._over_base(_member)),
            TrueClass("existence", self._over_base(lambda _world, _draw: Existence())),
            TrueClass("quote", self._over_base(_quoted)),
            TrueClass("candidate", self._candidate),
            TrueClass("value", _value),
            TrueClass("extreme", _extreme),
            TrueClass("universal", _universal),
            TrueClass("absence", _absent),
            TrueClass("as_of_revision", _as_of),
            TrueClass("lower_bound_of_a_part", _lower_bound, weakly=True),
        )

    def _over_base(self, claim: Callable[[World, random.Random], Claim]) -> Callable[[int], Submission | None]:
        def make(seed: int) -> Submission | None:
            world = self.bases.base(seed)
            return _true(world, claim(world, random.Random(seed))) if world else None

        return make

    def _candidate(self, seed: int) -> Submission | None:
        world = self.bases.base(seed)
        if world is None:
            return None
        item = random.Random(seed).choice(world.answer.items)
        spans = tuple(Span(e.page, e.start, e.end, e.bbox) for e in item.evidence[:1])
        document = item.evidence[0].document_id
        candidate = Candidate(item.label, document, spans, "bench", Source(document))
        return Submission(world.answer, world.view, candidate=candidate)


def _true(world: World, claim: Claim) -> Submission:
    assert truth_of(world).holds(claim), claim
    return Submission(world.answer, world.view, claim)


def _complete(world: World, draw: random.Random) -> Claim:
    labels = list(world.labels)
    draw.shuffle(labels)
    return CompleteSet(labels=tuple(labels))


def _count(world: World, draw: random.Random) -> Claim:
    size = len(world.labels)
    relation, number = draw.choice(
        (
            (Relation.EXACTLY, size),
            (Relation.AT_LEAST, size),
            (Relation.AT_LEAST, size - 1),
            (Relation.AT_MOST, size),
            (Relation.AT_MOST, size + 1),
        )
    )
    labels = world.labels if number == size and draw.random() < 0.5 else None
    return Count(relation=relation, number=number, labels=labels)


def _member(world: World, draw: random.Random) -> Claim:
    return Membership(label=draw.choice(world.labels))


def _quoted(world: World, draw: random.Random) -> Claim:
    item = draw.choice(world.answer.items)
    proof = item.evidence[0]
    return Membership(label=item.label, cites=(Cite(proof.page, proof.quote, proof.document_id),))


def _value(seed: int) -> Submission | None:
    world = proven(short(seed, ("bullets", "numbered")[seed % 2], measured=True))
    if world is None or world.paper is None:
        return None
    at = seed % len(world.members)
    return _true(world, Value(label=world.members[at], value=world.paper.weights[at]))


def _extreme(seed: int) -> Submission | None:
    """The highest of all, where only one is."""
    world = proven(short(seed, ("bullets", "numbered")[seed % 2], measured=True, unit="kg"))
    if world is None or world.paper is None:
        return None
    numbers = [int(weight.split()[0]) for weight in world.paper.weights]
    if numbers.count(max(numbers)) > 1:
        return None
    label = world.members[numbers.index(max(numbers))]
    attribute = Attribute(Place.DETAIL, "kg")
    return _true(world, Superlative(label=label, extreme=Extreme.HIGHEST, attribute=attribute))


def _universal(seed: int) -> Submission | None:
    world = proven(short(seed, ("bullets", "numbered")[seed % 2], measured=True))
    return _true(world, Universal(predicate="its weight")) if world else None


def _absent(seed: int) -> Submission | None:
    """A paper about something else. Where the service doubts (a table might hold them) there is no proof to test."""
    paper = written(short(seed))
    question = f"Which quarantine sloops does the {paper.owner} have?"
    world = seen([plain(paper.plan)], replace(paper, question=question), ())
    if world.answer.completeness.verdict is not Verdict.NONE_FOUND:
        return None
    return Submission(world.answer, world.view, Absence(), verdict=True)


def _as_of(seed: int) -> Submission | None:
    """The corpus has moved on; the claim says of which revision it speaks."""
    world, later = whole(seed, 1), whole(seed, 2)
    if world is None or later is None:
        return None
    claim = CompleteSet(labels=world.labels, as_of=world.answer.revision)
    assert truth_of(world).holds(claim)
    return Submission(world.answer, later.view.at(2), claim)


def _lower_bound(seed: int) -> Submission | None:
    """What was read of a set of which a page is a picture."""
    base = proven(long(seed, ("bullets", "numbered", "table")[seed % 3]))
    if base is None or base.paper is None:
        return None
    world = seen([understood(unread(placed(base.paper, NAME), 2))], base.paper)
    claim = Count(relation=Relation.AT_LEAST, number=len(world.labels))
    return _true(world, claim) if world.labels else None
