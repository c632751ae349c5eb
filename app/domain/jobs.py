"""Work that outlives a connection: jobs, their states and events, and the kept state of a loop."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.answer import Candidate, Evidence, PassReport, Term
from app.domain.question import Request


class JobKind(StrEnum):
    QUESTION = "question"
    UPLOAD = "upload"


class JobState(StrEnum):
    """How far the work is; never how complete its result."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self not in (JobState.QUEUED, JobState.RUNNING)


UNITS = {JobKind.QUESTION: "passes", JobKind.UPLOAD: "pages"}


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done: a question to ask, or documents (ids) whose reading is awaited."""

    kind: JobKind
    request: Request | None = None
    documents: tuple[str, ...] = ()


class Progress(NamedTuple):
    done: int
    total: int | None  # None: not known yet


class JobError(NamedTuple):
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    corpus_id: str
    task: Task
    state: JobState
    attempt: int  # raised each time somebody takes the job up
    progress: Progress
    created: float  # seconds since 1970, as are the others
    changed: float
    expires: float | None  # from then on it is not given any more; None while it is under way
    error: JobError | None = None  # the last one, of an earlier attempt too
    answer_id: str = ""
    result: str = ""  # JSON, of an upload
    extendable: bool = False


class NewEvent(NamedTuple):
    name: str
    body: str  # JSON; of "run.completed" of a question the id of the answer, which stands for it


class Event(NamedTuple):
    """`number` counts from 1 without gaps, over restarts and extensions."""

    number: int
    name: str
    body: str


class Reading(NamedTuple):
    """How far the reading of one document is, whoever reads it."""

    document_id: str
    name: str
    state: str
    reason: str
    begun: int
    planned: int
    read: int

    @property
    def pending(self) -> bool:
        return self.state in ("queued", "reading")


class Kept(NamedTuple):
    """A candidate as the loop keeps it: pass, region it was proposed for (-1: none), evidence where looked up."""

    number: int
    region: int
    candidate: Candidate
    evidence: tuple[Evidence, ...] | None


@dataclass(frozen=True, slots=True)
class LoopState:
    """What a loop must remember to go on after its last pass, at the same revision of the corpus."""

    revision: int
    seconds: float
    passes: tuple[PassReport, ...]
    terms: tuple[Term, ...]
    passages: tuple[int, ...]
    regions: tuple[int, ...]
    matched: int
    troubles: tuple[str, ...]
    candidates: tuple[Kept, ...]
    passages_read: tuple[int, ...] = ()  # gone through by extractors
    regions_read: tuple[int, ...] = ()
