"""What a line looks like: a header row, a row of labels, a total, a group line, a note."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.domain.page import Cell, Line, LineRole
from app.domain.words import fold

_TOTAL = re.compile(r"\b(?:sub-?totals?|grand totals?|totals?|sum)\b", re.IGNORECASE)
_PLAIN_TOTAL = re.compile(
    r"^(?:grand |sub-?)?totals?\s*:?$|\b(?:sub-?)?totals?:?$|\btotals? (?:for|of)\b|^(?:sub-?totals?|grand totals?)\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"^[\s$€£¥%()+\-–—−#.,:/\d]*\d[\s$€£¥%()+\-–—−#.,:/\d]*$")
_PAIR = re.compile(r"^([A-Z][^:|]{0,38}?):\s+(\S.*)$")
_WORD_VALUE = re.compile(r"^([^\W\d_][^\d:|]{0,30}?)\s+(?:No\.?\s+|Nr\.?\s+|#\s*)?([A-Z]{0,6}[-#]?\d[\w./-]*)$")
_PAGE_OF = re.compile(r"(?:^|[^\w])(\d{1,4})\s+(?:of|/)\s+(\d{1,4})$", re.IGNORECASE)
PAGE_WORDS = ("page", "p.", "seite", "página", "pagina", "sheet")
CONTINUED = re.compile(r"^\(?(?:continued|cont\.?|cont['’]d|continuation)\)?$", re.IGNORECASE)


def is_number(text: str) -> bool:
    return bool(_NUMERIC.match(text))


def is_caps(text: str) -> bool:
    return len(text) > 1 and text.isupper() and sum(map(str.isalpha, text)) > 1


def is_header(line: Line) -> bool:
    """A row of bold cells of words: a header by its style. A total in bold has numbers in it."""
    cells = line.cells
    if len(cells) < 2 or not all(cell.bold for cell in cells):
        return False
    if _may_total(cells[0].text) and _TOTAL.search(cells[0].text) and any(is_number(cell.text) for cell in cells[1:]):
        return False
    return not any(is_number(cell.text) and any(c.isdigit() for c in cell.text) for cell in cells)


def joins_header(above: Line, line: Line) -> bool:
    """Whether a second header line belongs to the one above it."""
    return line.page == above.page and 0 < line.box.y0 - above.box.y0 < 2.2 * max(above.size, line.size)


def looks_like_label(cell: Cell) -> bool:
    """Capitals without digits: the label over or beside a value."""
    text = cell.text
    return len(text) < 40 and is_caps(text) and not any(map(str.isdigit, text))


def is_total(text: str) -> bool:
    return len(text) < 80 and _may_total(text) and bool(_TOTAL.search(text))


def _may_total(text: str) -> bool:
    """Cheap, and true of whatever the patterns find."""
    low = text.lower()
    return "total" in low or "sum" in low


def is_plain_total(text: str) -> bool:
    """A total by its words alone: "Total", "Unit 4 total", "Total for May"; not any name with the word in it."""
    return len(text) < 80 and _may_total(text) and bool(_PLAIN_TOTAL.search(text))


class Named(NamedTuple):
    """A value with the label that stands before it; the label is empty where there is none."""

    name: str
    value: str
    start: int  # offset of the value in the text it was read from


def named(text: str) -> Named:
    """Read "Unit 118" or "Unit: 118" as label and value. A label of several words stays part of the value."""
    match = _PAIR.match(text)
    if match:
        return Named(match.group(1).strip(), match.group(2).strip(), match.start(2))
    match = _WORD_VALUE.match(text)
    if not match:
        return Named("", text, 0)
    if " " in match.group(1).strip():
        return Named(match.group(1).strip(), text, 0)
    return Named(match.group(1).strip(), match.group(2), match.start(2))


def page_of(text: str) -> tuple[str, int, int] | None:
    """Read "Page 3 of 9" as ("page", 3, 9)."""
    if len(text) >= 48 or ("/" not in text and "of" not in text.lower()):
        return None
    match = _PAGE_OF.search(text.strip())
    if not match or not 0 < int(match.group(1)) <= int(match.group(2)):
        return None
    return fold(text[: match.start(1)]), int(match.group(1)), int(match.group(2))


def is_page_mark(line: Line) -> bool:
    """A running head or foot that ends in "Page 3 of 9", flagged as furniture or not."""
    if not line.text[-1:].isdigit() or not 0 < len(line.cells) <= 3:
        return False
    mark = page_of(line.cells[-1].text)
    return mark is not None and (mark[0].endswith(PAGE_WORDS) or line.role is LineRole.FURNITURE)
