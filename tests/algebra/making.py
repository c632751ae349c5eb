"""Answers for tests, as small as they can be."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.answer import (
    Answer,
    Completeness,
    Coverage,
    DocumentVerdict,
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
from app.domain.geometry import Box
from app.domain.question import Question, QuestionKind
from app.domain.words import item_key

OPEN = Signal(SignalKind.STRUCTURAL, Outcome.OPEN, "the list is open")


def item(
    label: str, detail: str = "", document: str = "d1", verified: bool = True, aliases: Sequence[str] = ()
) -> Item:
    """Its place is its own: no two labels share one."""
    start = int.from_bytes(label.encode()[:40], "big")
    place = Evidence(document, f"{document}.txt", 1, Box(0, 0, 1, 1), label, start, start + len(label), "test")
    return Item(label, item_key(label), (place,), tuple(aliases), detail, verified=verified)


def answer(
    *items: Item | str,
    verdict: Verdict = Verdict.COMPLETE,
    level: Level = Level.EXACT,
    reasons: tuple[str, ...] = (),
    signals: tuple[Signal, ...] = (),
    revision: int = 3,
    answer_id: str = "one",
    question: Question | None = None,
    scope: tuple[str, ...] = ("d1",),
    documents: tuple[tuple[str, Verdict], ...] = (),
    **changes: object,
) -> Answer:
    found = tuple(item(each) if isinstance(each, str) else each for each in items)
    whole = verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND)
    completeness = Completeness(
        verdict,
        level,
        "",
        reasons,
        len(found),
        len(found) if whole else None,
        signals,
        Coverage(len(scope), len(scope), pages_planned=10, pages_read=10 - len(changes)),
        (),
        tuple(DocumentVerdict(d, f"{d}.txt", v, 1) for d, v in documents),
        **changes,  # type: ignore[arg-type]
    )
    asked = question or Question("Which are they?", QuestionKind.LISTING)
    return Answer(
        answer_id, "c1", revision, asked, Scope("corpus", scope, ""), found, completeness, StopReason.CHECK_PASSED, ()
    )
