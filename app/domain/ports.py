"""The seams: what the core asks of the outside, as protocols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from app.domain.answer import Candidate
from app.domain.flow import Flow
from app.domain.jobs import Event, Job, JobError, JobKind, LoopState, NewEvent, Progress, Reading, Task
from app.domain.page import Page, PageState, RawDocument
from app.domain.question import Question, Request
from app.domain.structure import Acronym, Cue, Definition, DocumentStructure, Region

# ---------------------------------------------------------------- stored things


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document of a corpus: what was planned, what was read, and why not all."""

    id: str  # SHA-256 of its bytes, hex
    name: str
    title: str
    state: str  # "queued", "reading", "read", "partial", "failed"
    reason: str
    pages_planned: int
    pages: tuple[tuple[PageState, int], ...]  # pages by state
    layers: tuple[str, ...] = ()
    size: int = 0  # bytes

    @property
    def pending(self) -> bool:
        return self.state in ("queued", "reading")

    @property
    def pages_read(self) -> int:
        return sum(n for state, n in self.pages if state in (PageState.READ, PageState.BLANK))


@dataclass(frozen=True, slots=True)
class CorpusInfo:
    id: str
    name: str
    revision: int
    documents: int
    pages: int
    pending: int  # documents not yet read or failed; status is "ready" at 0

    @property
    def status(self) -> str:
        return "reading" if self.pending else "ready"


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as stored."""

    id: int
    document_id: str
    number: int
    flow: Flow
    headings: tuple[str, ...]
    contents: bool
    furniture: bool
    first_page: int
    last_page: int


@dataclass(frozen=True, slots=True)
class StoredRegion:
    """A region as stored; `id` is unique in the store."""

    id: int
    document_id: str
    region: Region


@dataclass(frozen=True, slots=True)
class StoredCue:
    document_id: str
    cue: Cue


# ---------------------------------------------------------------- retrieval


class Form(StrEnum):
    STEM = "stem"  # any inflection
    EXACT = "exact"  # this folded word form
    PHRASE = "phrase"  # these words in a row (exact forms)
    PREFIX = "prefix"  # words that begin so


class SearchTerm(NamedTuple):
    text: str
    form: Form = Form.STEM


class Target(StrEnum):
    PASSAGE = "passage"
    REGION = "region"  # matched on its contexts and column headers, not on its members
    MEMBER = "member"  # regions, matched on the text of their members


@dataclass(frozen=True, slots=True)
class Query:
    """Boolean search: at least one of `any_of` (where given), all of `all_of`, none of `none_of`."""

    any_of: tuple[SearchTerm, ...] = ()
    all_of: tuple[SearchTerm, ...] = ()
    none_of: tuple[SearchTerm, ...] = ()
    documents: frozenset[str] | None = None
    target: Target = Target.PASSAGE
    limit: int | None = None  # None: every match


class Hit(NamedTuple):
    id: int  # passage or region id
    document_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Hits:
    """What the engine found, best first (ties by id), and what it knows about its own answer."""

    hits: tuple[Hit, ...]
    total: int
    relation: str = "eq"  # "eq": total is exact, "gte": at least
    timed_out: bool = False
    partial: bool = False  # some of the index did not answer
    reason: str = ""
    revision: int | None = None  # corpus revision the index stands for

    @property
    def exhaustive(self) -> bool:
        return self.relation == "eq" and not self.timed_out and not self.partial and len(self.hits) == self.total


class Retriever(Protocol):
    """Search over one snapshot of one corpus. It does not raise: a failure is a partial answer with a reason."""

    def search(self, query: Query) -> Hits: ...


class CorpusView(Protocol):
    """One consistent view of one corpus at one revision, for one question. Close it when done."""

    @property
    def info(self) -> CorpusInfo: ...
    @property
    def retriever(self) -> Retriever: ...
    def documents(self) -> Sequence[DocumentInfo]: ...
    def passages(self, ids: Sequence[int]) -> Sequence[Passage]: ...
    def document_passages(self, document_id: str) -> Sequence[Passage]:
        """All passages of a document, in reading order."""

    def passage_count(self, documents: Iterable[str] | None) -> int: ...
    def regions(self, ids: Sequence[int]) -> Sequence[StoredRegion]: ...
    def document_regions(self, document_id: str) -> Sequence[StoredRegion]:
        """All regions of a document, in order of `Region.number`."""

    def cues(self, documents: Iterable[str] | None) -> Sequence[StoredCue]: ...
    def definitions(self, document_id: str) -> Sequence[Definition]: ...
    def acronyms(self, documents: Iterable[str] | None) -> Sequence[Acronym]: ...
    def page(self, document_id: str, number: int) -> Page | None: ...
    def pages(self, document_id: str) -> Sequence[Page]:
        """All pages of a document that have text or a state; in order."""

    def close(self) -> None: ...


# ---------------------------------------------------------------- the loop's plug-ins


@dataclass(frozen=True, slots=True)
class Batch:
    """What one pass gives to the extractors: only what no earlier pass has read."""

    passages: tuple[Passage, ...] = ()
    regions: tuple[StoredRegion, ...] = ()
    documents: tuple[DocumentInfo, ...] = ()  # those in scope
    terms: tuple[str, ...] = ()  # stems searched for so far
    acronyms: tuple[Acronym, ...] = ()
    cues: tuple[StoredCue, ...] = ()
    weights: tuple[tuple[str, float], ...] = ()  # stem -> how much it tells regions apart in this scope, 0..1
    synonyms: frozenset[str] = frozenset()  # stems that may stand for the noun asked for


class Extractor(Protocol):
    """Proposes candidates. It sees the question and the batch, nothing else, and has no memory."""

    @property
    def name(self) -> str: ...

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]: ...


class ReadingStoppedError(Exception):
    """Reading was stopped from outside (shutdown): nothing is known about the document, which stays to be read."""


class StorageFullError(Exception):
    """There is no room on the disk: what was to be written was not, all of it; what was written before is kept."""


class DocumentReader(Protocol):
    """Reads one file's bytes into raw pages. It does not raise for bad input: states and reasons say it."""

    def read(self, name: str, data: bytes, deadline_s: float) -> RawDocument: ...


