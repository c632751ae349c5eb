"""What the agent quotes, and the sentence it is about to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer, Verdict
from app.domain.claims.ground import Now
from app.domain.claims.kinds import (
    Absence,
    Cite,
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
from app.domain.question import Question, QuestionKind
from tests.claims.making import LINE, STATIONS, Papers, answer, checked, item, now, outcome, stations

OTHER = "Harbour Street lies in Marburg.\nNo guest may cross the long bridge at night."
ASKED = Question("Which stations does the Valley Line have?", QuestionKind.LISTING, noun="stations")


def line(verdict: Verdict = Verdict.COMPLETE) -> tuple[Answer, Now]:
    papers = Papers({"d1": ["The Valley Line, opened by Ada Moor.\n" + LINE, OTHER], "d2": ["Mill Lane"]})
    source = answer(*(item(each, papers) for each in STATIONS), verdict=verdict, question=ASKED)
    return source, now(papers, d1="d1.txt", d2="d2.txt")


def quoted(quote: str, page: int = 1, document: str = "d1.txt") -> tuple[str, set[str]]:
    cites = (Cite(page, quote, document),)
    verdict, reasons = outcome(Membership(label="Mill Lane", cites=cites), *line())
    return verdict, set(reasons)


def test_a_quote_that_stands() -> None:
    assert quoted("North Quay, the oldest\nMill Lane") == ("supported", {"evidence_stands"})
    assert quoted("Mill Lane", document="d1") == ("supported", {"evidence_stands"})
    found = checked(Membership(label="mill lane", cites=(Cite(1, "Mill Lane", "d1"),)), *line())
    assert found.evidence[-1].extractor == "cited"
    assert found.evidence[-1].bbox.y0 == 108


@pytest.mark.parametrize(
    ("quote", "page", "document", "code"),
    [
        ("Mill Lane is closed", 1, "d1.txt", "cited_quote_not_found"),
        ("Mill Lan", 1, "d1.txt", "cited_quote_not_found"),
        ("Mill Lane", 2, "d1.txt", "cited_wrong_page"),
        ("Mill Lane", 9, "d1.txt", "cited_wrong_page"),
        ("Mill Road", 9, "d1.txt", "cited_page_unknown"),
        ("Mill Lane", 1, "d3.txt", "cited_document_unknown"),
        ("Mill Lane", 1, "d2.txt", "cited_outside_scope"),
        ("may cross the long bridge at night", 2, "d1.txt", "cited_quote_denied"),
        ("Old Brewery", 1, "d1.txt", "entity_not_in_evidence"),
    ],
)
def test_a_quote_that_does_not_carry_the_claim(quote: str, page: int, document: str, code: str) -> None:
    verdict, reasons = quoted(quote, page, document)
    assert (verdict, code in reasons) == ("unsupported", True)


def test_a_quote_that_fails_is_named() -> None:
    found = checked(Existence(cites=(Cite(1, "Gasworks", "d1.txt"),)), *line())
    assert found.differences.failing == (("Gasworks", "cited_quote_not_found"),)


def test_two_documents_of_one_name_need_the_id() -> None:
    source, state = line()
    twins = replace(state, documents={"d1": "same.txt", "d2": "same.txt"})
    cites = (Cite(1, "Mill Lane", "same.txt"),)
    assert "cited_document_unknown" in outcome(Membership(label="Mill Lane", cites=cites), source, twins)[1]


# ---------------------------------------------------------------- the sentence

ALL4 = {"labels": STATIONS}
HIGHEST = Superlative(label="North Quay", extreme=Extreme.HIGHEST, attribute=Attribute(Place.DETAIL))


def says(claim: Any, text: str, verdict: Verdict = Verdict.COMPLETE) -> tuple[str, set[str]]:
    got, reasons = outcome(replace(claim, text=text), *line(verdict))
    return got, set(reasons) - {"evidence_stands", "set_whole"}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (Membership(label="Mill Lane"), "Mill Lane is one of the stations of the Valley Line."),
        (Membership(label="Mill Lane"), "One station is 'Mill Lane'."),
        (Existence(), "There are stations on the Valley Line."),
        (Count(relation=Relation.EXACTLY, number=4), "The Valley Line has exactly 4 stations."),
        (Count(relation=Relation.EXACTLY, number=4), "All 4 stations of the Valley Line"),
        (Count(relation=Relation.AT_LEAST, number=3), "There are at least 3 stations."),
        (Count(relation=Relation.AT_LEAST, number=3), "There are no fewer than 3 stations."),
        (Count(relation=Relation.AT_MOST, number=9), "Up to 9 stations of the Valley Line are known."),
        (
            CompleteSet(**ALL4),
            "The Valley Line's stations are North Quay, Mill Lane, Old Brewery and Weir Cottage, and no others.",
        ),
        (Count(relation=Relation.EXACTLY, number=4), "There are four stations on the Valley Line."),
        (Membership(label="Mill Lane"), "Mill Lane is one of four stations."),
        (
            Count(relation=Relation.EXACTLY, number=4),
            'Exactly 4 stations (asked: "Which stations does the Valley Line have?").',
        ),
        (Value(label="North Quay", value="North Quay"), "Typically North Quay is named in d1.txt."),
    ],
)
def test_a_sentence_that_says_what_is_claimed(claim: Any, text: str) -> None:
    assert says(claim, text) == ("supported", set())


@pytest.mark.parametrize(
    ("claim", "text", "code"),
    [
        (Membership(label="Mill Lane"), "Mill Lane is the only station.", "text_says_more"),
        (Membership(label="Mill Lane"), "Mill Lane is the oldest station.", "text_says_more"),
        (Existence(), "Every station is on the Valley Line.", "text_says_more"),
        (Count(relation=Relation.AT_LEAST, number=3), "There are 3 stations.", "text_says_more"),
        (Count(relation=Relation.AT_MOST, number=9), "There are 9 stations.", "text_says_more"),
        (Count(relation=Relation.EXACTLY, number=4), "There are exactly seven stations.", "number_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane is one of five stations.", "number_not_in_evidence"),
        (Membership(label="Mill Lane"), "The gasworks is a station.", "text_of_other"),
        (Count(relation=Relation.EXACTLY, number=4), "There are exactly dozens of stations.", "text_of_other"),
        (Universal(predicate="has a roof"), "All stations of the Valley Line are old.", "text_of_other"),
        (Value(label="Mill Lane", value="Lane"), "Mill is one.", "text_of_other"),
        (Value(label="Mill Lane", value="5 kg"), "Mill Lane weighs 6 kg.", "text_of_other"),
        (Existence(), "The majority is on the Valley Line.", "text_says_more"),
        (Membership(label="Mill Lane"), "Mill Lane is not a station.", "text_denies"),
        (
            Count(relation=Relation.EXACTLY, number=4),
            "There are exactly 7 stations, of 4 kinds.",
            "number_not_in_evidence",
        ),
        (Membership(label="Mill Lane"), "Mill Lane, a station, is 9 km away.", "number_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane is 1.2.3 away.", "number_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane is 5-6 km away.", "number_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane is a station of Marburg.", "entity_not_in_evidence"),
        (Membership(label="Mill Lane"), "Borgen's Mill Lane, in Borgen, is a station.", "entity_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane is 'the gate of Norwood'.", "entity_not_in_evidence"),
        (Membership(label="Mill Lane"), "Mill Lane has the code XB-12.", "entity_not_in_evidence"),
    ],
)
def test_a_sentence_that_says_something_else(claim: Any, text: str, code: str) -> None:
    verdict, reasons = says(claim, text)
    assert (verdict, code in reasons) == ("unsupported", True)


def test_a_name_beside_the_evidence_must_be_cited() -> None:
    claim = Membership(label="Mill Lane")
    text = "Mill Lane is on the line opened by Ada Moor."
    assert says(claim, text) == ("unsupported", {"entity_beside_evidence"})
    opened = (Cite(1, "opened by Ada Moor", "d1"), Cite(1, "Mill Lane", "d1"))
    assert says(replace(claim, cites=opened), text) == ("supported", set())


def test_a_sentence_about_all_keeps_what_the_question_restricts() -> None:
    source, state = line()
    narrow = replace(ASKED, text="Which open stations does the Valley Line have?", modifiers=("open",))
    claim = Count(relation=Relation.EXACTLY, number=4, text="The Valley Line has exactly 4 stations.")
    assert outcome(claim, replace(source, question=narrow), state)[1] == {"condition_left_out": None}
    full = replace(claim, text="The Valley Line has exactly 4 open stations.")
    assert outcome(full, replace(source, question=narrow), state)[0] == "supported"
    assert says(claim, "There are exactly 4 stations.") == ("weakly_supported", {"words_left_out"})
    some = Count(relation=Relation.AT_LEAST, number=3, text="There are at least 3 stations.")
    assert outcome(some, replace(source, question=narrow), state)[0] == "supported"


def test_a_sentence_of_absence_denies() -> None:
    nothing = answer(verdict=Verdict.NONE_FOUND, question=ASKED)
    state = line()[1]
    assert outcome(Absence(text="The Valley Line has no stations."), nothing, state)[0] == "supported"
    assert "text_denies" in outcome(Absence(text="The Valley Line has stations."), nothing, state)[1]
    assert "entity_not_in_evidence" in outcome(Absence(text="Marburg has no stations."), nothing, state)[1]
    zero = Count(relation=Relation.EXACTLY, number=0, text="The Valley Line has no stations.")
    assert outcome(zero, nothing, state)[0] == "supported"


def test_a_question_that_excludes_may_be_answered_so() -> None:
    source, state = line()
    excluding = replace(source, question=replace(ASKED, negates=True))
    claim = Membership(label="Mill Lane", text="Mill Lane does not close.")
    assert outcome(claim, excluding, state)[0] == "supported"


def test_words_of_the_claim_itself_are_its_own() -> None:
    papers = Papers({"d1": ["Rules:\nAll hands on deck, never alone\nNo smoking"]})
    source = answer(item("All hands on deck, never alone", papers), item("No smoking", papers))
    state = now(papers)
    claim = Membership(label="All hands on deck, never alone", text="One rule is All hands on deck, never alone.")
    assert outcome(claim, source, state)[0] == "supported"
    claim = Universal(predicate="never alone", text="They are never alone.")
    assert "text_denies" not in outcome(claim, source, state)[1]
    assert "text_says_more" not in outcome(replace(HIGHEST, text="North Quay is the highest."), *line())[1]


def test_names_of_a_page_that_is_gone_are_foreign() -> None:
    source, state = line()
    gone = replace(state, documents={"d2": "d2.txt"})
    claim = Membership(label="Mill Lane", text="Mill Lane was opened by Ada Moor.", cites=(Cite(1, "Mill Lane", "d1"),))
    verdict, reasons = outcome(claim, source, gone)
    assert verdict == "unsupported"
    assert {"document_removed", "cited_document_unknown"} <= set(reasons)


def test_claims_without_a_corpus_cite_nothing() -> None:
    from app.domain.claims import check
    from app.domain.claims.ground import ground

    claim = Membership(label="Mill Lane", cites=(Cite(1, "Mill Lane", "d1"),))
    assert check(claim, ground(stations(), None)).support == "unverifiable"
