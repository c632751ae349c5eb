"""Where quotes stand, and whether their sentence denies them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.claims.denial import denied
from app.domain.claims.quoting import find, flat


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("5 mg", "a dose of 5 mg a day"),
        ("the long quay", "at the long\nquay"),
        ("deep channel", "the deep chan-\nnel is"),
        ("north-east", "the north-\neast wind"),
        ("well\u2010known", "a well-known one"),
        ("ﬁne sand", "of fine sand"),
        ("soft", "so\u00adft soap"),
        ("(a)", "under (a) it"),
        ("1,000", "some 1,000 of them"),
        ("Level 1", "Level 1, and Level 2"),
    ],
)
def test_line_ends_and_forms_of_letters_do_not_matter(quote: str, text: str) -> None:
    place = find(quote, text)
    assert place is not None
    assert text[slice(*place)]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("5 mg", "15 mg"),
        ("5 mg", "2.5 mg"),
        ("5", "5.5"),
        ("MW-2", "MW-21"),
        ("2", "MW-2"),
        ("Grade A", "Grade A-"),
        ("Grade A", "Grade A+"),
        ("5", "5%"),
        ("Level 1", "Level 12"),
        ("rope", "ropes"),
        ("Rope", "rope"),
        ("...", "etc ..."),
        ("", "text"),
        ("5 mg", "5 Mg"),
        ("3 million", "3 billion"),
    ],
)
def test_words_numbers_and_units_do(quote: str, text: str) -> None:
    assert find(quote, text) is None


def test_a_later_place_is_found() -> None:
    assert find("5 mg", "15 mg or 5 mg") == (9, 13)
    assert find("5 mg", "5 mg or 5 mg", 2) == (8, 12)
    assert find("5 mg", "5 mg or 5 mg", 0, 6) == (0, 4)


@given(st.text(alphabet="aB1 -\n.\u00ad%\u2013\ufb01", max_size=30))
def test_places_lead_back_to_the_source(text: str) -> None:
    for joins in (True, False):
        found = flat(text, joins)
        assert len(found.text) == len(found.places)
        assert list(found.places) == sorted(found.places)
        assert all(0 <= place < len(text) for place in found.places)


@given(st.lists(st.sampled_from(["Rope", "5", "mg", "MW-2", "quay"]), min_size=1, max_size=6), st.integers(0, 5))
def test_every_run_of_words_stands_in_its_text(words: list[str], at: int) -> None:
    part = " ".join(words[at:]) or words[0]
    place = find(part, "\n".join(words))
    assert place is not None
    assert "\n".join(words)[slice(*place)] == part.replace(" ", "\n")


def in_sentence(text: str, quote: str) -> bool:
    start = text.index(quote)
    return denied(text, start, start + len(quote))


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The crew must not smoke on deck.", "smoke on deck"),
        ("The kit does not include a saw, a rope or a lamp.", "a rope"),
        ("Nobody pays. There is no fee for the veil.", "the veil"),
        ("It isn't part of the kit.", "part of the kit"),
        ("Rope is not a part of the kit.", "Rope"),
        ("Smoking on deck is prohibited.", "Smoking on deck"),
        ("The crew may use all but,\nnever however, the\nlarge saw.", "large saw"),
        ("Tools excluding saws", "saws"),
    ],
)
def test_a_negation_in_the_clause_denies(text: str, quote: str) -> None:
    assert in_sentence(text, quote)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The crew must not smoke on deck.", "must not smoke"),
        ("The crew must not smoke.\nNorth Quay", "North Quay"),
        ("You may not enter. North Quay is open.", "North Quay"),
        ("If the vessel is not ready, the pilot waits.", "the pilot"),
        ("Not only the pilot waits.", "the pilot"),
        ("It takes no more than 5 days.", "5 days"),
        ("See No. 5 for the rope.", "the rope"),
        ("It is not allowed.3\nrope", "rope"),
        ("Rope is a part of the kit. Not the saw.", "Rope"),
    ],
)
def test_another_clause_does_not(text: str, quote: str) -> None:
    assert not in_sentence(text, quote)
