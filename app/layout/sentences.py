"""Sentence ends in running text."""

from __future__ import annotations

import re
from functools import lru_cache

# A stop, closing quotes or footnote marks, white space, then a capital, a digit or a bullet.
_END = re.compile(r"[.!?][\"'\u201d\u2019)\]\d]*(\s+)(?=[\"'\u201c\u2018(\[\u00ab]*[A-Z0-9\u00c0-\u00de\u2022])")
_BEFORE_STOP = re.compile(r"[\w.]+$")
_ABBREVIATIONS = """
    e.g i.e cf vs etc no nos fig figs eq sec secs art vol pp ch para paras app dr mr mrs ms prof st jr sr inc ltd co
    corp al approx u.s u.k dept est ed eds rev gen gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec
"""
_SHORT = frozenset(_ABBREVIATIONS.split())


@lru_cache(maxsize=64)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences of a text, in order; white space between them belongs to none."""
    found = []
    start = 0
    for match in _END.finditer(text):
        if text[match.start()] == "." and _abbreviated(text, start, match.start()):
            continue
        found.append((start, match.start(1)))
        start = match.end()
    if start < len(text):
        found.append((start, len(text)))
    return tuple(found)


def _abbreviated(text: str, start: int, stop: int) -> bool:
    """The full stop ends an abbreviation or an initial, not a sentence."""
    word = _BEFORE_STOP.search(text, max(start, stop - 8), stop)
    if word is None:
        return False
    return word.group().lower() in _SHORT or (len(word.group()) == 1 and word.group().isalpha())


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentence (or sentences) that holds text[start:end]."""
    around = [span for span in sentences(text) if span[1] > start and span[0] < end]
    return (around[0][0], around[-1][1]) if around else (start, end)
