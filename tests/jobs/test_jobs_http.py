"""Jobs over HTTP, on the real store and loop: questions, uploads, events, cancelling, going on, keys."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import pytest

from app import bootstrap
from app.bootstrap import Service
from app.config import Settings
from app.domain.answer import Answer, Step
from app.domain.jobs import LoopState
from app.entrypoints.http import models
from app.enumeration import run
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_http import is_problem

LIST = (
    "# Release procedure\n\nThe release procedure has three steps:\n\n- Prepare\n- Build\n- Publish\n\nNothing else.\n"
)
OPEN = "# Gear\n\nThe Dock Watch Office (DWO) keeps lamps such as the gull lamp, the heron lamp and others.\n"
MORE = "# Duties\n\nThe DWO keeps its lamps lit. Lamps include:\n\n- Gull lamp\n- Plover lamp\n- etc.\n\nOil burns.\n"
STEPS = "Which are the steps of the release procedure?"
LAMPS = "Which lamps does the Dock Watch Office keep?"
DEADLINE_S = 60.0
ASYNC = {"prefer": "respond-async"}


class Gate:
    """Holds every loop before its first pass until it is opened."""

    def __init__(self) -> None:
        self.open, self.reached = threading.Event(), threading.Event()

    def __call__(self, *given: Any) -> Generator[Step, None, Answer]:
        self.reached.set()
        assert self.open.wait(DEADLINE_S)
        return (yield from run(*given))


def real(loop: Any = run) -> Callable[[Settings], Service]:
    return lambda settings: replace(bootstrap.build(settings), loop=loop)


@pytest.fixture
def call(settings: Settings) -> Iterator[Client]:
    with running(settings, real()) as client:
        yield client


def corpus_of(call: Client, *texts: str) -> str:
    corpus = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    assert upload(call, corpus, *texts, prefer="wait=60").status_code == 201
    return corpus


def upload(call: Client, corpus: str, *texts: str, **headers: str) -> Any:
    parts = [("files", (f"paper-{n}.md", text.encode(), "text/markdown")) for n, text in enumerate(texts)]
    return call("POST", f"/v1/corpora/{corpus}/documents", files=parts, headers=headers)


def ask(call: Client, corpus: str, question: str, headers: dict[str, str] = ASYNC, **caps: Any) -> Any:
    return call("POST", f"/v1/corpora/{corpus}/enumerations", json={"question": question, **caps}, headers=headers)


def ended(call: Client, path: str) -> dict[str, Any]:
    """The job once it has ended."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        body: dict[str, Any] = call("GET", path).json()
        if body["state"] not in ("queued", "running"):
            return body
        time.sleep(0.02)
    pytest.fail("the job did not end")


def events(call: Client, path: str, **headers: str) -> list[tuple[int, str, Any]]:
    """Id, name and data of each event of a whole stream."""
    reply = call("GET", f"{path}/events", headers=headers)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/event-stream")
    return parsed(reply.text)


def parsed(text: str) -> list[tuple[int, str, Any]]:
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


# ---------------------------------------------------------------- questions


def test_a_question_becomes_a_job_whose_last_event_is_the_answer(call: Client) -> None:
    corpus = corpus_of(call, LIST)
    reply = ask(call, corpus, STEPS)
    assert reply.status_code == 202
    assert reply.headers["preference-applied"] == "respond-async"
    path = reply.headers["location"]
    assert path == f"/v1/jobs/{reply.json()['id']}"
    models.Job.model_validate(reply.json())
    job = ended(call, path)
    models.Job.model_validate(job)
    assert (job["state"], job["kind"], job["question"], job["attempt"]) == ("succeeded", "question", STEPS, 1)
    assert "verdict" not in json.dumps(job)
    answer = call("GET", job["links"]["answer"]).json()
    assert [item["label"] for item in answer["items"]] == ["Prepare", "Build", "Publish"]
    told = events(call, path)
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][1:] == ("run.completed", answer)
    names = [name for _, name, _ in told]
    assert names[:2] == ["run.started", "pass.started"]
    assert names.count("item.added") == 3
    assert [data["label"] for _, name, data in told if name == "item.added"] == ["Prepare", "Build", "Publish"]
    assert names.count("pass.completed") == len(answer["passes"])
    assert [data for _, name, data in told if name == "pass.completed"] == answer["passes"]
    checks = [data["signal"] for _, name, data in told if name == "check.evaluated"]
    assert checks == [signal for each in answer["passes"] for signal in each["signals"]]


