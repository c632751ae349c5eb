"""Examples of claims and of a result for the API documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.entrypoints.http.examples import ID, answer

_QUESTION = {"corpus_id": ID, "question": "Which are the stations of the line?"}

CLAIMS: Mapping[str, dict[str, Any]] = {
    "existence": {"enumeration_id": ID},
    "absence": dict(_QUESTION),
    "count": {"enumeration_id": ID, "relation": "exactly", "number": 12},
    "membership": {
        "enumeration_id": ID,
        "label": "North Quay",
        "text": "North Quay is a station of the line.",
        "cites": [{"document": "timetable.pdf", "page": 4, "quote": "The stations are North Quay, Mill Lane"}],
    },
    "complete_set": {"enumeration_id": ID, "labels": ["North Quay", "Mill Lane", "Old Brewery"]},
    "value": {"enumeration_id": ID, "label": "North Quay", "value": "120 m", "name": "platform"},
    "universal": {"enumeration_id": ID, "predicate": "has a ticket office"},
    "superlative": {
        "enumeration_id": ID,
        "label": "North Quay",
        "extreme": "highest",
        "attribute": {"place": "detail", "unit": "m", "name": "platform"},
    },
}


def claim(name: str) -> dict[str, Any]:
    return {"type": name, **CLAIMS[name]}


def results() -> dict[str, Any]:
    """An exact count over an answer that is not known whole."""
    proof = answer()["items"][0]["evidence"]
    return {
        "results": [
            {
                "type": "count",
                "enumeration_id": ID,
                "verdict": "unsupported",
                "reasons": ["answer_partial"],
                "checked": "exactly 12 against 12 items that stand",
                "say_instead": "At least 12 stations, from 37 of 40 pages.",
                "evidence": proof,
                "differences": {"dropped": [], "added": [], "duplicated": [], "failing": []},
                "answer": {
                    "verdict": "at_least",
                    "qualifier": "At least 12: 3 of 40 pages could not be read (3 no text).",
                    "level": "exact",
                    "level_now": "exact",
                    "revision": 7,
                    "corpus_revision": 7,
                    "pending": 0,
                },
            }
        ]
    }
