"""What goes over the wire when an answer is to be explained."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from app.entrypoints.http.closed import Closed, Text
from app.entrypoints.http.examples import DOCUMENT, ID
from app.entrypoints.http.models import Cap, Evidence, Term

Cause = Literal[
    "not_in_corpus", "unread_pages", "out_of_scope", "not_retrieved", "not_extracted", "within_item", "rejected",
    "merged", "left_out_by_set", "listed",
]  # fmt: skip
Why = Literal[
    "no_term_matches", "cut_off", "not_searched", "binds_less_well", "rival", "agrees", "not_announced", "not_asked",
    "in_detail", "running_text", "not_the_kind", "denied",
]  # fmt: skip


def example() -> dict[str, Any]:
    """A step that stands in another list than the one chosen."""
    quote = "Before a release, further steps may be needed: - Notify the partners - Freeze"
    note = {
        "number": 4,
        "kind": "list",
        "announced_by": "lead_in",
        "words": "Before a release, further steps may be needed:",
        "first_page": 6,
        "last_page": 6,
        "members": 2,
        "ending": "next_block",
        "closed": True,
        "problems": [],
        "open_words": [],
        "chosen": False,
        "bound": False,
        "score": 2.9,
        "missing": ["procedur"],
    }
    told = "the region 4 (list) on p. 6 of handbook.pdf holds it; it binds with 2.90 (missing: procedur); the region 2 "
    told += "(list, p. 4) that was chosen with 5.05"
    place = {
        "document_id": DOCUMENT,
        "document": "handbook.pdf",
        "page": 6,
        "start": 512,
        "end": 531,
        "quote": quote,
        "spelling": "as_written",
        "cause": "not_extracted",
        "why": "binds_less_well",
        "explanation": told,
        "region": note,
        "within": None,
        "would_match": [],
    }
    return {
        "answer_id": ID,
        "item": "Notify the partners",
        "document_id": None,
        "cause": "not_extracted",
        "explanation": f"handbook.pdf, p. 6: {told}.",
        "repair": "Ask with the words that announce the place, or name its section or table.",
        "listed": None,
        "trail": [],
        "places": [place],
        "places_total": 1,
        "spellings": [{"text": "Notify the partners", "how": "as_written"}],
        "unread": [],
        "caps": [],
        "as_of": {"answer_revision": 7, "revision": 7, "replay": "same", "note": "The question was answered again ..."},
    }


class NewExplanation(Closed):
    """Something that was expected in an answer, or found there."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"item": "Notify the partners"}, {"item": "Prepare", "document_id": DOCUMENT}]},
    )

    item: Annotated[Text, Field(min_length=1, max_length=500)]
    document_id: Annotated[Text | None, Field(description="Look at this document only.")] = None


class RegionNote(Closed):
    """A list, table, series or section, as far as it explains."""

    number: int
    kind: str
    announced_by: str | None
    words: Annotated[str, Field(description="The words that announce it.")]
    first_page: int
    last_page: int
    members: int
    ending: Annotated[str, Field(description="What was seen behind its last member.")]
    closed: bool
    problems: list[str]
    open_words: list[str]
    chosen: bool
    bound: Annotated[bool, Field(description="What the question asks stands in the words that announce it.")]
    score: Annotated[float, Field(description="How well it binds to the question; it only ranks.")]
    missing: Annotated[list[str], Field(description="Stems of the question that stand nowhere around it.")]


class Listed(Closed):
    label: str
    key: str
    matched: Literal["label", "alias"]
    found_in_pass: int
    evidence: list[Evidence]
    region: RegionNote | None
    terms: Annotated[list[Term], Field(description="Terms of the search that stand where it was found.")]
    because: str


class TrailStep(Closed):
    number: Annotated[int, Field(alias="pass")]
    text: str
    outcome: Literal["merged", "rejected"]
    why: str
    into: Annotated[str | None, Field(description="The item it was merged into.")]


class PlaceNote(Closed):
    document_id: str
    document: str
    page: Annotated[int, Field(description="0: the document as a whole.")]
    start: int
    end: int
    quote: str
    spelling: Annotated[str, Field(description="How the place spells it; see `spellings`.")]
    cause: Cause
    why: Why | None
    explanation: str
    region: RegionNote | None
    within: Annotated[str | None, Field(description="The item whose label or detail holds the words.")]
    would_match: Annotated[list[str], Field(description="Words of the place that were not searched for.")]


class Spelling(Closed):
    text: str
    how: str


class UnreadPage(Closed):
    document_id: str
    document: str
    page: Annotated[
        int | None, Field(description="Null: all of the document, or pages of which only the number is known.")
    ]
    state: str
    reason: str


class ExplainedAsOf(Closed):
    answer_revision: int
    revision: int
    replay: Annotated[
        Literal["same", "differs", "none"],
        Field(description="Whether the question, answered again, gives the stored answer; `none`: it was not asked."),
    ]
    note: str


class Explained(Closed):
    """Why something is, or is not, in an answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [example()]})

    answer_id: str
    item: str
    document_id: str | None
    cause: Cause
    explanation: str
    repair: str
    listed: Listed | None
    trail: list[TrailStep]
    places: Annotated[list[PlaceNote], Field(description="At most 10, those that came furthest first.")]
    places_total: int
    spellings: Annotated[list[Spelling], Field(description="All that were looked for, the strictest first.")]
    unread: Annotated[list[UnreadPage], Field(description="At most 200 pages on which it might stand.")]
    caps: Annotated[list[Cap], Field(description="Caps that bound the answer.")]
    as_of: ExplainedAsOf
