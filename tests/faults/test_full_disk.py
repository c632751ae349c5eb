"""The n-th write fails since the disk is full, for n = 1, 2, 3 ..., until a run goes through.

Each call either succeeds or is the problem `storage_full`; what was acknowledged is kept whole, nothing half stays, and
once there is room the same call succeeds.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.adapters import database, files
from app.config import Settings
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_http import is_problem
from tests.jobs.test_jobs_http import LIST, STEPS, ask, corpus_of, ended, real, upload


class Disk:
    """Counts the writes of SQLite statements and of files; from the n-th on, or only at it, there is no room."""

    def __init__(self) -> None:
        self.fails_at, self.lasts, self.count = 0, False, 0

    def fill(self, at: int, lasts: bool) -> None:
        self.fails_at, self.lasts, self.count = at, lasts, 0

    def empty(self) -> bool:
        """There is room again; whether a write was refused."""
        hit = 0 < self.fails_at <= self.count
        self.fails_at = 0
        return hit

    def full(self) -> bool:
        if not self.fails_at:
            return False
        self.count += 1
        return self.count == self.fails_at or (self.lasts and self.count > self.fails_at)


class Connection(sqlite3.Connection):
    """Refuses writes while the disk is full, commits too."""

    disk: Disk

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        self._write(statement)
        return super().execute(statement, *given)

    def executemany(self, statement: str, *given: Any) -> sqlite3.Cursor:
        self._write(statement)
        return super().executemany(statement, *given)

    def _write(self, statement: str) -> None:
        word = statement.split(maxsplit=1)[0].upper()
        if word in ("INSERT", "UPDATE", "DELETE", "COMMIT") and self.disk.full():
            raise sqlite3.OperationalError("database or disk is full")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    made = Disk()

    class Bound(Connection):
        disk = made

    connect = sqlite3.connect
    monkeypatch.setattr(database.sqlite3, "connect", lambda *a, **k: connect(*a, factory=Bound, **k))
    put = files.Files.put

    def refusing(self: files.Files, document_id: str, data: bytes) -> None:
        if made.full():
            raise OSError(errno.ENOSPC, "No space left on device")
        put(self, document_id, data)

    monkeypatch.setattr(files.Files, "put", refusing)
    yield made
    made.empty()


@pytest.fixture
def call(settings: Settings, disk: Disk) -> Iterator[Client]:  # noqa: ARG001 (it must be in place first)
    with running(settings, real()) as client:
        yield client


def until_it_goes_through(disk: Disk, lasts: bool, act: Callable[[int], Any], check: Callable[[int, Any], None]) -> int:
    """How many writes one call makes."""
    for n in range(1, 200):
        disk.fill(n, lasts)
        reply = act(n)
        if not disk.empty():
            assert reply.is_success, reply.text
            return n - 1
        assert reply.is_success or is_problem(reply, "storage_full")
        check(n, reply)
    pytest.fail("it never went through")


@pytest.mark.parametrize("lasts", [False, True])
def test_creating_a_corpus(call: Client, disk: Disk, lasts: bool) -> None:
    def make(n: int) -> Any:
        headers = {"idempotency-key": f"{lasts}-{n}"}
        return call("POST", "/v1/corpora", json={"name": f"{n}"}, headers=headers)

    def check(n: int, _: Any) -> None:
        assert make(n).is_success
        names = [each["name"] for each in call("GET", "/v1/corpora").json()["corpora"]]
        assert names.count(f"{n}") == 1

    assert until_it_goes_through(disk, lasts, make, check) >= 4


@pytest.mark.parametrize("lasts", [False, True])
def test_uploading(call: Client, disk: Disk, lasts: bool) -> None:
    corpus = corpus_of(call, LIST)

    def check(n: int, _: Any) -> None:
        rows = call("GET", f"/v1/corpora/{corpus}/documents").json()["documents"]
        assert upload(call, corpus, f"# Paper {n}\n\nText.", prefer="wait=60").status_code == 201
        assert all(row["state"] in ("read", "queued", "reading") for row in rows)

    until_it_goes_through(disk, lasts, lambda n: upload(call, corpus, f"# Paper {n}\n\nText."), check)
    assert upload(call, corpus, "# Last\n\nText.", prefer="wait=60").status_code == 201
    until_read(call, corpus)
    answer = ask(call, corpus, STEPS, {}).json()
    assert answer["completeness"]["verdict"] == "complete"
    assert answer["completeness"]["coverage"]["documents"]["unread"] == []


def until_read(call: Client, corpus: str) -> None:
    end = time.monotonic() + 60
    while call("GET", f"/v1/corpora/{corpus}").json()["status"] != "ready":
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("lasts", [False, True])
def test_asking(call: Client, disk: Disk, lasts: bool) -> None:
    corpus = corpus_of(call, LIST)
    earlier = ask(call, corpus, STEPS, {})

    def check(_: int, __: Any) -> None:
        assert call("GET", f"/v1/enumerations/{earlier.json()['id']}").content == earlier.content

    assert until_it_goes_through(disk, lasts, lambda _: ask(call, corpus, STEPS, {}), check) >= 2


@pytest.mark.parametrize("n", range(1, 16))
def test_a_job_ends_once_there_is_room(call: Client, disk: Disk, n: int) -> None:
    corpus = corpus_of(call, LIST)
    disk.fill(n, lasts=False)
    reply = ask(call, corpus, STEPS)
    assert reply.status_code == 202 or is_problem(reply, "storage_full")
    if reply.status_code == 202:
        job = ended(call, reply.headers["location"])
        assert job["state"] == "succeeded" or job["error"]["code"] == "storage_full"
        if job["state"] == "succeeded":
            labels = [item["label"] for item in call("GET", job["links"]["answer"]).json()["items"]]
            assert labels == ["Prepare", "Build", "Publish"]
        else:
            assert job["links"]["answer"] is None
    disk.empty()
    assert ended(call, ask(call, corpus, STEPS).headers["location"])["state"] == "succeeded"


def test_a_document_whose_reading_cannot_be_stored_is_read_later(call: Client, disk: Disk) -> None:
    corpus = str(call("POST", "/v1/corpora", json={"name": "x"}).json()["id"])
    assert upload(call, corpus, LIST).is_success
    disk.fill(1, lasts=True)
    body = call("GET", f"/v1/corpora/{corpus}/documents").json()["documents"][0]
    assert body["state"] in ("queued", "reading", "read")
    disk.empty()
    assert upload(call, corpus, LIST, prefer="wait=60").status_code == 201
    assert ask(call, corpus, STEPS, {}).json()["completeness"]["verdict"] == "complete"
