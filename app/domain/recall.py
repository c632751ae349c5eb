"""The estimate for one answer: two searches, what they have in common, and what has to hold for it to mean anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from app.domain.estimates import (
    CONFIDENCE,
    Assumption,
    Bias,
    Holds,
    Interval,
    Overlap,
    RefusedEstimateError,
    recaptured,
)

Names = frozenset[str]  # keys of one item: its label's and its aliases'


class Searches(StrEnum):
    """Which two searches are compared; the first is the same."""

    WAYS = "ways"  # lists, tables and sections against series in running text
    MENTIONS = "mentions"  # the same against mentions in running text of what is built like them


@dataclass(frozen=True, slots=True)
class Recall:
    """`known`: items of the answer and of both searches; `answered`: those of the answer."""

    searches: Searches
    overlap: Overlap
    known: int
    answered: int
    total: Interval
    assumptions: tuple[Assumption, ...]
    confidence: float = CONFIDENCE

    @property
    def outside(self) -> int:
        """Items that the two found and the answer does not hold."""
        return self.known - self.answered

    @property
    def share(self) -> Interval:
        """Recall of the answer; the total is never smaller than what is known, so that it never exceeds 1."""
        return Interval(*(self.answered / each for each in (self.total.estimate, self.total.upper, self.total.lower)))


def recall(searches: Searches, first: Sequence[Names], second: Sequence[Names], answer: Sequence[Names]) -> Recall:
    """Raises RefusedEstimateError where the two have too little in common, or one has nothing of its own."""
    every = _distinct([*answer, *first, *second])
    found, again = (_of(every, each) for each in (first, second))
    overlap = Overlap(len(found), len(again), len(found & again))
    total = recaptured(overlap, len(every))
    if overlap.both == min(overlap.first, overlap.second):
        detail = "One search found nothing that the other had not, which is no measure of what both missed."
        raise RefusedEstimateError("nothing_new", detail)
    return Recall(searches, overlap, len(every), len(_of(every, answer)), total, assumptions(searches))


def _of(groups: Sequence[Names], items: Iterable[Names]) -> set[int]:
    """Which of the groups the items belong to."""
    owners = {name: number for number, group in enumerate(groups) for name in group}
    return {owners[name] for each in items for name in each}


def _distinct(items: Iterable[Names]) -> list[Names]:
    """Items that share a name as one."""
    groups: dict[int, Names] = {}
    owners: dict[str, int] = {}
    for number, each in enumerate(items):
        shared = {owners[name] for name in each if name in owners}
        groups[number] = each.union(*(groups.pop(other) for other in shared))
        owners.update(dict.fromkeys(groups[number], number))
    return list(groups.values())


def sentence(value: Recall) -> str:
    """What may be said of it. No share in percent: an estimate of all would look like a proof."""
    total = value.total
    return (
        f"An estimate, not a proof: there are about {ceil(total.estimate)} ({ceil(total.lower)} to "
        f"{ceil(total.upper)} with a confidence of {value.confidence:g}), of which the answer holds {value.answered}; "
        "the true number is more likely higher than lower."
    )


# ---------------------------------------------------------------- assumptions

_CLOSED = Assumption("closed_population", Holds.YES, Bias.NONE, "both searches saw one revision of the corpus")
_READABLE = Assumption(
    "everything_could_be_found",
    Holds.NO,
    Bias.LOW,
    "what stands on pages that were not read, or in no form that is understood, neither search can find",
)
_EQUAL = Assumption(
    "equally_likely_to_be_found",
    Holds.NO,
    Bias.LOW,
    "what stands in plain lists under plain headings is found by both, what is hard to find by neither",
)
_ONE_THING = Assumption(
    "each_is_recognised", Holds.UNKNOWN, Bias.HIGH, "what is written in two ways counts as two, and as found once each"
)
_RIGHT = Assumption(
    "all_found_belong", Holds.UNKNOWN, Bias.HIGH, "what does not belong is seldom found by both, and counts as missed"
)
_NOT_INDEPENDENT = Assumption(
    "independent_searches",
    Holds.NO,
    Bias.LOW,
    "what is listed tends to be named in running text too, and what is overlooked in one place tends to be in others",
)
_TOGETHER = Assumption(
    "found_one_by_one",
    Holds.NO,
    Bias.UNKNOWN,
    "items of one list are found together, so that the interval is too narrow",
)
_ALIKE = Assumption(
    "built_alike", Holds.UNKNOWN, Bias.LOW, "a member that is built differently from those that are listed is not found"
)


_GIVEN = Assumption(
    "independent_searches",
    Holds.UNKNOWN,
    Bias.LOW,
    "only the client knows how the two searches differ; where one follows the other, too few are estimated",
)
_CLIENT_CLOSED = Assumption(
    "closed_population", Holds.UNKNOWN, Bias.UNKNOWN, "only the client knows whether both saw the same texts"
)


def assumptions(searches: Searches) -> tuple[Assumption, ...]:
    own = (_ALIKE,) if searches is Searches.MENTIONS else ()
    return (_NOT_INDEPENDENT, _TOGETHER, *own, _EQUAL, _READABLE, _ONE_THING, _RIGHT, _CLOSED)


GIVEN_OVERLAP = (_GIVEN, _CLIENT_CLOSED, _EQUAL, _ONE_THING, _RIGHT)
GIVEN_SAMPLE = (
    Assumption(
        "random_sample",
        Holds.UNKNOWN,
        Bias.LOW,
        "a sample from the top of a ranking, or of what is easy to open, holds more hits or fewer than the rest",
    ),
    Assumption(
        "size_fixed_beforehand",
        Holds.UNKNOWN,
        Bias.LOW,
        "who looks after each document and stops at a good moment is wrong more often than the confidence says",
    ),
    Assumption("every_hit_is_recognised", Holds.UNKNOWN, Bias.LOW, "a hit that the screener overlooks is not counted"),
)
