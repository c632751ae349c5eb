"""Headings: which lines are headings, and on which level they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.domain.page import Line, OutlineEntry
from app.domain.words import fold
from app.layout.markers import PART_WORDS, Marker
from app.layout.measures import Measures

_LETTERS = re.compile(r"[^\W\d_]")
_SIGNS = re.compile(r"[\W_]+")
_TERMINAL = (".", ";", ",", ":", "?", "!")
_NUMBER_HEAD = re.compile(r"^[\W\d]*(?:[ivxlc]{1,6}[.)]\s+|[a-z][.)]\s+)?", re.IGNORECASE)


def title_key(text: str) -> str:
    """A title folded for comparison: letters and digits only, no leading number."""
    folded = fold(text)
    return _SIGNS.sub("", _NUMBER_HEAD.sub("", folded, count=1)) or _SIGNS.sub("", folded)


class Outline:
    """The file's bookmarks by folded title."""

    def __init__(self, entries: Iterable[OutlineEntry]) -> None:
        self._entries: dict[str, list[OutlineEntry]] = {}
        self._pages: dict[int, list[str]] = {}
        for entry in entries:
            key = title_key(entry.title)
            self._entries.setdefault(key, []).append(entry)
            self._pages.setdefault(entry.page, []).append(key)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def level(self, text: str, page: int) -> int:
        """Level of the bookmark with this title on or next to this page, 0 where there is none."""
        if not any(number in self._pages for number in (page - 1, page, page + 1)):
            return 0
        return self._level(title_key(text), page)

    def _level(self, key: str, page: int) -> int:
        near = (entry.level for entry in self._entries.get(key, ()) if abs(entry.page - page) <= 1)
        return next(near, 0)

    def holds(self, text: str, page: int) -> bool:
        """Whether a bookmark near this page is this text, or begins with it: the first line of a title of several."""
        if not any(number in self._pages for number in (page - 1, page, page + 1)):
            return False
        key = title_key(text)
        if len(key) < 8:
            return self._level(key, page) > 0
        near = (title for number in (page - 1, page, page + 1) for title in self._pages.get(number, ()))
        return any(title.startswith(key) for title in near)


class Setting(NamedTuple):
    """Where a line stands: set apart from what is above and below?"""

    apart_above: bool
    apart_below: bool
    plain_below: bool  # the next line is neither bold nor larger than body text


def is_heading(line: Line, marker: Marker | None, setting: Setting, measures: Measures, outlined: bool) -> bool:
    """Whether a line of text is a heading (or the first line of one)."""
    text = line.text.strip()
    letters = 2 if len(text) > 1 and text[:2].isascii() and text[:2].isalpha() else len(_LETTERS.findall(text[:60]))
    if len(text) > 160 or (letters < 2 and marker is None) or (marker is not None and marker.is_bullet):
        return False
    if letters < 2 and (marker is None or not (_part(marker) or (line.bold and not setting.plain_below))):
        return False
    if outlined:
        return not text.endswith((",", ";"))
    if measures.is_display(line):
        if text[0].islower() and marker is None:
            return False
        return not text.endswith((".", ";", ",")) or len(text.split()) <= 4
    return _by_weight(line, text, marker, setting) or _by_number(text, marker, setting)


def _by_weight(line: Line, text: str, marker: Marker | None, setting: Setting) -> bool:
    """Bold, capitals or italics on a line of its own."""
    if text.endswith((";", ",")) or (text[0].islower() and marker is None):
        return False
    if text.endswith((".", ":")) and (marker is None or len(text) > 90) and not text.isupper():
        return line.bold and text.endswith(":") and len(text) < 60 and setting.apart_above and setting.apart_below
    if line.bold:
        return len(text) <= 120 and (setting.apart_above or setting.plain_below)
    if text.isupper() and len(text) >= 5:
        return len(text) <= 90 and setting.apart_above and (setting.apart_below or " " in text)
    return line.italic and len(text) <= 90 and setting.apart_above and setting.apart_below and text[0].isupper()


def _part(marker: Marker) -> bool:
    return marker.word.lower() in PART_WORDS


def _by_number(text: str, marker: Marker | None, setting: Setting) -> bool:
    """A number of several levels, or "Article IV", before a short title without a full stop."""
    if marker is None or not setting.apart_above or len(text) > 90 or text.endswith(_TERMINAL):
        return False
    body = text[marker.end :].strip()
    if _part(marker):
        return not body or (body[0].isupper() and setting.apart_below)
    return len(marker.path) >= 2 and bool(body) and body[0].isupper() and setting.apart_below and not marker.word


# ---------------------------------------------------------------- levels


@dataclass(frozen=True, slots=True)
class HeadingLook:
    """What tells the level of a heading."""

    size: float  # rounded to half points
    bold: bool
    upper: bool
    italic: bool
    number: tuple[str, ...]  # parts of its number
    shape: str  # style of its marker, "" without one
    outline: int  # level of its bookmark, 0 without one

    @property
    def weight(self) -> tuple[float, bool, bool, bool]:
        return (self.size, self.upper, self.bold, not self.italic)


_PART_ORDER = {"volume": 0, "book": 0, "part": 1, "title": 1, "division": 1, "chapter": 2, "article": 3}


def heading_levels(looks: Sequence[HeadingLook]) -> list[int]:
    """Levels (1 = top) of headings in document order.

    A bookmark gives the level. Else a stack of open headings: a heading with the shape and weight of an
    open one stands beside it; "2.1" stands below "2"; a heading of more weight closes those of less;
    anything else opens a deeper level.
    """
    stack: list[tuple[HeadingLook, int]] = []
    levels = []
    known = _outline_weights(looks)
    for look in looks:
        level = look.outline or known.get((look.weight, look.shape), 0) or _stacked(stack, look)
        while stack and stack[-1][1] >= level:
            stack.pop()
        stack.append((look, level))
        levels.append(level)
    return levels


def _outline_weights(looks: Sequence[HeadingLook]) -> dict[tuple[tuple[float, bool, bool, bool], str], int]:
    """Level by look, where bookmarks show that the look always has one level (at least twice)."""
    seen: dict[tuple[tuple[float, bool, bool, bool], str], list[int]] = {}
    for look in looks:
        if look.outline:
            seen.setdefault((look.weight, look.shape), []).append(look.outline)
    return {key: levels[0] for key, levels in seen.items() if len(levels) > 1 and len(set(levels)) == 1}


def _stacked(stack: Sequence[tuple[HeadingLook, int]], look: HeadingLook) -> int:
    for other, level in reversed(stack):
        if _beside(other, look):
            return level
        if _below(other, look):
            return level + 1
    for other, level in reversed(stack):
        if other.weight > look.weight:
            return level + 1
    return stack[0][1] if stack else 1


def _beside(other: HeadingLook, look: HeadingLook) -> bool:
    if len(look.number) >= 2 or len(other.number) >= 2:
        return len(look.number) == len(other.number) and look.number[:-1] == other.number[:-1]
    if look.shape or other.shape:
        return look.shape == other.shape and abs(other.size - look.size) <= 1
    return other.weight == look.weight


def _below(other: HeadingLook, look: HeadingLook) -> bool:
    """Whether `look` is a sub-heading of `other` by its number alone."""
    if len(look.number) >= 2 and other.number:
        return look.number[: len(other.number)] == other.number and len(look.number) > len(other.number)
    word, above = look.shape.split(" ")[0], other.shape.split(" ")[0]
    if word in _PART_ORDER and above in _PART_ORDER:
        return _PART_ORDER[above] < _PART_ORDER[word]
    return False
