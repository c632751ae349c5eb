"""The laws of the algebra, as properties over arbitrary levels, times, restrictions and plans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Completeness, Coverage, Level, Verdict
from app.domain.levels import (
    EXACT,
    TRUNCATED,
    UNKNOWN,
    AsOf,
    Restriction,
    RetrievalLevel,
    Sight,
    as_of_now,
    coarsen,
    cut,
    earlier,
    join,
    level_of,
    meet,
    meet_sights,
    restrict,
    sampled,
    second_source,
    top_k,
)

RATES = st.integers(0, 16).map(lambda n: n / 16)  # their products are exact in binary
LEVELS = st.one_of(
    st.sampled_from([EXACT, TRUNCATED, UNKNOWN]),
    st.builds(sampled, RATES | st.none()),
    st.builds(top_k, st.integers(0, 50) | st.none()),
)
TIMES = st.builds(AsOf, st.integers(0, 9), st.none() | st.integers(0, 9).map(float))
RESTRICTIONS = st.builds(Restriction, st.none() | st.integers(0, 5))
SIGHTS = st.builds(Sight, LEVELS, TIMES, RESTRICTIONS)


def weaker_or_equal(one: RetrievalLevel, other: RetrievalLevel) -> bool:
    return one.strength <= other.strength


@given(LEVELS, LEVELS, LEVELS)
def test_meet_is_idempotent_commutative_associative_and_never_better(
    a: RetrievalLevel, b: RetrievalLevel, c: RetrievalLevel
) -> None:
    assert meet(a, a) == a == meet(a, EXACT)
    assert meet(a, b) == meet(b, a)
    assert meet(a, meet(b, c)) == meet(meet(a, b), c) == meet(a, b, c)
    assert weaker_or_equal(meet(a, b), a)
    assert weaker_or_equal(meet(a, b), b)


@given(LEVELS, LEVELS, LEVELS)
def test_meet_join_cut_and_second_source_are_monotone(a: RetrievalLevel, b: RetrievalLevel, c: RetrievalLevel) -> None:
    low, high = sorted((a, b), key=lambda each: each.strength)
    assert weaker_or_equal(meet(low, c), meet(high, c))
    assert weaker_or_equal(join(low, c), join(high, c))
    assert weaker_or_equal(second_source(low, c), second_source(high, c))
    assert weaker_or_equal(cut(low, 3, True), cut(high, 3, True))


def test_the_order_is_that_of_the_levels_and_ties_take_the_smaller_number() -> None:
    order = [EXACT, sampled(0.9), sampled(0.1), sampled(), top_k(9), top_k(2), top_k(), TRUNCATED, UNKNOWN]
    assert sorted(set(order), key=lambda each: each.strength, reverse=True) == order
    assert meet(sampled(0.5), sampled(0.25)) == sampled(0.25)
    assert meet(top_k(50), top_k(10)) == top_k(10)
    assert meet() == EXACT


@given(LEVELS, LEVELS, LEVELS)
def test_join_multiplies_rates_and_is_never_better_than_the_meet(
    a: RetrievalLevel, b: RetrievalLevel, c: RetrievalLevel
) -> None:
    assert join(a, b) == join(b, a)
    assert join(a, join(b, c)) == join(join(a, b), c)
    assert join(a, EXACT) == a
    assert weaker_or_equal(join(a, b), meet(a, b))


def test_two_halves_join_to_a_quarter_and_meet_to_a_half() -> None:
    assert join(sampled(0.5), sampled(0.5)) == sampled(0.25)
    assert meet(sampled(0.5), sampled(0.5)) == sampled(0.5)


@given(LEVELS, st.integers(0, 50), st.booleans())
def test_neither_a_coarser_grain_nor_a_new_order_improves(a: RetrievalLevel, k: int, bound: bool) -> None:
    assert weaker_or_equal(coarsen(a), a)
    assert weaker_or_equal(cut(a, k, bound), a)
    assert not (bound and cut(a, k, bound) == EXACT)


@given(st.lists(LEVELS, min_size=1))
def test_several_sources_are_exact_only_where_one_is(sources: list[RetrievalLevel]) -> None:
    assert (second_source(*sources) == EXACT) == (EXACT in sources)


@pytest.mark.parametrize(
    ("level", "k", "rate"),
    [
        (Level.SAMPLED, None, 1.5),
        (Level.SAMPLED, None, -0.1),
        (Level.SAMPLED, None, float("nan")),
        (Level.EXACT, None, 0.5),
        (Level.TOP_K, -1, None),
        (Level.UNKNOWN, 3, None),
    ],
)
def test_numbers_that_do_not_fit_are_refused(level: Level, k: int | None, rate: float | None) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        RetrievalLevel(level, k, rate)


@given(st.sampled_from(Level), st.none() | st.integers(0, 9), st.none() | RATES)
def test_of_an_answer_only_its_own_number_is_taken(level: Level, k: int | None, rate: float | None) -> None:
    said = Completeness(Verdict.UNPROVEN, level, "", (), 0, None, (), Coverage(), (), (), k, rate)
    found = level_of(said)
    assert found.level is level
    assert found.k == (k if level is Level.TOP_K else None)
    assert found.rate == (rate if level is Level.SAMPLED else None)


@given(SIGHTS, SIGHTS, SIGHTS)
def test_what_is_seen_meets_part_by_part(a: Sight, b: Sight, c: Sight) -> None:
    assert meet_sights(a, a) == a
    assert meet_sights(a, b) == meet_sights(b, a)
    assert meet_sights(a, meet_sights(b, c)) == meet_sights(meet_sights(a, b), c)
    assert meet_sights(a, b).whole <= (a.whole and b.whole)


@given(TIMES, TIMES)
def test_the_earlier_state_counts(a: AsOf, b: AsOf) -> None:
    found = earlier(a, b)
    assert found.revision == min(a.revision, b.revision)
    if a.indexed_through is None or b.indexed_through is None:
        assert found.indexed_through is None
    else:
        assert found.indexed_through == min(a.indexed_through, b.indexed_through)


@given(LEVELS, TIMES, st.integers(0, 9), st.integers(0, 3))
def test_now_is_unknown_over_waiting_documents_and_newer_revisions(
    level: RetrievalLevel, seen: AsOf, revision: int, pending: int
) -> None:
    found = as_of_now(level, seen, revision, pending)
    assert found == (level if not pending and revision == seen.revision else UNKNOWN)


@given(RESTRICTIONS, RESTRICTIONS)
def test_hidden_documents_are_never_forgotten(a: Restriction, b: Restriction) -> None:
    both = restrict(a, b)
    assert both == restrict(b, a)
    assert (both.hidden == 0) == (a.hidden == 0 and b.hidden == 0)


def test_retrieval_time_and_rights_are_shown_side_by_side() -> None:
    sight = Sight(EXACT, AsOf(7, 12.0), Restriction(3))
    assert str(sight) == "exact as of revision 7, indexed through 12; 3 documents are hidden from the caller"
    assert not sight.whole
    assert str(Sight(top_k(5), AsOf(7))) == "top_k(5) as of revision 7; nothing is hidden from the caller"
    assert str(Restriction(None)) == "an unknown number of documents are hidden from the caller"
    assert str(sampled(0.25)) == "sampled(0.25)"
