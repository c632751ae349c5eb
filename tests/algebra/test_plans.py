"""Plans: each operation is compared with what really happens to sets when members are left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.levels import EXACT, RetrievalLevel, meet, sampled, top_k
from app.domain.plans import (
    Aggregate,
    Bound,
    Difference,
    Effect,
    Filter,
    Join,
    Plan,
    ReRank,
    Sample,
    Scan,
    Union,
    reduced,
    worth,
)

NAMES = ("a", "b", "c")
Sets = dict[str, frozenset[int]]


def plans() -> st.SearchStrategy[Plan]:
    leaves = st.builds(Scan, st.sampled_from(NAMES), st.sampled_from([EXACT, top_k(5), sampled(0.5)]))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Filter, inner),
            st.builds(Join, inner, inner),
            st.builds(Union, inner, inner),
            st.builds(Difference, inner, inner),
        ),
        max_leaves=8,
    )


def run(plan: Plan, truth: Sets, seen: Sets, true: bool) -> frozenset[int]:
    """The set that a plan gives: over the truth, or over what was seen."""
    match plan:
        case Scan(name, level):
            return truth[name] if true or level == EXACT else seen[name]
        case Filter(child):
            return frozenset(n for n in run(child, truth, seen, true) if n % 2)
        case Join(left, right):
            return run(left, truth, seen, true) & run(right, truth, seen, true)
        case Union(left, right):
            return run(left, truth, seen, true) | run(right, truth, seen, true)
        case Difference(left, right):
            return run(left, truth, seen, true) - run(right, truth, seen, true)
        case _:
            raise AssertionError(plan)


SETS = st.fixed_dictionaries({name: st.frozensets(st.integers(0, 7)) for name in NAMES})


@given(plans(), SETS, SETS)
def test_the_bound_holds_whatever_was_missed(plan: Plan, truth: Sets, kept: Sets) -> None:
    seen = {name: truth[name] & kept[name] for name in NAMES}
    true, shown = run(plan, truth, seen, True), run(plan, truth, seen, False)
    found = worth(plan)
    if found.sound:
        assert shown <= true
    if found.whole:
        assert true <= shown


def leaves(plan: Plan) -> list[Scan]:
    match plan:
        case Scan():
            return [plan]
        case Filter(child) | Aggregate(child) | Sample(child=child):
            return leaves(child)
        case Join(left, right) | Union(left, right) | Difference(left, right):
            return leaves(left) + leaves(right)
        case ReRank(sources=sources):
            return [leaf for each in sources for leaf in leaves(each)]


@given(plans())
def test_a_plan_is_never_better_than_its_weakest_leaf_and_names_it(plan: Plan) -> None:
    found = worth(plan)
    weakest = meet(*(leaf.level for leaf in leaves(plan)))
    assert found.level.strength <= weakest.strength
    assert found.sources == tuple(leaf.name for leaf in leaves(plan))
    if found.level == EXACT:
        assert (found.blame, found.bound) == ("", Bound.EXACT)
    else:
        assert found.blame in {leaf.name for leaf in leaves(plan) if leaf.level != EXACT}


WHOLE, PART = Scan("whole", EXACT), Scan("part", top_k(5))


def test_an_incomplete_subtrahend_makes_an_upper_bound() -> None:
    assert worth(Difference(WHOLE, PART)).bound is Bound.UPPER
    assert worth(Difference(PART, WHOLE)).bound is Bound.LOWER
    assert worth(Difference(PART, PART)).bound is Bound.NONE
    assert worth(Difference(WHOLE, Difference(WHOLE, PART))).bound is Bound.LOWER
    assert worth(Difference(WHOLE, PART)).blame == "part"


def test_independent_samples_multiply_only_in_a_join() -> None:
    half, fifth = Scan("half", sampled(0.5)), Scan("quarter", sampled(0.25))
    assert worth(Join(half, fifth)).level == sampled(0.125)
    assert worth(Union(half, fifth)).level == sampled(0.25)
    assert worth(Union(half, fifth)).blame == "quarter"


def test_a_sample_is_a_lower_bound_and_to_blame() -> None:
    found = worth(Sample("draw", WHOLE, 0.5))
    assert (found.level, found.bound, found.blame) == (sampled(0.5), Bound.LOWER, "draw")
    assert worth(Sample("draw", PART, 0.5)).blame == "part"


@pytest.mark.parametrize(
    ("sources", "bound", "level", "shown", "blame"),
    [
        ((WHOLE,), False, EXACT, Bound.EXACT, ""),
        ((WHOLE,), True, top_k(9), Bound.LOWER, "order"),
        ((PART,), False, top_k(5), Bound.LOWER, "part"),
        ((PART,), True, top_k(5), Bound.LOWER, "part"),
        ((WHOLE, PART), False, EXACT, Bound.EXACT, ""),
        ((WHOLE, PART), True, top_k(9), Bound.LOWER, "order"),
        ((PART, Scan("other", sampled(0.5))), False, top_k(5), Bound.LOWER, "part"),
    ],
)
def test_a_re_ranker_improves_nothing(
    sources: tuple[Plan, ...], bound: bool, level: RetrievalLevel, shown: Bound, blame: str
) -> None:
    found = worth(ReRank("order", sources, 9, bound))
    assert (found.level, found.bound, found.blame) == (level, shown, blame)
    assert len(found.sources) == len(sources)


def test_a_filter_that_the_text_does_not_decide_bounds_nothing() -> None:
    assert worth(Filter(WHOLE, decided=False)).bound is Bound.NONE
    assert worth(Filter(PART)).bound is Bound.LOWER


@pytest.mark.parametrize("effect", Effect)
def test_numbers_over_a_whole_set_are_exact(effect: Effect) -> None:
    assert worth(Aggregate(WHOLE, effect)).bound is Bound.EXACT


def test_more_members_push_each_number_its_own_way() -> None:
    assert [reduced(Bound.LOWER, each) for each in Effect] == [Bound.LOWER, Bound.UPPER, Bound.NONE]
    assert [reduced(Bound.UPPER, each) for each in Effect] == [Bound.UPPER, Bound.LOWER, Bound.NONE]
    assert {reduced(Bound.NONE, each) for each in Effect} == {Bound.NONE}
    assert worth(Aggregate(PART, Effect.SHRINKS)).bound is Bound.UPPER
