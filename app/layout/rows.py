"""Visual rows: atoms that stand beside each other, joined into cells where no wide gap parts them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from app.domain.geometry import Box
from app.domain.page import Run
from app.layout.atoms import Atom

# What may open a list item or heading and is set apart from its text by a tab.
_BULLET = re.compile(
    r"[\u2022\u25aa\u25cf\u25e6\u25a0\u25a1\u25c6\u25b6\u25ba\u27a2\u2756\u2751\u25fb\u2713\u2b25\u2b27\u2043\u2219\u00b7"
    r"\u2013\u2014*o>»§-]"
)
_NUMBERING = re.compile(
    r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,6})[.)\]]{1,2}"
    r"|§? ?(?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3})+\.?"
    r"|[A-Z]\.\d{1,3}\.?"
)
_BARE_NUMBER = re.compile(r"\d{1,2}|[A-Z]|[IVX]{1,5}")
_CURRENCY = re.compile(r"[$€£¥]|US\$|R\$|CHF|EUR|USD|GBP")
_NUMERIC = re.compile(r"[-(+]?[\d.]")
_CLOSING = re.compile(r"[)%\]]+")
_LOWER = re.compile(r"[a-zà-öø-ÿ]")

_new = tuple.__new__  # half the cost of the constructor of a NamedTuple; there are several for each cell of a table
_SURE_WORD, _SURE_CELL = 0.6, 1.5  # em: up to the one a gap parts words, from the other on it parts cells
_NEAR = 4  # rows above and below whose left edges tell a table column
_MARKER_GAP = 4.0  # em between a marker and its text
_SURE_GAP = 4.01  # of the left neighbour's size: wider than any marker stands from its text
_WORD_GAP = 0.12  # em between two words


class RowCell(NamedTuple):
    """Runs in order, a lone space run where atoms were joined with a space."""

    runs: tuple[Run, ...]
    box: Box


class Row(NamedTuple):
    cells: tuple[RowCell, ...]
    box: Box
    size: float
    hidden: bool


def rows_of(atoms: Sequence[Atom]) -> list[Row]:
    """The rows of one column of text, from top to bottom."""
    groups = group_rows(_lowered_capitals(atoms))
    edges: list[list[float]] = []  # left edges of the atoms of each group, made when first needed
    rows = []
    for at, group in enumerate(groups):
        near: list[float] = []
        if len(group) > 1 and _has_middling_gap(group):
            edges = edges or [[atom.x0 for atom in one] for one in groups]
            around = edges[max(at - _NEAR, 0) : at] + edges[at + 1 : at + 1 + _NEAR]
            near = [x for one in around for x in one]
        rows.append(_row(_without_echoes(group), near))
    return rows


def _has_middling_gap(group: list[Atom]) -> bool:
    for left, right in pairwise(group):
        if _SURE_WORD * left.size < right.x0 - left.x1 < 2 * _SURE_CELL * left.size:
            return True
    return False


def _without_echoes(group: list[Atom]) -> list[Atom]:
    """A lone sign printed inside the text of a line that opens with that sign is the same bullet again."""
    if len(group) == 1 or min([len(atom.text) for atom in group]) > 1:
        return group
    return [
        atom
        for atom in group
        if len(atom.text) > 1 or not any([_is_echoed(atom, other) for other in group if other.text[0] == atom.text])  # noqa: C419 (a generator costs more here)
    ]


def _is_echoed(sign: Atom, other: Atom) -> bool:
    return other.x0 <= sign.x0 and sign.x1 <= other.x1 and len(other.text) > 1


def group_rows(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """Atoms that overlap by half of the lower one's height stand in one row; rows from top to bottom, atoms by x."""
    groups: list[list[Atom]] = []
    bounds: list[Atom] = []  # the widest atom of each group stands for its height
    ends: list[float] = []  # how far right each group reaches
    baselines = [atom.y1 - 0.2 * atom.size for atom in atoms]
    for place in sorted(range(len(atoms)), key=baselines.__getitem__):
        atom = atoms[place]
        x1 = atom[2]
        at = _beside(atom, groups, bounds, ends)
        if at < 0:
            groups.append([atom])
            bounds.append(atom)
            ends.append(x1)
        else:
            groups[at].append(atom)
            if x1 > ends[at]:
                ends[at] = x1
            if len(atom[4]) > len(bounds[at][4]):  # their texts
                bounds[at] = atom
    for group in groups:
        if len(group) > 1:
            group.sort(key=_by_x)
    order = sorted(range(len(groups)), key=lambda at: _baseline(bounds[at]))
    return [groups[at] for at in order]


