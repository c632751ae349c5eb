"""Sentence ends in running text."""

from __future__ import annotations

import re

# A full stop, question or exclamation mark, closing quotes and footnote marks, white space, then a capital or a digit.
_END = re.compile(r"[.!?][\"'\u201d\u2019)\]\d]*\s+(?=[\"'\u201c\u2018(\[\u00ab]*[A-Z0-9\u00c0-\u00de])")
_SHORT = re.compile(
    r"(?:\b(?:[A-Za-z]|e\.g|i\.e|cf|vs|etc|no|nos|fig|figs|eq|sec|secs|art|vol|pp|ch|para|paras|app|dr|mr|mrs|ms|prof|st|jr|sr"
    r"|inc|ltd|co|corp|al|approx|u\.s|u\.k|dept|est|ed|eds|rev|gen|gov|sen|rep|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec))\.$",
    re.IGNORECASE,
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences of a text, in order; white space between them belongs to none."""
    found = []
    start = 0
    for match in _END.finditer(text):
        if _SHORT.search(text, max(start, match.start() - 8), match.start() + 1):
            continue
        found.append((start, len(text[: match.end()].rstrip())))
        start = match.end()
    if start < len(text):
        found.append((start, len(text)))
    return found


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentence (or sentences) that holds text[start:end]."""
    low, high = max(0, start - 600), min(len(text), end + 600)
    around = [s for s in sentences(text[low:high]) if s[1] + low > start and s[0] + low < end]
    return (around[0][0] + low, around[-1][1] + low) if around else (start, end)
