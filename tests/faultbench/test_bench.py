"""The bench itself: what counts as false, what it does with a miss and a false alarm, and what is switched off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Verdict
from app.domain.claims.kinds import (
    Absence,
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
from app.entrypoints.faults import bench, report
from app.entrypoints.faults.checking import Checker, Part, Submission, erased
from app.entrypoints.faults.claim_faults import ClaimFaults
from app.entrypoints.faults.mutants import MARKS, FaultClass, Mutant, Truth
from app.entrypoints.faults.papers import SHORT, Plan, written
from app.entrypoints.faults.setting import partial, placed, unread
from app.entrypoints.faults.true_claims import TrueClass
from app.entrypoints.faults.worlds import World, long, proven, samples, seen, short, understood
from tests.docs.test_docs import ROOT

TRUTH = Truth(("Alder", "Birch"), (("Alder", "its weight is 12 kg"), ("Birch", "its weight is 30 kg")))
WEIGHT = Attribute(Place.DETAIL, "kg")


@pytest.mark.parametrize(
    ("claim", "so"),
    [
        (Existence(), True),
        (Absence(), False),
        (Membership(label="alder"), True),
        (Membership(label="Cedar"), False),
        (CompleteSet(labels=("Birch", "Alder")), True),
        (CompleteSet(labels=("Birch",)), False),
        (Count(relation=Relation.EXACTLY, number=2), True),
        (Count(relation=Relation.AT_LEAST, number=3), False),
        (Count(relation=Relation.AT_MOST, number=3), True),
        (Count(relation=Relation.EXACTLY, number=2, labels=("Alder", "Cedar")), False),
        (Count(relation=Relation.AT_LEAST, number=2, labels=("Alder", "Alder")), False),
        (Value(label="Alder", value="12 kg"), True),
        (Value(label="Alder", value="2 kg"), False),
        (Universal(predicate="its weight"), True),
        (Universal(predicate="12 kg"), False),
        (Superlative(label="Birch", extreme=Extreme.HIGHEST, attribute=WEIGHT), True),
        (Superlative(label="Birch", extreme=Extreme.LOWEST, attribute=WEIGHT), False),
    ],
)
def test_truth(claim: Claim, so: bool) -> None:
    assert TRUTH.holds(claim) is so


def test_of_other_claims_no_truth_is_known() -> None:
    with pytest.raises(TypeError):
        TRUTH.holds(Claim())


@pytest.fixture
def world() -> World:
    found = proven(short(4, "bullets"))
    assert found is not None
    return found


def test_a_miss_and_what_it_was_are_told(world: World) -> None:
    true = Submission(world.answer, world.view, CompleteSet(labels=world.labels))
    found = bench.counted(FaultClass("made_up", "", lambda seed: Mutant(true, MARKS, f"case {seed}")), 3)
    assert (found.cases, found.caught, found.missed) == (3, 0, ("case 0", "case 1", "case 2"))
    assert not found.holds
    false = Submission(world.answer, world.view, Absence())
    alarm = bench.accepted(TrueClass("made_up", lambda _: false), 2)
    assert (alarm.cases, alarm.accepted, alarm.holds) == (2, 0, False)
    figures = bench.Figures(3, (found,), (alarm,))
    assert not figures.holds
    assert any("missed: case 0" in line for line in report.lines(figures))
    assert any("refused: seed 0" in line for line in report.lines(figures))
    assert report.rendered(figures)["totals"]["caught"] == 0


def test_a_class_without_cases_does_not_hold() -> None:
    empty = bench.counted(FaultClass("made_up", "", lambda _: None), 2)
    assert (empty.cases, empty.holds) == (0, False)


def test_what_is_true_is_no_mutant() -> None:
    assert ClaimFaults().dropped(0) is not None
    one = replace(short(0, "bullets"), size=1)
    assert proven(one) is None or len(written(one).members) == 1


def test_without_marks_a_part_passes_for_the_whole() -> None:
    plan = long(2, "bullets")
    base = proven(plan)
    assert base is not None
    assert base.paper is not None
    part = seen([understood(unread(placed(base.paper, "a.pdf"), 2))], base.paper)
    claim = Submission(part.answer, part.view, CompleteSet(labels=part.labels), verdict=True)
    assert not Checker().accepts(claim)
    assert Checker(frozenset({Part.MARKS})).accepts(claim)
    told = erased(part.answer, part.view).completeness
    assert (told.verdict, told.count_upper, told.caps) == (Verdict.COMPLETE, len(part.labels), ())
    assert part.answer.completeness.verdict is Verdict.AT_LEAST


def test_equal_plans_give_equal_papers() -> None:
    plan = Plan(5, "table", 12, SHORT, stated=12, footers=True)
    assert written(plan) == written(plan)
    paper = written(plan)
    assert sum(len(paper.members_on(at)) for at in range(1, len(paper.pages) + 1)) == 12
    assert paper.pages[-1][-1].cells[0] == f"Page {len(paper.pages)} of {len(paper.pages)}"
    other = written(replace(plan, part=1))
    assert (other.question, set(other.members) & set(paper.members)) == (paper.question, set())
    document = partial(placed(paper, "a.pdf"), 2)
    assert len(document.pages[1].fragments) < len(placed(paper, "a.pdf").pages[1].fragments)


def test_the_sample_corpus_takes_part() -> None:
    found = samples(ROOT / "corpora" / "sample")
    assert len(found) > 20
    assert all(world.proved for world in found)
    assert samples(Path("nowhere")) == ()


# ---------------------------------------------------------------- what is not covered, shown


def verdict(paper: Any) -> tuple[Verdict, bool]:
    world = seen([understood(placed(paper, "a.pdf"))], paper)
    return world.answer.completeness.verdict, world.right


def test_a_cut_that_nothing_tells_of_is_not_seen() -> None:
    base = proven(long(0, "bullets", footers=False))
    assert base is not None
    assert base.paper is not None
    last = max(at for at in range(1, len(base.paper.pages) + 1) if base.paper.members_on(at))
    assert verdict(base.paper.without_pages(last)) == (Verdict.COMPLETE, False)


def test_a_list_that_follows_without_a_word_is_taken_for_the_same() -> None:
    assert verdict(written(short(0, "bullets", next_list=True))) == (Verdict.COMPLETE, False)
