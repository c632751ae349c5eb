"""Pages whose reading order is in doubt: prose read as table rows, bullets behind other words of their line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.page import Line, LineRole
from app.domain.structure import Field, Region, RegionKind

FEWEST_CELLS = 4  # cells that must look like torn sentences before a page is doubted
WORDS = 4  # words from which a cell may be part of a sentence
SHARE = 0.5  # share of the cells that must look so
BULLETS = frozenset("\u2022\u25cf\u25aa\u25a0\u2023\u25e6\u2043")  # glyphs that stand for nothing but a list item


def mark_order_doubts(regions: Sequence[Region], lines: Sequence[Line] = ()) -> list[Region]:
    """Columns that were not told apart leave prose as a headless table, or a bullet behind other words of its line.

    Nothing on such pages is closed: an item may stand inside the text of another block.
    """
    torn = [r for r in regions if _is_torn_prose(r)]
    doubted = {page for r in torn for page in _pages(r)} | _pages_of_swallowed_bullets(regions, lines)
    if not doubted:
        return list(regions)
    gone = {id(r) for r in torn if r.parent < 0}
    return [r if doubted.isdisjoint(_pages(r)) else _doubt(r) for r in regions if id(r) not in gone]


def _pages(region: Region) -> range:
    return range(region.first_page, region.last_page + 1)


def _pages_of_swallowed_bullets(regions: Sequence[Region], lines: Sequence[Line]) -> set[int]:
    """Pages with a bullet in a later cell of a line that begins otherwise; in the cells of a table it is at home."""
    pages = {line.page for line in lines if len(line.cells) > 1 and _swallows_bullet(line)}
    if not pages:
        return pages
    named = (r for r in regions if r.kind is RegionKind.TABLE and any(c.name for c in r.columns))
    return pages.difference(*map(_pages, named))


def _swallows_bullet(line: Line) -> bool:
    first, *later = (cell.text.lstrip()[:1] for cell in line.cells)
    return line.role is LineRole.BODY and first not in BULLETS and not BULLETS.isdisjoint(later)


def _doubt(region: Region) -> Region:
    return replace(region, problems=(*region.problems, "unclear_order"))


def _is_torn_prose(region: Region) -> bool:
    if region.kind is not RegionKind.TABLE or any(c.name for c in region.columns) or len(region.columns) < 2:
        return False
    cells = [f for m in region.members for f in m.fields if not f.carried]
    return len(cells) >= FEWEST_CELLS and sum(map(_is_fragment, cells)) >= SHARE * len(cells)


def _is_fragment(field: Field) -> bool:
    """Several words that begin or break off inside a sentence."""
    text = field.text.strip()
    return len(text.split()) >= WORDS and (text[:1].islower() or not text.endswith((".", "!", "?", ":")))
