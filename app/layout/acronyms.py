"""Acronyms explained in running text: "Long Name (LN)", verified by their letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.structure import Acronym, Block, BlockKind, Region, RegionKind

_SHORT = re.compile(
    r"\((?:[\"\u201c\u2018'])?(?:the\s+)?(?:[\"\u201c\u2018'])?([A-Z][\w&/.-]{0,11}[A-Za-z0-9])(?:[\"\u201d\u2019'])?[);,]"
)
_WORD = re.compile(r"[^\W_][^\s(),;:]*")
_SKIPPED = frozenset({BlockKind.CONTENTS, BlockKind.FURNITURE})
_SMALL = frozenset(("of", "the", "and", "for", "in", "on", "to", "a", "an", "with", "by", "de", "et", "&", "or"))


def find_acronyms(blocks: Sequence[Block]) -> list[Acronym]:
    """Each pair once, at its first place, in reading order."""
    found: dict[tuple[str, str], Acronym] = {}
    for block in blocks:
        if block.kind in _SKIPPED or "(" not in block.text:
            continue
        for start, end, short in _pairs(block.text):
            long = block.text[start:end]
            found.setdefault((short, long.lower()), Acronym(short, long, block.flow.spans(start, end)))
    return list(found.values())


def listed_acronyms(regions: Sequence[Region]) -> list[Acronym]:
    """The acronyms of acronym lists and glossaries: a short term of capitals whose detail is its long form."""
    return [
        Acronym(member.label, member.detail, member.spans)
        for region in regions
        if region.kind is RegionKind.DEFINITIONS
        for member in region.members
        if _is_short(member.label) and 0 < len(member.detail.split()) <= 2 * len(member.label)
    ]


def _is_short(text: str) -> bool:
    return len(text) <= 12 and " " not in text and sum(map(str.isupper, text)) >= 2


def _pairs(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _SHORT.finditer(text):
        short = match.group(1)
        if sum(map(str.isupper, short)) < 2:
            continue
        start = long_form(text[: match.start()], short)
        if start is not None:
            yield start, len(text[: match.start()].rstrip()), short


def long_form(before: str, short: str) -> int | None:
    """Where in `before` the long form of an acronym begins that stands directly behind it; None if letters disagree."""
    letters = [letter.lower() for letter in short.rstrip("s") if letter.isalnum()]
    low = max(0, len(before) - 120)
    words = [(m.start() + low, m.group().lower()) for m in _WORD.finditer(before[low:])][-(2 * len(letters) + 3) :]
    starts: list[tuple[int, str]] = []
    for at, word in words:  # the parts of hyphenated words count as words
        offset = 0
        for part in word.split("-"):
            if part:
                starts.append((at + offset, part))
            offset += len(part) + 1
    return _match(starts, letters)


def _match(starts: list[tuple[int, str]], letters: list[str]) -> int | None:
    """Right to left: every letter begins a word, or stands inside one that gave the letter before it."""
    k = len(letters) - 1
    for at, word in reversed(starts):
        if word[0] == letters[k]:
            k -= 1
        elif k > 0 and word[0] == letters[k - 1] and letters[k] in word[1:]:
            k -= 2
        elif word not in _SMALL:
            return None
        if k < 0:
            return at
    return None
