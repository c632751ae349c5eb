"""Document structures in the database: written and read as a whole, and as entries of the search index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import tantivy

from app.adapters import codec, rows
from app.adapters.index import passage_entry, region_entry
from app.domain.flow import Flow
from app.domain.page import Page, PageState
from app.domain.structure import DocumentStructure, PassageDraft

_CLEARED = ("pages", "passages", "regions", "parts")


def save(connection: sqlite3.Connection, number: int, structure: DocumentStructure) -> None:
    """Replace everything that is known of a document by what a new reading found."""
    for table in _CLEARED:
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (number,))
    _save_head(connection, number, structure)
    pages = [rows.page_row(number, page) for page in _distinct(structure.pages)]
    connection.executemany(f"INSERT INTO pages (document, {rows.PAGE}) VALUES ({_marks(10)})", pages)
    passages = [rows.passage_row(number, draft) for draft in structure.passages]
    statement = "INSERT INTO passages (document, number, text, headings, blocks, flags, pieces) VALUES "
    connection.executemany(f"{statement} ({_marks(7)})", passages)
    regions = [(number, region.number, *codec.pack_region(region)) for region in structure.regions]
    connection.executemany(f"INSERT INTO regions (document, number, body, places) VALUES ({_marks(4)})", regions)
    parts = [(number, kind, *packed) for kind, packed in _parts(structure).items()]
    connection.executemany(f"INSERT INTO parts (document, kind, body, places) VALUES ({_marks(4)})", parts)


def _save_head(connection: sqlite3.Connection, number: int, structure: DocumentStructure) -> None:
    told = rows.summary(structure)
    layers = structure.layers.union(*(page.layers for page in structure.pages))
    connection.execute(
        "UPDATE documents SET title = ?, state = ?, reason = ?, pages_planned = ?, page_states = ?, layers = ?, "
        "passages = ?, regions = ?, version = version + 1 WHERE number = ?",
        (
            codec.storable(structure.title), told.state, codec.storable(told.reason), told.planned,
            rows.dump_states(told.pages), codec.dump_strings(sorted(layers)), len(structure.passages),
            len(structure.regions), number,
        ),
    )  # fmt: skip


def _distinct(pages: Iterable[Page]) -> list[Page]:
    return list({page.number: page for page in pages}.values())


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _parts(structure: DocumentStructure) -> dict[str, codec.Packed]:
    return {
        "cues": codec.pack_cues(structure.cues),
        "definitions": codec.pack_definitions(structure.definitions),
        "acronyms": codec.pack_acronyms(structure.acronyms),
        "references": codec.pack_references(structure.references),
        "outline": codec.pack_outline(structure.outline),
        "blocks": codec.pack_blocks(structure.blocks),
    }


def load(connection: sqlite3.Connection, document_id: str) -> DocumentStructure | None:
    """The structure as it was saved, but for its own state and reason, which stand in the document's row."""
    head = connection.execute(
        "SELECT number, name, title, pages_planned, state, reason, layers FROM documents WHERE id = ? AND version > 0",
        (document_id,),
    ).fetchone()
    if head is None:
        return None
    number, name, title, planned, state, reason, layers = head
    return DocumentStructure(
        name=name,
        title=title,
        pages=tuple(pages(connection, number)),
        planned_pages=planned,
        state={"read": PageState.READ, "partial": PageState.PARTIAL}.get(state, PageState.FAILED),
        reason=reason,
        blocks=_part(connection, number, "blocks", codec.unpack_blocks),
        regions=_regions(connection, number),
        cues=_part(connection, number, "cues", codec.unpack_cues),
        definitions=_part(connection, number, "definitions", codec.unpack_definitions),
        acronyms=_part(connection, number, "acronyms", codec.unpack_acronyms),
        references=_part(connection, number, "references", codec.unpack_references),
        passages=_drafts(connection, number),
        outline=_part(connection, number, "outline", codec.unpack_outline),
        layers=frozenset(codec.load_strings(layers)),
    )


def pages(connection: sqlite3.Connection, number: int | None) -> list[Page]:
    statement = f"SELECT {rows.PAGE} FROM pages WHERE document = ? ORDER BY number"
    return [rows.page(row) for row in connection.execute(statement, (number,))]


def _part(connection: sqlite3.Connection, number: int, kind: str, decode: Any) -> Any:
    statement = "SELECT body, places FROM parts WHERE document = ? AND kind = ?"
    found = connection.execute(statement, (number, kind)).fetchone()
    return () if found is None else decode(*found)


def _regions(connection: sqlite3.Connection, number: int) -> Any:
    statement = "SELECT body, places FROM regions WHERE document = ? ORDER BY number, id"
    return tuple([codec.unpack_region(*row) for row in connection.execute(statement, (number,))])


def _drafts(connection: sqlite3.Connection, number: int) -> tuple[PassageDraft, ...]:
    statement = (
        "SELECT number, text, headings, blocks, flags, pieces FROM passages WHERE document = ? ORDER BY number, id"
    )
    return tuple([rows.draft(row) for row in connection.execute(statement, (number,))])


# ---------------------------------------------------------------- entries of the search index


def entries(connection: sqlite3.Connection, numbers: Sequence[int]) -> Iterator[tantivy.Document]:
    """All passages and regions of some documents, as the index wants them."""
    for number in numbers:
        found = connection.execute("SELECT id, text, pieces FROM passages WHERE document = ? ORDER BY id", (number,))
        for passage_id, text, places in found:
            yield passage_entry(passage_id, number, Flow(text, codec.unpack_pieces(places)))
        found = connection.execute("SELECT id, body FROM regions WHERE document = ? ORDER BY id", (number,))
        for region_id, body in found:
            yield region_entry(region_id, number, codec.unpack_region(body, b""))  # words need no places


# ---------------------------------------------------------------- marks


def number_of(connection: sqlite3.Connection, document_id: str) -> int | None:
    row = connection.execute("SELECT number FROM documents WHERE id = ?", (document_id,)).fetchone()
    return int(row[0]) if row else None


def bump(connection: sqlite3.Connection, corpus_id: str) -> None:
    connection.execute("UPDATE corpora SET revision = revision + 1 WHERE id = ?", (corpus_id,))


def hide(connection: sqlite3.Connection, number: int | None) -> None:
    """No corpus shows what its index may soon hold otherwise. Must come before the index changes."""
    connection.execute(
        "UPDATE corpora SET revision = revision + 1 WHERE id IN (SELECT corpus_id FROM memberships WHERE document = ?)",
        (number,),
    )
    connection.execute("UPDATE memberships SET indexed = 0 WHERE document = ?", (number,))


def mark(
    connection: sqlite3.Connection, corpus_id: str, added: Sequence[tuple[int, int]], removed: Sequence[int]
) -> None:
    """Show what the index holds now; not what was read anew (another version) or is to be read again meanwhile."""
    shown = 0
    for number, version in added:
        shown += connection.execute(
            "UPDATE memberships SET indexed = 1 WHERE corpus_id = ? AND document = (SELECT number FROM documents "
            "WHERE number = ? AND version = ? AND state NOT IN ('queued', 'reading')) AND indexed = 0",
            (corpus_id, number, version),
        ).rowcount
    left = [(corpus_id, number) for number in removed]
    connection.executemany("DELETE FROM removals WHERE corpus_id = ? AND document = ?", left)
    if shown:
        bump(connection, corpus_id)
