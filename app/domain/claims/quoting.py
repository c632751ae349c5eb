"""Where a quote stands in the stored text of a page: case, numbers and word bounds count, line ends do not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from app.domain.words import letters

_HYPHENS = "-\u2010\u2011\u2212"
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_BROKEN = re.compile(r"(?<=\w)[-\u2010\u00ad][ \t]*\n\s*(?=\w)")
_SIGNS = "+#%‰°"


class Flat(NamedTuple):
    """One line of text; `places[i]` is the index in the source of its i-th character."""

    text: str
    places: tuple[int, ...]


def flat(text: str, joins: bool = False) -> Flat:
    """White space, width, ligatures and kinds of dash made one. `joins`: a hyphen at a line end is dropped, else only
    the line end is."""
    kept: list[str] = []
    places: list[int] = []
    at = 0
    for broken in (*_BROKEN.finditer(text), None):
        stop = broken.start() if broken else len(text)
        _append(text, at, stop, kept, places)
        if broken and not joins and text[stop] != "\u00ad":
            kept.append("-")
            places.append(stop)
        at = broken.end() if broken else stop
    return Flat("".join(kept), tuple(places))


def _append(text: str, start: int, stop: int, kept: list[str], places: list[int]) -> None:
    for index in range(start, stop):
        if text[index] == "\u00ad":
            continue
        for letter in _DASHES.sub("-", unicodedata.normalize("NFKC", text[index])):
            if letter.isspace() and (not kept or kept[-1] == " "):
                continue
            kept.append(" " if letter.isspace() else letter)
            places.append(index)


def find(quote: str, text: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
    """The first place (start, end) of a quote in text[start:end]; None where it does not stand there verbatim.

    It stands only between word bounds: "5 mg" does not stand in "15 mg", nor "MW-2" in "MW-21".
    """
    stop = len(text) if end is None else end
    at = text.find(quote, start, stop) if any(letter.isalnum() for letter in quote) else -1
    if at >= 0 and _is_bounded(text, at, at + len(quote)):
        return at, at + len(quote)
    if letters(quote) not in letters(text[start:stop]):
        return None
    for joins in (True, False):
        source = flat(text[start:stop], joins)
        for low, high in _places(flat(quote, joins).text.strip(), source.text):
            first, last = source.places[low] + start, source.places[high - 1] + start + 1
            if _is_bounded(text, first, last):
                return first, last
    return None


def _places(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(wanted) if any(letter.isalnum() for letter in wanted) else -1
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)


def _is_bounded(text: str, start: int, end: int) -> bool:
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    return not (_joins_before(before, text[start]) or _joins_after(text[end - 1], after))


def _joins_before(before: str, first: str) -> bool:
    """Whether what stands before belongs to the first word."""
    if not before or not first.isalnum():
        return False
    near = before[-1]
    if near.isalnum() or near in _HYPHENS:
        return True
    return first.isdigit() and near in ".," and before[0].isdigit()


def _joins_after(last: str, after: str) -> bool:
    if not after or not last.isalnum():
        return False
    near, far = after[0], after[1:]
    if near.isalnum():
        return True
    if near in _HYPHENS:
        return True
    return near in _SIGNS or (last.isdigit() and near in ".," and far.isdigit())
