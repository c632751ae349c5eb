"""Puts the answer together: verdicts for documents and the whole, coverage, caps, qualifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.attention import Attention
from app.collection import Collected
from app.coverage import End, coverage_of
from app.domain.answer import (
    Answer,
    Cap,
    Completeness,
    DocumentVerdict,
    Item,
    PassReport,
    Scope,
    Signal,
    StopReason,
    Verdict,
)
from app.domain.ports import CorpusView
from app.domain.question import Question, Request
from app.domain.verdict import Decision, combine, decide
from app.facts import facts_of
from app.qualifier import qualifier
from app.scan import Scan


def answer_of(
    answer_id: str,
    scan: Scan,
    collected: Collected,
    attention: Attention,
    signals: tuple[Signal, ...],
    scope: Scope,
    stop: StopReason,
    passes: tuple[PassReport, ...],
) -> Answer:
    """The answer after the last pass."""
    items = collected.items()
    documents = _document_verdicts(scan, items, signals)
    decision = _whole(decide(facts_of(scan.question, scan, items, signals)), documents)
    caps = _caps(scan, stop)
    coverage = coverage_of(scan, items, attention, End(caps, stop))
    completeness = Completeness(
        verdict=decision.verdict,
        level=scan.level,
        k=scan.request.k,
        qualifier=qualifier(decision.verdict, len(items), decision.reasons, signals, coverage),
        reasons=decision.reasons,
        count_lower=sum(i.verified for i in items),
        count_upper=len(items) if decision.verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND) else None,
        signals=signals,
        coverage=coverage,
        caps=caps,
        documents=documents,
    )
    info = scan.view.info
    return Answer(
        answer_id, info.id, info.revision, scan.question, scope, items, completeness, stop, passes
    )  # fmt: skip


def _whole(decision: Decision, documents: Sequence[DocumentVerdict]) -> Decision:
    """The whole is never better than its documents."""
    worst = combine([decision.verdict, *(d.verdict for d in documents)])
    if worst is decision.verdict or decision.verdict is Verdict.NONE_FOUND:
        return decision
    named = tuple(f"{d.verdict}:{d.document}" for d in documents if d.verdict is worst)
    return replace(decision, verdict=worst, reasons=tuple(dict.fromkeys((*decision.reasons, *named[:3]))))


def _document_verdicts(scan: Scan, items: Sequence[Item], signals: tuple[Signal, ...]) -> tuple[DocumentVerdict, ...]:
    """A verdict for each document that contributes an item."""
    found = []
    cited = {e.document_id for i in items for e in i.evidence}
    for document in scan.documents:
        if document.id in cited:
            own = tuple(i for i in items if any(e.document_id == document.id for e in i.evidence))
            decision = decide(facts_of(scan.question, scan, own, signals, document.id))
            found.append(DocumentVerdict(document.id, document.name, decision.verdict, len(own)))
    return tuple(found)


def _caps(scan: Scan, stop: StopReason) -> tuple[Cap, ...]:
    """Every cap of the request; a pass cap binds only when it ended the loop."""
    request = scan.request
    caps = [Cap("max_passes", request.max_passes, stop is StopReason.PASS_CAP)]
    if request.time_budget_ms is not None:
        caps.append(Cap("time_budget_ms", request.time_budget_ms, stop is StopReason.TIME_BUDGET))
    return (*caps, *scan.caps.values())


def empty_answer(
    answer_id: str,
    view: CorpusView,
    request: Request,
    question: Question,
    scope: Scope,
) -> Answer:
    """For a text that is no listing question: nothing was searched."""
    scan = Scan(view, request, question, scope.document_ids)
    decision = decide(facts_of(question, scan, (), ()))
    caps, stop = (Cap("max_passes", request.max_passes, False),), StopReason.NO_NEW_PASSAGES
    coverage = coverage_of(scan, (), Attention(), End(caps, stop, listing=False))
    completeness = Completeness(
        verdict=decision.verdict,
        level=scan.level,
        qualifier=qualifier(decision.verdict, 0, decision.reasons, (), coverage),
        reasons=decision.reasons,
        count_lower=0,
        count_upper=None,
        signals=(),
        coverage=coverage,
        caps=caps,
        documents=(),
    )
    info = view.info
    return Answer(answer_id, info.id, info.revision, question, scope, (), completeness, stop, ())
