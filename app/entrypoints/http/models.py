"""What goes over the wire, with an example of each. Requests refuse fields they do not know."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from app.entrypoints.http import examples
from app.entrypoints.http.closed import Closed, Text
from app.entrypoints.http.coverage_models import Coverage
from app.entrypoints.http.examples import DOCUMENT, ID

# ---------------------------------------------------------------- requests


class NewCorpus(Closed):
    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"name": "supplier contracts"}]}
    )

    name: Annotated[Text, Field(min_length=1, max_length=200)]


class Ask(Closed):
    """A listing question with its caps."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"question": "Which are the steps of the release procedure?"},
                {"question": "List all error codes.", "documents": [DOCUMENT], "max_passes": 3, "mode": "exhaustive"},
                {"question": "Which contracts have a non-compete clause?", "mode": "top_k", "k": 20},
            ]
        },
    )

    question: Text
    documents: Annotated[list[Text], Field(min_length=1)] | None = None
    max_passes: Annotated[int, Field(ge=1, le=50)] = 3
    mode: Literal["exhaustive", "top_k", "adaptive"] = "exhaustive"
    k: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    passages_per_pass: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    time_budget_ms: Annotated[int, Field(ge=1, le=86_400_000)] | None = None


class Predicate(Closed):
    """Which items pass: by an id of a document, or by what the label is or holds, or by what the item's text holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    field: Annotated[Literal["document", "label", "text"], Field(description="`text`: label, detail and quotes.")]
    any_of: Annotated[list[Annotated[Text, Field(min_length=1, max_length=500)]], Field(min_length=1, max_length=100)]
    whole: Annotated[bool, Field(description="With `label`: the label is the text, not only holds it.")] = False


class NewSet(Closed):
    """A set from stored answers over one corpus."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"operation": "union", "answers": [ID, "a41c..."]},
                {"operation": "difference", "answers": [ID, "a41c..."]},
                {"operation": "filter", "answers": [ID], "predicate": {"field": "label", "any_of": ["draft"]}},
                {"operation": "group_by_document", "answers": [ID]},
            ]
        },
    )

    operation: Literal["union", "intersection", "difference", "filter", "group_by_document"]
    answers: Annotated[list[Text], Field(min_length=1, max_length=50, description="Ids of stored answers.")]
    predicate: Annotated[Predicate | None, Field(description="Of a filter, and only of it.")] = None


