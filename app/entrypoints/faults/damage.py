"""From a damaged document to a mutant: the question asked anew, and the claim that the damage makes false."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.domain.claims.kinds import Claim, CompleteSet, Count, Relation
from app.domain.page import RawDocument
from app.entrypoints.faults.checking import Part, Submission
from app.entrypoints.faults.mutants import MARKS, Mutant, Truth, truth_of
from app.entrypoints.faults.papers import Paper, Plan, written
from app.entrypoints.faults.setting import placed
from app.entrypoints.faults.worlds import World, proven, seen, understood

Damage = Callable[[RawDocument], RawDocument]
NAME = "paper.pdf"


def complete(world: World) -> Claim:
    return CompleteSet(labels=world.labels)


def exact_count(world: World) -> Claim:
    return Count(relation=Relation.EXACTLY, number=len(world.labels))


def damaged(
    plan: Plan,
    damage: Damage,
    claim: Callable[[World], Claim],
    told: str,
    without: frozenset[Part],
    verdict: bool = True,
) -> Mutant | None:
    """Pages of a proved paper become unreadable, and the question is asked anew."""
    base = proven(plan)
    if base is None or base.paper is None or len(base.paper.pages) < 2:
        return None
    world = seen([understood(damage(placed(base.paper, NAME)))], base.paper)
    given = Submission(world.answer, world.view, claim(world), verdict=verdict)
    assert given.claim is not None
    return None if truth_of(base).holds(given.claim) else Mutant(given, without, told)


def changed(plan: Plan, **change: object) -> Mutant | None:
    """A proved paper is written otherwise; the truth stays that of the proved one."""
    base = proven(plan)
    if base is None:
        return None
    other = written(replace(plan, **change))  # type: ignore[arg-type]
    return asked_anew(other, base.members, ", ".join(f"{name} {value}" for name, value in change.items()))


def asked_anew(paper: Paper, members: tuple[str, ...], told: str) -> Mutant | None:
    world = seen([understood(placed(paper, NAME))], paper)
    claim = CompleteSet(labels=world.labels or paper.members)
    return unless_true(Submission(world.answer, world.view, claim, verdict=True), members, told, MARKS)


def unless_true(given: Submission, members: tuple[str, ...], told: str, without: frozenset[Part]) -> Mutant | None:
    """None where the claim happens to be true."""
    assert given.claim is not None
    return None if Truth(members).holds(given.claim) else Mutant(given, without, told)
