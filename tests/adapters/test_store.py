"""The store: documents by hash, snapshots that hold, and nothing lost when a process is killed."""

from __future__ import annotations

import gc
import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.adapters.collection import collect_seldom
from app.adapters.database import Database, NewerSchemaError
from app.adapters.index import CorpusIndex, IndexBusyError
from app.adapters.store import SqliteStore
from app.adapters.view import Decoded
from app.domain.page import PageState
from app.domain.ports import Hits, Query, SearchTerm, Target
from app.domain.structure import DocumentStructure
from tests.adapters import structures
from tests.adapters.structures import page, region, structure

EVERYTHING = Query()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path)
    yield made
    made.close()


@pytest.fixture
def corpus(store: SqliteStore) -> str:
    return store.create_corpus("A corpus").id


def add(store: SqliteStore, corpus: str, name: str, *passages: str) -> str:
    """A document of some passages, read and searchable."""
    info, _ = store.add_document(corpus, name, name.encode())
    store.save_structure(info.id, structure(*passages, regions=(region(0, f"Parts of {name}", *passages),)))
    return info.id


def search(store: SqliteStore, corpus: str, text: str = "") -> Hits:
    with store.open(corpus) as view:
        return view.retriever.search(Query(any_of=(SearchTerm(text),)) if text else EVERYTHING)


# ---------------------------------------------------------------- corpora and documents


def test_a_corpus_from_its_creation_to_its_end(store: SqliteStore) -> None:
    made = store.create_corpus("One")
    assert (made.name, made.revision, made.documents, made.pages, made.status) == ("One", 0, 0, 0, "ready")
    assert store.corpus(made.id) == made
    other = store.create_corpus("Two")
    assert [info.name for info in store.corpora()] == ["One", "Two"]
    assert store.delete_corpus(made.id)
    assert not store.delete_corpus(made.id)
    assert store.corpus(made.id) is None
    assert list(store.corpora()) == [other]
    with pytest.raises(KeyError):
        store.open(made.id)
    with pytest.raises(KeyError):
        store.add_document(made.id, "a.pdf", b"a")


def test_a_document_is_known_by_its_bytes(store: SqliteStore, corpus: str) -> None:
    first, new = store.add_document(corpus, "a.pdf", b"bytes")
    assert new
    assert (first.state, first.size, first.id) == ("queued", 5, hashlib.sha256(b"bytes").hexdigest())
    again, new = store.add_document(corpus, "b.pdf", b"bytes")
    assert not new
    assert again == first
    assert store.file(first.id) == b"bytes"
    assert store.corpus(corpus).documents == 1  # type: ignore[union-attr]


def test_revisions_grow_with_every_change_of_documents(store: SqliteStore, corpus: str) -> None:
    def revision() -> int:
        info = store.corpus(corpus)
        assert info is not None
        return info.revision

    seen = [revision()]
    info, _ = store.add_document(corpus, "a.pdf", b"a")
    seen.append(revision())
    store.mark_reading(info.id)
    assert revision() == seen[-1]
    store.save_structure(info.id, structure("text"))
    seen.append(revision())
    store.add_document(corpus, "a.pdf", b"a")
    assert revision() == seen[-1]
    store.queue_again(info.id)
    seen.append(revision())
    store.save_structure(info.id, structure("text"))
    seen.append(revision())
    store.delete_document(corpus, info.id)
    seen.append(revision())
    assert seen == sorted(set(seen))
    store.save_answer("1", corpus, "{}")
    assert revision() == seen[-1]


def test_states_and_pages_of_a_document(store: SqliteStore, corpus: str) -> None:
    def after(made: DocumentStructure) -> tuple[str, str, int, dict[PageState, int]]:
        info, _ = store.add_document(corpus, "a.pdf", b"a")
        store.queue_again(info.id)
        store.save_structure(info.id, made)
        read = store.document(corpus, info.id)
        assert read is not None
        return read.state, read.reason, read.pages_planned, dict(read.pages)

    base = structure("text")
    blank, scan = page(2, "", PageState.BLANK), page(2, "", PageState.NO_TEXT, "a picture")
    assert after(replace(base, pages=(page(1), blank), planned_pages=2)) == (
        "read", "", 2, {PageState.BLANK: 1, PageState.READ: 1},
    )  # fmt: skip
    state, reason, planned, pages = after(replace(base, pages=(page(1), scan), planned_pages=4))
    assert (state, planned) == ("partial", 4)
    assert reason == "3 of 4 pages unread: 2 failed, 1 no_text; the first: a picture"
    assert pages == {PageState.READ: 1, PageState.NO_TEXT: 1, PageState.FAILED: 2}
    assert after(replace(base, pages=(scan,), planned_pages=1))[0] == "failed"
    assert after(replace(base, pages=(), planned_pages=0))[:2] == ("failed", "it has no pages")
    locked = replace(base, pages=(), planned_pages=0, state=PageState.LOCKED, reason="locked with a password")
    assert after(locked)[:2] == ("failed", "locked with a password")


