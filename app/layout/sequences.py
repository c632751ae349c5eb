"""Items scattered over a document, each marked with the same word and a running number: "Finding 7: ..."."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.page import Page
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.domain.words import item_key
from app.layout.heading_path import section_contexts
from app.layout.markers import Marker, readings_of
from app.layout.members import label_in, member_at
from app.layout.numbering import common_family, numbering_problems

_MARKED = re.compile(
    r"(?:\W{0,3}\s*)?(?P<word>[A-Z][A-Za-z-]{2,24}(?:\s[A-Z][a-z]{2,20})?)\s+"
    r"(?P<body>\d{1,3}|[IVX]{1,6}|[A-Z])(?P<close>\s?[.:)\u2013\u2014]+|\s+-(?=\s)|(?=\s*$))\s*"
)
_BARE = re.compile(r"(?P<word>[A-Z][A-Za-z-]{2,24})\s+(?P<body>\d{1,3})\s+")
_KINDS = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_NOT_ITEMS = frozenset(
    [
        "table",
        "figure",
        "fig",
        "page",
        "note",
        "section",
        "chapter",
        "version",
        "equation",
        "eq",
        "box",
        "exhibit",
        "chart",
        "part",
        "article",
        "volume",
        "vol",
        "no",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)


class Marked(NamedTuple):
    """A block marked with a label word and a number; its body begins at `at`."""

    block: Block
    marker: Marker
    at: int


def find_sequences(blocks: Sequence[Block], pages: Sequence[Page] = ()) -> list[Region]:
    """One region for each label word whose numbers run on; at least two members. `pages` are not needed."""
    del pages
    words: defaultdict[str, list[Marked]] = defaultdict(list)
    for block in blocks:
        if block.kind in _KINDS:
            marked = _marked(block)
            if marked is not None:
                words[marked.marker.word.lower()].append(marked)
    groups = [group for marks in words.values() if len(group := _once(marks)) > 1]
    return [_region(number, group, blocks) for number, group in enumerate(groups)]


def _marked(block: Block) -> Marked | None:
    match = _MARKED.match(block.text[:80]) or _set_mark(block)
    if match is None or match.group("word").split()[0].lower() in _NOT_ITEMS:
        return None
    body = match.group("body")
    readings = readings_of(body)
    if not readings:
        return None
    marker = Marker(
        match.group().strip(), match.end(), match.group("word").lower(), readings, (body,), match.group("word")
    )
    return Marked(block, marker, match.end())


def _set_mark(block: Block) -> re.Match[str] | None:
    """ "**Finding 1** A majority ...": nothing but the word and the number is bold."""
    end = block.body_at + block.bold_prefix
    match = _BARE.match(block.text[:80]) if block.bold_prefix > 4 else None
    return match if match is not None and abs(len(match.group().rstrip()) - end) <= 1 else None


def _once(marks: Sequence[Marked]) -> list[Marked]:
    """Of the marks with one number and text only the first; without text the first that has some."""
    kept: dict[tuple[str, str], Marked] = {}
    with_text = {m.marker.path[0] for m in marks if m.block.text[m.at :].strip()}
    for mark in marks:
        body = mark.block.text[mark.at :].strip()
        if body or mark.marker.path[0] not in with_text:
            kept.setdefault((mark.marker.path[0], item_key(body[:80])), mark)
    return list(kept.values())


def _region(number: int, group: Sequence[Marked], blocks: Sequence[Block]) -> Region:
    family = common_family([mark.marker for mark in group])
    values = [mark.marker.value(family) for mark in group] if family else []
    word = group[0].marker.word
    contexts: tuple[Context, ...] = (Context(ContextRole.LABEL, word),)
    sections = {mark.block.section for mark in group}
    if len(sections) == 1:
        contexts += section_contexts(blocks, sections.pop())
    problems = numbering_problems(family, values) if family else ["mixed_numbers"]
    return Region(
        number=number,
        kind=RegionKind.SEQUENCE,
        contexts=contexts,
        members=tuple(_member(mark) for mark in group),
        ending=Ending.END_OF_DOCUMENT,
        first_page=group[0].block.page,
        last_page=group[-1].block.page,
        section=group[0].block.section if len(sections) == 1 else -1,
        numbering=family or "none",
        start_seen=bool(values) and values[0] == 1,
        problems=tuple(problems),
    )


def _member(mark: Marked) -> Member:
    block = mark.block
    if not block.text[mark.at :].strip():
        return member_at([block], label_in(block.text, 0))
    bold = max(block.bold_prefix + block.body_at - mark.at, 0)
    name = f"{mark.marker.word} {mark.marker.path[0]}"
    return member_at([block], label_in(block.text, mark.at, bold), [name])