def test_the_answer_of_a_job_equals_that_of_a_call(call: Client) -> None:
    corpus = corpus_of(call, LIST, OPEN, MORE)
    for question in (STEPS, LAMPS, "Good morning!"):
        direct = ask(call, corpus, question, {}).json()
        job = ended(call, ask(call, corpus, question).headers["location"])
        assert told(call("GET", job["links"]["answer"]).json()) == told(direct)


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """Without its id and what a clock decides."""
    passes = [{**each, "milliseconds": 0} for each in answer["passes"]]
    return {**answer, "id": "", "passes": passes}


def test_the_events_lead_to_the_items_of_the_answer(call: Client) -> None:
    corpus = corpus_of(call, LIST, OPEN, MORE)
    for question in (STEPS, LAMPS):
        path = ask(call, corpus, question).headers["location"]
        ended(call, path)
        standing: set[str] = set()
        for _, name, data in events(call, path):
            if name == "item.added":
                standing.add(data["key"])
            elif name == "item.withdrawn":
                standing.remove(data["key"])
            elif name == "item.merged":
                assert data["key"] in standing
            elif name == "run.completed":
                assert standing == {item["key"] for item in data["items"]}


def test_wait_gives_the_answer_itself_where_it_is_soon(call: Client) -> None:
    corpus = corpus_of(call, LIST)
    reply = ask(call, corpus, STEPS, {"prefer": "respond-async, wait=30"})
    assert reply.status_code == 200
    assert reply.headers["location"] == f"/v1/enumerations/{reply.json()['id']}"


def test_what_cannot_be_asked_makes_no_job(call: Client) -> None:
    corpus = corpus_of(call, LIST)
    assert is_problem(ask(call, corpus, "  "), "empty_question")
    assert is_problem(ask(call, "none", STEPS), "unknown_corpus")
    for method, path in (("GET", ""), ("GET", "/events"), ("DELETE", ""), ("POST", "/cancel")):
        assert is_problem(call(method, f"/v1/jobs/none{path}"), "unknown_job")
    assert is_problem(call("POST", "/v1/jobs/none/extend", json={"max_passes": 4}), "unknown_job")


def test_a_stream_goes_on_behind_the_last_event_that_was_seen(call: Client) -> None:
    path = ask(call, corpus_of(call, LIST), STEPS).headers["location"]
    ended(call, path)
    whole = events(call, path)
    for seen in range(len(whole) + 1):
        assert events(call, path, **{"last-event-id": str(seen)}) == whole[seen:]
    for wrong in ("x", "-1", str(len(whole) + 1), "²", "9" * 30):
        reply = call("GET", f"{path}/events", headers={"last-event-id": wrong.encode()})
        assert is_problem(reply, "invalid_request")


def test_an_error_of_the_loop_fails_the_job_and_tells_no_text(settings: Settings) -> None:
    def broken(*_: Any) -> Generator[Step, None, Answer]:
        raise RuntimeError("a secret passage")
        yield

    with running(settings, real(broken)) as call:
        path = ask(call, corpus_of(call, LIST), STEPS).headers["location"]
        job = ended(call, path)
        assert (job["state"], job["error"]["code"]) == ("failed", "internal_error")
        assert "secret" not in json.dumps(job)
        assert events(call, path)[-1][1] == "run.failed"


# ---------------------------------------------------------------- cancelling and removing


