"""Labelled values, row by row: labels over values, labels beside values, "Label: value", "LABEL value"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from app.domain.geometry import Span
from app.domain.page import Cell, Line, LineRole
from app.domain.words import fold
from app.layout.table_pairs import stacked
from app.layout.table_style import is_page_mark, looks_like_label

_COLON = re.compile(r"^([^\W\d_][^:|]{0,34}?)\s*:\s+(\S.*)$")
_CAPS = re.compile(r"^([A-Z][A-Z/.#-]*(?: (?:/ )?[A-Z][A-Z/.#-]*){0,3}) +(?=[A-Z]?[a-z]|[$€£\d(])(\S.*)$")
_SENTENCE = re.compile(r"[.!?]$")


class Pair(NamedTuple):
    """A label and its value; the value is empty where the form leaves it blank."""

    label: str
    value: str
    spans: tuple[Span, ...]


class PairRow(NamedTuple):
    """The pairs of one row of one card."""

    pairs: tuple[Pair, ...]
    page: int
    line: int
    y0: float
    size: float
    band: int  # left edge where cards stand side by side, else 0
    column: int
    hidden: bool

    @property
    def symbol(self) -> str:
        return _symbol(tuple([pair.label for pair in self.pairs]))


@lru_cache(maxsize=4096)  # the same labels come again and again, and are compared again and again
def _symbol(labels: tuple[str, ...]) -> str:
    return "|".join(map(fold, labels))


def pair_rows(lines: Sequence[Line], paired: Set[int]) -> list[PairRow]:
    """All rows of labelled values, cards that stand side by side one after the other. `paired`: labels over values."""
    rows: list[PairRow] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.role in (LineRole.MARGIN, LineRole.LINE_NUMBER) or is_page_mark(line):
            at += 1
        elif line.index in paired and at + 1 < len(lines):
            rows.append(_stacked_row(line, lines[at + 1]))
            at += 2
        else:
            rows += _beside(line) if line.role is LineRole.BODY else []
            at += 1
    return _side_by_side(rows)


def _row(line: Line, pairs: Sequence[Pair], band: int) -> PairRow:
    return PairRow(tuple(pairs), line.page, line.index, line.box.y0, line.size, band, line.column, line.hidden)


def _stacked_row(labels: Line, values: Line) -> PairRow:
    """A row of labels over values; labels without a value under them stay, empty."""
    under = {label.start: value for label, value in stacked(labels, values)}
    pairs = []
    for label in labels.cells:
        value = under.get(label.start)
        pairs.append(_pair(labels.page, label.text, value) if value else Pair(label.text, "", ()))
    return _row(values, pairs, 0)


def _pair(page: int, label: str, value: Cell) -> Pair:
    return Pair(label.rstrip(": "), value.text, (Span(page, value.start, value.end, value.box),))


def _beside(line: Line) -> list[PairRow]:
    """Pairs within one line; each keeps its left edge as a band for the time being."""
    cells = line.cells
    if not cells:
        return []
    if len(cells) % 2 == 0 and all(_is_beside(cells[i], cells[i + 1]) for i in range(0, len(cells), 2)):
        halves = range(0, len(cells), 2)
        return [_row(line, [_pair(line.page, cells[i].text, cells[i + 1])], int(cells[i].box.x0)) for i in halves]
    found: list[Pair] = []
    for cell in cells:
        pair = _inside(line.page, cell)
        if pair is None:  # most lines are no pairs, and show it in their first cell
            return []
        found.append(pair)
    if len(cells) == 1 and _is_prose(found[0]):
        return []
    return [_row(line, [pair], int(cell.box.x0)) for cell, pair in zip(cells, found, strict=True)]


def _is_beside(label: Cell, value: Cell) -> bool:
    if label.text.endswith(":"):
        return 1 < len(label.text) < 40 and not value.text.endswith(":") and not label.text[0].isdigit()
    return looks_like_label(label) and (value.bold != label.bold or not looks_like_label(value))


def _inside(page: int, cell: Cell) -> Pair | None:
    match = (_COLON.match(cell.text) if ":" in cell.text else None) or _CAPS.match(cell.text)
    if not match or len(match.group(1).split()) > 5 or any(letter.isdigit() for letter in match.group(1)):
        return None
    start = cell.start + match.start(2)
    return Pair(match.group(1).strip(), match.group(2), (Span(page, start, cell.end, cell.box),))


def _is_prose(pair: Pair) -> bool:
    """A run-in heading with a paragraph behind it is no labelled value."""
    return len(pair.value) > 90


def _side_by_side(rows: list[PairRow]) -> list[PairRow]:
    """Put cards that stand side by side one after the other; rows of one wide card become one row."""
    bands: dict[str, set[int]] = {}
    for row in rows:
        if row.band:
            bands.setdefault(row.symbol, set()).add(row.band // 20)
    seen = Counter(row.line for row in rows)
    found: list[PairRow] = []
    page: list[PairRow] = []
    for row in rows:
        if page and page[0].page != row.page:
            found += _ordered(page, bands, seen)
            page = []
        page.append(row)
    return found + _ordered(page, bands, seen)


def _ordered(page: list[PairRow], bands: dict[str, set[int]], seen: Counter[int]) -> list[PairRow]:
    several = [row for row in page if seen[row.line] > 1]
    if several and sum(len(bands.get(row.symbol, ())) > 1 for row in several) * 2 > len(several):
        return sorted(page, key=lambda row: (row.band // 20, row.line))
    return _merged(page)


def _merged(page: list[PairRow]) -> list[PairRow]:
    found: list[PairRow] = []
    for row in page:
        if found and found[-1].line == row.line:
            found[-1] = found[-1]._replace(pairs=found[-1].pairs + row.pairs)
        else:
            found.append(row._replace(band=0))
    return found
