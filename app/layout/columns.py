"""Prose columns and their reading order, by gutters that run down many lines with enough characters on each side."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from app.layout.atoms import Atom

_LONG = 16  # characters: an atom that may be a line of prose
_FEW_LINES = 4  # lines on each side that make a gutter
_SHORT_SHARE = 0.4  # largest share of short atoms on a prose side
_DENSE = 0.5  # share of the height that lines fill on a prose side
_TURNS = 0.15  # crossings of the gutter in the order of writing, per line, from which on text stands in rows
_NARROW = 0.45  # em, the narrowest gutter
_DEPTH = 12


class Column(NamedTuple):
    """Atoms of one column on one stretch of the page."""

    atoms: tuple[Atom, ...]
    column: int
    columns: int


class _Gutter(NamedTuple):
    x: float  # left edge of the right side
    y0: float
    y1: float
    lines: int


class _Heights(NamedTuple):
    """Atoms by their middles, these, and how far up and down they reach."""

    atoms: list[Atom]
    middles: list[float]
    top: float
    bottom: float


def split_columns(atoms: Sequence[Atom], usual: float, before: Sequence[float] = ()) -> list[Column]:
    """The columns of a page in reading order. `usual` is the size of the body text in points, `before` the gutters of
    the page before (x of the right side): the last column of a text is often too short to show one by itself."""
    if not atoms:
        return []
    usual = max(usual, 1.0)
    going_on = tuple(x for x in before if _goes_on(x, atoms, usual))
    return _merged(_split(list(atoms), usual, (), going_on, _DEPTH))


def gutters_of(columns: Sequence[Column]) -> tuple[float, ...]:
    """The gutters (x of the right side) between the columns of a page."""
    return tuple(sorted({min(a.x0 for a in c.atoms) for c in columns if c.column and c.atoms}))


def _goes_on(x: float, atoms: Sequence[Atom], usual: float) -> bool:
    """Whether a page keeps a gutter of the page before: nothing crosses it, and all on its left was written first."""
    left = [a for a in atoms if a.x0 < x - 3]
    right = [a.order for a in atoms if a.x0 >= x - 3]
    if not left or len(right) < 2 or min(right) < max(a.order for a in left):
        return False
    return max(a.x1 for a in left) <= x - _NARROW * usual


def _merged(columns: list[Column]) -> list[Column]:
    """Neighbours of one column each are one stretch."""
    out: list[Column] = []
    for column in columns:
        if out and column.columns == out[-1].columns == 1:
            out[-1] = Column(out[-1].atoms + column.atoms, 0, 1)
        else:
            out.append(column)
    return out


def _split(
    atoms: list[Atom], usual: float, known: tuple[float, ...], going_on: tuple[float, ...], depth: int
) -> list[Column]:
    gutter = _best_gutter(atoms, usual, known + going_on) if depth and len(atoms) > 1 else None
    if gutter is None:
        return [Column(tuple(atoms), 0, 1)] if atoms else []
    above = [a for a in atoms if _middle(a) < gutter.y0]
    below = [a for a in atoms if _middle(a) > gutter.y1]
    inside = [a for a in atoms if gutter.y0 <= _middle(a) <= gutter.y1]
    left = [a for a in inside if a.x0 < gutter.x - 1]
    right = [a for a in inside if a.x0 >= gutter.x - 1]
    if not left or not right:
        return [Column(tuple(atoms), 0, 1)]
    known = (*known, gutter.x)
    sides = _beside(_split(left, usual, (), going_on, depth - 1), _split(right, usual, (), going_on, depth - 1))
    rest = [_split(part, usual, known, going_on, depth - 1) for part in (above, below)]
    return rest[0] + sides + rest[1]


def _beside(left: list[Column], right: list[Column]) -> list[Column]:
    first = max(c.columns for c in left)
    total = first + max(c.columns for c in right)
    out = [Column(c.atoms, c.column, total) for c in left]
    return out + [Column(c.atoms, c.column + first, total) for c in right]


def _middle(atom: Atom) -> float:
    return (atom.y0 + atom.y1) / 2


def _best_gutter(atoms: list[Atom], usual: float, known: tuple[float, ...]) -> _Gutter | None:
    """The gutter with the most lines beside it, or None where the text runs in one column."""
    found: list[_Gutter] = []
    heights: _Heights | None = None
    for x, inherited in _candidates(atoms, known):
        heights = heights or _heights(atoms)
        found.extend(_gutters_at(x, atoms, heights, usual, inherited))
    return max(found, key=lambda g: (g.lines, -g.x)) if found else None


def _candidates(atoms: list[Atom], known: tuple[float, ...]) -> Iterator[tuple[float, bool]]:
    """Left edges shared by several long atoms that have text to their left, and the gutters found before."""
    for x in known:
        yield x, True
    far = min([a.x0 for a in atoms]) + 60
    edges = sorted([a.x0 for a in atoms if len(a.text) >= _LONG and a.x0 > far])
    start = 0
    for at in range(1, len(edges) + 1):
        if at == len(edges) or edges[at] - edges[at - 1] > 4:
            if at - start >= 3 and not any(abs(edges[start] - x) < 8 for x in known):
                yield edges[start], False
            start = at


def _heights(atoms: list[Atom]) -> _Heights:
    ordered = sorted(atoms, key=_middle)
    return _Heights(ordered, [_middle(a) for a in ordered], min([a.y0 for a in atoms]), max([a.y1 for a in atoms]))


def _gutters_at(x: float, atoms: list[Atom], heights: _Heights, usual: float, inherited: bool) -> Iterator[_Gutter]:
    """The stretches of the page on which no text crosses x and prose stands on both sides."""
    ordered, middles, top, bottom = heights
    narrow = x - _NARROW * usual
    bars = sorted([(a.y0, a.y1) for a in atoms if a.x0 < x - 3 and a.x1 > narrow])
    top, bottom = top - 1, bottom + 1
    edges: list[tuple[float, float]] = []
    at = top
    for y0, y1 in bars:
        if y0 > at + usual:
            edges.append((at, y0))
        at = max(at, y1)
    if bottom > at:
        edges.append((at, bottom))
    for y0, y1 in edges:
        inside = ordered[bisect_left(middles, y0) : bisect_right(middles, y1)]
        gutter = _gutter(x, inside, usual, inherited)
        if gutter is not None:
            yield gutter


def _gutter(x: float, inside: list[Atom], usual: float, inherited: bool) -> _Gutter | None:
    left = [a for a in inside if a.x0 < x - 3]
    right = [a for a in inside if a.x0 >= x - 3]
    few = 1 if inherited else _FEW_LINES
    if len(left) < few or len(right) < few:
        return None
    y0, y1 = max(left[0].y0, right[0].y0), min(left[-1].y1, right[-1].y1)
    if y1 - y0 < (few - 1) * usual or not (_prose(left, usual, inherited) and _prose(right, usual, inherited)):
        return None
    if _row_by_row(left, right) or (not inherited and _aligned(left, right, usual)):
        return None
    return _Gutter(x, min(left[0].y0, right[0].y0) - 0.1, max(left[-1].y1, right[-1].y1) + 0.1, len(left) + len(right))


def _prose(side: list[Atom], usual: float, inherited: bool) -> bool:
    """Long lines, few of them short, that fill the height of their side."""
    lengths = sorted(len(a.text) for a in side)
    if inherited:
        return lengths[-1] >= _LONG
    if median_low(lengths) < _LONG or sum(1 for n in lengths if n < 6) > _SHORT_SHARE * len(lengths):
        return False
    rows = _row_count(side)
    return rows * 1.25 * usual >= _DENSE * (side[-1].y1 - side[0].y0)


def _row_count(side: list[Atom]) -> int:
    rows, last = 0, float("-inf")
    for atom in side:
        if _middle(atom) - last > 0.5 * atom.size:
            rows += 1
            last = _middle(atom)
    return rows


def _row_by_row(left: list[Atom], right: list[Atom]) -> bool:
    """Was the text written across the gutter again and again? Columns are written one after the other, table rows
    cell by cell."""
    sides = sorted([(a.order, 0) for a in left] + [(a.order, 1) for a in right])
    turns = sum(1 for one, two in pairwise(sides) if one[1] != two[1])
    lines = min(_row_count(left), _row_count(right))
    celled = any(len(side) > 1.05 * _row_count(side) for side in (left, right))
    return turns >= 3 and turns >= (0.6 * _TURNS if celled else _TURNS) * lines


def _aligned(left: list[Atom], right: list[Atom], usual: float) -> bool:
    """Do blocks begin at the same heights on both sides? Then they are rows of a table, not columns of prose."""
    one, two = _starts(left, usual), _starts(right, usual)
    fewer, more = (one, two) if len(one) <= len(two) else (two, one)
    if len(fewer) < 3:
        return False
    near = 0.35 * usual
    return sum(1 for y in fewer if any(abs(y - other) <= near for other in more)) >= 0.7 * len(fewer)


def _starts(side: list[Atom], usual: float) -> list[float]:
    """Tops of the lines that follow a gap larger than the usual pitch of this side."""
    middles: list[float] = []
    for atom in side:
        if not middles or _middle(atom) - middles[-1] > 0.5 * atom.size:
            middles.append(_middle(atom))
    pitches = sorted(b - a for a, b in pairwise(middles))
    pitch = median_low(pitches[: max(len(pitches) * 2 // 3, 1)]) if pitches else usual
    return [middles[0]] + [b for a, b in pairwise(middles) if b - a > 1.35 * pitch]