def test_cancelling_takes_effect_at_once_even_where_the_work_hangs(settings: Settings) -> None:
    gate = Gate()
    with running(settings, real(gate)) as call:
        corpus = corpus_of(call, LIST)
        path = ask(call, corpus, STEPS).headers["location"]
        assert gate.reached.wait(DEADLINE_S)
        reply = call("POST", f"{path}/cancel")
        assert (reply.status_code, reply.json()["state"]) == (200, "cancelled")
        assert events(call, path)[-1][1:] == ("run.cancelled", {})
        gate.open.set()
        other = ended(call, ask(call, corpus, STEPS).headers["location"])
        assert other["state"] == "succeeded"
        assert call("GET", path).json()["state"] == "cancelled"
        assert call("GET", path).json()["links"]["answer"] is None
        assert is_problem(call("POST", f"{path}/extend", json={"max_passes": 9}), "not_extendable")


def test_a_removed_job_is_gone_and_its_answer_stays(call: Client) -> None:
    path = ask(call, corpus_of(call, LIST), STEPS).headers["location"]
    answer = ended(call, path)["links"]["answer"]
    assert call("DELETE", path).status_code == 204
    assert is_problem(call("GET", path), "unknown_job")
    assert call("GET", answer).status_code == 200


# ---------------------------------------------------------------- going on


def test_an_extended_job_goes_on_behind_its_last_pass_to_the_same_answer(call: Client) -> None:
    corpus = corpus_of(call, OPEN, MORE, LIST)
    path = ask(call, corpus, LAMPS, max_passes=1).headers["location"]
    first = ended(call, path)
    before = events(call, path)
    reply = call("POST", f"{path}/extend", json={"max_passes": 4})
    assert reply.status_code == 202, reply.text
    second = ended(call, path)
    assert second["state"] == "succeeded"
    assert second["links"]["answer"] != first["links"]["answer"]
    assert call("GET", first["links"]["answer"]).json()["stop_reason"] == "pass_cap"
    answer = call("GET", second["links"]["answer"]).json()
    assert told(answer) == told(ask(call, corpus, LAMPS, {}, max_passes=4).json())
    after = events(call, path)
    assert after[: len(before)] == before
    new = [data["number"] for _, name, data in after[len(before) :] if name == "pass.started"]
    assert new == list(range(2, len(answer["passes"]) + 1))
    assert after[-1][1:] == ("run.completed", answer)


def test_going_on_needs_a_raise_a_bound_cap_and_the_same_corpus(call: Client) -> None:
    corpus = corpus_of(call, OPEN, MORE)
    path = ask(call, corpus, LAMPS, max_passes=1).headers["location"]
    ended(call, path)
    for wrong in ({}, {"max_passes": 1}, {"passages_per_pass": 5}, {"k": 3}, {"max_passes": 51}, {"question": "?"}):
        assert is_problem(call("POST", f"{path}/extend", json=wrong), "invalid_request")
    assert upload(call, corpus, LIST, prefer="wait=60").status_code == 201
    assert is_problem(call("POST", f"{path}/extend", json={"max_passes": 4}), "corpus_changed")
    proved = ask(call, corpus, STEPS).headers["location"]
    ended(call, proved)
    assert is_problem(call("POST", f"{proved}/extend", json={"max_passes": 4}), "not_extendable")


def test_a_loop_that_finds_another_revision_fails_with_the_reason(settings: Settings) -> None:
    def moved(*given: Any) -> Generator[Step, None, Answer]:
        before: LoopState | None = given[6]
        given = (*given[:6], replace(before, revision=-1) if before else None, *given[7:])
        return (yield from run(*given))

    with running(settings, real(moved)) as call:
        path = ask(call, corpus_of(call, OPEN, MORE), LAMPS, max_passes=1).headers["location"]
        first = ended(call, path)
        assert call("POST", f"{path}/extend", json={"max_passes": 4}).status_code == 202
        job = ended(call, path)
        assert (job["state"], job["error"]["code"]) == ("failed", "corpus_changed")
        assert job["links"]["answer"] == first["links"]["answer"]


# ---------------------------------------------------------------- uploads


