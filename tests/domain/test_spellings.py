from __future__ import annotations

import pytest

from app.domain.spellings import equals, find, spellings

FOUND = [
    ("Alder", "the ALDER\n", "as_written", "ALDER"),
    ("Risk management", "risk man-\nagement", "as_written", "risk man-\nagement"),
    ("checklist", "a check-list", "hyphens_and_spaces", "check-list"),
    ("MW-2", "the MW2 pump", "hyphens_and_spaces", "MW2"),
    ("Organisations", "one organization", "singular_plural_and_variants", "organization"),
    ("colour", "the color", "singular_plural_and_variants", "color"),
    ("policy", "its policies", "singular_plural_and_variants", "policies"),
    ("boxes", "a box", "singular_plural_and_variants", "box"),
    ("box", "two boxes and a box", "as_written", "box"),
    ("The Duties", "our duties", "without_article", "duties"),
    ("Govern (GV)", "to govern", "without_brackets", "govern"),
    ("Govern (GV)", "GV only", "in_brackets", "GV"),
    ("TSO", "a Tram Safety Office", "acronym_in_full", "Tram Safety Office"),
    ("Tram Safety Office", "a TSO", "acronym", "TSO"),
    ("A-", "A- and B", "as_written", "A-"),
    ("5%", "15% 5 5%", "as_written", "5%"),
    ("-5", "5 and -5", "as_written", "-5"),
    ("office", "an o\ufb03ce", "as_written", "o\ufb03ce"),
    ("v. 2", "v. 2", "as_written", "v. 2"),
    ("Alder Birch", "Alder\u2013Birch", "as_written", "Alder\u2013Birch"),
]


@pytest.mark.parametrize(("item", "text", "how", "quote"), FOUND)
def test_found_under_the_strictest_spelling(item: str, text: str, how: str, quote: str) -> None:
    tried = spellings(item, [("TSO", "Tram Safety Office")])
    first = next(each for each in tried if find(each, text))
    assert first.how == how
    assert [text[start:end] for start, end in find(first, text)] == [quote]


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("A", "A-"),
        ("Level 1", "Level 1.2 and Level 12"),
        ("MW-2", "MW-3"),
        ("Alder Birch", "Alder. Birch"),
        ("1 2", "12"),
        ("2.5", "12.5"),
        ("C", "C+ and C#"),
        ("5%", "5"),
    ],
)
def test_names_that_differ_are_not_found(item: str, text: str) -> None:
    assert [each.how for each in spellings(item) if find(each, text)] == []


def test_nothing_to_look_for() -> None:
    assert spellings("...") == ()


def test_equals_takes_the_whole_name() -> None:
    tried = spellings("alders")
    assert equals(tried, "Alder") is not None
    assert equals(tried, "Alder Creek") is None
