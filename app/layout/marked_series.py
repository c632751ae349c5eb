"""Series inside running text whose items carry markers: "(i) ...; (ii) ...; and (iv) ...", "1) ... 2) ..."."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from app.layout.sentences import sentences
from app.layout.series_parts import Series, Stretch, trim

_MARKER = re.compile(r"(?<![\w)(.\-/])(\(?)([ivx]{1,5}|[a-z]|[A-Z]|\d{1,2})\)(?=\s+\S)")
_NAMED_BEFORE = re.compile(
    r"(?:\b(?:sub)?(?:paragraph|section|clause|item|part|article|rule|point|step|note|equation|eq|para|sec|§)"
    r"s?\.?\s*(?:\d+\s*)?|[\d)]\s*)$",
    re.IGNORECASE,
)
_JOINED_BEFORE = re.compile(r"\b(?:and|or|through|to|and/or|of|under|in)\s*$", re.IGNORECASE)
_NOTHING = re.compile(r"[\s,;]*(?:and|or|through|to|and/or)?\s*")
_UNITS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ROMAN = {label: number for number, label in enumerate([*_UNITS, *(f"x{unit}" for unit in _UNITS)], 1)}
_JUMP = 6  # so many missing numbers are still a gap in one series, not another series
_FAMILIES = ("decimal", "lower_roman", "lower_alpha", "upper_alpha")


class Mark(NamedTuple):
    start: int
    end: int
    text: str
    ordinals: dict[str, int]  # numbering family -> position; "(i)" has two readings
    opened: bool  # "(a)", not "a)"


def marks(text: str) -> list[Mark]:
    """All markers of the text that do not belong to a reference ("paragraph (a)", "sections (1) and (2)")."""
    found: list[Mark] = []
    for match in _MARKER.finditer(text):
        if not _refers(text, match, found[-1].end if found else -1):
            ordinals = _ordinals(match.group(2))
            found.append(Mark(match.start(), match.end(), match.group(), ordinals, bool(match.group(1))))
    return found


def _refers(text: str, match: re.Match[str], last: int) -> bool:
    """The marker belongs to a reference or a bracket; `last` is the end of the marker kept before it, -1 for none."""
    at = match.start()
    if not match.group(1) and "(" in text[max(0, at - 60) : at].rpartition(")")[2]:
        return True  # the end of a bracket: "(see a)"
    if _NAMED_BEFORE.search(text, max(0, at - 24), at):
        return True
    if last >= 0:
        return bool(_NOTHING.fullmatch(text, last, at))  # "(a) and (b)": nothing stands between them
    return bool(_JOINED_BEFORE.search(text, max(0, at - 12), at))


def _ordinals(label: str) -> dict[str, int]:
    if label.isdigit():
        return {"decimal": int(label)}
    found = {}
    if label in _ROMAN:
        found["lower_roman"] = _ROMAN[label]
    if len(label) == 1:
        family = "lower_alpha" if label.islower() else "upper_alpha"
        found[family] = ord(label.lower()) - 96
    return found


def marked_series(text: str) -> list[Series]:
    """Every run of markers from the first on; a jump in the numbering is a problem "gap:N", N the first one missing."""
    all_marks = marks(text)
    if len(all_marks) < 2:
        return []
    found = []
    used: set[int] = set()
    ends = [end for _, end in sentences(text)]
    for at in range(len(all_marks)):
        for family in _FAMILIES:
            run = _run(all_marks, at, family) if at not in used else []
            if len(run) >= 2:
                used.update(run)
                found.append(_series(text, [all_marks[k] for k in run], family, ends, _limit(all_marks, run, text)))
    return found


def _run(all_marks: list[Mark], first: int, family: str) -> list[int]:
    """Indexes of the marks that continue the one at `first`, which must be number one of its family."""
    head = all_marks[first]
    if head.ordinals.get(family) != 1:
        return []
    run, expected = [first], 2
    for k in range(first + 1, len(all_marks)):
        mark = all_marks[k]
        ordinal = mark.ordinals.get(family)
        if ordinal is None or mark.opened != head.opened:
            continue
        if ordinal == 1:
            break
        if expected <= ordinal <= expected + _JUMP:
            run.append(k)
            expected = ordinal + 1
    return run


def _limit(all_marks: list[Mark], run: list[int], text: str) -> int:
    """A nested run ends where the next mark of another family that is no number one stands behind it."""
    for mark in all_marks[run[-1] + 1 :]:
        if 1 not in mark.ordinals.values():
            return mark.start
    return len(text)


def _series(text: str, run: list[Mark], family: str, ends: list[int], limit: int) -> Series:
    closing = min(next((end for end in ends if end > run[-1].end), len(text)), limit)
    bounds = [*(mark.start for mark in run[1:]), closing]
    items = tuple(_item(text, mark.end, end) for mark, end in zip(run, bounds, strict=True))
    numbers = [mark.ordinals[family] for mark in run]
    gaps = tuple(f"gap:{missing}" for before, after in pairwise(numbers) for missing in range(before + 1, after))
    begin = next((end for end in reversed(ends) if end <= run[0].start), 0)
    ended = text[:closing].rstrip()[-1:] in ".!?" or closing < len(text.rstrip()) or _joined(text, run[-1].start)
    return Series(items, (begin, run[0].start), (closing, closing), tuple(m.text for m in run), family, gaps, ended)


def _joined(text: str, at: int) -> bool:
    """ "... and (iii) x": the last item is announced as the last, though no full stop follows it."""
    return bool(re.search(r"\b(?:and|or)\s*$", text[max(0, at - 8) : at])) and text.rstrip()[-1:] not in ",;"


def _item(text: str, start: int, end: int) -> Stretch:
    body = re.sub(r"[;,.]?\s*(?:\b(?:and|or|and/or)\b)?\s*$", "", text[start:end])
    return trim(text, start, start + len(body))
