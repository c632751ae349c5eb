"""Lists as regions: members, lead-in, nesting, and how each list ended."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from app.domain.page import Page
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Region, RegionKind
from app.layout.heading_path import section_contexts
from app.layout.markers import printed_value, read_marker
from app.layout.members import member_of
from app.layout.nesting import ASIDE, ListRun, list_runs
from app.layout.sentences import sentences

_ASIDE = ASIDE | {BlockKind.CAPTION, BlockKind.TABLE_ROW}
_OPEN_END = re.compile(r"(?:[;,]|[;,]\s+(?:and|or|and/or)|\b(?:and|or))\s*$")
_LABELS = 24  # blocks between a title line and the label that announces a list
_CLOSERS = " )]\"'\u201d\u2019"
_ANNOUNCES = re.compile(
    r":\s*$|\b(?:following|below|these|includ\w+|are|as follows|namely|consists? of|comprises?)\b[^.]*[.:]?\s*$",
    re.IGNORECASE,
)


def find_lists(blocks: Sequence[Block], pages: Sequence[Page] = ()) -> list[Region]:
    """One region a list, numbered by position; nested lists name their parent. `pages` are not needed."""
    del pages
    runs = list_runs(blocks)
    reader = Surroundings(blocks)
    numbers = {id(run): number for number, run in enumerate(runs)}
    regions = [_region(run, numbers, reader) for run in runs]
    return [region for region, run in zip(regions, runs, strict=True) if region.members and _worth(region, run)]


def _worth(region: Region, run: ListRun) -> bool:
    """A lone numbered line is no list, unless a sentence announces it."""
    if len(run.items) > 1 or run.bullet:
        return True
    return bool(_ANNOUNCES.search(region.context(ContextRole.LEAD_IN)))


class Surroundings:
    """What stands before and behind a block, floats and asides left out."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.flow = [block for block in blocks if block.kind not in _ASIDE]
        self.body = [block for block in blocks if block.kind not in ASIDE]
        self._flow_numbers = [block.number for block in self.flow]
        self._body_numbers = [block.number for block in self.body]

    def before(self, block: Block) -> Block | None:
        at = bisect_right(self._flow_numbers, block.number - 1) - 1
        return self.flow[at] if at >= 0 else None

    def above(self, block: Block) -> Block | None:
        """The block before, rows and captions too."""
        at = bisect_right(self._body_numbers, block.number - 1) - 1
        return self.body[at] if at >= 0 else None

    def behind(self, block: Block) -> Block | None:
        at = bisect_right(self._body_numbers, block.number)
        return self.body[at] if at < len(self.body) else None

    def between(self, first: Block, last: Block) -> Sequence[Block]:
        low, high = bisect_right(self._body_numbers, first.number), bisect_right(self._body_numbers, last.number)
        return self.body[low:high]


def _region(run: ListRun, numbers: dict[int, int], reader: Surroundings) -> Region:
    first, last = run.items[0][0], run.items[-1][-1]
    members = tuple(member_of(item) for item in run.items if item[0].text[item[0].body_at :].strip() or len(item) > 1)
    contexts = lead_contexts(first, reader) if run.parent is None else _nested_contexts(run)
    contexts += _titles(run, section_contexts(reader.blocks, first.section), reader)
    return Region(
        number=numbers[id(run)],
        kind=RegionKind.LIST,
        contexts=contexts,
        members=members,
        ending=_ending(run, last, reader),
        first_page=first.page,
        last_page=last.flow.pieces[-1].page if last.flow.pieces else first.page,
        section=first.section,
        numbering=run.family,
        level=run.depth,
        parent=numbers[id(run.parent)] if run.parent is not None else -1,
        parent_member=run.parent_item,
        start_seen=_start_seen(run, contexts),
        problems=_problems(run, reader),
    )


# ---------------------------------------------------------------- what announces a list


