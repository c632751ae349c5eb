"""Columns of a table from the places of its cells: intervals, bands under header cells, the fit of rows."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.domain.page import Cell

EDGE = 2  # points by which aligned edges may differ
Cut = tuple[float, ...]  # x of the boundaries between columns, ascending; n columns have n - 1


class Alignment:
    """Edges seen so far in a stretch of rows: left, right and middle of cells, in whole points."""

    __slots__ = ("lefts", "middles", "rights")

    def __init__(self) -> None:
        self.lefts: set[int] = set()
        self.rights: set[int] = set()
        self.middles: set[int] = set()

    def add(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            left, right = int(cell.box.x0), int(cell.box.x1)
            middle = (left + right) // 2
            self.lefts.update(range(left - EDGE, left + EDGE + 1))
            self.rights.update(range(right - EDGE, right + EDGE + 1))
            self.middles.update(range(middle - EDGE, middle + EDGE + 1))

    def count(self, cells: Iterable[Cell]) -> int:
        """How many of the cells share an edge with a cell seen before."""
        known = 0
        for cell in cells:
            x0, _, x1, _ = cell.box
            left, right = int(x0), int(x1)
            if left in self.lefts or right in self.rights or (left + right) // 2 in self.middles:
                known += 1
        return known


class Interval(NamedTuple):
    x0: float
    x1: float


def intervals(rows: Iterable[Sequence[Cell]]) -> list[Interval]:
    """Where cells stand, as separate intervals along x; what fewer than one row in fifty covers counts as free."""
    every = list(rows)
    count = len(every)
    boxes = [cell.box for cells in every for cell in cells]
    return _covered(sorted([box[0] for box in boxes]), sorted([box[2] for box in boxes]), count // 50)


def _covered(starts: Sequence[float], ends: Sequence[float], free: int) -> list[Interval]:
    """Stretches over which more than `free` cells stand; at the same x cells end before others begin."""
    found: list[Interval] = []
    depth = at = 0
    begun = 0.0
    count = len(starts)
    for x in ends:
        while at < count and starts[at] < x:
            depth += 1
            if depth == free + 1:
                begun = starts[at]
            at += 1
        depth -= 1
        if depth == free and x - begun > 0.5:
            found.append(Interval(begun, x))
    return found


def between(parts: Sequence[Interval]) -> Cut:
    """Boundaries in the middle of the gaps between intervals."""
    return tuple((a.x1 + b.x0) / 2 for a, b in itertools.pairwise(parts))


def left_bands(header: Sequence[Interval]) -> Cut:
    """Boundaries just left of each header cell: headers set flush left over their columns."""
    return tuple(h.x0 - 1.5 for h in header[1:])


def right_bands(header: Sequence[Interval]) -> Cut:
    """Boundaries just right of each header cell: headers set flush right."""
    return tuple(h.x1 + 1.5 for h in header[:-1])


def middle_bands(header: Sequence[Interval]) -> Cut:
    """Boundaries half way between the middles of header cells: centred headers."""
    middles = [(h.x0 + h.x1) / 2 for h in header]
    return tuple((a + b) / 2 for a, b in itertools.pairwise(middles))


def place(cell: Cell, cut: Cut) -> int:
    """The column of a cell: the one that holds most of it."""
    x0, x1 = cell.box.x0, cell.box.x1
    first, last = bisect_right(cut, x0), bisect_right(cut, x1)
    if first == last:
        return first
    limits = (x0, *cut[first:last], x1)
    widths = [b - a for a, b in itertools.pairwise(limits)]
    return first + widths.index(max(widths))


def crosses(cell: Cell, cut: Cut) -> int:
    """How many column boundaries a cell reaches over, on both sides by more than an edge's tolerance."""
    return max(0, bisect_left(cut, cell.box.x1 - EDGE) - bisect_right(cut, cell.box.x0 + EDGE))


def misfits(rows: Iterable[Sequence[Cell]], cut: Cut) -> int:
    """How many cells stand across a boundary, where no space parts them, or share a column with one of their row."""
    bad = 0
    for cells in rows:
        last = -1
        for cell in cells:
            column = bisect_right(cut, cell.box.x0)
            if column == bisect_right(cut, cell.box.x1):  # within one column: the common case
                bad += column <= last
                last = max(last, column)
                continue
            column = place(cell, cut)
            bad += column <= last
            if crosses(cell, cut) and len(split(cell, cut)) == 1:
                bad += 1
            last = max(last, column)
    return bad


def split(cell: Cell, cut: Cut) -> list[Cell]:
    """Part a cell that the reading of lines joined over column boundaries, at the space nearest to each boundary."""
    if " " not in cell.text or not crosses(cell, cut):
        return [cell]
    x0, x1 = cell.box.x0, cell.box.x1
    crossed = [x for x in cut if x0 + EDGE < x < x1 - EDGE]
    step = (x1 - x0) / len(cell.text)
    ends = []
    for x in crossed:
        at = nearest_space(cell.text, (x - x0) / step)
        if at < 0:
            return [cell]
        ends.append(at)
    if len(set(ends)) < len(ends):
        return [cell]
    return cut_at(cell, ends, step)


def nearest_space(text: str, at: float) -> int:
    """Position of the space nearest to a place in a text, not further than a few letters; else -1."""
    reach = max(1.6, 0.06 * len(text))
    spaces = [i for i in range(max(0, int(at - reach - 1)), min(len(text), int(at + reach + 2))) if text[i] == " "]
    near = [i for i in spaces if abs(i + 0.5 - at) <= reach + 0.5]
    return min(near, key=lambda i: abs(i + 0.5 - at)) if near else -1


def cut_at(cell: Cell, ends: Sequence[int], step: float) -> list[Cell]:
    parts = []
    start = 0
    for end in (*ends, len(cell.text)):
        text = cell.text[start:end].strip()
        first = start + len(cell.text[start:end]) - len(cell.text[start:end].lstrip())
        left = cell.box.x0 + first * step
        box = cell.box._replace(x0=left, x1=left + len(text) * step)
        parts.append(cell._replace(text=text, start=cell.start + first, end=cell.start + first + len(text), box=box))
        start = end
    return parts
