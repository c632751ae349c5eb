"""An answer of any size: every item once, in order, to the very end."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from app.entrypoints.http import models
from tests.entrypoints.conftest import Client
from tests.entrypoints.test_http import ask, is_problem, upload

LABELS = [f"step {n}" for n in range(25)]


@pytest.fixture
def answer(call: Client, corpus: str) -> dict[str, Any]:
    upload(call, corpus, ("a.txt", "\n".join(LABELS).encode()))
    body: dict[str, Any] = ask(call, corpus).json()
    return body


def pages(call: Client, path: str, limit: int) -> list[dict[str, Any]]:
    found = [call("GET", f"{path}?limit={limit}").json()]
    while found[-1]["next"]:
        found.append(call("GET", f"{path}?limit={limit}&cursor={found[-1]['next']}").json())
    return found


@pytest.mark.parametrize("limit", [1, 7, 24, 25, 26, 1000])
def test_the_pages_together_are_the_answer(call: Client, answer: dict[str, Any], limit: int) -> None:
    found = pages(call, f"/v1/enumerations/{answer['id']}/items", limit)
    for page in found:
        models.Items.model_validate(page)
        assert page["completeness"] == answer["completeness"]
        assert page["total"] == {"value": 25, "relation": "eq"}
    assert [item for page in found for item in page["items"]] == answer["items"]
    assert len(found) == -(-25 // limit)


def test_a_cursor_is_bound_to_its_answer(call: Client, corpus: str, answer: dict[str, Any]) -> None:
    path = f"/v1/enumerations/{answer['id']}/items"
    cursor = call("GET", f"{path}?limit=5").json()["next"]
    other = ask(call, corpus).json()["id"]
    assert is_problem(call("GET", f"/v1/enumerations/{other}/items?cursor={cursor}"), "invalid_cursor")
    for damaged in (cursor[:-1], cursor + "A", cursor.swapcase(), "x", "%00", "", "é", cursor + "=="):
        assert is_problem(call("GET", path, params={"cursor": damaged}), "invalid_cursor")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "page=2", "limit=1&limit=2", "cursor=" + "A" * 201]
)
def test_other_queries_are_refused(call: Client, answer: dict[str, Any], query: str) -> None:
    assert is_problem(call("GET", f"/v1/enumerations/{answer['id']}/items?{query}"), "invalid_request")


@pytest.mark.parametrize("path", ["items", "items?limit=3", "export", "export?format=csv"])
def test_an_unknown_answer_is_a_problem(call: Client, path: str) -> None:
    assert is_problem(call("GET", f"/v1/enumerations/none/{path}"), "unknown_answer")


def test_export_as_jsonl(call: Client, answer: dict[str, Any]) -> None:
    reply = call("GET", f"/v1/enumerations/{answer['id']}/export")
    assert reply.headers["content-type"] == "application/x-ndjson"
    assert f'filename="answer-{answer["id"]}.jsonl"' in reply.headers["content-disposition"]
    first, *rest = [json.loads(line) for line in reply.text.splitlines()]
    assert first["completeness"] == answer["completeness"]
    assert [each["label"] for each in rest] == LABELS


def test_export_as_csv(call: Client, answer: dict[str, Any]) -> None:
    reply = call("GET", f"/v1/enumerations/{answer['id']}/export?format=csv")
    assert reply.headers["content-type"] == "text/csv; charset=utf-8"
    found = list(csv.DictReader(io.StringIO(reply.text, newline="")))
    assert [row["label"] for row in found] == LABELS
    assert is_problem(call("GET", f"/v1/enumerations/{answer['id']}/export?format=xml"), "invalid_request")
