"""Inline series: what is a member, what announces it, and what is no series."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.structure import BlockKind, ContextRole, Ending, Region, RegionKind
from app.layout.cues import find_cues
from app.layout.open_words import open_words
from app.layout.series import find_series, named
from tests.layout.literal_blocks import Sheet, paragraphs


def labels(region: Region) -> list[str]:
    return [member.label for member in region.members]


def only(text: str) -> Region:
    found = find_series(paragraphs(text))
    assert len(found) == 1, [labels(region) for region in found]
    return found[0]


SERIES = {
    "There are three grades: copper, silver, and gold.": ["copper", "silver", "gold"],
    "There are three grades: copper, silver and gold.": ["copper", "silver", "gold"],
    "The wards of the clinic are North, South, East, and West Wing.": ["North", "South", "East", "West Wing"],
    "The board shall consist of a chair, two deputies, and a treasurer.": ["a chair", "two deputies", "a treasurer"],
    "At present the queues are: alpha, beta-two, gamma, omega.": ["alpha", "beta-two", "gamma", "omega"],
    "The order would require removing the old pump, testing the new valve for leaks, and filing a report.": [
        "removing the old pump",
        "testing the new valve for leaks",
        "filing a report",
    ],
    "We rate a supplier as Weak (Band 1), Fair (Band 2), and Strong (Band 3).": ["Weak", "Fair", "Strong"],
    "The parts deal with these fields: Water; Soil, Air, and Noise; and Waste.": [
        "Water",
        "Soil, Air, and Noise",
        "Waste",
    ],
    "The loss may: (i) delay the work; (ii) raise its cost; or (iii) end it.": [
        "delay the work",
        "raise its cost",
        "end it",
    ],
    "Bring 1) a pen, 2) a sheet of paper and 3) a ruler.": ["a pen", "a sheet of paper", "a ruler"],
    "Low, Medium, and High are the bands of risk.": ["Low", "Medium", "High"],
    "There are two kinds of lease: fixed and open.": ["fixed", "open"],
    "It is shipped in crates such as boxes, drums, and pallets.": ["boxes", "drums", "pallets"],
}


@pytest.mark.parametrize(("text", "members"), SERIES.items(), ids=lambda value: str(value)[:30])
def test_members_are_verbatim(text: str, members: list[str]) -> None:
    region = only(text)
    assert labels(region) == members
    assert region.kind is RegionKind.INLINE
    assert region.ending is Ending.SENTENCE
    for member in region.members:
        span = member.spans[0]
        assert text[span.start : span.end] == member.label


NO_SERIES = (
    "He went to the harbour, bought some rope and sailed.",
    "On June 5, 2020, the board of Acme, Inc. met and decided.",
    "The price rose by 1,200 and then fell.",
    "After the report is filed, the clerk signs it and the auditor reads it.",
    "Under paragraph (a) and paragraph (b) of this part, nothing is due.",
    "The manager, who is new, left.",
    "Nothing here.",
    "",
)


@pytest.mark.parametrize("text", NO_SERIES)
def test_plain_sentences_are_no_series(text: str) -> None:
    assert [labels(region) for region in find_series(paragraphs(text))] == []


def test_lead_in_before_heading_and_path_are_contexts() -> None:
    sheet = Sheet().heading("Handbook", 1).heading("Grading", 2)
    sheet.add("Suppliers are graded. The grades are copper, silver, and gold. They change.")
    (region,) = find_series(sheet.blocks)
    assert region.context(ContextRole.LEAD_IN) == "The grades are"
    assert region.context(ContextRole.BEFORE) == "Suppliers are graded."
    assert region.context(ContextRole.HEADING) == "Grading"
    assert region.context(ContextRole.PATH) == "Handbook"
    assert region.section == 1


def test_subject_series_has_its_verb_in_the_tail() -> None:
    assert only("Low, Medium, and High are the bands of risk.").context(ContextRole.TAIL) == "are the bands of risk."


def test_brackets_become_aliases_or_detail() -> None:
    assert named("Weak (Band 1)") == ("Weak", "Band 1", ("Weak (Band 1)", "Band 1"))
    assert named("fans (those that move more air than noise)") == ("fans", "those that move more air than noise", ())
    assert named("plain") == ("plain", "", ())


def test_etc_is_no_member_and_opens_the_series() -> None:
    region = only("The committees shall be Finance, Building, Music, Press, etc.")
    assert labels(region) == ["Finance", "Building", "Music", "Press"]
    assert region.open_words == ("etc.",)


def test_and_other_things_opens_the_series() -> None:
    region = only("The kit contains a hammer, a saw, nails, and other small tools.")
    assert labels(region) == ["a hammer", "a saw", "nails"]
    assert region.open_words


def test_open_words_of_the_lead_in() -> None:
    assert only("Crates such as boxes, drums, and pallets are used.").open_words == ("such as",)


def test_a_gap_in_the_markers_is_a_problem() -> None:
    region = only("You must (a) pay the rent, (b) keep the roof tidy, and (d) leave in time.")
    assert region.problems == ("gap:3",)
    assert not region.closed


def test_nested_markers_are_series_of_their_own() -> None:
    text = "It covers: (a) plants, namely (i) trees and (ii) herbs; (b) animals; and (c) fungi."
    outer, inner = sorted(find_series(paragraphs(text)), key=lambda region: -len(region.members))
    assert [member.marker for member in outer.members] == ["(a)", "(b)", "(c)"]
    assert labels(inner) == ["trees", "herbs"]


def test_enumeration_over_sentences() -> None:
    text = (
        "We want three qualities. One is the speed of the boat. Another is the comfort of the crew, as they sleep. "
        "The third is the price. It matters most."
    )
    (region,) = [r for r in find_series(paragraphs(text)) if r.numbering == "ordinal"]
    assert labels(region) == ["the speed of the boat", "the comfort of the crew", "the price"]
    assert region.context(ContextRole.LEAD_IN) == "We want three qualities."
    assert region.ending is Ending.SENTENCE


def test_enumeration_over_paragraphs_without_an_end_word_is_not_closed() -> None:
    blocks = paragraphs("The reasons follow.", "First, it rained all day.", "Second, nobody came.", "We went home.")
    (region,) = find_series(blocks)
    assert labels(region) == ["it rained all day", "nobody came"]
    assert not region.closed


def test_finally_ends_an_enumeration() -> None:
    (region,) = find_series(paragraphs("Some steps. First, wash it. Second, dry it. Finally, store it."))
    assert labels(region) == ["wash it", "dry it", "store it"]
    assert region.closed


def test_a_list_without_and_that_breaks_off_is_not_closed() -> None:
    (region,) = find_series(paragraphs("The queues are: alpha, beta, gamma"))
    assert region.ending is Ending.UNKNOWN


def test_series_inside_a_list_item_begins_behind_the_marker() -> None:
    sheet = Sheet().add("(b) formats: text, image, and sound.", BlockKind.LIST_ITEM, marker="(b)")
    (region,) = find_series(sheet.blocks)
    assert labels(region) == ["text", "image", "sound"]
    assert region.context(ContextRole.LEAD_IN) == "formats:"


def test_headings_and_contents_hold_no_series() -> None:
    sheet = Sheet().heading("Apples, pears, and plums: a, b, and c").add("x: a, b, and c.", BlockKind.CONTENTS)
    assert find_series(sheet.blocks) == []


@pytest.mark.parametrize(
    ("lead", "tail", "found"),
    [
        ("for example, these:", "", ("for example",)),
        ("including but not limited to:", "", ("including", "not limited to")),
        ("These are all:", "", ()),
        ("Goods, including tools, are sold in these sizes:", "", ()),
        ("Keep all evidence, including these kinds of it:", "", ("including",)),
        ("There are shops, for example. The shops are:", "", ()),
        ("The tools:", "This list is not exhaustive.", ("not exhaustive",)),
        ("", "and other tools", ("and other",)),
        ("", "and no other than those", ()),
    ],
)
def test_open_words(lead: str, tail: str, found: tuple[str, ...]) -> None:
    assert open_words(lead, tail) == found


@pytest.mark.parametrize(
    "text",
    [
        "The plan covers roads, the bridges that are kept by the county under the law, parks, and schools.",
        "It has cells, rows, and columns, as well as sheets.",
        "The loss may: (i) delay the work; (ii) raise its cost;",
        "alpha rays, beta rays, and gamma rays are the kinds known.",
        "The parts are: (a) a lid, (b) a base, and (g) a hinge.",
    ],
)
def test_doubtful_series_are_not_closed(text: str) -> None:
    for region in find_series(paragraphs(text)):
        assert not region.closed, labels(region)


def test_a_series_cut_by_the_end_of_its_block_is_not_closed() -> None:
    (region,) = find_series(paragraphs("We sell hats, coats, and scarves", "of wool, all made here."))[:1]
    assert not region.closed


WORD_TEXT = 'a the and or , ; : (i) (a) b) Red blue two such First, is . ( ) etc. 7 "q"'


@given(st.lists(st.sampled_from(WORD_TEXT.split()), max_size=40).map(" ".join))
def test_any_text_gives_members_that_stand_where_they_say(text: str) -> None:
    for region in find_series(paragraphs(text, text)):
        assert len(region.members) >= 2
        for member in region.members:
            assert member.label
            assert "".join((text + "\n" + text)[span.start : span.end] for span in member.spans) == member.label


@pytest.mark.parametrize(
    "text",
    [
        "A" * 30_000 + ":, b, and c",
        "Aa, " * 5_000 + "and b.",
        "( " * 10_000 + ", a, and b",
        "(a) x " * 3_000,
        "9 " * 20_000,
    ],
)
def test_hostile_text_is_quick(text: str) -> None:
    begun = time.perf_counter()
    find_series(paragraphs(text))
    find_cues(paragraphs(text))
    assert time.perf_counter() - begun < 5


def test_pieces_of_a_subordinate_clause_are_no_series() -> None:
    assert not find_series(
        paragraphs(
            "These flags say where the script run.sh, or the tools called by that script, will need wind or water."
        )
    )


def test_the_subject_of_a_clause_is_never_closed() -> None:
    for region in find_series(paragraphs("The guard asks whether the skipper, the mate, or the cook has the key.")):
        assert not region.closed


def test_such_things_as_is_open_and_no_part_of_the_label() -> None:
    region = only("The council hears such bodies as the Ferry Board, the Lamp Trust, and the Rope Guild.")
    assert labels(region) == ["the Ferry Board", "the Lamp Trust", "the Rope Guild"]
    assert region.open_words == ("such bodies as",)


@pytest.mark.parametrize(
    "remark", ["This list is intentionally incomplete.", "The list is not exhaustive.", "It is not limited to these."]
)
def test_remarks_that_open_a_list(remark: str) -> None:
    assert open_words("", remark)
