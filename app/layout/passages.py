"""Passages for the index: blocks of one section, about a hundred words, lists kept whole where possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.domain.flow import Flow, join_flows
from app.domain.structure import Block, BlockKind, PassageDraft
from app.layout.heading_path import heading_path, title_of
from app.layout.sentences import sentences

AIM = 100  # words; a passage is closed once it holds these
LIST_LIMIT = 300  # words up to which a list stays in one passage
SPLIT_ABOVE = 250  # words; a longer paragraph is parted at sentence ends
_KEPT_TOGETHER = frozenset({BlockKind.LIST_ITEM, BlockKind.TABLE_ROW})


def build_passages(blocks: Sequence[Block]) -> list[PassageDraft]:
    """All text of the document in passages, in reading order; none spans two sections."""
    passages: list[PassageDraft] = []
    paths: dict[int, tuple[str, ...]] = {}
    for (section, kind), run in groupby((block for block in blocks if block.text.strip()), key=_place):
        if section not in paths:
            paths[section] = _titles(blocks, section)
        for group in _groups(list(run)):
            for flow, numbers in _parts(group):
                passages.append(_draft(len(passages), flow, paths[section], numbers, kind))
    return passages


def _place(block: Block) -> tuple[int, str]:
    """Section and kind of passage; a heading goes with the text below it."""
    if block.kind is BlockKind.FURNITURE:
        return block.section, "furniture"
    if block.kind is BlockKind.CONTENTS:
        return block.section, "contents"
    return (block.number if block.kind is BlockKind.HEADING else block.section), "text"


def _titles(blocks: Sequence[Block], section: int) -> tuple[str, ...]:
    """Outermost first."""
    return tuple(title_of(heading) for heading in reversed(heading_path(blocks, section)))


def _draft(number: int, flow: Flow, titles: tuple[str, ...], blocks: tuple[int, ...], kind: str) -> PassageDraft:
    return PassageDraft(number, flow, titles, blocks, contents=kind == "contents", furniture=kind == "furniture")


def _groups(run: Sequence[Block]) -> Iterator[list[Block]]:
    """Blocks of one section cut into groups of about AIM words; a list goes on up to LIST_LIMIT."""
    group: list[Block] = []
    size = 0
    for block in run:
        words = _words(block)
        if group and _full(group[-1], block, size, words):
            yield group
            group, size = [], 0
        group.append(block)
        size += words
    if group:
        yield group


def _full(last: Block, block: Block, size: int, words: int) -> bool:
    """Whether `block` begins a new passage: the group is large enough, and no list or lead-in would be torn."""
    goes_on = last.kind in _KEPT_TOGETHER and block.kind in _KEPT_TOGETHER
    announced = last.kind is BlockKind.HEADING or last.text.rstrip().endswith(":")
    if goes_on or announced:
        return size + words > LIST_LIMIT
    return size >= AIM * 0.8 or size + words > AIM * 1.5


def _words(block: Block) -> int:
    return block.text.count(" ") + 1


def _parts(group: Sequence[Block]) -> Iterator[tuple[Flow, tuple[int, ...]]]:
    """One flow of a group; a single long paragraph in parts."""
    numbers = tuple(block.number for block in group)
    if len(group) == 1 and _words(group[0]) > SPLIT_ABOVE:
        yield from ((part, numbers) for part in _split(group[0].flow))
    else:
        yield join_flows([block.flow for block in group], "\n"), numbers


def _split(flow: Flow) -> Iterator[Flow]:
    start = 0
    for _, end in sentences(flow.text):
        if flow.text.count(" ", start, end) >= AIM:
            yield flow.cut(start, end).strip()
            start = end
    rest = flow.cut(start, len(flow.text)).strip()
    if rest.text:
        yield rest
