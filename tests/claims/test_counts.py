"""At least, at most, exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Verdict
from app.domain.claims.kinds import Count, Relation, Support
from tests.claims.making import STATIONS, Papers, answer, checked, item, now, outcome, stations

AT_LEAST, AT_MOST, EXACTLY = Relation.AT_LEAST, Relation.AT_MOST, Relation.EXACTLY


@pytest.mark.parametrize(
    ("relation", "number", "support", "code"),
    [
        (EXACTLY, 4, "supported", "set_whole"),
        (EXACTLY, 3, "unsupported", "count_differs"),
        (EXACTLY, 5, "unsupported", "count_differs"),
        (AT_LEAST, 4, "supported", "evidence_stands"),
        (AT_LEAST, 5, "unsupported", "more_than_found"),
        (AT_LEAST, 0, "supported", "evidence_stands"),
        (AT_MOST, 4, "supported", "set_whole"),
        (AT_MOST, 9, "supported", "set_whole"),
        (AT_MOST, 3, "unsupported", "more_items_stand"),
    ],
)
def test_counts_of_a_whole_set(relation: Relation, number: int, support: str, code: str) -> None:
    verdict, reasons = outcome(Count(relation=relation, number=number))
    assert (verdict, code in reasons) == (support, True)


@pytest.mark.parametrize(
    ("relation", "number", "support"),
    [(EXACTLY, 4, "unsupported"), (AT_MOST, 9, "unsupported"), (AT_LEAST, 4, "weakly_supported")],
)
def test_counts_of_a_part(relation: Relation, number: int, support: str) -> None:
    verdict, reasons = outcome(Count(relation=relation, number=number), stations(Verdict.AT_LEAST))
    assert (verdict, "answer_partial" in reasons) == (support, True)


relations = st.sampled_from(Relation)
numbers = st.integers(0, 8)
supporting = (Support.SUPPORTED, Support.WEAKLY_SUPPORTED)


@given(relations, numbers, st.sampled_from((Verdict.COMPLETE, Verdict.AT_LEAST, Verdict.UNPROVEN)))
def test_what_is_carried_is_true_of_every_set_that_the_answer_allows(
    relation: Relation, number: int, verdict: Verdict
) -> None:
    sizes = range(4, 12) if verdict is not Verdict.COMPLETE else (4,)
    holds = {AT_LEAST: int.__ge__, AT_MOST: int.__le__, EXACTLY: int.__eq__}[relation]
    found = checked(Count(relation=relation, number=number), stations(verdict))
    assert (found.support in supporting) == all(holds(size, number) for size in sizes)


def counted(number: int, *labels: str, relation: Relation = EXACTLY) -> tuple[str, set[str]]:
    verdict, reasons = outcome(Count(relation=relation, number=number, labels=labels))
    return verdict, set(reasons)


def test_what_was_counted_must_be_the_members() -> None:
    assert counted(4, *STATIONS) == ("supported", {"set_whole"})
    assert counted(4, *STATIONS[:3], "Gasworks") == (
        "unsupported",
        {"member_dropped", "member_added", "member_swapped"},
    )
    assert counted(2, *STATIONS[:2], relation=AT_LEAST) == ("supported", {"evidence_stands"})
    assert counted(2, STATIONS[0], "Gasworks", relation=AT_LEAST) == ("unsupported", {"member_added"})
    assert counted(4, *STATIONS[:2], relation=AT_MOST) == ("supported", {"set_whole"})


def test_what_is_counted_twice_counts_once() -> None:
    assert counted(5, *STATIONS, "mill lane") == (
        "unsupported",
        {"count_differs", "more_than_found", "duplicates_counted"},
    )
    assert counted(3, *STATIONS[:2], "mill lane", relation=AT_LEAST) == ("unsupported", {"duplicates_counted"})
    assert counted(3, *STATIONS[:2], relation=AT_LEAST) == ("unsupported", {"count_differs"})
    assert "count_differs" in counted(3, *STATIONS)[1]
    found = checked(Count(relation=EXACTLY, number=5, labels=(*STATIONS, "mill lane")))
    assert "count once" in found.say_instead


def test_evidence_that_is_gone_leaves_a_count_open() -> None:
    papers = Papers({"d1": ["Mill Lane"], "d2": ["Gasworks"]})
    source = answer(item("Mill Lane", papers), item("Gasworks", papers, "d2"))
    left = now(papers, revision=4, d1="d1.txt")
    verdict, reasons = outcome(Count(relation=AT_LEAST, number=2), source, left)
    assert (verdict, "document_removed" in reasons, "stale" in reasons) == ("unverifiable", True, True)
    assert outcome(Count(relation=AT_LEAST, number=1), source, left)[0] == "weakly_supported"
    assert outcome(Count(relation=AT_LEAST, number=3), source, left)[0] == "unsupported"
    assert outcome(Count(relation=AT_MOST, number=2, as_of=3), source, left)[0] == "unverifiable"
    assert outcome(Count(relation=EXACTLY, number=2, as_of=3), source, left)[0] == "unverifiable"
    assert outcome(Count(relation=EXACTLY, number=1, as_of=3), source, left)[0] != "supported"
