"""Sets from sets: whatever was missed or wrongly found, what is said of the result holds."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Answer, Item, Level, Outcome, Signal, SignalKind, Verdict
from app.domain.identity import doubtful
from app.domain.question import Condition, Question, QuestionKind
from app.domain.sets import Known, difference, intersection, known, restricted, union, verdict_of
from app.entrypoints import answers
from app.sets import Field, Operation, Predicate, combined, filtered, grouped
from app.stored import load
from tests.algebra.making import OPEN, answer, item

THINGS = {  # each with two labels that are not of one key
    0: ("Governing Board", "GB"),
    1: ("Signal lamp", "Lamp"),
    2: ("Harbour catalogue", "Harbour-Cataloguee"),
    3: ("Organisation chart", "Organization chart"),
    4: ("Quay", "The quay"),
    5: ("Mooring rope", "Mooring rope (spare)"),
}
OPERATIONS = {Operation.UNION: union, Operation.INTERSECTION: intersection, Operation.DIFFERENCE: difference}


@st.composite
def seen(draw: st.DrawFn) -> tuple[frozenset[int], Known]:
    """A true set, and what a search may know of it."""
    truth = draw(st.frozensets(st.sampled_from(sorted(THINGS))))
    found = draw(st.frozensets(st.sampled_from(sorted(truth)))) if truth else frozenset()
    wrong = draw(st.frozensets(st.sampled_from(sorted(THINGS)), max_size=2)) - truth
    proven = draw(st.booleans())
    closed = found == truth and draw(st.booleans())
    chosen = {thing: draw(st.sampled_from(THINGS[thing])) for thing in sorted(found | wrong)}
    items = tuple(item(label) for label in chosen.values())
    certain = frozenset(item(chosen[thing]).key for thing in found if draw(st.booleans()))
    upper = len(items) if closed else draw(st.none() | st.integers(len(truth), 9))
    return truth, Known(items, certain, proven, closed, upper)


def things(items: tuple[Item, ...]) -> frozenset[int]:
    return frozenset(thing for thing, names in THINGS.items() for each in items if each.label in names)


TRUE = {
    Operation.UNION: lambda a, b: a | b,
    Operation.INTERSECTION: lambda a, b: a & b,
    Operation.DIFFERENCE: lambda a, b: a - b,
}


@given(st.sampled_from(sorted(OPERATIONS)), seen(), seen())
def test_what_is_said_of_the_result_is_true(
    operation: Operation, a: tuple[frozenset[int], Known], b: tuple[frozenset[int], Known]
) -> None:
    found, truth = OPERATIONS[operation]((a[1], b[1])), TRUE[operation](a[0], b[0])
    certain = tuple(each for each in found.items if each.key in found.certain)
    assert things(certain) <= truth
    assert found.lower <= len(truth)
    assert found.upper is None or found.upper >= len(truth)
    if found.closed:
        assert truth <= things(found.items)
    verdict, _ = verdict_of(found, [Verdict.AT_LEAST, Verdict.AT_LEAST])
    if verdict is Verdict.COMPLETE:
        assert things(found.items) == truth
        assert len(found.items) == len(truth)
    if verdict is Verdict.NONE_FOUND:
        assert not truth


@pytest.mark.parametrize("names", THINGS.values(), ids=lambda names: names[0])
def test_another_label_of_one_thing_is_a_doubt(names: tuple[str, str]) -> None:
    one, other = (item(name) for name in names)
    both = one.key == other.key or doubtful([one], [other]) == (frozenset({one.key}), frozenset({other.key}))
    assert both
    assert one.key == other.key or doubtful([other], [one]).left


@pytest.mark.parametrize(
    ("one", "other"), [("MW-2", "MW-3"), ("Level 1", "Level 2"), ("A", "A-"), ("Lamp", "Rope"), ("...", "!!!")]
)
def test_labels_that_differ_in_what_counts_are_no_doubt(one: str, other: str) -> None:
    assert not doubtful([item(one)], [item(other)]).left


def test_an_alias_or_a_place_in_common_is_a_doubt() -> None:
    assert doubtful([item("Rotating lights", aliases=["beacons"])], [item("Beacon")]).left
    shared = item("Lamp")
    assert doubtful([shared], [Item("Row 4", "row 4", shared.evidence)]).left


A, B = answer("Lamp", "Rope", "Quay"), answer("Rope", "Anchor", answer_id="two")
PART = answer("Rope", verdict=Verdict.AT_LEAST, signals=(OPEN,), reasons=("open_by_its_words",), answer_id="part")
SEARCHED = answer("Rope", verdict=Verdict.AT_LEAST, reasons=("cap:k",), level=Level.TOP_K, k=5, answer_id="top")
MAYBE = answer("Rope", verdict=Verdict.UNPROVEN, reasons=("region_not_bound",), answer_id="maybe")
NONE = answer(verdict=Verdict.NONE_FOUND, answer_id="none")
TORN = answer("Rope", verdict=Verdict.CONFLICTING, answer_id="torn")


def made(operation: Operation, *inputs: Answer) -> Answer:
    return combined(operation, inputs, "new").answer


def said(found: Answer) -> tuple[Verdict, list[str], int, int | None]:
    whole = found.completeness
    return whole.verdict, [each.label for each in found.items], whole.count_lower, whole.count_upper


def test_a_union_of_whole_sets_is_whole() -> None:
    found = made(Operation.UNION, A, B)
    assert said(found) == (Verdict.COMPLETE, ["Lamp", "Rope", "Quay", "Anchor"], 4, 4)
    assert found.completeness.reasons == ("inputs_complete",)
    assert found.completeness.qualifier.startswith("All 4: ")
    assert found.question.text == '"Which are they?" or "Which are they?"'
    assert found.derivation is not None
    assert (found.derivation.inputs, found.derivation.revisions) == (("one", "two"), (3, 3))


def test_a_union_with_a_part_is_at_least() -> None:
    assert said(made(Operation.UNION, A, PART)) == (Verdict.AT_LEAST, ["Lamp", "Rope", "Quay"], 3, None)
    assert made(Operation.UNION, A, PART).completeness.qualifier.startswith("At least 3: ")
    assert made(Operation.UNION, A, NONE).completeness.verdict is Verdict.COMPLETE
    assert made(Operation.UNION, A, SEARCHED).completeness.level is Level.TOP_K
    unproven = answer("Anchor", verdict=Verdict.UNPROVEN, reasons=("no_external_signal",))
    assert said(made(Operation.UNION, A, unproven))[0] is Verdict.UNPROVEN


def test_a_union_of_labels_that_may_be_one_thing_is_at_most() -> None:
    found = made(Operation.UNION, A, answer("Signal lamp"))
    assert said(found) == (Verdict.UNPROVEN, ["Lamp", "Rope", "Quay", "Signal lamp"], 3, 4)
    assert found.completeness.reasons == ("same_item_possible",)
    assert found.completeness.qualifier.startswith("At most 4, of which 3 are certain: ")
    again = known(load(json.dumps(answers.render(found))))
    assert (again.slack, again.closed, again.sound) == (1, True, False)


def test_a_difference_of_whole_sets_is_whole() -> None:
    assert said(made(Operation.DIFFERENCE, A, B)) == (Verdict.COMPLETE, ["Lamp", "Quay"], 2, 2)
    assert said(made(Operation.DIFFERENCE, A, NONE))[0] is Verdict.COMPLETE
    assert said(made(Operation.DIFFERENCE, B, B))[0] is Verdict.NONE_FOUND


def test_an_incomplete_subtrahend_makes_an_upper_bound() -> None:
    found = made(Operation.DIFFERENCE, A, PART)
    assert said(found) == (Verdict.UNPROVEN, ["Lamp", "Quay"], 0, 2)
    assert found.completeness.reasons == ("subtrahend_incomplete", "members_uncertain")
    assert found.derivation is not None
    assert found.derivation.uncertain == ("lamp", "quay")


def test_what_a_mere_search_or_a_doubtful_list_takes_away_may_be_missing() -> None:
    for weak in (SEARCHED, MAYBE):
        found = made(Operation.DIFFERENCE, A, weak)
        assert "subtrahend_uncertain" in found.completeness.reasons
        assert said(found)[2:] == (0, 3)
        assert made(Operation.DIFFERENCE, answer("Rope"), weak).completeness.verdict is Verdict.UNPROVEN
    gone = made(Operation.DIFFERENCE, answer("Rope"), PART)
    assert gone.completeness.verdict is Verdict.NONE_FOUND
    assert gone.completeness.reasons == ("nothing_remains",)


def test_from_a_part_a_whole_set_can_be_taken() -> None:
    found = made(Operation.DIFFERENCE, answer("Rope", "Lamp", verdict=Verdict.AT_LEAST, signals=(OPEN,)), B)
    assert said(found) == (Verdict.AT_LEAST, ["Lamp"], 1, None)
    assert found.completeness.reasons == ("input_incomplete",)


def test_a_label_that_may_have_been_taken_away_is_uncertain() -> None:
    found = made(Operation.DIFFERENCE, A, answer("Signal lamp"))
    assert said(found) == (Verdict.UNPROVEN, ["Lamp", "Rope", "Quay"], 2, 3)
    assert "same_item_possible" in found.completeness.reasons


def test_intersections() -> None:
    assert said(made(Operation.INTERSECTION, A, B)) == (Verdict.COMPLETE, ["Rope"], 1, 1)
    assert said(made(Operation.INTERSECTION, A, PART)) == (Verdict.AT_LEAST, ["Rope"], 1, 3)
    assert said(made(Operation.INTERSECTION, answer("Rope"), PART))[0] is Verdict.COMPLETE
    assert said(made(Operation.INTERSECTION, PART, answer("Rope")))[0] is Verdict.COMPLETE
    assert said(made(Operation.INTERSECTION, NONE, MAYBE))[0] is Verdict.NONE_FOUND
    assert said(made(Operation.INTERSECTION, PART, SEARCHED)) == (Verdict.AT_LEAST, ["Rope"], 1, None)
    apart = made(Operation.INTERSECTION, answer("Lamp"), PART)
    assert said(apart) == (Verdict.UNPROVEN, [], 0, 1)
    assert apart.completeness.qualifier.startswith("No items, and no proof that there are none: ")
    assert said(made(Operation.INTERSECTION, answer("Lamp"), answer("Signal lamp")))[0] is Verdict.UNPROVEN


def test_independent_samples_multiply_only_where_both_must_hold() -> None:
    half = answer("Rope", verdict=Verdict.AT_LEAST, level=Level.SAMPLED, rate=0.5)
    assert made(Operation.INTERSECTION, half, half).completeness.rate == 0.25
    assert made(Operation.UNION, half, half).completeness.rate == 0.5


def test_a_conflict_goes_on() -> None:
    found = made(Operation.UNION, A, TORN)
    assert found.completeness.verdict is Verdict.CONFLICTING
    assert "input_conflicting" in found.completeness.reasons
    assert "contradicts itself" in found.completeness.qualifier


def test_sets_of_different_revisions_are_never_whole() -> None:
    later = answer("Rope", "Anchor", revision=5, answer_id="later")
    for operation in OPERATIONS:
        found = made(operation, A, later)
        assert found.revision == 3
        assert found.completeness.verdict is Verdict.UNPROVEN
        assert "different_revisions" in found.completeness.reasons
    assert made(Operation.UNION, A, later).completeness.count_lower == 3
    assert made(Operation.DIFFERENCE, later, later).completeness.verdict is Verdict.NONE_FOUND


@pytest.mark.parametrize(
    "asked",
    [
        Question("Which do not float?", QuestionKind.LISTING, negates=True),
        Question("Which?", QuestionKind.LISTING, conditions=(Condition("Open", negated=True),)),
    ],
)
def test_nothing_is_certain_of_an_unproven_exclusion(asked: Question) -> None:
    assert known(answer("Rope", verdict=Verdict.AT_LEAST, question=asked)).certain == frozenset()


def test_unverified_and_hidden_items_are_not_certain() -> None:
    shaky = answer(item("Rope", verified=False), "Lamp", verdict=Verdict.AT_LEAST)
    assert known(shaky).certain == {"lamp"}
    found = made(Operation.UNION, shaky, PART)
    assert said(found)[0] is Verdict.AT_LEAST  # the other answer verifies it
    assert said(made(Operation.UNION, shaky, answer("Quay")))[0] is Verdict.UNPROVEN


def test_evidence_of_equal_items_is_kept_once() -> None:
    other = answer(item("Ropes", "for mooring", document="d2", aliases=["line"]), scope=("d2",), answer_id="two")
    (found,) = made(Operation.UNION, answer("Rope"), other).items
    assert [e.document_id for e in found.evidence] == ["d1", "d2"]
    assert (found.label, found.detail, found.aliases) == ("Rope", "for mooring", ("Ropes", "line"))
    assert len(made(Operation.UNION, A, A).items[0].evidence) == 1


def test_coverage_is_that_of_the_widest_scope_or_the_sum() -> None:
    wide = answer("Rope", scope=("d1", "d2"))
    assert made(Operation.UNION, A, wide).completeness.coverage.documents_planned == 2
    other = answer("Anchor", scope=("d2",))
    both = made(Operation.UNION, A, other).completeness.coverage
    assert (both.documents_planned, both.pages_planned) == (2, 20)


def test_unread_pages_of_all_parts_are_counted() -> None:
    body = answers.render(A)
    body["completeness"]["coverage"]["pages"]["unread"] = {"no_text": 2}
    other = answer("Anchor", scope=("d2",))
    assert made(Operation.UNION, load(json.dumps(body)), other).completeness.coverage.pages_unread == (("no_text", 2),)


# ---------------------------------------------------------------- filters and groups


def test_a_filter_by_label_keeps_the_verdict() -> None:
    found = filtered(A, Predicate(Field.LABEL, ("amp", "quay")), "new").answer
    assert said(found) == (Verdict.COMPLETE, ["Lamp", "Quay"], 2, 2)
    assert found.derivation is not None
    assert found.derivation.predicate == "label holds 'amp' or 'quay'"
    assert found.question.text == "\"Which are they?\" where label holds 'amp' or 'quay'"
    assert said(filtered(A, Predicate(Field.LABEL, ("ropes",), whole=True), "new").answer)[1] == ["Rope"]
    assert said(filtered(A, Predicate(Field.LABEL, ("xyz",)), "new").answer)[0] is Verdict.NONE_FOUND
    assert said(filtered(PART, Predicate(Field.LABEL, ("rope",)), "new").answer)[0] is Verdict.AT_LEAST


def test_a_filter_by_text_is_never_whole() -> None:
    source = answer(item("Lamp", "burns oil"), item("Rope"))
    found = filtered(source, Predicate(Field.TEXT, ("OIL",)), "new").answer
    assert said(found) == (Verdict.AT_LEAST, ["Lamp"], 1, 2)
    assert found.completeness.reasons == ("text_beyond_items",)
    assert said(filtered(source, Predicate(Field.TEXT, ("gas",)), "new").answer)[0] is Verdict.UNPROVEN
    assert said(filtered(NONE, Predicate(Field.TEXT, ("gas",)), "new").answer)[0] is Verdict.NONE_FOUND


TWO = answer(
    item("Lamp"),
    item("Rope", document="d2"),
    scope=("d1", "d2"),
    documents=(("d1", Verdict.COMPLETE), ("d2", Verdict.UNPROVEN)),
)


def test_a_filter_by_document_is_whole_where_the_document_is() -> None:
    assert said(filtered(TWO, Predicate(Field.DOCUMENT, ("d1",)), "new").answer) == (Verdict.COMPLETE, ["Lamp"], 1, 1)
    weak = filtered(TWO, Predicate(Field.DOCUMENT, ("d2",)), "new").answer
    assert said(weak)[0] is Verdict.AT_LEAST
    assert weak.completeness.reasons == ("document_not_proven",)
    assert said(filtered(TWO, Predicate(Field.DOCUMENT, ("d9",)), "new").answer)[0] is Verdict.UNPROVEN


def test_groups_are_answers_of_their_own() -> None:
    found, parts = grouped(TWO, "new")
    assert said(found) == (Verdict.COMPLETE, ["Lamp", "Rope"], 2, 2)
    assert found.derivation is not None
    assert [(g.document_id, g.answer_id, g.items, g.verdict) for g in found.derivation.groups] == [
        ("d1", "new-1", 1, Verdict.COMPLETE),
        ("d2", "new-2", 1, Verdict.AT_LEAST),
    ]
    assert [part.id for part in parts] == ["new-1", "new-2"]
    assert [(d.document_id, d.items) for d in parts[1].completeness.documents] == [("d2", 1)]


def test_documents_of_a_part_are_as_good_as_the_worst_input() -> None:
    weak = answer(
        item("Anchor"), item("Oar", document="d2"), verdict=Verdict.AT_LEAST, documents=(("d1", Verdict.COMPLETE),)
    )
    found = made(Operation.UNION, weak, TWO)
    assert [(d.document_id, d.verdict) for d in found.completeness.documents] == [
        ("d1", Verdict.COMPLETE),
        ("d2", Verdict.AT_LEAST),
    ]


def test_derived_sets_can_be_derived_from_and_never_recover() -> None:
    ids = count()
    weak = made(Operation.DIFFERENCE, A, PART)
    stored = load(json.dumps(answers.render(weak)))
    assert known(stored) == known(weak)
    for operation in OPERATIONS:
        found = combined(operation, (stored, answer("Buoy")), f"n{next(ids)}").answer
        assert found.completeness.verdict is not Verdict.COMPLETE
    taken = made(Operation.DIFFERENCE, A, stored)
    assert "subtrahend_uncertain" in taken.completeness.reasons
    assert made(Operation.UNION, stored, A).question.text.startswith("(")


def test_a_failed_signal_proves_no_member() -> None:
    failed = Signal(SignalKind.STRUCTURAL, Outcome.FAILED, "gap")
    assert not known(answer("Rope", verdict=Verdict.AT_LEAST, signals=(failed,))).proven
    assert known(PART).proven


def test_restricting_keeps_the_upper_bound() -> None:
    source = Known((item("Lamp"), item("Rope")), frozenset({"lamp"}), True, False, 7)
    found = restricted(source, lambda each: each.key == "lamp")
    assert (found.upper, found.certain, found.reasons) == (7, {"lamp"}, ("input_incomplete",))