def _beside(atom: Atom, groups: list[list[Atom]], bounds: list[Atom], ends: list[float]) -> int:
    """The group (one of the last three) in whose row the atom stands, or -1."""
    x0, y0, _, y1, _, _, _, _, hidden = atom
    count = len(groups)
    for at in range(count - 1, count - 4 if count > 3 else -1, -1):
        _, low, _, high, _, _, _, _, unseen = bounds[at]
        overlap = (y1 if y1 < high else high) - (y0 if y0 > low else low)
        if overlap <= 0 or (overlap < 0.5 * (y1 - y0) and overlap < 0.5 * (high - low)):
            continue
        if hidden == unseen and (x0 >= ends[at] or not _covers(atom, groups[at])):
            return at
    return -1


def _covers(atom: Atom, group: list[Atom]) -> bool:
    """Text printed over other text of the row belongs to another row."""
    return any(other.x1 > atom.x0 and other.x0 < atom.x1 and _over(atom, other) for other in group)


def _over(one: Atom, two: Atom) -> bool:
    if min(one.size, two.size) <= 0.75 * max(one.size, two.size):
        return False
    shared = min(one.x1, two.x1) - max(one.x0, two.x0)
    return shared > max(0.5 * min(one.x1 - one.x0, two.x1 - two.x0), 0.5 * one.size)


def _baseline(atom: Atom) -> float:
    return atom.y1 - 0.2 * atom.size


def _by_x(atom: Atom) -> tuple[float, int]:
    return atom.x0, atom.order