def _titles(run: ListRun, headings: tuple[Context, ...], reader: Surroundings) -> tuple[Context, ...]:
    """The headings above. A nested list has that of the list it is nested in, a list below a label ("Purge: Four
    ways ...") the title line of the labels."""
    title = _group_title(run.items[0][0], reader) if run.parent is None else None
    if run.parent is None and title is None:
        return headings
    path = tuple(c._replace(role=ContextRole.PATH) if c.role is ContextRole.HEADING else c for c in headings)
    return path if title is None else (title, *path)


def _group_title(first: Block, reader: Surroundings) -> Context | None:
    """The line of bold words above a run of bold labels with colons, the last of which announces the list."""
    below = reader.before(first)
    if below is None or not _head(below).endswith(":"):
        return None
    for _ in range(_LABELS):
        above = reader.above(below)
        if above is None or above.kind is BlockKind.HEADING or above.section != first.section:
            return None
        head = _head(above)
        if head and not head.endswith((":", ".")) and _head(below).endswith(":"):
            return Context(ContextRole.HEADING, head, above.flow.spans(above.body_at, above.body_at + len(head)))
        below = above
    return None


def _head(block: Block) -> str:
    """The bold words at the start of a paragraph or row."""
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.TABLE_ROW) or block.bold_prefix < 3:
        return ""
    return block.text[block.body_at : block.body_at + block.bold_prefix].strip()


def lead_contexts(first: Block, before_of: Surroundings) -> tuple[Context, ...]:
    """The sentence directly before, and the one before that; nothing where a heading or another list stands before."""
    before = before_of.before(first)
    if before is None or before.kind is not BlockKind.PARAGRAPH or before.section != first.section:
        return ()
    contexts = _last_sentences(before)
    if len(contexts) == 1:
        earlier = before_of.before(before)
        if earlier is not None and earlier.kind is BlockKind.PARAGRAPH and earlier.section == first.section:
            last = _last_sentences(earlier)[:1]
            contexts += tuple(Context(ContextRole.BEFORE, c.text, c.spans) for c in last)
    return contexts


def _last_sentences(block: Block) -> tuple[Context, ...]:
    found = sentences(block.text)[-2:]
    roles = (ContextRole.LEAD_IN, ContextRole.BEFORE)
    return tuple(
        Context(role, block.text[start:end], block.flow.spans(start, end))
        for role, (start, end) in zip(roles, reversed(found), strict=False)
    )


def _nested_contexts(run: ListRun) -> tuple[Context, ...]:
    """A nested list is announced by the item above it."""
    if run.parent is None or not 0 <= run.parent_item < len(run.parent.items):
        return ()
    inner = run.items[0][0].number
    above = [block for block in run.parent.items[run.parent_item] if block.number < inner]
    return _last_sentences(above[-1]) if above else ()


def _start_seen(run: ListRun, contexts: Sequence[Context]) -> bool:
    if not run.bullet:
        return run.first_value == 1
    return any(c.role in (ContextRole.LEAD_IN, ContextRole.HEADING, ContextRole.BEFORE) for c in contexts)


# ---------------------------------------------------------------- how it ended


def _ending(run: ListRun, last: Block, reader: Surroundings) -> Ending:
    behind = reader.behind(_last_inside(run, last))
    if behind is None:
        return Ending.END_OF_DOCUMENT
    if behind.kind is BlockKind.LIST_ITEM:
        return Ending.NEXT_REGION
    return Ending.NEXT_BLOCK


def _last_inside(run: ListRun, last: Block) -> Block:
    return max([last, *run.items[-1]], key=lambda block: block.number)


def _problems(run: ListRun, reader: Surroundings) -> tuple[str, ...]:
    found = [f"gap:{printed_value(run.family, value)}" for value in run.gaps[:20]]
    last = run.items[-1][-1]
    behind = reader.behind(last)
    if _OPEN_END.search(last.text) and (behind is None or not _inside(behind, run)):
        found.append("open_end")
    if len(run.items) == 1 and not run.bullet:
        found.append("single")
    if run.repeated:
        found.append("restart")
    if _unended(run):
        found.append("cut_sentence")
    if any(not item[0].text[item[0].body_at :].strip() and len(item) == 1 for item in run.items):
        found.append("empty_member")
    if _rows_like(run, reader):
        found.append("rows_inside")
    if behind is not None and _resumes(run, behind, reader):
        found.append("resumes")
    if not run.bullet and not run.path and _counts_on(run, behind):
        found.append("counts_on")
    return tuple(found)


