"""What each body line is by itself: table row, line of a table of contents, caption, or text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from enum import Enum

from app.domain.page import Line
from app.layout.markers import Marker

_LEADER = re.compile(
    r"(?:\.\s?){4,}\s*(?:\w{0,3}-)?(?:\d{1,4}|[ivxlc]{1,6})?\s*$|\u2026{2,}|(?:\u2026\s?){2,}\s*\d*\s*$|_{6,}\s*\d+\s*$"
)
_PAGE_END = re.compile(r"[\s.\u2026]((?:[A-Z]{1,2}-)?\d{1,4}|[ivxlc]{1,6})\s*$")
_CONTENTS = re.compile(
    r"\s*(?:\d+\.?\s+)?(?:table of )?(?:contents|contents|index|list of (?:figures|tables|exhibits|appendices|boxes)"
    r"|figures|tables|sommaire|table des mati[e\u00e8]res|inhalt(?:sverzeichnis)?|[i\u00ed]ndice|sumario|inhoud)"
    r"(?:\s+(?:page|\(continued\)|continued|cont\S*))?\s*[:.]?\s*$",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"\s*(?:table|figure|fig\.?|exhibit|chart|box|listing|algorithm|plate|map|tableau|tabelle|abbildung|abb\.|tabla|"
    r"figura|tabella|schema|graph)\s+(?:[A-Z][-.]?)?(?:\d+|[IVX]+)(?:[-.\u2013]\d+)*[a-z]?"
    r"(?:\s*[.:|\u2013\u2014](?=\s|$)|\s*$|\s{2,}(?=\S)|\s+-\s|\s+(?=[A-Z(]))",
    re.IGNORECASE,
)


class LineKind(Enum):
    TEXT = "text"
    ROW = "row"
    CONTENTS = "contents"
    CAPTION = "caption"


def line_kinds(lines: Sequence[Line], markers: Sequence[Marker | None]) -> list[LineKind]:
    """The kind of each body line, in order."""
    kinds = [LineKind.TEXT] * len(lines)
    _mark_rows(lines, markers, kinds)
    for at, line in enumerate(lines):
        if _is_caption(line.text):
            kinds[at] = LineKind.CAPTION
    _mark_contents(lines, kinds)
    return kinds


def _is_caption(text: str) -> bool:
    head = text.lstrip()[:1].lower()
    if head not in "tfecblapmsg" or not head:
        return False
    match = _CAPTION.match(text)
    if match is None:
        return False
    rest = text[match.end() :].lstrip()
    return not rest or not rest[0].islower()


def cell_count(line: Line, marker: Marker | None) -> int:
    """Cells of a row; a marker in a cell of its own does not count."""
    count = len(line.cells)
    if count > 1 and marker is not None and len(line.cells[0].text.strip()) <= len(marker.text):
        count -= 1
    return count


def _mark_rows(lines: Sequence[Line], markers: Sequence[Marker | None], kinds: list[LineKind]) -> None:
    counts = [cell_count(line, marker) for line, marker in zip(lines, markers, strict=True)]
    for at, count in enumerate(counts):
        if count >= 2 and _tight(lines[at]) and not _in_columns(lines, counts, at):
            continue  # justified prose with wide spaces
        if count >= 3 or (count == 2 and _aligned_neighbour(lines, counts, at)):
            kinds[at] = LineKind.ROW
    for at in range(1, len(lines) - 1):
        line = lines[at]
        if kinds[at] is LineKind.TEXT and LineKind.ROW is kinds[at - 1] and LineKind.ROW is kinds[at + 1]:
            below, above = lines[at + 1], lines[at - 1]
            near = below.box.y0 - above.box.y0 < 3.6 * line.size
            if line.page == above.page == below.page and near and markers[at] is None:
                kinds[at] = LineKind.ROW


def _tight(line: Line) -> bool:
    """All gaps of a line are small and it has many words: perhaps prose set to full width."""
    wide = 2.6 * line.size
    for left, right in itertools.pairwise(line.cells):
        if right.box.x0 - left.box.x1 > wide:
            return False
    return line.text.count(" ") >= 5 and any(map(str.islower, line.text.split()))


def _in_columns(lines: Sequence[Line], counts: Sequence[int], at: int) -> bool:
    """Whether most cells of a row begin where cells of one neighbour begin."""
    line = lines[at]
    starts = [cell.box.x0 for cell in line.cells[1:]]
    for other in (at - 1, at + 1):
        if 0 <= other < len(lines) and counts[other] > 1 and lines[other].page == line.page:
            theirs = [cell.box.x0 for cell in lines[other].cells[1:]]
            hits = sum(any(abs(x - y) < 2 for y in theirs) for x in starts)
            if hits * 2 > len(starts) and len(theirs) == len(starts):
                return True
    return False


def _aligned_neighbour(lines: Sequence[Line], counts: Sequence[int], at: int) -> bool:
    line = lines[at]
    x = line.cells[-1].box.x0
    for other in (at - 1, at + 1, at - 2, at + 2):
        if not 0 <= other < len(lines) or counts[other] < 2:
            continue
        row = lines[other]
        near = abs(row.box.y0 - line.box.y0) < 4.5 * max(line.size, 6.0)
        beside = row.page == line.page and row.column == line.column and near
        end = line.cells[-1].box.x1
        if beside and any(abs(cell.box.x0 - x) < 6 or abs(cell.box.x1 - end) < 4 for cell in row.cells[1:]):
            return True
    return False


def _mark_contents(lines: Sequence[Line], kinds: list[LineKind]) -> None:
    """Dotted leaders anywhere; below a heading "Contents" every line up to the last that ends in a page number."""
    for at, line in enumerate(lines):
        text = line.text
        if ("...." in text or ". . ." in text or "\u2026" in text or "____" in text) and _LEADER.search(text[-80:]):
            kinds[at] = LineKind.CONTENTS
    at = 0
    while at < len(lines):
        if len(lines[at].text) < 40 and _CONTENTS.match(lines[at].text):
            end = _contents_end(lines, kinds, at + 1)
            for inside in range(at + 1, end):
                kinds[inside] = LineKind.CONTENTS
            at = max(end, at + 1)
        else:
            at += 1
    _close_gaps(lines, kinds)


def _contents_end(lines: Sequence[Line], kinds: Sequence[LineKind], start: int) -> int:
    """Index behind the last contents line: the run ends after six lines without a page number."""
    last, misses, hits = start, 0, 0
    for at in range(start, len(lines)):
        if kinds[at] is LineKind.CONTENTS or _PAGE_END.search(lines[at].text[-14:]):
            last, misses, hits = at + 1, 0, hits + 1
        else:
            misses += 1
        if misses > 5:
            break
    return last if hits >= 3 and hits * 2 >= last - start else start


def _close_gaps(lines: Sequence[Line], kinds: list[LineKind]) -> None:
    """Up to two lines between contents lines of one page are wrapped entries."""
    last = -10
    for at, kind in enumerate(kinds):
        if kind is not LineKind.CONTENTS:
            continue
        if 1 < at - last <= 3 and lines[last].page == lines[at].page:
            for inside in range(last + 1, at):
                kinds[inside] = LineKind.CONTENTS
        last = at
