"""Pages whose reading order is in doubt: prose read as table rows, bullets behind other words of their line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from app.domain.page import Line, LineRole
from app.domain.structure import Field, Region, RegionKind
from app.layout.markers import Marker, read_marker

FEWEST_CELLS = 4  # cells that must look like torn sentences before a page is doubted
WORDS = 4  # words from which a cell may be part of a sentence
PARAGRAPH = 15  # words from which a cell is a paragraph
SHARE = 0.5  # share of the cells that must look so
BULLETS = frozenset("\u2022\u25cf\u25aa\u25a0\u2023\u25e6\u2043")  # glyphs that stand for nothing but a list item


def mark_order_doubts(regions: Sequence[Region], lines: Sequence[Line] = ()) -> list[Region]:
    """Columns that were not told apart leave prose as a headless table, or a bullet behind other words of its line.

    Nothing on such pages is closed: an item may stand inside the text of another block.
    """
    torn = [r for r in regions if _is_torn_prose(r)]
    beside = [r for r in regions if _is_prose_beside_prose(r)]
    doubted = {page for r in (*torn, *beside) for page in _pages(r)} | _pages_of_swallowed_items(regions, lines)
    if not doubted:
        return list(regions)
    gone = {id(r) for r in torn if r.parent < 0}
    return [r if doubted.isdisjoint(_pages(r)) else _doubt(r) for r in regions if id(r) not in gone]


def _pages(region: Region) -> range:
    return range(region.first_page, region.last_page + 1)


def _pages_of_swallowed_items(regions: Sequence[Region], lines: Sequence[Line]) -> set[int]:
    """Pages with a bullet, or the next number of a list, in a later cell of a line that begins otherwise; in the cells
    of a table it is at home."""
    rows = [line for line in lines if len(line.cells) > 1 and line.role is LineRole.BODY]
    pages = {line.page for line in rows if _swallows_bullet(line)}
    last = {page: found for page, found in _last_markers(regions).items() if page not in pages}
    pages |= {line.page for line in rows if line.page in last and _swallows_number(line, last[line.page])}
    if not pages:
        return pages
    named = (r for r in regions if r.kind is RegionKind.TABLE and any(c.name for c in r.columns))
    return pages.difference(*map(_pages, named))


def _swallows_bullet(line: Line) -> bool:
    if BULLETS.isdisjoint(line.text):
        return False
    first, *later = (cell.text.lstrip()[:1] for cell in line.cells)
    return first not in BULLETS and not BULLETS.isdisjoint(later)


def _last_markers(regions: Sequence[Region]) -> dict[int, list[Marker]]:
    """The markers of the last items of the numbered lists, by the page on which they end."""
    found: dict[int, list[Marker]] = {}
    for region in regions:
        printed = region.members[-1].marker if region.kind is RegionKind.LIST else ""
        marker = read_marker(f"{printed} x") if printed else None
        if marker is not None and not marker.is_bullet and not marker.bare:
            found.setdefault(region.last_page, []).append(marker)
    return found


def _swallows_number(line: Line, last: Sequence[Marker]) -> bool:
    for cell in line.cells[1:]:
        marker = read_marker(cell.text)
        if marker is not None and any(marker.style == one.style and _counts_on(one, marker) for one in last):
            return True
    return False


def _counts_on(one: Marker, two: Marker) -> bool:
    return any(two.value(family) == value + 1 for family, value in one.readings)


def _doubt(region: Region) -> Region:
    return replace(region, problems=(*region.problems, "unclear_order"))


def _is_headless(region: Region) -> bool:
    return region.kind is RegionKind.TABLE and len(region.columns) > 1 and not any(c.name for c in region.columns)


def _is_prose_beside_prose(region: Region) -> bool:
    """Two columns or more of a headless table whose cells are whole paragraphs."""
    if not _is_headless(region):
        return False
    lengths: dict[int, list[int]] = {}
    for field in (f for m in region.members for f in m.fields if not f.carried):
        lengths.setdefault(field.column, []).append(len(field.text.split()))
    return sum(len(found) >= FEWEST_CELLS and median(found) >= PARAGRAPH for found in lengths.values()) > 1


def _is_torn_prose(region: Region) -> bool:
    if not _is_headless(region):
        return False
    cells = [f for m in region.members for f in m.fields if not f.carried]
    return len(cells) >= FEWEST_CELLS and sum(map(_is_fragment, cells)) >= SHARE * len(cells)


def _is_fragment(field: Field) -> bool:
    """Several words that begin or break off inside a sentence."""
    text = field.text.strip()
    return len(text.split()) >= WORDS and (text[:1].islower() or not text.endswith((".", "!", "?", ":")))