def test_a_structure_is_stored_once_and_shared(store: SqliteStore, corpus: str, tmp_path: Path) -> None:
    document = add(store, corpus, "a.pdf", "shared words")
    other = store.create_corpus("Other").id
    info, new = store.add_document(other, "again.pdf", b"a.pdf")
    assert new
    assert (info.id, info.state, info.name) == (document, "read", "again.pdf")
    assert search(store, other, "shared").total == 1
    assert store.delete_document(corpus, document)
    assert search(store, corpus).total == 0
    assert search(store, other, "shared").total == 1
    assert store.delete_document(other, document)
    assert not store.delete_document(other, document)
    assert list((tmp_path / "files").iterdir()) == []
    assert store.structure(document) is None
    with pytest.raises(KeyError):
        store.file(document)


def test_deleting_a_corpus_drops_what_only_it_held(store: SqliteStore, corpus: str, tmp_path: Path) -> None:
    other = store.create_corpus("Other").id
    kept, gone = add(store, corpus, "kept.pdf", "one"), add(store, corpus, "gone.pdf", "two")
    store.add_document(other, "kept.pdf", b"kept.pdf")
    store.delete_corpus(corpus)
    assert {path.name for path in (tmp_path / "files").iterdir()} == {kept}
    assert {path.name for path in (tmp_path / "index").iterdir()} == {other}
    assert store.structure(gone) is None
    assert search(store, other, "one").total == 1


def test_a_changed_file_is_not_given_out(store: SqliteStore, corpus: str, tmp_path: Path) -> None:
    info, _ = store.add_document(corpus, "a.pdf", b"bytes")
    (tmp_path / "files" / info.id).write_bytes(b"other")
    with pytest.raises(KeyError):
        store.file(info.id)


def test_a_structure_of_a_deleted_document_is_let_go(store: SqliteStore, corpus: str) -> None:
    info, _ = store.add_document(corpus, "a.pdf", b"a")
    store.delete_document(corpus, info.id)
    store.save_structure(info.id, structure("text"))
    assert store.structure(info.id) is None
    assert search(store, corpus).total == 0


def test_unread_documents_and_claims(store: SqliteStore, corpus: str) -> None:
    info, _ = store.add_document(corpus, "a.pdf", b"a")
    assert store.unread() == [(info.id, "a.pdf", "queued")]
    assert store.claim(info.id) == "a.pdf"
    assert store.unread() == [(info.id, "a.pdf", "reading")]
    assert store.claim(info.id) == "a.pdf"  # a process before this one may have been killed
    store.save_structure(info.id, structure("text"))
    assert store.unread() == []
    assert store.claim(info.id) is None
    assert store.claim("unknown") is None
    assert not store.queue_again("unknown")


# ---------------------------------------------------------------- structures


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(structures.regions, max_size=2).map(tuple),
    st.lists(structures.blocks, max_size=2).map(tuple),
    st.lists(structures.cues, max_size=2).map(tuple),
)
def test_a_structure_comes_back_as_it_was(store, corpus, regions, blocks, cues) -> None:  # type: ignore[no-untyped-def]
    made = replace(
        structure("one passage", "another", regions=tuple(replace(r, number=n) for n, r in enumerate(regions))),
        name="a.pdf", blocks=blocks, cues=cues, layers=frozenset({"images"}),
    )  # fmt: skip
    info, _ = store.add_document(corpus, "a.pdf", b"a")
    store.queue_again(info.id)
    store.save_structure(info.id, made)
    assert store.structure(info.id) == made
    assert store.structure_pages(info.id) == list(made.pages)


