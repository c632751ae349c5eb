"""What stands beside or below the main text: draft line numbers, side notes, footnotes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.layout.atoms import Atom
from app.layout.rows import Row

_NUMBER = re.compile(r"\d{1,5}")
_NOTE_START = re.compile(r"(?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z])(?:[\s.)]|$)|[*†‡§¶]{1,3}")
_PLAIN_NUMBER = re.compile(r"(\d{1,3}|[*†‡§¶]{1,3})(?:\s|$)")
_ENOUGH_NUMBERS = 8
_SMALLER = 0.93  # a note is set at most at this share of the body size


class Parted(NamedTuple):
    """The atoms of a page: the main text, and what was taken out of it."""

    main: list[Atom]
    numbers: list[Atom]
    notes: list[Atom]


def part_margins(atoms: Sequence[Atom], usual: float, before: Sequence[Atom] = ()) -> Parted:
    """Take draft line numbers and side notes out of the atoms of a page.

    `before` are the line numbers of the page before: a page of few lines shows no pattern of its own.
    """
    numbers = _line_numbers(atoms) or _numbers_like(before, atoms)
    rest = _without(list(atoms), numbers)
    notes = _side_notes(rest, usual)
    return Parted(_without(rest, notes), numbers, notes)


def _without(atoms: list[Atom], taken: list[Atom]) -> list[Atom]:
    orders = {a.order for a in taken}
    return [a for a in atoms if a.order not in orders] if taken else atoms


# ---------------------------------------------------------------- line numbers


def _line_numbers(atoms: Sequence[Atom]) -> list[Atom]:
    """Numbers that count the lines of prose at the edge of the text. A numbered list counts items, not lines:
    its numbers do not stand beside lines that go on with a small letter."""
    lines = [a for a in atoms if len(a.text) >= 30]
    if len(lines) < _ENOUGH_NUMBERS:
        return []
    left, right = min(a.x0 for a in lines), max(a.x1 for a in lines)
    for outside in ([a for a in atoms if a.x1 < left + 1], [a for a in atoms if a.x0 > right - 1]):
        numbers = sorted((a for a in outside if _NUMBER.fullmatch(a.text)), key=lambda a: a.y1)
        if len(numbers) >= _ENOUGH_NUMBERS and _counts_up(numbers) and _beside_prose(numbers, lines):
            return numbers
    return []


def _numbers_like(before: Sequence[Atom], atoms: Sequence[Atom]) -> list[Atom]:
    """Numbers where the line numbers of the page before stood, counting in the same steps, beside all of the text."""
    if not before:
        return []
    edge, size = before[0], before[0].size
    band = [a for a in atoms if min(abs(a.x1 - edge.x1), abs(a.x0 - edge.x0)) < 3 and abs(a.size - size) < 0.3]
    numbers = sorted((a for a in band if _NUMBER.fullmatch(a.text)), key=lambda a: a.y1)
    rest = [a for a in atoms if a not in numbers]
    if not numbers or not rest or any(a.x0 < edge.x1 and a.x1 > edge.x0 for a in rest):
        return []
    step = int(before[1].text) - int(before[0].text)
    first = int(numbers[0].text)
    counted = all(int(a.text) == first + k * step for k, a in enumerate(numbers))
    return numbers if counted and first in (step, 1, int(before[-1].text) + step) else []


def _counts_up(numbers: list[Atom]) -> bool:
    values = [int(a.text) for a in numbers]
    steps = [b - a for a, b in pairwise(values)]
    usual = max(set(steps), key=steps.count)
    return usual in (1, 2, 5, 10) and steps.count(usual) >= 0.9 * len(steps)


def _beside_prose(numbers: list[Atom], lines: list[Atom]) -> bool:
    ordered = sorted(lines, key=lambda a: a.y1)
    bottoms = [a.y1 for a in ordered]
    beside = []
    for number in numbers:
        at = bisect_left(bottoms, number.y1 - 0.5 * number.size)
        if at < len(ordered) and ordered[at].y0 < number.y1:
            beside.append(ordered[at])
    going_on = sum(1 for a in beside if a.text[0].islower())
    return len(beside) >= 0.6 * len(numbers) and going_on >= 0.25 * len(beside)


# ---------------------------------------------------------------- side notes


def _side_notes(atoms: Sequence[Atom], usual: float) -> list[Atom]:
    """A narrow band of smaller text beside the main column that keeps to its own line heights."""
    small = [a for a in atoms if a.size <= _SMALLER * usual]
    if not small or len(small) == len(atoms):
        return []
    main = [a for a in atoms if a.size > _SMALLER * usual and len(a.text) >= 20]
    if len(main) < 3 or sum(len(a.text) for a in main) < 0.5 * sum(len(a.text) for a in atoms):
        return []
    left, right = min(a.x0 for a in main), max(a.x1 for a in main)
    for band in ([a for a in atoms if a.x0 > right], [a for a in atoms if a.x1 < left]):
        if _is_note_band(band, main, usual):
            return band
    return []


def _is_note_band(band: list[Atom], main: list[Atom], usual: float) -> bool:
    letters = sum(len(a.text) for a in band)
    if letters < 20 or sum(len(a.text) for a in band if a.size <= _SMALLER * usual) < 0.8 * letters:
        return False
    if letters > 0.6 * sum(len(a.text) for a in main) or not _wordy(band):
        return False
    bottoms = sorted(a.y1 - 0.2 * a.size for a in main)
    return sum(1 for a in band if _off_grid(a, bottoms)) >= 0.5 * len(band)


def is_side_column(notes: Sequence[Atom], main: Sequence[Atom], usual: float) -> bool:
    """Is one of two columns a narrow one of smaller notes?"""
    small = sum(len(a.text) for a in notes if a.size <= _SMALLER * usual)
    letters = sum(len(a.text) for a in notes)
    full = sum(len(a.text) for a in main if a.size > _SMALLER * usual)
    return small > 0.7 * letters and full > 1.2 * letters and _width(notes) < 0.7 * _width(main)


def _width(atoms: Sequence[Atom]) -> float:
    return max(a.x1 for a in atoms) - min(a.x0 for a in atoms)


def _wordy(band: list[Atom]) -> bool:
    """Notes are words; figures and boxes beside the text belong to a table or a form."""
    text = "".join(a.text for a in band)
    return sum(map(str.isalpha, text)) >= 0.7 * len(text.replace(" ", "")) and any(" " in a.text for a in band)


def _off_grid(atom: Atom, baselines: list[float]) -> bool:
    baseline = atom.y1 - 0.2 * atom.size
    at = bisect_left(baselines, baseline - 0.8)
    return at == len(baselines) or baselines[at] > baseline + 0.8


# ---------------------------------------------------------------- footnotes


def footnote_start(rows: Sequence[Row], usual: float, height: float, marks: Container[str]) -> int:
    """Index of the first row of the footnotes at the end of a column; len(rows) where there are none.

    Footnotes are smaller than the body, reach to the end of the column and begin with a raised number or sign, or
    with a number that stands raised in the text of the page (`marks`).
    """
    at = len(rows)
    while at and rows[at - 1].size <= _SMALLER * usual and rows[at - 1].box.y0 > 0.4 * height:
        at -= 1
    if at == 0 or at == len(rows):  # nothing small, or nothing else: no body above it
        return len(rows)
    first = next((i for i in range(at, len(rows)) if _starts_note(rows[i], marks)), -1)
    if first < 0 or sum(1 for row in rows[first:] if len(row.cells) > 1) > 0.2 * (len(rows) - first):
        return len(rows)
    gap = rows[at].box.y0 - rows[at - 1].box.y1
    return at if first == at or gap > 0.8 * usual else first


def _starts_note(row: Row, marks: Container[str]) -> bool:
    run = row.cells[0].runs[0]
    text = run.text.strip()
    if run.raised or run.size < 0.8 * row.size:
        return bool(_NOTE_START.match(text))
    number = _PLAIN_NUMBER.match("".join(r.text for r in row.cells[0].runs[:2]))
    return number is not None and number.group(1) in marks
