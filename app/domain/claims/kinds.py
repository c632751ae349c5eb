"""What an agent may claim of a set, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.aggregates import Attribute


class Support(StrEnum):
    """The verdict on a claim, strongest first; the meet of two is the later one."""

    SUPPORTED = "supported"
    WEAKLY_SUPPORTED = "weakly_supported"
    UNVERIFIABLE = "unverifiable"
    UNSUPPORTED = "unsupported"


class Relation(StrEnum):
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    EXACTLY = "exactly"


class Extreme(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Cite:
    """What the agent quotes: words of a page (1-based) of a document, which is given by its id or its name."""

    page: int
    quote: str
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """
    as_of   the revision of the corpus that the claim speaks of; None: it speaks of now
    cites   quotes that the agent gives as its own evidence
    text    the sentence that it is about to say; "" where it is not given
    """

    as_of: int | None = None
    cites: tuple[Cite, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Existence(Claim):
    """There is at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence(Claim):
    """There is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Claim):
    """So many there are. `labels`: what was counted, where the claim says it."""

    relation: Relation
    number: int
    labels: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership(Claim):
    """This is one of them."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteSet(Claim):
    """These are all of them."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Claim):
    """An item has this value: "5 mg". `name`: the word before it, where the item carries several."""

    label: str
    value: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Universal(Claim):
    """All of them have, or require, this."""

    predicate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Superlative(Claim):
    """Of all of them this one has the highest, or lowest, number."""

    label: str
    extreme: Extreme
    attribute: Attribute


def needs_whole(claim: Claim) -> bool:
    """Whether a single member that nobody saw could make the claim false."""
    if isinstance(claim, Count):
        return claim.relation is not Relation.AT_LEAST
    return isinstance(claim, (Absence, CompleteSet, Universal, Superlative))
