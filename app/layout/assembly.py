"""Regions of all finders put together: duplicates dropped, numbered in document order, doubts marked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from app.domain.geometry import Span
from app.domain.page import READ_STATES, Line, Page
from app.domain.structure import Block, BlockKind, ContextRole, Ending, Region, RegionKind
from app.layout.open_words import open_words
from app.layout.order_doubts import mark_order_doubts
from app.layout.table_checks import page_gaps, page_problems

Place = tuple[int, int]  # page, code point in its text
PageGap = tuple[int, int, tuple[int, ...]]  # page before the hole, page behind it, missing printed numbers
Identity = tuple[RegionKind, tuple[tuple[str, int, int], ...], tuple[str, ...]]

# Inline series look for open words themselves: they know what stood in a member's place.
_ASIDE = frozenset({BlockKind.FURNITURE, BlockKind.FOOTNOTE, BlockKind.CAPTION})
_REMARK = re.compile(
    r"\b(?:not (?:an? )?(?:exhaustive|complete)|non-exhaustive|illustrative)\b|^And (?:many|several|some|a few) more\b"
    r"|^For (?:further|other|more|additional) [^.]{0,60}|\b(?:this|the) (?:list|table)(?: above)?\b[^.]{0,60}",
    re.IGNORECASE,
)
_ETC = re.compile(
    r"\W*(?:\b(?:and|or)\s+)?(?:etc\b\.?|et cetera|others|so on|so forth|the like|more)\W*$|(?:\u2026|\.\.\.)$",
    re.IGNORECASE,
)
_LISTS = frozenset({RegionKind.LIST, RegionKind.RUN_IN, RegionKind.SECTIONS})


def assemble(
    found: Sequence[Sequence[Region]],
    blocks: Sequence[Block],
    lines: Sequence[Line],
    pages: Sequence[Page],
    planned_pages: int,
    gaps: Sequence[PageGap] | None = None,
) -> tuple[Region, ...]:
    """One tuple of regions from the lists of all finders (each numbers its own regions; parents refer to those).

    `gaps`: holes in the printed page numbers of the lines, where they are known already.
    """
    regions = mark_order_doubts(number_regions(found), lines)
    regions = with_open_words(regions, blocks)
    regions = mark_hidden(regions, lines)
    regions = mark_page_gaps(regions, page_gaps(lines) if gaps is None else gaps)
    return tuple(mark_unread(regions, blocks, pages, planned_pages))


def number_regions(found: Sequence[Sequence[Region]]) -> list[Region]:
    """Exact duplicates dropped, the rest in document order, parents renumbered with them."""
    kept: dict[Identity, tuple[int, Region]] = {}
    same: dict[tuple[int, int], Identity] = {}
    for finder, regions in enumerate(found):
        for region in regions:
            if region.members:
                key = _identity(region)
                same[finder, region.number] = key
                kept.setdefault(key, (finder, region))
    order = sorted(kept, key=lambda key: _order(kept[key][1]))
    number = {key: position for position, key in enumerate(order)}
    numbers = {place: number[key] for place, key in same.items()}
    return [_renumbered(kept[key][1], number[key], numbers, kept[key][0]) for key in order]


def _renumbered(region: Region, number: int, numbers: dict[tuple[int, int], int], finder: int) -> Region:
    parent = numbers.get((finder, region.parent), -1) if region.parent >= 0 else -1
    return replace(region, number=number, parent=parent, parent_member=region.parent_member if parent >= 0 else -1)


def _identity(region: Region) -> Identity:
    """Two regions of one kind with the same members at the same places, and the same columns, are one."""
    places = tuple((m.label, m.spans[0].page, m.spans[0].start) if m.spans else (m.label, 0, 0) for m in region.members)
    return region.kind, places, tuple(column.name for column in region.columns)


def _order(region: Region) -> tuple[int, int, int]:
    first = _extent(region)[0]
    return (*first, -len(region.members))


def _start(span: Span) -> Place:
    return span.page, span.start


# ---------------------------------------------------------------- open words


def with_open_words(regions: Sequence[Region], blocks: Sequence[Block]) -> list[Region]:
    """Lists, run-ins and sections with the open words of their lead-in, their end and the remark behind them.

    A table is opened by its caption only ("Examples of ..."): the sentence before it seldom speaks of all its rows.
    """
    known = sorted(
        (block.flow.pieces[0].page, block.flow.pieces[0].start, block.number)
        for block in blocks
        if block.flow.pieces and block.kind not in _ASIDE
    )
    return [
        _with_open_words(region, blocks, known) if region.kind in _LISTS else _opened_by_caption(region)
        for region in regions
    ]


def _opened_by_caption(region: Region) -> Region:
    caption = region.context(ContextRole.CAPTION) if region.kind is RegionKind.TABLE else ""
    words = open_words(caption, "") if caption else ()
    return replace(region, open_words=tuple(dict.fromkeys((*region.open_words, *words)))) if words else region


def _with_open_words(region: Region, blocks: Sequence[Block], known: Sequence[tuple[int, int, int]]) -> Region:
    lead = f"{region.context(ContextRole.LEAD_IN)} {_remark(region.context(ContextRole.BEFORE))}"
    behind = bisect_right(known, (*_extent(region)[1], len(blocks)))
    remark = _remark(blocks[known[behind][2]].text[:200]) if behind < len(known) else ""
    words = open_words(lead, " ".join((region.context(ContextRole.TAIL), _open_end(region), remark)))
    new = tuple(word for word in words if word not in region.open_words)
    return replace(region, open_words=region.open_words + new) if new else region


def _remark(text: str) -> str:
    """What says of a whole list that it is none: "This list is not exhaustive"."""
    found = _REMARK.search(text)
    return found.group() if found else ""


def _open_end(region: Region) -> str:
    """The last member where it is "etc." itself, or ends in it while the one before ends in a comma or semicolon.

    Inside a member's own text "etc." speaks of the member.
    """
    texts = [member.text or member.label for member in region.members[-2:]]
    last = texts[-1].strip()
    if _ETC.fullmatch(last):
        return last
    listed = len(texts) > 1 and texts[0].rstrip()[-1:] in ";,"
    ending = _ETC.search(last[-16:]) if listed else None
    return ending.group() if ending else ""


# ---------------------------------------------------------------- hidden text


def mark_hidden(regions: Sequence[Region], lines: Sequence[Line]) -> list[Region]:
    """Regions with members on hidden lines get the problem "hidden"."""
    hidden: dict[int, list[tuple[int, int]]] = {}
    for line in lines:
        if line.hidden:
            hidden.setdefault(line.page, []).append((line.start, line.end))
    return [_hidden(region, hidden) for region in regions]


def _hidden(region: Region, hidden: dict[int, list[tuple[int, int]]]) -> Region:
    if "hidden" in region.problems:
        return region
    seen = any(member.hidden for member in region.members)
    if not seen and hidden:
        seen = any(_on(hidden.get(span.page, ()), span) for member in region.members for span in member.spans)
    return replace(region, problems=(*region.problems, "hidden")) if seen else region


def _on(stretches: Sequence[tuple[int, int]], span: Span) -> bool:
    return any(start < span.end and span.start < end for start, end in stretches)


# ---------------------------------------------------------------- unread pages


def mark_page_gaps(regions: Sequence[Region], gaps: Sequence[PageGap]) -> list[Region]:
    """Printed page numbers that jump ("Page 1 of 3", "Page 3 of 3") inside a region or right beside it."""
    if not gaps:
        return list(regions)
    marked = []
    for region in regions:
        new = [p for p in page_problems(gaps, region.first_page, region.last_page) if p not in region.problems]
        marked.append(replace(region, problems=(*region.problems, *new)) if new else region)
    return marked


def mark_unread(
    regions: Sequence[Region], blocks: Sequence[Block], pages: Sequence[Page], planned_pages: int
) -> list[Region]:
    """Regions with a page that was not wholly read inside, directly before or directly behind are not closed."""
    states = {page.number: page.state for page in pages}
    last = max([planned_pages, *states])
    unread = sorted(n for n in range(1, last + 1) if states.get(n) not in READ_STATES)
    if not unread:
        return list(regions)
    starts = sorted(
        (block.flow.pieces[0].page, block.flow.pieces[0].start)
        for block in blocks
        if block.flow.pieces and block.kind is not BlockKind.FURNITURE
    )
    return [_unread(region, starts, unread, last) for region in regions]


def _unread(region: Region, starts: Sequence[Place], unread: Sequence[int], last: int) -> Region:
    begin, end = _extent(region)
    if _any_between(unread, region.first_page, region.last_page):
        return replace(region, problems=(*region.problems, "unread_page"), ending=_cut_ending(region, unread))
    behind = bisect_right(starts, end)
    following = starts[behind][0] if behind < len(starts) else last
    before = bisect_right(starts, (begin[0], begin[1] - 1)) - 1
    preceding = starts[before][0] if before >= 0 else 1
    if _any_between(unread, region.last_page + 1, following):
        region = replace(region, ending=Ending.UNREAD_PAGE)
    if _any_between(unread, preceding, region.first_page - 1) and not _announced(region):
        region = replace(region, start_seen=False)
    return region


def _cut_ending(region: Region, unread: Sequence[int]) -> Ending:
    return Ending.UNREAD_PAGE if region.last_page in unread else region.ending


def _announced(region: Region) -> bool:
    """A lead-in, heading or caption on the region's first page says that its beginning was seen."""
    return any(
        context.role in (ContextRole.LEAD_IN, ContextRole.HEADING, ContextRole.CAPTION)
        and any(span.page == region.first_page for span in context.spans)
        for context in region.contexts
    )


def _extent(region: Region) -> tuple[Place, Place]:
    places = [_start(span) for member in region.members for span in member.spans]
    if not places:
        return (region.first_page, 0), (region.last_page, 0)
    return min(places), max(places)


def _any_between(numbers: Sequence[int], low: int, high: int) -> bool:
    at = bisect_right(numbers, low - 1)
    return at < len(numbers) and numbers[at] <= high
