"""Keys, stems and flows: what is the same and what must stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.flow import Stretch, join
from app.domain.geometry import Box
from app.domain.words import fold, is_short_for, item_key, stem

BOX = Box(0, 0, 100, 10)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Delivery", "delivery"),
        ("5 business days", "5_business_days"),
        ("SHA\u201012", "SHA-12"),
        ("\ufb01le system", "file systems"),
        ("Ｆｕｌｌ width", "full  width"),
        ("risk\u00adassessment", "riskassessment"),
    ],
)
def test_spellings_of_one_item_share_a_key(one: str, other: str) -> None:
    assert item_key(one) == item_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MW-2", "MW-3"), ("A", "A-"), ("A", "A+"), ("C", "C#"), ("Level 1", "Level 2"), ("5", "-5"), ("10%", "10"),
        ("version 1.2", "version 1.3"), ("not required", "required"), ("AS", "A"), ("<5 kg", ">5 kg"), ("-v", "-V"),
    ],
)  # fmt: skip
def test_items_that_differ_in_a_number_or_sign_stay_apart(one: str, other: str) -> None:
    assert item_key(one) != item_key(other)


def test_irregular_plurals_share_a_stem() -> None:
    for plural, single in [("criteria", "criterion"), ("appendices", "appendix"), ("categories", "category")]:
        assert stem(plural) == stem(single)


@given(st.text(max_size=40))
def test_keys_and_folds_are_stable(text: str) -> None:
    assert item_key(text) == item_key(text)
    assert fold(fold(text)) == fold(text)


def test_a_hyphen_at_a_line_end_is_dropped_only_where_the_joined_word_exists() -> None:
    lines = [
        Stretch("a state-of-the-", 1, 0, BOX),
        Stretch("art harbour regu-", 1, 16, BOX),
        Stretch("lation", 1, 34, BOX),
    ]
    flow = join(lines, is_word=lambda word: word == "regulation")
    assert flow.text == "a state-of-the-art harbour regulation"


def test_spans_of_a_flow_lead_back_to_the_page() -> None:
    page = "  first line\nsecond line  \nthird"
    flow = join(
        [Stretch("  first line", 1, 0, BOX), Stretch("second line  ", 1, 13, BOX), Stretch("third", 1, 27, BOX)]
    )
    at = flow.text.index("line second")
    spans = flow.spans(at, at + len("line second"))
    assert [page[s.start : s.end] for s in spans] == ["line", "second"]


@given(st.lists(st.text(st.sampled_from("ab -\u00ad"), max_size=6), max_size=6), st.data())
def test_every_span_carries_its_own_text(rows: list[str], data: st.DataObject) -> None:
    page = "\n".join(rows)
    starts = [sum(len(r) + 1 for r in rows[:i]) for i in range(len(rows))]
    flow = join([Stretch(r, 1, at, BOX) for r, at in zip(rows, starts, strict=True)])
    low = data.draw(st.integers(0, len(flow.text)))
    high = data.draw(st.integers(low, len(flow.text)))
    found = "".join(page[s.start : s.end] for s in flow.spans(low, high))
    assert found.replace(" ", "") == flow.text[low:high].replace(" ", "")
    assert flow.cut(low, high).text == flow.text[low:high]


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        ("HBO", "Harbour Board Office", True),
        ("RoH", "Register of Hulls", False),
        ("ROH", "Register of Hulls", True),
        ("TERM", "Meaning", False),
        ("A", "Anchor", False),
        ("HB", "Harbour Board Office for the Northern Coast", False),
    ],
)
def test_an_acronym_is_made_of_initials(short: str, long: str, expected: bool) -> None:
    assert is_short_for(short, long) is expected
