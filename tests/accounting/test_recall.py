"""Estimates for answers: two searches that can differ, refusals where they cannot, and never a better verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app import bootstrap
from app.config import Settings
from app.domain.answer import Answer, Level
from app.domain.estimates import Bias, Holds, Overlap, RefusedEstimateError
from app.domain.question import Mode, Request
from app.domain.recall import Recall, Searches, recall, sentence
from app.entrypoints.http import estimate_models as models
from app.estimation import estimate
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_http import is_problem, upload
from tests.loop.memory import FailingRetriever, MemoryView, drain, extractors, understood

QUESTION = "Which wells does the report list?"
LISTED = [f"MW-{n}" for n in (*range(10, 22), 40)]
NAMED = [f"MW-{n}" for n in (*range(10, 19), 31, 32, 33)]


def report(listed: list[str], named: list[str]) -> str:
    rows = "\n".join(f"- {each}" for each in listed)
    prose = "\n\n".join(f"Water stood high in {each} after the storm of that spring." for each in named)
    return f"# Wells\n\nThe report lists these wells:\n\n{rows}\n\nThat is the end of the list.\n\n# Notes\n\n{prose}\n"


NAMES = [frozenset({str(n)}) for n in range(10)]
LAMPS = [f"{name} lamp" for name in ("Gull", "Heron", "Plover", "Tern", "Auk", "Skua", "Knot", "Rail", "Coot")]


def harbour(number: int, lamps: list[str]) -> str:
    rows = "\n".join(f"- {each}" for each in lamps)
    return f"# Harbour {number}\n\nThe harbour keeps these lamps:\n\n{rows}\n\nThat is all.\n"


def letter(lamps: list[str]) -> str:
    named = ", ".join(f"the {each}" for each in lamps[:-1])
    return f"# Letter\n\nThe lamps that the harbour keeps are {named}, and the {lamps[-1]}. It was a fine day.\n"


def asked(*texts: str, question: str = QUESTION, **settings: Any) -> tuple[MemoryView, Answer]:
    view = MemoryView([understood(text, f"paper-{n}.md") for n, text in enumerate(texts)])
    _, found = drain(view, Request(question, **settings), answer_id="a")
    return view, found


def estimated(given: tuple[Any, Answer], searches: Searches = Searches.MENTIONS) -> Recall:
    return estimate(*given, extractors(), searches)


def refusal(given: tuple[Any, Answer], searches: Searches = Searches.MENTIONS) -> str:
    with pytest.raises(RefusedEstimateError) as error:
        estimated(given, searches)
    return error.value.code


def test_mentions_outside_of_lists_are_the_second_search() -> None:
    """Thirteen listed, twelve mentioned, nine of them both: about seventeen, of which sixteen are known."""
    found = estimated(asked(report(LISTED, NAMED)))
    assert found.overlap == Overlap(13, 12, 9)
    assert (found.answered, found.known, found.outside) == (13, 16, 3)
    assert found.total.estimate == pytest.approx(14 * 13 / 10 - 1)
    assert found.total.lower == 16 < found.total.upper
    assert found.share.lower < found.share.estimate < found.share.upper == 13 / 16
    assert sentence(found).startswith("An estimate, not a proof: there are about 18 (16 to ")
    assert "%" not in sentence(found)


def test_a_list_read_a_second_time_recaptures_nothing() -> None:
    assert refusal(asked(report(LISTED, []))) == "insufficient_overlap"
    assert refusal(asked(report(LISTED, NAMED[:6]))) == "insufficient_overlap"


def test_series_in_running_text_are_the_other_second_search() -> None:
    given = asked(harbour(1, LAMPS[:8]), letter([*LAMPS[:7], LAMPS[8]]), question="Which lamps does the harbour keep?")
    found = estimated(given, Searches.WAYS)
    assert found.overlap == Overlap(8, 8, 7)
    assert found.known == 9
    assert refusal(given, Searches.MENTIONS) == "no_second_search"


def test_what_is_found_in_one_way_only_has_no_second_search() -> None:
    given = asked(report(LISTED, NAMED), question="List all e-mail addresses.")
    assert refusal(given) == "no_second_search"
    assert refusal(asked(report(LISTED, NAMED), mode=Mode.TOP_K, k=5)) == "no_second_search"
    view, found = asked(report(LISTED, NAMED))
    derived = replace(found, derivation=object())  # type: ignore[arg-type]
    assert refusal((view, derived)) == "no_second_search"
    assert refusal((view, replace(found, question=replace(found.question, text="Good day.")))) == "no_second_search"


def test_a_search_that_answers_in_part_is_none() -> None:
    view, found = asked(report(LISTED, NAMED))
    view.retriever = FailingRetriever(view.retriever, 0, {"partial": True})  # type: ignore[assignment]
    assert found.completeness.level is Level.EXACT
    assert refusal((view, found)) == "no_second_search"


def test_names_are_matched_by_any_alias_and_counted_once() -> None:
    first = [frozenset({f"n{i}", f"alias {i}"}) for i in range(9)]
    second = [frozenset({f"alias {i}"}) for i in range(8)] + [frozenset({"n0"}), frozenset({"new"})]
    found = recall(Searches.WAYS, first, second, [*first[:5], frozenset({"alias 1"})])
    assert found.overlap == Overlap(9, 9, 8)
    assert (found.answered, found.known, found.outside) == (5, 10, 5)


def test_a_search_with_nothing_of_its_own_says_nothing_of_what_both_missed() -> None:
    assert refusal(asked(report(LISTED, LISTED[:9]))) == "nothing_new"
    assert refusal(asked(report(LISTED, LISTED))) == "nothing_new"


@pytest.mark.parametrize("searches", list(Searches))
def test_assumptions_say_which_way_they_err(searches: Searches) -> None:
    told = recall(searches, NAMES[:9], NAMES[1:], NAMES).assumptions
    violated = {each.name: each.bias for each in told if each.holds is Holds.NO}
    assert violated["independent_searches"] is Bias.LOW
    assert all(each.why for each in told)
    assert {each.name for each in told if each.holds is Holds.YES} == {"closed_population"}
    assert ("built_alike" in {each.name for each in told}) == (searches is Searches.MENTIONS)


def test_every_assumption_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
    told = {each.name for s in Searches for each in recall(s, NAMES[:9], NAMES[1:], NAMES).assumptions}
    assert [name for name in sorted(told) if f"`{name}`" not in text] == []


# ---------------------------------------------------------------- over HTTP


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with running(Settings(data=tmp_path_factory.mktemp("estimates"), workers=1), bootstrap.build) as client:
        yield client


def question(call: Client, *texts: str, text: str = QUESTION, **body: Any) -> tuple[str, Any]:
    corpus = call("POST", "/v1/corpora", json={"name": "estimates"}).json()["id"]
    files = [(f"paper-{n}.md", each.encode()) for n, each in enumerate(texts)]
    upload(call, corpus, *files, prefer="wait=60")
    return corpus, call("POST", f"/v1/corpora/{corpus}/enumerations", json={"question": text, **body}).json()


def test_an_estimate_never_lifts_a_verdict(real: Client) -> None:
    _, answer = question(real, report(LISTED, NAMED), text="Which wells does the report show?")
    before = real("GET", f"/v1/enumerations/{answer['id']}").content
    reply = real("POST", f"/v1/enumerations/{answer['id']}/estimate", json={"searches": "mentions"})
    assert reply.status_code == 200, reply.text
    body = reply.json()
    models.RecallEstimate.model_validate(body)
    assert (body["label"], body["verdict"]) == ("estimate", answer["completeness"]["verdict"])
    assert body["verdict"] not in ("complete", "none_found")
    assert (body["answered"], body["outside"]) == (13, 3)
    assert real("GET", f"/v1/enumerations/{answer['id']}").content == before


def test_refusals_over_http(real: Client) -> None:
    corpus, answer = question(real, report(LISTED, []))
    path = f"/v1/enumerations/{answer['id']}/estimate"
    assert is_problem(real("POST", path, json={}), "insufficient_overlap")
    assert is_problem(real("POST", path, json={"searches": "words"}), "invalid_request")
    assert is_problem(real("POST", "/v1/enumerations/none/estimate", json={}), "unknown_answer")
    upload(real, corpus, ("more.md", b"# More\n\nOther wells were never drilled."), prefer="wait=60")
    assert is_problem(real("POST", path, json={}), "corpus_changed")
    real("DELETE", f"/v1/corpora/{corpus}")
    assert real("POST", path, json={}).status_code in (404, 409)


def test_two_searches_of_a_client(real: Client) -> None:
    body = real("POST", "/v1/estimates/overlap", json={"first": 40, "second": 30, "both": 20}).json()
    models.OverlapEstimate.model_validate(body)
    assert (body["label"], body["self_reported"], body["known"]) == ("estimate", True, 50)
    assert body["total"] == {"estimate": 59.5238, "lower": 52, "upper": 78}
    more = real("POST", "/v1/estimates/overlap", json={"first": 40, "second": 30, "both": 20, "known": 70}).json()
    assert (more["total"]["estimate"], more["total"]["lower"]) == (70, 70)
    few = {"first": 40, "second": 30, "both": 2}
    assert is_problem(real("POST", "/v1/estimates/overlap", json=few), "insufficient_overlap")
    reply = real("POST", "/v1/estimates/overlap", json={"first": 4, "second": 30, "both": 20})
    assert is_problem(reply, "contradictory_counts")
    assert [each["field"] for each in reply.json()["errors"]] == ["both", "first"]


def test_a_screening_of_a_client(real: Client) -> None:
    given = {"collection": 20_000, "before": 2000, "hits_before": 150, "sample": 600, "recall": 0.95}
    body = real("POST", "/v1/estimates/screening", json=given).json()
    models.ScreeningEstimate.model_validate(body)
    assert (body["missed_at_most"], body["enough"], body["further"]) == (88, False, 5022)
    assert "at most 88 of the 17400 documents" in body["sentence"]
    assert is_problem(real("POST", "/v1/estimates/screening", json=given | {"sample": -1}), "contradictory_counts")
    assert is_problem(real("POST", "/v1/estimates/screening", json=given | {"recall": 2}), "invalid_request")
    bad = given | {"hits_before": 2001}
    assert is_problem(real("POST", "/v1/estimates/screening", json=bad), "contradictory_counts")