def _lowered_capitals(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """A drop capital spans several rows; it belongs to the first."""
    if len(atoms) < 3:
        return atoms
    if not any([len(atom.text) <= 2 and atom.text.isupper() for atom in atoms]):  # noqa: C419 (a generator costs more here)
        return atoms
    usual = median_low([atom.size for atom in atoms])
    if not any(_is_capital(atom, usual) for atom in atoms):
        return atoms
    return [_beside_its_word(atom, atoms, usual) if _is_capital(atom, usual) else atom for atom in atoms]


def _is_capital(atom: Atom, usual: float) -> bool:
    return len(atom.text) <= 2 and atom.size >= 1.9 * usual and atom.text[0].isalpha() and atom.text.isupper()


def _beside_its_word(capital: Atom, atoms: Sequence[Atom], usual: float) -> Atom:
    near = [
        atom
        for atom in atoms
        if atom is not capital
        and capital.x0 < atom.x0 <= capital.x1 + 1.5 * usual
        and capital.y0 - usual <= atom.y0 <= capital.y1
        and atom.size < capital.size
    ]
    if not near:
        return capital
    word = min(near, key=lambda atom: (atom.y0, atom.x0))
    return capital._replace(y0=word.y0, y1=word.y1, size=word.size, x1=min(capital.x1, word.x0))


# ---------------------------------------------------------------- cells


def _row(atoms: list[Atom], near: Sequence[float]) -> Row:
    """`near`: left edges of the atoms in the rows above and below."""
    if len(atoms) == 1:
        only = atoms[0]
        box = only.box
        return Row((RowCell(only.runs, box),), box, only.size, only.hidden)
    lengths = [len(atom.text) for atom in atoms]
    main = atoms[lengths.index(max(lengths))]
    cells = [
        _cell(group) if len(group) > 1 else _new(RowCell, (group[0].runs, _new(Box, group[0][:4])))
        for group in _cells(atoms, near)
    ]
    return _new(Row, (tuple(cells), _around(atoms), main.size, main.hidden))


def _cells(atoms: list[Atom], near: Sequence[float]) -> list[list[Atom]]:
    letters = _spaced_letters(atoms)
    count = len(atoms)
    cell = [atoms[0]]
    cells = [cell]
    for left, right in pairwise(atoms):
        # a gap that is surely wide needs no closer look: most cells of a table stand so far apart
        wide = not letters and right.x0 - left.x1 > _SURE_GAP * left.size > _SURE_GAP
        if not wide and (letters or _joins(left, right, len(cell) == 1 == len(cells), count, near)):
            cell.append(right)
        else:
            cell = [right]
            cells.append(cell)
    return cells


def _spaced_letters(atoms: list[Atom]) -> bool:
    if len(atoms) < 4 or len(atoms[0].text) > 1 or len(atoms[1].text) > 1:
        return False
    return all(len(atom.text) == 1 and atom.text.isalpha() for atom in atoms)


def _joins(left: Atom, right: Atom, first: bool, count: int, near: Sequence[float]) -> bool:
    """Do two neighbours in a row belong to one cell? A middling gap parts cells where the next rows keep its edge."""
    em = left.size if left.size < right.size else right.size
    gap = (right.x0 - left.x1) / (em if em > 1.0 else 1.0)
    if gap > _MARKER_GAP:
        return False
    if gap <= _SURE_WORD or (gap < _SURE_CELL and not any(abs(right.x0 - x) <= 1.5 for x in near)):
        return True
    if first and gap <= _MARKER_GAP and (_opens(left, right, count) or _is_note_mark(left, right)):
        return True
    if gap <= _MARKER_GAP and _CURRENCY.fullmatch(left.text) and _NUMERIC.match(right.text):
        return True
    return gap <= 1.5 and bool(_CLOSING.fullmatch(right.text))


def _opens(left: Atom, right: Atom, count: int) -> bool:
    """A list marker before its text, or a section number before its title."""
    if _BULLET.fullmatch(left.text):
        return not _NUMERIC.match(right.text) or count == 2
    if _NUMBERING.fullmatch(left.text):
        return count == 2 or (right.x0 - left.x1 <= 1.5 * right.size and not _NUMERIC.match(right.text))
    return bool(count == 2 and _BARE_NUMBER.fullmatch(left.text) and left.runs[0].bold and right.runs[0].bold)


def _is_note_mark(left: Atom, right: Atom) -> bool:
    """The raised number of a footnote before its text."""
    return len(left.text) <= 3 and left.size <= 0.8 * right.size and left.y1 < right.y1 - 0.1 * right.size


def _cell(atoms: list[Atom]) -> RowCell:
    runs = list(atoms[0].runs)
    letters = _spaced_letters(atoms)
    for left, right in pairwise(atoms):
        if _apart(left, right, letters):
            runs.append(space_after(left.runs[-1]))
        runs.extend(right.runs)
    return RowCell(tuple(runs), _around(atoms))


def space_after(run: Run) -> Run:
    """A space in the style of the run before it, never raised."""
    return Run(" ", run.box, run.font, run.size, run.bold, run.italic, False, run.hidden)


def _around(atoms: list[Atom]) -> Box:
    """The box of atoms sorted by x."""
    x0, y0, x1, y1 = atoms[0][:4]
    for _, low, right, high, *_ in atoms:
        if low < y0:
            y0 = low
        if right > x1:
            x1 = right
        if high > y1:
            y1 = high
    return _new(Box, (x0, y0, x1, y1))


def _apart(left: Atom, right: Atom, letters: bool) -> bool:
    gap = right.x0 - left.x1
    em = min(left.size, right.size)
    if letters:
        return gap > 2.0 * em
    if len(left.text) == 1 and left.runs[0].size >= 1.6 * right.size and left.text.isupper():  # a drop capital
        return left.text in "AI" and not _LOWER.match(right.text) and gap > 0.15 * em
    return gap > _WORD_GAP * em
