"""Drawing without replacement: how likely it is to see at most, or at least, so many of the marked ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp, lgamma
from typing import NamedTuple

_NEGLIGIBLE = 1e-18
# Rounding of lgamma at a thousand million moves a probability by less than this share of it.
TOLERANCE = 1e-4


class Draw(NamedTuple):
    """`drawn` of `whole`, of which `marked` are marked; all within `whole`."""

    whole: int
    marked: int
    drawn: int

    @property
    def least(self) -> int:
        """Fewest marked ones that can be among the drawn."""
        return max(0, self.marked + self.drawn - self.whole)

    @property
    def most(self) -> int:
        return min(self.marked, self.drawn)

    @property
    def others(self) -> Draw:
        """What is left, seen as the draw."""
        return Draw(self.whole, self.marked, self.whole - self.drawn)


def at_most(seen: int, draw: Draw) -> float:
    """P(marked ones among the drawn <= seen). It is summed up over the smaller tail, where nothing underflows."""
    if seen >= draw.most:
        return 1.0
    if seen < draw.least:
        return 0.0
    if seen * draw.whole > draw.marked * draw.drawn:
        return max(0.0, 1.0 - sum(_downwards(draw.marked - seen - 1, draw.others)))
    return min(1.0, sum(_downwards(seen, draw)))


def at_least(seen: int, draw: Draw) -> float:
    """P(marked ones among the drawn >= seen): the others are then at most the rest."""
    return at_most(draw.marked - seen, draw.others)


def _downwards(seen: int, draw: Draw) -> Iterator[float]:
    """Probabilities of `seen`, of one less, and so on, until nothing is added any more."""
    whole, marked, drawn = draw
    each, total = exp(_log(seen, draw)), 0.0
    for k in range(seen, draw.least - 1, -1):
        yield each
        total += each
        ratio = k * (whole - marked - drawn + k) / ((marked - k + 1) * (drawn - k + 1))
        each *= ratio
        if ratio < 1 and each < total * _NEGLIGIBLE:
            return


def _log(seen: int, draw: Draw) -> float:
    whole, marked, drawn = draw
    ways = _choose(marked, seen) + _choose(whole - marked, drawn - seen)
    return ways - _choose(whole, drawn)


def _choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def largest(first: int, last: int, holds: Callable[[int], bool]) -> int:
    """The largest number from `first` to `last` that holds, where all up to it do and `first` does."""
    while first < last:
        middle = (first + last + 1) // 2
        first, last = (middle, last) if holds(middle) else (first, middle - 1)
    return first
