"""The ingestion queue: every document ends read or with a reason, whatever happens to files, readers or processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.store import SqliteStore
from app.adapters.workers import Limits, ReaderPool
from app.domain.names import LONGEST, safe_name
from app.domain.page import PageState
from app.domain.ports import Query, ReadingStoppedError, SearchTerm
from app.domain.structure import DocumentStructure
from app.ingestion import Ingestion
from tests.adapters.structures import structure

READERS = "tests.adapters.readers"
LONG_S = 60.0


class FakePool:
    """Reads at once; a file that begins with "wait" waits until `go` is set, one with "raise" raises."""

    size = 2

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Event()
        self.closed = threading.Event()
        self.reads: list[str] = []

    def read(self, name: str, data: bytes, progress: Callable[[int, int], None] | None = None) -> DocumentStructure:
        self.reads.append(name)
        if progress is not None:
            progress(1, 1)
        self.begun.set()
        if data.startswith(b"wait"):
            while not self.go.wait(0.01):
                if self.closed.is_set():
                    raise ReadingStoppedError
        if data.startswith(b"fail"):
            return DocumentStructure(name, "", (), 0, PageState.FAILED, "told to fail")
        return structure(data.decode())

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path)
    yield made
    made.close()


@pytest.fixture
def corpus(store: SqliteStore) -> str:
    return store.create_corpus("A corpus").id


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


@pytest.fixture
def ingestion(store: SqliteStore, pool: FakePool) -> Iterator[Ingestion]:
    made = Ingestion(store, pool)
    yield made
    made.close()


def total(store: SqliteStore, corpus: str, text: str) -> int:
    with store.open(corpus) as view:
        hits = view.retriever.search(Query(any_of=(SearchTerm(text),)))
    assert hits.exhaustive
    return hits.total


def test_what_is_added_becomes_searchable(store: SqliteStore, corpus: str, ingestion: Ingestion) -> None:
    for number in range(10):
        info, new = ingestion.add(corpus, f"{number}.txt", f"word number {number}".encode())
        assert new
        assert info.name == f"{number}.txt"
    assert ingestion.wait(corpus, LONG_S)
    assert total(store, corpus, "word") == 10
    assert [d.state for d in store.documents(corpus)] == ["read"] * 10
    assert ingestion.status() == (0, {})


def test_the_same_file_twice_at_once_is_read_once(
    store: SqliteStore, corpus: str, ingestion: Ingestion, pool: FakePool
) -> None:
    results, gate = [], threading.Barrier(4)

    def add() -> None:
        gate.wait(LONG_S)
        results.append(ingestion.add(corpus, "a.txt", b"wait same"))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
    pool.go.set()
    assert ingestion.wait(corpus, LONG_S)
    assert sorted(new for _, new in results) == [False, False, False, True]
    assert len({info.id for info, _ in results}) == 1
    assert pool.reads == ["a.txt"]
    assert total(store, corpus, "same") == 1


def test_one_bad_file_fails_alone_and_stays_named(store: SqliteStore, corpus: str, ingestion: Ingestion) -> None:
    for name, data in (("a.txt", b"good words"), ("b.txt", b"fail"), ("c.txt", b"more words")):
        ingestion.add(corpus, name, data)
    assert ingestion.wait(corpus, LONG_S)
    assert [(d.name, d.state, d.reason) for d in store.documents(corpus)] == [
        ("a.txt", "read", ""),
        ("b.txt", "failed", "told to fail"),
        ("c.txt", "read", ""),
    ]
    assert total(store, corpus, "words") == 2


def test_a_failed_file_is_tried_again_when_it_comes_again(
    store: SqliteStore, corpus: str, ingestion: Ingestion, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, _ = ingestion.add(corpus, "a.txt", b"fail")
    assert ingestion.wait(corpus, LONG_S)
    monkeypatch.setattr(pool, "read", lambda *_: structure("good words"))
    _, new = ingestion.add(corpus, "a.txt", b"fail")
    assert not new
    assert ingestion.wait(corpus, LONG_S)
    assert store.document(corpus, info.id).state == "read"  # type: ignore[union-attr]
    monkeypatch.setattr(pool, "read", lambda *_: structure("better words"))
    ingestion.retry(info.id)
    assert ingestion.wait(corpus, LONG_S)
    assert total(store, corpus, "better") == 1
    assert total(store, corpus, "good") == 0


def test_a_document_deleted_while_it_is_read_is_gone(
    store: SqliteStore, corpus: str, ingestion: Ingestion, pool: FakePool
) -> None:
    info, _ = ingestion.add(corpus, "a.txt", b"wait gone")
    assert pool.begun.wait(LONG_S)
    assert ingestion.status() == (0, {info.id: (1, 1)})
    assert not ingestion.wait(corpus, 0.01)
    store.delete_document(corpus, info.id)
    pool.go.set()
    assert ingestion.wait(corpus, LONG_S)
    ingestion.add(corpus, "b.txt", b"here")
    assert ingestion.wait(corpus, LONG_S)
    assert total(store, corpus, "gone") == 0
    assert [d.name for d in store.documents(corpus)] == ["b.txt"]


def test_a_corpus_deleted_while_it_is_read_is_gone(
    store: SqliteStore, corpus: str, ingestion: Ingestion, pool: FakePool
) -> None:
    ingestion.add(corpus, "a.txt", b"wait gone")
    assert pool.begun.wait(LONG_S)
    store.delete_corpus(corpus)
    pool.go.set()
    assert not ingestion.wait(corpus, LONG_S)
    with pytest.raises(KeyError):
        ingestion.add(corpus, "b.txt", b"here")


def test_a_file_that_vanished_is_a_reason(store: SqliteStore, corpus: str, pool: FakePool, tmp_path: Path) -> None:
    info, _ = store.add_document(corpus, "a.txt", b"words")
    (tmp_path / "files" / info.id).unlink()
    ingestion = Ingestion(store, pool)
    assert ingestion.wait(corpus, LONG_S)
    assert store.document(corpus, info.id).reason == "the stored file is missing or was changed"  # type: ignore[union-attr]
    ingestion.close()


def test_what_cannot_be_stored_is_a_reason(
    store: SqliteStore, corpus: str, ingestion: Ingestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = store.save_structure

    def full(document_id: str, made: DocumentStructure, index_now: bool = True) -> None:
        if made.passages:
            raise OSError("disk full")
        save(document_id, made, index_now)

    monkeypatch.setattr(store, "save_structure", full)
    ingestion.add(corpus, "a.txt", b"words")
    assert ingestion.wait(corpus, LONG_S)
    (document,) = store.documents(corpus)
    assert (document.state, document.reason) == (
        "failed",
        "what was understood could not be stored: OSError: disk full",
    )


def test_an_index_that_cannot_be_written_is_tried_again(
    store: SqliteStore, corpus: str, ingestion: Ingestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, calls = store.index_pending, []

    def sometimes(corpus_id: str | None = None) -> int:
        calls.append(1)
        if len(calls) == 1:
            raise OSError("disk full")
        return index(corpus_id)

    monkeypatch.setattr(store, "index_pending", sometimes)
    ingestion.add(corpus, "a.txt", b"words")
    assert ingestion.wait(corpus, LONG_S)
    assert total(store, corpus, "words") == 1


def test_progress_is_told_and_its_faults_harm_nothing(store: SqliteStore, corpus: str, pool: FakePool) -> None:
    seen: list[tuple[str, int, int]] = []

    def progress(document_id: str, begun: int, planned: int) -> None:
        seen.append((document_id, begun, planned))
        raise ZeroDivisionError

    ingestion = Ingestion(store, pool, progress)
    info, _ = ingestion.add(corpus, "a.txt", b"words")
    assert ingestion.wait(corpus, LONG_S)
    ingestion.close()
    assert seen == [(info.id, 0, 0), (info.id, 1, 1)]


def test_closing_leaves_unread_documents_for_the_next_start(store: SqliteStore, corpus: str) -> None:
    pool = FakePool()
    ingestion = Ingestion(store, pool)
    for number in range(5):
        ingestion.add(corpus, f"{number}.txt", f"wait words {number}".encode())
    assert pool.begun.wait(LONG_S)
    ingestion.close()
    assert len(store.unread()) == 5
    pool = FakePool()
    pool.go.set()
    ingestion = Ingestion(store, pool)
    assert ingestion.wait(corpus, LONG_S)
    ingestion.close()
    assert total(store, corpus, "words") == 5


# ---------------------------------------------------------------- with real processes


def test_files_of_every_fate_in_one_corpus(store: SqliteStore, corpus: str) -> None:
    limits = Limits(page_deadline_s=1.0, analysis_base_s=1.0, analysis_page_s=0.0, restarts=1)
    ingestion = Ingestion(store, ReaderPool(2, limits, READERS, READERS))
    files = {
        "good.txt": b"alpha\falpha two",
        "hanging.txt": b"alpha\f!hang\falpha three",
        "killer.txt": b"!kill\falpha two",
        "unopened.txt": b"!!raise",
        "stubborn.txt": b"alpha ?hang\falpha two",
    }
    for name, data in files.items():
        ingestion.add(corpus, name, data)
    assert ingestion.wait(corpus, LONG_S)
    found = {d.name: (d.state, {s.value: n for s, n in d.pages}) for d in store.documents(corpus)}
    ingestion.close()
    assert found == {
        "good.txt": ("read", {"read": 2}),
        "hanging.txt": ("partial", {"read": 2, "timed_out": 1}),
        "killer.txt": ("partial", {"failed": 1, "read": 1}),
        "unopened.txt": ("failed", {}),
        "stubborn.txt": ("partial", {"partial": 2}),
    }
    assert total(store, corpus, "alpha") == 7


_SERVED = """
import sys, threading
from pathlib import Path
from app.adapters.store import SqliteStore
from app.adapters.workers import ReaderPool
from app.ingestion import Ingestion
store = SqliteStore(Path(sys.argv[1]))
def told(document_id, begun, planned):
    if begun == 2:
        hanging.set()
