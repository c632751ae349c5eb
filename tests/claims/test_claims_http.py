"""Claims over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.config import Settings
from app.entrypoints.http import claim_examples, claim_models
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
def corpus(call: Client) -> str:
    made = str(call("POST", "/v1/corpora", json={"name": "harbour"}).json()["id"])
    upload(call, made, ("a.txt", b"Lamp\nRope 5 kg\nAnchor"))
    return made


def check(call: Client, *claims: dict[str, Any], **headers: str) -> Any:
    return call("POST", "/v1/claims/check", json={"claims": list(claims)}, headers=headers)


def one(call: Client, **claim: Any) -> dict[str, Any]:
    reply = check(call, claim)
    assert reply.status_code == 200, reply.json()
    claim_models.ClaimResults.model_validate(reply.json())
    (result,) = reply.json()["results"]
    return dict(result)


def test_claims_about_a_stored_answer(call: Client, corpus: str) -> None:
    made = ask(call, corpus).json()
    about = {"enumeration_id": made["id"]}
    result = one(call, type="complete_set", labels=["Lamp", "Rope 5 kg", "Anchor"], **about)
    assert (result["verdict"], result["reasons"], result["enumeration_id"]) == ("supported", ["set_whole"], made["id"])
    assert [each["quote"] for each in result["evidence"]] == ["Lamp", "Rope 5 kg", "Anchor"]
    result = one(call, type="complete_set", labels=["Lamp", "Anchor"], **about)
    assert (result["verdict"], result["differences"]["dropped"]) == ("unsupported", ["Rope 5 kg"])
    assert one(call, type="count", relation="exactly", number=3, **about)["verdict"] == "supported"
    assert one(call, type="membership", label="Lamp", **about)["verdict"] == "supported"
    assert one(call, type="existence", **about)["verdict"] == "supported"
    assert one(call, type="absence", **about)["reasons"] == ["items_found"]


def test_a_question_is_asked_once_and_its_answer_stored(call: Client, corpus: str, store: FakeStore) -> None:
    about = {"corpus_id": corpus, "question": "Which things are there?"}
    before = len(store.answers)
    reply = check(call, {"type": "existence", **about}, {"type": "membership", "label": "Lamp", **about})
    ids = {each["enumeration_id"] for each in reply.json()["results"]}
    assert len(store.answers) == before + len(ids) == before + 1
    assert call("GET", f"/v1/enumerations/{ids.pop()}").json()["question"]["text"] == "Which things are there?"


def test_the_same_request_again_makes_nothing_new(call: Client, corpus: str, store: FakeStore) -> None:
    body = {"type": "existence", "corpus_id": corpus, "question": "Which things are there?"}
    first, second = (check(call, body, **{"idempotency-key": "k1"}) for _ in range(2))
    assert first.json() == second.json()
    assert len(store.answers) == 1


def test_what_the_agent_brings(call: Client, corpus: str) -> None:
    made = ask(call, corpus).json()
    document = made["items"][0]["evidence"][0]["document_id"]
    about = {"type": "membership", "label": "Lamp", "enumeration_id": made["id"]}
    for cite in ({"document": "a.txt"}, {"document_id": document}):
        result = one(call, cites=[{"page": 1, "quote": "Lamp", **cite}], **about)
        assert (result["verdict"], result["evidence"][-1]["extractor"]) == ("supported", "cited")
    result = one(call, cites=[{"page": 1, "quote": "Lamps", "document": "a.txt"}], **about)
    assert (result["verdict"], result["reasons"]) == ("unsupported", ["cited_quote_not_found"])
    assert result["differences"]["failing"] == [{"label": "Lamps", "reason": "cited_quote_not_found"}]
    assert one(call, text="Only Lamp is one.", **about)["reasons"] == ["text_says_more"]
    for cite in ({}, {"document": "a.txt", "document_id": document}):
        assert is_problem(check(call, {**about, "cites": [{"page": 1, "quote": "Lamp", **cite}]}), "invalid_request")


def test_too_many_quotes_are_refused(call: Client, corpus: str) -> None:
    cites = [{"page": 1, "quote": "Lamp", "document": "a.txt"}] * 100
    claim = {"type": "existence", "enumeration_id": ask(call, corpus).json()["id"], "cites": cites}
    assert check(call, claim, claim).status_code == 200
    assert is_problem(check(call, claim, claim, {**claim, "cites": cites[:1]}), "invalid_request")


def test_values_and_what_all_have(call: Client, corpus: str) -> None:
    about = {"enumeration_id": ask(call, corpus).json()["id"]}
    assert one(call, type="value", label="Rope 5 kg", value="5 kg", **about)["verdict"] == "supported"
    assert one(call, type="value", label="Rope 5 kg", value="5 g", **about)["reasons"] == ["unit_differs"]
    assert one(call, type="universal", predicate="lamp", **about)["reasons"] == ["predicate_not_carried"]
    claim = {"type": "superlative", "label": "Rope 5 kg", "extreme": "highest", "attribute": {"place": "label"}}
    assert one(call, **claim, **about)["reasons"] == ["number_missing"]


def test_a_corpus_that_moved_on(call: Client, corpus: str) -> None:
    made = ask(call, corpus).json()["id"]
    upload(call, corpus, ("b.txt", b"Buoy"))
    result = one(call, type="count", relation="exactly", number=3, enumeration_id=made)
    assert (result["verdict"], "stale" in result["reasons"]) == ("unsupported", True)
    assert (result["answer"]["revision"], result["answer"]["corpus_revision"]) == (1, 2)
    assert (result["answer"]["level"], result["answer"]["level_now"]) == ("exact", "unknown")
    result = one(call, type="count", relation="exactly", number=3, enumeration_id=made, as_of_revision=1)
    assert result["verdict"] == "supported"


def test_a_corpus_that_is_gone(call: Client, corpus: str) -> None:
    made = ask(call, corpus).json()["id"]
    call("DELETE", f"/v1/corpora/{corpus}")
    result = one(call, type="existence", enumeration_id=made)
    assert (result["verdict"], result["reasons"]) == ("unverifiable", ["corpus_gone"])
    assert result["answer"]["corpus_revision"] is None


@pytest.mark.parametrize(
    "source",
    [
        {},
        {"enumeration_id": "E", "corpus_id": "C", "question": "Which?"},
        {"enumeration_id": "E", "question": "Which?"},
        {"enumeration_id": "E", "documents": ["d"]},
        {"corpus_id": "C"},
        {"question": "Which?"},
    ],
)
def test_a_claim_has_one_source(call: Client, source: dict[str, Any]) -> None:
    assert is_problem(check(call, {"type": "existence", **source}), "invalid_request")


@pytest.mark.parametrize(
    "claim",
    [
        {"type": "hunch"},
        {"type": "count", "relation": "about", "number": 3},
        {"type": "count", "relation": "exactly", "number": -1},
        {"type": "membership"},
        {"type": "membership", "label": ""},
        {"type": "existence", "label": "x"},
        {"type": "complete_set", "labels": "x"},
    ],
)
def test_what_is_no_claim_is_refused(call: Client, claim: dict[str, Any]) -> None:
    assert is_problem(check(call, {"enumeration_id": "E", **claim}), "invalid_request")
    assert is_problem(check(call), "invalid_request")


def test_sources_that_do_not_exist(call: Client, corpus: str) -> None:
    existence = {"type": "existence"}
    assert is_problem(check(call, {**existence, "enumeration_id": "nobody"}), "unknown_answer")
    assert is_problem(check(call, {**existence, "corpus_id": "nobody", "question": "Which?"}), "unknown_corpus")
    asked = {**existence, "corpus_id": corpus}
    assert is_problem(check(call, {**asked, "question": " "}), "empty_question")
    assert is_problem(check(call, {**asked, "question": "Which?", "documents": ["x"]}), "unknown_scope")


@pytest.mark.parametrize("name", claim_examples.CLAIMS)
def test_every_type_has_an_example_that_fits(name: str, call: Client) -> None:
    claim_models.Claims.model_validate({"claims": [claim_examples.claim(name)]})
    shapes = call("GET", "/openapi.json").json()["components"]["schemas"]
    assert any(claim_examples.claim(name) in shape.get("examples", ()) for shape in shapes.values())


def test_the_example_of_a_result_fits() -> None:
    claim_models.ClaimResults.model_validate(claim_examples.results())
