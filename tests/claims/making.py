"""Answers whose evidence stands in pages of our own, as small as they can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.domain.answer import (
    Answer,
    Completeness,
    Coverage,
    Evidence,
    Item,
    Level,
    Outcome,
    Scope,
    Signal,
    SignalKind,
    StopReason,
    Verdict,
)
from app.domain.claims import check
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Ground, Now, ground
from app.domain.claims.kinds import Claim
from app.domain.geometry import Box
from app.domain.page import LineBox, Page, PageState
from app.domain.question import Question, QuestionKind
from app.domain.words import item_key

LINE = """The line has four stations:
North Quay, the oldest
Mill Lane
Old Brewery
Weir Cottage
"""
STATIONS = ("North Quay", "Mill Lane", "Old Brewery", "Weir Cottage")
QUESTION = Question("Which stations does the line have?", QuestionKind.LISTING, noun="stations")


@dataclass
class Papers:
    """The stored pages of some documents."""

    texts: dict[str, list[str]] = field(default_factory=lambda: {"d1": [LINE]})

    def page(self, document_id: str, number: int) -> Page | None:
        return next((page for page in self.pages(document_id) if page.number == number), None)

    def pages(self, document_id: str) -> Sequence[Page]:
        return [_page(number, text) for number, text in enumerate(self.texts.get(document_id, ()), 1)]


def _page(number: int, text: str) -> Page:
    lines, at = [], 0
    for row, line in enumerate(text.split("\n")):
        lines.append(LineBox(at, at + len(line), Box(72, 72 + 12.0 * row, 400, 84 + 12.0 * row)))
        at += len(line) + 1
    return Page(number, "", 612, 792, text, PageState.READ, lines=tuple(lines))


def item(label: str, papers: Papers, document: str = "d1", page: int = 1, **more: Any) -> Item:
    """At the first place of its label."""
    text = papers.texts[document][page - 1]
    start = text.index(label)
    place = Evidence(document, f"{document}.txt", page, Box(0, 0, 1, 1), label, start, start + len(label), "test")
    return replace(Item(label, item_key(label), (place,)), **more)


def answer(
    *items: Item,
    verdict: Verdict = Verdict.COMPLETE,
    question: Question = QUESTION,
    read: int = 40,
    signals: tuple[Signal, ...] = (),
    **changes: Any,
) -> Answer:
    whole = verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND)
    size = len(items)
    coverage = Coverage(1, 1, pages_planned=40, pages_read=read)
    said = Completeness(verdict, Level.EXACT, "", (), size, size if whole else None, signals, coverage, (), ())
    said = replace(said, **changes)
    scope = Scope("corpus", ("d1",), "")
    return Answer("a1", "c1", 3, question, scope, items, said, StopReason.CHECK_PASSED, ())


def stations(verdict: Verdict = Verdict.COMPLETE, labels: Sequence[str] = STATIONS, **more: Any) -> Answer:
    papers = Papers()
    return answer(*(item(each, papers) for each in labels), verdict=verdict, **more)


def now(papers: Papers | None = None, revision: int = 3, pending: int = 0, **names: str) -> Now:
    held = papers or Papers()
    return Now(revision, pending, names or {each: f"{each}.txt" for each in held.texts}, held)


def standing(source: Answer | None = None, state: Now | None = None) -> Ground:
    return ground(source or stations(), state or now())


def checked(claim: Claim, source: Answer | None = None, state: Now | None = None) -> Finding:
    return check(claim, standing(source, state))


def outcome(claim: Claim, source: Answer | None = None, state: Now | None = None) -> tuple[str, Mapping[str, None]]:
    """The verdict and its reason codes."""
    found = checked(claim, source, state)
    return str(found.support), dict.fromkeys(str(each) for each in found.reasons)


DENIED = Signal(SignalKind.STATED_ABSENCE, Outcome.PASSED, "the text denies it")
