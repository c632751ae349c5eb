"""Estimates against brute force: probabilities counted out one by one, and intervals that cover the truth."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.estimates import (
    LEAST_BOTH,
    Overlap,
    RefusedEstimateError,
    Screening,
    recaptured,
    screened,
)
from app.domain.hypergeometric import Draw, at_least, at_most

DRAWS = st.integers(0, 30).flatmap(
    lambda whole: st.builds(Draw, st.just(whole), st.integers(0, whole), st.integers(0, whole))
)


def pmf(seen: int, draw: Draw) -> Fraction:
    if not draw.least <= seen <= draw.most:
        return Fraction(0)
    ways = comb(draw.marked, seen) * comb(draw.whole - draw.marked, draw.drawn - seen)
    return Fraction(ways, comb(draw.whole, draw.drawn))


# ---------------------------------------------------------------- the distribution


@given(DRAWS, st.integers(-1, 31))
def test_tails_are_those_of_exact_fractions(draw: Draw, seen: int) -> None:
    below = sum((pmf(k, draw) for k in range(seen + 1)), Fraction(0))
    above = sum((pmf(k, draw) for k in range(max(seen, 0), 32)), Fraction(0))
    assert at_most(seen, draw) == pytest.approx(float(below), rel=1e-9, abs=1e-12)
    assert at_least(seen, draw) == pytest.approx(float(above), rel=1e-9, abs=1e-12)


def test_tails_are_those_of_draws_made_one_by_one() -> None:
    for whole, marked, drawn in ((6, 3, 2), (7, 2, 5), (5, 5, 3)):
        hands = [sum(card < marked for card in hand) for hand in combinations(range(whole), drawn)]
        for seen in range(-1, drawn + 1):
            share = sum(hand <= seen for hand in hands) / len(hands)
            assert at_most(seen, Draw(whole, marked, drawn)) == pytest.approx(share)


def test_large_numbers_neither_underflow_nor_overflow() -> None:
    assert at_most(800, Draw(10**9, 100_000, 90_000)) == pytest.approx(1.0)
    assert at_least(800, Draw(10**9, 100_000, 90_000)) == pytest.approx(0.0)
    half = Draw(10**9, 5 * 10**8, 10**6)
    assert at_most(500_000, half) == pytest.approx(0.5, abs=1e-3)
    assert at_most(499_999, half) + at_least(500_000, half) == pytest.approx(1.0, abs=1e-4)


# ---------------------------------------------------------------- capture and recapture


def test_chapman_by_hand() -> None:
    found = recaptured(Overlap(40, 30, 20))
    assert found.estimate == pytest.approx(41 * 31 / 21 - 1)
    assert (found.lower, found.upper) == (52, 78)


@pytest.mark.parametrize(("first", "second", "both"), [(40, 30, 20), (12, 9, 8), (10, 10, 10), (25, 7, 7), (60, 50, 9)])
def test_the_interval_holds_exactly_the_totals_that_are_not_too_unlikely(first: int, second: int, both: int) -> None:
    found = recaptured(Overlap(first, second, both))
    for total in range(first + second - both, 1200):
        draw = Draw(total, first, second)
        low = sum((pmf(k, draw) for k in range(both + 1)), Fraction(0))
        high = sum((pmf(k, draw) for k in range(both, second + 1)), Fraction(0))
        inside = min(low, high) >= Fraction(1, 40)
        assert inside == (found.lower <= total <= found.upper), total


@pytest.mark.parametrize("total", [30, 47, 80])
@pytest.mark.parametrize(("first", "second"), [(20, 25), (28, 12), (25, 25)])
def test_the_interval_covers_the_truth_as_often_as_it_says(total: int, first: int, second: int) -> None:
    """Over every overlap that can come about, each with its probability; a refusal claims nothing."""
    wrong = Fraction(0)
    for both in range(LEAST_BOTH, second + 1):
        chance = pmf(both, Draw(total, first, second))
        if chance:
            found = recaptured(Overlap(first, second, both))
            wrong += 0 if found.lower <= total <= found.upper else chance
    assert wrong <= Fraction(1, 20)


def test_one_search_within_the_other_proves_nothing() -> None:
    found = recaptured(Overlap(25, 7, 7))
    assert found.estimate == found.lower == 25
    assert found.upper > 25


@given(st.integers(7, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 300))
def test_no_estimate_falls_short_of_what_is_known(both: int, first: int, second: int, known: int) -> None:
    overlap = Overlap(both + first, both + second, both)
    found = recaptured(overlap, known)
    least = max(overlap.either, known)
    assert least <= found.lower <= found.upper
    assert least <= found.estimate
    assert found.estimate <= found.upper or found.estimate == pytest.approx(found.upper, abs=1)
    wider = recaptured(overlap, known, 0.99)
    assert wider.lower <= found.lower <= found.upper <= wider.upper


def refusal(given: Overlap | Screening) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(RefusedEstimateError) as error:
        recaptured(given) if isinstance(given, Overlap) else screened(given)
    return error.value.code, error.value.fields


def test_refusals_of_an_overlap() -> None:
    assert refusal(Overlap(40, 30, 6)) == ("insufficient_overlap", ())
    assert refusal(Overlap(0, 0, 0)) == ("insufficient_overlap", ())
    assert refusal(Overlap(10, 30, 11)) == ("contradictory_counts", ("both", "first"))
    assert refusal(Overlap(30, 10, 11)) == ("contradictory_counts", ("both", "second"))
    assert refusal(Overlap(-1, 10, 0)) == ("contradictory_counts", ("first",))


# ---------------------------------------------------------------- screening


@given(st.integers(0, 40).flatmap(lambda rest: st.tuples(st.just(rest), st.integers(0, rest), st.integers(0, 40))))
def test_the_bound_of_a_screening_by_brute_force(numbers: tuple[int, int, int]) -> None:
    rest, sample, hits = numbers
    hits = min(hits, sample)
    found = screened(Screening(rest + 5, 5, 2, sample, hits))
    possible = [
        more
        for more in range(rest - sample + 1)
        if sum((pmf(k, Draw(rest, hits + more, sample)) for k in range(hits + 1)), Fraction(0)) >= Fraction(1, 20)
    ]
    assert found.missed == max(possible)
    assert found.recall == pytest.approx((2 + hits) / (2 + hits + found.missed))


@pytest.mark.parametrize("truth", [0, 3, 10, 25])
def test_a_screening_misses_more_than_its_bound_seldom_enough(truth: int) -> None:
    """Over every sample that can be drawn, each with its probability."""
    rest, sample = 60, 20
    wrong = Fraction(0)
    for hits in range(sample + 1):
        chance = pmf(hits, Draw(rest, truth, sample))
        if chance and truth - hits > screened(Screening(rest, 0, 0, sample, hits)).missed:
            wrong += chance
    assert wrong <= Fraction(1, 20)


def test_a_screening_of_thousands() -> None:
    found = screened(Screening(20_000, 2000, 150, 600, 0), recall=0.95)
    assert (found.missed, found.enough, found.further) == (88, False, 5022)
    later = Screening(20_000, 2000, 150, 600 + 5022, 0)
    assert screened(later, recall=0.95).enough
    assert screened(later, recall=0.95).further == 0
    assert not screened(Screening(20_000, 2000, 150, 600 + 5021, 0), recall=0.95).enough
    assert screened(Screening(20_000, 2000, 150, 600, 0)).enough is None


def test_a_screening_of_everything_missed_nothing_and_one_of_nothing_knows_nothing() -> None:
    assert screened(Screening(100, 40, 5, 60, 2)).missed == 0
    nothing = screened(Screening(100, 0, 0, 0, 0), recall=1.0)
    assert (nothing.missed, nothing.recall, nothing.further) == (100, 0.0, 96)
    assert screened(Screening(0, 0, 0, 0, 0)).recall == 1.0


def test_refusals_of_a_screening() -> None:
    assert refusal(Screening(10, 5, 6, 1, 0)) == ("contradictory_counts", ("hits_before", "before"))
    assert refusal(Screening(10, 5, 5, 1, 2)) == ("contradictory_counts", ("hits_in_sample", "sample"))
    assert refusal(Screening(10, 5, 5, 6, 2)) == ("contradictory_counts", ("before", "sample", "collection"))
    assert refusal(Screening(-1, 0, 0, 0, 0)) == ("contradictory_counts", ("collection",))