class Attribute(Closed):
    """Where the number of an item stands. What can be read in two ways is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)

    place: Literal["label", "detail", "evidence"]
    unit: Annotated[Text, Field(max_length=50, description="Only numbers with this unit.")] = ""
    name: Annotated[Text, Field(max_length=100, description="The number behind this word.")] = ""


class NewAggregate(Closed):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"function": "count"},
                {"function": "sum", "attribute": {"place": "detail", "unit": "kg"}},
                {"function": "mean", "attribute": {"place": "detail"}, "accept_bias": True},
            ]
        },
    )

    function: Literal["count", "count_distinct", "sum", "min", "max", "mean", "median"]
    attribute: Annotated[Attribute | None, Field(description="Of all but `count` and `count_distinct` needed.")] = None
    accept_bias: Annotated[bool, Field(description="Give a mean or median over a set not known whole.")] = False


# ---------------------------------------------------------------- corpora and documents


class Corpus(Closed):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "id": ID,
                    "name": "supplier contracts",
                    "revision": 7,
                    "status": "ready",
                    "documents": 3,
                    "pages": 61,
                    "pending": 0,
                }
            ]
        },
    )

    id: str
    name: str
    revision: int
    status: Literal["ready", "reading"]
    documents: int
    pages: int
    pending: Annotated[int, Field(description="Documents that are still to be read.")]


class Corpora(Closed):
    corpora: list[Corpus]


class DocumentPages(Closed):
    planned: int
    read: int
    by_state: dict[str, int]


class Document(Closed):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "id": DOCUMENT,
                    "name": "handbook.pdf",
                    "title": "Handbook of operations",
                    "state": "partial",
                    "reason": "1 of 12 pages could not be read",
                    "bytes": 183441,
                    "pages": {"planned": 12, "read": 11, "by_state": {"read": 11, "no_text": 1}},
                    "layers_not_read": ["images"],
                }
            ]
        },
    )

    id: str
    name: str
    title: str
    state: Literal["queued", "reading", "read", "partial", "failed"]
    reason: str
    bytes: int
    pages: DocumentPages
    layers_not_read: list[str]


class UploadedDocument(Document):
    duplicate: Annotated[bool, Field(description="The corpus held these very bytes before.")]


class Upload(Closed):
    documents: list[UploadedDocument]


class Documents(Closed):
    documents: list[Document]


class UnreadPage(Closed):
    page: int
    label: str | None
    state: str
    reason: str


class DocumentDetail(Document):
    unread: list[UnreadPage]


# ---------------------------------------------------------------- answers


class Condition(Closed):
    value: str
    column: str
    negated: bool


class Bound(Closed):
    value: float
    relation: Literal["more_than", "less_than", "at_least", "at_most", "exactly", "other_than"]
    near: list[str]


class Reference(Closed):
    kind: str
    number: str


class Scope(Closed):
    kind: str
    documents: list[str]
    because: str


class Understood(Closed):
    text: str
    kind: Literal["listing", "count", "other"]
    item_kind: str
    noun: str
    modifiers: list[str]
    phrases: list[str]
    conditions: list[Condition]
    bounds: list[Bound]
    pattern: str | None
    stated_number: int | None
    compares: bool
    negates: bool
    reference: Reference | None
    language: str
    scope: Scope


class Evidence(Closed):
    document_id: str
    document: str
    page: int
    bbox: Annotated[list[float], Field(min_length=4, max_length=4)]
    quote: str
    start: int
    end: int
    extractor: str


class Item(Closed):
    label: str
    key: str
    aliases: list[str]
    detail: str
    found_in_pass: int
    verified: bool
    hidden: bool
    evidence: list[Evidence]


class Count(Closed):
    lower: int
    upper: int | None


class Signal(Closed):
    kind: str
    outcome: str
    expected: int | None
    found: int | None
    document_id: str | None
    evidence: list[Evidence]
    explanation: str


class Cap(Closed):
    name: str
    value: int
    bound: bool


class DocumentVerdict(Closed):
    document_id: str
    document: str
    verdict: str
    items: int


class Completeness(Closed):
    verdict: Literal["complete", "at_least", "conflicting", "none_found", "unproven"]
    level: Literal["exact", "sampled", "top_k", "truncated", "unknown"]
    k: int | None
    rate: float | None
    count: Count
    reasons: list[str]
    qualifier: str
    signals: list[Signal]
    coverage: Coverage
    caps: list[Cap]
    documents: list[DocumentVerdict]


class Term(Closed):
    term: str
    why: str


class Rejection(Closed):
    text: str
    why: str


class Pass(Closed):
    number: int
    terms: list[Term]
    retrieved: int
    new_passages: int
    new_items: int
    merged_items: int
    rejected: list[Rejection]
    signals: list[Signal]
    milliseconds: float


class CorpusRevision(Closed):
    id: str
    revision: int


class Group(Closed):
    document_id: str
    document: str
    answer_id: str
    items: int
    verdict: str


class Derived(Closed):
    """How a set was made from stored answers."""

    operation: str
    answers: list[str]
    revisions: Annotated[list[int], Field(description="The revision that each of `answers` saw.")]
    predicate: str
    uncertain: Annotated[list[str], Field(description="Keys of items that need not be members.")]
    members_proven: Annotated[bool, Field(description="A signal in the text says that the other items are members.")]
    closed: Annotated[bool, Field(description="Nothing outside the items is a member.")]
    groups: list[Group]


class Answer(Closed):
    """The items, their proof, and how complete the set is."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.answer()]})

    id: str
    corpus: CorpusRevision
    question: Understood
    items: list[Item]
    completeness: Completeness
    stop_reason: Literal["check_passed", "no_new_passages", "pass_cap", "time_budget", "cancelled", "derived"]
    passes: list[Pass]
    derived: Annotated[Derived | None, Field(description="Null for an answer to a question.")]


