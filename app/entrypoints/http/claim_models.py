"""What goes over the wire about claims, with an example of each type."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from app.domain.claims.reasons import Reason
from app.entrypoints.http import claim_examples as examples
from app.entrypoints.http.closed import Closed, Text
from app.entrypoints.http.models import Attribute, Evidence

Label = Annotated[Text, Field(min_length=1, max_length=2000)]
Labels = Annotated[list[Label], Field(max_length=10_000)]


def _example(name: str) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [examples.claim(name)]})


class ClaimCite(Closed):
    """Words of a page that the agent gives as its evidence; they are looked up there."""

    document_id: Text | None = None
    document: Annotated[Text | None, Field(description="The name of the document, in the place of its id.")] = None
    page: Annotated[int, Field(ge=1, description="1-based, physical.")]
    quote: Annotated[Text, Field(min_length=1, max_length=5000)]


class Stated(Closed):
    """A claim about a stored answer, or about a corpus and a question, which is then asked and its answer stored."""

    enumeration_id: Annotated[Text | None, Field(description="A stored answer.")] = None
    corpus_id: Annotated[Text | None, Field(description="With `question`, in the place of `enumeration_id`.")] = None
    question: Text | None = None
    documents: Annotated[list[Text] | None, Field(min_length=1, description="Scope of the question.")] = None
    as_of_revision: Annotated[
        int | None, Field(ge=0, description="The revision of the corpus that the claim speaks of; without it, now.")
    ] = None

    text: Annotated[Text, Field(max_length=5000, description="The sentence: it must not say more than the claim.")] = ""
    cites: Annotated[
        list[ClaimCite], Field(max_length=100, default_factory=list, description="The agent's own evidence.")
    ]


class ExistenceClaim(Stated):
    """There is at least one."""

    model_config = _example("existence")
    type: Literal["existence"]


class AbsenceClaim(Stated):
    """There is none."""

    model_config = _example("absence")
    type: Literal["absence"]


class CountClaim(Stated):
    """So many there are."""

    model_config = _example("count")
    type: Literal["count"]
    relation: Literal["at_least", "at_most", "exactly"]
    number: Annotated[int, Field(ge=0, le=1_000_000_000)]
    labels: Annotated[Labels | None, Field(description="What was counted; each counts once.")] = None


class MembershipClaim(Stated):
    """This is one of them."""

    model_config = _example("membership")
    type: Literal["membership"]
    label: Label


class CompleteSetClaim(Stated):
    """These are all of them."""

    model_config = _example("complete_set")
    type: Literal["complete_set"]
    labels: Labels


class ValueClaim(Stated):
    """This item has this value, with its unit."""

    model_config = _example("value")
    type: Literal["value"]
    label: Label
    value: Annotated[Text, Field(min_length=1, max_length=500)]
    name: Annotated[Text, Field(max_length=100, description="The word before the value, where several stand.")] = ""


class UniversalClaim(Stated):
    """All of them have, or require, this."""

    model_config = _example("universal")
    type: Literal["universal"]
    predicate: Annotated[Text, Field(min_length=1, max_length=500, description="In the words of the text.")]


class SuperlativeClaim(Stated):
    """This one has the highest, or lowest, number of all."""

    model_config = _example("superlative")
    type: Literal["superlative"]
    label: Label
    extreme: Literal["highest", "lowest"]
    attribute: Attribute


Claim = Annotated[
    ExistenceClaim
    | AbsenceClaim
    | CountClaim
    | MembershipClaim
    | CompleteSetClaim
    | ValueClaim
    | UniversalClaim
    | SuperlativeClaim,
    Field(discriminator="type"),
]


class Claims(Closed):
    """What an agent is about to say."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"claims": [examples.claim(each)]} for each in examples.CLAIMS]},
    )

    claims: Annotated[list[Claim], Field(min_length=1, max_length=100)]


# ---------------------------------------------------------------- results


class Failing(Closed):
    label: str
    reason: Reason


class Differences(Closed):
    """Labels by which the claim differs from the answer, and items that do not carry it."""

    dropped: list[str]
    added: list[str]
    duplicated: list[str]
    failing: list[Failing]


class Basis(Closed):
    """The answer that a claim was checked against, and what it is worth now."""

    verdict: Literal["complete", "at_least", "conflicting", "none_found", "unproven"]
    qualifier: str
    level: Literal["exact", "sampled", "top_k", "truncated", "unknown"]
    level_now: Literal["exact", "sampled", "top_k", "truncated", "unknown"]
    revision: int
    corpus_revision: Annotated[int | None, Field(description="null: the corpus no longer exists.")]
    pending: Annotated[int | None, Field(description="Documents still being read.")]


class ClaimResult(Closed):
    type: str
    enumeration_id: str
    verdict: Literal["supported", "weakly_supported", "unsupported", "unverifiable"]
    reasons: list[Reason]
    checked: Annotated[str, Field(description="What was compared with what; nothing else was.")]
    say_instead: Annotated[str, Field(description="The strongest sentence that the evidence carries.")]
    evidence: list[Evidence]
    differences: Differences
    answer: Basis


class ClaimResults(Closed):
    """One result for each claim, in order."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.results()]})

    results: list[ClaimResult]
