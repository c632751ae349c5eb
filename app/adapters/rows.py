"""Rows of the database to domain values and back."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from app.adapters import codec
from app.domain.flow import Flow
from app.domain.page import READ_STATES, Page, PageState
from app.domain.ports import DocumentInfo, Passage, StoredRegion
from app.domain.structure import DocumentStructure, PassageDraft

_CHUNK = 900  # ids in one statement; SQLite's own bound is higher, its planner is fastest well below

# Columns of a document as one corpus sees it: `d` is documents, `m` is memberships.
DOCUMENT = (
    "d.id, m.name, d.title, d.state, d.reason, d.pages_planned, d.page_states, d.layers, d.size, m.indexed, "
    "d.number, d.version, d.passages, d.regions"
)
PASSAGE = "id, document, number, text, headings, flags, pieces"
PAGE = "number, label, width, height, text, state, reason, layers, lines"


class DocumentRow(NamedTuple):
    info: DocumentInfo
    indexed: bool  # the search index of this corpus holds it
    read: bool  # reading has ended, well or not
    number: int
    version: int
    passages: int
    regions: int

    @property
    def visible(self) -> bool:
        """A question over this corpus can use it."""
        return self.read and self.indexed


def document_row(row: tuple[object, ...]) -> DocumentRow:
    (
        sha, name, title, state, reason, planned, states, layers, size, indexed, number, version, passages, regions,
    ) = row  # fmt: skip
    read = state not in ("queued", "reading")
    # Read, but not yet in the search index of this corpus: for a question it is still being read.
    if read and not indexed:
        state = "reading"
    pages = tuple((PageState(name), count) for name, count in json.loads(str(states)))
    info = DocumentInfo(
        id=str(sha), name=str(name), title=str(title), state=str(state), reason=str(reason),
        pages_planned=_int(planned),
        pages=pages, layers=codec.load_strings(str(layers)), size=_int(size),
    )  # fmt: skip
    return DocumentRow(info, bool(indexed), read, _int(number), _int(version), _int(passages), _int(regions))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def dump_states(states: Iterable[tuple[str, int]]) -> str:
    return json.dumps(list(states))


# ---------------------------------------------------------------- what a structure says of its document


class Summary(NamedTuple):
    state: str  # "read", "partial" or "failed"
    reason: str
    planned: int
    pages: list[tuple[str, int]]  # pages by state


def summary(structure: DocumentStructure) -> Summary:
    """Every planned page is counted; a page that the structure does not have is a failed one."""
    counts = Counter(page.state for page in structure.pages)
    planned = max(structure.planned_pages, len(structure.pages))
    if planned > len(structure.pages):
        counts[PageState.FAILED] += planned - len(structure.pages)
    read = sum(count for state, count in counts.items() if state in READ_STATES)
    pages = sorted((state.value, count) for state, count in counts.items())
    return Summary(*_state(structure, planned, read, counts), planned, pages)


def _state(structure: DocumentStructure, planned: int, read: int, counts: Counter[PageState]) -> tuple[str, str]:
    readable = read or counts[PageState.PARTIAL]
    if structure.state in (PageState.LOCKED, PageState.FAILED) and not readable:
        return "failed", structure.reason or structure.state.value
    if planned and read == planned:
        return "read", structure.reason
    unread = ", ".join(f"{n} {state.value}" for state, n in sorted(counts.items()) if state not in READ_STATES)
    told = f"{planned - read} of {planned} pages unread: {unread}" if planned else "it has no pages"
    first = next((page.reason for page in structure.pages if page.state not in READ_STATES and page.reason), "")
    reason = "; ".join(part for part in (structure.reason, told, first and f"the first: {first}") if part)
    return ("partial" if readable else "failed"), reason


# ---------------------------------------------------------------- passages, regions, pages


def passage_row(document: int, draft: PassageDraft) -> tuple[object, ...]:
    flags = int(draft.contents) + 2 * int(draft.furniture)
    return (
        document, draft.number, codec.storable(draft.flow.text), codec.dump_strings(draft.headings),
        json.dumps(draft.blocks, separators=(",", ":")), flags, codec.pack_pieces(draft.flow.pieces),
    )  # fmt: skip


def passage(row: tuple[int, int, int, str, str, int, bytes], owners: Mapping[int, str]) -> Passage:
    passage_id, document, number, text, headings, flags, places = row
    flow, (first, last) = codec.stored_flow(text, places)
    return Passage(
        passage_id, owners[document], number, flow, codec.load_strings(headings), flags & 1 == 1,
        flags & 2 == 2, first, last,
    )  # fmt: skip


def draft(row: tuple[int, str, str, str, int, bytes]) -> PassageDraft:
    number, text, headings, blocks, flags, places = row
    flow = Flow(text, codec.unpack_pieces(places))
    return PassageDraft(
        number, flow, codec.load_strings(headings), tuple(json.loads(blocks)), flags & 1 == 1, flags & 2 == 2
    )


def region(row: tuple[int, int, str, bytes], owners: Mapping[int, str]) -> StoredRegion:
    region_id, document, body, places = row
    return StoredRegion(region_id, owners[document], codec.unpack_region(body, places))


def page_row(document: int, page: Page) -> tuple[object, ...]:
    return (
        document, page.number, codec.storable(page.label), page.width, page.height, codec.storable(page.text),
        page.state.value, codec.storable(page.reason), codec.dump_strings(sorted(page.layers)),
        codec.pack_lines(page.lines),
    )  # fmt: skip


def page(row: tuple[int, str, float, float, str, str, str, str, bytes]) -> Page:
    number, label, width, height, text, state, reason, layers, lines = row
    return Page(
        number, label, width, height, text, PageState(state), reason, codec.unpack_lines(lines),
        frozenset(codec.load_strings(layers)),
    )  # fmt: skip


def by_ids(connection: sqlite3.Connection, statement: str, ids: Iterable[int]) -> Iterator[Any]:
    """Rows of a statement that ends in "IN ", in no particular order."""
    wanted = sorted(set(ids))
    for at in range(0, len(wanted), _CHUNK):
        chunk = wanted[at : at + _CHUNK]
        yield from connection.execute(f"{statement} ({','.join(map(str, chunk))})")


_T = TypeVar("_T", Passage, StoredRegion)


def in_order(ids: Sequence[int], found: Iterable[_T]) -> list[_T]:
    """One value per id, in the order of the ids; an id that is not there is an error, never a silent gap."""
    known = {value.id: value for value in found}
    try:
        return [known[i] for i in ids]
    except KeyError as error:
        raise LookupError(f"id {error} is not in the store") from None
