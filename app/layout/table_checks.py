"""What forbids calling a table whole: gaps in row numbers and printed page numbers, totals that do not add up."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from app.domain.page import Line, LineRole
from app.layout.table_members import Body, Row, is_running
from app.layout.table_style import PAGE_WORDS, is_page_mark, page_of

_NEGATIVE = re.compile(r"^[$€£¥]\s*[-−–]")
_ROW_NUMBER = re.compile(r"^\W*(?:(?:s|sl|item|row|line|serial)\W*)?(?:no|nr|num|number|#)s?\W*$|^#$", re.IGNORECASE)
MOST_BEFORE = 50  # a longer step in a column of numbers is none of rows left out
_NUMBER = re.compile(r"^\(?[-−–]?\s*[$€£¥]?\s*[-−–]?(\d[\d,]*(?:\.\d+)?|\.\d+)\s*%?\)?$")


class PageMark(NamedTuple):
    """A printed "Page 3 of 9": physical page, what stands before the number, number, total."""

    page: int
    name: str
    number: int
    total: int


def page_gaps(lines: Iterable[Line]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Holes in printed page numbering: (physical page before the hole, page behind it, missing printed numbers)."""
    series: dict[tuple[str, bool], list[PageMark]] = {}
    alone: set[PageMark] = set()  # the only text of the first or last line of its page
    rows = list(lines)
    for at, line in enumerate(rows):
        text = line.text
        if ("/" not in text and "of" not in text.lower()) or (line.role is LineRole.BODY and len(text) > 160):
            continue
        for cell in line.cells:
            mark = page_of(cell.text) if cell.text[-1:].isdigit() else None
            if mark:
                found = PageMark(line.page, *mark)
                series.setdefault((mark[0], line.box.y0 > 300), []).append(found)
                if is_page_mark(line) and len(line.cells) == 1 and _at_edge(rows, at):
                    alone.add(found)
    gaps = []
    for marks in _by_kind(series):
        if len(marks) > 1 or marks[0] in alone:
            gaps += _gaps(marks)
    return gaps


def _by_kind(series: Mapping[tuple[str, bool], list[PageMark]]) -> Iterator[list[PageMark]]:
    """Marks of pages, at the head and at the foot apart; marks of records, several on a page, in one run.

    What stands several times on a page and does not count up ("Score 3 of 5") numbers nothing.
    """
    for name in dict.fromkeys(name for name, _ in series):
        halves = [series[name, half] for half in (False, True) if (name, half) in series]
        marks = sorted((mark for half in halves for mark in half), key=lambda mark: mark.page)
        several = len({(mark.page, mark.number) for mark in marks}) > len({mark.page for mark in marks})
        if name.endswith(PAGE_WORDS) or not several:
            yield from halves
            continue
        run = [mark for mark, after in itertools.pairwise(marks) if mark[2:] != after[2:]] + marks[-1:]
        ups = sum(two.number - one.number == 1 or two.number == 1 for one, two in itertools.pairwise(run))
        if ups * 2 > len(run) - 1:
            yield from _restarts(run)


def _restarts(marks: Sequence[PageMark]) -> Iterator[list[PageMark]]:
    """A run of marks cut where the numbering begins again."""
    start = 0
    for at in range(1, len(marks)):
        if marks[at].number <= marks[at - 1].number or marks[at].total != marks[at - 1].total:
            yield list(marks[start:at])
            start = at
    yield list(marks[start:])


def _at_edge(lines: Sequence[Line], at: int) -> bool:
    """Whether a line is the first or the last of its page, in the order of reading or by its place."""
    mark = lines[at]
    page = mark.page
    if at == 0 or at + 1 == len(lines) or lines[at - 1].page != page or lines[at + 1].page != page:
        return True
    others = [line.box for line in lines if line.page == page and line is not mark]
    return all(box.y1 <= mark.box.y0 for box in others) or all(box.y0 >= mark.box.y1 for box in others)


def _gaps(marks: Sequence[PageMark]) -> list[tuple[int, int, tuple[int, ...]]]:
    gaps = []
    for one, two in itertools.pairwise(marks):
        if two.total == one.total and two.number > one.number:
            missing = tuple(range(one.number + 1, two.number))
        elif two.page == one.page:
            continue
        else:
            missing = tuple(range(one.number + 1, one.total + 1)) + tuple(range(1, two.number))
        if missing:
            gaps.append((one.page, two.page, missing))
    last = marks[-1]
    if last.number < last.total:
        gaps.append((last.page, last.page + 1, tuple(range(last.number + 1, last.total + 1))))
    if marks[0].number > 1:
        gaps.append((marks[0].page - 1, marks[0].page, tuple(range(1, marks[0].number))))
    return gaps


