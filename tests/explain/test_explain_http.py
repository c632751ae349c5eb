"""Explanations over HTTP, on the real store and loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from app import bootstrap
from app.config import Settings
from app.domain.explaining import Cause, Why
from app.entrypoints.http import explaining_models as models
from tests.docs.test_docs import ROOT
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_http import is_problem
from tests.explain.asking import QUESTION, STATIONS

WAIT = {"prefer": "wait=60"}


@pytest.fixture
def call(tmp_path: Any) -> Iterator[Client]:
    with running(Settings(data=tmp_path / "store", workers=1), bootstrap.build) as client:
        yield client


@pytest.fixture
def corpus(call: Client) -> str:
    made = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    upload(call, made, "stations.md", STATIONS)
    return made


def upload(call: Client, corpus: str, name: str, text: str) -> str:
    part = [("files", (name, text.encode(), "text/markdown"))]
    reply = call("POST", f"/v1/corpora/{corpus}/documents", files=part, headers=WAIT)
    return str(reply.json()["documents"][0]["id"])


def ask(call: Client, corpus: str) -> str:
    return str(call("POST", f"/v1/corpora/{corpus}/enumerations", json={"question": QUESTION}).json()["id"])


def explain(call: Client, answer: str, item: str, **more: Any) -> Any:
    return call("POST", f"/v1/enumerations/{answer}/explain", json={"item": item, **more})


def test_why_it_is_in_and_why_it_is_not(call: Client, corpus: str) -> None:
    answer = ask(call, corpus)
    for item, cause in (("Alder", "listed"), ("hammer", "not_extracted"), ("Elm", "not_in_corpus")):
        reply = explain(call, answer, item)
        assert reply.status_code == 200, reply.text
        body = reply.json()
        models.Explained.model_validate(body)
        assert (body["cause"], body["as_of"]["replay"]) == (cause, "same")
        assert (body["listed"] is not None) == (cause == "listed")
    assert explain(call, answer, "hammer").json() == explain(call, answer, "hammer").json()


def test_another_revision_is_said(call: Client, corpus: str) -> None:
    answer = ask(call, corpus)
    added = upload(call, corpus, "other.md", "# Other\n\nThe towers are:\n\n- Elm\n- Fir\n\nThe end.\n")
    body = explain(call, answer, "Elm", document_id=added).json()
    assert (body["cause"], body["as_of"]["replay"]) == ("not_retrieved", "differs")
    assert body["as_of"]["answer_revision"] < body["as_of"]["revision"]
    merged = call("POST", "/v1/sets", json={"operation": "union", "answers": [answer, ask(call, corpus)]}).json()
    assert explain(call, merged["id"], "Elm").json()["cause"] == "left_out_by_set"


def test_what_is_refused(call: Client, corpus: str) -> None:
    answer = ask(call, corpus)
    assert is_problem(explain(call, "nothing", "Alder"), "unknown_answer")
    assert is_problem(explain(call, answer, "..."), "invalid_request")
    assert is_problem(explain(call, answer, ""), "invalid_request")
    assert is_problem(explain(call, answer, "Alder", strange=1), "invalid_request")
    assert is_problem(explain(call, answer, "Alder", document_id="none"), "unknown_scope")
    call("DELETE", f"/v1/corpora/{corpus}")
    assert explain(call, answer, "Alder").status_code in (404, 410)


def test_the_closed_sets_are_those_of_the_domain_and_documented() -> None:
    assert set(get_args(models.Cause)) == {str(each) for each in Cause}
    assert set(get_args(models.Why)) == {str(each) for each in Why}
    models.Explained.model_validate(models.example())
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert [each for each in (*Cause, *Why) if f"`{each}`" not in text] == []
