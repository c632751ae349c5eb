"""What goes over the wire about coverage: numbers of a client's own retrieval, what they carry, and gaps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from app.entrypoints.http.closed import Closed
from app.entrypoints.http.coverage_models import Gap

Number = Annotated[int, Field(le=10**15, ge=-(10**15))]
ClaimType = Literal["existence", "absence", "count", "universal", "superlative", "membership", "complete_set", "value"]
Relation = Literal["at_least", "at_most", "exactly"]
_PASSAGES = {"corpus": 20_000, "readable": 20_000, "matched": 340, "k": 20, "retrieved": 20, "in_context": 12}


class ReportedCounts(Closed):
    """Counts of one unit. Each is a part of the one before it; what is left out is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)

    corpus: Annotated[Number, Field(description="All that there are, also those that could not be read.")]
    readable: Annotated[
        Number | None, Field(description="Could be read, and were searched. Of documents: those read to the last page.")
    ] = None
    waived: Annotated[Number, Field(description="Left out on purpose by a person; not among `readable`.")] = 0
    matched: Annotated[Number | None, Field(description="What the query matches in all, retrieved or not.")] = None
    k: Annotated[Number | None, Field(description="The most that the retrieval could give.")] = None
    retrieved: Number
    in_context: Annotated[
        Number,
        Field(description="What the model was given: pages and passages whole, documents of which it was given any."),
    ]
    cited: Number


class ReportedClaim(Closed):
    model_config = ConfigDict(extra="forbid", strict=True)

    type: ClaimType
    relation: Annotated[Relation | None, Field(description="Of a count, and only of it.")] = None


class NewCoverageCheck(Closed):
    """The numbers of a retrieval that is not ours, and the claims that are to be made from it."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "passages": {**_PASSAGES, "cited": 5},
                    "selection": "top_k",
                    "claims": [{"type": "count", "relation": "exactly"}, {"type": "existence"}],
                },
                {
                    "documents": {"corpus": 3, "readable": 3, "retrieved": 3, "in_context": 3, "cited": 2},
                    "pages": {"corpus": 61, "readable": 61, "retrieved": 61, "in_context": 61, "cited": 4},
                    "claims": [{"type": "absence"}, {"type": "complete_set"}],
                },
            ]
        },
    )

    documents: ReportedCounts | None = None
    pages: ReportedCounts | None = None
    passages: ReportedCounts | None = None
    selection: Annotated[
        Literal["exhaustive", "top_k", "sample"] | None,
        Field(description="How the retriever chose: all that matches, the best k, or at random."),
    ] = None
    search_decides: Annotated[
        bool,
        Field(description='The query is itself the test of membership ("mentions X", an identifier), not its meaning.'),
    ] = False
    claims: Annotated[
        list[ReportedClaim] | None,
        Field(min_length=1, max_length=50, description="Null: every kind of claim."),
    ] = None


class CarriedClaim(Closed):
    type: ClaimType
    relation: Relation | None
    at_most: Annotated[
        Literal["supported", "weakly_supported", "unsupported", "unverifiable"],
        Field(description="The strongest that such a claim can be with these numbers. They never prove it."),
    ]
    reasons: list[str]
    sentence: Annotated[str, Field(description="What may be said.")]


class Share(Closed):
    unit: Literal["documents", "pages", "passages"]
    stage: str
    number: int
    percent: Annotated[str, Field(description="Of the corpus; 100 % and 0 % only when literally so.")]


def _example() -> dict[str, Any]:
    seen = "12 of 20000 passages (<0.1 %) in context"
    return {
        "self_reported": True,
        "level": "top_k",
        "k": 12,
        "rate": None,
        "qualifier": f"By the client's own numbers: {seen}. The retrieval is top_k(12).",
        "claims": [
            {
                "type": "count",
                "relation": "exactly",
                "at_most": "unsupported",
                "reasons": ["documents_not_counted", "cap_bound", "cut_before_context", "search_does_not_decide"],
                "sentence": f"There are at least as many as the citations show, and more may exist; {seen}.",
            }
        ],
        "shares": [{"unit": "passages", "stage": "in_context", "number": 12, "percent": "<0.1 %"}],
        "gaps": [
            {
                "what": "not_retrieved",
                "amount": 320,
                "unit": "passages",
                "closable_by": "scope",
                "by": "no cap on what is retrieved",
                "documents": [],
            }
        ],
    }


class CoverageCheck(Closed):
    """What numbers can carry that nobody but the client has seen."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_example()]})

    self_reported: Annotated[bool, Field(description="Always true: the service has seen nothing of it.")]
    level: Literal["exact", "sampled", "top_k", "truncated", "unknown"]
    k: int | None
    rate: float | None
    qualifier: str
    claims: list[CarriedClaim]
    shares: list[Share]
    gaps: list[Gap]
