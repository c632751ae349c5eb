"""How much of what could be seen was seen: levels, and how they combine. Pure; each law is a property test.

exact > sampled(rate) > top_k(k) > truncated > unknown. Three things weaken what may be said, each for itself: the
retrieval (`RetrievalLevel`), the time (`AsOf`) and the rights of the caller (`Restriction`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from app.domain.answer import Completeness, Level

_RANKS = {each: rank for rank, each in enumerate(reversed(Level))}


@dataclass(frozen=True, slots=True)
class RetrievalLevel:
    """A level; `rate` (0 to 1) belongs to a sample, `k` (at least 0) to a cut. None: not known, weaker than any number.

    Raises ValueError for a number out of its bounds or of another level.
    """

    level: Level
    k: int | None = None
    rate: float | None = None

    def __post_init__(self) -> None:
        if self.k is not None and (self.level is not Level.TOP_K or self.k < 0):
            raise ValueError(f"k = {self.k} does not fit {self.level}")
        if self.rate is not None and (self.level is not Level.SAMPLED or not 0 <= self.rate <= 1):
            raise ValueError(f"rate = {self.rate} does not fit {self.level}")

    @property
    def strength(self) -> tuple[int, float]:
        """The total order: larger is stronger."""
        number = self.rate if self.level is Level.SAMPLED else self.k
        return _RANKS[self.level], -1.0 if number is None else float(number)

    def __str__(self) -> str:
        number = self.rate if self.level is Level.SAMPLED else self.k
        return str(self.level) if number is None else f"{self.level}({number:g})"


EXACT = RetrievalLevel(Level.EXACT)
TRUNCATED = RetrievalLevel(Level.TRUNCATED)
UNKNOWN = RetrievalLevel(Level.UNKNOWN)


def sampled(rate: float | None = None) -> RetrievalLevel:
    return RetrievalLevel(Level.SAMPLED, rate=rate)


def top_k(k: int | None = None) -> RetrievalLevel:
    return RetrievalLevel(Level.TOP_K, k=k)


def level_of(completeness: Completeness) -> RetrievalLevel:
    """Of an answer; numbers that belong to another level are left out."""
    level = completeness.level
    k = completeness.k if level is Level.TOP_K else None
    return RetrievalLevel(level, k, completeness.rate if level is Level.SAMPLED else None)


def meet(*levels: RetrievalLevel) -> RetrievalLevel:
    """The weakest; of equal levels the one with the smaller k or rate. Of nothing: exact."""
    return min(levels, key=lambda each: each.strength, default=EXACT)


def join(*levels: RetrievalLevel) -> RetrievalLevel:
    """Of what must be seen in each of several independent samples: their rates multiply. Else the meet."""
    return reduce(_join, levels, EXACT)


def _join(one: RetrievalLevel, other: RetrievalLevel) -> RetrievalLevel:
    if one.rate is None or other.rate is None:
        return meet(one, other)
    return sampled(one.rate * other.rate)


def cut(level: RetrievalLevel, k: int, bound: bool) -> RetrievalLevel:
    """After a cut to the best k, as a re-ranker makes: weaker where it bound, never better."""
    return meet(level, top_k(k)) if bound else level


def coarsen(level: RetrievalLevel) -> RetrievalLevel:
    """Passages taken together to documents: a document of which no passage was seen stays unseen."""
    return level


def second_source(*sources: RetrievalLevel) -> RetrievalLevel:
    """Several sources for one and the same set: exact where one of them is an exhaustive scan, else the meet."""
    return EXACT if EXACT in sources else meet(*sources)


@dataclass(frozen=True, slots=True)
class AsOf:
    """The state of a corpus that was seen: its revision, and the time through which it was indexed.

    In seconds since 1970. None: not known, earlier than any.
    """

    revision: int
    indexed_through: float | None = None


def earlier(one: AsOf, other: AsOf) -> AsOf:
    """The meet of two states of one corpus: nothing newer than either saw is promised."""
    times = (one.indexed_through, other.indexed_through)
    known = [each for each in times if each is not None]
    return AsOf(min(one.revision, other.revision), min(known) if len(known) == len(times) else None)


def as_of_now(level: RetrievalLevel, seen: AsOf, revision: int, pending: int) -> RetrievalLevel:
    """What a level is worth now: unknown where the corpus moved on, or documents wait to be read."""
    return level if revision == seen.revision and not pending else UNKNOWN


@dataclass(frozen=True, slots=True)
class Restriction:
    """How many documents the caller's rights hide. None: not known."""

    hidden: int | None = 0

    def __str__(self) -> str:
        if self.hidden == 0:
            return "nothing is hidden from the caller"
        return f"{'an unknown number of' if self.hidden is None else self.hidden} documents are hidden from the caller"


def restrict(one: Restriction, other: Restriction) -> Restriction:
    """The meet: at least the larger number is hidden; unknown where one is unknown."""
    if one.hidden is None or other.hidden is None:
        return Restriction(None)
    return Restriction(max(one.hidden, other.hidden))


@dataclass(frozen=True, slots=True)
class Sight:
    """All that weakens a set beside its text. The three are kept apart: none hides another."""

    retrieval: RetrievalLevel
    as_of: AsOf
    restriction: Restriction = Restriction()

    def __str__(self) -> str:
        through = "" if self.as_of.indexed_through is None else f", indexed through {self.as_of.indexed_through:g}"
        return f"{self.retrieval} as of revision {self.as_of.revision}{through}; {self.restriction}"

    @property
    def whole(self) -> bool:
        """Nothing that exists at the revision was out of sight."""
        return self.retrieval == EXACT and self.restriction.hidden == 0


def meet_sights(one: Sight, other: Sight) -> Sight:
    return Sight(
        meet(one.retrieval, other.retrieval),
        earlier(one.as_of, other.as_of),
        restrict(one.restriction, other.restriction),
    )
