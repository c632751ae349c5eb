"""Markers at the start of a line."""

from __future__ import annotations

import pytest

from app.layout.markers import printed_value, read_marker, roman, to_roman


@pytest.mark.parametrize(
    ("text", "marker", "body"),
    [
        ("\u2022 10% minimum", "\u2022", "10% minimum"),
        ("\u202210% minimum", "\u2022", "10% minimum"),
        ("\uf0b7 red", "\uf0b7", "red"),
        ("\u0002 red", "\u0002", "red"),
        ("\u2013 red", "\u2013", "red"),
        ("- red", "-", "red"),
        ("\u27a2 red", "\u27a2", "red"),
        ("\u2713 red", "\u2713", "red"),
        ("o Red", "o", "Red"),
        ("1. One", "1.", "One"),
        ("1) One", "1)", "One"),
        ("(1) One", "(1)", "One"),
        ("[1] One", "[1]", "One"),
        ("a) one", "a)", "one"),
        ("(a)One", "(a)", "One"),
        ("(m)one thing", "(m)", "one thing"),
        ("(mm)one thing", "(mm)", "one thing"),
        ("A. One", "A.", "One"),
        ("(iv) four", "(iv)", "four"),
        ("IV. Four", "IV.", "Four"),
        ("2.1 Two", "2.1", "Two"),
        ("2.1.3. Two", "2.1.3.", "Two"),
        ("Step 3: Go", "Step 3:", "Go"),
        ("Article IV", "Article IV", ""),
        ("Appendix B. Tables", "Appendix B.", "Tables"),
        ("V1 Encoding", "V1", "Encoding"),
        ("\u2460 one", "\u2460", "one"),
        ("\u00a7 12 Scope", "\u00a7 12", "Scope"),
        ("Pledge 7: keep", "Pledge 7:", "keep"),
    ],
)
def test_marker_is_read_and_nothing_else_is_taken(text: str, marker: str, body: str) -> None:
    found = read_marker(text)
    assert found is not None
    assert (found.text, text[found.end :]) == (marker, body)


@pytest.mark.parametrize(
    "text",
    [
        "-5 degrees", "The cat", "I am", "A cat", "2012. It was", "e.g. this", "Table 4. Rates", "$5 each", "o texto",
        "In 2012 we", "Appendix A is here", "Rebecca M. Blank", "(s)he", "m)eter long", "",
    ],
)  # fmt: skip
def test_running_text_has_no_marker(text: str) -> None:
    assert read_marker(text) is None


def test_both_readings_are_kept() -> None:
    found = read_marker("(i) text")
    assert found is not None
    assert {(r.family, r.value) for r in found.readings} == {("lower_roman", 1), ("lower_alpha", 9)}


@pytest.mark.parametrize("value", [1, 4, 9, 14, 40, 90, 400, 1999, 3888])
def test_roman_numerals_go_both_ways(value: int) -> None:
    assert roman(to_roman(value)) == value


def test_values_are_printed_in_their_family() -> None:
    assert printed_value("lower_alpha", 28) == "bb"
    assert printed_value("upper_roman", 13) == "XIII"
    assert printed_value("decimal", 7) == "7"


def test_parts_numbered_in_words() -> None:
    marker = read_marker("CHAPTER FIVE The Harbour")
    assert marker is not None
    assert (marker.word, marker.path, marker.end) == ("CHAPTER", ("5",), 13)
    assert read_marker("Part of the harbour") is None
    assert read_marker("Section Heads and others") is None