def test_an_upload_becomes_a_job_that_tells_how_far_the_reading_is(call: Client) -> None:
    corpus = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    reply = upload(call, corpus, LIST, OPEN, prefer="respond-async")
    assert reply.status_code in (201, 202)  # an idle machine may have read it already
    if reply.status_code == 201:
        return
    path = reply.headers["location"]
    job = ended(call, path)
    models.Job.model_validate(job)
    assert (job["kind"], job["state"]) == ("upload", "succeeded")
    assert job["progress"] == {"unit": "pages", "done": 2, "total": 2}
    assert job["result"] == call("GET", f"/v1/corpora/{corpus}/documents").json()
    seen = events(call, path)
    assert sorted(data["name"] for _, name, data in seen if name == "document.read") == ["paper-0.md", "paper-1.md"]
    assert seen[-1][1:] == ("run.completed", job["result"])
    assert is_problem(call("POST", f"{path}/extend", json={"max_passes": 9}), "not_extendable")


def test_a_file_that_cannot_be_read_is_told_and_fails_no_upload(call: Client) -> None:
    corpus = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    parts = [("files", ("broken.pdf", b"%PDF-1.4 nothing", "application/pdf"))]
    reply = call("POST", f"/v1/corpora/{corpus}/documents", files=parts, headers=ASYNC)
    if reply.status_code == 202:
        path = reply.headers["location"]
        assert ended(call, path)["state"] == "succeeded"
        (told_of,) = [data for _, name, data in events(call, path) if name == "document.unreadable"]
        assert told_of["name"] == "broken.pdf" and told_of["reason"]


# ---------------------------------------------------------------- keys


def test_a_key_makes_one_job_and_one_corpus(call: Client) -> None:
    keyed = {"idempotency-key": "first"}
    made = call("POST", "/v1/corpora", json={"name": "x"}, headers=keyed)
    again = call(
        "POST", "/v1/corpora", content=b'{ "name":"x" }', headers={**keyed, "content-type": "application/json"}
    )
    assert (again.status_code, again.json(), again.headers["location"]) == (201, made.json(), made.headers["location"])
    assert again.headers["idempotency-replayed"] == "true"
    assert len(call("GET", "/v1/corpora").json()["corpora"]) == 1
    assert is_problem(call("POST", "/v1/corpora", json={"name": "y"}, headers=keyed), "idempotency_key_reused")
    corpus = made.json()["id"]
    assert is_problem(ask(call, corpus, STEPS, keyed), "idempotency_key_reused")
    jobs = {ask(call, corpus, STEPS, {**ASYNC, "idempotency-key": "j"}).headers["location"] for _ in range(3)}
    assert len(jobs) == 1
    ended(call, jobs.pop())
    answers = {ask(call, corpus, STEPS, {"idempotency-key": "a"}).content for _ in range(2)}
    assert len(answers) == 1


def test_an_upload_with_a_key_is_compared_by_its_files(call: Client) -> None:
    corpus = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    first = upload(call, corpus, LIST, **{"idempotency-key": "u", "prefer": "wait=60"})
    again = upload(call, corpus, LIST, **{"idempotency-key": "u", "prefer": "wait=60"})  # with another boundary
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert first.json()["documents"][0]["duplicate"] is False
    assert is_problem(upload(call, corpus, OPEN, **{"idempotency-key": "u"}), "idempotency_key_reused")


def test_an_error_frees_the_key(call: Client) -> None:
    keyed = {"idempotency-key": "k"}
    assert is_problem(call("POST", "/v1/corpora", json={"name": 7}, headers=keyed), "invalid_request")
    assert call("POST", "/v1/corpora", json={"name": "x"}, headers=keyed).status_code == 201
    for bad in ("", "a b", "x" * 256):
        reply = call("POST", "/v1/corpora", json={"name": "x"}, headers={"idempotency-key": bad})
        assert is_problem(reply, "invalid_request")


def test_a_key_whose_request_is_under_way_says_so(settings: Settings) -> None:
    gate = Gate()
    with running(settings, real(gate)) as call:
        corpus = corpus_of(call, LIST)
        found: list[Any] = []
        keyed = {"idempotency-key": "k"}
        asking = threading.Thread(target=lambda: found.append(ask(call, corpus, STEPS, keyed)))
        asking.start()
        assert gate.reached.wait(DEADLINE_S)
        assert is_problem(ask(call, corpus, STEPS, keyed), "request_in_flight")
        gate.open.set()
        asking.join(DEADLINE_S)
        assert ask(call, corpus, STEPS, keyed).json() == found[0].json()


