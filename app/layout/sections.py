"""Section trees as regions: the direct sub-sections of each section, and the parts of the whole document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.page import OutlineEntry, Page
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.layout.heading_path import section_contexts, title_of
from app.layout.headings import title_key
from app.layout.markers import PART_WORDS, Marker, read_marker
from app.layout.members import member_at, title_label
from app.layout.numbering import common_family, numbering_problems
from app.layout.sentences import sentences

_INSERTED = re.compile(r"\d+[A-Z]$")  # "Item 1A" stands between 1 and 2


class Heading(NamedTuple):
    """A heading with its number."""

    block: Block
    marker: Marker | None

    @property
    def shape(self) -> str:
        return self.marker.style.rstrip(".:)") if self.marker else ""

    @property
    def number(self) -> str:
        return self.marker.text.rstrip(".:) \u2013\u2014-") if self.marker else ""

    @property
    def word(self) -> str:
        marker = self.marker
        return marker.word if marker and marker.word.lower().rstrip("s") in PART_WORDS else ""


def find_sections(
    blocks: Sequence[Block], outline: Sequence[OutlineEntry] = (), pages: Sequence[Page] = ()
) -> list[Region]:
    """A region for the direct sub-headings of each heading, by the shape of their numbers, and one for each
    word that numbers parts ("Article", "Appendix") all over the document."""
    del pages
    headings = _distinct([_heading(block) for block in blocks if block.kind is BlockKind.HEADING])
    children: defaultdict[int, list[Heading]] = defaultdict(list)
    for heading in headings:
        children[heading.block.section].append(heading)
    tree = _Tree(blocks, headings, outline)
    groups = [group for parent in sorted(children) for group in _by_shape(children[parent])]
    groups += _scattered(headings)
    return [tree.region(number, group) for number, group in enumerate(filter(tree.has_text, groups))]


def _heading(block: Block) -> Heading:
    marker = read_marker(block.text[:64]) if block.marker else None
    return Heading(block, marker)


def _distinct(headings: Sequence[Heading]) -> list[Heading]:
    """A heading that comes again with the same number and title counts once."""
    kept: list[Heading] = []
    best = _richest(headings)
    for at, heading in enumerate(headings):
        again = bool(kept) and title_key(kept[-1].block.text) == title_key(heading.block.text)
        if not again and best.get(_name(heading), at) == at:
            kept.append(heading)
    return kept


def _name(heading: Heading) -> tuple[str, str]:
    return heading.number, title_key(title_of(heading.block))


def _richest(headings: Sequence[Heading]) -> dict[tuple[str, str], int]:
    """Of numbered headings with one number and title the position of the one with most below it, then the first."""
    best: dict[tuple[str, str], tuple[int, int]] = {}
    for at, heading in enumerate(headings):
        following = headings[at + 1].block.number if at + 1 < len(headings) else heading.block.number + 2
        if heading.number:
            below = min(following - heading.block.number, 4)
            best.setdefault(_name(heading), (below, at))
            if below > best[_name(heading)][0]:
                best[_name(heading)] = (below, at)
    return {name: at for name, (_, at) in best.items()}


def _by_shape(siblings: Sequence[Heading]) -> list[list[Heading]]:
    """Siblings with numbers of one shape together; those without a number by their size and weight."""
    groups: dict[tuple[object, ...], list[Heading]] = {}
    for heading in siblings:
        block = heading.block
        look = (round(block.size), _all_bold(block), title_of(block).isupper())
        key: tuple[object, ...] = (heading.shape,) if heading.shape else look
        groups.setdefault(key, []).append(heading)
    return [group for group in groups.values() if len(group) > 1]


def _scattered(headings: Sequence[Heading]) -> list[list[Heading]]:
    """Headings with one label word that stand under different parents."""
    words: defaultdict[str, list[Heading]] = defaultdict(list)
    for heading in headings:
        if heading.word and heading.marker is not None and len(heading.marker.path) == 1:
            words[heading.word.lower()].append(heading)
    return [group for group in words.values() if len(group) > 1 and len({h.block.section for h in group}) > 1]


class _Tree:
    """What is needed to make regions of groups of headings."""

    def __init__(self, blocks: Sequence[Block], headings: Sequence[Heading], outline: Sequence[OutlineEntry]) -> None:
        self.blocks = blocks
        self.starts = [heading.block for heading in headings]
        self.below = Counter(block.section for block in self.starts)
        self.place = {block.number: at for at, block in enumerate(self.starts)}
        self.bookmarks = _bookmark_children(outline)
        self.plain: defaultdict[int, list[Block]] = defaultdict(list)
        for block in blocks:
            if block.kind in (BlockKind.PARAGRAPH, BlockKind.TABLE_ROW, BlockKind.CAPTION):
                self.plain[block.section].append(block)

    def has_text(self, group: Sequence[Heading]) -> bool:
        """Whether anything stands below the headings: else they are lines of a title page."""
        if group[-1].block.page > 2:
            return True
        following = (self.blocks[h.block.number + 1 : h.block.number + 2] for h in group)
        return any(blocks and blocks[0].kind is not BlockKind.HEADING for blocks in following)

    def region(self, number: int, group: Sequence[Heading]) -> Region:
        first, last = group[0].block, group[-1].block
        markers = [heading.marker for heading in group if heading.marker is not None]
        family = common_family(markers) if len(markers) == len(group) else ""
        plain = [marker for marker in markers if not marker.path or not _INSERTED.match(marker.path[-1])]
        values = [marker.value(family) for marker in plain] if family else []
        end = self._end(last)
        return Region(
            number=number,
            kind=RegionKind.SECTIONS,
            contexts=self._contexts(group),
            members=tuple(self._member(heading) for heading in group),
            ending=Ending.END_OF_SECTION if end < len(self.blocks) else Ending.END_OF_DOCUMENT,
            first_page=first.page,
            last_page=last.page,
            section=first.section,
            numbering=family or "none",
            level=first.level,
            start_seen=not values or values[0] in (0, 1),
            problems=tuple(self._problems(group, family, values)),
        )

    def _end(self, last: Block) -> int:
        """Number of the block behind the section of the last heading."""
        at = self.place[last.number]
        behind = (b for b in self.starts[at + 1 :] if b.level <= last.level)
        return next((block.number for block in behind), len(self.blocks))

    def _member(self, heading: Heading) -> Member:
        block = heading.block
        label = title_label(block.text, block.body_at)
        numbers = [heading.number, block.text] if heading.marker and block.body_at else []
        intro = self._intro(block)
        member = member_at([block], label, numbers)
        text = block.text if intro is None else f"{block.text}\n{intro.text[:400]}"
        return _with_text(member, intro.text[:400] if intro is not None else "", text)

    def _intro(self, heading: Block) -> Block | None:
        following = self.blocks[heading.number + 1 : heading.number + 4]
        return next((b for b in following if b.kind is BlockKind.PARAGRAPH and b.section == heading.number), None)

    def _contexts(self, group: Sequence[Heading]) -> tuple[Context, ...]:
        first = group[0].block
        contexts = list(self._lead_in(first))
        if group[0].word:
            contexts.append(Context(ContextRole.LABEL, group[0].word))
        parents = {heading.block.section for heading in group}
        if len(parents) == 1:
            contexts += section_contexts(self.blocks, first.section)
        return tuple(contexts)

    def _lead_in(self, first: Block) -> tuple[Context, ...]:
        """The last sentences between the parent heading and its first sub-heading."""
        for block in reversed(self.blocks[max(first.number - 6, 0) : first.number]):
            if block.kind is BlockKind.HEADING or block.section != first.section:
                return ()
            if block.kind is BlockKind.PARAGRAPH and block.section >= 0:
                roles = (ContextRole.LEAD_IN, ContextRole.BEFORE)
                found = reversed(sentences(block.text)[-2:])
                return tuple(
                    Context(role, block.text[a:b], block.flow.spans(a, b))
                    for role, (a, b) in zip(roles, found, strict=False)
                )
        return ()

    # ------------------------------------------------------------ doubts

    def _problems(self, group: Sequence[Heading], family: str, values: Sequence[int]) -> list[str]:
        problems = numbering_problems(family, values)
        if not family and any(heading.marker for heading in group):
            problems.append("mixed_numbers")
        if not family and self._unaccounted(group):
            problems.append("unaccounted_lines")
        if not family and (self._other_looks(group) or self._lone_child(group)):
            problems.append("mixed_looks")
        if self._misses_bookmarks(group):
            problems.append("outline_differs")
        return problems

    def _unaccounted(self, group: Sequence[Heading]) -> bool:
        """Whole lines with the look of these headings below the same parent that were not taken for headings."""
        size = group[0].block.size
        bold = _all_bold(group[0].block)
        if not bold:
            return False
        sections = [group[0].block.section, *(heading.block.number for heading in group)]
        return any(
            abs(block.size - size) < 0.3 and _all_bold(block) and len(block.text) < 120
            for section in sections
            for block in self.plain[section]
        )

    def _other_looks(self, group: Sequence[Heading]) -> bool:
        """Siblings of another look between these headings: perhaps members too."""
        first, last = group[0].block, group[-1].block
        own = {heading.block.number for heading in group}
        low, high = self.place[first.number], self.place[last.number]
        between = self.starts[low : high + 1]
        return any(block.section == first.section and block.number not in own for block in between)

    def _lone_child(self, group: Sequence[Heading]) -> bool:
        """A single heading below one of these: a part that is not parted, or rather a sibling set otherwise."""
        return any(self.below[heading.block.number] == 1 for heading in group)

    def _misses_bookmarks(self, group: Sequence[Heading]) -> bool:
        """The bookmarks below the parent hold a title that is no member (nor any heading further down)."""
        parents = {heading.block.section for heading in group}
        parent = group[0].block.section
        if len(parents) > 1 or parent < 0:
            return False
        titles = self.bookmarks.get(title_key(title_of(self.blocks[parent])), frozenset())
        if not titles:
            return False
        known = {title_key(title_of(block)) for block in self._below(parent)}
        return any(
            title not in known and not any(k.startswith(title) or title.startswith(k) for k in known)
            for title in titles
        )

    def _below(self, parent: int) -> list[Block]:
        """The headings inside the section of a heading."""
        level = self.blocks[parent].level
        found = []
        for block in self.starts[self.place.get(parent, len(self.starts)) + 1 :]:
            if block.level <= level:
                break
            found.append(block)
        return found


def _all_bold(block: Block) -> bool:
    return block.bold_prefix >= len(block.text.rstrip()) - block.body_at > 0


def _with_text(member: Member, detail: str, text: str) -> Member:
    return Member(member.label, member.spans, member.marker, detail, (), member.aliases, text, True, member.hidden)


def _bookmark_children(outline: Sequence[OutlineEntry]) -> dict[str, frozenset[str]]:
    """Folded titles of the direct children of each bookmark, by its folded title."""
    children: defaultdict[str, set[str]] = defaultdict(set)
    stack: list[OutlineEntry] = []
    for entry in outline:
        while stack and stack[-1].level >= entry.level:
            stack.pop()
        if stack:
            children[title_key(stack[-1].title)].add(title_key(entry.title))
        stack.append(entry)
    return {title: frozenset(keys) for title, keys in children.items()}
