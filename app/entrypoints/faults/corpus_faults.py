"""Answers over less than the corpus holds, or over what it held once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from app.adapters.memory import MemoryView
from app.domain.claims.kinds import Count, Relation
from app.domain.question import Mode, Request
from app.entrypoints.faults.checking import Submission
from app.entrypoints.faults.damage import complete, exact_count, unless_true
from app.entrypoints.faults.mutants import MARKS, MARKS_AND_EVIDENCE, FaultClass, Mutant
from app.entrypoints.faults.papers import Plan, written
from app.entrypoints.faults.worlds import World, asked, plain, short


def classes() -> tuple[FaultClass, ...]:
    return (
        FaultClass("retrieval_capped", "only the best passages were looked at", capped),
        FaultClass("stale_revision", "a document came since the answer", stale),
        FaultClass("document_removed", "a document of the answer is gone", removed),
    )


def capped(seed: int) -> Mutant | None:
    plans = _parts(seed, 3)
    view, papers = _view(plans), [written(plan) for plan in plans]
    members = tuple(member for paper in papers for member in paper.members)
    answer = asked(view, Request(papers[0].question, mode=Mode.TOP_K, k=1))
    if not answer.items:
        return None
    count = Count(relation=Relation.EXACTLY, number=len(answer.items))
    return unless_true(Submission(answer, view, count, verdict=True), members, "only one passage was looked at", MARKS)


def stale(seed: int) -> Mutant | None:
    world, later = whole(seed, 1), whole(seed, 2)
    if world is None or later is None:
        return None
    claim = complete(world) if seed % 2 else exact_count(world)
    given = Submission(world.answer, later.view.at(2), claim)
    return unless_true(given, later.members, "a document came", MARKS)


def removed(seed: int) -> Mutant | None:
    world, left = whole(seed, 2), whole(seed, 1)
    if world is None or left is None:
        return None
    claim = complete(world) if seed % 2 else exact_count(world)
    given = Submission(world.answer, left.view.at(2), claim)
    return unless_true(given, left.members, "a document is gone", MARKS_AND_EVIDENCE)


def _parts(seed: int, count: int) -> list[Plan]:
    plan = short(seed, ("bullets", "table", "numbered")[seed % 3])
    return [replace(plan, part=part) for part in range(count)]


def _view(plans: list[Plan]) -> MemoryView:
    return MemoryView([plain(plan, f"paper-{at}.pdf") for at, plan in enumerate(plans)])


@lru_cache(maxsize=512)
def whole(seed: int, count: int) -> World | None:
    """A corpus of papers that speak of the same things, with a proved answer, at revision 1."""
    plans = _parts(seed, count)
    view, papers = _view(plans), [written(plan) for plan in plans]
    members = tuple(member for paper in papers for member in paper.members)
    world = World(view, asked(view, Request(papers[0].question)), members, papers[0].others, papers[0])
    return world if world.proved else None
