"""Stated counts: value, relation, noun, and what is no count."""

from __future__ import annotations

import pytest

from app.domain.geometry import Box, Span
from app.domain.structure import (
    BlockKind,
    Column,
    CountRelation,
    Cue,
    Ending,
    Field,
    Member,
    Region,
    RegionKind,
)
from app.layout.cues import find_cues
from app.layout.number_words import number_value
from app.layout.series import find_series
from tests.layout.literal_blocks import Sheet, paragraphs

EXACTLY, AT_LEAST, AT_MOST = CountRelation.EXACTLY, CountRelation.AT_LEAST, CountRelation.AT_MOST
ABOUT, OTHER, PART = CountRelation.ABOUT, CountRelation.OTHER, CountRelation.PART


def cues(text: str) -> list[Cue]:
    return list(find_cues(paragraphs(text)))


COUNTS = {
    "There are seven harbour districts.": (7, EXACTLY, "districts", ("harbour",)),
    "It sets eight (8) graded tasks.": (8, EXACTLY, "tasks", ("graded",)),
    "The following four options exist.": (4, EXACTLY, "options", ()),
    "Five options are available:": (5, EXACTLY, "options", ()),
    "The 6 Offices of the region": (6, EXACTLY, "Offices", ()),
    "The next nine chapters focus on noise.": (9, EXACTLY, "chapters", ()),
    "We use three types of ballast.": (3, EXACTLY, "types", ("ballast",)),
    "They named three criteria.": (3, EXACTLY, "criteria", ()),
    "the other five bridges": (5, OTHER, "bridges", ()),
    "The remaining two gates are shut.": (2, OTHER, "gates", ()),
    "It has four other gates.": (4, OTHER, "gates", ("other",)),
    "at least 3 letters": (3, AT_LEAST, "letters", ()),
    "more than twenty-five tools": (25, AT_LEAST, "tools", ()),
    "three or more rooms": (3, AT_LEAST, "rooms", ()),
    "no more than four guests": (4, AT_MOST, "guests", ()),
    "up to 12 guests": (12, AT_MOST, "guests", ()),
    "about sixty wells": (60, ABOUT, "wells", ()),
    "Two of the seven districts flood.": (7, PART, "districts", ()),
    "one of four gates": (4, PART, "gates", ()),
    "a dozen wells": (12, EXACTLY, "wells", ()),
    "1,250 wells were drilled": (1250, EXACTLY, "wells", ()),
    "Wells: 260": (260, EXACTLY, "Wells", ()),
    "Total wells: 1,300": (1300, EXACTLY, "wells", ("Total",)),
    "Rows kept: 12": (12, EXACTLY, "Rows", ("kept",)),
    "Well Count: 4": (4, EXACTLY, "Well", ("Count",)),
    "Card 1 of 8": (8, EXACTLY, "Card", ()),
    "Il y a six renforts proposés.": (6, EXACTLY, "renforts", ()),
    "Il propose trois formules.": (3, EXACTLY, "formules", ()),
}


@pytest.mark.parametrize(("text", "expected"), COUNTS.items(), ids=lambda value: str(value)[:36])
def test_counts(text: str, expected: tuple[int, CountRelation, str, tuple[str, ...]]) -> None:
    (cue,) = cues(text)
    assert (cue.value, cue.relation, cue.noun, cue.modifiers) == expected
    span = cue.spans[0]
    assert cue.noun in text[span.start : span.end]


NO_COUNTS = (
    "2.4 Sections",
    "Section 5 requirements apply.",
    "Table 3 values differ.",
    "Step 3 actions are hard.",
    "Pay within 30 days.",
    "It weighs 12 pounds.",
    "A file of 10 MB is sent.",
    "In 2019 organizations changed.",
    "It costs $300 dollars.",
    "45 percent of wells are dry.",
    "On 15 June the wells were dry.",
    "Level 3 events are rare.",
    "The first three wells are dry.",
    "One of them is dry.",
    "It fell three times.",
    "Miles: 1,200",
    "Year: 2020",
    "Phone: 555-1234",
    "Total losses: 3,200.50",
    "Code 9082 controls the rate.",
    "Edition 01 15 supplies the terms.",
    "Offices: 160 rue du Port",
    "It has several limits: 1) cost",
    "dans les 30 jours",
)


