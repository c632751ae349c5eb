"""Examples for the API documentation."""

from __future__ import annotations

from typing import Any

from app.entrypoints import tables

ID = "0f9c2b7a6d1e4c58"
DOCUMENT = "3d1f6f0c7a..."


def answer() -> dict[str, Any]:
    proof = {
        "document_id": DOCUMENT,
        "document": "handbook.pdf",
        "page": 4,
        "bbox": [72.0, 140.5, 131.2, 152.5],
        "quote": "Prepare",
        "start": 210,
        "end": 217,
        "extractor": "regions",
    }
    closed = {
        "kind": "structural",
        "outcome": "passed",
        "expected": None,
        "found": 1,
        "document_id": None,
        "evidence": [proof],
        "explanation": "the list on p. 4 closes",
    }
    stages = {"matched": 1, "retrieved": 1, "read_by_extractors": 1, "cited": 1}
    images = _gap("layer:images", 1, "documents", "tool", "text recognition (OCR) of pictures", DOCUMENT)
    unmatched = _gap("not_matched", 77, "passages", "scope", "a question in the words of the text")
    return {
        "id": ID,
        "corpus": {"id": ID, "revision": 7},
        "question": {
            "text": "Which are the steps of the release procedure?",
            "kind": "listing",
            "item_kind": "text",
            "noun": "steps",
            "modifiers": [],
            "phrases": [],
            "conditions": [],
            "bounds": [],
            "pattern": None,
            "stated_number": None,
            "compares": False,
            "negates": False,
            "reference": None,
            "language": "en",
            "scope": {"kind": "corpus", "documents": [DOCUMENT], "because": "no document is named"},
        },
        "items": [
            {
                "label": "Prepare",
                "key": "prepare",
                "aliases": [],
                "detail": "collect what changed",
                "found_in_pass": 1,
                "verified": True,
                "hidden": False,
                "evidence": [proof],
            }
        ],
        "completeness": {
            "verdict": "complete",
            "level": "exact",
            "k": None,
            "rate": None,
            "count": {"lower": 1, "upper": 1},
            "reasons": ["list_closed"],
            "qualifier": "All 1: the list on p. 4 closes.",
            "signals": [closed],
            "coverage": {
                "documents": {"planned": 1, "read": 1, "pending": 0, **stages, "unread": []},
                "pages": {"planned": 12, "read": 12, **stages, "unread": {}},
                "layers_not_read": ["images"],
                "passages": {"corpus": 80, "matched": 3, "retrieved": 3, "read": 3, "cited": 1},
                "gaps": [images, unmatched],
            },
            "caps": [{"name": "max_passes", "value": 3, "bound": False}],
            "documents": [{"document_id": DOCUMENT, "document": "handbook.pdf", "verdict": "complete", "items": 1}],
        },
        "stop_reason": "check_passed",
        "passes": [
            {
                "number": 1,
                "terms": [{"term": "steps", "why": "noun asked for"}],
                "retrieved": 3,
                "new_passages": 3,
                "new_items": 1,
                "merged_items": 0,
                "rejected": [],
                "signals": [closed],
                "milliseconds": 4.2,
            }
        ],
        "derived": None,
    }


def _gap(what: str, amount: int, unit: str, closable_by: str, by: str, *documents: str) -> dict[str, Any]:
    found = {"what": what, "amount": amount, "unit": unit, "closable_by": closable_by, "by": by}
    return {**found, "documents": list(documents)}


def aggregated() -> dict[str, Any]:
    return {
        "answer_id": ID,
        "function": "sum",
        "value": 12,
        "unit": "kg",
        "bound": "lower",
        "exact": False,
        "level": "top_k",
        "k": 20,
        "rate": None,
        "qualifier": "The sum is at least 12 kg: from 3 items of a set that is not known whole; provided that no value "
        "that was not seen is negative.",
        "verdict": "at_least",
        "items": 3,
        "unparsed": [],
        "bias_accepted": False,
        "as_of": {"revision": 7, "level_now": "top_k"},
    }


def items() -> dict[str, Any]:
    """The first page of an answer whose items all stand on it."""
    whole = answer()
    return {
        "answer_id": ID,
        "items": whole["items"],
        "total": {"value": 1, "relation": "eq"},
        "next": None,
        "completeness": whole["completeness"],
    }


def lines() -> dict[str, Any]:
    """The media types of an export, each with an example."""
    whole = answer()
    written = {"application/x-ndjson": tables.jsonl(whole), "text/csv": tables.csv_lines(whole)}
    return {kind: {"schema": {"type": "string"}, "example": "".join(each)} for kind, each in written.items()}


def job() -> dict[str, Any]:
    """A question that has been answered."""
    where = f"/v1/jobs/{ID}"
    return {
        "id": ID,
        "kind": "question",
        "state": "succeeded",
        "corpus_id": ID,
        "question": "Which are the steps of the release procedure?",
        "progress": {"unit": "passes", "done": 1, "total": 3},
        "attempt": 1,
        "created": "2026-03-01T09:30:00.000+00:00",
        "changed": "2026-03-01T09:30:02.000+00:00",
        "expires": "2026-03-31T09:30:02.000+00:00",
        "error": None,
        "result": None,
        "links": {"self": where, "events": f"{where}/events", "answer": f"/v1/enumerations/{ID}"},
    }


def events() -> str:
    """The beginning and the end of a stream."""
    return (
        'event: pass.started\ndata: {"number":1}\nid: 2\n\n'
        'event: item.added\ndata: {"label":"Prepare","key":"prepare"}\nid: 3\n\n'
        ": ping\n\n"
        'event: run.completed\ndata: {"id":"' + ID + '"}\nid: 6\n\n'
    )
