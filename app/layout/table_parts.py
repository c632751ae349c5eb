"""Headings and marked lines that are rows or group lines of a table: the table tells them, and no other region."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from app.domain.page import Line
from app.domain.structure import Region, RegionKind

_MADE_OF_LINES = frozenset({RegionKind.SECTIONS, RegionKind.SEQUENCE, RegionKind.RUN_IN})
MOST = 0.8  # of the members


class TableLines:
    """Where the lines of tables stand: start and end by page."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.places: dict[int, list[tuple[int, int]]] = {}
        for line in lines:
            self.places.setdefault(line.page, []).append((line.start, line.end))
        for places in self.places.values():
            places.sort()

    def hold(self, page: int, start: int) -> bool:
        places = self.places.get(page, ())
        at = bisect_right(places, (start, 1 << 30)) - 1
        return at >= 0 and places[at][0] <= start < places[at][1]


def without_table_parts(found: Iterable[Sequence[Region]], lines: Iterable[Line]) -> list[Sequence[Region]]:
    """What the finders found, less sections, run-ins and sequences nearly all of whose members are lines of tables."""
    held = TableLines(lines)
    return [[r for r in regions if r.kind not in _MADE_OF_LINES or not _inside(r, held)] for regions in found]


def _inside(region: Region, held: TableLines) -> bool:
    places = [member.spans[0] for member in region.members if member.spans]
    inside = sum(held.hold(span.page, span.start) for span in places)
    return bool(places) and inside >= MOST * len(places)
