"""Where text stands: boxes in points, spans in code points of the stored page text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page: points (1/72 inch), origin at the top left of the unrotated view."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


class Span(NamedTuple):
    """A piece of the stored text of one page: `page_text[start:end]`, and its box."""

    page: int
    start: int
    end: int
    box: Box


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all; an empty input gives an empty box at the origin."""
    rows = list(boxes)
    if not rows:
        return Box(0.0, 0.0, 0.0, 0.0)
    return Box(min(b.x0 for b in rows), min(b.y0 for b in rows), max(b.x1 for b in rows), max(b.y1 for b in rows))
