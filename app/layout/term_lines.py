"""Terms of definition lists that look like headings: no larger than the text, their definition indented below them."""

from __future__ import annotations

import re

from app.domain.page import Line
from app.layout.measures import Measures

_TITLE = re.compile(
    r"\b(?:glossar(?:y|ies)|definitions|defined terms|acronyms?|abbreviations?|terminology|nomenclature|symbols"
    r"|(?:key |list of )?terms(?! (?:and conditions|of))|glossaire|définitions|sigles|abréviations|glossar|begriffe"
    r"|abkürzungen)\b",
    re.IGNORECASE,
)
_TERM_WORDS = 8


def is_glossary_title(title: str) -> bool:
    """ "Glossary", "List of Abbreviations", "Definitions"; not "Terms of payment", not a whole sentence."""
    return bool(title) and len(title.split()) <= 8 and bool(_TITLE.search(title))


class TermLines:
    """Remembers where the terms and definitions of the open definition list stand."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures
        self._place: tuple[float, float] | None = None  # insets of term and definition
        self._last: Line | None = None

    def close(self) -> None:
        """A heading ends the list."""
        self._place = None

    def holds(self, line: Line, following: Line | None, before: Line | None, title: str) -> bool:
        """Whether the line is a term. `before` is the line of text above it, `title` the heading directly above, ""
        without one. A colon or a title announces the first term; the others stand where it stood."""
        if following is None or not self._over_deeper(line, following):
            return False
        place = (self._measures.inset(line), self._measures.inset(following))
        beside = self._place is not None and all(abs(a - b) < 3 for a, b in zip(place, self._place, strict=True))
        if not beside and not (is_glossary_title(title) if title else _announces(before, line)):
            return False
        self._place, self._last = place, line
        return True

    def is_last(self, line: Line) -> bool:
        return self._last is line

    def _over_deeper(self, line: Line, following: Line) -> bool:
        if line.size > self._measures.body * 1.05 or following.bold or len(line.text.split()) > _TERM_WORDS:
            return False
        step = following.box.y0 - line.box.y0
        deeper = following.box.x0 > line.box.x0 + 1.2 * line.size
        return deeper and following.page == line.page and following.column == line.column and 0 < step < 3.5 * line.size


def _announces(before: Line | None, line: Line) -> bool:
    """A colon at the end of the text above, or a term in a plain type that is not the type of the text."""
    if before is None or abs(before.box.x0 - line.box.x0) > 3:
        return False
    code = line.font != before.font and not (line.bold or line.italic) and abs(line.size - before.size) < 1.5
    return code or before.text.rstrip().endswith(":")
