"""A small tree of operations over sets: what the result is worth, who is to blame, which way it is bounded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from app.domain.levels import EXACT, RetrievalLevel, cut, join, meet, sampled, second_source


class Bound(StrEnum):
    """How a set, or a number made from it, relates to the true one."""

    EXACT = "exact"
    LOWER = "lower"  # nothing false in it, something may be missing
    UPPER = "upper"  # nothing is missing, something in it may be false
    NONE = "none"


class Effect(StrEnum):
    """What more members do to a number made from a set."""

    GROWS = "grows"  # count, count_distinct, max, sum of non-negative values
    SHRINKS = "shrinks"  # min
    EITHER = "either"  # mean, median, sum with negative values


_FLIPPED = {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


def bound_of(sound: bool, whole: bool) -> Bound:
    """`sound`: every member shown is one. `whole`: no member is missing."""
    if sound:
        return Bound.EXACT if whole else Bound.LOWER
    return Bound.UPPER if whole else Bound.NONE


def reduced(bound: Bound, effect: Effect) -> Bound:
    """The bound of a number made from a set with this bound."""
    if bound is Bound.EXACT or effect is Effect.GROWS:
        return bound
    return _FLIPPED.get(bound, Bound.NONE) if effect is Effect.SHRINKS else Bound.NONE


# ---------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Scan:
    """A leaf: what one search saw."""

    name: str
    level: RetrievalLevel


@dataclass(frozen=True, slots=True)
class Filter:
    """`decided`: the text itself says of each member whether it passes."""

    child: Plan
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Join:
    """What is in both; independent samples multiply their rates."""

    left: Plan
    right: Plan


@dataclass(frozen=True, slots=True)
class Union:
    left: Plan
    right: Plan


@dataclass(frozen=True, slots=True)
class Difference:
    left: Plan
    right: Plan


@dataclass(frozen=True, slots=True)
class ReRank:
    """One set from one source or several, ordered anew and cut to the best k; `bound`: something fell below."""

    name: str
    sources: tuple[Plan, ...]
    k: int
    bound: bool


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    child: Plan
    rate: float


@dataclass(frozen=True, slots=True)
class Aggregate:
    child: Plan
    effect: Effect


Plan = Scan | Filter | Join | Union | Difference | ReRank | Sample | Aggregate


@dataclass(frozen=True, slots=True)
class Worth:
    """Of a plan's result. `blame`: the leaf or step that is weakest, "" where nothing is. `sources`: the leaves."""

    level: RetrievalLevel
    bound: Bound
    blame: str
    sources: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return self.bound in (Bound.EXACT, Bound.LOWER)

    @property
    def whole(self) -> bool:
        return self.bound in (Bound.EXACT, Bound.UPPER)


def worth(plan: Plan) -> Worth:
    """Bottom-up. Never better than the weakest leaf, but for a second source that is an exhaustive scan."""
    match plan:
        case Scan(name, level):
            exact = level == EXACT
            return Worth(level, bound_of(True, exact), "" if exact else name, (name,))
        case Filter(child, decided):
            return _filtered(worth(child), decided)
        case Aggregate(child, effect):
            inner = worth(child)
            return Worth(inner.level, reduced(inner.bound, effect), inner.blame, inner.sources)
        case Sample(name, child, rate):
            inner = worth(child)
            own = Worth(sampled(rate), Bound.LOWER, name, ())
            return Worth(join(inner.level, own.level), bound_of(inner.sound, False), _blame(inner, own), inner.sources)
        case ReRank(name, sources, k, bound):
            return _re_ranked(name, [worth(each) for each in sources], k, bound)
        case _:
            return _paired(plan, worth(plan.left), worth(plan.right))


def _filtered(inner: Worth, decided: bool) -> Worth:
    return inner if decided else Worth(inner.level, Bound.NONE, inner.blame, inner.sources)


def _paired(plan: Join | Union | Difference, left: Worth, right: Worth) -> Worth:
    level = (join if isinstance(plan, Join) else meet)(left.level, right.level)
    if isinstance(plan, Difference):
        bound = bound_of(left.sound and right.whole, left.whole and right.sound)
    else:
        bound = bound_of(left.sound and right.sound, left.whole and right.whole)
    return Worth(level, bound, _blame(left, right), (*left.sources, *right.sources))


def _re_ranked(name: str, sources: list[Worth], k: int, bound: bool) -> Worth:
    """Several sources are a union with provenance; the cut comes last."""
    together = second_source(*(each.level for each in sources))
    whole = not bound and any(each.whole and each.level == EXACT for each in sources)
    level = cut(together, k, bound)
    blame = "" if together == EXACT else reduce(_weaker, sources).blame
    if level != together:
        blame = name
    shown = bound_of(all(each.sound for each in sources), whole)
    return Worth(level, shown, blame, tuple(leaf for each in sources for leaf in each.sources))


def _weaker(one: Worth, other: Worth) -> Worth:
    return min(one, other, key=lambda each: (each.level.strength, not each.blame))


def _blame(left: Worth, right: Worth) -> str:
    return _weaker(left, right).blame
