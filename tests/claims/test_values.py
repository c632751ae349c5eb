"""Values with their units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.answer import Verdict
from app.domain.claims.kinds import Cite, Value
from tests.claims.making import Papers, answer, checked, item, now, outcome
from tests.claims.parts import ASKED, PARTS, kit


def said(label: str, value: str, name: str = "", **more: Any) -> tuple[str, set[str]]:
    verdict, reasons = outcome(Value(label=label, value=value, name=name, **more), *kit())
    return verdict, set(reasons)


@pytest.mark.parametrize(
    ("label", "value", "name"),
    [
        ("Rope", "5 kg", ""),
        ("Rope", "5 kilograms", ""),
        ("Rope", "20 m", ""),
        ("Fund", "$3 million", ""),
        ("Dose", "2.5 mg", ""),
        ("Chain", "4 kg", "weight"),
        ("Chain", "9 kg", "load"),
        ("Rope", "requires a permit", ""),
        ("Span", "5-10 m", ""),
        ("Saw", "about 3 kg", ""),
        ("Rope", "a permit", "requires"),
    ],
)
def test_what_stands_is_supported(label: str, value: str, name: str) -> None:
    assert said(label, value, name) == ("supported", {"evidence_stands"})


@pytest.mark.parametrize(
    ("label", "value", "code"),
    [
        ("Rope", "5 g", "unit_differs"),
        ("Rope", "5", "unit_missing"),
        ("Rope", "50 kg", "magnitude_differs"),
        ("Fund", "$3 thousand", "magnitude_differs"),
        ("Fund", "$3", "magnitude_differs"),
        ("Rope", "6 kg", "value_differs"),
        ("Anchor", "12 kg", "number_inexact"),
        ("Saw", "3 kg", "number_inexact"),
        ("Span", "10 m", "number_inexact"),
        ("Pump", "5 kg", "value_not_in_evidence"),
        ("Lamp", "5 kg", "value_not_in_evidence"),
        ("Pump", "blue", "value_not_in_evidence"),
        ("Saw", "permit", "denied_in_text"),
        ("Ladder", "5 kg", "not_a_member"),
    ],
)
def test_what_does_not_stand_is_refused_with_the_nearest_miss(label: str, value: str, code: str) -> None:
    verdict, reasons = said(label, value)
    assert (verdict, code in reasons) == ("unsupported", True)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("Rope between 5 and 7 kg", "7 kg"),
        ("Rope 5 kg to 7 kg", "5 kg"),
        ("Rope 5 kg or 7 kg", "7 kg"),
        ("Rope not exceeding 7 kg", "7 kg"),
        ("Rope a maximum of 7 kg", "7 kg"),
        ("Rope max. 7 kg", "7 kg"),
        ("Rope 5-7 kg", "7 kg"),
    ],
)
def test_bounds_and_ranges_are_no_values(row: str, value: str) -> None:
    source, state = kit("Rope", text=f"Parts\n{row}\n")
    assert outcome(Value(label="Rope", value=value), source, state) == ("unsupported", {"number_inexact": None})


def test_a_value_that_depends_on_something_is_weak() -> None:
    assert said("Anchor", "requires a permit") == ("weakly_supported", {"evidence_stands", "qualified_in_text"})
    source, state = kit("Rope", text="Parts\nRope 5 kg if it is dry\n")
    short = replace(source, items=(replace(source.items[0], detail="5 kg"),))
    assert outcome(Value(label="Rope", value="5 kg"), short, state)[0] == "weakly_supported"


@pytest.mark.parametrize(
    ("quote", "value", "support"),
    [
        ("Rope 5", "5", "unsupported"),
        ("Rope 5", "5 kg", "weakly_supported"),
        ("Fund $3", "$3", "unsupported"),
        ("Fund $3", "$3 million", "weakly_supported"),
        ("Anchor 12 kg", "12 kg", "unsupported"),
        ("Pump 7", "7", "weakly_supported"),
    ],
)
def test_a_quote_that_is_cut_before_the_unit_keeps_it(quote: str, value: str, support: str) -> None:
    papers = Papers({"d1": [f"{PARTS}Pump 7 without a handle\n"]})
    label = quote.split()[0]
    claim = Value(label=label, value=value, cites=(Cite(1, quote, "d1.txt"),))
    assert outcome(claim, answer(item(label, papers)), now(papers))[0] == support


def test_long_numbers_are_not_rounded() -> None:
    source, state = kit("Rope", text=f"Parts\nRope {'1' * 40}\n")
    assert outcome(Value(label="Rope", value="1" * 40), source, state)[0] == "supported"
    assert outcome(Value(label="Rope", value=f"{'1' * 39}2"), source, state)[0] == "unsupported"
    assert outcome(Value(label="Rope", value=f"-{'1' * 40}"), source, state)[0] == "unsupported"


def test_the_sentence_shows_what_stands() -> None:
    found = checked(Value(label="Rope", value="5 g"), *kit())
    assert "5 kg, 20 m long" in found.say_instead
    found = checked(Value(label="Rope", value="5 kg"), *kit())
    assert found.say_instead == "'Rope': \"5 kg\" (d1.txt p. 1)."
    assert found.evidence[0].bbox.y0 == 84  # the box of its line


def test_of_several_numbers_it_must_be_said_which() -> None:
    assert said("Chain", "4 kg") == ("weakly_supported", {"evidence_stands", "several_numbers"})
    assert said("Chain", "9 kg", "weight")[1] == {"value_differs"}
    assert said("Chain", "9 kg", "colour")[1] == {"value_not_in_evidence"}
    assert said("Chain", "red", "colour")[1] == {"value_not_in_evidence"}


def test_a_value_of_what_does_not_stand() -> None:
    source, state = kit("Rope")
    hidden = replace(source, items=(replace(source.items[0], hidden=True),))
    assert "hidden_text" in outcome(Value(label="Rope", value="5 kg"), hidden, state)[1]


def test_a_value_over_a_part_is_weak() -> None:
    assert outcome(Value(label="Rope", value="5 kg"), *kit(verdict=Verdict.AT_LEAST))[0] == "weakly_supported"


def test_a_detail_that_does_not_stand_is_no_evidence() -> None:
    source, state = kit("Pump")
    invented = replace(source, items=(replace(source.items[0], detail="77 kg"),))
    assert outcome(Value(label="Pump", value="77 kg"), invented, state)[1] == {"value_not_in_evidence": None}


def test_the_agent_may_bring_the_place_that_names_item_and_value() -> None:
    papers = Papers({"d1": ["Parts: Rope, Lamp.\n\nThe Rope weighs 5 kg."]})
    source, state = answer(item("Rope", papers), item("Lamp", papers), question=ASKED), now(papers)
    told = (Cite(1, "The Rope weighs 5 kg", "d1.txt"),)
    assert outcome(Value(label="Rope", value="5 kg"), source, state)[0] == "unsupported"
    assert outcome(Value(label="Rope", value="5 kg", cites=told), source, state) == (
        "weakly_supported",
        {"evidence_stands": None, "cited_only": None},
    )
    assert outcome(Value(label="Lamp", value="5 kg", cites=told), source, state)[0] == "unsupported"


def test_a_value_whose_evidence_moved() -> None:
    source, _ = kit("Rope", text="Parts\nRope 5 kg")
    moved = replace(source, items=(replace(source.items[0], detail=""),))
    found = outcome(Value(label="Rope", value="Rope"), moved, now(Papers({"d1": ["A new line\nRope 5 kg"]})))
    assert found[0] == "supported"
