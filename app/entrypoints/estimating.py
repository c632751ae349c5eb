"""Estimates as JSON-ready dictionaries. Each says that it is one."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from app.domain.answer import Answer
from app.domain.estimates import Assumption, Interval, Overlap, Screened, Screening
from app.domain.recall import GIVEN_OVERLAP, GIVEN_SAMPLE, Recall, sentence

Json = dict[str, Any]


def recall(answer: Answer, value: Recall) -> Json:
    """How much of what there is an answer may hold; its verdict stands beside it, unchanged."""
    return {
        "label": "estimate",
        "answer_id": answer.id,
        "verdict": str(answer.completeness.verdict),
        "method": "capture_recapture",
        "searches": str(value.searches),
        "first": value.overlap.first,
        "second": value.overlap.second,
        "both": value.overlap.both,
        "answered": value.answered,
        "outside": value.outside,
        "total": _interval(value.total),
        "recall": _interval(value.share),
        "confidence": value.confidence,
        "sentence": sentence(value),
        "assumptions": _assumptions(value.assumptions),
    }


def overlap(given: Overlap, known: int, total: Interval, confidence: float) -> Json:
    """Of two searches of a client."""
    found = max(given.either, known)
    return {
        "label": "estimate",
        "self_reported": True,
        "method": "capture_recapture",
        "known": found,
        "total": _interval(total),
        "recall": _interval(Interval(*(found / each for each in (total.estimate, total.upper, total.lower)))),
        "confidence": confidence,
        "sentence": f"An estimate, not a proof: {found} are known of about {ceil(total.estimate)} "
        f"({ceil(total.lower)} to {ceil(total.upper)} with a confidence of {confidence:g}).",
        "assumptions": _assumptions(GIVEN_OVERLAP),
    }


def screening(given: Screening, value: Screened, confidence: float, wanted: float | None) -> Json:
    """Of a screening of a client."""
    return {
        "label": "estimate",
        "self_reported": True,
        "method": "hypergeometric_stopping",
        "hits": given.hits,
        "unseen": given.unseen,
        "missed_at_most": value.missed,
        "recall_at_least": value.recall,
        "confidence": confidence,
        "recall_wanted": wanted,
        "enough": value.enough,
        "further": value.further,
        "sentence": _screened(given, value, confidence),
        "assumptions": _assumptions(GIVEN_SAMPLE),
    }


def _screened(given: Screening, value: Screened, confidence: float) -> str:
    return (
        f"An estimate, not a proof: with a confidence of {confidence:g} at most {value.missed} of the {given.unseen} "
        f"documents that were not screened are hits; {given.hits} are known."
    )


def _interval(value: Interval) -> Json:
    return {name: round(number, 4) for name, number in value._asdict().items()}


def _assumptions(values: Sequence[Assumption]) -> list[Json]:
    return [{"name": each.name, "holds": str(each.holds), "bias": str(each.bias), "why": each.why} for each in values]
