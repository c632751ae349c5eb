"""What an agent may claim of a set, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """as_of: the revision of the corpus that the claim speaks of; None: it speaks of now."""

    as_of: int | None = None


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
