"""Search against an independent engine (SQLite FTS5) and against plain Python, on generated corpora."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.adapters.index import (
    CorpusIndex,
    IndexBusyError,
    IndexDamagedError,
    Snapshot,
    TantivyRetriever,
    passage_entry,
    region_entry,
)
from app.domain.flow import Stretch, join
from app.domain.ports import Form, Query, SearchTerm, Target
from app.domain.words import stem, words
from tests.adapters.structures import BOX, flow, region

VOCABULARY = ["run", "runs", "running", "risk", "risks", "report", "reporting", "control", "a", "the", "mw-2", "A", "é"]
passages = st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" ".join)
corpora = st.lists(st.lists(passages, min_size=1, max_size=6), min_size=1, max_size=4)  # documents of passages
phrases = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(" ".join)
terms = st.one_of(
    st.builds(SearchTerm, st.sampled_from(VOCABULARY), st.sampled_from([Form.STEM, Form.EXACT])),
    st.builds(SearchTerm, phrases, st.just(Form.PHRASE)),
    st.builds(SearchTerm, st.sampled_from(["r", "ru", "report", "c", "zz"]), st.just(Form.PREFIX)),
)  # fmt: skip
groups = st.lists(terms, max_size=2).map(tuple)


class Corpus:
    """Documents "d1", "d2", ... in a new index, and the same words in an FTS5 table."""

    def __init__(self, path: Path, documents: Sequence[Sequence[str]]) -> None:
        self.index = CorpusIndex(path)
        rows = [(owner, text) for owner, texts in enumerate(documents, 1) for text in texts]
        self.rows = [(number, owner, text) for number, (owner, text) in enumerate(rows, 1)]
        self.index.write((), [passage_entry(number, owner, flow(text)) for number, owner, text in self.rows])
        self.owners = {owner: f"d{owner}" for owner in range(1, len(documents) + 1)}
        self.oracle = sqlite3.connect(":memory:")
        weakref.finalize(self, self.oracle.close)  # Python 3.13 warns of connections left open
        self.oracle.execute('CREATE VIRTUAL TABLE t USING fts5(exact, stems, tokenize="unicode61 remove_diacritics 0")')
        for number, _, text in self.rows:
            own = words(text)
            row = (number, " ".join(own), " ".join(stem(word) for word in own))
            self.oracle.execute("INSERT INTO t (rowid, exact, stems) VALUES (?, ?, ?)", row)

    def retriever(self) -> TantivyRetriever:
        return TantivyRetriever(self.index.searcher(), self.index.schema, Snapshot(self.owners, len(self.rows), 1))

    def expected(self, query: Query) -> set[int]:
        found = {number for number, _, _ in self.rows}
        if query.any_of:
            found &= set().union(*(self.matches(term) for term in query.any_of))
        for term in query.all_of:
            found &= self.matches(term)
        for term in query.none_of:
            found -= self.matches(term)
        if query.documents is not None:
            found &= {number for number, owner, _ in self.rows if self.owners[owner] in query.documents}
        return found

    def matches(self, term: SearchTerm) -> set[int]:
        parts = words(term.text)
        if term.form is Form.STEM:
            asked = " AND ".join(f'stems : ("{stem(word)}" OR "{word}")' for word in parts)
        elif term.form is Form.PREFIX:
            asked = f'exact : "{parts[0]}" *'
        else:
            asked = f'exact : "{" ".join(parts)}"'
        return {number for (number,) in self.oracle.execute("SELECT rowid FROM t WHERE t MATCH ?", (asked,))}


@settings(max_examples=60, deadline=None)
@given(corpora, groups, groups, groups, st.none() | st.frozensets(st.sampled_from(["d1", "d2", "d9"])))
def test_all_matches_and_their_total_agree_with_another_engine(documents, any_of, all_of, none_of, chosen) -> None:  # type: ignore[no-untyped-def]
    query = Query(any_of, all_of, none_of, chosen)
    with TemporaryDirectory() as folder:
        corpus = Corpus(Path(folder), documents)
        hits = corpus.retriever().search(query)
        expected = corpus.expected(query)
        corpus.oracle.close()
    assert hits.exhaustive, hits.reason
    assert {hit.id for hit in hits.hits} == expected
    assert hits.total == len(expected)
    assert list(hits.hits) == sorted(hits.hits, key=lambda hit: (-hit.score, hit.id))
    owners = {number: f"d{owner}" for number, owner, _ in corpus.rows}
    assert all(hit.document_id == owners[hit.id] for hit in hits.hits)


@settings(max_examples=30, deadline=None)
@given(corpora, st.integers(0, 8))
def test_a_limit_cuts_the_ranking_and_nothing_else(documents, limit) -> None:  # type: ignore[no-untyped-def]
    query = Query(any_of=(SearchTerm("risk"), SearchTerm("run")))
    with TemporaryDirectory() as folder:
        retriever = Corpus(Path(folder), documents).retriever()
        whole = retriever.search(query)
        cut = retriever.search(Query(any_of=query.any_of, limit=limit))
    assert cut.hits == whole.hits[:limit]
    assert cut.total == whole.total
    assert cut.exhaustive == (limit >= whole.total)


@pytest.fixture
def index(tmp_path: Path) -> CorpusIndex:
    return CorpusIndex(tmp_path / "index")


def retriever(index: CorpusIndex, entries: int, owners: dict[int, str] | None = None) -> TantivyRetriever:
    return TantivyRetriever(index.searcher(), index.schema, Snapshot(owners or {1: "d1"}, entries, 7))


def found(
    index: CorpusIndex, entries: int, text: str, form: Form = Form.STEM, target: Target = Target.PASSAGE
) -> list[int]:
    hits = retriever(index, entries).search(Query(any_of=(SearchTerm(text, form),), target=target))
    assert hits.exhaustive, hits.reason
    return [hit.id for hit in hits.hits]


def test_a_great_many_equal_matches_all_come_back(index: CorpusIndex) -> None:
    index.write((), [passage_entry(number, 1, flow("the same words")) for number in range(1, 3001)])
    hits = retriever(index, 3000).search(Query(any_of=(SearchTerm("word"),)))
    assert [hit.id for hit in hits.hits] == list(range(1, 3001))
    limited = retriever(index, 3000).search(Query(any_of=(SearchTerm("word"),), limit=10))
    assert [hit.id for hit in limited.hits] == list(range(1, 11))
    assert limited.total == 3000


@pytest.mark.parametrize("end", ["non-", "non\u2010", "non\u00ad"])
@pytest.mark.parametrize("keeps", [True, False])
def test_a_word_broken_at_a_line_end_is_found_in_both_readings(index: CorpusIndex, end: str, keeps: bool) -> None:
    stretches = [Stretch(f"no {end}", 1, 0, BOX), Stretch("compete clause holds", 1, 9, BOX)]
    index.write((), [passage_entry(1, 1, join(stretches, lambda _word: not keeps))])
    for text in ("noncompete", "compete", "no noncompete clause", "non compete clause", "non-compete"):
        assert found(index, 1, text, Form.PHRASE) == [1], text
    assert found(index, 1, "competes") == [1]
    assert found(index, 1, "noncompete") == [1]
    assert found(index, 1, "holds no", Form.PHRASE) == []


def test_regions_are_found_by_contexts_and_members_apart(index: CorpusIndex) -> None:
    index.write((), [region_entry(5, 1, region(0, "The core functions are", "Govern all", "Identify risks"))])
    assert found(index, 1, "function", target=Target.REGION) == [5]
    assert found(index, 1, "function", target=Target.MEMBER) == []
    assert found(index, 1, "risk", target=Target.MEMBER) == [5]
    assert found(index, 1, "risk", target=Target.REGION) == []
    assert found(index, 1, "risk") == []
    assert found(index, 1, "all identify", Form.PHRASE, Target.MEMBER) == []  # no phrase over two members
    assert [hit.id for hit in retriever(index, 1).search(Query(target=Target.REGION)).hits] == [5]


def test_a_stem_of_a_stem_is_still_found(index: CorpusIndex) -> None:
    for number, word in enumerate(["universities", "analyses", "criteria", "generously", "policies", "agreed"], 1):
        index.write((number,), [passage_entry(number, number, flow(word))])
        owners = {n: f"d{n}" for n in range(1, number + 1)}
        hits = retriever(index, number, owners).search(Query(any_of=(SearchTerm(stem(word)),)))
        assert number in [hit.id for hit in hits.hits], word


def test_replacing_and_removing_the_entries_of_a_document(index: CorpusIndex) -> None:
    index.write((), [passage_entry(1, 1, flow("old")), passage_entry(2, 2, flow("old"))])
    before = retriever(index, 2, {1: "d1", 2: "d2"})
    index.write((1,), [passage_entry(3, 1, flow("new"))])
    after = retriever(index, 2, {1: "d1", 2: "d2"})
    everything = Query()
    assert {hit.id for hit in after.search(everything).hits} == {2, 3}
    assert {hit.id for hit in before.search(everything).hits} == {1, 2}  # an old snapshot stays as it was
    index.write((), [passage_entry(4, 4, flow("only"))], everything=True)
    assert {hit.id for hit in retriever(index, 1, {4: "d4"}).search(everything).hits} == {4}


def test_what_the_snapshot_does_not_know_is_not_found(index: CorpusIndex) -> None:
    index.write((), [passage_entry(n, n, flow("same words")) for n in (1, 2, 3)])
    hits = retriever(index, 2, {1: "d1", 3: "d3"}).search(Query(any_of=(SearchTerm("words"),), limit=5))
    assert [hit.id for hit in hits.hits] == [1, 3]
    assert hits.exhaustive
    assert hits.revision == 7


def test_an_index_that_lacks_entries_says_so(index: CorpusIndex) -> None:
    index.write((), [passage_entry(1, 1, flow("same words"))])
    for owners in ({1: "d1"}, {1: "d1", 2: "d2"}, {2: "d2"}):
        hits = retriever(index, 5, owners).search(Query(any_of=(SearchTerm("words"),)))
        assert hits.partial
        assert not hits.exhaustive
        assert hits.relation == "gte"
        assert hits.reason.startswith("index_incomplete")


def test_a_term_without_a_word_is_a_partial_answer(index: CorpusIndex) -> None:
    index.write((), [passage_entry(1, 1, flow("words"))])
    hits = retriever(index, 1).search(Query(any_of=(SearchTerm("\u00a7"),)))
    assert hits.partial
    assert "no word" in hits.reason


def test_a_failing_engine_is_a_partial_answer(index: CorpusIndex) -> None:
    class Panic(BaseException):
        """What a panic inside the engine looks like: no Exception."""

    class Broken:
        num_docs = 1

        def search(self, *_: object, **__: object) -> object:
            raise Panic("index out of bounds")

    hits = TantivyRetriever(Broken(), index.schema, Snapshot({1: "d1"}, 1, 1)).search(Query())  # type: ignore[arg-type]
    assert hits.partial
    assert not hits.exhaustive
    assert hits.reason == "search_failed: index out of bounds"


def test_two_writers_do_not_meet(index: CorpusIndex, tmp_path: Path) -> None:
    other = CorpusIndex(tmp_path / "index")

    def entries():  # type: ignore[no-untyped-def]
        with pytest.raises(IndexBusyError):
            other.write((), [])
        yield passage_entry(1, 1, flow("words"))

    assert index.write((), entries()) == 1
    assert found(other, 1, "word") == [1]


def test_a_write_that_fails_changes_nothing(index: CorpusIndex) -> None:
    def entries():  # type: ignore[no-untyped-def]
        yield passage_entry(1, 1, flow("words"))
        raise RuntimeError("the store went away")

    with pytest.raises(RuntimeError):
        index.write((), entries())
    assert found(index, 0, "word") == []
    assert index.write((), [passage_entry(1, 1, flow("words"))]) == 1
    assert found(index, 1, "word") == [1]


@pytest.mark.usefixtures("index")
def test_damaged_files_are_told_and_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "index" / "meta.json").write_text("{}")
    with pytest.raises(IndexDamagedError):
        CorpusIndex(tmp_path / "index")
    made = CorpusIndex.create(tmp_path / "index")
    made.write((), [passage_entry(1, 1, flow("words"))])
    assert found(made, 1, "word") == [1]
