"""Search over one corpus with tantivy: all matches, exact totals, one snapshot a question.

The index is derived from the store and holds no text, only words. Each passage and each region is one entry:

    kind      "passage" or "region"
    id        id of the passage or region in the store (integer, fast)
    owner     number of its document in the store (integer, fast); `document`: the same as a term, to filter and delete
    *_stem    stems, for Form.STEM                     one pair of fields for each target, so that scores and totals
    *_exact   folded words with positions, for others  of passages, contexts and members do not mix

What tantivy-py 0.27 does that one would not expect, and what is done here about it: terms and phrases are not analysed
(they are folded and stemmed here); deleting by a number deletes nothing (so `document` is text); beside a "must",
"should" clauses turn optional (so they are nested); a query of negations only finds nothing (so the kind is always
asked for); a phrase of one word and a limit of 0 panic with a BaseException (so neither is sent, and panics are
caught).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import tantivy

from app.domain.flow import HYPHENS, Flow
from app.domain.ports import Form, Hit, Hits, Query, SearchTerm, Target
from app.domain.structure import Region
from app.domain.words import stem, words

_HEAP = 64_000_000  # bytes a writer may hold before it writes a segment
_BREAK = "\u00b6"  # a token no query can hold: phrases do not reach over it
_FIELD = {Target.PASSAGE: "passage", Target.REGION: "context", Target.MEMBER: "member"}
_KIND = {Target.PASSAGE: "passage", Target.REGION: "region", Target.MEMBER: "region"}
_FIRST = 1024  # matches fetched together with the total; more need a second search
_WINDOW = 48  # characters kept on each side of a word broken at a line end, for phrases over its other reading
_Q, _O = tantivy.Query, tantivy.Occur


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("id", fast=True)
    builder.add_integer_field("owner", fast=True)
    builder.add_text_field("document", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    for field in _FIELD.values():
        builder.add_text_field(f"{field}_stem", tokenizer_name="whitespace", index_option="freq")
        builder.add_text_field(f"{field}_exact", tokenizer_name="whitespace", index_option="position")
    return builder.build()


# ---------------------------------------------------------------- entries


def passage_entry(passage_id: int, owner: int, flow: Flow) -> tantivy.Document:
    own = words(flow.text)
    stem_extra, exact_extra = _other_readings(flow)
    return tantivy.Document(
        id=passage_id,
        owner=owner,
        document=str(owner),
        kind="passage",
        passage_stem=" ".join([stem(word) for word in own] + stem_extra),
        passage_exact=" ".join(own + exact_extra),
    )


def region_entry(region_id: int, owner: int, region: Region) -> tantivy.Document:
    contexts = _texts([context.text for context in region.contexts] + [column.name for column in region.columns])
    members = _texts(_member_texts(region))
    return tantivy.Document(
        id=region_id,
        owner=owner,
        document=str(owner),
        kind="region",
        context_stem=" ".join([stem(word) for word in contexts if word != _BREAK]),
        context_exact=" ".join(contexts),
        member_stem=" ".join([stem(word) for word in members if word != _BREAK]),
        member_exact=" ".join(members),
    )


def _texts(texts: Iterable[str]) -> list[str]:
    found: list[str] = []
    for text in texts:
        found += words(text)
        found.append(_BREAK)
    return found


def _member_texts(region: Region) -> Iterator[str]:
    """Everything a member says, each text once: what its full text holds already is not repeated."""
    for member in region.members:
        if member.text:
            yield member.text
        for text in (member.label, member.detail, *member.aliases, *(field.text for field in member.fields)):
            if text and text not in member.text:
                yield text


def _other_readings(flow: Flow) -> tuple[list[str], list[str]]:
    """Words broken at a line end have two readings, "nonprofit" and "non-profit"; the flow's text has one of them.

    Gives the stems and the words (in their surroundings) of the other reading.
    """
    stem_words: list[str] = []
    exact_words: list[str] = []
    for before, after in pairwise(flow.pieces):
        at = after.at
        if at == 0 or before.at + before.end - before.start != at:
            continue
        head, tail = _surroundings(flow.text, at)
        if not head or not tail[:1].isalnum():
            continue
        other = head[:-1] + tail if head[-1] in HYPHENS else f"{head} {tail}" if head[-1].isalnum() else ""
        if other:
            exact_words += [_BREAK, *words(other)]
            broken = (head.split()[-1], tail.split()[0])
            core = broken[0][:-1] + broken[1] if broken[0][-1] in HYPHENS else " ".join(broken)
            stem_words += [stem(word) for word in words(core)]
    return stem_words, exact_words


def _surroundings(text: str, at: int) -> tuple[str, str]:
    """The text on both sides of a place, cut to whole words."""
    low, high = max(at - _WINDOW, 0), at + _WINDOW
    head, tail = text[low:at], text[at:high]
    if low and " " in head:
        head = head.split(" ", 1)[1]
    if high < len(text) and " " in tail:
        tail = tail.rsplit(" ", 1)[0]
    return head, tail


# ---------------------------------------------------------------- the index of one corpus


class IndexDamagedError(Exception):
    """The files of an index cannot be opened; it must be rebuilt from the store."""


class IndexBusyError(Exception):
    """Another process writes to this index just now; try again."""


class CorpusIndex:
    """The index files of one corpus. Writing is done by one caller at a time; searching needs no lock."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        try:
            self._index = tantivy.Index(_schema(), path=str(path))
        except ValueError as error:
            raise IndexDamagedError(str(error)) from error

    @classmethod
    def create(cls, path: Path) -> CorpusIndex:
        """A new, empty index in the place of what may be there."""
        shutil.rmtree(path, ignore_errors=True)
        return cls(path)

    def write(self, remove: Iterable[int], entries: Iterable[tantivy.Document], everything: bool = False) -> int:
        """In one commit: remove all entries of some documents (by number), or all, then add entries."""
        try:
            writer = self._index.writer(_HEAP, 1)
        except ValueError as error:
            raise (IndexBusyError if "LockBusy" in str(error) else IndexDamagedError)(str(error)) from error
        count = 0
        try:
            if everything:
                writer.delete_all_documents()
            for owner in remove:
                writer.delete_documents_by_term("document", str(owner))
            for entry in entries:
                writer.add_document(entry)
                count += 1
            writer.commit()
        finally:
            writer.wait_merging_threads()  # also gives the lock back
        return count

    def searcher(self) -> tantivy.Searcher:
        """The newest commit, kept as it is however long it is used."""
        try:
            self._index.reload()
            return self._index.searcher()
        except ValueError as error:
            raise IndexDamagedError(str(error)) from error

    @property
    def schema(self) -> tantivy.Schema:
        return self._index.schema


