"""Rows of labels over rows of values: no tables, but named values of what follows, or cards."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.page import Cell, Line
from app.layout.table_style import looks_like_label


def paired_lines(lines: Sequence[Line]) -> set[int]:
    """Indexes of label rows and of the single value rows under them."""
    found: set[int] = set()
    for at in range(len(lines) - 1):
        if len(lines[at].cells) < 2 or not lines[at].cells[0].text.isupper():
            continue
        pairs = stacked(lines[at], lines[at + 1])
        if pairs and not _goes_on(pairs, lines[at + 1], lines[at + 2] if at + 2 < len(lines) else None):
            found.update((lines[at].index, lines[at + 1].index))
    return found


def _goes_on(pairs: Sequence[tuple[Cell, Cell]], values: Line, below: Line | None) -> bool:
    """Whether another row of the same make follows: then it is a table with a header in capitals."""
    if below is None or below.page != values.page or len(below.cells) < 2 or len(below.cells) < len(pairs) - 1:
        return False
    if (
        below.box.y0 - values.box.y0 > 3.5 * values.size
        or values.bold != below.bold
        or all(looks_like_label(cell) for cell in below.cells)
    ):
        return False
    return all(any(abs(cell.box.x0 - value.box.x0) < 4 for _, value in pairs) for cell in below.cells)


def stacked(labels: Line, values: Line) -> list[tuple[Cell, Cell]]:
    """Pairs of a label cell and the value cell right under it, for a row of labels over a row of values."""
    if labels.page != values.page or not 0 < values.box.y0 - labels.box.y0 < 2.6 * max(labels.size, values.size):
        return []
    if len(values.cells) > len(labels.cells) or not all(looks_like_label(cell) for cell in labels.cells):
        return []
    if all(looks_like_label(cell) for cell in values.cells) and not values.bold:
        return []
    pairs = []
    for value in values.cells:
        over = [label for label in labels.cells if abs(label.box.x0 - value.box.x0) < 4]
        if not over:
            return []
        pairs.append((over[0], value))
    return pairs
