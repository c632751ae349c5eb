"""Domain values as JSON-ready dictionaries: one shape for HTTP, command line and store."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from app.bootstrap import Service
from app.domain.aggregates import Aggregated
from app.domain.answer import (
    Answer,
    Completeness,
    Coverage,
    Derivation,
    DocumentVerdict,
    Evidence,
    Group,
    Item,
    PassReport,
    Scope,
    Signal,
    Stages,
)
from app.domain.jobs import UNITS, Job
from app.domain.levels import RetrievalLevel
from app.domain.page import READ_STATES, Page
from app.domain.plans import Bound
from app.domain.ports import CorpusInfo, DocumentInfo
from app.domain.question import Question, Request
from app.entrypoints.accounting import gap
from app.sets import Made

Json = dict[str, Any]
LAST_MOMENT = 253_402_300_799.0  # the end of the year 9999


def ask(
    service: Service,
    corpus_id: str,
    request: Request,
    on_pass: Callable[[PassReport], None] | None = None,
    answer_id: str = "",
) -> tuple[Answer, str]:
    """Drain the loop, store the answer and give it with its JSON text. Raises KeyError for an unknown corpus."""
    steps = service.enumerate(corpus_id, request, answer_id)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            break
        if on_pass and isinstance(step, PassReport):
            on_pass(step)
    body = text(answer)
    service.store.save_answer(answer.id, corpus_id, body)
    return answer, body


def keep(service: Service, made: Made) -> str:
    """Store a derived answer and its parts, and give its JSON text."""
    for part in made.parts:
        service.store.save_answer(part.id, part.corpus_id, text(part))
    body = text(made.answer)
    service.store.save_answer(made.answer.id, made.answer.corpus_id, body)
    return body


def text(answer: Answer) -> str:
    """The JSON text of an answer, as it is stored and sent."""
    return compact(render(answer))


def compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
        "derived": derivation(answer.derivation) if answer.derivation else None,
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
        "bounds": [{"value": b.value, "relation": str(b.relation), "near": list(b.near)} for b in value.bounds],
        "pattern": value.pattern or None,
        "stated_number": value.stated_number,
        "compares": value.compares,
        "negates": value.negates,
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
            **stages(value.document_stages),
            "unread": [{"id": i, "name": name, "reason": why} for i, name, why in value.documents_unread],
        },
        "pages": {
            "planned": value.pages_planned,
            "read": value.pages_read,
            **stages(value.page_stages),
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
        "gaps": [gap(each) for each in value.gaps],
    }


def stages(value: Stages) -> Json:
    return {
        "matched": value.matched,
        "retrieved": value.retrieved,
        "read_by_extractors": value.extracted,
        "cited": value.cited,
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


def derivation(value: Derivation) -> Json:
    """Where a set made from stored answers comes from."""
    return {
        "operation": value.operation,
        "answers": list(value.inputs),
        "revisions": list(value.revisions),
        "predicate": value.predicate,
        "uncertain": list(value.uncertain),
        "members_proven": value.members_proven,
        "closed": value.closed,
        "groups": [group(each) for each in value.groups],
    }


def group(value: Group) -> Json:
    return {
        "document_id": value.document_id,
        "document": value.document,
        "answer_id": value.answer_id,
        "items": value.items,
        "verdict": str(value.verdict),
    }


def aggregated(source: Answer, value: Aggregated, now: RetrievalLevel) -> Json:
    """A number made from a set; `now`: what its level is worth at this moment."""
    number = value.value
    bounded = value.bound in (Bound.LOWER, Bound.UPPER)
    return {
        "answer_id": source.id,
        "function": str(value.function),
        "value": int(number) if number == number.to_integral_value() else float(number),
        "unit": value.unit or None,
        "bound": str(value.bound) if bounded else None,
        "exact": value.bound is Bound.EXACT,
        "level": str(value.level.level),
        "k": value.level.k,
        "rate": value.level.rate,
        "qualifier": value.qualifier,
        "verdict": str(source.completeness.verdict),
        "items": value.items,
        "unparsed": [{"label": label, "reason": why} for label, why in value.unparsed],
        "bias_accepted": value.bias_accepted,
        "as_of": {"revision": source.revision, "level_now": str(now.level)},
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


# ---------------------------------------------------------------- jobs


def job(value: Job) -> Json:
    """How far the work is; how complete its result is, only the result says."""
    where = f"/v1/jobs/{value.id}"
    answer = f"/v1/enumerations/{value.answer_id}" if value.answer_id else None
    return {
        "id": value.id,
        "kind": str(value.task.kind),
        "state": str(value.state),
        "corpus_id": value.corpus_id,
        "question": value.task.request.question if value.task.request else None,
        "progress": {
            "unit": UNITS[value.task.kind],
            "done": value.progress.done,
            "total": value.progress.total,
        },
        "attempt": value.attempt,
        "created": moment(value.created),
        "changed": moment(value.changed),
        "expires": moment(value.expires) if value.expires is not None else None,
        "error": value.error._asdict() if value.error else None,
        "result": json.loads(value.result) if value.result else None,
        "links": {"self": where, "events": f"{where}/events", "answer": answer},
    }


def moment(seconds: float) -> str:
    """Seconds since 1970 as text in UTC; what no calendar holds becomes the nearest that one does."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), LAST_MOMENT), UTC).isoformat(timespec="milliseconds")
