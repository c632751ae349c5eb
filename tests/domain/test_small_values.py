"""The seldom branches of small values and rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain import geometry
from app.domain.binding import bind
from app.domain.columns import names_rows
from app.domain.counting import stands_in_lead_in
from app.domain.flow import Stretch, join, whole_line
from app.domain.geometry import Box, Span
from app.domain.jobs import JobState, Reading
from app.domain.members import asked_members
from app.domain.names import LONGEST, safe_name
from app.domain.patterns import identifier_pattern, pattern_for
from app.domain.ports import Hits
from app.domain.question import Condition, ItemKind, Question, QuestionKind
from app.domain.setting import Setting
from app.domain.structure import Acronym, Context, ContextRole, CountRelation, Cue
from tests.domain.test_binding import region
from tests.domain.test_columns import question, table

BOX = Box(0, 0, 10, 5)


def test_boxes() -> None:
    assert (BOX.width, BOX.height) == (10, 5)
    assert geometry.union([]) == Box(0.0, 0.0, 0.0, 0.0)
    assert geometry.union([BOX, Box(5, 2, 20, 9)]) == Box(0, 0, 20, 9)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("either/", "or"), "either/or"),
        (("港口", "入口"), "港口入口"),
        (("港口", "gate"), "港口 gate"),
        (("one", "  ", "two"), "one two"),
    ],
)
def test_lines_are_joined_as_their_script_asks(lines: tuple[str, ...], text: str) -> None:
    assert join(Stretch(line, 1, 0, BOX) for line in lines).text == text


def test_a_blank_line_alone_is_an_empty_flow() -> None:
    assert whole_line(Stretch("   ", 1, 0, BOX)).text == ""


def test_long_names_are_cut_in_the_stem() -> None:
    long = safe_name("x" * 300 + ".pdf")
    assert (len(long), long[-4:]) == (LONGEST, ".pdf")
    assert len(safe_name("x" * 300)) == LONGEST
    assert len(safe_name("x." + "y" * 300)) == LONGEST
    assert safe_name("..") == "unnamed"


@pytest.mark.parametrize("state", JobState)
def test_a_job_has_ended_or_goes_on(state: JobState) -> None:
    assert state.ended == (state in (JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED))


def test_a_document_is_pending_until_it_was_read() -> None:
    assert Reading("d", "a.pdf", "queued", "", 0, 0, 0).pending
    assert not Reading("d", "a.pdf", "read", "", 1, 1, 1).pending


def test_a_search_is_exhaustive_only_where_it_saw_everything() -> None:
    assert Hits((), 0).exhaustive
    assert not Hits((), 3).exhaustive
    assert not Hits((), 0, partial=True).exhaustive
    assert not Hits((), 0, timed_out=True).exhaustive
    assert not Hits((), 0, relation="gte").exhaustive


def cue(*spans: Span, region: int = -1) -> Cue:
    return Cue(0, 3, CountRelation.EXACTLY, "lamps", "lamp", (), spans, "three lamps", -1, region=region)


def test_a_count_stands_in_a_lead_in_by_its_number_or_its_place() -> None:
    place = Span(1, 4, 9, BOX)
    lead_in = Context(ContextRole.LEAD_IN, "three lamps", (Span(1, 0, 20, BOX),))
    announced = replace(region(), contexts=(lead_in,))
    assert stands_in_lead_in(cue(region=0), announced)
    assert stands_in_lead_in(cue(place), announced)
    assert not stands_in_lead_in(cue(), announced)
    assert not stands_in_lead_in(cue(Span(2, 4, 9, BOX)), announced)


def test_a_first_row_that_is_the_noun_is_a_header() -> None:
    found = asked_members(
        question("lamps", nouns=("lamps",)), table(["", ""], [["Lamps", "Oil"], ["Fresnel", "yes"]]), -1
    )
    assert [each.label for each in found.asked] == ["Fresnel"]


def test_rows_are_named_by_another_header() -> None:
    rows = table(["Name", "Pilot licence"], [["Ada", "7"], ["Ben", "9"]])
    asked = question("pilots", nouns=("pilots",))
    assert names_rows(asked, rows)
    assert bind(asked, rows, Setting({}, frozenset())).noun >= 0.75


LISTED = Question("Which berths?", QuestionKind.LISTING, noun="berths", nouns=("berths",))


def test_only_a_question_for_a_pattern_has_one() -> None:
    assert pattern_for(LISTED) is None


def identifiers(*conditions: str) -> Question:
    return Question(
        "Which berths?",
        QuestionKind.LISTING,
        ItemKind.PATTERN,
        noun="berths",
        nouns=("berths",),
        conditions=tuple(Condition(each) for each in conditions),
    )


TEXTS = [("Berths", "The berths NB-1, NB-2 and SB-7 are deep."), ("", "No identifier here.")]


def test_identifiers_are_kept_to_the_group_that_is_named() -> None:
    by_prefix = identifier_pattern(identifiers("NB"), TEXTS)
    by_acronym = identifier_pattern(identifiers("north bank"), TEXTS, [Acronym("NB", "north bank", ())])
    for found in (by_prefix, by_acronym):
        assert found is not None
        assert [TEXTS[0][1][a:b] for a, b in found.find(TEXTS[0][1])] == ["NB-1", "NB-2"]
    assert identifier_pattern(identifiers("west bank"), TEXTS) is None
    assert identifier_pattern(identifiers(), [("", "nothing")]) is None
