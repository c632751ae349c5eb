"""Items marked with one word and running numbers; footnotes."""

from __future__ import annotations

from app.domain.structure import ContextRole, Region
from app.layout.blocks import build_blocks
from app.layout.footnotes import find_footnotes
from app.layout.sequences import find_sequences
from tests.layout.sketch import sketch

TEXT = "\n\nSome words between them that fill a line and more, so that they are body text.\n\n"


def sequences_of(text: str) -> list[Region]:
    lines, pages = sketch(text)
    return find_sequences(build_blocks(lines, pages, ()), pages)


def test_scattered_findings() -> None:
    (region,) = sequences_of(
        f"Finding 1: Boats leak. See below.{TEXT}Finding 2: Oars break.\n=====\n# New part{TEXT}Finding 3: Sails tear."
    )
    assert [m.label for m in region.members] == ["Boats leak", "Oars break", "Sails tear"]
    assert region.members[1].aliases[0] == "Finding 2"
    assert region.context(ContextRole.LABEL) == "Finding"
    assert region.closed


def test_bold_mark_without_punctuation() -> None:
    (region,) = sequences_of(f"**Finding 1** Boats leak.{TEXT}**Finding 2** Oars break.{TEXT}")
    assert [m.label for m in region.members] == ["Boats leak", "Oars break"]


def test_missing_number_is_a_problem() -> None:
    (region,) = sequences_of(f"Pledge 1: a boat{TEXT}Pledge 2: an oar{TEXT}Pledge 4: a sail{TEXT}")
    assert region.problems == ("gap:3",)


def test_tables_and_figures_are_none() -> None:
    assert sequences_of(f"Table 1: Boats{TEXT}Table 2: Oars{TEXT}Figure 1: Sails{TEXT}Figure 2: Masts") == []


def footnotes_of(text: str) -> list[Region]:
    lines, pages = sketch(text)
    return find_footnotes(build_blocks(lines, pages, ()))


def test_footnotes_of_a_document() -> None:
    (region,) = footnotes_of("""
        Text of the first page.
        ^ 1 Boats float.
        ^ 2 Ships do as well. Most of
        ^ them.
        =====
        Text of the next page.
        ^ 3 Rafts too.
    """)
    assert [m.label for m in region.members] == ["Boats float.", "Ships do as well.", "Rafts too."]
    assert region.closed


def test_gap_in_footnotes() -> None:
    (region,) = footnotes_of("Text.\n^ 1 One.\n=====\nText.\n^ 3 Three.")
    assert region.problems == ("gap:2",)


def test_no_footnotes() -> None:
    assert footnotes_of("Text.") == []


def test_levels_told_one_after_the_other_in_a_paragraph() -> None:
    (region,) = sequences_of(
        "The school has two levels. Level 1 is open to everyone. Level 2 asks for one finished course.\n\nMore text."
    )
    assert [m.label for m in region.members] == ["Level 1", "Level 2"]
    assert region.context(ContextRole.LEAD_IN) == "The school has two levels."
    assert region.closed


def test_levels_that_go_on_in_the_next_paragraph_are_not_closed() -> None:
    (region,) = sequences_of(
        f"Level 1 is open to everyone. Level 2 asks for a course.{TEXT}Level 3 is for those who teach others.{TEXT}"
    )
    assert not region.closed
