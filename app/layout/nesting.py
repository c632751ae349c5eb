"""Which list items belong together: a stack of open lists, walked over the blocks once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from app.domain.structure import Block, BlockKind
from app.layout.markers import (
    BULLET,
    LOWER_ALPHA,
    LOWER_ROMAN,
    UPPER_ALPHA,
    UPPER_ROMAN,
    Marker,
    Reading,
    printed_value,
    read_marker,
)

NEAR = 6.0  # points by which the markers of one list may differ in x
_ALPHA = {LOWER_ROMAN: LOWER_ALPHA, UPPER_ROMAN: UPPER_ALPHA}
_FLOATS = frozenset({BlockKind.CAPTION, BlockKind.TABLE_ROW})
ASIDE = frozenset({BlockKind.FURNITURE, BlockKind.FOOTNOTE, BlockKind.CONTENTS})


@dataclass(slots=True)
class ListRun:
    """The items of one list, in order; each item is its block and the blocks that belong to it."""

    style: str
    family: str
    path: tuple[str, ...]  # number above: ("2",) for "2.1", "2.2"
    inset: float
    first_value: int
    last_value: int
    items: list[list[Block]]
    parent: ListRun | None = None
    parent_item: int = -1
    gaps: list[int] = field(default_factory=list)
    loose: list[Block] = field(default_factory=list)  # blocks since the last item that may or may not belong to it
    interrupted: bool = False  # something that is no part of it stood behind its last item
    restarted: bool = False
    repeated: bool = False  # a number came twice

    @property
    def bullet(self) -> bool:
        return self.family == BULLET

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def last(self) -> Block:
        return self.items[-1][0]

    def ends_with_colon(self) -> bool:
        return self.items[-1][-1].text.rstrip().endswith((":", "\u2014", ":-"))


def marker_of(block: Block) -> Marker | None:
    """The marker of a list item, read again from its text."""
    return _marker(block.text[:64]) if block.marker else None


_marker = lru_cache(maxsize=4096)(read_marker)  # each item is asked several times


def list_runs(blocks: Sequence[Block]) -> list[ListRun]:
    """All lists of a document in the order of their first items."""
    nester = _Nester()
    for block in blocks:
        if block.kind not in ASIDE:
            nester.take(block)
    return nester.runs


class _Nester:
    def __init__(self) -> None:
        self.runs: list[ListRun] = []
        self.open: list[ListRun] = []  # innermost last
        self.waiting: dict[str, ListRun] = {}  # numbered lists cut by a heading, by style
        self.recent: deque[Block] = deque(maxlen=12)  # items and paragraphs of this section

    def take(self, block: Block) -> None:
        if block.kind is BlockKind.HEADING:
            self._heading()
        elif block.kind is BlockKind.LIST_ITEM:
            marker = marker_of(block)
            if marker is not None:
                self._item(block, marker)
        elif block.kind is BlockKind.PARAGRAPH:
            self._paragraph(block)
        if block.kind not in _FLOATS:
            self.recent.append(block)

    def _heading(self) -> None:
        for run in self.open:
            if not run.bullet:
                self.waiting[run.style] = run
            run.loose.clear()
        self.open.clear()
        self.recent.clear()

    # ------------------------------------------------------------ paragraphs

    def _paragraph(self, block: Block) -> None:
        """A paragraph right of a marker goes on with that item; one at or left of it interrupts the list."""
        while self.open:
            run = self.open[-1]
            if block.inset > run.inset + 3 and not run.interrupted:
                run.items[-1].append(block)
                return
            if run.bullet:
                run.interrupted = True
                self.open.pop()
                continue
            break
        for run in self.open:
            run.interrupted = True
            run.loose.append(block)

    # ------------------------------------------------------------ items

    def _item(self, block: Block, marker: Marker) -> None:
        run, reading = self._continued(block, marker)
        if run is not None and reading is not None:
            self._append(run, block, reading)
            return
        if self._split_ambiguous(block, marker):
            return
        waiting = self.waiting.get(marker.style)
        if waiting is not None:
            reading = _next_reading(waiting, marker)
            if reading is not None:
                self.open = [waiting]
                self._append(waiting, block, reading)
                return
        self._start(block, marker)

    def _continued(self, block: Block, marker: Marker) -> tuple[ListRun | None, Reading | None]:
        """The open list that this item goes on with; exact successors first, gaps only in place."""
        top = self.open[-1] if self.open else None
        if top is not None and top.ends_with_colon() and not top.interrupted and block.inset >= top.inset - 3:
            starts = any(value == 1 for _, value in marker.readings)
            if starts and top.style == marker.style and _next_reading(top, marker) is not None and not marker.is_bullet:
                return None, None  # "(h) ...:" then "(i)": the first of a list below
        for run in reversed(self.open):
            reading = _same_bullet(run, block, marker) or _next_reading(run, marker)
            if reading is not None:
                return run, reading
        for run in reversed(self.open):
            reading = _gap_reading(run, block, marker)
            if reading is not None:
                return run, reading
        return None, None

    def _append(self, run: ListRun, block: Block, reading: Reading) -> None:
        while self.open and self.open[-1] is not run:
            inner = self.open.pop()
            if inner.parent is None:
                inner.parent, inner.parent_item = run, len(run.items) - 1
        run.items[-1].extend(run.loose)
        run.loose.clear()
        run.interrupted = False
        run.repeated = run.repeated or (reading.value == run.last_value and not run.bullet)
        run.gaps.extend(range(run.last_value + 1, reading.value))
        run.last_value = reading.value
        run.items.append([block])

    def _split_ambiguous(self, block: Block, marker: Marker) -> bool:
        """ "(ii)" behind a lone "(i)" that was taken for the letter behind "(h)":
        the start of a list below."""
        for run in reversed(self.open):
            roman = {LOWER_ALPHA: LOWER_ROMAN, UPPER_ALPHA: UPPER_ROMAN}.get(run.family)
            if roman is None or run.style != marker.style or marker.value(roman) != 2 or len(run.items) < 2:
                continue
            before = marker_of(run.last)
            if before is None or before.value(roman) != 1:
                continue
            item = run.items.pop()
            run.last_value -= 1
            inner = ListRun(run.style, roman, run.path, item[0].inset, 1, 2, [item, [block]], run, len(run.items) - 1)
            self.runs.append(inner)
            self._close_to(run)
            self.open.append(inner)
            return True
        return False

    def _close_to(self, run: ListRun) -> None:
        while self.open and self.open[-1] is not run:
            self.open.pop()

    def _start(self, block: Block, marker: Marker) -> None:
        """A new list: below the item above where it is indented or announced, else beside."""
        reading = _first_reading(marker)
        parent = self._parent(block, marker, reading)
        first = self._inside_text(marker, reading)
        run = ListRun(
            style=marker.style,
            family=reading.family,
            path=marker.path[:-1],
            inset=block.inset,
            first_value=reading.value if first is None else 1,
            last_value=reading.value,
            items=[[block]] if first is None else [[first], [block]],
            parent=parent,
            parent_item=len(parent.items) - 1 if parent else -1,
        )
        self.runs.append(run)
        self.waiting.pop(marker.style, None)
        self.open.append(run)

    def _inside_text(self, marker: Marker, reading: Reading) -> Block | None:
        """The first item of a list that begins at two, where it stands behind a title: "4. Term. (a) This ..."."""
        if reading.value != 2 or marker.is_bullet or marker.bare or marker.word or len(marker.path) > 1:
            return None
        printed = marker.style.replace("#", printed_value(reading.family, 1))
        for block in reversed(self.recent):
            at = block.text.find(f" {printed} ", max(block.body_at - 1, 0), block.body_at + 160)
            if at >= 0:
                flow = block.flow.cut(at + 1, len(block.text))
                return block._replace(flow=flow, marker=printed, body_at=len(printed) + 1, bold_prefix=0)
        return None

    def _parent(self, block: Block, marker: Marker, reading: Reading) -> ListRun | None:
        while self.open:
            top = self.open[-1]
            if top.interrupted:
                if top.bullet or top.style == marker.style:
                    top.restarted = top.style == marker.style
                    self.open.pop()
                    continue
                return None  # it may resume; then it becomes the parent
            if _below(top, block, marker, reading):
                return top
            top.restarted = top.style == marker.style
            self.open.pop()
        return None


def _below(top: ListRun, block: Block, marker: Marker, reading: Reading) -> bool:
    above = marker_of(top.last)
    if above is not None and marker.path[:-1] and marker.path[:-1] == above.path:
        return True
    shift = block.inset - top.inset
    if top.style == marker.style and not marker.is_bullet and reading.family == top.family:
        return shift > NEAR and top.ends_with_colon()
    if shift > NEAR - 2:
        return True
    if top.ends_with_colon() and (shift > -NEAR or not marker.is_bullet):
        return True
    return (
        shift > -NEAR and not top.bullet and reading.value <= 1 and not marker.is_bullet and marker.style != top.style
    )


def _same_bullet(run: ListRun, block: Block, marker: Marker) -> Reading | None:
    if not (run.bullet and marker.is_bullet) or run.interrupted:
        return None
    shift = abs(run.inset - block.inset)
    same_place = shift < NEAR or (block.page != run.last.page and shift < 2 * NEAR)
    if run.style == marker.style and same_place:
        return marker.readings[0]
    return None


def _next_reading(run: ListRun, marker: Marker) -> Reading | None:
    if run.bullet or run.style != marker.style or run.path != marker.path[:-1]:
        return None
    value = marker.value(run.family)
    return Reading(run.family, value) if value == run.last_value + 1 else None


def _gap_reading(run: ListRun, block: Block, marker: Marker) -> Reading | None:
    """A number a little too high at the same place: an item between them is missing; or the same number again."""
    if run.bullet or run.style != marker.style or run.path != marker.path[:-1] or run.interrupted:
        return None
    value = marker.value(run.family)
    if value <= 1:
        return None
    if run.last_value <= value <= run.last_value + 5 and abs(run.inset - block.inset) < NEAR:
        return Reading(run.family, value)
    return None


def _first_reading(marker: Marker) -> Reading:
    return next((r for r in marker.readings if r.value == 1), marker.readings[0])
