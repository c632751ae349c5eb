"""Structure parts to compact stored form and back, without loss.

Text and small numbers go to JSON; places (flow pieces, spans, line boxes) go to packed binary records, because
unpacking those costs a tenth of parsing them as JSON and keeps every coordinate exactly. A stored value is the pair
`Packed`.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, cast, overload

from app.domain.flow import Flow, Piece
from app.domain.geometry import Box, Span
from app.domain.page import LineBox, OutlineEntry
from app.domain.structure import (
    Acronym,
    Block,
    BlockKind,
    Column,
    Context,
    ContextRole,
    CountRelation,
    Cue,
    Definition,
    Ending,
    Field,
    Member,
    Reference,
    Region,
    RegionKind,
)

_PIECE = struct.Struct("<4i4d")  # at, page, start, end, box
_PAGE = struct.Struct("<i")  # the second entry of a piece
_SPAN = struct.Struct("<3i4d")  # page, start, end, box
_LINE = struct.Struct("<2i4d")  # start, end, box

Spans = tuple[Span, ...]


class Packed(NamedTuple):
    """`body` is JSON; `places` holds the spans or pieces it refers to, in the order of reading."""

    body: str
    places: bytes


_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    """Lone surrogates (broken text layers have them) cannot be encoded: each becomes U+FFFD, so offsets stay."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def _dump(value: object) -> str:
    return storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


# ---------------------------------------------------------------- places


def pack_pieces(pieces: Iterable[Piece]) -> bytes:
    return b"".join([_PIECE.pack(at, page, start, end, *box) for at, page, start, end, box in pieces])


def unpack_pieces(places: bytes) -> tuple[Piece, ...]:
    rows = _PIECE.iter_unpack(places)
    return tuple([Piece(at, page, start, end, Box(a, b, c, d)) for at, page, start, end, a, b, c, d in rows])


class StoredPieces(Sequence[Piece]):
    """Pieces that stay packed until they are asked for: a question loads a thousand passages and cites a few.

    Equal to, and usable as, the tuple that it stands for.
    """

    __slots__ = ("_pieces", "_places")

    def __init__(self, places: bytes) -> None:
        self._places = places
        self._pieces: tuple[Piece, ...] | None = None

    def _unpacked(self) -> tuple[Piece, ...]:
        if self._pieces is None:
            self._pieces = unpack_pieces(self._places)
        return self._pieces

    def pages(self) -> tuple[int, int]:
        """First and last page, without unpacking; (0, 0) where there are no pieces."""
        if not self._places:
            return 0, 0
        return _PAGE.unpack_from(self._places, 4)[0], _PAGE.unpack_from(self._places, len(self._places) - 44)[0]

    def __len__(self) -> int:
        return len(self._places) // _PIECE.size

    @overload
    def __getitem__(self, at: int) -> Piece: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, at: int | slice) -> Piece | tuple[Piece, ...]:
        return self._unpacked()[at]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._unpacked())

    def __add__(self, other: Iterable[Piece]) -> tuple[Piece, ...]:
        return (*self._unpacked(), *other)

    def __radd__(self, other: Iterable[Piece]) -> tuple[Piece, ...]:
        return (*other, *self._unpacked())

    def __eq__(self, other: object) -> bool:
        return self._unpacked() == (other._unpacked() if isinstance(other, StoredPieces) else other)

    def __hash__(self) -> int:
        return hash(self._unpacked())

    def __reduce__(self) -> tuple[type[tuple[Piece, ...]], tuple[list[Piece]]]:
        return tuple, (list(self._unpacked()),)

    def __repr__(self) -> str:
        return repr(self._unpacked())


def stored_flow(text: str, places: bytes) -> tuple[Flow, tuple[int, int]]:
    """A flow whose pieces are still packed, and its first and last page."""
    pieces = StoredPieces(places)
    return Flow(text, cast("tuple[Piece, ...]", pieces)), pieces.pages()


def pack_lines(lines: Iterable[LineBox]) -> bytes:
    return b"".join([_LINE.pack(start, end, *box) for start, end, box in lines])