hanging = threading.Event()
pool = ReaderPool(1, reader="tests.adapters.readers", analyser="tests.adapters.readers")
ingestion = Ingestion(store, pool, told)
corpus = store.create_corpus("c").id
print(corpus, flush=True)
ingestion.add(corpus, "first.txt", b"alpha")
ingestion.wait(corpus)
ingestion.add(corpus, "second.txt", b"alpha\\f!hang\\falpha")
ingestion.add(corpus, "third.txt", b"alpha again")
hanging.wait()
print(pool.pids()[0], flush=True)
ingestion.wait(corpus)
"""


def test_kill_9_in_the_middle_of_a_document_and_a_restart(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    served = subprocess.Popen(
        [sys.executable, "-c", _SERVED, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert served.stdout is not None
    corpus, reader = served.stdout.readline().strip(), int(served.stdout.readline())
    served.send_signal(signal.SIGKILL)
    served.wait(LONG_S)
    served.stdout.close()
    os.kill(reader, signal.SIGKILL)  # it sleeps in a page; alone it would end by its timer
    store = SqliteStore(tmp_path)
    assert [d.state for d in store.documents(corpus)] == ["read", "reading", "queued"]
    limits = Limits(page_deadline_s=1.0)
    ingestion = Ingestion(store, ReaderPool(1, limits, READERS, READERS))
    assert ingestion.wait(corpus, LONG_S)
    ingestion.close()
    assert [d.state for d in store.documents(corpus)] == ["read", "partial", "read"]
    assert total(store, corpus, "alpha") == 4
    store.close()


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\report.pdf", "report.pdf"),
        ("folder/", "folder"),
        ("a\x00b\x1b[31m\u202e.pdf", "ab[31m.pdf"),
        ("two\nlines\t here.pdf", "two lines here.pdf"),
        ("caf\u00e9 \u4e2d\u6587.pdf", "caf\u00e9 \u4e2d\u6587.pdf"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("/", "unnamed"),
        ("\ud800.pdf", ".pdf"),
        ("x" * 300 + ".pdf", "x" * (LONGEST - 4) + ".pdf"),
        ("x" * 300, "x" * LONGEST),
    ],
)
def test_names_are_made_safe(raw: str, name: str) -> None:
    assert safe_name(raw) == name
    assert safe_name(name) == name