def page_problems(gaps: Iterable[tuple[int, int, tuple[int, ...]]], first: int, last: int) -> list[str]:
    """Problems of a region on the pages first..last: holes inside it and directly at its ends."""
    found: list[str] = []
    for before, _, missing in gaps:
        if first - 1 <= before <= last:
            found += [f"page_gap:{number}" for number in missing[:20]]
    return sorted(set(found), key=lambda code: int(code.split(":")[1]))


def number_gaps(rows: Sequence[Row], names: Sequence[str] = ()) -> list[str]:
    """Numbers left out of a column of running numbers, restarts apart; before the first, where the column is named for
    its numbers: rows that stood on a page that is missing. `names`: the headers of the columns."""
    for column in (0, 1):
        texts = [row.cells[column][0][1].text for row in rows if not row.total and column in row.cells]
        numbers = _whole_numbers(texts)
        numbered = column < len(names) and bool(_ROW_NUMBER.match(names[column]))
        if not (len(texts) >= 4 and is_running(texts)) and not (numbered and _counts_on(numbers, len(texts))):
            continue
        return _gaps_between([0, *numbers] if numbered and 1 < numbers[0] < MOST_BEFORE else numbers)
    return []


def value_gaps(values: Sequence[str]) -> list[str]:
    """Numbers left out of values that count up by one, such as the numbers of sheets."""
    return _gaps_between(_whole_numbers(values)) if len(values) >= 4 and is_running(values) else []


def _whole_numbers(texts: Sequence[str]) -> list[int]:
    return [int(text.rstrip(".)")) for text in texts if text.rstrip(".)").isdecimal()]


def _gaps_between(numbers: Sequence[int]) -> list[str]:
    pairs = itertools.pairwise(numbers)
    return [f"gap:{missing}" for a, b in pairs if 1 < b - a < MOST_BEFORE for missing in range(a + 1, b)]


def _counts_on(numbers: Sequence[int], rows: int) -> bool:
    """Whether few rows under a header such as "No." count upwards, most of the numbers on the way being there."""
    rising = all(a < b for a, b in itertools.pairwise(numbers))
    return rows == len(numbers) > 1 and rising and numbers[-1] - numbers[0] < 2 * rows


def amount(text: str) -> float | None:
    """A printed amount: "1,005.8", "($682.00)", "-12". None for anything else."""
    if text[-1:].isalpha() or text[:1].isalpha():  # most cells, without a search
        return None
    stripped = text.strip()
    match = _NUMBER.match(stripped)
    if not match:
        return None
    value = float(match.group(1).replace(",", ""))
    return -value if stripped[0] in "(-−–" or _NEGATIVE.match(text) else value


class _Sums:
    """Running sums of one column: since the last total, group, piece, and from the start."""

    def __init__(self) -> None:
        self.values = {"total": 0.0, "group": 0.0, "piece": 0.0, "all": 0.0, "totals": 0.0}
        self.broken: set[str] = set()

    def reset(self, name: str) -> None:
        self.values[name] = 0.0
        self.broken.discard(name)

    def add(self, value: float | None, names: Sequence[str] = ("total", "group", "piece", "all")) -> None:
        for name in names:
            if value is None:
                self.broken.add(name)
            else:
                self.values[name] += value

    def agrees(self, value: float, places: float) -> bool | None:
        """Whether any of the sums is the value; None where some sum could not be made."""
        if any(abs(self.values[name] - value) <= places for name in self.values if name not in self.broken):
            return True
        return None if self.broken else False


def total_mismatch(body: Body) -> bool:
    """A total row none of whose amounts is the sum of the rows above, in a table where other totals are."""
    if sum(row.total for row in body.rows) < 2:
        return False
    wanted = {column for row in body.rows if row.total for column in row.cells}
    sums: dict[int, _Sums] = {}
    right = wrong = 0
    piece = -1
    for row in body.rows:
        if row.piece != piece:
            piece = row.piece
            for column_sums in sums.values():
                column_sums.reset("piece")
        if row.start_of_group:
            for column_sums in sums.values():
                column_sums.reset("group")
        if not row.total:
            _add_row(row, sums, wanted)
            continue
        outcome = _compare(row, sums)
        right += outcome is True
        wrong += outcome is False
    return wrong > 0 and right > wrong


def _add_row(row: Row, sums: dict[int, _Sums], wanted: Set[int]) -> None:
    """Add the amounts of a row to the sums of the columns that some total has a cell in."""
    for column, parts in row.cells.items():
        if column not in wanted:
            continue
        known = sums.get(column)
        if known is None:
            known = sums[column] = _Sums()
        known.add(amount(parts[0][1].text))


def _compare(row: Row, sums: dict[int, _Sums]) -> bool | None:
    outcomes = []
    for column, parts in row.cells.items():
        value = amount(parts[0][1].text)
        if value is None or column not in sums:
            continue
        outcomes.append(sums[column].agrees(value, 0.06 + abs(value) * 1e-6))
        sums[column].add(value, ("totals",))
    for column_sums in sums.values():
        column_sums.reset("total")
    known = [o for o in outcomes if o is not None]
    return None if not known else any(known)