def test_text_that_cannot_be_encoded_is_stored_with_its_offsets(store: SqliteStore, corpus: str) -> None:
    document = add(store, corpus, "a.pdf", "bad \ud800 letter \x00 here")
    with store.open(corpus) as view:
        assert view.document_passages(document)[0].flow.text == "bad \ufffd letter \x00 here"
        assert view.retriever.search(Query(any_of=(SearchTerm("letter"),))).total == 1


# ---------------------------------------------------------------- views


def test_a_view_gives_what_was_stored(store: SqliteStore, corpus: str) -> None:
    first, second = add(store, corpus, "a.pdf", "red words", "blue words"), add(store, corpus, "b.pdf", "green words")
    with store.open(corpus) as view:
        assert [info.id for info in view.documents()] == [first, second]
        assert view.info == store.corpus(corpus)
        hits = view.retriever.search(Query(any_of=(SearchTerm("blue"), SearchTerm("green"))))
        assert hits.revision == view.info.revision
        ids = [hit.id for hit in hits.hits]
        assert {p.flow.text for p in view.passages(ids)} == {"blue words", "green words"}
        assert [p.id for p in view.passages(ids[::-1])] == ids[::-1]
        assert [p.flow.text for p in view.document_passages(first)] == ["red words", "blue words"]
        found = view.passages(ids)[0]
        assert (found.headings, found.first_page, found.last_page) == (("Heading",), 1, 1)
        assert (view.passage_count(None), view.passage_count([second]), view.passage_count(["x"])) == (3, 1, 0)
        regions = view.retriever.search(Query(any_of=(SearchTerm("parts"),), target=Target.REGION)).hits
        assert [r.region.members[0].label for r in view.regions([hit.id for hit in regions])] == [
            "red words", "green words",
        ]  # fmt: skip
        assert [r.document_id for r in view.document_regions(second)] == [second]
        assert view.page(first, 1) == page(1, "red words\nblue words")
        assert view.page(first, 2) is None
        assert [p.number for p in view.pages(first)] == [1]
        with pytest.raises(LookupError):
            view.passages([10_000])
        with pytest.raises(LookupError):
            view.regions([10_000])
    with pytest.raises(RuntimeError):
        view.passages([1])


def test_a_view_of_parts(store: SqliteStore, corpus: str) -> None:
    document = add(store, corpus, "a.pdf", "words")
    with store.open(corpus) as view:
        assert view.cues(None) == []
        assert view.acronyms([document]) == []
        assert view.definitions(document) == ()
        for unknown in (
            view.definitions("x"),
            view.pages("x"),
            view.document_passages("x"),
            view.document_regions("x"),
        ):
            assert unknown == ()
        assert view.page("x", 1) is None


def test_documents_not_read_yet_are_named_and_give_nothing(store: SqliteStore, corpus: str) -> None:
    add(store, corpus, "a.pdf", "words")
    info, _ = store.add_document(corpus, "b.pdf", b"b")
    store.save_structure(info.id, structure("words"), index_now=False)
    with store.open(corpus) as view:
        assert [d.state for d in view.documents()] == ["read", "reading"]
        assert view.info.pending == 1
        hits = view.retriever.search(Query(any_of=(SearchTerm("words"),)))
        assert (hits.total, hits.exhaustive) == (1, True)
        assert view.document_passages(info.id) == ()
        assert view.passage_count(None) == 1
    store.index_pending()
    assert search(store, corpus, "words").total == 2
    assert store.corpus(corpus).pending == 0  # type: ignore[union-attr]


def test_a_view_keeps_its_moment_whatever_happens_meanwhile(store: SqliteStore, corpus: str) -> None:
    first = add(store, corpus, "a.pdf", "old words")
    view = store.open(corpus)
    add(store, corpus, "b.pdf", "more words")
    store.queue_again(first)
    store.save_structure(first, structure("new words"))
    words = Query(any_of=(SearchTerm("words"),))
    hits = view.retriever.search(words)
    assert (hits.total, hits.exhaustive, hits.revision) == (1, True, view.info.revision)
    assert [p.flow.text for p in view.passages([hits.hits[0].id])] == ["old words"]
    store.delete_document(corpus, first)
    assert view.retriever.search(words).hits == hits.hits
    assert [p.flow.text for p in view.document_passages(first)] == ["old words"]
    assert view.page(first, 1) == page(1, "old words")
    store.delete_corpus(corpus)
    assert view.retriever.search(words).hits == hits.hits
    view.close()
    view.close()


