"""Evidence looked at again, and the time since."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.answer import Verdict
from app.domain.claims import check
from app.domain.claims.ground import ground
from app.domain.claims.kinds import CompleteSet, Count, Existence, Membership, Relation
from app.domain.levels import UNKNOWN
from tests.claims.making import LINE, STATIONS, Papers, answer, checked, item, now, outcome, standing, stations

ALL = CompleteSet(labels=STATIONS)
LANE = Membership(label="Mill Lane")


def test_a_newer_revision_says_so() -> None:
    assert outcome(ALL, state=now(revision=4)) == ("unsupported", {"stale": None})
    assert outcome(LANE, state=now(revision=4)) == ("weakly_supported", {"evidence_stands": None, "stale": None})
    assert "as of revision 3 of the corpus (now 4)" in checked(ALL, state=now(revision=4)).say_instead
    assert standing(state=now(revision=4)).level_now == UNKNOWN


def test_a_claim_may_speak_of_the_revision_of_its_answer() -> None:
    assert outcome(replace(ALL, as_of=3), state=now(revision=4)) == ("supported", {"set_whole": None})
    assert "other_revision" in outcome(replace(ALL, as_of=2))[1]
    assert outcome(replace(ALL, as_of=2))[0] == "unsupported"


def test_documents_that_are_being_read_leave_it_open() -> None:
    assert outcome(ALL, state=now(pending=2)) == ("unsupported", {"documents_pending": None})
    assert "still being read" in checked(ALL, state=now(pending=2)).say_instead


def test_of_a_corpus_that_is_gone_nothing_can_be_checked() -> None:
    stands = ground(stations(), None)
    for claim in (ALL, LANE, Existence()):
        found = check(claim, stands)
        assert found.support == "unverifiable"
        assert "corpus_gone" in found.reasons
    assert "no longer exists" in check(LANE, stands).say_instead
    assert stands.level_now == UNKNOWN


def test_a_document_that_was_removed() -> None:
    papers = Papers({"d1": [LINE], "d2": ["Gasworks"]})
    source = answer(*(item(each, papers) for each in STATIONS), item("Gasworks", papers, "d2"))
    left = now(papers, revision=4, d1="d1.txt")
    assert outcome(Membership(label="Gasworks"), source, left) == (
        "unverifiable",
        {"document_removed": None, "stale": None},
    )
    found = checked(CompleteSet(labels=(*STATIONS, "Gasworks"), as_of=3), source, left)
    assert (str(found.support), found.differences.failing) == ("unverifiable", (("Gasworks", "document_removed"),))


@pytest.mark.parametrize(
    ("text", "code", "support"),
    [
        ([], "page_not_stored", "unverifiable"),
        ([LINE.replace("Mill", "Hill")], "quote_changed", "unsupported"),
        ([LINE.replace("Mill Lane", "The Mill Laneway")], "quote_changed", "unsupported"),
    ],
)
def test_text_that_changed(text: list[str], code: str, support: str) -> None:
    verdict, reasons = outcome(LANE, state=now(Papers({"d1": text})))
    assert (verdict, code in reasons) == (support, True)


def test_text_that_only_moved_stands() -> None:
    assert outcome(LANE, state=now(Papers({"d1": ["A new first line.\n" + LINE]})))[0] == "supported"


def test_a_label_that_its_quotes_do_not_hold() -> None:
    papers = Papers()
    wrong = replace(item("Mill Lane", papers), label="Hill Lane", key="hill lane")
    assert outcome(Membership(label="Hill Lane"), answer(wrong))[1] == {"label_not_carried": None}
    blank = replace(item("Mill Lane", papers), evidence=())
    assert outcome(LANE, answer(blank))[1] == {"label_not_carried": None}


def test_a_label_over_two_places_a_footnote_mark_and_a_file_name() -> None:
    papers = Papers({"d1": ["Mill3 Lane\nNorth\nQuay"]})
    marked = replace(item("Mill3 Lane", papers), label="Mill Lane", key="mill lane")
    north, quay = item("North", papers).evidence[0], item("Quay", papers).evidence[0]
    broken = replace(item("North", papers), label="North Quay", key="north quay", evidence=(north, quay))
    named = replace(item("Quay", papers), label="d1", key="d1")
    source, state = answer(marked, broken, named), now(papers)
    for label in ("Mill Lane", "North Quay", "d1"):
        assert outcome(Membership(label=label), source, state)[0] == "supported"


def test_an_item_of_several_documents_stands_on_those_that_are_left() -> None:
    papers = Papers({"d1": ["Quay North"], "d2": ["North Quay"]})
    one, two = item("Quay North", papers), item("North Quay", papers, "d2")
    both = replace(
        one, label="North Quay", key="north quay", aliases=("Quay North",), evidence=(*two.evidence, *one.evidence)
    )
    left = now(papers, revision=4, d1="d1.txt")
    assert outcome(Membership(label="North Quay"), answer(both), left)[0] == "weakly_supported"
    assert outcome(Membership(label="North Quay"), answer(replace(both, aliases=())), left)[0] == "unverifiable"


def test_evidence_that_is_denied_falls_away() -> None:
    papers = Papers({"d1": ["The kit does not include a rope.", "Kit:\na rope"]})
    one, two = item("a rope", papers), item("a rope", papers, page=2)
    both = replace(one, evidence=(*one.evidence, *two.evidence))
    found = checked(Membership(label="a rope"), answer(both), now(papers))
    assert (str(found.support), found.evidence) == ("supported", two.evidence)


def test_a_conflict_is_told() -> None:
    found = checked(Count(relation=Relation.AT_LEAST, number=1), stations(Verdict.CONFLICTING))
    assert "contradicts itself" in found.say_instead
    assert "answer_conflicting" in found.reasons
