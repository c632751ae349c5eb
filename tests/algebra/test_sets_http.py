"""Sets and aggregates over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.config import Settings
from app.domain.answer import Level
from app.domain.levels import UNKNOWN
from app.entrypoints.http import models
from app.entrypoints.http.sets import _now
from tests.algebra.making import answer
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.fakes import FakeStore, fake_service
from tests.entrypoints.test_http import ask, is_problem, upload


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def call(tmp_path: Any, store: FakeStore) -> Iterator[Client]:
    with running(Settings(data=tmp_path / "store", workers=1), lambda given: fake_service(given, store)) as client:
        yield client


@pytest.fixture
def two(call: Client) -> tuple[str, str]:
    """Answers over the two documents of one corpus: lamp, rope; rope, anchor."""
    corpus = call("POST", "/v1/corpora", json={"name": "harbour"}).json()["id"]
    upload(call, corpus, ("a.txt", b"Lamp\nRope 5 kg"), ("b.txt", b"Rope 5 kg\nAnchor"))
    documents = [each["id"] for each in call("GET", f"/v1/corpora/{corpus}/documents").json()["documents"]]
    one, other = (ask(call, corpus, documents=[each]).json()["id"] for each in documents)
    return one, other


def make(call: Client, operation: str, *ids: str, **more: Any) -> Any:
    return call("POST", "/v1/sets", json={"operation": operation, "answers": list(ids), **more})


@pytest.mark.parametrize(
    ("operation", "labels"),
    [
        ("union", ["Lamp", "Rope 5 kg", "Anchor"]),
        ("intersection", ["Rope 5 kg"]),
        ("difference", ["Lamp"]),
    ],
)
def test_a_set_is_made_stored_and_read(call: Client, two: tuple[str, str], operation: str, labels: list[str]) -> None:
    reply = make(call, operation, *two)
    assert reply.status_code == 201
    body = reply.json()
    models.Answer.model_validate(body)
    assert [each["label"] for each in body["items"]] == labels
    assert body["completeness"]["verdict"] == "complete"
    assert (body["derived"]["operation"], body["derived"]["answers"]) == (operation, list(two))
    assert call("GET", reply.headers["location"]).json() == body
    assert call("GET", f"{reply.headers['location']}/items").json()["total"]["value"] == len(labels)


def test_filter_and_groups(call: Client, two: tuple[str, str]) -> None:
    whole = make(call, "union", *two).json()["id"]
    reply = make(call, "filter", whole, predicate={"field": "label", "any_of": ["rope"]})
    assert [each["label"] for each in reply.json()["items"]] == ["Rope 5 kg"]
    body = make(call, "group_by_document", whole).json()
    groups = body["derived"]["groups"]
    assert [each["items"] for each in groups] == [2, 2]
    for each in groups:
        part = call("GET", f"/v1/enumerations/{each['answer_id']}").json()
        assert part["completeness"]["verdict"] == each["verdict"]


@pytest.mark.parametrize(
    "body",
    [
        {"operation": "union", "answers": ["ONE"]},
        {"operation": "filter", "answers": ["ONE", "TWO"], "predicate": {"field": "label", "any_of": ["x"]}},
        {"operation": "filter", "answers": ["ONE"]},
        {"operation": "union", "answers": ["ONE", "TWO"], "predicate": {"field": "label", "any_of": ["x"]}},
        {"operation": "filter", "answers": ["ONE"], "predicate": {"field": "text", "any_of": ["x"], "whole": True}},
        {"operation": "filter", "answers": ["ONE"], "predicate": {"field": "label", "any_of": []}},
        {"operation": "filter", "answers": ["ONE"], "predicate": {"field": "label", "any_of": ["x"], "whole": "yes"}},
        {"operation": "power", "answers": ["ONE", "TWO"]},
        {"operation": "union", "answers": ["ONE", "TWO"], "cap": 3},
        {"operation": "union", "answers": []},
    ],
)
def test_what_makes_no_sense_is_refused(call: Client, two: tuple[str, str], body: dict[str, Any]) -> None:
    body["answers"] = [dict(zip(("ONE", "TWO"), two, strict=True))[each] for each in body["answers"]]
    assert is_problem(call("POST", "/v1/sets", json=body), "invalid_request")


def test_unknown_answers_and_foreign_corpora(call: Client, two: tuple[str, str]) -> None:
    assert is_problem(make(call, "union", two[0], "nobody"), "unknown_answer")
    other = call("POST", "/v1/corpora", json={"name": "other"}).json()["id"]
    upload(call, other, ("c.txt", b"Buoy"))
    assert is_problem(make(call, "union", two[0], ask(call, other).json()["id"]), "different_corpora")


def number(call: Client, answer_id: str, **body: Any) -> Any:
    return call("POST", f"/v1/enumerations/{answer_id}/aggregates", json=body)


def test_numbers_of_a_whole_set(call: Client, two: tuple[str, str]) -> None:
    body = number(call, two[0], function="count").json()
    models.Aggregated.model_validate(body)
    assert (body["value"], body["bound"], body["exact"], body["level"]) == (2, None, True, "exact")
    body = number(call, two[0], function="sum", attribute={"place": "label"}).json()
    assert (body["value"], body["unit"], body["bound"]) == (5, "kg", "lower")
    assert body["unparsed"] == [{"label": "Lamp", "reason": "no_number"}]


def test_refusals(call: Client, two: tuple[str, str]) -> None:
    label = {"place": "label"}
    assert is_problem(number(call, two[0], function="mean", attribute=label), "biased_aggregate")
    body = number(call, two[0], function="mean", attribute=label, accept_bias=True).json()
    assert (body["value"], body["bias_accepted"], body["bound"], body["exact"]) == (5, True, None, False)
    assert is_problem(number(call, two[0], function="max"), "invalid_request")
    assert is_problem(number(call, two[0], function="max", attribute={"place": "detail"}), "no_numbers")
    assert is_problem(number(call, "nobody", function="count"), "unknown_answer")
    assert is_problem(number(call, two[0], function="variance"), "invalid_request")


def test_mixed_units(call: Client) -> None:
    corpus = call("POST", "/v1/corpora", json={"name": "harbour"}).json()["id"]
    upload(call, corpus, ("a.txt", b"Oar 5 kg\nRope 5 m\nLamp 2.5 kg"))
    made = ask(call, corpus).json()["id"]
    assert is_problem(number(call, made, function="sum", attribute={"place": "label"}), "mixed_units")
    body = number(call, made, function="min", attribute={"place": "label", "unit": "kg"}).json()
    assert (body["value"], body["bound"]) == (2.5, "upper")


def test_an_answer_is_exact_as_of_its_revision_only(call: Client, two: tuple[str, str], store: FakeStore) -> None:
    assert number(call, two[0], function="count").json()["as_of"]["level_now"] == "exact"
    (corpus,) = store.names
    upload(call, corpus, ("c.txt", b"Buoy"))
    assert number(call, two[0], function="count").json()["as_of"]["level_now"] == "unknown"
    del store.names[corpus]
    gone = fake_service(Settings(), store)
    assert _now(gone, answer("Rope", level=Level.EXACT)) == UNKNOWN


def test_sets_survive_the_same_request_sent_again(call: Client, two: tuple[str, str]) -> None:
    body = {"operation": "union", "answers": list(two)}
    first, second = (call("POST", "/v1/sets", json=body, headers={"idempotency-key": "k1"}) for _ in range(2))
    assert first.json() == second.json()
