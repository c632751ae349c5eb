"""Worker processes: whatever a document does to its reader, every page ends with a state and no process is left."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.workers import Limits, ReaderPool, default_size
from app.domain.page import PageState
from app.domain.ports import ReadingStoppedError
from app.domain.structure import DocumentStructure

READERS = "tests.adapters.readers"
SHORT = Limits(page_deadline_s=1.0, analysis_base_s=1.0, analysis_page_s=0.0, restarts=2)


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    made = ReaderPool(1, SHORT, READERS, READERS)
    yield made
    pids = made.pids()
    made.close()
    assert made.pids() == []
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)  # neither alive nor a zombie


def states(structure: DocumentStructure) -> list[str]:
    return [page.state.value for page in structure.pages]


def test_reads_every_page_and_reports_progress(pool: ReaderPool) -> None:
    seen: list[tuple[int, int]] = []
    structure = pool.read("a.txt", b"one\ftwo\fthree", lambda begun, planned: seen.append((begun, planned)))
    assert states(structure) == ["read"] * 3
    assert [page.text for page in structure.pages] == ["one", "two", "three"]
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3), (3, 3)]


def test_a_process_reads_many_documents(pool: ReaderPool) -> None:
    pool.read("a.txt", b"one")
    first = pool.pids()
    pool.read("b.txt", b"two")
    assert pool.pids() == first


@pytest.mark.parametrize("order", ["kill", "segfault"])
def test_a_page_that_kills_its_reader_fails_alone(pool: ReaderPool, order: str) -> None:
    structure = pool.read("a.txt", f"one\f!{order}\fthree".encode())
    assert states(structure) == ["read", "failed", "read"]
    assert structure.pages[1].reason == f"reader died (signal {9 if order == 'kill' else 11})"
    assert structure.planned_pages == 3


def test_a_page_that_never_returns_times_out_alone(pool: ReaderPool) -> None:
    structure = pool.read("a.txt", b"one\f!hang\fthree")
    assert states(structure) == ["read", "timed_out", "read"]
    assert structure.pages[1].reason == "page 2 took longer than 1 s"


def test_a_page_that_raises_out_of_the_reader_fails_alone(pool: ReaderPool) -> None:
    structure = pool.read("a.txt", b"one\f!raise\fthree")
    assert states(structure) == ["read", "failed", "read"]
    assert "told to" in structure.pages[1].reason


def test_restarts_are_bounded_and_the_rest_is_named(pool: ReaderPool) -> None:
    structure = pool.read("a.txt", b"one\f!kill\f!kill\fmore\f!kill\f!kill\flast")
    assert states(structure) == ["read", "failed", "failed", "read", "failed", "failed", "failed"]
    assert structure.pages[6].reason == "not tried: 3 pages before it stopped the reader"


def test_a_reader_that_ends_too_early_leaves_failed_pages(pool: ReaderPool) -> None:
    structure = pool.read("a.txt", b"one\f!end\fthree")
    assert states(structure) == ["read", "failed", "failed"]


@pytest.mark.parametrize(
    ("order", "reason"), [("hang", "analysis_timed_out"), ("kill", "analysis_failed"), ("raise", "analysis_failed")]
)
def test_text_survives_when_understanding_fails(pool: ReaderPool, order: str, reason: str) -> None:
    structure = pool.read("a.txt", f"one ?{order}\ftwo".encode())
    assert structure.reason == reason
    assert states(structure) == ["partial", "partial"]
    assert [p.flow.text for p in structure.passages] == [f"one ?{order}", "two"]
    assert structure.regions == ()


@pytest.mark.parametrize("order", ["hang", "kill", "raise"])
def test_a_file_that_cannot_be_opened_fails_with_its_reason(pool: ReaderPool, order: str) -> None:
    structure = pool.read("a.txt", f"!!{order}\ftwo".encode())
    assert structure.state is PageState.FAILED
    assert structure.reason.startswith("the reader cannot read it: ")
    assert structure.pages == ()


def test_a_reader_module_that_does_not_exist_fails_the_document() -> None:
    pool = ReaderPool(1, SHORT, "tests.adapters.no_such_module", READERS)
    try:
        assert pool.read("a.txt", b"one").state is PageState.FAILED
    finally:
        pool.close()


def test_a_process_killed_from_outside_in_the_middle_costs_one_page(pool: ReaderPool) -> None:
    def kill(begun: int, _planned: int) -> None:
        if begun == 2 and not killed:
            killed.append(pool.pids()[0])
            os.kill(killed[0], signal.SIGKILL)

    killed: list[int] = []
    structure = pool.read("a.txt", b"one\f!hang\fthree", kill)
    assert states(structure) == ["read", "failed", "read"]


def test_a_process_that_died_while_idle_is_replaced(pool: ReaderPool) -> None:
    pool.read("a.txt", b"one")
    os.kill(pool.pids()[0], signal.SIGKILL)
    assert states(pool.read("b.txt", b"two")) == ["read"]


@pytest.mark.parametrize("limits", [Limits(documents=1), Limits(resident_bytes=1)])
def test_processes_are_recycled(limits: Limits) -> None:
    pool = ReaderPool(1, limits, READERS, READERS)
    try:
        for name in ("a", "b"):
            assert states(pool.read(name, name.encode())) == ["read"]
            assert pool.pids() == []
    finally:
        pool.close()


def test_closing_stops_what_is_being_read() -> None:
    pool = ReaderPool(2, Limits(), READERS, READERS)
    begun, stopped = threading.Barrier(3), []

    def read() -> None:
        try:
            pool.read("a.txt", b"!hang", lambda page, _planned: page and begun.wait(30))
        except ReadingStoppedError:
            stopped.append(True)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    begun.wait(30)
    pids = pool.pids()
    pool.close()
    for thread in threads:
        thread.join(30)
    assert stopped == [True, True]
    assert len(pids) == 2
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    with pytest.raises(ReadingStoppedError):
        pool.read("b.txt", b"one")


def test_many_threads_share_few_processes(pool: ReaderPool) -> None:
    found: list[str] = []

    def read(number: int) -> None:
        found.append(pool.read(f"{number}.txt", f"page {number}".encode()).pages[0].text)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == [f"page {number}" for number in range(5)]
    assert len(pool.pids()) == 1


def test_default_size_is_small() -> None:
    assert 1 <= default_size() <= 4
