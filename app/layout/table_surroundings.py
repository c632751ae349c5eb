"""What stands around a table: caption, heading, lead-in, and what follows it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set

from app.domain.geometry import Span
from app.domain.page import READ_STATES, Line, LineRole, Page
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending
from app.layout.table_rows import Piece

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d\"“(])")


def line_span(line: Line) -> Span:
    return Span(line.page, line.start, line.end, line.box)


class Surroundings:
    """Looks up blocks and lines near a place; lines are known by their index in the document."""

    def __init__(self, lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> None:
        self.lines = lines
        self.blocks = [block for block in blocks if block.lines]
        self.starts = [block.lines[0] for block in self.blocks]
        self.numbered = {block.number: block for block in self.blocks}
        self.unread = {page.number for page in pages if page.state not in READ_STATES}
        self.last_page = max((page.number for page in pages), default=0)

    def contexts(self, piece: Piece, caption: Line | None) -> Iterator[Context]:
        if caption is not None:
            yield self._caption(caption)
        yield from self._beside(piece, caption)
        if not self.blocks:
            yield from self._title(piece)
        yield from self._running_titles(piece)

    def _caption(self, line: Line) -> Context:
        """The whole caption where a block of its own begins with the line."""
        at = bisect_right(self.starts, line.index) - 1
        block = self.blocks[at] if at >= 0 else None
        if block and block.lines[0] == line.index and len(block.lines) < 8 and block.kind is not BlockKind.HEADING:
            return Context(ContextRole.CAPTION, block.text, block.flow.spans(0, len(block.text)))
        return Context(ContextRole.CAPTION, line.text, (line_span(line),))

    def _beside(self, piece: Piece, caption: Line | None) -> Iterator[Context]:
        """Lead-in and headings; a captioned table at the top of a page floats, so the text before it is no lead-in."""
        first = min(piece.first, caption.index if caption else piece.first)
        before = next((self.lines[at] for at in range(first - 1, -1, -1) if self.lines[at].role is LineRole.BODY), None)
        floats = caption is not None and before is not None and before.page != piece.page
        for context in self.contexts_at(first):
            if context.role is not ContextRole.LEAD_IN or not floats:
                yield context

    def contexts_at(self, line: int) -> Iterator[Context]:
        """Lead-in, heading and path of what begins with a line."""
        at = self._at(line)
        above = self._text_above(line, at)
        if above:
            yield above
        heading = self._heading(at)
        if heading:
            yield Context(ContextRole.HEADING, heading.text, heading.flow.spans(0, len(heading.text)))
            yield from self._path(heading)

    def section(self, line: int) -> int:
        at = self._at(line)
        heading = self._heading(at)
        return heading.number if heading else -1

    def _at(self, line: int) -> int:
        """Position of the last block that begins before a line."""
        return bisect_right(self.starts, line - 1) - 1

    def _heading(self, at: int) -> Block | None:
        if at < 0:
            return None
        block = self.blocks[at]
        if block.kind is BlockKind.HEADING:
            return block
        return self._by_number(block.section)

    def _by_number(self, number: int) -> Block | None:
        return self.numbered.get(number) if number >= 0 else None

    def _path(self, heading: Block) -> Iterator[Context]:
        seen = {heading.number}
        while heading.section >= 0 and heading.section not in seen:
            seen.add(heading.section)
            parent = self._by_number(heading.section)
            if parent is None:
                return
            yield Context(ContextRole.PATH, parent.text, parent.flow.spans(0, len(parent.text)))
            heading = parent

    def _text_above(self, line: int, at: int) -> Context | None:
        """The last sentence of the paragraph directly above, on the same page or the one before."""
        while at >= 0 and self.blocks[at].kind in (BlockKind.FURNITURE, BlockKind.CAPTION, BlockKind.TABLE_ROW):
            at -= 1
        if at < 0 or self.blocks[at].kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            return None
        block = self.blocks[at]
        page = block.flow.pieces[-1].page if block.flow.pieces else 0
        if self.lines[line].page - page > 1 or line in block.lines:
            return None
        start = 0
        for match in _SENTENCE_END.finditer(block.text):
            start = match.end()
        return Context(ContextRole.LEAD_IN, block.text[start:], block.flow.spans(start, len(block.text)))

    def _title(self, piece: Piece) -> Iterator[Context]:
        """Without blocks: the lines right above, the bold or larger one as heading."""
        for line in reversed(piece.above[-4:]):
            large = line.size > (piece.header or piece.lines)[0].size * 1.15
            if (line.bold or large) and len(line.cells) == 1:
                yield Context(ContextRole.HEADING, line.text, (line_span(line),))
                return

    def _running_titles(self, piece: Piece) -> Iterator[Context]:
        """Bold or large lines in the head of the page: titles that repeat are furniture, and still name the table."""
        size = (piece.header or piece.lines)[0].size
        for line in piece.above:
            if line.role is LineRole.FURNITURE and (line.bold or line.size > 1.2 * size) and len(line.cells) == 1:
                yield Context(ContextRole.PATH, line.text, (line_span(line),))

    def ending(self, first_page: int, last: Piece, starts: set[int]) -> Ending:
        """What follows the last line of a table."""
        return self.ending_after(first_page, last.page, last.last, starts)

    def ending_after(self, first_page: int, last_page: int, line: int, starts: Set[int] = frozenset()) -> Ending:
        """What follows a line, the last one of a region on the pages first_page..last_page."""
        if any(page in self.unread for page in range(first_page, last_page + 1)):
            return Ending.UNREAD_PAGE
        at = line + 1
        while at < len(self.lines) and self.lines[at].role is not LineRole.BODY:
            at += 1
        page = self.lines[at].page if at < len(self.lines) else self.last_page
        if any(p in self.unread for p in range(last_page + 1, page + 1)):
            return Ending.UNREAD_PAGE
        if at >= len(self.lines):
            return Ending.END_OF_DOCUMENT
        return Ending.NEXT_REGION if at in starts else Ending.NEXT_BLOCK