# ---------------------------------------------------------------- a restart


def test_jobs_events_replies_and_extensions_survive_a_restart(settings: Settings) -> None:
    with running(settings, real()) as call:
        corpus = corpus_of(call, OPEN, MORE)
        reply = ask(call, corpus, LAMPS, {**ASYNC, "idempotency-key": "k"}, max_passes=1)
        path = reply.headers["location"]
        job, seen = ended(call, path), events(call, path)
    with running(settings, real()) as call:
        assert call("GET", path).json() == job
        assert events(call, path) == seen
        assert events(call, path, **{"last-event-id": "3"}) == seen[3:]
        again = ask(call, corpus, LAMPS, {**ASYNC, "idempotency-key": "k"}, max_passes=1)
        assert (again.status_code, again.headers["location"]) == (202, path)
        assert call("POST", f"{path}/extend", json={"max_passes": 4}).status_code == 202
        assert ended(call, path)["state"] == "succeeded"
        passes = [data["number"] for _, name, data in events(call, path)[len(seen) :] if name == "pass.started"]
        assert passes[0] == 2


def test_a_job_under_way_at_an_orderly_stop_is_done_after_the_next_start(settings: Settings) -> None:
    gate = Gate()
    with running(settings, real(gate)) as call:
        path = ask(call, corpus_of(call, LIST), STEPS).headers["location"]
        assert gate.reached.wait(DEADLINE_S)
        closing = threading.Timer(0.3, gate.open.set)
        closing.start()
    closing.join()
    with running(settings, real()) as call:
        job = ended(call, path)
        assert job["state"] == "succeeded"
        answer = call("GET", job["links"]["answer"]).json()
        assert answer["stop_reason"] == "check_passed"


def test_every_post_takes_a_key(call: Client) -> None:
    paths = call("GET", "/openapi.json").json()["paths"]
    posts = [about["post"] for about in paths.values() if "post" in about]
    assert len(posts) >= 6
    for about in posts:
        assert "Idempotency-Key" in [each["name"] for each in about.get("parameters", ())], about["operationId"]
        assert "request_in_flight" in about["responses"]["409"]["description"]


# ---------------------------------------------------------------- expiry


def test_what_has_expired_is_410(settings: Settings) -> None:
    soon = settings.model_copy(update={"result_days": 1e-9})
    with running(soon, real()) as call:
        corpus = corpus_of(call, LIST)
        answer = ask(call, corpus, STEPS, {})
        assert answer.status_code == 200
        path = f"/v1/enumerations/{answer.json()['id']}"
        for each in (path, f"{path}/items", f"{path}/export"):
            assert is_problem(call("GET", each), "result_expired")
        job = ask(call, corpus, STEPS).headers["location"]
        end = time.monotonic() + DEADLINE_S
        while (reply := call("GET", job)).status_code == 200:
            assert time.monotonic() < end
        for method, each in (("GET", ""), ("GET", "/events"), ("POST", "/cancel")):
            assert is_problem(call(method, f"{job}{each}"), "result_expired"), reply.text
        assert call("DELETE", job).status_code == 204


# ---------------------------------------------------------------- one generator for all


def test_rest_events_and_the_command_line_give_one_answer(settings: Settings) -> None:
    with running(settings, real()) as call:
        corpus = corpus_of(call, LIST, OPEN, MORE)
        for question in (STEPS, LAMPS):
            direct = ask(call, corpus, question, {}).json()
            path = ask(call, corpus, question).headers["location"]
            ended(call, path)
            last = events(call, path)[-1][2]
            words = ["ask", question, "--corpus", corpus, "--data", str(settings.data), "--json"]
            done = subprocess.run(
                [sys.executable, "-m", "app.entrypoints.cli", *words], capture_output=True, text=True, check=False
            )
            assert done.returncode in (0, 3), done.stderr
            assert told(direct) == told(last) == told(json.loads(done.stdout))