def _counts_on(run: ListRun, behind: Block | None) -> bool:
    """What stands behind begins with the next number ("10.Tenth", "c)" behind "(b)"), or the last item holds the next
    two: items that were not told apart."""
    after, later = (printed_value(run.family, run.last_value + step) for step in (1, 2))
    if behind is not None and _counts_on_otherwise(run, behind):
        return True
    next_one = rf"\(?{re.escape(after)}[.)]\s?[^\W\d]"
    if behind is not None and behind.kind is BlockKind.PARAGRAPH and re.match(next_one, behind.text):
        return True
    return bool(re.search(rf"\s{next_one}.*\s\(?{re.escape(later)}[.)]\s?[^\W\d]", run.items[-1][-1].text))


def _counts_on_otherwise(run: ListRun, behind: Block) -> bool:
    """Whether an item beside this list has the next number in another style: "c)" behind "(b)"."""
    if behind.kind is not BlockKind.LIST_ITEM or abs(behind.inset - run.inset) >= 6:
        return False
    marker = read_marker(behind.text[:64])
    return marker is not None and marker.style != run.style and marker.value(run.family) == run.last_value + 1


def _inside(behind: Block, run: ListRun) -> bool:
    """Whether the next block is an item of a list below the last item."""
    return behind.kind is BlockKind.LIST_ITEM and behind.inset > run.inset + 3


def _unended(run: ListRun) -> bool:
    """The last item breaks off though the others end in a full stop, or it has several sentences: what follows may
    belong to it."""
    texts = [item[-1].text.rstrip(_CLOSERS) for item in run.items]
    last = texts[-1]
    if last[-1:] in ".!?:;" or len(texts) < 2:
        return False
    return all(text.endswith((".", "!", "?")) for text in texts[:-1]) or (len(last) > 80 and len(sentences(last)) > 1)


def _rows_like(run: ListRun, reader: Surroundings) -> bool:
    """Rows with a marker of this list between its items or right behind: items taken for a table."""
    first, last = run.items[0][0], run.items[-1][-1]
    rows = [block for block in reader.between(first, last) if block.kind is BlockKind.TABLE_ROW]
    behind = reader.behind(last)
    if behind is not None and behind.kind is BlockKind.TABLE_ROW:
        rows.append(behind)
    if any(row.text[:1].islower() and len(row.text) > 30 for row in rows):
        return True  # running text that was taken for rows
    markers = (read_marker(row.text[:64]) for row in rows)
    return any(m is not None and m.style == run.style and not m.bare for m in markers)


def _resumes(run: ListRun, behind: Block, reader: Surroundings) -> bool:
    """The same bullets go on, or the same numbering begins anew, behind a paragraph that does not announce them: one
    list, cut by a remark? Or behind the rest of the last item, below something that was set in between."""
    if behind.kind is not BlockKind.PARAGRAPH or 2 < behind.bold_prefix < len(behind.text):
        return False
    after = reader.behind(behind)
    rest = after if after is not None and after.kind is BlockKind.PARAGRAPH and after.text[:1].islower() else None
    after = reader.behind(rest) if rest else after
    if after is None or after.kind is not BlockKind.LIST_ITEM or abs(after.inset - run.inset) >= 6:
        return False
    announced = rest.text.rstrip().endswith(":") if rest else bool(_ANNOUNCES.search(behind.text[-160:]))
    return not announced and _goes_on(run, after)


def _goes_on(run: ListRun, item: Block) -> bool:
    """Whether an item has the bullet of the list, or its kind of number and begins anew."""
    if run.bullet:
        return item.marker == run.items[0][0].marker
    marker = read_marker(item.text[:64])
    return marker is not None and marker.style == run.style and marker.value(run.family) == 1