class Store(Protocol):
    """Corpora, documents, structures and answers; durable."""

    def create_corpus(self, name: str, corpus_id: str = "") -> CorpusInfo:
        """The id of a corpus that exists gives that one."""

    def corpora(self) -> Sequence[CorpusInfo]: ...
    def corpus(self, corpus_id: str) -> CorpusInfo | None: ...
    def delete_corpus(self, corpus_id: str) -> bool: ...
    def add_document(self, corpus_id: str, name: str, data: bytes) -> tuple[DocumentInfo, bool]:
        """Register a file (state "queued"); the flag says whether it is new to this corpus. Same bytes: same id."""

    def documents(self, corpus_id: str) -> Sequence[DocumentInfo]: ...
    def document(self, corpus_id: str, document_id: str) -> DocumentInfo | None: ...
    def delete_document(self, corpus_id: str, document_id: str) -> bool: ...
    def unread(self) -> Sequence[tuple[str, str, str]]:
        """(document id, name, why) of what is queued or was being read when the process ended."""

    def file(self, document_id: str) -> bytes: ...
    def mark_reading(self, document_id: str) -> None: ...
    def save_structure(self, document_id: str, structure: DocumentStructure) -> None:
        """Store what was understood (also a failure) and make it searchable in every corpus that holds it."""

    def structure_pages(self, document_id: str) -> Sequence[Page]: ...
    def open(self, corpus_id: str) -> CorpusView:
        """A snapshot. Raises KeyError for an unknown corpus."""

    def save_answer(self, answer_id: str, corpus_id: str, body: str) -> None: ...
    def answer(self, answer_id: str) -> str | None: ...
    def reindex(self, corpus_id: str | None = None) -> int:
        """Rebuild the search index from the stored rows; returns how many entries were written."""

    def close(self) -> None: ...


class Jobs(Protocol):
    """Work that outlives a connection; durable, and shared by all processes on the store.

    What is written for a job is refused (False) once its attempt is no longer the current one.
    """

    def create(self, corpus_id: str, task: Task, job_id: str = "") -> Job:
        """A queued job. The id of a job that exists gives that one."""

    def job(self, job_id: str) -> Job | None: ...
    def is_over(self, job: Job) -> bool: ...
    def events(self, job_id: str, after: int, limit: int = ...) -> Sequence[Event]: ...
    def last_event(self, job_id: str) -> int: ...
    def claim(self, kind: JobKind) -> Job | None:
        """The oldest job of a kind whose process died, else the oldest queued, now the caller's; None without."""

    def holds(self, job: Job) -> bool: ...
    def record(self, job: Job, events: Sequence[NewEvent], progress: Progress | None = None) -> bool: ...
    def succeed(
        self, job: Job, events: Sequence[NewEvent], answer: tuple[str, str] | None, result: str, loop: LoopState | None
    ) -> bool:
        """The end, with the answer (id, JSON text) or the result (JSON text), in one step."""

    def fail(self, job: Job, error: JobError) -> bool: ...
    def release(self, job: Job) -> bool:
        """Back to the queue, without counting as an attempt."""

    def cancel(self, job_id: str) -> Job | None: ...
    def extend(self, job_id: str, request: Request) -> Job | None: ...
    def loop(self, job_id: str) -> LoopState | None: ...
    def remove(self, job_id: str) -> bool: ...
    def readings(self, corpus_id: str, documents: Sequence[str]) -> Sequence[Reading]: ...
    def answer_is_over(self, answer_id: str) -> bool: ...
    def purge(self) -> int: ...


class Reply(NamedTuple):
    """What was answered over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes


class Outcome(StrEnum):
    NEW = "new"  # act, then save or drop
    KNOWN = "known"  # answered before
    IN_FLIGHT = "in_flight"  # the first request with this key is not answered yet
    OTHER_REQUEST = "other_request"  # the key was used for something else


class Opening(NamedTuple):
    """What is known of an Idempotency-Key. `resource_id`: the id for what the request makes, the same at each try."""

    outcome: Outcome
    resource_id: str = ""
    reply: Reply | None = None


class Replies(Protocol):
    """What was answered to each Idempotency-Key; durable, and shared by all processes on the store."""

    def open(self, key: str, fingerprint: str) -> Opening: ...
    def save(self, key: str, reply: Reply) -> None: ...
    def leave(self, key: str) -> None: ...
    def drop(self, key: str) -> None: ...
    def purge(self) -> int: ...


class ReadingClaims(Protocol):
    """Who reads which document, over all processes on the store."""

    def take(self, document_id: str) -> bool:
        """False where a living process reads it."""

    def drop(self, document_id: str) -> None: ...
    def progress(self, document_id: str, begun: int, planned: int) -> None: ...
