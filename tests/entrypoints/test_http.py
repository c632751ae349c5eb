"""The contract over HTTP, on fakes: shapes, codes, one error shape for every way to fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.config import Settings
from app.entrypoints.http import examples, models
from app.entrypoints.http.problems import CODES
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.fakes import FakeIngestion, FakeStore, fake_service


def upload(call: Client, corpus: str, *files: tuple[str, bytes], **headers: str) -> Any:
    parts = [("files", (name, data, "application/octet-stream")) for name, data in files]
    return call("POST", f"/v1/corpora/{corpus}/documents", files=parts, headers=headers)


def ask(call: Client, corpus: str, **body: Any) -> Any:
    return call("POST", f"/v1/corpora/{corpus}/enumerations", json={"question": "Which are the steps?", **body})


def is_problem(reply: Any, code: str) -> bool:
    body = reply.json()
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.status_code == body["status"] == CODES[code][0], body
    assert body["code"] == code, body
    assert set(body) - {"errors"} == {"type", "title", "status", "detail", "code"}
    models.ProblemBody.model_validate(body)
    return True


# ---------------------------------------------------------------- the way through


def test_a_corpus_is_created_listed_and_removed(call: Client) -> None:
    made = call("POST", "/v1/corpora", json={"name": "contracts"})
    assert made.status_code == 201
    body = made.json()
    assert {"id", "name", "revision", "status", "documents", "pages"} <= set(body)
    assert made.headers["location"] == f"/v1/corpora/{body['id']}"
    assert call("GET", "/v1/corpora").json() == {"corpora": [body]}
    assert call("GET", f"/v1/corpora/{body['id']}").json() == body
    assert call("DELETE", f"/v1/corpora/{body['id']}").status_code == 204
    assert is_problem(call("GET", f"/v1/corpora/{body['id']}"), "unknown_corpus")
    assert is_problem(call("DELETE", f"/v1/corpora/{body['id']}"), "unknown_corpus")


def test_two_corpora_may_carry_one_name(call: Client) -> None:
    first, second = (call("POST", "/v1/corpora", json={"name": "same"}).json()["id"] for _ in range(2))
    assert first != second


def test_uploaded_files_carry_id_name_state_and_reason(call: Client, corpus: str) -> None:
    reply = upload(call, corpus, ("a.txt", b"Prepare\nBuild"), ("b.pdf", b"\xff\xfe"))
    assert reply.status_code == 201
    good, bad = reply.json()["documents"]
    assert (good["name"], good["state"], good["reason"], good["duplicate"]) == ("a.txt", "read", "", False)
    assert (bad["name"], bad["state"]) == ("b.pdf", "failed")
    assert bad["reason"]
    listed = call("GET", f"/v1/corpora/{corpus}/documents").json()["documents"]
    assert [each["id"] for each in listed] == [good["id"], bad["id"]]
    detail = call("GET", f"/v1/corpora/{corpus}/documents/{bad['id']}").json()
    assert detail["pages"] == {"planned": 1, "read": 0, "by_state": {"failed": 1}}
    assert detail["unread"] == [{"page": 1, "label": "i", "state": "failed", "reason": "no text"}]


def test_a_document_is_removed_and_retried(call: Client, corpus: str) -> None:
    made = upload(call, corpus, ("a.txt", b"x")).json()["documents"][0]["id"]
    path = f"/v1/corpora/{corpus}/documents/{made}"
    again = call("POST", f"{path}/retry")
    assert again.status_code == 202
    assert again.json()["id"] == made
    assert again.headers["location"] == path
    assert call("DELETE", path).status_code == 204
    for method, where in (("GET", path), ("DELETE", path), ("POST", f"{path}/retry")):
        assert is_problem(call(method, where), "unknown_document")


def test_reading_that_goes_on_is_202_and_the_corpus_says_reading(settings: Settings, store: FakeStore) -> None:
    lazy = FakeIngestion(store, held_back=True)
    with running(settings, lambda given: fake_service(given, store, ingestion=lazy)) as call:
        corpus = call("POST", "/v1/corpora", json={"name": "x"}).json()["id"]
        reply = upload(call, corpus, ("a.txt", b"x"), prefer="wait=0")
        assert reply.status_code == 202
        assert reply.headers["location"] == f"/v1/corpora/{corpus}"
        assert reply.json()["documents"][0]["state"] == "queued"
        assert call("GET", f"/v1/corpora/{corpus}").json()["status"] == "reading"
        answer = ask(call, corpus)
        assert answer.status_code == 200
        assert answer.json()["completeness"]["verdict"] == "at_least"
        assert upload(call, corpus, ("b.txt", b"y"), prefer="respond-async, wait=1").status_code == 202
        for each in list(store.files):
            store.settle(each)
        assert upload(call, corpus, ("b.txt", b"y"), prefer="wait=5").status_code == 201


def test_an_answer_has_the_documented_shape_and_is_stored(call: Client, corpus: str, store: FakeStore) -> None:
    upload(call, corpus, ("a.txt", b"Prepare\nBuild"))
    reply = ask(call, corpus)
    assert reply.status_code == 200
    body = reply.json()
    models.Answer.model_validate(body)
    assert [each["label"] for each in body["items"]] == ["Prepare", "Build"]
    assert body["items"][0]["evidence"][0]["bbox"] == [72.0, 100.0, 140.0, 112.0]
    assert body["completeness"]["verdict"] == "complete"
    assert body["passes"][0]["milliseconds"] == 1.235
    again = call("GET", f"/v1/enumerations/{body['id']}")
    assert (again.status_code, again.content) == (200, reply.content)
    assert again.headers["content-type"] == "application/json"
    assert all(view.closed for view in store.views)
    assert is_problem(call("GET", "/v1/enumerations/none"), "unknown_answer")


def test_a_question_may_name_its_documents(call: Client, corpus: str) -> None:
    rows = upload(call, corpus, ("a.txt", b"one"), ("b.txt", b"two")).json()["documents"]
    body = ask(call, corpus, documents=[rows[1]["id"], rows[1]["id"]], mode="top_k", k=3, max_passes=1).json()
    assert [each["label"] for each in body["items"]] == ["two"]
    assert body["question"]["scope"]["documents"] == [rows[1]["id"]]
    assert is_problem(ask(call, corpus, documents=["nope"]), "unknown_scope")


def test_health(call: Client, store: FakeStore) -> None:
    assert call("GET", "/healthz").json()["status"] == "ok"
    assert call("GET", "/readyz").json()["status"] == "ready"
    store.broken = OSError("disk")
    assert is_problem(call("GET", "/readyz"), "not_ready")


def test_a_closing_service_is_not_ready(settings: Settings, store: FakeStore) -> None:
    service = fake_service(settings, store)
    with running(settings, lambda _: service) as call:
        service.closing.set()
        assert is_problem(call("GET", "/readyz"), "not_ready")
        assert call("GET", "/healthz").status_code == 200


# ---------------------------------------------------------------- one error shape

BAD = [
    ("GET", "/nowhere", {}, "not_found"),
    ("PUT", "/v1/corpora", {}, "method_not_allowed"),
    ("GET", "/v1/corpora/none", {}, "unknown_corpus"),
    ("GET", "/v1/corpora?limit=3", {}, "invalid_request"),
    ("POST", "/v1/corpora", {"json": {}}, "invalid_request"),
    ("POST", "/v1/corpora", {}, "invalid_request"),
    ("POST", "/v1/corpora", {"json": {"name": "x", "colour": "red"}}, "invalid_request"),
    ("POST", "/v1/corpora", {"json": {"name": ""}}, "invalid_request"),
    ("POST", "/v1/corpora", {"json": {"name": 3}}, "invalid_request"),
    ("POST", "/v1/corpora", {"json": ["x"]}, "invalid_request"),
    ("POST", "/v1/corpora", {"content": b"{", "headers": {"content-type": "application/json"}}, "malformed_body"),
    ("POST", "/v1/corpora", {"content": b'{"name":"x"}'}, "unsupported_media_type"),
    ("POST", "/v1/corpora", {"data": {"name": "x"}}, "unsupported_media_type"),
    ("POST", "/v1/corpora", {"json": {"name": "x" * 60_000}}, "body_too_large"),
]


@pytest.mark.parametrize(("method", "path", "given", "code"), BAD)
def test_every_way_to_fail_has_the_one_shape(
    call: Client, method: str, path: str, given: dict[str, Any], code: str
) -> None:
    assert is_problem(call(method, path, **given), code)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"question": ""}, "empty_question"),
        ({"question": " \n\t"}, "empty_question"),
        ({"question": "x" * 10_000}, "question_too_long"),
        ({"question": None}, "invalid_request"),
        ({"question": "x", "max_passes": 0}, "invalid_request"),
        ({"question": "x", "max_passes": "many"}, "invalid_request"),
        ({"question": "x", "max_passes": True}, "invalid_request"),
        ({"question": "x", "max_passes": "3"}, "invalid_request"),
        ({"question": "x", "mode": "magic"}, "invalid_request"),
        ({"question": "x", "k": 3}, "invalid_request"),
        ({"question": "x", "k": 0, "mode": "top_k"}, "invalid_request"),
        ({"question": "x", "documents": []}, "invalid_request"),
        ({"question": "x", "time_budget_ms": -1}, "invalid_request"),
        ({"question": "x", "passages_per_pass": 0}, "invalid_request"),
        ({"question": "x", "temperature": 1}, "invalid_request"),
        ({}, "invalid_request"),
    ],
)
def test_bad_questions(call: Client, corpus: str, given: dict[str, Any], code: str) -> None:
    assert is_problem(call("POST", f"/v1/corpora/{corpus}/enumerations", json=given), code)


def test_a_question_to_an_unknown_corpus(call: Client) -> None:
    assert is_problem(ask(call, "none"), "unknown_corpus")


def test_lone_surrogates_and_nulls_do_not_break_the_answer(call: Client, corpus: str) -> None:
    path = f"/v1/corpora/{corpus}/enumerations"
    headers = {"content-type": "application/json"}
    reply = call("POST", path, content=b'{"question": "Which \\ud800 steps?"}', headers=headers)
    assert is_problem(reply, "invalid_request")
    reply = call("POST", path, content=b'{"question": "x", "\\udfff": 1}', headers=headers)
    assert is_problem(reply, "invalid_request")
    assert call("POST", path, content=b'{"question": "Which \\u0000 steps?"}', headers=headers).status_code == 200


def test_bad_uploads(call: Client, corpus: str) -> None:
    path = f"/v1/corpora/{corpus}/documents"
    assert is_problem(call("POST", path, json={"files": []}), "unsupported_media_type")
    assert is_problem(call("POST", path, content=b"%PDF-"), "unsupported_media_type")
    assert is_problem(call("POST", path, files=[("file", ("a.txt", b"x"))]), "invalid_request")
    assert is_problem(call("POST", path, files=[("files", (None, b"x"))]), "invalid_request")
    strange = call("POST", path, content=b"x", headers={"content-type": "multipart/form-data"})
    assert is_problem(strange, "malformed_body")
    assert is_problem(upload(call, "none", ("a.txt", b"x")), "unknown_corpus")
    assert is_problem(call("POST", path), "invalid_request")


def test_a_body_over_the_limit_is_refused_while_it_streams(call: Client, corpus: str) -> None:
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
        while sent < 10_000_000:
            sent += 1000
            yield b"x" * 1000

    headers = {"content-type": "multipart/form-data; boundary=b"}
    reply = call("POST", f"/v1/corpora/{corpus}/documents", content=endless(), headers=headers)
    assert is_problem(reply, "body_too_large")
    assert sent < 200_000
    assert is_problem(upload(call, corpus, ("a.txt", b"x" * 60_000)), "body_too_large")
    assert call("GET", f"/v1/corpora/{corpus}/documents").json() == {"documents": []}


def test_an_unexpected_failure_is_a_problem_without_its_text(
    settings: Settings, store: FakeStore, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: Any) -> Iterator[Any]:
        raise RuntimeError(f"{store.names} and secr\x65t text")
        yield

    with running(settings, lambda given: fake_service(given, store, loop=breaks)) as call:
        corpus = call("POST", "/v1/corpora", json={"name": "x"}).json()["id"]
        reply = ask(call, corpus)
        assert is_problem(reply, "internal_error")
        assert "secret" not in reply.text + caplog.text
        assert "failed: RuntimeError" in caplog.text
        assert call("GET", "/healthz").status_code == 200


# ---------------------------------------------------------------- documentation


def test_docs_need_no_internet(call: Client) -> None:
    page = call("GET", "/docs")
    assert page.status_code == 200
    assert "http://" not in page.text.replace("http://test", "")
    assert "https://" not in page.text
    assert call("GET", "/static-offline-docs/swagger-ui-bundle.js").status_code == 200


def test_every_call_has_examples_and_documented_errors(call: Client) -> None:
    schema = call("GET", "/openapi.json").json()
    shapes = schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            assert about["description"], (method, path)
            _check_examples(about, shapes, f"{method} {path}")
            assert "application/problem+json" in about["responses"]["500"]["content"]
    assert "HTTPValidationError" not in json.dumps(schema)


def _check_examples(about: dict[str, Any], shapes: dict[str, Any], where: str) -> None:
    bodies = [about["requestBody"]] if "requestBody" in about else []
    bodies += [reply for status, reply in about["responses"].items() if status.startswith("2") and "content" in reply]
    for body in bodies:
        for content in body["content"].values():
            name = content["schema"].get("$ref", "").rsplit("/", 1)[-1]
            assert "example" in content or _has_example(shapes[name], shapes), where


def _has_example(shape: dict[str, Any], shapes: dict[str, Any]) -> bool:
    """Its own, or that of the rows it consists of."""
    inner = [part["items"]["$ref"] for part in shape["properties"].values() if "$ref" in part.get("items", {})]
    return "examples" in shape or any("examples" in shapes[each.rsplit("/", 1)[-1]] for each in inner)


def test_the_example_answer_is_valid() -> None:
    models.Answer.model_validate(examples.answer())
