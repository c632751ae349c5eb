"""POST /v1/coverage/check"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.config import Settings
from app.entrypoints.http import accounting_models as models
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.fakes import fake_service
from tests.entrypoints.test_http import is_problem

PASSAGES = {
    "corpus": 20_000,
    "readable": 20_000,
    "matched": 340,
    "k": 20,
    "retrieved": 20,
    "in_context": 12,
    "cited": 5,
}


@pytest.fixture
def call(tmp_path: Any) -> Iterator[Client]:
    with running(Settings(data=tmp_path / "store", workers=1), fake_service) as client:
        yield client


def check(call: Client, **body: Any) -> Any:
    return call("POST", "/v1/coverage/check", json=body)


def test_a_check_has_the_documented_shape(call: Client) -> None:
    reply = check(call, passages=PASSAGES, selection="top_k", claims=[{"type": "count", "relation": "exactly"}] * 2)
    assert reply.status_code == 200
    body = reply.json()
    models.CoverageCheck.model_validate(body)
    assert (body["self_reported"], body["level"], body["k"]) == (True, "top_k", 12)
    assert [(each["type"], each["at_most"]) for each in body["claims"]] == [("count", "unsupported")]
    assert {each["stage"]: each["percent"] for each in body["shares"]}["in_context"] == "<0.1 %"
    assert sum(each["amount"] for each in body["gaps"]) == 20_000 - 12


def test_without_claims_every_kind_is_told(call: Client) -> None:
    whole = {"corpus": 3, "readable": 3, "retrieved": 3, "in_context": 3, "cited": 2}
    body = check(call, documents=whole, pages=whole).json()
    assert len(body["claims"]) == 10
    assert {each["at_most"] for each in body["claims"]} == {"supported"}
    assert body["gaps"] == []
    assert "By the client's own numbers" in body["qualifier"]


def test_an_empty_corpus(call: Client) -> None:
    none = dict.fromkeys(("corpus", "retrieved", "in_context", "cited"), 0)
    body = check(call, passages=none).json()
    assert {each["at_most"] for each in body["claims"]} == {"unverifiable"}
    assert body["shares"] == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"cited": 13}, {"passages.cited", "passages.in_context"}),
        ({"k": 19}, {"passages.k", "passages.retrieved"}),
        ({"corpus": -1}, {"passages.corpus", "passages.readable"}),
    ],
)
def test_contradictions_are_refused_with_their_fields(call: Client, changes: dict[str, int], fields: set[str]) -> None:
    reply = check(call, passages=PASSAGES | changes)
    assert is_problem(reply, "contradictory_counts")
    assert {each["field"] for each in reply.json()["errors"]} == fields


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"passages": PASSAGES, "claims": []},
        {"passages": PASSAGES, "claims": [{"type": "count"}]},
        {"passages": PASSAGES, "claims": [{"type": "absence", "relation": "exactly"}]},
        {"passages": PASSAGES, "claims": [{"type": "truth"}]},
        {"passages": PASSAGES | {"cited": "5"}},
        {"passages": PASSAGES | {"seen": 5}},
        {"passages": PASSAGES, "selection": "best"},
        {"passages": {"corpus": 5}},
    ],
)
def test_what_makes_no_sense_is_refused(call: Client, body: dict[str, Any]) -> None:
    assert is_problem(check(call, **body), "invalid_request")
