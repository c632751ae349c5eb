"""Domain values as JSON-ready dictionaries: one shape for HTTP, command line and store."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from app.bootstrap import Service
from app.domain.answer import (
    Answer,
    Completeness,
    Coverage,
    DocumentVerdict,
    Evidence,
    Item,
    PassReport,
    Scope,
    Signal,
)
from app.domain.page import READ_STATES, Page
from app.domain.ports import CorpusInfo, DocumentInfo
from app.domain.question import Question, Request

Json = dict[str, Any]


def ask(
    service: Service, corpus_id: str, request: Request, on_pass: Callable[[PassReport], None] | None = None
) -> tuple[Answer, str]:
    """Drain the loop, store the answer and give it with its JSON text. Raises KeyError for an unknown corpus."""
    steps = service.enumerate(corpus_id, request)
    while True:
        try:
            report = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            break
        if on_pass:
            on_pass(report)
    body = json.dumps(render(answer), ensure_ascii=False, separators=(",", ":"))
    service.store.save_answer(answer.id, corpus_id, body)
    return answer, body


def render(answer: Answer) -> Json:
    """The whole answer."""
    return {
        "id": answer.id,
        "corpus": {"id": answer.corpus_id, "revision": answer.revision},
        "question": question(answer.question, answer.scope),
        "items": [item(each) for each in answer.items],
        "completeness": completeness(answer.completeness),
        "stop_reason": str(answer.stop_reason),
        "passes": [pass_report(each) for each in answer.passes],
    }


def question(value: Question, scope: Scope) -> Json:
    """The question and what was understood of it."""
    return {
        "text": value.text,
        "kind": str(value.kind),
        "item_kind": str(value.item_kind),
        "noun": value.noun,
        "modifiers": list(value.modifiers),
        "phrases": list(value.phrases),
        "conditions": [{"value": c.value, "column": c.column, "negated": c.negated} for c in value.conditions],
        "pattern": value.pattern or None,
        "stated_number": value.stated_number,
        "reference": {"kind": value.reference[0], "number": value.reference[1]} if value.reference else None,
        "language": value.language,
        "scope": {"kind": scope.kind, "documents": list(scope.document_ids), "because": scope.because},
    }


def item(value: Item) -> Json:
    return {
        "label": value.label,
        "key": value.key,
        "aliases": list(value.aliases),
        "detail": value.detail,
        "found_in_pass": value.found_in_pass,
        "verified": value.verified,
        "hidden": value.hidden,
        "evidence": [evidence(each) for each in value.evidence],
    }


def evidence(value: Evidence) -> Json:
    return {
        "document_id": value.document_id,
        "document": value.document,
        "page": value.page,
        "bbox": [round(edge, 2) for edge in value.bbox],
        "quote": value.quote,
        "start": value.start,
        "end": value.end,
        "extractor": value.extractor,
    }


def completeness(value: Completeness) -> Json:
    """The one shape in which it is said, everywhere, how complete a set is."""
    return {
        "verdict": str(value.verdict),
        "level": str(value.level),
        "k": value.k,
        "rate": value.rate,
        "count": {"lower": value.count_lower, "upper": value.count_upper},
        "reasons": list(value.reasons),
        "qualifier": value.qualifier,
        "signals": [signal(each) for each in value.signals],
        "coverage": coverage(value.coverage),
        "caps": [{"name": cap.name, "value": cap.value, "bound": cap.bound} for cap in value.caps],
        "documents": [document_verdict(each) for each in value.documents],
    }


def signal(value: Signal) -> Json:
    return {
        "kind": str(value.kind),
        "outcome": str(value.outcome),
        "expected": value.expected,
        "found": value.found,
        "document_id": value.document_id or None,
        "evidence": [evidence(each) for each in value.evidence],
        "explanation": value.explanation,
    }


def coverage(value: Coverage) -> Json:
    return {
        "documents": {
            "planned": value.documents_planned,
            "read": value.documents_read,
            "pending": value.documents_pending,
            "unread": [{"id": i, "name": name, "reason": why} for i, name, why in value.documents_unread],
        },
        "pages": {
            "planned": value.pages_planned,
            "read": value.pages_read,
            "unread": {str(state): number for state, number in value.pages_unread},
        },
        "layers_not_read": list(value.layers_not_read),
        "passages": {
            "corpus": value.passages_in_scope,
            "matched": value.passages_matched,
            "retrieved": value.passages_retrieved,
            "read": value.passages_read,
            "cited": value.passages_cited,
        },
    }


def document_verdict(value: DocumentVerdict) -> Json:
    return {
        "document_id": value.document_id,
        "document": value.document,
        "verdict": str(value.verdict),
        "items": value.items,
    }


def pass_report(value: PassReport) -> Json:
    return {
        "number": value.number,
        "terms": [{"term": term.text, "why": term.why} for term in value.terms],
        "retrieved": value.retrieved,
        "new_passages": value.new_passages,
        "new_items": value.new_items,
        "merged_items": value.merged_items,
        "rejected": [{"text": each.text, "why": each.why} for each in value.rejected],
        "signals": [signal(each) for each in value.signals],
        "milliseconds": round(value.milliseconds, 3),
    }


# ---------------------------------------------------------------- corpora and documents


def corpus(value: CorpusInfo) -> Json:
    return {
        "id": value.id,
        "name": value.name,
        "revision": value.revision,
        "status": value.status,
        "documents": value.documents,
        "pages": value.pages,
        "pending": value.pending,
    }


def document(value: DocumentInfo) -> Json:
    """A document with its pages counted by state; pages that the file announces and nobody saw count as missing."""
    by_state = {str(state): number for state, number in value.pages}
    missing = max(0, value.pages_planned - sum(by_state.values()))
    if missing and not value.pending:
        by_state["missing"] = missing
    return {
        "id": value.id,
        "name": value.name,
        "title": value.title,
        "state": value.state,
        "reason": value.reason,
        "bytes": value.size,
        "pages": {"planned": value.pages_planned, "read": value.pages_read, "by_state": by_state},
        "layers_not_read": list(value.layers),
    }


def unread_pages(pages: list[Page]) -> list[Json]:
    """The pages that were not read, each with its number, state and reason."""
    return [
        {"page": page.number, "label": page.label or None, "state": str(page.state), "reason": page.reason}
        for page in pages
        if page.state not in READ_STATES
    ]
