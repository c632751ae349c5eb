"""Ways in which a term and its definition are set: readings of the blocks of one section."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.domain.flow import Flow, Piece
from app.domain.page import Cell, Line
from app.domain.structure import Block, BlockKind

_COLON = re.compile(
    r"[\"\u201c]?([^\W_][^:\u2013\u2014=.;!?]{0,70}?)[\"\u201d]?\s*(?::\s+|\s[\u2013\u2014=-]\s+|\u2014\s*)(?=\S)"
)
_MEANS = re.compile(
    r"[\"\u201c\u2018]([^\"\u201c\u201d]{1,90}?)[\"\u201d\u2019](?:\s*(?:\([^()]{1,60}\)|(?:and|or)\s+[\"\u201c][^\"\u201d]{1,90}[\"\u201d]))*,?\s+"
    r"(?:shall\s+)?(?:means?|have the meaning|has the meaning|refers? to|is defined|includes?)\b"
)
_QUOTED = re.compile(r"[\"\u201c][^\"\u201c\u201d]{1,90}[\"\u201d],?\s")
_TERM_WORDS = 8


class Entry(NamedTuple):
    label: str
    term: Flow  # the term with its way back to the page
    detail: str
    block: int  # number of the block it begins in
    last: int  # number of the block it ends in
    blocks: int  # how many blocks the definition has
    hidden: bool = False
    heading: bool = False  # the term was set like a heading
    others: tuple[str, ...] = ()  # further terms of the entry


class Reader:
    """Each reading gives the entries it sees in the blocks of a section."""

    @staticmethod
    def headings(_lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """Terms that were set like headings, definitions below; single letters ("A", "B") divide the alphabet."""
        heads = [k for k, block in enumerate(body) if block.kind is BlockKind.HEADING and len(block.text.strip()) > 1]
        if not heads or any(body[k].level != body[heads[0]].level or body[k].marker for k in heads):
            return []
        found = []
        for k, following in zip(heads, [*heads[1:], len(body)], strict=True):
            below = [b for b in body[k + 1 : following] if b.kind is not BlockKind.HEADING]
            if below:
                found.append(_entry(body[k], 0, len(body[k].text), below)._replace(heading=True))
        return found

    @staticmethod
    def bold_terms(_lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """A bold or italic term at the start of its paragraph."""
        return _starts(body, lambda block: block.body_at + block.bold_prefix if _leads(block) else None)

    @staticmethod
    def colons(_lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """ "Term: definition", "Term - definition"."""
        return _starts(body, _colon_end)

    @staticmethod
    def quoted_terms(_lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """A quoted term at the start of a block, whatever follows it."""
        return _starts(body, _quoted_end)

    @staticmethod
    def quoted_means(_lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """A quoted term and "means" at the start of a block."""
        found = []
        for block in body:
            match = _MEANS.match(block.text, block.body_at)
            if match:
                start, end = match.span(1)
                detail = block.text[match.end() :].strip(" :")
                term = block.flow.cut(start, end)
                found.append(Entry(term.text.strip(" ,"), term, detail, block.number, block.number, 1, block.hidden))
        return found

    @staticmethod
    def rows(lines: Sequence[Line], body: Sequence[Block]) -> list[Entry]:
        """Two columns: the term in the first cell, its meaning in the second; a lone second cell goes on."""
        found: list[Entry] = []
        left = 0.0
        for block in body:
            for index in block.lines:
                line = lines[index] if 0 <= index < len(lines) else None
                if line is None or block.kind is BlockKind.HEADING:
                    continue
                if len(line.cells) == 2 and len(line.cells[0].text.split()) <= _TERM_WORDS:
                    found.append(_row(line, line.cells[0], block))
                    left = line.cells[1].box.x0
                elif found and len(line.cells) <= 1 and abs(line.box.x0 - left) < 3:
                    last = found[-1]
                    found[-1] = last._replace(detail=f"{last.detail} {line.text}", last=block.number)
        return found


def readings() -> tuple[Callable[[Sequence[Line], Sequence[Block]], list[Entry]], ...]:
    """All readings, the surest first."""
    return Reader.rows, Reader.headings, Reader.bold_terms, Reader.colons


def unread_rows(lines: Sequence[Line], body: Sequence[Block], entries: Sequence[Entry]) -> bool:
    """Whether rows between the first and the last entry are neither entries nor go on with one."""
    left = entries[0].term.pieces[0].box.x0
    known = {(piece.page, piece.start) for entry in entries for piece in entry.term.pieces}
    for block in body:
        if block.kind is BlockKind.HEADING or not entries[0].block <= block.number <= entries[-1].last:
            continue
        for line in (lines[index] for index in block.lines if 0 <= index < len(lines)):
            begins = abs(line.box.x0 - left) < 3 and (line.page, line.start) not in known
            if len(line.cells) > 2 or begins:
                return True
    return False


def _row(line: Line, cell: Cell, block: Block) -> Entry:
    term = Flow(cell.text, (Piece(0, line.page, cell.start, cell.end, cell.box),))
    detail = " ".join(other.text for other in line.cells[1:])
    return Entry(cell.text, term, detail, block.number, block.number, 1, line.hidden)


def _entry(block: Block, start: int, end: int, below: Sequence[Block]) -> Entry:
    term = block.flow.cut(start, end).strip()
    detail = " ".join(other.text for other in below)
    last = below[-1].number if below else block.number
    return Entry(term.text, term, detail, block.number, last, len(below), block.hidden)


def _starts(body: Sequence[Block], end_of_term: Callable[[Block], int | None]) -> list[Entry]:
    """Entries that begin blocks; blocks in between go on with the definition."""
    found: list[Entry] = []
    for block in body:
        end = end_of_term(block) if block.kind is not BlockKind.HEADING else None
        if end is None:
            if found:
                last = found[-1]
                found[-1] = last._replace(
                    detail=f"{last.detail} {block.text}", last=block.number, blocks=last.blocks + 1
                )
            continue
        term = block.flow.cut(block.body_at, end).strip()
        label = term.text.rstrip(" :.\u2013\u2014-=").strip('"\u201c\u201d')
        begin = term.text.find(label)
        detail = block.text[end:].strip(" :.\u2013\u2014-=")
        found.append(
            Entry(label, term.cut(begin, begin + len(label)), detail, block.number, block.number, 1, block.hidden)
        )
    return [entry for entry in found if entry.label]


def _leads(block: Block) -> bool:
    return 0 < block.bold_prefix < len(block.text) - block.body_at and block.text[block.body_at :].count(" ") > 1


def _quoted_end(block: Block) -> int | None:
    match = _QUOTED.match(block.text, block.body_at)
    return match.end() if match else None


def _colon_end(block: Block) -> int | None:
    match = _COLON.match(block.text, block.body_at)
    return match.end() if match and len(match.group(1).split()) <= _TERM_WORDS else None
