"""Comparisons with a number: which column they are about, and which rows meet them."""

from __future__ import annotations

import pytest

from app.domain.binding import bind
from app.domain.bounds import Bound, Relation, bound_column, within
from app.domain.members import asked_members
from app.domain.setting import Setting
from app.questions import parse
from tests.domain.test_columns import table

HULLS = table(
    ["Boat", "Length", "Crew", "Built"],
    [["Ada 2", "1,200 m", "7", "1 May 1931"], ["Bea", "80.5 m", "12", "1950"], ["Cid", "unknown", "3", "1960"]],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which boats have a crew of more than 7?", ["Bea"]),
        ("Which boats have at least 7 crew?", ["Ada 2", "Bea"]),
        ("Which boats have 7 or fewer crew?", ["Ada 2", "Cid"]),
        ("Which boats do not have more than seven crew?", ["Ada 2", "Cid"]),
        ("Which boats have exactly 12 crew?", ["Bea"]),
        ("Which boats have a crew of no less than 12?", ["Bea"]),
        ("Which boats have a length over 100?", ["Ada 2"]),
        ("Which boats were built before 1950?", ["Ada 2"]),
        ("Which boats were built in 1950 or later?", ["Bea", "Cid"]),
        ("Which boats were built after 1931 and have a crew under 10?", ["Cid"]),
        ("Which boats are longer than 3 masts?", ["Ada 2", "Bea", "Cid"]),  # no column of masts
        ("Name at least two boats.", ["Ada 2", "Bea", "Cid"]),  # how many to name
        ("Which boats sailed before 1 May 1940?", ["Ada 2", "Bea", "Cid"]),  # days are not compared
    ],
)
def test_rows_within_the_bounds(question: str, names: list[str]) -> None:
    asked = parse(question)
    assert [a.label for a in asked_members(asked, HULLS, 0).asked] == names


@pytest.mark.parametrize("relation", Relation)
def test_opposites_part_all_numbers(relation: Relation) -> None:
    assert relation.opposite.opposite is relation
    for number in (1.0, 2.0, 3.0):
        assert relation.holds(number, 2.0) is not relation.opposite.holds(number, 2.0)


def test_a_cell_without_a_number_is_not_decided() -> None:
    bound = Bound(100.0, Relation.MORE, ("length",))
    assert bound_column(bound, HULLS, 0) == 1
    assert [within(m, bound, 1) for m in HULLS.members] == [True, False, None]
    assert asked_members(parse("Which boats have a length over 100?"), HULLS, 0).unaccounted == 1


def test_the_only_column_of_numbers_is_meant() -> None:
    assert bound_column(Bound(5.0, Relation.MORE), table(["Boat", "Crew"], [["Ada", "7"]]), 0) == 1


def test_where_no_header_names_the_things_the_key_column_does() -> None:
    question = parse("Which vehicles have at least 7 crew?")
    binding = bind(question, HULLS, Setting({}, frozenset()))
    assert (binding.column, binding.bound) == (0, False)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which claims are over $1.5 million?", 1.5e6),
        ("Which towns have more than two hundred inhabitants?", 200.0),
        ("Which rates are below 2.6?", 2.6),
    ],
)
def test_values(question: str, value: float) -> None:
    (bound,) = parse(question).bounds
    assert bound.value == value
    assert parse(question).compares, "who is meant depends on a comparison: never certified"
