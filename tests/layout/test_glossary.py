"""Glossaries, definition lists, definitions and acronyms in running text."""

from __future__ import annotations

import pytest

from app.domain.structure import BlockKind, ContextRole, Ending, Region, RegionKind
from app.layout.acronyms import find_acronyms
from app.layout.blocks import build_blocks
from app.layout.definitions import find_definitions
from app.layout.glossary import find_glossaries
from app.layout.term_lines import is_glossary_title
from tests.layout.literal_blocks import Sheet, paragraphs
from tests.layout.sketch import sketch


def glossaries(sheet: Sheet) -> list[Region]:
    return find_glossaries(sheet.lines, sheet.blocks)


def terms(region: Region) -> list[str]:
    return [member.label for member in region.members]


def test_two_columns_under_an_acronym_heading() -> None:
    sheet = Sheet().heading("List of Acronyms")
    sheet.add("Those used here are:").row("BOB", "Board of Bakers").row("CAD", "Cake and Dough").row("DOE", "Dough")
    (region,) = glossaries(sheet)
    assert region.kind is RegionKind.DEFINITIONS
    assert terms(region) == ["BOB", "CAD", "DOE"]
    assert region.members[0].detail == "Board of Bakers"
    assert region.context(ContextRole.LEAD_IN) == "Those used here are:"
    assert region.context(ContextRole.HEADING) == "List of Acronyms"


def test_terms_set_like_headings() -> None:
    sheet = Sheet().heading("Glossary").heading("Crumb", 2).add("A small piece of bread.").heading("Crust", 2)
    sheet.add("The outer part of bread.").heading("Index", 1).add("Nothing.")
    (region,) = glossaries(sheet)
    assert terms(region) == ["Crumb", "Crust"]
    assert region.ending is Ending.END_OF_SECTION


def test_letters_between_the_terms_are_no_terms() -> None:
    sheet = Sheet().heading("Glossary").heading("B", 2).heading("Bap", 2).add("A roll.").heading("C", 2)
    sheet.heading("Cob", 2).add("A loaf.")
    (region,) = glossaries(sheet)
    assert terms(region) == ["Bap", "Cob"]


def test_colon_and_bold_terms() -> None:
    colons = Sheet().heading("Definitions").add("Crumb: a small piece.").add("Crust: the outer part.")
    bold = Sheet().heading("Terms").add("Crumb a small piece of it", bold=5).add("Crust the outer part of it", bold=5)
    for sheet in (colons, bold):
        (region,) = glossaries(sheet)
        assert terms(region) == ["Crumb", "Crust"]


def test_quoted_terms_run_over_sub_headings_and_other_verbs() -> None:
    sheet = Sheet().heading("Article I").add("\u201cBaker\u201d means a person who bakes.")
    sheet.add("\u201cCake\u201d means a sweet loaf.").heading("Table of Rates", 2).add(
        "\u201cDough\u201d is set forth below."
    )
    sheet.add("\u201cEgg\u201d shall mean an egg of a hen.").heading("Article II").add("Other matters.")
    (region,) = glossaries(sheet)
    assert terms(region) == ["Baker", "Cake", "Dough", "Egg"]


def test_terms_over_indented_definitions() -> None:
    sheet = Sheet().heading("Grades").add("The grades are known to the office:")
    for term in ("first", "second", "third"):
        sheet.add(term).add(f"This is the {term} one of all the grades that there are.", indent=97.0)
    sheet.add("Behind the list stands more text that is not indented at all.")
    (region,) = glossaries(sheet)
    assert terms(region) == ["first", "second", "third"]
    assert region.context(ContextRole.LEAD_IN) == "The grades are known to the office:"
    assert region.ending is Ending.NEXT_BLOCK


def test_a_sorted_glossary_ends_where_the_alphabet_breaks_for_good() -> None:
    sheet = Sheet().heading("Glossary")
    for term in ("Apple", "Bean", "Corn", "Date", "Egg", "Fig"):
        sheet.heading(term, 2).add(f"What a {term} is.")
    sheet.add("This notice was printed by the office.", page=2)
    for foreign in ("Zones of the Press", "How to Order", "Contact"):
        sheet.heading(foreign, 2).add("Write to us.")
    (region,) = glossaries(sheet)
    assert terms(region) == ["Apple", "Bean", "Corn", "Date", "Egg", "Fig"]
    assert region.ending is Ending.NEXT_BLOCK