def unpack_lines(places: bytes) -> tuple[LineBox, ...]:
    return tuple([LineBox(start, end, Box(a, b, c, d)) for start, end, a, b, c, d in _LINE.iter_unpack(places)])


def _unpack_spans(places: bytes) -> Iterator[Span]:
    rows = _SPAN.iter_unpack(places)
    return iter([Span(page, start, end, Box(a, b, c, d)) for page, start, end, a, b, c, d in rows])


class _Places:
    """Collects the spans of one stored value; `add` returns how many were added, which goes into the JSON."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def add(self, spans: Spans) -> int:
        self._parts.extend([_SPAN.pack(page, start, end, *box) for page, start, end, box in spans])
        return len(spans)

    def packed(self, value: object) -> Packed:
        return Packed(_dump(value), b"".join(self._parts))


# ---------------------------------------------------------------- regions


def pack_region(region: Region) -> Packed:
    places = _Places()
    value = [
        region.number, region.kind, region.ending, region.first_page, region.last_page, region.section,
        region.numbering, region.level, region.parent, region.parent_member, int(region.start_seen),
        region.problems, region.open_words,
        [[role, text, places.add(spans)] for role, text, spans in region.contexts],
        [[column.name, places.add(column.spans)] for column in region.columns],
        [_member_row(member, places) for member in region.members],
    ]  # fmt: skip
    return places.packed(value)


def _member_row(member: Member, places: _Places) -> list[object]:
    row: list[object] = [
        member.label, places.add(member.spans), member.marker, member.detail, member.text,
        int(member.counted) + 2 * int(member.hidden), member.aliases,
    ]  # fmt: skip
    for column, text, spans, carried in member.fields:
        row += (column, text, places.add(spans), int(carried))
    return row


_REGION_KINDS = {kind.value: kind for kind in RegionKind}
_ENDINGS = {ending.value: ending for ending in Ending}
_ROLES = {role.value: role for role in ContextRole}
_BLOCK_KINDS = {kind.value: kind for kind in BlockKind}
_MEMBER_HEAD = 7  # entries of a member's row before its fields, four entries each


def unpack_region(body: str, places: bytes) -> Region:
    (
        number, kind, ending, first_page, last_page, section, numbering, level, parent, parent_member, start_seen,
        problems, open_words, contexts, columns, members,
    ) = json.loads(body)  # fmt: skip
    spans = _unpack_spans(places)
    return Region(
        number=number,
        kind=_REGION_KINDS[kind],
        contexts=tuple([Context(_ROLES[role], text, tuple(islice(spans, n))) for role, text, n in contexts]),
        columns=tuple([Column(name, tuple(islice(spans, n))) for name, n in columns]),
        members=tuple([_member(row, spans) for row in members]),
        ending=_ENDINGS[ending],
        first_page=first_page,
        last_page=last_page,
        section=section,
        numbering=numbering,
        level=level,
        parent=parent,
        parent_member=parent_member,
        start_seen=bool(start_seen),
        problems=tuple(problems),
        open_words=tuple(open_words),
    )


def _member(row: list[Any], spans: Iterator[Span]) -> Member:
    label, n, marker, detail, text, flags, aliases = row[:_MEMBER_HEAD]
    own = tuple(islice(spans, n))
    fields: tuple[Field, ...] = ()
    if len(row) > _MEMBER_HEAD:
        rest = iter(row[_MEMBER_HEAD:])
        fields = tuple([Field(c, t, tuple(islice(spans, k)), carried == 1) for c, t, k, carried in zip(*[rest] * 4)])  # noqa: B905 - one iterator four times: always rows of four
    return Member(label, own, marker, detail, fields, tuple(aliases), text, flags & 1 == 1, flags & 2 == 2)


# ---------------------------------------------------------------- cues, definitions, acronyms, references


def pack_cues(cues: Sequence[Cue]) -> Packed:
    places = _Places()
    rows = [
        [
            c.number, c.value, c.relation, c.noun, c.stem, c.modifiers, places.add(c.spans), c.quote, c.section,
            c.region, c.part, int(c.announces),
        ]
        for c in cues
    ]  # fmt: skip
    return places.packed(rows)


def unpack_cues(body: str, places: bytes) -> tuple[Cue, ...]:
    spans = _unpack_spans(places)
    return tuple(
        [
            Cue(number, value, CountRelation(relation), noun, stem, tuple(modifiers), tuple(islice(spans, n)), quote,
                section, region, part, bool(announces))
            for number, value, relation, noun, stem, modifiers, n, quote, section, region, part, announces
            in json.loads(body)
        ]
    )  # fmt: skip


def pack_definitions(definitions: Sequence[Definition]) -> Packed:
    places = _Places()
    return places.packed([[d.term, d.text, places.add(d.spans)] for d in definitions])


def unpack_definitions(body: str, places: bytes) -> tuple[Definition, ...]:
    spans = _unpack_spans(places)
    return tuple([Definition(term, text, tuple(islice(spans, n))) for term, text, n in json.loads(body)])


def pack_acronyms(acronyms: Sequence[Acronym]) -> Packed:
    places = _Places()
    return places.packed([[a.short, a.long, places.add(a.spans)] for a in acronyms])


def unpack_acronyms(body: str, places: bytes) -> tuple[Acronym, ...]:
    spans = _unpack_spans(places)
    return tuple([Acronym(short, long, tuple(islice(spans, n))) for short, long, n in json.loads(body)])


def pack_references(references: Sequence[Reference]) -> Packed:
    places = _Places()
    return places.packed([[r.kind, r.number, r.block, places.add(r.spans)] for r in references])


def unpack_references(body: str, places: bytes) -> tuple[Reference, ...]:
    spans = _unpack_spans(places)
    return tuple(
        [Reference(kind, number, block, tuple(islice(spans, n))) for kind, number, block, n in json.loads(body)]
    )


def pack_outline(outline: Sequence[OutlineEntry]) -> Packed:
    return Packed(_dump([[entry.level, entry.title, entry.page] for entry in outline]), b"")


def unpack_outline(body: str, _places: bytes) -> tuple[OutlineEntry, ...]:
    return tuple([OutlineEntry(*row) for row in json.loads(body)])


# ---------------------------------------------------------------- blocks (large, seldom read: compressed)


def pack_blocks(blocks: Sequence[Block]) -> Packed:
    rows = [
        [
            b.number, b.kind, b.flow.text, len(b.flow.pieces), b.lines, b.section, b.level, b.marker, b.body_at,
            b.indent, b.bold_prefix, b.size, int(b.hidden), b.inset,
        ]
        for b in blocks
    ]  # fmt: skip
    body = _dump(rows).encode()
    places = b"".join([pack_pieces(b.flow.pieces) for b in blocks])
    packed = struct.pack("<I", len(body)) + body + places
    return Packed("", zlib.compress(packed, 1))


def unpack_blocks(_body: str, places: bytes) -> tuple[Block, ...]:
    packed = zlib.decompress(places)
    size = struct.unpack_from("<I", packed)[0] + 4
    pieces = iter(unpack_pieces(packed[size:]))
    return tuple([_block(row, pieces) for row in json.loads(packed[4:size].decode())])


def _block(row: list[Any], pieces: Iterator[Piece]) -> Block:
    number, kind, text, n, lines, section, level, marker, body_at, indent, bold_prefix, size, hidden, *inset = row
    return Block(
        number, _BLOCK_KINDS[kind], Flow(text, tuple(islice(pieces, n))), tuple(lines), section, level, marker, body_at,
        indent, bold_prefix, size, bool(hidden), *inset,  # which documents read by earlier versions do not have
    )  # fmt: skip


def dump_strings(values: Iterable[str]) -> str:
    """A JSON list of strings, in the order given."""
    return _dump(list(values))


@lru_cache(maxsize=8192)
def load_strings(body: str) -> tuple[str, ...]:
    return tuple(json.loads(body)) if body != "[]" else ()
