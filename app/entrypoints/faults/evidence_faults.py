"""False evidence for true answers: quotes, pages and names that do not stand where they are said to."""

from __future__ import annotations

import random
from dataclasses import replace

from app.domain.answer import Answer, Candidate, Evidence, Item, Source
from app.domain.claims.kinds import Cite, Claim, Membership
from app.domain.geometry import Span
from app.domain.words import item_key
from app.entrypoints.faults.checking import Submission
from app.entrypoints.faults.claim_faults import ClaimFaults
from app.entrypoints.faults.mutants import EVIDENCE, FaultClass, Mutant, stands_on
from app.entrypoints.faults.worlds import World, long, proven

STRANGER = "Ombrecourt"  # stands in no document


class EvidenceFaults:
    """Each fault in three forms: as a quote that the agent gives, in the stored answer, and as a proposed item."""

    def __init__(self, bases: ClaimFaults) -> None:
        self.bases = bases

    def classes(self) -> tuple[FaultClass, ...]:
        return (
            FaultClass("tampered_quote", "one letter or number of a quote is another", self.tampered),
            FaultClass("wrong_page", "a quote is said to stand on another page", self.other_page),
            FaultClass("foreign_entity", "a name that the evidence never mentions", self.foreign),
        )

    def tampered(self, seed: int) -> Mutant | None:
        world, draw = self.bases.base(seed), random.Random(seed)
        if world is None:
            return None
        item = draw.choice(world.answer.items)
        proof = item.evidence[0]
        wrong = _altered(item.label, draw)
        if stands_on(wrong, _page_text(world, proof)):
            return None
        quote = proof._replace(quote=wrong)
        told = f"{wrong!r} for {item.label!r}"
        return _in_form(seed, world, item, replace(item, label=wrong, key=item_key(wrong), evidence=(quote,)), told)

    def other_page(self, seed: int) -> Mutant | None:
        kind = ("bullets", "numbered", "table")[seed % 3]
        world, draw = proven(long(seed, kind)), random.Random(seed)
        if world is None:
            return None
        item = draw.choice(world.answer.items)
        proof = item.evidence[0]
        pages = [page for page in world.view.pages(proof.document_id) if not stands_on(item.label, page.text)]
        if not pages:
            return None
        moved = proof._replace(page=draw.choice(pages).number)
        told = f"{item.label!r} on p. {moved.page} for p. {proof.page}"
        return _in_form(seed, world, item, replace(item, evidence=(moved,)), told)

    def foreign(self, seed: int) -> Mutant | None:
        world, draw = self.bases.base(seed), random.Random(seed)
        if world is None:
            return None
        item = draw.choice(world.answer.items)
        if stands_on(STRANGER, _page_text(world, item.evidence[0])):
            return None
        told = f"{STRANGER!r} for {item.label!r}"
        if seed % 3 == 0:  # the name only in the sentence of a claim that is true without it
            said = f"{item.label} is one of them, says {STRANGER}."
            claim = Membership(label=item.label, text=said)
            return Mutant(Submission(world.answer, world.view, claim), EVIDENCE, told)
        return _in_form(seed, world, item, replace(item, label=STRANGER, key=item_key(STRANGER)), told)


def _in_form(seed: int, world: World, true: Item, false: Item, told: str) -> Mutant:
    """The false item as a quote that the agent gives, as part of the stored answer, or as a candidate."""
    proof = false.evidence[0]
    if seed % 3 == 0:
        cite = Cite(proof.page, proof.quote, proof.document_id)
        claim: Claim = Membership(label=true.label, cites=(cite,))
        return Mutant(Submission(world.answer, world.view, claim), EVIDENCE, told)
    if seed % 3 == 1:
        answer = _with(world.answer, true, false)
        return Mutant(Submission(answer, world.view, Membership(label=false.label)), EVIDENCE, told)
    candidate = _candidate(false.label, proof)
    return Mutant(Submission(world.answer, world.view, candidate=candidate), EVIDENCE, told)


def _with(answer: Answer, true: Item, false: Item) -> Answer:
    return replace(answer, items=tuple(false if item is true else item for item in answer.items))


def _candidate(label: str, proof: Evidence) -> Candidate:
    span = Span(proof.page, proof.start, proof.end, proof.bbox)
    return Candidate(label, proof.document_id, (span,), "bench", Source(proof.document_id))


def _altered(label: str, draw: random.Random) -> str:
    """One letter is another, or one digit the next."""
    at = draw.choice([at for at, letter in enumerate(label) if letter.isalnum()])
    letter = label[at]
    other = str((int(letter) + 1) % 10) if letter.isdecimal() else "q" if letter.casefold() != "q" else "z"
    return label[:at] + other + label[at + 1 :]


def _page_text(world: World, proof: Evidence) -> str:
    page = world.view.page(proof.document_id, proof.page)
    return page.text if page else ""
