"""Pages whose reading order is in doubt: running prose that came out as the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.structure import Field, Region, RegionKind

FEWEST_CELLS = 4  # cells that must look like torn sentences before a page is doubted
WORDS = 4  # words from which a cell may be part of a sentence
SHARE = 0.5  # share of the cells that must look so


def mark_order_doubts(regions: Sequence[Region]) -> list[Region]:
    """Prose read as a headless table shows that columns were not told apart: nothing on its pages is closed."""
    torn = [r for r in regions if _is_torn_prose(r)]
    doubted = {page for r in torn for page in range(r.first_page, r.last_page + 1)}
    gone = {id(r) for r in torn if r.parent < 0}
    kept = [r for r in regions if id(r) not in gone]
    return [_doubt(r) if doubted & set(range(r.first_page, r.last_page + 1)) else r for r in kept] if doubted else kept


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
