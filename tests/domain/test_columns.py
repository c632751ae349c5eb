"""Which column is meant, which rows meet a condition."""

from __future__ import annotations

import pytest

from app.domain.columns import MATCH, column_for, condition_columns, header_match, meets
from app.domain.question import Condition, Question, QuestionKind
from app.domain.structure import Column, Ending, Field, Member, Region, RegionKind


def table(headers: list[str], rows: list[list[str]]) -> Region:
    members = tuple(
        Member(row[0], (), fields=tuple(Field(i, text, ()) for i, text in enumerate(row)), text=" ".join(row))
        for row in rows
    )
    columns = tuple(Column(h) for h in headers)
    return Region(0, RegionKind.TABLE, (), members, Ending.NEXT_BLOCK, 1, 1, columns=columns)


def question(noun: str, modifiers: tuple[str, ...] = (), nouns: tuple[str, ...] = ()) -> Question:
    return Question("?", QuestionKind.LISTING, noun=noun, modifiers=modifiers, nouns=nouns)


@pytest.mark.parametrize(
    ("phrase", "header"),
    [("berth numbers", "Berth"), ("berths", "Berth No."), ("districts", "Distr."), ("boat names", "Boat name")],
)
def test_headers_that_carry_the_noun(phrase: str, header: str) -> None:
    assert header_match(phrase, header) >= MATCH


@pytest.mark.parametrize(
    ("phrase", "header"), [("pilots", "Berth"), ("numbers", "Berth"), ("", "Berth"), ("pilots", "")]
)
def test_headers_that_do_not(phrase: str, header: str) -> None:
    assert header_match(phrase, header) < MATCH


def test_the_head_of_the_phrase_decides_between_columns() -> None:
    region = table(["Vessel", "Engine", "Port"], [["a", "b", "c"]])
    assert column_for(question("engines", ("vessel",)), region)[0] == 1
    assert column_for(question("lamps"), region) == (-1, 0.0)


def test_a_condition_is_met_whole_never_by_a_part_of_a_number() -> None:
    region = table(["Boat", "State"], [["Ada", "11"], ["Bea", "1"]])
    condition = Condition("1", "state")
    columns = condition_columns(condition, region)
    assert columns == {1}
    assert [meets(m, condition, columns) for m in region.members] == [False, True]
    negated = Condition("1", "state", negated=True)
    assert [meets(m, negated, columns) for m in region.members] == [True, False]


def test_a_condition_no_row_can_decide_has_no_column() -> None:
    assert condition_columns(Condition("moored"), table(["Boat", "State"], [["Ada", "11"]])) == set()
