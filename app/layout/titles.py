"""The title printed on the first page, for files that carry none of their own."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.structure import Block, BlockKind

_LARGE = 1.3  # times the size of most letters
_LONGEST = 200  # characters; more is text set large
_ALIKE = 0.95  # share of the largest size down to which lines belong to one title


def printed_title(blocks: Sequence[Block]) -> str:
    """The largest words of the first page that holds any, where they are set clearly larger than the text; else ""."""
    page = min((block.page for block in blocks if _is_worded(block)), default=0)
    first = [block for block in blocks if block.page == page and _is_worded(block)]
    largest = max((block.size for block in first), default=0.0)
    if page > 2 or largest < _LARGE * _usual(blocks):
        return ""
    title = " ".join(block.text for block in first if block.size >= _ALIKE * largest)
    return title if len(title) <= _LONGEST else ""


def _is_worded(block: Block) -> bool:
    return block.kind is not BlockKind.FURNITURE and not block.hidden and any(map(str.isalpha, block.text))


def _usual(blocks: Sequence[Block]) -> float:
    letters: dict[float, int] = {}
    for block in blocks:
        letters[block.size] = letters.get(block.size, 0) + len(block.text)
    return max(letters, key=letters.__getitem__, default=0.0)
