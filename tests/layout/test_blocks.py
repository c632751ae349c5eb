"""Lines become blocks."""

from __future__ import annotations

from dataclasses import replace

from app.domain.page import OutlineEntry
from app.domain.structure import Block, BlockKind
from app.layout.blocks import build_blocks
from tests.layout.sketch import sketch


def blocks_of(text: str, *outline: OutlineEntry) -> tuple[Block, ...]:
    lines, pages = sketch(text)
    return build_blocks(lines, pages, outline)


def kinds(blocks: tuple[Block, ...]) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in blocks]


def test_paragraph_goes_on_over_a_page_end_past_furniture_and_a_note() -> None:
    blocks = blocks_of("""
        The committee met in the large hall of the old town and talked about
        the roof, which had let in rain for years, and about the money that a
        ^ 1 A note at the foot.
        ~ Page 1
        =====
        ~ Minutes
        new one would need before the next winter came.
    """)
    paragraph = next(block for block in blocks if block.kind is BlockKind.PARAGRAPH)
    assert paragraph.text.endswith("and about the money that a new one would need before the next winter came.")
    assert [block.kind.value for block in blocks] == ["paragraph", "footnote", "furniture", "furniture"]


def test_list_item_goes_on_over_a_page_end() -> None:
    blocks = blocks_of("""
        The fleet has:
          - boats for the short trips along the coast and up the rivers that are
        =====
            too shallow for ships
          - ships
    """)
    assert [b.text for b in blocks if b.kind is BlockKind.LIST_ITEM] == [
        "- boats for the short trips along the coast and up the rivers that are too shallow for ships",
        "- ships",
    ]


def test_words_broken_at_a_line_end_are_joined_unless_the_hyphen_is_theirs() -> None:
    blocks = blocks_of("""
        A self-made man came by and asked for a self-
        made chair, and nobody there could tell how the carpen-
        ters had done it.
    """)
    assert "a self-made chair" in blocks[0].text
    assert "the carpenters had" in blocks[0].text


def test_headings_numbers_and_titles() -> None:
    blocks = blocks_of("""
        # 2. Boats

        All of them float.

        **2.1**
        **Small boats**

        These are small.
    """)
    headings = [block for block in blocks if block.kind is BlockKind.HEADING]
    assert [(h.marker, h.text[h.body_at :], h.level) for h in headings] == [
        ("2.", "Boats", 1),
        ("2.1", "Small boats", 2),
    ]
    assert headings[1].section == headings[0].number


def test_heading_of_two_lines_is_one() -> None:
    blocks = blocks_of("""
        # A long title that needs more than one line to say
        # what it has to say

        Text below the title, which is in the usual size and long enough to be
        what most of this document is set in, so that the title stands out.
    """)
    assert kinds(blocks)[0] == ("heading", "A long title that needs more than one line to say what it has to say")


def test_rows_are_blocks_of_their_own() -> None:
    blocks = blocks_of("""
        Name | Size | Port
        Anna | 12 | North
        Bert | 30 | South
    """)
    assert [block.kind for block in blocks] == [BlockKind.TABLE_ROW] * 3


def test_contents_are_no_headings() -> None:
    blocks = blocks_of("""
        # Contents

        1. Boats ........ 3
        2. Ships ........ 9
        3. Rafts ........ 12
    """)
    assert [block.kind.value for block in blocks] == ["heading", "contents", "contents", "contents"]


def test_captions_are_found_and_sentences_about_tables_are_not() -> None:
    blocks = blocks_of("""
        Table 4. Boats by size

        Table 4 shows all boats by size and by the port in which they lie.
    """)
    assert [block.kind.value for block in blocks] == ["caption", "paragraph"]


def test_bold_prefix_counts_from_the_body() -> None:
    block = blocks_of("**Calm water.** Boats stay on the lake in any kind of weather.")[0]
    assert block.text[: block.bold_prefix] == "Calm water."


def test_outline_makes_a_plain_line_a_heading() -> None:
    blocks = blocks_of(
        """
        Rules of the harbour

        Keep left. Ring the bell. Do not race with the ferry when it comes in.
        """,
        OutlineEntry(1, "Rules of the harbour", 1),
    )
    assert blocks[0].kind is BlockKind.HEADING


def test_text_of_every_block_lies_at_its_spans() -> None:
    lines, pages = sketch("""
        # Boats

        The harbour is long and deep and it is
        open all the year.
          1. Anna
          2. Bert
    """)
    for block in build_blocks(lines, pages, ()):
        for piece in block.flow.pieces:
            stored = pages[piece.page - 1].text[piece.start : piece.end]
            assert block.text[piece.at : piece.at + len(stored)] == stored


def test_nothing_gives_nothing() -> None:
    assert build_blocks((), (), ()) == ()


def test_the_number_of_a_chapter_in_words_on_a_line_of_its_own() -> None:
    blocks = blocks_of("""
        ### CHAPTER
        ### FIVE
        ### Boats

        They float on the water as long as nobody drills a hole into them or fills them.
    """)
    heading = blocks[0]
    assert (heading.kind, heading.text[heading.body_at :]) == (BlockKind.HEADING, "Boats")


def test_short_lines_set_wide_apart_are_paragraphs_of_their_own() -> None:
    """Also on a page that holds no wider line to measure their ends by."""
    lines, pages = sketch("""
        Anvil: an iron block.
        Bellows: they blow the fire.
        =====
        Chisel: it cuts.
        Drill: it makes holes.
    """)
    wide = [replace(line, box=line.box._replace(y0=line.box.y0 * 1.36, y1=line.box.y1 * 1.36)) for line in lines]
    assert [block.text.split(":")[0] for block in build_blocks(wide, pages)] == ["Anvil", "Bellows", "Chisel", "Drill"]
