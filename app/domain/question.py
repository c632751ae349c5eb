"""A listing question, understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.bounds import Bound


class QuestionKind(StrEnum):
    LISTING = "listing"
    COUNT = "count"
    OTHER = "other"


class ItemKind(StrEnum):
    """What one item is."""

    TEXT = "text"  # a phrase: member of a list, heading, cell
    PATTERN = "pattern"  # the text itself decides: identifiers, e-mail addresses, dates
    DEFINITION = "definition"  # defined terms, acronyms
    FOOTNOTE = "footnote"
    DOCUMENT = "document"  # whole documents: "which contracts ..."
    SUBJECT = "subject"  # "who likes X": whatever stands in the subject's place


class Mode(StrEnum):
    EXHAUSTIVE = "exhaustive"
    TOP_K = "top_k"
    ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True)
class Condition:
    """A restriction on another column or context: "with the status Open", "under 'Return 11'", "vehicle 7287"."""

    value: str  # as written in the question
    column: str = ""  # the word that names the column, where there is one
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    kind: QuestionKind
    item_kind: ItemKind = ItemKind.TEXT
    noun: str = ""  # head noun as written: "functions"
    noun_stem: str = ""
    modifiers: tuple[str, ...] = ()  # words of the noun phrase before the head, as written
    terms: tuple[str, ...] = ()  # stems of all content words, without the noun and question verbs
    nouns: tuple[str, ...] = ()  # head noun and other nouns that may name the members, as written, best first
    phrases: tuple[str, ...] = ()  # quoted strings
    bounds: tuple[Bound, ...] = ()  # comparisons with a number: "more than 5 seats"
    conditions: tuple[Condition, ...] = ()
    pattern: str = ""  # name of the pattern, where the text decides membership
    stated_number: int | None = None
    compares: bool = False  # "more than", "the highest", "before", "only": who is meant depends on a comparison
    reference: tuple[str, str] | None = None  # ("table", "2"), ("section", "5.4")
    document_hints: tuple[str, ...] = ()  # words that may name a document
    negates: bool = False  # "which do not ...": a set by exclusion
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Request:
    """One question to one corpus, with its caps. Caps bind visibly: the answer names each."""

    question: str
    documents: tuple[str, ...] | None = None  # ids; None: resolved from the question, else the corpus
    max_passes: int = 3
    mode: Mode = Mode.EXHAUSTIVE
    k: int | None = None
    passages_per_pass: int | None = None
    time_budget_ms: int | None = None
    extra: dict[str, str] = field(default_factory=dict)
