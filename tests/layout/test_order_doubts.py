"""Pages whose columns were not told apart close no region."""

from __future__ import annotations

import textwrap

import pytest

from app.domain.page import Line
from app.domain.structure import Region
from app.layout.blocks import build_blocks
from app.layout.lists import find_lists
from app.layout.order_doubts import mark_order_doubts
from app.layout.tables import find_tables
from tests.layout.sketch import sketch

LIST = """
    This line is only here to make the column as wide as a page usually is in a document.

    The boats are:

      1. rafts
      2. punts

    The end of it.
"""


def regions_of(text: str) -> tuple[list[Region], tuple[Line, ...]]:
    lines, pages = sketch(textwrap.dedent(text))
    blocks = build_blocks(lines, pages, ())
    found = [*find_lists(blocks, pages), *find_tables(lines, blocks, pages)]
    return found, tuple(lines)


@pytest.mark.parametrize("row", ["of the yard | \u2022 skiffs", "of the yard | 3. skiffs"])
def test_an_item_behind_other_words_of_its_line_opens_the_page(row: str) -> None:
    regions, lines = regions_of(f"{LIST}\n    {row}\n")
    assert all("unclear_order" in region.problems for region in mark_order_doubts(regions, lines))


@pytest.mark.parametrize("row", ["of the yard | skiffs", "of the yard | 7. skiffs", "\u2022 ships | \u2022 skiffs"])
def test_other_cells_open_nothing(row: str) -> None:
    regions, lines = regions_of(f"{LIST}\n    {row}\n")
    assert mark_order_doubts(regions, lines) == regions


def test_paragraphs_beside_paragraphs_open_the_page() -> None:
    prose = "He who is up at six may go to it if we all do so."
    regions, lines = regions_of(LIST + "".join(f"\n    {prose} | {prose}" for _ in range(5)))
    assert len(regions) == 2
    assert all("unclear_order" in region.problems for region in mark_order_doubts(regions, lines))
