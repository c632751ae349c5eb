"""The loop: passes, stops, caps, and what an engine that fails does to a verdict."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from app.adapters.memory import MemoryView
from app.domain.answer import Level, StopReason, Verdict
from app.domain.question import Mode, Request
from tests.loop.memory import FailingRetriever, ask, drain, labels, passes, understood

LAMPS = """# Mooring lamps

The harbour keeps the following mooring lamps:

- Gull lamp
- Heron lamp
- Plover lamp

They are lit at dusk by the watch.
"""
QUESTION = "Which mooring lamps does the harbour keep?"


def test_a_closed_list_that_is_announced_is_complete_after_one_pass() -> None:
    reports, answer = passes(LAMPS, QUESTION)
    assert labels(answer) == ["Gull lamp", "Heron lamp", "Plover lamp"]
    assert answer.completeness.verdict is Verdict.COMPLETE
    assert answer.stop_reason is StopReason.CHECK_PASSED
    assert [r.new_items for r in reports] == [3]
    assert answer.completeness.qualifier.startswith("All 3:")


def test_each_item_is_quoted_from_the_page_it_stands_on() -> None:
    view = MemoryView([understood(LAMPS)])
    _, answer = drain(view, Request(QUESTION))
    for item in answer.items:
        (evidence,) = item.evidence
        page = view.page(evidence.document_id, evidence.page)
        assert page is not None
        assert page.text[evidence.start : evidence.end] == evidence.quote == item.label
        assert item.verified


def test_asking_twice_gives_the_same_answer() -> None:
    view = MemoryView([understood(LAMPS)])
    first, second = (drain(view, Request(QUESTION), clock=count().__next__)[1] for _ in range(2))
    assert first.items == second.items and first.completeness == second.completeness


def test_a_list_of_one_and_a_set_of_none_are_ordinary_answers() -> None:
    one = ask("# Lamps\n\nThe only lamp is the Gull lamp.\n", "Which buoys does the harbour keep?")
    assert labels(one) == [] and one.completeness.verdict in (Verdict.NONE_FOUND, Verdict.UNPROVEN)


def test_a_text_that_asks_for_nothing_has_no_items_and_proves_nothing() -> None:
    reports, answer = passes(LAMPS, "Good morning!")
    assert not reports and not answer.items
    assert answer.completeness.verdict is Verdict.UNPROVEN
    assert answer.completeness.reasons == ("not_a_listing_question",)


@pytest.mark.parametrize(
    "failure",
    [
        {"partial": True, "reason": "a shard is away"},
        {"timed_out": True, "reason": "too slow"},
        {"relation": "gte", "reason": "stopped counting"},
    ],
)
@pytest.mark.parametrize("good", range(4))
def test_an_engine_that_answers_in_part_never_gives_complete(good: int, failure: dict[str, Any]) -> None:
    view = MemoryView([understood(LAMPS)])
    view.retriever = FailingRetriever(view.retriever, good, failure)  # type: ignore[assignment]
    _, answer = drain(view, Request(QUESTION))
    if answer.completeness.level is Level.EXACT:
        pytest.skip("this question needs fewer searches than were let through")
    assert answer.completeness.verdict is not Verdict.COMPLETE
    assert "search_incomplete" in answer.completeness.reasons


@pytest.mark.parametrize("mode", [Mode.TOP_K, Mode.ADAPTIVE])
def test_a_cheap_mode_is_never_more_than_at_least(mode: Mode) -> None:
    answer = ask(LAMPS, QUESTION, mode=mode, k=5)
    assert answer.completeness.verdict is Verdict.AT_LEAST
    assert answer.completeness.level is Level.TOP_K


def test_a_cap_that_leaves_something_out_is_named_as_bound() -> None:
    many = [LAMPS.replace("The harbour", f"Harbour {n}") for n in range(4)]
    answer = ask(many, "Which mooring lamps are kept?", passages_per_pass=1)
    cap = next(c for c in answer.completeness.caps if c.name == "passages_per_pass")
    assert cap.bound and cap.value == 1
    assert answer.completeness.verdict is not Verdict.COMPLETE


def test_exactly_as_many_as_the_cap_is_not_truncated() -> None:
    answer = ask(LAMPS, QUESTION, passages_per_pass=50)
    cap = next(c for c in answer.completeness.caps if c.name == "passages_per_pass")
    assert not cap.bound and answer.completeness.verdict is Verdict.COMPLETE


def test_the_time_budget_stops_between_passes() -> None:
    view = MemoryView([understood("# Notes\n\nLamps are kept somewhere, and buoys as well.\n")])
    ticks = count(step=10)
    _, answer = drain(view, Request("Which lamps are kept?", time_budget_ms=1), clock=lambda: float(next(ticks)))
    assert answer.stop_reason is StopReason.TIME_BUDGET
    assert len(answer.passes) == 1


def test_a_cancelled_question_still_gives_what_it_has() -> None:
    view = MemoryView([understood("# Notes\n\nLamps are kept somewhere, and buoys as well.\n")])
    _, answer = drain(view, Request("Which lamps are kept?"), cancelled=lambda: True)
    assert answer.stop_reason is StopReason.CANCELLED


def test_later_passes_say_why_they_search_for_each_word() -> None:
    text = "# Notes\n\nThe Dock Watch Office (DWO) keeps papers.\n\nThe DWO keeps no list of its rules here.\n"
    reports, _ = passes(text, "Which rules does the Dock Watch Office enforce?")
    terms = [t for r in reports for t in r.terms]
    assert terms and all(t.why for t in terms)
    assert len({t.text for t in terms}) == len(terms)


def test_coverage_counts_documents_pages_and_passages() -> None:
    coverage = ask([LAMPS, "# Other\n\nNothing of the kind.\n"], QUESTION).completeness.coverage
    assert (coverage.documents_planned, coverage.documents_read) == (2, 2)
    assert coverage.pages_planned == coverage.pages_read == 2
    assert coverage.passages_in_scope >= coverage.passages_matched >= coverage.passages_cited >= 1