def test_a_longer_definition_does_not_end_a_sorted_glossary() -> None:
    sheet = Sheet().heading("Glossary")
    for term in ("Apple", "Bean", "Corn", "Date", "Egg", "Fig"):
        sheet.heading(term, 2).add(f"What a {term} is.")
    sheet.add("More on figs.").heading("Grape", 2).add("A berry.").heading("Hazel", 2).add("A nut.")
    (region,) = glossaries(sheet)
    assert terms(region)[-2:] == ["Grape", "Hazel"]


def test_plain_sections_hold_no_glossary() -> None:
    sheet = Sheet().heading("Terms of payment").add("Price: to be agreed.").add("Term: one year.")
    assert glossaries(sheet) == []
    assert glossaries(Sheet()) == []


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Glossary", True),
        ("Terms and Definitions", True),
        ("Acronyms", True),
        ("Terms of Use", False),
        ("Scope", False),
    ],
)
def test_glossary_titles(title: str, expected: bool) -> None:
    assert is_glossary_title(title) is expected


def test_definitions_in_running_text() -> None:
    found = find_definitions(
        paragraphs(
            "\u201cBaker\u201d means a person who bakes. It is old.",
            "A Loaf is defined as one piece of bread.",
            "The term Crust refers to the outer part.",
            "He means well.",
        )
    )
    assert [(definition.term, definition.text) for definition in found] == [
        ("Baker", "a person who bakes."),
        ("Loaf", "one piece of bread."),
        ("Crust", "the outer part."),
    ]


def test_acronyms_are_verified_by_their_letters() -> None:
    found = find_acronyms(
        paragraphs(
            "The Board of Master Bakers (BMB) met the Real-Time Oven Group (RTOG).",
            "They use Hypertext Ovens (HTO) and a Baking Unit (XYZ) (see BMB).",
            "The Board of Master Bakers (BMB) met again.",
        )
    )
    assert [(acronym.short, acronym.long) for acronym in found] == [
        ("BMB", "Board of Master Bakers"),
        ("RTOG", "Real-Time Oven Group"),
        ("HTO", "Hypertext Ovens"),
    ]


def test_contents_explain_no_acronyms() -> None:
    sheet = Sheet().add("Board of Master Bakers (BMB) .... 4", BlockKind.CONTENTS)
    assert find_acronyms(sheet.blocks) == []


def sketched(text: str) -> list[Region]:
    lines, pages = sketch(text)
    return find_glossaries(lines, build_blocks(lines, pages, ()))


PAD = "This line is only here to make the column as wide as a page usually is in a document."


def test_options_of_a_manual_with_several_names_over_pages() -> None:
    (region,) = sketched(f"""
        {PAD}
        The following options are supported:

        '-d DIR'
        '--dir=DIR'
                  Set the directory in which the tool looks for its plans and its drawings.

        '--adopt'
                  Take over what lies there.
        ~ Tool 4
        =====
        ~ Tool 5
        '-h'
        '--help'
                  Show this help, and end.

        {PAD}
    """)
    assert terms(region) == ["-d DIR", "--adopt", "-h"]
    assert region.members[0].aliases == ("--dir=DIR",)
    assert region.context(ContextRole.LEAD_IN) == "The following options are supported:"
    assert region.closed


def test_terms_in_capitals_or_bold_over_indented_text_are_no_headings() -> None:
    (region,) = sketched(f"""
        {PAD}
        The following terms are used here:

        **LARCH**
             A tree that sheds its needles in autumn and gives planks that last for years in the water.

        **keel**
             The long timber at the bottom of a boat to which all of its ribs are bolted one by one.

        **TAR-8**
             A mixture.

        {PAD}
    """)
    assert terms(region) == ["LARCH", "keel", "TAR-8"]
    assert region.closed


def test_a_list_cut_by_what_is_no_entry_is_never_closed() -> None:
    entry = "'-{}'\n                  What this option does is told here in a line.\n\n        "
    regions = sketched(f"""
        {PAD}
        These are the options:

        {entry.format("a")}{entry.format("b")}{entry.format("c")}A remark at a place for terms that is too long.

        {entry.format("d")}{entry.format("e")}{entry.format("f")}{PAD}
    """)
    assert len(regions) == 2
    assert not any(region.closed for region in regions)
