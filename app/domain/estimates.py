"""Estimates of how much a search missed. They are labelled as such, carry their assumptions, and lift no verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.hypergeometric import TOLERANCE, Draw, at_least, at_most, largest

CONFIDENCE = 0.95
# With fewer found by both, the estimate of Chapman (1951) is biased by more than about two in a hundred
# (Robson and Regier 1964).
LEAST_BOTH = 7
MOST = 10**9  # no bound is looked for beyond


class Interval(NamedTuple):
    estimate: float
    lower: float
    upper: float


class Bias(StrEnum):
    """What a violated assumption does to the estimated total."""

    LOW = "low"  # it comes out too low, and the recall too high
    HIGH = "high"
    NONE = "none"
    UNKNOWN = "unknown"


class Holds(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Assumption(NamedTuple):
    name: str
    holds: Holds
    bias: Bias  # where it does not hold
    why: str


class RefusedEstimateError(Exception):
    """No honest estimate can be given. `code`: insufficient_overlap, nothing_new, no_second_search,
    contradictory_counts."""

    def __init__(self, code: str, detail: str, fields: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.code, self.detail, self.fields = code, detail, fields


# ---------------------------------------------------------------- capture and recapture


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two independent searches found: so many the first, so many the second, so many of them both."""

    first: int
    second: int
    both: int

    @property
    def either(self) -> int:
        return self.first + self.second - self.both


def recaptured(overlap: Overlap, known: int = 0, confidence: float = CONFIDENCE) -> Interval:
    """How many there are in all: the estimate of Chapman with an exact (hypergeometric) interval.

    `known`: how many are known from anywhere, of which no estimate falls short. Raises RefusedEstimateError.
    """
    _consistent(overlap)
    if overlap.both < LEAST_BOTH:
        detail = f"Only {overlap.both} were found by both searches; below {LEAST_BOTH} no honest interval can be given."
        raise RefusedEstimateError("insufficient_overlap", detail)
    least = max(overlap.either, known)
    chapman = (overlap.first + 1) * (overlap.second + 1) / (overlap.both + 1) - 1
    return Interval(
        max(chapman, least), max(_lower(overlap, confidence), least), max(_upper(overlap, confidence), least)
    )


def _consistent(overlap: Overlap) -> None:
    _not_negative(overlap, ("first", "second", "both"))
    for name, number in (("first", overlap.first), ("second", overlap.second)):
        if overlap.both > number:
            detail = f"both ({overlap.both}) is more than {name} ({number})"
            raise RefusedEstimateError("contradictory_counts", detail, ("both", name))


def _not_negative(counts: Overlap | Screening, names: tuple[str, ...]) -> None:
    negative = tuple(name for name in names if getattr(counts, name) < 0)
    if negative:
        raise RefusedEstimateError("contradictory_counts", f"{', '.join(negative)}: negative", negative)


def _upper(overlap: Overlap, confidence: float) -> int:
    """The largest total at which an overlap as large as this is not too unlikely."""
    limit = _limit(confidence)

    def likely(total: int) -> bool:
        return at_least(overlap.both, Draw(total, overlap.first, overlap.second)) >= limit

    return largest(overlap.either, MOST, likely)


def _lower(overlap: Overlap, confidence: float) -> int:
    """The smallest total at which an overlap as small as this is not too unlikely."""
    limit = _limit(confidence)

    def unlikely(total: int) -> bool:
        return at_most(overlap.both, Draw(total, overlap.first, overlap.second)) < limit

    if not unlikely(overlap.either):
        return overlap.either
    return largest(overlap.either, MOST, unlikely) + 1


def _limit(confidence: float) -> float:
    return (1 - confidence) / 2 * (1 - TOLERANCE)


# ---------------------------------------------------------------- screening


@dataclass(frozen=True, slots=True)
class Screening:
    """`before` of a `collection` were screened in any order, then `sample` of the rest, drawn at random."""

    collection: int
    before: int
    hits_before: int
    sample: int
    hits_in_sample: int

    @property
    def rest(self) -> int:
        """What the sample was drawn from."""
        return self.collection - self.before

    @property
    def unseen(self) -> int:
        return self.rest - self.sample

    @property
    def hits(self) -> int:
        return self.hits_before + self.hits_in_sample


@dataclass(frozen=True, slots=True)
class Screened:
    """With the confidence asked for, at most `missed` hits are among the unseen, and the recall is at least `recall`.

    `further`: how many more, drawn at random and without a hit, would show the recall wanted; None: none was wanted.
    """

    missed: int
    recall: float
    enough: bool | None = None
    further: int | None = None


def screened(screening: Screening, confidence: float = CONFIDENCE, recall: float | None = None) -> Screened:
    """Bound what a screening missed. `recall`: the one wanted. Raises RefusedEstimateError for contradictions."""
    _possible(screening)
    missed = _missed(screening, confidence)
    reached = _recall(screening, missed)
    if recall is None:
        return Screened(missed, reached)
    return Screened(missed, reached, reached >= recall, _further(screening, confidence, recall))


def _possible(screening: Screening) -> None:
    s = screening
    _not_negative(s, ("collection", "before", "hits_before", "sample", "hits_in_sample"))
    pairs = (
        (("hits_before", "before"), s.hits_before, s.before),
        (("hits_in_sample", "sample"), s.hits_in_sample, s.sample),
        (("before", "sample", "collection"), s.before + s.sample, s.collection),
    )
    for fields, part, whole in pairs:
        if part > whole:
            detail = f"{' and '.join(fields[:-1])} ({part}) cannot be more than {fields[-1]} ({whole})"
            raise RefusedEstimateError("contradictory_counts", detail, fields)


def _missed(screening: Screening, confidence: float) -> int:
    """The largest number of hits among the unseen at which so few in the sample are not too unlikely."""
    limit, seen = (1 - confidence) * (1 - TOLERANCE), screening.hits_in_sample

    def likely(hits: int) -> bool:
        return at_most(seen, Draw(screening.rest, hits, screening.sample)) >= limit

    return largest(seen, screening.unseen + seen, likely) - seen


def _recall(screening: Screening, missed: int) -> float:
    total = screening.hits + missed
    return screening.hits / total if total else 1.0


def _further(screening: Screening, confidence: float, recall: float) -> int:
    """At the end everything was seen, so some number is always enough."""

    def short(more: int) -> bool:
        larger = Screening(
            screening.collection,
            screening.before,
            screening.hits_before,
            screening.sample + more,
            screening.hits_in_sample,
        )
        return _recall(screening, _missed(larger, confidence)) < recall

    return largest(0, screening.unseen, short) + 1 if short(0) else 0