# ---------------------------------------------------------------- searching


class Snapshot(NamedTuple):
    """What the store knows about the moment a searcher was taken."""

    documents: Mapping[int, str]  # number -> id of every document whose entries count
    entries: int  # passages and regions these documents have
    revision: int
    reason: str = ""  # why the index does not stand for this revision, "" when it does


class TantivyRetriever:
    """Retriever over one searcher; only the documents of the snapshot count, whatever else the index holds."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema, snapshot: Snapshot) -> None:
        self._searcher = searcher
        self._schema = schema
        self._snapshot = snapshot
        self._foreign = searcher.num_docs != snapshot.entries
        self._reason = snapshot.reason
        if self._foreign and not self._reason:
            self._reason = self._shortage()

    def _shortage(self) -> str:
        """An index that holds more than the snapshot is filtered; one that holds less cannot be trusted."""
        found = self._count(self._owned_by(self._snapshot.documents)) if self._snapshot.documents else 0
        if found == self._snapshot.entries:
            return ""
        return f"index_incomplete: {found} of {self._snapshot.entries} entries"

    def search(self, query: Query) -> Hits:
        try:
            hits, total = self._search(query)
        except BaseException as error:
            # A panic inside the engine arrives as a BaseException that is no Exception.
            if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit | MemoryError):
                raise
            return Hits((), 0, relation="gte", partial=True, reason=f"search_failed: {error}"[:300], revision=None)
        relation = "gte" if self._reason else "eq"
        return Hits(hits, total, relation, False, bool(self._reason), self._reason, self._snapshot.revision)

    def _search(self, query: Query) -> tuple[tuple[Hit, ...], int]:
        engine_query = self._translate(query)
        if engine_query is None:
            return (), 0
        if query.limit is not None and query.limit <= 0:
            return (), self._count(engine_query)
        found, total = self._best(engine_query, query.limit)
        scores = [score for score, _ in found]
        addresses = [address for _, address in found]
        ids: list[Any] = self._searcher.fast_field_values("id", addresses)
        owners: list[Any] = self._searcher.fast_field_values("owner", addresses)
        names = self._snapshot.documents
        ranked = sorted(zip([-score for score in scores], ids, owners, strict=True))
        return tuple([Hit(i, names[owner], -score) for score, i, owner in ranked[: query.limit]]), total

    def _best(self, query: tantivy.Query, limit: int | None) -> tuple[list[tuple[Any, Any]], int]:
        """All matches, or at least the best `limit` and every further one that ties with the last of them."""
        wanted = _FIRST if limit is None else limit + 32
        while True:
            result = self._searcher.search(query, limit=wanted, count=True)
            hits, total = result.hits, int(result.count)  # type: ignore[attr-defined]  # missing in its stubs
            if len(hits) >= total or (limit is not None and hits[-1][0] < hits[limit - 1][0]):
                return hits, total
            wanted = total if limit is None else min(wanted * 4, total)

    def _count(self, query: tantivy.Query) -> int:
        return int(self._searcher.search(query, limit=1).count)  # type: ignore[attr-defined]  # missing in its stubs

    # ------------------------------------------------------------ translation

    def _translate(self, query: Query) -> tantivy.Query | None:
        """None where nothing can match."""
        kind = _Q.const_score_query(_Q.term_query(self._schema, "kind", _KIND[query.target]), 0.0)
        clauses = [(_O.Must, kind)]
        owners = self._owners(query.documents)
        if owners is not None:
            if not owners:
                return None
            clauses.append((_O.Must, self._owned_by(owners)))
        field = _FIELD[query.target]
        if query.any_of:
            any_of = [(_O.Should, self._term(field, term)) for term in query.any_of]
            clauses.append((_O.Must, _Q.boolean_query(any_of)))
        clauses += [(_O.Must, self._term(field, term)) for term in query.all_of]
        clauses += [(_O.MustNot, self._term(field, term)) for term in query.none_of]
        return _Q.boolean_query(clauses)

    def _owners(self, documents: frozenset[str] | None) -> Sequence[int] | None:
        """Numbers of the documents to keep; None: all entries of the index count."""
        known = self._snapshot.documents
        if documents is None:
            return list(known) if self._foreign else None
        return [number for number, name in known.items() if name in documents]

    def _owned_by(self, owners: Iterable[int]) -> tantivy.Query:
        owned = _Q.term_set_query(self._schema, "document", [str(owner) for owner in owners])
        return _Q.const_score_query(owned, 0.0)

    def _term(self, field: str, term: SearchTerm) -> tantivy.Query:
        parts = words(term.text)
        if not parts:
            raise ValueError(f"no word to search for in {term.text!r}")
        if term.form is Form.STEM:
            return _all([self._stem(field, part) for part in parts])
        if term.form is Form.PREFIX:
            exact = [_Q.term_query(self._schema, f"{field}_exact", part) for part in parts[:-1]]
            return _all([*exact, _Q.regex_query(self._schema, f"{field}_exact", _escape(parts[-1]) + ".*")])
        if len(parts) == 1:
            return _Q.term_query(self._schema, f"{field}_exact", parts[0])
        return _Q.phrase_query(self._schema, f"{field}_exact", [*parts])

    def _stem(self, field: str, word: str) -> tantivy.Query:
        """The stem of a word, and the word itself: callers may hold a stem, and stemming one again can change it."""
        forms = dict.fromkeys((stem(word), word))
        return _any([_Q.term_query(self._schema, f"{field}_stem", form) for form in forms])


def _all(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    return queries[0] if len(queries) == 1 else _Q.boolean_query([(_O.Must, query) for query in queries])


def _any(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    return queries[0] if len(queries) == 1 else _Q.boolean_query([(_O.Should, query) for query in queries])


def _escape(word: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "_" else f"\\{letter}" for letter in word)


class NoRetriever:
    """Stands in for an index that cannot be opened: every answer is partial and says why."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def search(self, query: Query) -> Hits:  # noqa: ARG002 - the port's signature
        return Hits((), 0, relation="gte", partial=True, reason=self._reason, revision=None)
