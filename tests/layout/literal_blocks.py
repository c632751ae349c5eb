"""Blocks from literal text, one page, one line a block: what the text finders are tested with."""

from __future__ import annotations

from app.domain.flow import Flow, Piece
from app.domain.geometry import Box
from app.domain.page import Cell, Line
from app.domain.structure import Block, BlockKind


class Sheet:
    """Collects blocks; each `add` puts a block below the last one."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.lines: list[Line] = []
        self._at = 0
        self._section = -1

    def add(
        self,
        text: str,
        kind: BlockKind = BlockKind.PARAGRAPH,
        *,
        marker: str = "",
        level: int = 0,
        indent: float = 72.0,
        bold: int = 0,
        size: float = 10.0,
        page: int = 1,
        hidden: bool = False,
    ) -> Sheet:
        number = len(self.blocks)
        box = Box(indent, 12.0 * number, 500.0, 12.0 * number + 10)
        flow = Flow(text, (Piece(0, page, self._at, self._at + len(text), box),))
        body_at = len(marker) + 1 if marker else 0
        section = self._above(level) if kind is BlockKind.HEADING else self._section
        block = Block(number, kind, flow, (number,), section, level, marker, body_at, indent, bold, size, hidden)
        self.blocks.append(block)
        cell = Cell(text, self._at, self._at + len(text), box, bold > 0)
        self.lines.append(Line(number, page, text, self._at, self._at + len(text), box, (cell,), hidden=hidden))
        self._at += len(text) + 1
        if kind is BlockKind.HEADING:
            self._section = number
        return self

    def heading(self, text: str, level: int = 1, **more: str) -> Sheet:
        return self.add(text, BlockKind.HEADING, level=level, **more)  # type: ignore[arg-type]

    def row(self, first: str, second: str) -> Sheet:
        """A row of two cells."""
        self.add(f"{first} {second}", BlockKind.TABLE_ROW)
        line = self.lines.pop()
        middle = line.start + len(first)
        cells = (
            Cell(first, line.start, middle, Box(72, line.box.y0, 150, line.box.y1), True),
            Cell(second, middle + 1, line.end, Box(200, line.box.y0, 500, line.box.y1), False),
        )
        self.lines.append(Line(line.index, 1, line.text, line.start, line.end, line.box, cells))
        return self

    def _above(self, level: int) -> int:
        for block in reversed(self.blocks):
            if block.kind is BlockKind.HEADING and block.level < level:
                return block.number
        return -1


def paragraphs(*texts: str) -> list[Block]:
    sheet = Sheet()
    for text in texts:
        sheet.add(text)
    return sheet.blocks