def test_every_view_is_consistent_while_others_write(store: SqliteStore, corpus: str) -> None:
    """Each document has as many passages as its number says; a view must never see another number of them."""
    stop, wrong, seen = threading.Event(), [], []

    def look() -> None:
        while not stop.is_set():
            with store.open(corpus) as view:
                hits = view.retriever.search(Query(any_of=(SearchTerm("words"),)))
                shown = [d for d in view.documents() if not d.pending]
                expected = sum(int(d.name) for d in shown)
                seen.append(expected)
                if (
                    not hits.exhaustive
                    or hits.total != expected
                    or len(view.passages([h.id for h in hits.hits])) != expected
                ):
                    wrong.append((hits.total, expected, hits.reason))

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    ids = []
    for number in range(1, 13):
        info, _ = store.add_document(corpus, str(number), str(number).encode())
        store.save_structure(info.id, structure(*["some words"] * number))
        ids.append(info.id)
        if number % 3 == 0:
            store.delete_document(corpus, ids.pop(0))
        if number % 4 == 0:
            store.queue_again(ids[0])
            store.save_structure(ids[0], structure(*["some words"] * (number // 4)), index_now=False)
            store.delete_document(corpus, ids.pop(0))
            store.index_pending()
    stop.set()
    for thread in threads:
        thread.join(60)
    assert wrong == []
    assert len(set(seen)) > 1


# ---------------------------------------------------------------- the index after accidents


def test_reindex_restores_a_lost_index(store: SqliteStore, corpus: str, tmp_path: Path) -> None:
    add(store, corpus, "a.pdf", "lost words")
    before = search(store, corpus)
    assert store.reindex(corpus) == 2
    assert search(store, corpus).hits == before.hits
    CorpusIndex.create(tmp_path / "index" / corpus)
    assert search(store, corpus, "words").partial
    assert not search(store, corpus, "words").exhaustive
    assert store.reindex() == 2
    assert search(store, corpus).hits == before.hits


@pytest.mark.parametrize("harm", ["empty", "garbage", "gone"])
def test_a_start_heals_an_index_that_was_harmed(tmp_path: Path, harm: str) -> None:
    store = SqliteStore(tmp_path)
    corpus = store.create_corpus("c").id
    add(store, corpus, "a.pdf", "lost words")
    store.close()
    path = tmp_path / "index" / corpus
    if harm == "empty":
        CorpusIndex.create(path)
    for file in path.iterdir() if harm == "gone" else []:
        file.unlink()
    if harm == "garbage":
        (path / "meta.json").write_text("{}")
    store = SqliteStore(tmp_path)
    assert search(store, corpus, "words").exhaustive
    assert search(store, corpus, "words").total == 1
    store.close()


def test_an_index_that_cannot_be_opened_is_a_partial_answer(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    corpus = store.create_corpus("c").id
    add(store, corpus, "a.pdf", "words")
    store._open_indexes.clear()
    (tmp_path / "index" / corpus / "meta.json").write_text("{}")
    hits = search(store, corpus, "words")
    assert (hits.partial, hits.exhaustive, hits.total) == (True, False, 0)
    assert hits.reason.startswith("index_damaged")
    add(store, corpus, "b.pdf", "words")  # writing builds it anew, with what it held before
    assert search(store, corpus, "words").total == 2
    store.close()


_KILLED = """
import os, signal, sys
from pathlib import Path
from app.adapters import store as module
from app.adapters.store import SqliteStore
from app.adapters.view import Decoded
from tests.adapters.structures import structure
point, folder = sys.argv[1], Path(sys.argv[2])
store = SqliteStore(folder)
corpus = store.create_corpus("c").id
print(corpus, flush=True)
first, _ = store.add_document(corpus, "a", b"a")
store.save_structure(first.id, structure("first words"))
def die(*_args, **_more):
    os.kill(os.getpid(), signal.SIGKILL)
if point == "before index":
    module.CorpusIndex.write = die
elif point == "in index":
    def die_inside(*_args):
        yield from ()
        die()
    module.structures.entries = die_inside
elif point == "before mark":
    module.structures.mark = die
second, _ = store.add_document(corpus, "b", b"b")
if point == "delete":
    module.CorpusIndex.write = die
    store.delete_document(corpus, first.id)
store.save_structure(second.id, structure("second words"))
"""


@pytest.mark.parametrize("point", ["before index", "in index", "before mark", "delete"])
def test_kill_9_at_any_step_loses_nothing(tmp_path: Path, point: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", _KILLED, point, str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert run.returncode == -signal.SIGKILL, run.stderr
    store = SqliteStore(tmp_path)
    hits = search(store, run.stdout.strip(), "words")
    assert hits.exhaustive
    assert hits.total == (0 if point == "delete" else 2)
    assert [d.state for d in store.documents(run.stdout.strip())] == (
        ["queued"] if point == "delete" else ["read", "read"]
    )
    store.close()


def test_leftovers_of_a_killed_process_are_swept(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    (tmp_path / "files" / "0123.part").write_bytes(b"half")
    (tmp_path / "index" / "nobody").mkdir()
    SqliteStore(tmp_path).close()
    assert list((tmp_path / "files").iterdir()) == list((tmp_path / "index").iterdir()) == []


def test_another_process_that_writes_the_index_is_waited_for(
    store: SqliteStore, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, tries = CorpusIndex.write, []

    def busy_twice(self, *args, **more):  # type: ignore[no-untyped-def]
        tries.append(1)
        if len(tries) < 3:
            raise IndexBusyError("LockBusy")
        return write(self, *args, **more)

    monkeypatch.setattr(CorpusIndex, "write", busy_twice)
    add(store, corpus, "a.pdf", "words")
    assert search(store, corpus, "words").total == 1


def test_two_stores_on_one_folder_see_each_other(store: SqliteStore, corpus: str, tmp_path: Path) -> None:
    other = SqliteStore(tmp_path)
    add(store, corpus, "a.pdf", "words of one")
    add(other, corpus, "b.pdf", "words of the other")
    for each in (store, other):
        assert search(each, corpus, "words").total == 2
        assert search(each, corpus, "words").exhaustive
    other.close()


# ---------------------------------------------------------------- answers and the database


def test_answers_are_kept_as_they_are(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    corpus = store.create_corpus("c").id
    store.save_answer("1", corpus, '{"items": ["é"]}')
    store.close()
    store = SqliteStore(tmp_path)
    assert store.answer("1") == '{"items": ["é"]}'
    assert store.answer("2") is None
    store.delete_corpus(corpus)
    assert store.answer("1") is None
    store.close()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerSchemaError):
        Database(tmp_path / "db")


def test_a_closed_database_gives_no_connections(tmp_path: Path) -> None:
    database = Database(tmp_path / "db")
    kept = database.take()
    database.close()
    database.give(kept)
    with pytest.raises(RuntimeError):
        database.take()


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "db")
    with pytest.raises(ZeroDivisionError), database.write() as connection:
        connection.execute("INSERT INTO answers VALUES ('1', 'c', 'b', 'now')")
        raise ZeroDivisionError
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (0,)
    database.close()


def test_decoded_values_are_bounded_by_their_weight() -> None:
    decoded = Decoded(10)
    for number in range(5):
        decoded.put(number, str(number), 4)
    assert [decoded.get(number) for number in range(5)] == [None, None, None, "3", "4"]
    decoded.get(3)
    decoded.put(3, "again", 5)
    decoded.put(5, "5", 5)
    assert [decoded.get(number) for number in (3, 4, 5)] == ["again", None, "5"]
    decoded.put(6, "too heavy", 11)
    assert decoded.get(6) is None


def test_passages_are_given_in_the_order_asked_whether_kept_or_not(store: SqliteStore, corpus: str) -> None:
    add(store, corpus, "one.txt", "Rafts.", "Punts.", "Skiffs.")
    ids = [hit.id for hit in search(store, corpus).hits]
    with store.open(corpus) as view:
        last = view.passages(ids[2:])
        every = view.passages([ids[2], ids[0], ids[1]])
        assert [passage.id for passage in every] == [ids[2], ids[0], ids[1]]
        assert every[0] == last[0]
        assert view.passages(ids) == view.passages(ids)
        with pytest.raises(LookupError):
            view.passages([*ids, 10**6])


def test_a_process_that_serves_collects_seldom() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_threshold()[0] > before[0]
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
