"""Numbers from sets: the bound holds whatever was missed, and what cannot be said is refused."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.aggregates import Aggregated, Attribute, Function, Place, RefusedError, aggregate
from app.domain.levels import EXACT
from app.domain.plans import Bound
from app.domain.quantities import NoQuantityError, Quantity, quantity
from app.domain.sets import Known
from tests.algebra.making import item

DETAIL = Attribute(Place.DETAIL)


def made(values: list[int], certain: int = 99, closed: bool = True) -> Known:
    items = tuple(item(f"x{n}", f"{value} kg") for n, value in enumerate(values))
    return Known(items, frozenset(each.key for each in items[:certain]), True, closed, None)


def number(found: Known, function: Function, accept_bias: bool = False) -> Aggregated:
    return aggregate(found, EXACT, function, DETAIL, accept_bias)


EXPECTED = {
    Function.COUNT: 4,
    Function.COUNT_DISTINCT: 3,
    Function.SUM: 16,
    Function.MIN: 2,
    Function.MAX: 6,
    Function.MEAN: 4,
    Function.MEDIAN: 4,
}


@pytest.mark.parametrize("function", Function)
def test_over_a_whole_set_every_number_is_exact(function: Function) -> None:
    found = number(made([2, 4, 4, 6]), function)
    assert (found.value, found.unit, found.bound) == (EXPECTED[function], "kg", Bound.EXACT)
    assert found.qualifier == f"The {str(function).replace('_', ' ')} is {EXPECTED[function]} kg."


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_the_bound_holds_whatever_was_missed(values: list[int], shown: int, certain: int) -> None:
    """The true set is `values`; shown are the first, or all with some that may be wrong."""
    part = made(values[: max(shown, 1)], closed=False)
    for function in (Function.COUNT, Function.COUNT_DISTINCT, Function.SUM, Function.MAX, Function.MIN):
        true = number(made(values), function).value
        found = number(part, function)
        assert found.bound is (Bound.UPPER if function is Function.MIN else Bound.LOWER)
        assert found.value <= true if found.bound is Bound.LOWER else found.value >= true
        wide = number(made(values, certain=certain), function)
        inner = number(made(values[: max(certain, 1)]), function).value
        if wide.bound is Bound.UPPER:
            assert inner <= wide.value
        if wide.bound is Bound.LOWER:
            assert inner >= wide.value


@pytest.mark.parametrize("function", [Function.MEAN, Function.MEDIAN])
def test_a_mean_over_a_part_is_refused_unless_the_bias_is_accepted(function: Function) -> None:
    for weak in (made([1, 2], closed=False), made([1, 2], certain=1)):
        with pytest.raises(RefusedError) as caught:
            number(weak, function)
        assert caught.value.code == "biased_aggregate"
        found = number(weak, function, accept_bias=True)
        assert found.bias_accepted
        assert found.bound is Bound.NONE
        assert "that of the whole set may be any other" in found.qualifier
    assert not number(made([1, 2]), function, accept_bias=True).bias_accepted


def test_a_sum_with_a_negative_value_over_a_part_has_no_bound() -> None:
    assert number(made([5, -1], closed=False), Function.SUM).bound is Bound.NONE
    assert number(made([5, -1]), Function.SUM).bound is Bound.EXACT
    assert "provided that no value" in number(made([5, 1], closed=False), Function.SUM).qualifier


def test_without_an_attribute_the_items_are_counted() -> None:
    assert aggregate(made([1, 2]), EXACT, Function.COUNT, None).qualifier == "The count is 2."
    found = aggregate(made([1, 2], certain=1), EXACT, Function.COUNT_DISTINCT, None)
    assert (found.bound, found.value) == (Bound.UPPER, 2)
    assert found.qualifier == "The count distinct is at most 2: 1 of 2 items are certain."


def test_items_without_a_number_are_named_and_open_the_set() -> None:
    items = (item("a", "4 kg"), item("b", "heavy"), item("c", "about 5 kg"))
    found = aggregate(Known(items, frozenset("abc"), True, True, 3), EXACT, Function.MAX, DETAIL)
    assert (found.value, found.bound) == (4, Bound.LOWER)
    assert found.unparsed == (("b", "no_number"), ("c", "inexact_number"))
    assert "2 items carry no number" in found.qualifier


def test_mixed_units_and_no_numbers_are_refused() -> None:
    items = (item("a", "4 kg"), item("b", "4"))
    mixed = Known(items, frozenset("ab"), True, True, 2)
    with pytest.raises(RefusedError, match=r"no unit, kg") as caught:
        number(mixed, Function.SUM)
    assert caught.value.code == "mixed_units"
    one = aggregate(mixed, EXACT, Function.SUM, Attribute(Place.DETAIL, "kg"))
    assert (one.value, one.bound, one.unparsed) == (4, Bound.LOWER, (("b", "no_number"),))
    with pytest.raises(RefusedError) as none:
        number(made([]), Function.MAX)
    assert none.value.code == "no_numbers"
    assert number(made([]), Function.SUM).value == 0


def test_numbers_from_labels_and_evidence() -> None:
    found = Known((item("Rate 5 %"),), frozenset({item("Rate 5 %").key}), True, True, 1)
    assert aggregate(found, EXACT, Function.SUM, Attribute(Place.LABEL)).value == 5
    assert aggregate(found, EXACT, Function.SUM, Attribute(Place.EVIDENCE)).unit == "%"
    one, two, vague = item("5 kg"), item("6 kg"), item("about 6 kg")
    for other, code in ((two, "several_numbers"), (vague, "several_numbers")):
        both = made([1])
        merged = item("x")
        merged = type(merged)("x", "x", one.evidence + other.evidence)
        result = aggregate(
            Known((merged,), frozenset("x"), True, True, 1), EXACT, Function.COUNT, Attribute(Place.EVIDENCE)
        )
        assert result.unparsed == (("x", code),)
        assert both.closed


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12 kg", "12", "kg"),
        ("weighs 1,250.50 kg net", "1250.50", "kg"),
        ("$3 million", "3000000", "$"),
        ("-$5", "-5", "$"),
        ("EUR 20", "20", "EUR"),
        ("−4 °C", "-4", "°C"),
        ("5%", "5", "%"),
        ("7 hours", "7", "hour"),
        ("60 km/h", "60", "km/h"),
        ("3 of them", "3", ""),
        ("MW-2 holds 40 litres", "40", "litre"),
        ("2 and again 2", "2", ""),
        ("1.234", "1.234", ""),
    ],
)
def test_quantities(text: str, value: str, unit: str) -> None:
    assert quantity(text) == Quantity(Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("none", "no_number"),
        ("MW-2", "no_number"),
        ("5 kg or 6 kg", "several_numbers"),
        ("5-10 kg", "ambiguous_number"),
        ("1.234,56", "ambiguous_number"),
        ("1,5", "ambiguous_number"),
        ("(500)", "ambiguous_number"),
        ("1/2", "ambiguous_number"),
        ("up to 5 kg", "inexact_number"),
        ("~5", "inexact_number"),
    ],
)
def test_what_can_be_read_in_two_ways_is_no_number(text: str, code: str) -> None:
    with pytest.raises(NoQuantityError, match=code):
        quantity(text)


def test_a_number_is_found_by_its_unit_and_behind_a_word() -> None:
    text = "Weight: 12 kg, length: 3 m"
    assert quantity(text, unit="m").value == 3
    assert quantity(text, name="weight").value == 12
    with pytest.raises(NoQuantityError, match="no_number"):
        quantity(text, name="width")
