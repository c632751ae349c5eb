"""Running text over line and page ends, with a way back to the stored pages."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from app.domain.geometry import Box, Span

_new = tuple.__new__  # half the cost of the constructor of a NamedTuple; there is one for each line
HYPHENS = "-\u2010\u00ad"
_HYPHEN_END = re.compile(r"\w[-\u2010\u00ad]$")


class Piece(NamedTuple):
    """`text[at:at+end-start]` of a flow is `page_text[start:end]` of a page, inside `box`."""

    at: int
    page: int
    start: int
    end: int
    box: Box


class Flow(NamedTuple):
    """Text joined from pieces of lines. Between pieces stands a space, or nothing where a broken word was joined."""

    text: str
    pieces: tuple[Piece, ...]

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The stored spans of text[start:end], one a line piece, boxes narrowed in proportion to the characters."""
        found = []
        first = max(bisect_right(self.pieces, start, key=_at) - 1, 0)
        for piece in self.pieces[first:]:
            low, high = max(start, piece.at), min(end, piece.at + piece.end - piece.start)
            if piece.at >= end:
                break
            if low < high:
                found.append(_narrow(piece, low - piece.at, high - piece.at))
        return tuple(found)

    def cut(self, start: int, end: int) -> Flow:
        """The part text[start:end] as a flow of its own."""
        pieces = []
        for piece in self.pieces:
            low, high = max(start, piece.at), min(end, piece.at + piece.end - piece.start)
            if low < high:
                span = _narrow(piece, low - piece.at, high - piece.at)
                pieces.append(Piece(low - start, span.page, span.start, span.end, span.box))
        return Flow(self.text[start:end], tuple(pieces))

    def strip(self) -> Flow:
        """Without white space at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.cut(start, max(start, len(self.text.rstrip())))


def _at(piece: Piece) -> int:
    return piece.at


def _narrow(piece: Piece, low: int, high: int) -> Span:
    size = max(piece.end - piece.start, 1)
    step = (piece.box.x1 - piece.box.x0) / size
    x0, y0, _, y1 = piece.box
    box = _new(Box, (x0 + low * step, y0, x0 + high * step, y1))
    return _new(Span, (piece.page, piece.start + low, piece.start + high, box))


class Stretch(NamedTuple):
    """A stretch of one stored line, to be joined: `text` is page_text[start:end]."""

    text: str
    page: int
    start: int
    box: Box


def join(stretches: Iterable[Stretch], is_word: Callable[[str], bool] | None = None) -> Flow:
    """Join stretches of lines into a flow.

    A hyphen at a line end is dropped when a lower-case letter follows and `is_word` (a test on the joined,
    lower-case word; by default always true) says that the joined word exists; it stays, without a space, otherwise.
    A soft hyphen is always dropped.
    """
    text: list[str] = []
    pieces: list[Piece] = []
    size = 0
    for stretch in stretches:
        body = stretch.text.strip()
        if not body:
            continue
        start = stretch.start + (len(stretch.text) - len(stretch.text.lstrip()))
        if text:
            previous = text[-1]
            if previous[-1] in HYPHENS and _HYPHEN_END.search(previous[-2:]):
                if _drops_hyphen(previous, body, is_word):
                    text[-1] = previous[:-1]
                    size -= 1
                    last = pieces[-1]
                    pieces[-1] = last._replace(end=last.end - 1)
            elif previous.endswith(("/", "\u2014", "\u2011")) or (
                body[0] >= "\u3040" and _cjk(previous[-1]) and _cjk(body[0])
            ):
                pass
            else:
                text.append(" ")
                size += 1
        pieces.append(Piece(size, stretch.page, start, start + len(body), stretch.box))
        text.append(body)
        size += len(body)
    return Flow("".join(text), tuple(pieces))


def whole_line(stretch: Stretch) -> Flow:
    """A flow of one line alone, as `join` makes it."""
    text, page, start, box = stretch
    body = text.strip()
    if not body:
        return Flow("", ())
    first = start + len(text) - len(text.lstrip())
    return _new(Flow, (body, (_new(Piece, (0, page, first, first + len(body), box)),)))


def _drops_hyphen(previous: str, following: str, is_word: Callable[[str], bool] | None) -> bool:
    if previous[-1] == "\u00ad":
        return True
    if not following[0].islower():
        return False
    if is_word is None:
        return True
    head = re.split(r"[\s(\[/\u2013\u2014]", previous[:-1])[-1]
    tail = re.match(r"\w+", following)
    return is_word((head + (tail.group() if tail else "")).lower())


def _cjk(letter: str) -> bool:
    return "\u3040" <= letter <= "\u9fff" or "\uf900" <= letter <= "\ufaff" or "\uff00" <= letter <= "\uffef"


def join_flows(flows: Sequence[Flow], separator: str = " ") -> Flow:
    """Flows one after the other, with a separator that belongs to no page between them."""
    texts: list[str] = []
    pieces: list[Piece] = []
    size = 0
    for flow in flows:
        if size and flow.text:
            texts.append(separator)
            size += len(separator)
        pieces.extend([_new(Piece, (piece[0] + size,) + piece[1:]) for piece in flow.pieces])  # noqa: RUF005 (a fifth of the cost)
        texts.append(flow.text)
        size += len(flow.text)
    return Flow("".join(texts), tuple(pieces))
