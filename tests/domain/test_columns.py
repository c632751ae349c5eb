"""Which column is meant, which rows meet a condition."""

from __future__ import annotations

import pytest

from app.domain.columns import BY_SYNONYM, MATCH, column_for, condition_columns, conditions_of, header_match, meets
from app.domain.members import asked_members
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


def test_a_row_without_a_usual_value_in_the_deciding_column_is_not_decided() -> None:
    rows = [[f"Boat {n}", "moored" if n % 2 else "at sea"] for n in range(10)] + [["Boat 10", "07/03 reported"]]
    region = table(["Boat", "State"], rows)
    asking = asked_members(
        Question("?", QuestionKind.LISTING, noun="boats", conditions=(Condition("moored", "state"),)), region, 0
    )
    assert len(asking.asked) == 5 and asking.unaccounted == 1


def test_a_header_and_a_value_of_its_column_make_a_condition() -> None:
    region = table(["Boat", "State"], [["Ada", "moored"], ["Bea", "sunk"]])
    asked = Question("?", QuestionKind.LISTING, noun="boats", terms=("state", "moor"))
    assert conditions_of(asked, region) == (Condition("moored", "State"),)


def test_a_mere_code_column_is_meant_by_the_codes_of_something() -> None:
    region = table(["Code", "Depot"], [["D-1", "Quay"]])
    assert column_for(question("depots", (), ("depots", "codes")), region) == (0, 1.0)


def test_a_cell_of_several_short_values_gives_each_of_them() -> None:
    region = table(["Boat", "Crew"], [["Ada", "Falk, Ingrid [3]; Sorel, Hamid"]])
    asking = asked_members(question("crew"), region, 1)
    assert [a.label for a in asking.asked] == ["Falk, Ingrid", "Sorel, Hamid"]


def test_a_header_that_is_the_noun_beats_one_that_shortens_it() -> None:
    berths = table(["DISTR", "DISTRICT", "Depth"], [["07", "North", "4 m"], ["08", "South", "5 m"]])
    assert column_for(question("districts"), berths)[0] == 1


def test_the_columns_that_decided_a_condition_are_kept() -> None:
    region = table(["Place", "Boat"], [["Quay", "Heron"], ["Weir", "Crake"]])
    asked = Question("?", QuestionKind.LISTING, noun="boats", conditions=(Condition("Weir", "place"),))
    asking = asked_members(asked, region, 1)
    assert [a.label for a in asking.asked] == ["Crake"]
    assert asking.deciding == {0}


@pytest.mark.parametrize(
    ("phrase", "header", "carries"),
    [
        ("claim numbers", "FILE NO. / CLAIM FILE / LOSS FILE", True),  # one column in three layouts
        ("pilots", "Pilot named / Named pilot", True),
        ("classes", "CLASS / LOC", False),  # two values in one cell
        ("losses", "Policy on loss", False),
        ("losses", "Number of losses", True),
        ("loss dates", "Date of loss", True),
    ],
)
def test_names_in_layouts_and_behind_prepositions(phrase: str, header: str, carries: bool) -> None:
    assert (header_match(phrase, header) >= MATCH) is carries


def test_a_number_is_not_a_code() -> None:
    berths = table(["Berth code", "Berth no."], [["a", "1"]])
    assert column_for(question("berth numbers", ("berth",)), berths)[0] == 1


def test_a_synonym_in_a_header_finds_the_column_but_certifies_nothing() -> None:
    losses = table(["Owner", "Claim file"], [["Ada", "#1"]])
    assert column_for(question("incident numbers"), losses) == (-1, 0.0)
    column, match = column_for(question("incident numbers"), losses, frozenset({"claim", "loss"}))
    assert (column, match) == (1, BY_SYNONYM)


def test_a_mere_code_column_of_something_else_is_not_meant() -> None:
    repairs = table(["No.", "Part"], [["1", "hinge"]])
    assert column_for(question("incident numbers"), repairs) == (-1, 0.0)
