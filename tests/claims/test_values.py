"""Values with their units, superlatives, and what all members have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer, Verdict
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Now
from app.domain.claims.kinds import Cite, Extreme, Superlative, Support, Universal, Value
from app.domain.claims.reasons import Reason
from app.domain.question import Question, QuestionKind
from tests.claims.making import Papers, answer, checked, item, now, outcome

PARTS = """Parts of the kit
Rope 5 kg, 20 m long, requires a permit
Lamp 700 g, requires a permit
Anchor 12 kg or more, requires a permit if it is new
Saw about 3 kg, requires no permit
Fund $3 million
Chain weight 4 kg, load 9 kg, never 11 kg
Dose 2.5 milligrams
Pump
Span 5-10 m
"""
ASKED = Question("Which parts does the kit have?", QuestionKind.LISTING, noun="parts")
ROWS = {line.split()[0]: line.partition(" ")[2] for line in PARTS.splitlines()[1:]}


def kit(*labels: str, verdict: Verdict = Verdict.COMPLETE, text: str = PARTS) -> tuple[Answer, Now]:
    papers = Papers({"d1": [text]})
    rows = {line.split()[0]: line.partition(" ")[2] for line in text.splitlines()[1:]}
    items = (item(each, papers, detail=rows[each]) for each in labels or rows)
    return answer(*items, verdict=verdict, question=ASKED), now(papers)


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
