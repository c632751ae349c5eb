"""An explanation as JSON-ready dictionaries."""

from __future__ import annotations

from typing import Any

from app.domain.explaining import AsOf, Explanation, Listed, PlaceNote, RegionNote, Trail, UnreadPage
from app.entrypoints import answers

Json = dict[str, Any]


def explanation(value: Explanation) -> Json:
    return {
        "answer_id": value.answer_id,
        "item": value.item,
        "document_id": value.document_id or None,
        "cause": str(value.cause),
        "explanation": value.explanation,
        "repair": value.repair,
        "listed": _listed(value.listed) if value.listed else None,
        "trail": [_trail(each) for each in value.trail],
        "places": [_place(each) for each in value.places],
        "places_total": value.places_total,
        "spellings": [{"text": text, "how": how} for text, how in value.spellings],
        "unread": [_unread(each) for each in value.unread],
        "caps": [{"name": cap.name, "value": cap.value, "bound": cap.bound} for cap in value.caps],
        "as_of": _as_of(value.as_of),
    }


def _listed(value: Listed) -> Json:
    return {
        "label": value.label,
        "key": value.key,
        "matched": value.matched,
        "found_in_pass": value.found_in_pass,
        "evidence": [answers.evidence(each) for each in value.evidence],
        "region": region(value.region) if value.region else None,
        "terms": [{"term": term.text, "why": term.why} for term in value.terms],
        "because": value.because,
    }


def region(value: RegionNote) -> Json:
    return {
        "number": value.number,
        "kind": value.kind,
        "announced_by": value.announced_by or None,
        "words": value.words,
        "first_page": value.first_page,
        "last_page": value.last_page,
        "members": value.members,
        "ending": value.ending,
        "closed": value.closed,
        "problems": list(value.problems),
        "open_words": list(value.open_words),
        "chosen": value.chosen,
        "bound": value.bound,
        "score": value.score,
        "missing": list(value.missing),
    }


def _trail(value: Trail) -> Json:
    return {
        "pass": value.pass_number,
        "text": value.text,
        "outcome": value.outcome,
        "why": value.why,
        "into": value.into or None,
    }


def _place(value: PlaceNote) -> Json:
    place = value.place
    return {
        "document_id": place.document_id,
        "document": place.document,
        "page": place.page,
        "start": place.start,
        "end": place.end,
        "quote": place.quote,
        "spelling": place.spelling,
        "cause": str(value.cause),
        "why": str(value.why) if value.why else None,
        "explanation": value.explanation,
        "region": region(value.region) if value.region else None,
        "within": value.item or None,
        "would_match": list(value.would_match),
    }


def _unread(value: UnreadPage) -> Json:
    return {
        "document_id": value.document_id,
        "document": value.document,
        "page": value.page or None,
        "state": value.state,
        "reason": value.reason,
    }


def _as_of(value: AsOf) -> Json:
    return {
        "answer_revision": value.answer_revision,
        "revision": value.revision,
        "replay": value.replay,
        "note": value.note,
    }
