"""What stands between two stretches of rows under the same header and makes them two tables: a heading, a paragraph."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from app.domain.page import Line, LineRole
from app.domain.structure import Block, BlockKind
from app.domain.words import fold
from app.layout.table_style import named

CONTINUED = re.compile(r"\b(?:continued|continuation|cont['’]?d|concluded|suite|fortsetzung)\b|\bcont\.", re.IGNORECASE)
_SENTENCE = re.compile(r"\w\S* (?:\S+ ){4,}\S*\w[.!?:]$")
_ONLY_NUMBER = re.compile(r"[\d\W]+")


class Breaks:
    """Headings and paragraphs by their first line; those that come again under other rows part nothing."""

    def __init__(self, lines: Sequence[Line], blocks: Sequence[Block]) -> None:
        self.lines = lines
        self.blocks = [block for block in blocks if block.lines and block.kind in _PARTING]
        self.starts = [block.lines[0] for block in self.blocks]

    @cached_property
    def seen(self) -> Counter[str]:
        """How often each kind of them comes."""
        return Counter(map(_kind, self.blocks))

    def between(self, start: int, stop: int) -> bool:
        """Whether a heading or a paragraph stands between the lines start and stop."""
        first, last = bisect_left(self.starts, start + 1), bisect_left(self.starts, stop)
        page = self.lines[stop].page if self.lines[start].page == self.lines[stop].page else 0
        return any(self._parts(self.blocks[at], page) for at in range(first, last))

    def _parts(self, block: Block, page: int) -> bool:
        """`page`: of the rows on both sides, 0 for two pages: a paragraph may then be a note at the foot or head."""
        lines = [self.lines[at] for at in block.lines]
        if any(line.role is not LineRole.BODY or len(line.cells) > 1 for line in lines) or CONTINUED.search(block.text):
            return False
        if self.seen[_kind(block)] > 1:
            return False
        return block.kind is BlockKind.HEADING or (lines[0].page == page and bool(_SENTENCE.search(block.text)))


_PARTING = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH})


def _kind(block: Block) -> str:
    """What blocks that come again have in common: the label before the value, or all but their numbers."""
    label, colon, _ = block.text[:50].partition(": ")
    if not colon:
        label = named(block.text).name if block.kind is BlockKind.HEADING else ""
    return fold(label) or _ONLY_NUMBER.sub(" ", fold(block.text))
