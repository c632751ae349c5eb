"""What stands above and between rows and belongs to those that follow: group lines and labelled values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.domain.geometry import Span
from app.domain.page import Cell, Line
from app.domain.words import fold
from app.layout.table_pairs import stacked
from app.layout.table_style import CONTINUED, is_caps, named, page_of

Key = tuple[str, int, int]  # name, and for what has no name its place: x and line from the top


class Value(NamedTuple):
    """A labelled or bare value that rows carry: the key says which column it belongs to."""

    key: Key
    name: str
    text: str
    spans: tuple[Span, ...]


def span_of(page: int, cell: Cell, start: int = 0, end: int | None = None) -> Span:
    """The stored span of a part of a cell."""
    stop = len(cell.text) if end is None else end
    return Span(page, cell.start + start, cell.start + stop, cell.box)


def values_above(lines: Sequence[Line]) -> list[Value]:
    """Values in the lines above a piece: label rows over value rows, "Label: value", and bare cells by their place."""
    found: list[Value] = []
    skip = False
    for at, line in enumerate(lines):
        if skip:
            skip = False
            continue
        below = lines[at + 1] if at + 1 < len(lines) else None
        pairs = stacked(line, below) if below else []
        if pairs:
            skip = True
            found += [_stacked_value(line.page, label, value) for label, value in pairs]
        else:
            found += _cell_values(line)
    return found


def _stacked_value(page: int, label: Cell, value: Cell) -> Value:
    return Value((fold(label.text), 0, 0), label.text, value.text, (span_of(page, value),))


def _cell_values(line: Line) -> list[Value]:
    found = []
    for cell in line.cells:
        if page_of(cell.text) or CONTINUED.match(cell.text):
            continue
        found += cell_values(line.page, cell, line)
    return found


def cell_values(page: int, cell: Cell, line: Line) -> list[Value]:
    """The values in one cell; bars part several."""
    found: list[Value] = []
    at = 0
    for part in cell.text.split("|"):
        text = part.strip()
        if text:
            start = at + part.index(text)
            found.append(_value(page, cell, text, start, (int(cell.box.x0) // 8, int(line.box.y0) // 6 + len(found))))
        at += len(part) + 1
    return found


def _value(page: int, cell: Cell, text: str, start: int, place: tuple[int, int]) -> Value:
    name, value, offset = named(text)
    span = span_of(page, cell, start + offset, start + offset + len(value))
    return Value((fold(name), 0, 0) if name else ("", *place), name, value, (span,))


def group_value(line: Line) -> Value:
    """A group line as a value: "Unit 118" names its column, other text has none."""
    cell = line.cells[0]
    name, value, offset = named(cell.text.rstrip(": "))
    return Value((fold(name), 0, 0), name, value, (span_of(line.page, cell, offset, offset + len(value)),))


def is_group_line(line: Line, columns: int, left: float, bold_rows: bool) -> bool:
    """A bold line of one or two cells at the left edge of a table with more columns."""
    cell = line.cells[0]
    if len(line.cells) > 2 or len(line.cells) >= columns or abs(cell.box.x0 - left) > 14:
        return False
    if len(line.cells) == 2 and (line.cells[1].bold or columns < 3):
        return False
    return (cell.bold and not bold_rows) or (len(line.cells) == 1 and is_caps(cell.text) and len(cell.text) > 6)


def varying(all_values: Sequence[Sequence[Value]]) -> list[Key]:
    """Keys of values above pieces that tell the pieces apart: named, or seen often with different texts."""
    texts: dict[Key, set[str]] = {}
    seen: dict[Key, int] = {}
    for values in all_values:
        for value in values:
            texts.setdefault(value.key, set()).add(value.text)
            seen[value.key] = seen.get(value.key, 0) + 1
    need = max(2, len(all_values) // 3)
    return [key for key, found in texts.items() if len(found) > 1 and seen[key] >= need]
