"""A stored answer (its JSON text) as values of the domain again."""

from __future__ import annotations

import json
from typing import Any

from app.domain.answer import (
    Answer,
    Cap,
    Completeness,
    Coverage,
    Derivation,
    DocumentVerdict,
    Evidence,
    Group,
    Item,
    Level,
    Outcome,
    PassReport,
    Rejection,
    Scope,
    Signal,
    SignalKind,
    Stages,
    StopReason,
    Term,
    Verdict,
)
from app.domain.bounds import Bound, Relation
from app.domain.gaps import Closer, Gap
from app.domain.geometry import Box
from app.domain.question import Condition, ItemKind, Question, QuestionKind

Json = dict[str, Any]


def load(body: str) -> Answer:
    """What `render` wrote; fields that it leaves out (sources of items, reasons of signals) stay empty."""
    found: Json = json.loads(body)
    asked = found["question"]
    return Answer(
        id=found["id"],
        corpus_id=found["corpus"]["id"],
        revision=found["corpus"]["revision"],
        question=question(asked),
        scope=Scope(asked["scope"]["kind"], tuple(asked["scope"]["documents"]), asked["scope"]["because"]),
        items=tuple(item(each) for each in found["items"]),
        completeness=completeness(found["completeness"]),
        stop_reason=StopReason(found["stop_reason"]),
        passes=tuple(_report(each) for each in found["passes"]),
        derivation=_derivation(found["derived"]) if found.get("derived") else None,
    )


def question(found: Json) -> Question:
    reference = found["reference"]
    return Question(
        text=found["text"],
        kind=QuestionKind(found["kind"]),
        item_kind=ItemKind(found["item_kind"]),
        noun=found["noun"],
        modifiers=tuple(found["modifiers"]),
        phrases=tuple(found["phrases"]),
        conditions=tuple(Condition(c["value"], c["column"], c["negated"]) for c in found["conditions"]),
        bounds=tuple(Bound(b["value"], Relation(b["relation"]), tuple(b["near"])) for b in found.get("bounds", ())),
        pattern=found["pattern"] or "",
        stated_number=found["stated_number"],
        compares=found.get("compares", False),
        reference=(reference["kind"], reference["number"]) if reference else None,
        negates=found.get("negates", False),
        language=found["language"],
    )


def item(found: Json) -> Item:
    return Item(
        label=found["label"],
        key=found["key"],
        evidence=tuple(evidence(each) for each in found["evidence"]),
        aliases=tuple(found["aliases"]),
        detail=found["detail"],
        found_in_pass=found["found_in_pass"],
        verified=found["verified"],
        hidden=found["hidden"],
    )


def evidence(found: Json) -> Evidence:
    return Evidence(
        found["document_id"],
        found["document"],
        found["page"],
        Box(*found["bbox"]),
        found["quote"],
        found["start"],
        found["end"],
        found["extractor"],
    )


def completeness(found: Json) -> Completeness:
    return Completeness(
        verdict=Verdict(found["verdict"]),
        level=Level(found["level"]),
        qualifier=found["qualifier"],
        reasons=tuple(found["reasons"]),
        count_lower=found["count"]["lower"],
        count_upper=found["count"]["upper"],
        signals=tuple(_signal(each) for each in found["signals"]),
        coverage=_coverage(found["coverage"]),
        caps=tuple(Cap(each["name"], each["value"], each["bound"]) for each in found["caps"]),
        documents=tuple(_document_verdict(each) for each in found["documents"]),
        k=found["k"],
        rate=found["rate"],
    )


def _signal(found: Json) -> Signal:
    return Signal(
        SignalKind(found["kind"]),
        Outcome(found["outcome"]),
        found["explanation"],
        found["expected"],
        found["found"],
        tuple(evidence(each) for each in found["evidence"]),
        document_id=found["document_id"] or "",
    )


def _document_verdict(found: Json) -> DocumentVerdict:
    return DocumentVerdict(found["document_id"], found["document"], Verdict(found["verdict"]), found["items"])


def _coverage(found: Json) -> Coverage:
    documents, pages, passages = found["documents"], found["pages"], found["passages"]
    return Coverage(
        documents_planned=documents["planned"],
        documents_read=documents["read"],
        documents_unread=tuple((each["id"], each["name"], each["reason"]) for each in documents["unread"]),
        documents_pending=documents["pending"],
        pages_planned=pages["planned"],
        pages_read=pages["read"],
        pages_unread=tuple(pages["unread"].items()),
        layers_not_read=tuple(found["layers_not_read"]),
        passages_in_scope=passages["corpus"],
        passages_matched=passages["matched"],
        passages_retrieved=passages["retrieved"],
        passages_read=passages["read"],
        passages_cited=passages["cited"],
        document_stages=_stages(documents),
        page_stages=_stages(pages),
        gaps=tuple(_gap(each) for each in found.get("gaps", [])),
    )


def _stages(found: Json) -> Stages:
    names = ("retrieved", "read_by_extractors", "cited")
    return Stages(found.get("matched"), *(found.get(name, 0) for name in names))


def _gap(found: Json) -> Gap:
    closer = Closer(found["closable_by"])
    return Gap(found["what"], found["amount"], found["unit"], closer, found["by"], tuple(found["documents"]))


def _report(found: Json) -> PassReport:
    return PassReport(
        number=found["number"],
        terms=tuple(Term(each["term"], each["why"]) for each in found["terms"]),
        retrieved=found["retrieved"],
        new_passages=found["new_passages"],
        new_items=found["new_items"],
        merged_items=found["merged_items"],
        rejected=tuple(Rejection(each["text"], each["why"]) for each in found["rejected"]),
        signals=tuple(_signal(each) for each in found["signals"]),
        milliseconds=found["milliseconds"],
    )


def _derivation(found: Json) -> Derivation:
    return Derivation(
        operation=found["operation"],
        inputs=tuple(found["answers"]),
        revisions=tuple(found["revisions"]),
        predicate=found["predicate"],
        uncertain=tuple(found["uncertain"]),
        members_proven=found["members_proven"],
        closed=found["closed"],
        groups=tuple(
            Group(each["document_id"], each["document"], each["answer_id"], each["items"], Verdict(each["verdict"]))
            for each in found["groups"]
        ),
    )
