"""Why something is, or is not, in an answer: the causes, what each means, and what repairs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.domain.answer import Cap, Evidence, Term


class Cause(StrEnum):
    """How far along its way to the answer the thing got; the furthest of all its places decides."""

    NOT_IN_CORPUS = "not_in_corpus"
    UNREAD_PAGES = "unread_pages"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_RETRIEVED = "not_retrieved"
    NOT_EXTRACTED = "not_extracted"
    WITHIN_ITEM = "within_item"
    REJECTED = "rejected"
    MERGED = "merged"
    LEFT_OUT_BY_SET = "left_out_by_set"
    LISTED = "listed"


class Why(StrEnum):
    """More exactly, for one place."""

    NO_TERM_MATCHES = "no_term_matches"  # not retrieved
    CUT_OFF = "cut_off"
    NOT_SEARCHED = "not_searched"
    BINDS_LESS_WELL = "binds_less_well"  # not extracted
    RIVAL = "rival"
    AGREES = "agrees"
    NOT_ANNOUNCED = "not_announced"
    NOT_ASKED = "not_asked"
    IN_DETAIL = "in_detail"
    RUNNING_TEXT = "running_text"
    NOT_THE_KIND = "not_the_kind"
    DENIED = "denied"  # rejected


ORDER = tuple(Cause)
REPAIRS = {
    Cause.NOT_IN_CORPUS: "Upload the document that holds it, or check the spelling; no other question finds it.",
    Cause.UNREAD_PAGES: "Make the unread pages readable (text recognition, the password, a better copy), upload them "
    "and ask again; until then it cannot be excluded.",
    Cause.OUT_OF_SCOPE: "Ask again with that document among `documents`, or without a scope.",
    Cause.NOT_RETRIEVED: "Ask again with words that stand at the place.",
    Cause.NOT_EXTRACTED: "Ask with the words that announce the place, or name its section or table.",
    Cause.WITHIN_ITEM: "Take the longer item for it, or ask for the part alone.",
    Cause.REJECTED: "Look at the page: the stored text at the place does not carry what was proposed; `everylast "
    "inspect` shows what was read.",
    Cause.MERGED: "Take the item it was merged into; its places stand in the evidence.",
    Cause.LEFT_OUT_BY_SET: "Look at the answers the set was made from; another operation keeps it.",
    Cause.LISTED: "Nothing to repair.",
}  # fmt: skip
REPAIRS_BY_WHY = {
    Why.CUT_OFF: "Ask again with the mode `exhaustive`, or raise the cap that bound.",
    Why.NOT_SEARCHED: "Ask a listing question: what was asked was not taken for one, and nothing was searched.",
    Why.RIVAL: "Ask with the words that announce the region you mean; the verdict already says that two compete.",
    Why.AGREES: "Nothing is lost: the region says what the chosen one says; check the spelling of the item.",
    Why.NOT_ASKED: "Ask without the condition, or for another column: the row is there, but it does not answer.",
    Why.IN_DETAIL: "Read the detail of the item, or ask for what stands there.",
    Why.RUNNING_TEXT: "Cite the passage itself: no list, table or heading holds it, and sentences are not listed.",
    Why.NOT_THE_KIND: "Ask for this kind of thing: the question asks for another (a pattern, whole documents, "
    "defined terms).",
    Why.DENIED: "Read the sentence that denies: it is among the signals of the answer.",
}  # fmt: skip


def repair(cause: Cause, why: Why | None = None) -> str:
    """What to do about it, in one sentence."""
    return (REPAIRS_BY_WHY.get(why) if why else None) or REPAIRS[cause]


@dataclass(frozen=True, slots=True)
class RegionNote:
    """A region as far as it explains: what it is, how it ended, how well it binds to the question."""

    number: int
    kind: str
    announced_by: str  # "lead_in", "heading", ...; "" where nothing announces it
    words: str  # the announcing words themselves
    first_page: int
    last_page: int
    members: int
    ending: str
    closed: bool
    problems: tuple[str, ...]
    open_words: tuple[str, ...]
    chosen: bool
    bound: bool  # all that the question asks stands in the words that announce it
    score: float
    missing: tuple[str, ...]  # stems of the question that stand nowhere around it


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a read page that holds the thing, in one of its spellings."""

    document_id: str
    document: str
    page: int
    start: int
    end: int
    quote: str
    spelling: str  # how it differs from what was asked for


@dataclass(frozen=True, slots=True)
class PlaceNote:
    """How far one place got, and why no further."""

    place: Place
    cause: Cause
    why: Why | None
    explanation: str
    region: RegionNote | None = None
    item: str = ""  # the item that holds the place
    would_match: tuple[str, ...] = ()  # words of the place that were not searched for


@dataclass(frozen=True, slots=True)
class Trail:
    """What became of a candidate."""

    pass_number: int
    text: str
    outcome: str  # "listed", "merged", "rejected"
    why: str
    into: str = ""  # label of the item


@dataclass(frozen=True, slots=True)
class Listed:
    """An item of the answer, and how it came there."""

    label: str
    key: str
    matched: str  # "label", "alias"
    found_in_pass: int
    evidence: tuple[Evidence, ...]
    region: RegionNote | None
    terms: tuple[Term, ...]  # of the question's terms, those that stand where it was found
    because: str


@dataclass(frozen=True, slots=True)
class UnreadPage:
    """A page in scope that was not read, or only in part. Page 0: all of the document, or pages nobody saw."""

    document_id: str
    document: str
    page: int
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class AsOf:
    """The revisions that the answer and its explanation stand on."""

    answer_revision: int
    revision: int
    replay: str  # "same", "differs", "none"
    note: str


@dataclass(frozen=True, slots=True)
class Explanation:
    answer_id: str
    item: str
    document_id: str
    cause: Cause
    explanation: str
    repair: str
    listed: Listed | None
    trail: tuple[Trail, ...]
    places: tuple[PlaceNote, ...]  # the furthest first
    places_total: int
    spellings: tuple[tuple[str, str], ...]  # text, how
    unread: tuple[UnreadPage, ...]
    caps: tuple[Cap, ...]  # those that bound
    as_of: AsOf


def furthest(notes: Sequence[PlaceNote]) -> tuple[PlaceNote, ...]:
    """Notes with those first that came furthest; of equals the earlier place stays first."""
    return tuple(sorted(notes, key=lambda note: -ORDER.index(note.cause)))
