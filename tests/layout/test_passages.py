"""Passages: nothing lost, nothing across sections, lists kept whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.structure import BlockKind
from app.layout.passages import LIST_LIMIT, build_passages
from app.layout.references import find_references
from tests.layout.literal_blocks import Sheet, paragraphs

SENTENCE = "The old mill stands by the river and grinds corn for the whole valley. "


def test_heading_path_and_section_bounds() -> None:
    sheet = (
        Sheet().heading("Part One", 1).add("Alpha.").heading("Mills", 2, marker="").add("Beta.").heading("Part Two", 1)
    )
    passages = build_passages(sheet.add("Gamma.").blocks)
    assert [(passage.headings, passage.flow.text) for passage in passages] == [
        (("Part One",), "Part One\nAlpha."),
        (("Part One", "Mills"), "Mills\nBeta."),
        (("Part Two",), "Part Two\nGamma."),
    ]


def test_short_paragraphs_share_a_passage_and_long_ones_are_parted_at_sentence_ends() -> None:
    assert len(build_passages(paragraphs("One.", "Two.", "Three."))) == 1
    parts = build_passages(paragraphs(SENTENCE * 30))
    assert len(parts) > 2
    assert all(part.flow.text.endswith(".") for part in parts)


def test_a_list_stays_with_its_lead_in() -> None:
    sheet = Sheet().add(SENTENCE * 8).add("These are:")
    for number in range(12):
        sheet.add(f"- item {number} " + "with some more words " * 4, BlockKind.LIST_ITEM, marker="-")
    passages = build_passages(sheet.blocks)
    holding = [passage for passage in passages if "item 0 " in passage.flow.text]
    assert "These are:" in holding[0].flow.text
    assert "item 11 " in holding[0].flow.text


def test_a_very_long_list_is_parted() -> None:
    sheet = Sheet()
    for number in range(200):
        sheet.add(f"- item {number} of many", BlockKind.LIST_ITEM, marker="-")
    passages = build_passages(sheet.blocks)
    assert len(passages) > 1
    assert all(passage.flow.text.count(" ") <= LIST_LIMIT + 5 for passage in passages)


def test_contents_and_furniture_are_flagged_apart() -> None:
    sheet = Sheet().add("Mills .... 4", BlockKind.CONTENTS).add("Yearbook", BlockKind.FURNITURE).add("Text.")
    assert [(p.contents, p.furniture) for p in build_passages(sheet.blocks)] == [
        (True, False),
        (False, True),
        (False, False),
    ]


@given(
    st.lists(
        st.tuples(st.sampled_from(list(BlockKind)), st.text("ab .\n", max_size=60), st.integers(1, 3)), max_size=30
    )
)
def test_no_block_is_lost(rows: list[tuple[BlockKind, str, int]]) -> None:
    sheet = Sheet()
    for kind, text, level in rows:
        sheet.add(text, kind, level=level if kind is BlockKind.HEADING else 0)
    passages = build_passages(sheet.blocks)
    covered = [number for passage in passages for number in passage.blocks]
    assert covered == [block.number for block in sheet.blocks if block.text.strip()]
    assert [passage.number for passage in passages] == list(range(len(passages)))


def test_references() -> None:
    sheet = Sheet().heading("Section 9").add("See Section 5.4 and Table 2, or Appendix B (page 12).")
    found = find_references(sheet.blocks)
    assert [(reference.kind, reference.number) for reference in found] == [
        ("section", "5.4"),
        ("table", "2"),
        ("appendix", "B"),
        ("page", "12"),
    ]
    assert {reference.block for reference in found} == {1}