class JobProgress(Closed):
    unit: Literal["passes", "pages"]
    done: int
    total: Annotated[int | None, Field(description="null while it is not known.")]


class JobError(Closed):
    code: str
    detail: str


class JobLinks(Closed):
    self: str
    events: str
    answer: Annotated[str | None, Field(description="The answer of a question, the newest where it was extended.")]


class Job(Closed):
    """How far work is that outlives the connection. Its state says nothing about how complete the result is."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.job()]})

    id: str
    kind: Literal["question", "upload"]
    state: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    corpus_id: str
    question: str | None
    progress: JobProgress
    attempt: Annotated[int, Field(description="How often it was taken up, for instance after the server had stopped.")]
    created: str
    changed: str
    expires: Annotated[str | None, Field(description="From then on it is 410; null while it is under way.")]
    error: Annotated[JobError | None, Field(description="The last error, also of an attempt that another followed.")]
    result: Annotated[Documents | None, Field(description="Of an upload that has ended: its documents.")]
    links: JobLinks


class Extend(Closed):
    """Caps to raise; what is left out stays. At least one more pass is made."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"max_passes": 6}, {"passages_per_pass": 5000}]}
    )

    max_passes: Annotated[int, Field(ge=1, le=50)] | None = None
    k: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    passages_per_pass: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    time_budget_ms: Annotated[int, Field(ge=1, le=86_400_000)] | None = None


class Unparsed(Closed):
    label: str
    reason: Literal["no_number", "several_numbers", "ambiguous_number", "inexact_number"]


class Moment(Closed):
    revision: Annotated[int, Field(description="The revision of the corpus that the set was seen at.")]
    level_now: Annotated[
        Literal["exact", "sampled", "top_k", "truncated", "unknown"],
        Field(description="`unknown` where the corpus moved on since, or documents wait to be read."),
    ]


class Aggregated(Closed):
    """A number made from a set, and the way it is bounded."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.aggregated()]})

    answer_id: str
    function: Literal["count", "count_distinct", "sum", "min", "max", "mean", "median"]
    value: int | float
    unit: str | None
    bound: Annotated[
        Literal["lower", "upper"] | None,
        Field(
            description="The true number is at least, or at most, this one. Null: it is `exact`, or nothing is known."
        ),
    ]
    exact: bool
    level: Literal["exact", "sampled", "top_k", "truncated", "unknown"]
    k: int | None
    rate: float | None
    qualifier: str
    verdict: Literal["complete", "at_least", "conflicting", "none_found", "unproven"]
    items: int
    unparsed: Annotated[list[Unparsed], Field(description="Items without a number that can be taken, and why.")]
    bias_accepted: Annotated[bool, Field(description="The number is one of the known items only.")]
    as_of: Moment


class Total(Closed):
    value: int
    relation: Annotated[Literal["eq", "gte"], Field(description="`eq`: exact; `gte`: at least.")]


class Items(Closed):
    """A page of an answer's items, with the completeness of the whole."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.items()]})

    answer_id: str
    items: list[Item]
    total: Total
    next: Annotated[str | None, Field(description="The cursor of the next page; null at the end.")]
    completeness: Completeness


class Health(Closed):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"status": "ok", "version": "0.1.0"}]})

    status: str
    version: str


class ProblemBody(Closed):
    """RFC 9457, with a stable `code`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:everylast:problem:unknown_corpus",
                    "title": "There is no such corpus",
                    "status": 404,
                    "detail": "No corpus has the id 'abc'.",
                    "code": "unknown_corpus",
                }
            ]
        },
    )

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: Annotated[
        list[dict[str, str]] | None, Field(description="In a validation error: field, code and detail of each fault.")
    ] = None
