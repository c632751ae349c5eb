"""The answer: items with evidence, signals, coverage, verdict, passes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from app.domain.gaps import Gap
from app.domain.geometry import Box, Span
from app.domain.question import Question


class Verdict(StrEnum):
    COMPLETE = "complete"
    AT_LEAST = "at_least"
    CONFLICTING = "conflicting"
    NONE_FOUND = "none_found"
    UNPROVEN = "unproven"


class Level(StrEnum):
    """Completeness of the retrieval, strongest first."""

    EXACT = "exact"
    SAMPLED = "sampled"
    TOP_K = "top_k"
    TRUNCATED = "truncated"
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    CHECK_PASSED = "check_passed"
    NO_NEW_PASSAGES = "no_new_passages"
    PASS_CAP = "pass_cap"
    TIME_BUDGET = "time_budget"
    CANCELLED = "cancelled"
    DERIVED = "derived"  # made from stored answers, without a loop


class Evidence(NamedTuple):
    """Where an item stands. `quote` is page_text[start:end], verbatim."""

    document_id: str
    document: str
    page: int
    bbox: Box
    quote: str
    start: int
    end: int
    extractor: str


@dataclass(frozen=True, slots=True)
class Source:
    """Which stored thing proposed a candidate."""

    document_id: str
    region: int = -1  # region id in the store, -1: from a passage
    passage: int = -1  # passage id in the store, -1: from a region
    member: int = -1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed item. It becomes one when the text at its spans carries its label."""

    label: str
    document_id: str
    spans: tuple[Span, ...]
    extractor: str
    source: Source
    detail: str = ""
    aliases: tuple[str, ...] = ()
    hidden: bool = False
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Item:
    label: str
    key: str
    evidence: tuple[Evidence, ...]
    aliases: tuple[str, ...] = ()
    detail: str = ""
    found_in_pass: int = 1
    verified: bool = True
    hidden: bool = False
    sources: tuple[Source, ...] = ()


class SignalKind(StrEnum):
    STRUCTURAL = "structural"
    EXHAUSTIVE = "exhaustive"
    CARDINALITY = "cardinality"
    STATED_ABSENCE = "stated_absence"
    RIVAL = "rival"
    SHAPE = "shape"


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Signal:
    kind: SignalKind
    outcome: Outcome
    explanation: str
    expected: int | None = None
    found: int | None = None
    evidence: tuple[Evidence, ...] = ()
    reasons: tuple[str, ...] = ()  # reason codes this signal gives to the verdict
    document_id: str = ""  # "" where it speaks of the whole scope


@dataclass(frozen=True, slots=True)
class Cap:
    name: str
    value: int
    bound: bool


class Stages(NamedTuple):
    """Documents or pages, each number a part of the one before. `matched`: None where a cap left matches unseen."""

    matched: int | None = None
    retrieved: int = 0
    extracted: int = 0  # gone through by extractors
    cited: int = 0


NO_STAGES = Stages()


@dataclass(frozen=True, slots=True)
class Coverage:
    documents_planned: int = 0
    documents_read: int = 0
    documents_unread: tuple[tuple[str, str, str], ...] = ()  # id, name, reason
    documents_pending: int = 0
    pages_planned: int = 0
    pages_read: int = 0
    pages_unread: tuple[tuple[str, int], ...] = ()  # state, how many
    layers_not_read: tuple[str, ...] = ()
    passages_in_scope: int = 0
    passages_matched: int = 0
    passages_retrieved: int = 0
    passages_read: int = 0  # gone through by extractors, themselves or a region in them
    passages_cited: int = 0
    document_stages: Stages = NO_STAGES
    page_stages: Stages = NO_STAGES
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentVerdict:
    document_id: str
    document: str
    verdict: Verdict
    items: int


@dataclass(frozen=True, slots=True)
class Completeness:
    verdict: Verdict
    level: Level
    qualifier: str
    reasons: tuple[str, ...]
    count_lower: int
    count_upper: int | None
    signals: tuple[Signal, ...]
    coverage: Coverage
    caps: tuple[Cap, ...]
    documents: tuple[DocumentVerdict, ...]
    k: int | None = None
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Term:
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Rejection:
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class PassStarted:
    """A pass begins."""

    number: int


@dataclass(frozen=True, slots=True)
class PassReport:
    """What a pass did. `items` are all that stand after it, for whoever follows the loop."""

    number: int
    terms: tuple[Term, ...]
    retrieved: int
    new_passages: int
    new_items: int
    merged_items: int
    rejected: tuple[Rejection, ...]
    signals: tuple[Signal, ...]
    milliseconds: float
    items: tuple[Item, ...] = field(default=(), compare=False, repr=False)


Step = PassStarted | PassReport  # what the loop yields on its way to the answer


@dataclass(frozen=True, slots=True)
class Scope:
    kind: str  # "documents", "named_document", "corpus"
    document_ids: tuple[str, ...]
    because: str


@dataclass(frozen=True, slots=True)
class Group:
    """The part of a set that stands in one document: an answer of its own."""

    document_id: str
    document: str
    answer_id: str
    items: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a set was made from stored answers, and what of it is certain."""

    operation: str
    inputs: tuple[str, ...]  # ids of answers
    revisions: tuple[int, ...]  # one for each input
    predicate: str = ""  # in words, of a filter
    uncertain: tuple[str, ...] = ()  # keys of items that need not be members
    members_proven: bool = False  # a signal, not only a search, says that the certain items are members
    closed: bool = False  # nothing outside the items is a member
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    id: str
    corpus_id: str
    revision: int
    question: Question
    scope: Scope
    items: tuple[Item, ...]
    completeness: Completeness
    stop_reason: StopReason
    passes: tuple[PassReport, ...]
    derivation: Derivation | None = None
