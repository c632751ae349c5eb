"""From the state of a question to the facts on which the verdict stands."""

from __future__ import annotations

from app.domain.answer import Item, Outcome, Signal, SignalKind
from app.domain.nouns import noun_heads
from app.domain.page import PageState
from app.domain.ports import DocumentInfo
from app.domain.question import Question, QuestionKind
from app.domain.verdict import Facts
from app.scan import Scan


def facts_of(
    question: Question, scan: Scan, items: tuple[Item, ...], signals: tuple[Signal, ...], document_id: str = ""
) -> Facts:
    """Facts of the whole scope, or of one document of it."""
    documents = [d for d in scan.documents if document_id in ("", d.id)]
    own = tuple(s for s in signals if document_id in ("", s.document_id) or not s.document_id)
    return Facts(
        items=len(items),
        all_verified=all(i.verified for i in items),
        hidden_items=any(i.hidden for i in items),
        signals=own,
        pages_unread=sum(unread_pages(d) for d in documents),
        documents_unread=sum(d.pending or d.state == "failed" for d in documents),
        caps_bound=tuple(c.name for c in scan.caps.values() if c.bound) + _mode_cap(scan),
        retrieval_exhaustive=not scan.troubles,
        noun_matches=scan.noun_matches() + scan.condition_matches() + scan.likely_holders() if not items else 0,
        counts_stated=_counts(question, scan) if not items else 0,
        denied=any(s.kind is SignalKind.STATED_ABSENCE and s.outcome is Outcome.PASSED for s in own),
        single_document=len(documents) == 1,
        listing=question.kind is not QuestionKind.OTHER,
    )


def _mode_cap(scan: Scan) -> tuple[str, ...]:
    """A cheap single pass can never be more than "at least", whether its cut bound or not."""
    return () if scan.request.mode == "exhaustive" else (f"mode_{scan.request.mode}",)


def unread_pages(document: DocumentInfo) -> int:
    """Pages planned and not read, or read only in part."""
    read = sum(n for state, n in document.pages if state in (PageState.READ, PageState.BLANK))
    return max(document.pages_planned - read, 0)


def _counts(question: Question, scan: Scan) -> int:
    heads = noun_heads(question)
    return sum(c.cue.stem in heads for c in scan.cues)
