"""The question of a stored answer, answered once more over the corpus as it stands, to see how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.answer import Answer, Level
from app.domain.explaining import AsOf
from app.domain.ports import CorpusView, Extractor
from app.domain.question import Mode, Request
from app.enumeration import Trace, trace

_SAME = (
    "The question was answered again at the revision of the answer, with the same result: what is said is how it was."
)
_DIFFERS = (
    "The question was answered again at the revision of the answer and gave another result (another version of the "
    "program, or a stop by time or cancellation): what is said is how it is now."
)
_NEWER = (
    "The corpus stands at revision {now}, the answer at {then}: what is said holds for the corpus as it is now. Ask "
    "the question again before you rely on it."
)
_NONE = "The answer was made from stored answers; nothing was searched for it."


@dataclass(frozen=True)
class Replay:
    trace: Trace
    as_of: AsOf


def replayed(view: CorpusView, stored: Answer, extractors: Sequence[Extractor]) -> Replay:
    """Ask again, with the caps of the stored answer and as many passes as it took."""
    found = trace(view, request_of(stored), extractors)
    then, now = stored.revision, view.info.revision
    if then != now:
        return Replay(found, AsOf(then, now, "differs", _NEWER.format(now=now, then=then)))
    same = _told(found.answer) == _told(stored)
    return Replay(found, AsOf(then, now, "same" if same else "differs", _SAME if same else _DIFFERS))


def derived(view: CorpusView, stored: Answer) -> AsOf:
    """For a set made from stored answers."""
    return AsOf(stored.revision, view.info.revision, "none", _NONE)


def request_of(stored: Answer) -> Request:
    """The request of an answer, from what it tells of its scope and caps; a time budget is left out."""
    caps = {cap.name: cap.value for cap in stored.completeness.caps}
    chosen = stored.scope.document_ids if stored.scope.kind == "documents" else None
    return Request(
        question=stored.question.text,
        documents=chosen,
        max_passes=max(len(stored.passes), 1),
        mode=_mode(stored, caps),
        k=stored.completeness.k,
        passages_per_pass=caps.get("passages_per_pass"),
    )


def _mode(stored: Answer, caps: dict[str, int]) -> Mode:
    cut = f"cap:mode_{Mode.ADAPTIVE}" in stored.completeness.reasons or "adaptive_cut" in caps
    if cut:
        return Mode.ADAPTIVE
    if "k" in caps:
        return Mode.TOP_K
    return Mode.ADAPTIVE if stored.completeness.level is Level.TOP_K else Mode.EXHAUSTIVE


def _told(answer: Answer) -> tuple[object, ...]:
    """What two answers must share to be one: items with their places, verdict, reasons."""
    items = tuple((i.key, i.label, tuple((e.document_id, e.page, e.start) for e in i.evidence)) for i in answer.items)
    return items, answer.completeness.verdict, answer.completeness.reasons
