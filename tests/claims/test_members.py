"""Existence, absence, membership and the complete set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Coverage, Level, Scope, Verdict
from app.domain.claims.kinds import Absence, CompleteSet, Existence, Membership, Support
from app.domain.claims.reasons import Reason
from tests.claims.making import DENIED, LINE, STATIONS, Papers, answer, checked, item, now, outcome, stations

PARTIAL = (Verdict.AT_LEAST, Verdict.UNPROVEN, Verdict.CONFLICTING)
ASKED = '(asked: "Which stations does the line have?")'
NONE = answer(verdict=Verdict.NONE_FOUND)


def test_existence_over_a_whole_set() -> None:
    found = checked(Existence())
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.EVIDENCE_STANDS,))
    assert found.evidence[0].quote == "North Quay"
    assert found.say_instead == f"Exactly 4 stations, from all 40 pages {ASKED}."


@pytest.mark.parametrize("verdict", PARTIAL)
def test_existence_over_a_part_is_weak(verdict: Verdict) -> None:
    assert checked(Existence(), stations(verdict)).support is Support.WEAKLY_SUPPORTED


def test_existence_of_nothing() -> None:
    assert outcome(Existence(), NONE) == ("unsupported", {"none_found": None})
    said = checked(Existence(), answer(verdict=Verdict.UNPROVEN, read=37))
    assert said.reasons[:2] == (Reason.NO_ITEMS, Reason.ANSWER_UNPROVEN)
    assert "nothing proves that there are none, from 37 of 40 pages" in said.say_instead


def test_absence_needs_a_proof() -> None:
    found = checked(Absence(), NONE)
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.SET_WHOLE,))
    assert found.say_instead == f"No stations were found, from all 40 pages {ASKED}."
    denied = answer(verdict=Verdict.NONE_FOUND, reasons=("denied_by_the_text",))
    assert checked(Absence(), denied).say_instead.startswith("The text says that there are no stations, from all")
    assert outcome(Absence(), stations())[1] == {"items_found": None}
    assert outcome(Absence(), answer(verdict=Verdict.UNPROVEN))[0] == "unsupported"


def test_membership() -> None:
    found = checked(Membership(label="mill  lane"))
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.EVIDENCE_STANDS,))
    assert found.say_instead == "'Mill Lane' is among the stations (d1.txt p. 1)."


def test_membership_in_a_part_is_weak() -> None:
    assert outcome(Membership(label="Mill Lane"), stations(Verdict.AT_LEAST)) == (
        "weakly_supported",
        {"evidence_stands": None, "answer_partial": None},
    )


def test_a_stranger_is_refused_and_what_may_be_meant_is_named() -> None:
    found = checked(Membership(label="Harbour Street"))
    assert (found.support, found.reasons) == (Support.UNSUPPORTED, (Reason.NOT_A_MEMBER,))
    found = checked(Membership(label="North"), stations(Verdict.AT_LEAST))
    assert found.reasons[:2] == (Reason.NOT_AMONG_ITEMS, Reason.SAME_ITEM_POSSIBLE)
    assert "'North Quay' is" in found.say_instead


def test_an_alias_names_its_item_only_where_no_other_has_it() -> None:
    papers = Papers()
    quay = item("North Quay", papers, aliases=("Station 1", "N"))
    lane = item("Mill Lane", papers, aliases=("Station 2", "N"))
    assert outcome(Membership(label="station 1"), answer(quay, lane))[0] == "supported"
    assert outcome(Membership(label="N"), answer(quay, lane))[0] == "unsupported"


def test_units_in_a_label_keep_their_case() -> None:
    papers = Papers({"d1": ["Heater 5 MW"]})
    source, state = answer(item("Heater 5 MW", papers)), now(papers)
    assert outcome(Membership(label="heater 5 MW"), source, state)[0] == "supported"
    assert outcome(Membership(label="Heater 5 mW"), source, state)[0] == "unsupported"


def test_a_sentence_that_denies_absence_no_more() -> None:
    papers = Papers({"d1": ["There are no stations."]})
    proof = item("There are no stations", papers).evidence
    source = answer(verdict=Verdict.NONE_FOUND, signals=(replace(DENIED, evidence=proof),))
    found = checked(Absence(), source, now(papers))
    assert (found.support, found.evidence) == (Support.SUPPORTED, proof)
    assert outcome(Absence(), source, now(Papers({"d1": ["Stations are open."]})))[0] == "unsupported"
    assert outcome(Absence(as_of=3), source, now(Papers({"d2": [""]}), revision=4))[0] == "unverifiable"


def test_members_of_which_the_answer_is_not_sure_are_weak() -> None:
    doubted = stations(Verdict.UNPROVEN, reasons=("region_not_bound",))
    assert outcome(Membership(label="Mill Lane"), doubted) == (
        "weakly_supported",
        {"evidence_stands": None, "members_uncertain": None, "answer_unproven": None},
    )
    assert "none of them for certain" in checked(Existence(), doubted).say_instead


@pytest.mark.parametrize(("change", "code"), [({"hidden": True}, "hidden_text"), ({"verified": False}, "not_verified")])
def test_what_no_reader_can_see_is_no_member(change: dict[str, bool], code: str) -> None:
    source = answer(item("Mill Lane", Papers(), **change), verdict=Verdict.UNPROVEN)
    for claim in (Membership(label="Mill Lane"), Existence()):
        verdict, reasons = outcome(claim, source)
        assert verdict == "unsupported"
        assert code in reasons


def test_a_text_that_denies_is_no_evidence() -> None:
    papers = Papers({"d1": ["The kit does not include a saw.\nThe rope is not a part of it."]})
    source = answer(item("a saw", papers), item("The rope", papers), verdict=Verdict.AT_LEAST)
    for label in ("a saw", "The rope"):
        assert outcome(Membership(label=label), source, now(papers))[1] == {
            "denied_in_text": None,
            "answer_partial": None,
        }
    excluded = replace(source, question=replace(source.question, negates=True))
    assert outcome(Membership(label="a saw"), excluded, now(papers))[0] == "weakly_supported"


# ---------------------------------------------------------------- the complete set


def test_the_whole_set() -> None:
    found = checked(CompleteSet(labels=tuple(reversed(STATIONS))))
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.SET_WHOLE,))
    assert len(found.evidence) == 4
    assert found.say_instead.endswith("They are 'North Quay', 'Mill Lane', 'Old Brewery', 'Weir Cottage'.")


def test_a_member_dropped_added_swapped() -> None:
    found = checked(CompleteSet(labels=STATIONS[:3]))
    assert (found.support, found.reasons) == (Support.UNSUPPORTED, (Reason.MEMBER_DROPPED,))
    assert found.differences.dropped == ("Weir Cottage",)
    assert "leaves out 'Weir Cottage'" in found.say_instead
    found = checked(CompleteSet(labels=(*STATIONS, "Harbour Street")))
    assert found.reasons == (Reason.MEMBER_ADDED,)
    assert found.differences.added == ("Harbour Street",)
    found = checked(CompleteSet(labels=(*STATIONS[:3], "Harbour Street")))
    assert found.reasons == (Reason.MEMBER_DROPPED, Reason.MEMBER_ADDED, Reason.MEMBER_SWAPPED)
    found = checked(CompleteSet(labels=(*STATIONS[:3], "Weir")))
    assert found.reasons[-1] is Reason.SAME_ITEM_POSSIBLE
    assert checked(CompleteSet(labels=()), answer(verdict=Verdict.NONE_FOUND)).support is Support.SUPPORTED
    assert checked(CompleteSet(labels=()), answer(verdict=Verdict.UNPROVEN)).support is Support.UNSUPPORTED


def test_a_member_named_twice_counts_once() -> None:
    found = checked(CompleteSet(labels=(*STATIONS, "NORTH QUAY")))
    assert found.support is Support.SUPPORTED
    assert found.differences.duplicated == ("North Quay", "NORTH QUAY")


@pytest.mark.parametrize("verdict", PARTIAL)
def test_no_set_is_complete_over_a_part(verdict: Verdict) -> None:
    found = checked(CompleteSet(labels=STATIONS), stations(verdict, read=37))
    assert found.support is Support.UNSUPPORTED
    assert "4 stations" in found.say_instead


subsets = st.lists(st.sampled_from((*STATIONS, "Harbour Street", "Gasworks")), max_size=8)


@given(subsets, st.sampled_from(Verdict))
def test_only_the_whole_set_of_a_complete_answer_is_complete(labels: list[str], verdict: Verdict) -> None:
    if verdict is Verdict.NONE_FOUND:
        return
    found = checked(CompleteSet(labels=tuple(labels)), stations(verdict))
    true = verdict is Verdict.COMPLETE and set(labels) == set(STATIONS)
    assert (found.support is Support.SUPPORTED) == true
    assert set(found.differences.dropped) == set(STATIONS) - set(labels)
    assert set(found.differences.added) == set(labels) - set(STATIONS)


@given(st.sampled_from(Verdict), st.sampled_from((*STATIONS, "Gasworks")))
def test_a_part_never_carries_more_than_weakly(verdict: Verdict, label: str) -> None:
    if verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND):
        return
    for claim in (Membership(label=label), Existence(), Absence()):
        assert checked(claim, stations(verdict)).support is not Support.SUPPORTED


@pytest.mark.parametrize(
    "change",
    [{"count_lower": 5}, {"count_upper": 9}, {"level": Level.TOP_K}, {"verdict": Verdict.NONE_FOUND}],
)
def test_an_answer_that_contradicts_itself_is_not_whole(change: dict[str, object]) -> None:
    verdict, reasons = outcome(CompleteSet(labels=STATIONS), stations(**change))  # type: ignore[arg-type]
    assert verdict == "unsupported"
    assert "answer_inconsistent" in reasons


def test_the_pages_are_counted_in_the_sentence() -> None:
    assert checked(Existence(), stations(Verdict.AT_LEAST, read=37)).say_instead == (
        f"At least 4 stations, from 37 of 40 pages {ASKED}."
    )
    none_planned = stations(coverage=Coverage())
    assert checked(Existence(), none_planned).say_instead == f"Exactly 4 stations {ASKED}."
    state = now(Papers({"d1": [LINE], "d2": [LINE]}))
    for scope, told in ((("d1",), " of d1.txt"), (("d1", "d2"), " of 2 documents"), (("d1", "d9"), " of 2 documents")):
        asked = replace(stations(), scope=Scope("documents", scope, ""))
        assert f"from all 40 pages{told} (asked" in checked(Existence(), asked, state).say_instead
    one = answer(item("Mill Lane", Papers({"d1": [LINE]})))
    assert checked(Existence(), one).say_instead == f"Exactly 1 station, from all 40 pages {ASKED}."
