"""Series inside one sentence: "A, B, and C", "A; B; and C", "two kinds: A and B". Text in, spans out."""

from __future__ import annotations

import re
from itertools import pairwise

from app.layout.comma_series import comma_series
from app.layout.series_parts import (
    COLON,
    CONJUNCTION,
    INNER,
    NAMED,
    STOP,
    VERB,
    Segment,
    Series,
    finish,
    first_end,
    last_end,
    split,
)

_LONGEST = 12_000  # letters of a sentence; more is no sentence
_MOST = 600  # segments
_NUMBER_TWO = re.compile(r"\b(?:two|2|both)\b", re.IGNORECASE)


def series_in(text: str, start: int, end: int) -> list[Series]:
    """The series of the sentence text[start:end], left to right; cheap when there is none."""
    commas = text.count(",", start, end)
    if commas == 0 and text.find(";", start, end) < 0:
        pair = _pair(text, start, end) if text.find(":", start, end) > 0 else None
        return [pair] if pair else []
    segments = split(text, start, end) if end - start <= _LONGEST else []
    if not 2 <= len(segments) <= _MOST:
        return []
    parted = _semicolons(text, start, end, segments)
    return [parted] if parted else comma_series(text, start, end, segments)


def _semicolons(text: str, start: int, end: int, segments: list[Segment]) -> Series | None:
    """ "... impacts: A; B, C, and D; and E": items parted by semicolons, commas belong to the items."""
    if text.find(";", start, end) < 0:
        return None
    marks = [segment.end for segment in segments[:-1] if text[segment.end] == ";"]
    if not marks:
        return None
    head = text[start : marks[0]]
    announced = last_end(COLON, head) or last_end(NAMED, head)
    lead = announced or first_end(VERB, head)
    last = text[marks[-1] + 1 : end]
    if lead is None or (len(marks) < 2 and not CONJUNCTION.match(last)):
        return None
    if not announced and any(STOP.match(text, mark + 1, end) for mark in marks):
        return None  # clauses: "it is cold; we stay in; they go"
    bounds = [start + lead, *(mark + 1 for mark in marks), end]
    stretches = [(a, b - 1 if b != end else b) for a, b in pairwise(bounds)]
    return finish(text, (start, start + lead), stretches, end, (end, end), least=2)


def _pair(text: str, start: int, end: int) -> Series | None:
    """ "two kinds: A and B": only with the number two before the colon."""
    colon = text.find(": ", start, end)
    if colon < 0 or not _NUMBER_TWO.search(text, start, colon):
        return None
    inner = list(INNER.finditer(text, colon + 2, end))
    if len(inner) != 1 or len(text[colon:end].split()) > 24:
        return None
    stretches = [(colon + 2, inner[0].start()), (inner[0].end(), end)]
    return finish(text, (start, colon + 1), stretches, end, (end, end), least=2)
