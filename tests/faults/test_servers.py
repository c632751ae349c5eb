"""Several servers on one data folder, and clients that vanish: real processes, real sockets."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.faults import Paper, Server, judged

DEADLINE_S = 60.0
ASYNC = {"prefer": "respond-async"}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers on the same data folder, all killed in the end."""
    started: list[Server] = []

    def one(processes: int = 1) -> Server:
        server = Server(tmp_path, processes)
        started.append(server)
        server.start()
        return server

    yield one
    for server in started:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def until(look: Callable[[], Any], what: str) -> Any:
    """The first result that is true."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    pytest.fail(f"in vain: {what}")


def corpus_of(http: httpx.Client) -> str:
    return str(http.post("/v1/corpora", json={"name": "x"}).json()["id"])


def upload(http: httpx.Client, corpus: str, *papers: Paper, **headers: str) -> httpx.Response:
    files = [("files", (paper.name, paper.text.encode(), "text/markdown")) for paper in papers]
    return http.post(f"/v1/corpora/{corpus}/documents", files=files, headers=headers)


def ready(http: httpx.Client, corpus: str) -> None:
    until(lambda: http.get(f"/v1/corpora/{corpus}").json()["status"] == "ready", "the corpus is read")


def ask(http: httpx.Client, corpus: str, paper: Paper, **headers: str) -> httpx.Response:
    return http.post(f"/v1/corpora/{corpus}/enumerations", json={"question": paper.question}, headers=headers)


def ended(http: httpx.Client, path: str) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        body: dict[str, Any] = http.get(path).json()
        return body if body["state"] not in ("queued", "running") else None

    found: dict[str, Any] = until(look, "the job has ended")
    return found


def rows(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(folder / "data" / "everylast.sqlite")
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def test_two_servers_share_one_folder(start: Callable[..., Server], tmp_path: Path) -> None:
    one, two = start(), start()
    papers = [Paper(number) for number in range(70_001, 70_013)]
    with one.client() as a, two.client() as b:
        corpus = corpus_of(a)
        for number, paper in enumerate(papers):
            assert upload((a, b)[number % 2], corpus, paper).is_success
        ready(b, corpus)
        assert a.get(f"/v1/corpora/{corpus}/documents").json() == b.get(f"/v1/corpora/{corpus}/documents").json()
        assert {row[0] for row in rows(tmp_path, "SELECT version FROM documents")} == {1}  # each was read once
        for paper in papers[:4]:
            first, second = ask(a, corpus, paper).json(), ask(b, corpus, paper).json()
            assert first["completeness"]["verdict"] == second["completeness"]["verdict"] == "complete"
            assert judged(first, paper) == judged(second, paper) == []
        path = ask(a, corpus, papers[0], **ASYNC).headers["location"]
        job = ended(b, path)
        assert job == a.get(path).json()
        assert a.get(f"{path}/events").text == b.get(f"{path}/events").text
        assert rows(tmp_path, "SELECT max(attempt) FROM jobs") == [(1,)]


def test_what_a_killed_server_left_is_taken_over_by_the_other(start: Callable[..., Server]) -> None:
    one, two = start(), start()
    papers = [Paper(number) for number in range(100, 140)]
    with one.client() as a, two.client() as b:
        corpus = corpus_of(a)
        path = upload(a, corpus, *papers, **ASYNC).headers["location"]
        asked = [ask(a, corpus, paper, **ASYNC).headers["location"] for paper in papers[:8]]
        one.kill()
        ready(b, corpus)
        states = {row["state"] for row in b.get(f"/v1/corpora/{corpus}/documents").json()["documents"]}
        assert states == {"read"}
        if path.startswith("/v1/jobs"):
            assert ended(b, path)["state"] == "succeeded"
        for each, paper in zip(asked, papers, strict=False):
            job = ended(b, each)
            assert job["state"] == "succeeded"
            assert judged(b.get(job["links"]["answer"]).json(), paper) == []


def test_several_processes_of_one_server_know_the_same(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(3)
    paper = Paper(7)
    with server.client() as http:
        corpus = corpus_of(http)
        assert upload(http, corpus, paper, prefer="wait=30").is_success
        ready(http, corpus)
        path = ask(http, corpus, paper, **ASYNC).headers["location"]
        job = ended(http, path)
    for _ in range(12):
        with server.client() as http:  # a new connection: any of the processes answers
            assert http.get(path).json() == job
            assert len(http.get("/v1/corpora").json()["corpora"]) == 1
            assert http.get(job["links"]["answer"]).json()["completeness"]["verdict"] == "complete"
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(30)
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_processes_whose_parent_was_killed_end_too(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(2)
    assert server.process is not None
    server.process.kill()
    server.process.wait(30)
    until(lambda: not answers(server), "the port is free")
    server.start()
    assert answers(server)
    assert "Traceback" not in (tmp_path / "log").read_text()


def answers(server: Server) -> bool:
    try:
        with server.client() as http:
            return http.get("/healthz").is_success
    except httpx.TransportError:
        return False


# ---------------------------------------------------------------- clients that vanish


def vanish(server: Server, head: str, body: bytes, rest: int, read: int = 0) -> None:
    """Send a request whose body announces `rest` bytes more than it has, read a little, and cut the line."""
    lines = f"{head}\r\nhost: x\r\ncontent-length: {len(body) + rest}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(lines + body)
        while read > 0:
            got = line.recv(read)
            assert got
            read -= len(got)


def test_a_client_that_vanishes_amid_an_upload_leaves_nothing(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    with server.client() as http:
        corpus = corpus_of(http)
        part = b'--b\r\ncontent-disposition: form-data; name="files"; filename="a.md"\r\n\r\n# Half of a text\n'
        head = f"POST /v1/corpora/{corpus}/documents HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=b"
        for keyed in ("", "\r\nidempotency-key: k"):
            for size in (0, 1, len(part) // 2, len(part)):
                vanish(server, head + keyed, part[:size], rest=1000)
        assert http.get(f"/v1/corpora/{corpus}/documents").json()["documents"] == []
        assert list((tmp_path / "data" / "files").iterdir()) == []
        paper = Paper(1)
        until(lambda: upload(http, corpus, paper, **{"idempotency-key": "k"}).is_success, "the key is free")
        ready(http, corpus)
        assert ask(http, corpus, paper).json()["completeness"]["verdict"] == "complete"
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_client_that_vanishes_amid_a_question_stops_nothing(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    paper = Paper(2)
    with server.client() as http:
        corpus = corpus_of(http)
        upload(http, corpus, paper, prefer="wait=30")
        ready(http, corpus)
        body = json.dumps({"question": paper.question}).encode()
        head = (
            f"POST /v1/corpora/{corpus}/enumerations HTTP/1.1\r\ncontent-type: application/json\r\nidempotency-key: q"
        )
        vanish(server, head, body, rest=0)
        until(lambda: rows(tmp_path, "SELECT 1 FROM answers"), "the answer is stored all the same")
        reply = until(lambda: (r := ask(http, corpus, paper, **{"idempotency-key": "q"})).is_success and r, "the reply")
        assert reply.headers["idempotency-replayed"] == "true"
        assert judged(reply.json(), paper) == []
        assert len(rows(tmp_path, "SELECT 1 FROM answers")) == 1


def test_a_client_that_vanishes_amid_events_stops_nothing(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    papers = [Paper(number) for number in range(200, 230)]
    with server.client() as http:
        corpus = corpus_of(http)
        path = upload(http, corpus, *papers, **ASYNC).headers["location"]
        for _ in range(5):
            vanish(server, f"GET {path}/events HTTP/1.1", b"", rest=0, read=200)
        job = ended(http, path)
        assert job["state"] == "succeeded"
        assert len(job["result"]["documents"]) == len(papers)
        numbers = [line for line in http.get(f"{path}/events").text.splitlines() if line.startswith("id: ")]
        assert numbers == [f"id: {n}" for n in range(1, len(numbers) + 1)]
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_an_open_stream_does_not_hold_up_the_end_of_the_server(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    with server.client() as http:
        corpus = corpus_of(http)
        papers = [Paper(number) for number in range(300, 420)]
        path = upload(http, corpus, *papers, **ASYNC).headers["location"]
        with http.stream("GET", f"{path}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            for _ in lines:
                pass
        server.process.wait(30)
    assert "Traceback" not in (tmp_path / "log").read_text()
