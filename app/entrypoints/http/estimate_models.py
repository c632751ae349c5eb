"""What goes over the wire about estimates. Every one is labelled as such."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from app.entrypoints.http.closed import Closed
from app.entrypoints.http.examples import ID

Number = Annotated[int, Field(ge=-(10**9), le=10**9)]
Confidence = Annotated[float, Field(ge=0.5, le=0.999)]


def _asked(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": list(examples)})


# ---------------------------------------------------------------- requests


class NewEstimate(Closed):
    """Which two searches are compared."""

    model_config = _asked({"searches": "ways"}, {"searches": "mentions"})

    searches: Annotated[
        Literal["ways", "mentions"],
        Field(
            description="Lists, tables and sections against series in running text, or against mentions in running "
            "text of what is built like the items (identifiers)."
        ),
    ] = "ways"


class NewOverlap(Closed):
    """What two searches of your own found."""

    model_config = _asked({"first": 40, "second": 30, "both": 20})

    first: Number
    second: Number
    both: Annotated[Number, Field(description="Found by the first and by the second.")]
    known: Annotated[int, Field(ge=0, le=10**9, description="All that are known from anywhere.")] = 0
    confidence: Confidence = 0.95


class NewScreening(Closed):
    """How far a screening is: first in any order, then a random sample of the rest."""

    model_config = _asked(
        {"collection": 20_000, "before": 2000, "hits_before": 150, "sample": 600, "hits_in_sample": 0, "recall": 0.95}
    )

    collection: Annotated[Number, Field(description="All documents.")]
    before: Annotated[Number, Field(description="Screened in any order, for instance the best first.")] = 0
    hits_before: Number = 0
    sample: Annotated[Number, Field(description="Screened after that, drawn at random from the rest.")]
    hits_in_sample: Number = 0
    recall: Annotated[float | None, Field(gt=0, le=1, description="The recall wanted.")] = None
    confidence: Confidence = 0.95


# ---------------------------------------------------------------- responses


class Assumption(Closed):
    name: str
    holds: Literal["yes", "no", "unknown"]
    bias: Annotated[
        Literal["low", "high", "none", "unknown"],
        Field(description="What the estimated total (or what is missed) becomes where it does not hold."),
    ]
    why: str


class Interval(Closed):
    estimate: float
    lower: float
    upper: float


def _assumption() -> dict[str, str]:
    why = "what is listed tends to be named in running text too"
    return {"name": "independent_searches", "holds": "no", "bias": "low", "why": why}


_TOTAL = {"estimate": 59.5238, "lower": 52, "upper": 78}
_SHARE = {"estimate": 0.84, "lower": 0.641, "upper": 0.9615}
_OVERLAP = {
    "label": "estimate",
    "self_reported": True,
    "method": "capture_recapture",
    "known": 50,
    "total": _TOTAL,
    "recall": _SHARE,
    "confidence": 0.95,
    "sentence": "An estimate, not a proof: 50 are known of about 60 (52 to 78 with a confidence of 0.95).",
    "assumptions": [_assumption()],
}
_RECALL = {
    "label": "estimate",
    "answer_id": ID,
    "verdict": "unproven",
    "method": "capture_recapture",
    "searches": "mentions",
    "first": 40,
    "second": 30,
    "both": 20,
    "answered": 50,
    "outside": 0,
    "total": _TOTAL,
    "recall": _SHARE,
    "confidence": 0.95,
    "sentence": "An estimate, not a proof: there are about 60 (52 to 78 with a confidence of 0.95), of which the "
    "answer holds 50; the true number is more likely higher than lower.",
    "assumptions": [_assumption()],
}
_SCREENED = {
    "label": "estimate",
    "self_reported": True,
    "method": "hypergeometric_stopping",
    "hits": 150,
    "unseen": 17_400,
    "missed_at_most": 88,
    "recall_at_least": 0.6303,
    "confidence": 0.95,
    "recall_wanted": 0.95,
    "enough": False,
    "further": 5022,
    "sentence": "An estimate, not a proof: with a confidence of 0.95 at most 88 of the 17400 documents that were not "
    "screened are hits; 150 are known.",
    "assumptions": [_assumption()],
}


def _given(example: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [example]})


class RecallEstimate(Closed):
    """An estimate of what an answer may lack. It changes nothing of the answer."""

    model_config = _given(_RECALL)

    label: Literal["estimate"]
    answer_id: str
    verdict: Annotated[
        Literal["complete", "at_least", "conflicting", "none_found", "unproven"],
        Field(description="That of the answer, which no estimate changes."),
    ]
    method: Literal["capture_recapture"]
    searches: Literal["ways", "mentions"]
    first: int
    second: int
    both: int
    answered: Annotated[int, Field(description="Items of the answer.")]
    outside: Annotated[int, Field(description="Items that the two found and the answer does not hold.")]
    total: Interval
    recall: Interval
    confidence: float
    sentence: str
    assumptions: list[Assumption]


class OverlapEstimate(Closed):
    """An estimate from counts that only the client has seen."""

    model_config = _given(_OVERLAP)

    label: Literal["estimate"]
    self_reported: bool
    method: Literal["capture_recapture"]
    known: int
    total: Interval
    recall: Interval
    confidence: float
    sentence: str
    assumptions: list[Assumption]


class ScreeningEstimate(Closed):
    """A bound on what a screening missed, from counts that only the client has seen."""

    model_config = _given(_SCREENED)

    label: Literal["estimate"]
    self_reported: bool
    method: Literal["hypergeometric_stopping"]
    hits: int
    unseen: int
    missed_at_most: int
    recall_at_least: float
    confidence: float
    recall_wanted: float | None
    enough: Annotated[bool | None, Field(description="The recall wanted is shown; null where none was wanted.")]
    further: Annotated[int | None, Field(description="So many more, at random and without a hit, would show it.")]
    sentence: str
    assumptions: list[Assumption]
