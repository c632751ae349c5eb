"""Claims over sets made from stored answers: no stronger than what the operation left certain."""

from __future__ import annotations

from app.domain.answer import Answer, Verdict
from app.domain.claims.kinds import Absence, Claim, CompleteSet, Count, Existence, Membership, Relation
from app.sets import Field, Operation, Predicate, combined, filtered
from tests.claims.making import Papers, answer, checked, item, now, outcome

PAPERS = Papers({"d1": ["Rope\nLamp\nAnchor\nChain\n"]})


def held(*labels: str, verdict: Verdict = Verdict.COMPLETE) -> Answer:
    return answer(*(item(each, PAPERS) for each in labels), verdict=verdict)


def made(operation: Operation, *inputs: Answer) -> Answer:
    return combined(operation, inputs, "made").answer


def said(claim: Claim, source: Answer) -> str:
    return outcome(claim, source, now(PAPERS))[0]


ONE, OTHER, PART = held("Rope", "Lamp"), held("Lamp", "Anchor"), held("Lamp", verdict=Verdict.AT_LEAST)


def test_of_whole_sets_everything_is_known() -> None:
    union = made(Operation.UNION, ONE, OTHER)
    assert said(CompleteSet(labels=("Anchor", "Lamp", "Rope")), union) == "supported"
    assert said(Count(relation=Relation.EXACTLY, number=3), union) == "supported"
    assert said(Count(relation=Relation.EXACTLY, number=4), union) == "unsupported"
    both = made(Operation.INTERSECTION, ONE, OTHER)
    assert said(CompleteSet(labels=("Lamp",)), both) == "supported"
    assert said(CompleteSet(labels=("Lamp", "Rope")), both) == "unsupported"
    rest = made(Operation.DIFFERENCE, ONE, OTHER)
    assert said(CompleteSet(labels=("Rope",)), rest) == "supported"
    assert said(Membership(label="Lamp"), rest) == "unsupported"


def test_nothing_remains() -> None:
    nothing = made(Operation.DIFFERENCE, ONE, ONE)
    assert said(Absence(), nothing) == "supported"
    assert said(Existence(), nothing) == "unsupported"
    assert checked(Absence(), nothing, now(PAPERS)).say_instead.startswith("No items were found")


def test_a_part_stays_a_part() -> None:
    union = made(Operation.UNION, ONE, PART)
    assert said(Count(relation=Relation.AT_LEAST, number=2), union) == "weakly_supported"
    assert said(CompleteSet(labels=("Lamp", "Rope")), union) == "unsupported"
    rest = made(Operation.DIFFERENCE, ONE, PART)
    assert said(Membership(label="Rope"), rest) == "weakly_supported"  # it may yet have to go
    assert said(Count(relation=Relation.AT_LEAST, number=1), rest) == "unsupported"
    assert "none of them for certain" in checked(Existence(), rest, now(PAPERS)).say_instead


def test_a_filter_by_text_is_never_whole() -> None:
    filtered_by = filtered(ONE, Predicate(Field.TEXT, ("rope",)), "made").answer
    assert said(Membership(label="Rope"), filtered_by) == "weakly_supported"
    assert said(CompleteSet(labels=("Rope",)), filtered_by) == "unsupported"
    by_label = filtered(ONE, Predicate(Field.LABEL, ("rope",)), "made").answer
    assert said(CompleteSet(labels=("Rope",)), by_label) == "supported"
