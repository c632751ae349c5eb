"""Superlatives, and what all members have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Verdict
from app.domain.claims.finding import Finding
from app.domain.claims.kinds import Extreme, Superlative, Support, Universal, Value
from app.domain.claims.reasons import Reason
from tests.claims.making import answer, checked, outcome
from tests.claims.parts import PARTS, kit

# ---------------------------------------------------------------- superlatives

WEIGHTS = "Parts\nRope 5 kg\nLamp 700 kg\nAnchor 12 kg\nChain 12 kg\n"
DETAIL = Attribute(Place.DETAIL)


def extreme(label: str, which: Extreme, *labels: str, attribute: Attribute = DETAIL, **more: Any) -> Finding:
    return checked(
        Superlative(label=label, extreme=which, attribute=attribute), *kit(*labels, **{"text": WEIGHTS, **more})
    )


def test_the_highest_and_the_lowest() -> None:
    found = extreme("Lamp", Extreme.HIGHEST)
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.SET_WHOLE,))
    assert found.say_instead.startswith("Of the 4 parts found the highest number, 700 kg, is that of 'Lamp'.")
    assert extreme("Rope", Extreme.LOWEST).support is Support.SUPPORTED
    found = extreme("Anchor", Extreme.HIGHEST)
    assert found.reasons == (Reason.NOT_THE_EXTREME,)
    assert "'Lamp'" in found.say_instead


def test_a_tie_is_said() -> None:
    found = extreme("Anchor", Extreme.HIGHEST, "Rope", "Anchor", "Chain")
    assert (found.support, found.reasons) == (Support.WEAKLY_SUPPORTED, (Reason.SET_WHOLE, Reason.TIE))
    assert "'Anchor', 'Chain'" in found.say_instead


def test_no_superlative_over_a_part_or_over_numbers_that_are_missing() -> None:
    found = extreme("Lamp", Extreme.HIGHEST, verdict=Verdict.AT_LEAST)
    assert (found.support, Reason.ANSWER_PARTIAL in found.reasons) == (Support.UNSUPPORTED, True)
    found = extreme("Rope", Extreme.HIGHEST, "Rope", "Pump", text=PARTS, attribute=Attribute(Place.DETAIL, "kg"))
    assert found.reasons == (Reason.NUMBER_MISSING,)
    assert found.differences.failing == (("Pump", Reason.NUMBER_MISSING),)
    found = extreme("Lamp", Extreme.HIGHEST, "Lamp", "Dose", text=PARTS)
    assert found.reasons == (Reason.MIXED_UNITS,)
    assert extreme("Ladder", Extreme.HIGHEST).reasons == (Reason.NOT_A_MEMBER,)


def test_a_bound_is_no_number() -> None:
    found = extreme("Anchor", Extreme.HIGHEST, text="Parts\nRope 5 kg\nAnchor 12 kg or more\n")
    assert found.differences.failing == (("Anchor", Reason.NUMBER_MISSING),)


def test_no_superlative_where_an_item_fell_away() -> None:
    source, state = kit(text=WEIGHTS)
    hidden = replace(source, items=(replace(source.items[0], hidden=True), *source.items[1:]))
    claim = Superlative(label="Lamp", extreme=Extreme.HIGHEST, attribute=DETAIL)
    assert "hidden_text" in outcome(claim, hidden, state)[1]


# ---------------------------------------------------------------- all of them


def all_of(predicate: str, *labels: str, **more: Any) -> Finding:
    return checked(Universal(predicate=predicate), *kit(*labels, **more))


def test_what_every_item_carries() -> None:
    found = all_of("requires a permit", "Rope", "Lamp")
    assert (found.support, found.reasons) == (Support.SUPPORTED, (Reason.SET_WHOLE,))
    assert found.say_instead.startswith("The words 'requires a permit' stand with all of 2 parts found")
    assert len(found.evidence) == 2


@pytest.mark.parametrize(
    ("predicate", "labels", "code"),
    [
        ("requires a permit", ("Rope", "Pump"), "predicate_not_carried"),
        ("requires a permit", ("Rope", "Saw"), "denied_in_text"),
        ("requires no permit", ("Rope", "Saw"), "predicate_not_carried"),
        ("must require a permit", ("Rope",), "predicate_not_carried"),
        ("weighs 0 kg", ("Rope",), "predicate_not_carried"),
        ("the", ("Rope",), "no_words"),
    ],
)
def test_what_not_every_item_carries(predicate: str, labels: tuple[str, ...], code: str) -> None:
    found = all_of(predicate, *labels)
    assert (found.support, code in found.reasons) == (Support.UNSUPPORTED, True)


def test_words_that_stand_apart_or_depend_on_something_are_weak() -> None:
    found = all_of("requires a permit", "Rope", "Anchor")
    assert (found.support, Reason.QUALIFIED_IN_TEXT in found.reasons) == (Support.WEAKLY_SUPPORTED, True)
    found = all_of("permit for 20 m", "Rope")
    assert found.reasons == (Reason.PREDICATE_NOT_CARRIED,)
    found = all_of("20 m permit", "Rope")
    assert (found.support, Reason.WORDS_SCATTERED in found.reasons) == (Support.WEAKLY_SUPPORTED, True)


def test_a_condition_behind_the_quote_is_seen() -> None:
    text = "Parts\nRope requires a permit unless it is old\n"
    source, state = kit("Rope", text=text)
    short = replace(source, items=(replace(source.items[0], detail="requires a permit"),))
    assert outcome(Universal(predicate="requires a permit"), short, state) == (
        "weakly_supported",
        {"set_whole": None, "qualified_in_text": None},
    )
    quoted = Value(label="Anchor", value="12 kg")
    source, state = kit("Anchor")
    short = replace(source, items=(replace(source.items[0], detail="12 kg"),))
    assert outcome(quoted, short, state)[1] == {"number_inexact": None}


def test_a_text_that_says_both_leaves_it_open() -> None:
    text = "Parts\nRope requires a permit. On Sundays it never requires a permit\n"
    source, state = kit("Rope", text=text)
    weak = ("weakly_supported", "qualified_in_text")
    for claim in (Universal(predicate="requires a permit"), Value(label="Rope", value="requires a permit")):
        verdict, reasons = outcome(claim, source, state)
        assert (verdict, list(reasons)[-1]) == weak


def test_another_subject_is_not_the_item() -> None:
    source, state = kit("Rope", text="Parts\nRope 20 m long. The owner of it requires a permit\n")
    assert outcome(Universal(predicate="requires a permit"), source, state) == (
        "weakly_supported",
        {"set_whole": None, "subject_unclear": None},
    )


def test_a_denial_around_the_quote_is_seen() -> None:
    text = "Parts\nRope never requires a permit\n"
    source, state = kit("Rope", text=text)
    short = replace(source, items=(replace(source.items[0], detail="requires a permit"),))
    assert outcome(Universal(predicate="requires a permit"), short, state)[1] == {"denied_in_text": None}
    assert outcome(Universal(predicate="never requires a permit"), source, state)[0] == "supported"


@pytest.mark.parametrize("verdict", [Verdict.AT_LEAST, Verdict.UNPROVEN, Verdict.CONFLICTING])
def test_nothing_holds_for_all_of_a_part(verdict: Verdict) -> None:
    assert all_of("requires a permit", "Rope", "Lamp", verdict=verdict).support is Support.UNSUPPORTED


def test_of_none_nothing_is_said() -> None:
    assert checked(Universal(predicate="x"), answer(verdict=Verdict.NONE_FOUND)).reasons == (Reason.NONE_FOUND,)
    assert Reason.NO_ITEMS in checked(Universal(predicate="x"), answer(verdict=Verdict.UNPROVEN)).reasons


def test_an_item_that_fell_away_leaves_all_open() -> None:
    source, state = kit("Rope", "Lamp")
    hidden = replace(source, items=(source.items[0], replace(source.items[1], hidden=True)))
    assert "hidden_text" in outcome(Universal(predicate="requires a permit"), hidden, state)[1]
