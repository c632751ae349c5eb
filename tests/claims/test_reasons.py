"""Every reason code is documented, and reached: one claim for each, nothing but that code asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer, Level, Verdict
from app.domain.claims import check
from app.domain.claims.ground import Now, ground
from app.domain.claims.kinds import (
    Absence,
    Cite,
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
from app.domain.claims.reasons import MEANING, Reason
from tests.claims.making import LINE, QUESTION, STATIONS, Papers, answer, item, now, stations
from tests.docs.test_docs import table

PAPERS = Papers(
    {
        "d1": [
            LINE + "Rope 5 kg\nLamp 5 kg\nPump 6 m\nSaw about 3 kg\nKeys must not rust\nNuts may rust\n"
            "Boat 9 kg\nOar 2 kg, 3 kg\nHull 8 m, its crew must have a key\n"
        ]
    }
)
STATE = now(PAPERS)
ALL, LANE = CompleteSet(labels=STATIONS), Membership(label="Mill Lane")
NONE, OPEN = answer(verdict=Verdict.NONE_FOUND), answer(verdict=Verdict.UNPROVEN)


def part(label: str, detail: str = "", **more: object) -> Answer:
    return answer(item(label, PAPERS, detail=detail, **more))


def parts(*rows: str) -> Answer:
    return answer(*(item(row.split()[0], PAPERS, detail=row.partition(" ")[2]) for row in rows))


def exactly(number: int, *labels: str) -> Count:
    return Count(relation=Relation.EXACTLY, number=number, labels=labels or None)


def highest(label: str) -> Superlative:
    return Superlative(label=label, extreme=Extreme.HIGHEST, attribute=Attribute(Place.DETAIL))


def cites(page: int, quote: str, document: str = "d1") -> Membership:
    return replace(LANE, cites=(Cite(page, quote, document),))


def says(text: str) -> Membership:
    return replace(LANE, text=text)


def value(label: str, text: str, source: Answer) -> tuple[Claim, Answer, Now]:
    return Value(label=label, value=text), source, STATE


ROPE, SAW = parts("Rope 5 kg"), parts("Saw about 3 kg")
WHOLE = stations()
MISNAMED = answer(replace(item("Rope", PAPERS), label="Hill", key="hill"))
CASES: Mapping[Reason, tuple[Claim, Answer, Now | None]] = {
    Reason.EVIDENCE_STANDS: (LANE, WHOLE, STATE),
    Reason.SET_WHOLE: (ALL, WHOLE, STATE),
    Reason.ANSWER_PARTIAL: (LANE, stations(Verdict.AT_LEAST), STATE),
    Reason.ANSWER_UNPROVEN: (LANE, stations(Verdict.UNPROVEN), STATE),
    Reason.ANSWER_CONFLICTING: (LANE, stations(Verdict.CONFLICTING), STATE),
    Reason.ANSWER_INCONSISTENT: (ALL, stations(level=Level.TOP_K), STATE),
    Reason.MEMBERS_UNCERTAIN: (LANE, stations(Verdict.CONFLICTING), STATE),
    Reason.STALE: (ALL, WHOLE, now(PAPERS, revision=4)),
    Reason.DOCUMENTS_PENDING: (ALL, WHOLE, now(PAPERS, pending=1)),
    Reason.OTHER_REVISION: (replace(ALL, as_of=2), WHOLE, STATE),
    Reason.CORPUS_GONE: (ALL, WHOLE, None),
    Reason.DOCUMENT_REMOVED: (LANE, WHOLE, now(PAPERS, d2="d2")),
    Reason.PAGE_NOT_STORED: (LANE, WHOLE, now(Papers({"d1": []}))),
    Reason.QUOTE_CHANGED: (LANE, WHOLE, now(Papers({"d1": ["x"]}))),
    Reason.LABEL_NOT_CARRIED: (Membership(label="Hill"), MISNAMED, STATE),
    Reason.HIDDEN_TEXT: (Membership(label="Rope"), part("Rope", hidden=True), STATE),
    Reason.NOT_VERIFIED: (Membership(label="Rope"), part("Rope", verified=False), STATE),
    Reason.DENIED_IN_TEXT: (Membership(label="rust"), part("rust"), STATE),
    Reason.NO_ITEMS: (Existence(), OPEN, STATE),
    Reason.NONE_FOUND: (Existence(), NONE, STATE),
    Reason.ITEMS_FOUND: (Absence(), WHOLE, STATE),
    Reason.NOT_A_MEMBER: (Membership(label="Gasworks"), WHOLE, STATE),
    Reason.NOT_AMONG_ITEMS: (Membership(label="Gasworks"), stations(Verdict.AT_LEAST), STATE),
    Reason.SAME_ITEM_POSSIBLE: (Membership(label="Mill"), WHOLE, STATE),
    Reason.MEMBER_DROPPED: (CompleteSet(labels=STATIONS[:3]), WHOLE, STATE),
    Reason.MEMBER_ADDED: (CompleteSet(labels=(*STATIONS, "Gasworks")), WHOLE, STATE),
    Reason.MEMBER_SWAPPED: (CompleteSet(labels=(*STATIONS[:3], "Gasworks")), WHOLE, STATE),
    Reason.COUNT_DIFFERS: (exactly(3), WHOLE, STATE),
    Reason.MORE_THAN_FOUND: (exactly(5), WHOLE, STATE),
    Reason.MORE_ITEMS_STAND: (Count(relation=Relation.AT_MOST, number=3), WHOLE, STATE),
    Reason.DUPLICATES_COUNTED: (exactly(5, *STATIONS, "Mill Lane"), WHOLE, STATE),
    Reason.NO_WORDS: (Universal(predicate="of the"), WHOLE, STATE),
    Reason.PREDICATE_NOT_CARRIED: (Universal(predicate="open"), WHOLE, STATE),
    Reason.WORDS_SCATTERED: (Universal(predicate="nuts rust"), part("Nuts may rust"), STATE),
    Reason.SUBJECT_UNCLEAR: (Universal(predicate="must have a key"), parts("Hull its crew must have a key"), STATE),
    Reason.CITED_ONLY: (
        Value(label="Lamp", value="5 kg", cites=(Cite(1, "Lamp 5 kg", "d1"),)),
        part("Lamp"),
        STATE,
    ),
    Reason.TEXT_OF_OTHER: (says("North Quay is one."), WHOLE, STATE),
    Reason.QUALIFIED_IN_TEXT: (Universal(predicate="rust"), parts("Nuts may rust"), STATE),
    Reason.VALUE_NOT_IN_EVIDENCE: value("Mill Lane", "blue", WHOLE),
    Reason.VALUE_DIFFERS: value("Rope", "6 kg", ROPE),
    Reason.UNIT_DIFFERS: value("Rope", "5 g", ROPE),
    Reason.UNIT_MISSING: value("Rope", "5", ROPE),
    Reason.MAGNITUDE_DIFFERS: value("Rope", "50 kg", ROPE),
    Reason.NUMBER_INEXACT: value("Saw", "3 kg", SAW),
    Reason.SEVERAL_NUMBERS: value("Oar", "2 kg", parts("Oar 2 kg, 3 kg")),
    Reason.NUMBER_MISSING: (highest("Rope"), parts("Rope 5 kg", "Saw about 3 kg"), STATE),
    Reason.MIXED_UNITS: (highest("Rope"), parts("Rope 5 kg", "Pump 6 m"), STATE),
    Reason.NOT_THE_EXTREME: (highest("Rope"), parts("Rope 5 kg", "Boat 9 kg"), STATE),
    Reason.TIE: (highest("Rope"), parts("Rope 5 kg", "Lamp 5 kg"), STATE),
    Reason.CITED_DOCUMENT_UNKNOWN: (cites(1, "Mill Lane", "x"), WHOLE, STATE),
    Reason.CITED_PAGE_UNKNOWN: (cites(7, "Gasworks"), WHOLE, STATE),
    Reason.CITED_OUTSIDE_SCOPE: (cites(1, "Mill Lane", "d2"), WHOLE, now(Papers({"d1": [LINE], "d2": [LINE]}))),
    Reason.CITED_QUOTE_NOT_FOUND: (cites(1, "Gasworks"), WHOLE, STATE),
    Reason.CITED_WRONG_PAGE: (cites(2, "Mill Lane"), WHOLE, STATE),
    Reason.CITED_QUOTE_DENIED: (cites(1, "rust"), WHOLE, STATE),
    Reason.ENTITY_NOT_IN_EVIDENCE: (says("Mill Lane lies in Marburg."), WHOLE, STATE),
    Reason.ENTITY_BESIDE_EVIDENCE: (says("Mill Lane lies behind Old Brewery."), WHOLE, STATE),
    Reason.NUMBER_NOT_IN_EVIDENCE: (says("Mill Lane is 9 km away."), WHOLE, STATE),
    Reason.TEXT_SAYS_MORE: (says("Mill Lane is the only one."), WHOLE, STATE),
    Reason.CONDITION_LEFT_OUT: (
        replace(exactly(4), text="There are exactly 4 stations."),
        stations(question=replace(QUESTION, modifiers=("open",))),
        STATE,
    ),
    Reason.WORDS_LEFT_OUT: (replace(exactly(4), text="There are exactly 4 stations."), WHOLE, STATE),
    Reason.TEXT_DENIES: (says("Mill Lane is not one."), WHOLE, STATE),
}  # fmt: skip


def test_every_reason_has_its_meaning_in_the_docs() -> None:
    rows = dict(table("what-may-i-say.md", 0, 1))
    assert {code: rows.get(code) for code in Reason} == dict(MEANING)


@pytest.mark.parametrize("code", Reason)
def test_every_reason_is_reached(code: Reason) -> None:
    claim, source, state = CASES[code]
    assert code in check(claim, ground(source, state)).reasons