@pytest.mark.parametrize("text", NO_COUNTS)
def test_no_counts(text: str) -> None:
    assert cues(text) == []


def test_two_counts_in_one_sentence() -> None:
    assert [(cue.value, cue.noun) for cue in cues("Six (6) graded tasks and one (1) optional task are set.")] == [
        (6, "tasks"),
        (1, "task"),
    ]


def test_part_is_kept() -> None:
    (cue,) = cues("Two of the seven districts flood.")
    assert (cue.part, cue.value) == (2, 7)


def test_a_cue_in_a_lead_in_is_bound_to_its_series() -> None:
    blocks = paragraphs("Nothing.", "There are three grades: copper, silver, and gold.")
    regions = find_series(blocks)
    (cue,) = find_cues(blocks, regions)
    assert cue.region == regions[0].number
    assert cue.quote.startswith("There are three grades")


def test_announcing_cues() -> None:
    assert cues("The following four options exist.")[0].announces
    assert cues("Four options exist:")[0].announces
    assert not cues("Four options exist.")[0].announces


def test_a_giant_number_over_its_noun() -> None:
    sheet = Sheet().add("14", size=30.0).add("regional offices", size=12.0)
    (cue,) = find_cues(sheet.blocks)
    assert (cue.value, cue.noun) == (14, "offices")


def test_running_heads_count_once_and_contents_never() -> None:
    sheet = Sheet()
    for page in (1, 2):
        sheet.add(f"Page {page} of 9", BlockKind.FURNITURE, page=page)
    sheet.add("Seven chapters", BlockKind.CONTENTS)
    assert [(cue.value, cue.noun) for cue in find_cues(sheet.blocks)] == [(9, "Page")]


def test_in_table_rows_only_a_count_at_the_end_counts() -> None:
    sheet = (
        Sheet().add("8 Wells 2,366 north", BlockKind.TABLE_ROW).add("2 Pumps and pipes 260 units", BlockKind.TABLE_ROW)
    )
    assert [(cue.value, cue.noun) for cue in find_cues(sheet.blocks)] == [(260, "units")]


def test_a_label_over_its_value_in_a_record_that_stands_once() -> None:
    spans = (Span(1, 0, 3, Box(0, 0, 1, 1)),)
    fields = (Field(0, "800", spans), Field(1, "2020", spans), Field(2, "12 May", spans))
    columns = (Column("SCHEDULED UNITS"), Column("POLICY YEAR"), Column("DAYS"))
    member = Member("800", spans, fields=fields)
    region = Region(0, RegionKind.RECORDS, (), (member,), Ending.NEXT_BLOCK, 1, 1, columns=columns)
    (cue,) = find_cues((), [region])
    assert (cue.value, cue.noun, cue.modifiers, cue.quote) == (800, "units", ("SCHEDULED",), "SCHEDULED UNITS: 800")
    many = Region(0, RegionKind.RECORDS, (), (member, member), Ending.NEXT_BLOCK, 1, 1, columns=columns)
    assert find_cues((), [many]) == ()


def test_a_heading_number_is_no_count() -> None:
    sheet = Sheet().heading("4 Controls")
    assert find_cues(sheet.blocks) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("seventeen", 17),
        ("twenty-five", 25),
        ("one hundred and twenty", 120),
        ("two thousand", 2000),
        ("two dozen", 24),
        ("a dozen", 12),
        ("1,200", 1200),
        ("trois", 3),
        ("many", None),
    ],
)
def test_number_values(text: str, value: int | None) -> None:
    assert number_value(text) == value


def test_a_total_in_a_running_head_is_a_count_told_once() -> None:
    sheet = Sheet()
    for page in (1, 2, 3):
        sheet.add("Review of May | Pilots: 260", BlockKind.FURNITURE, page=page)
    found = [(cue.value, cue.noun) for cue in find_cues(sheet.blocks)]
    assert found == [(260, "Pilots")]
