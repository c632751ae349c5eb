"""Runs of paragraphs that each begin with a run-in heading: "**Broad access.** Capabilities are ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from app.domain.page import Page
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Region, RegionKind
from app.domain.words import item_key
from app.layout.heading_path import section_contexts
from app.layout.lists import Surroundings, lead_contexts
from app.layout.members import label_in, member_of
from app.layout.nesting import ASIDE

_ASIDE = ASIDE | {BlockKind.CAPTION, BlockKind.TABLE_ROW}
_TITLED = re.compile(r"[A-Z\u00c0-\u00de][^.:;\u2014]{1,60}?(?::(?=\s)|\s[\u2013\u2014]\s|\u2014)")
_OPENING = re.compile(r"[A-Z\u00c0-\u00de][^.:;!\u2014\u2013]{1,60}[.:\u2014\u2013](?=\s\S)")
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|will|can|shall|must|may|should|this|these|the following)\b")
_DASH = re.compile(r"\s[\u2013\u2014]\s|\u2014")
# A title in capitals and a colon inside running text: a paragraph of its own that was not seen as one?
_RUN_ON = re.compile(r"[.!?]\s+[A-Z\u00c0-\u00de]{4,}(?:\s[A-Z]{2,}){0,5}:\s")
_REMARKS = frozenset(
    [
        "note",
        "notes",
        "example",
        "examples",
        "warning",
        "caution",
        "tip",
        "important",
        "attention",
        "remark",
        "source",
        "sources",
    ]
)
_TITLES = (ContextRole.HEADING, ContextRole.PATH)
_DEEPER = 9.0  # points by which members inside a member are indented
_LONGEST = 110  # letters of a run-in heading


def find_run_ins(blocks: Sequence[Block], pages: Sequence[Page] = ()) -> list[Region]:
    """Regions of run-in headings; each within one section, at least two members. `pages` are not needed."""
    del pages
    surroundings = Surroundings(blocks)
    regions: list[Region] = []
    for stretch in _stretches(blocks):
        outer, inner = _by_depth(_set_run(stretch))
        for run in (outer, _titled_run(stretch)):
            if len(run) > 1:
                regions.append(_region(len(regions), run, surroundings))
        for parent, run in inner:
            regions.append(_below(parent, _region(len(regions), run, surroundings)))
    return regions


_Run = list[list[Block]]


def _by_depth(run: _Run) -> tuple[_Run, list[tuple[Block, _Run]]]:
    """The run without its deeper members, and those, two or more in a row, with the member that they stand below."""
    base = min((member[0].inset for member in run), default=0.0)
    deep = [member[0].inset > base + _DEEPER for member in run]
    outer: _Run = []
    inner: list[tuple[Block, _Run]] = []
    for is_deep, members in groupby(run, key=lambda member: member[0].inset > base + _DEEPER):
        several = list(members)
        if is_deep and outer and len(several) > 1:
            inner.append((outer[-1][0], several))
            outer[-1] = [*outer[-1], *(block for member in several for block in member)]
        else:
            outer += several
    return (outer, inner) if len(outer) > 1 or not any(deep) else (run, [])


def _below(parent: Block, region: Region) -> Region:
    """A run inside a member: the member's heading is the heading above it."""
    label = label_in(parent.text, parent.body_at, parent.bold_prefix)
    start, end = label.start, label.end
    own = Context(ContextRole.HEADING, parent.text[start:end], parent.flow.spans(start, end))
    lead = [c for c in region.contexts if c.role not in _TITLES]
    path = [c._replace(role=ContextRole.PATH) for c in region.contexts if c.role in _TITLES]
    return replace(region, contexts=(*lead, own, *path), start_seen=True, level=1)


def _stretches(blocks: Sequence[Block]) -> list[list[Block]]:
    """The paragraphs and list items of each section, without what lies in sub-sections."""
    found: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            found.append([])
        elif block.kind not in _ASIDE:
            found[-1].append(block)
    return [stretch for stretch in found if len(stretch) > 1]


def _set_run(stretch: Sequence[Block]) -> list[list[Block]]:
    """Members that begin with bold or italic words; paragraphs without them go on with the member above."""
    run: list[list[Block]] = []
    for block in stretch:
        if _is_set(block):
            run.append([block])
        elif run:
            run[-1].append(block)
    return run


def _is_set(block: Block) -> bool:
    """A paragraph whose first words are bold or italic, and are more than a remark or one emphasised word."""
    body = block.text[block.body_at :]
    if block.kind is not BlockKind.PARAGRAPH or not 2 < block.bold_prefix < min(len(body.rstrip()), _LONGEST):
        return False
    head = body[: block.bold_prefix].strip()
    rest = body[block.bold_prefix :].lstrip()
    if head.rstrip(".: ").lower() in _REMARKS or not head[0].isalnum():
        return False
    return head[-1] in ".:?\u2014\u2013-" or rest[:1] in ":.\u2014\u2013-(" or rest[:1].isupper()


def _titled_run(stretch: Sequence[Block]) -> list[list[Block]]:
    """Paragraphs side by side that begin with a short title and a colon or dash, none without one between them."""
    best: list[list[Block]] = []
    run: list[list[Block]] = []
    for block in stretch:
        if _is_titled(block):
            run.append([block])
        elif block.kind is BlockKind.LIST_ITEM and run:
            run[-1].append(block)
        else:
            run = []
        if len(run) > len(best):
            best = run
    return best


def _is_titled(block: Block) -> bool:
    if block.kind is not BlockKind.PARAGRAPH or block.bold_prefix > 2:
        return False
    match = _TITLED.match(block.text)
    if match is None or len(match.group().split()) > 7 or _VERB.search(match.group()):
        return False
    if match.group()[-1] not in ": " and _DASH.search(block.text, match.end(), match.end() + 200):
        return False  # words set between two dashes
    return match.group().rstrip(": ").lower() not in _REMARKS and len(block.text) > match.end() + 2


def _region(number: int, run: Sequence[Sequence[Block]], around: Surroundings) -> Region:
    first, last = run[0][0], run[-1][-1]
    contexts: tuple[Context, ...] = lead_contexts(first, around)
    contexts += section_contexts(around.blocks, first.section)
    behind = around.behind(last)
    return Region(
        number=number,
        kind=RegionKind.RUN_IN,
        contexts=contexts,
        members=tuple(member_of(blocks) for blocks in run),
        ending=_ending(behind),
        first_page=first.page,
        last_page=last.flow.pieces[-1].page if last.flow.pieces else first.page,
        section=first.section,
        numbering="none",
        start_seen=bool(contexts),
        problems=_problems(run),
    )


def _may_be_titled(block: Block, first: Block, longest: int) -> bool:
    """Whether a paragraph inside a member begins as members do, but for the type: a few words, a stop, a sentence."""
    match = _OPENING.match(block.text) if block.kind is BlockKind.PARAGRAPH else None
    if match is None or abs(block.inset - first.inset) > _DEEPER or _VERB.search(match.group()):
        return False
    return len(match.group().split()) <= longest + 1


def _ending(behind: Block | None) -> Ending:
    if behind is None:
        return Ending.END_OF_DOCUMENT
    return Ending.END_OF_SECTION if behind.kind is BlockKind.HEADING else Ending.NEXT_BLOCK


def _problems(run: Sequence[Sequence[Block]]) -> tuple[str, ...]:
    """Members at different indents, or a label without letters: perhaps not one run."""
    insets = [blocks[0].inset for blocks in run]
    found = ["mixed_indents"] if max(insets) - min(insets) > 24 else []
    if any(_RUN_ON.search(block.text) for blocks in run for block in blocks):
        found.append("run_on")
    labels = [label_in(blocks[0].text, blocks[0].body_at, blocks[0].bold_prefix) for blocks in run]
    if any(label.end - label.start < 2 for label in labels):
        found.append("short_label")
    texts = [blocks[0].text[label.start : label.end] for blocks, label in zip(run, labels, strict=True)]
    longest = max(len(text.split()) for text in texts)
    if any(_may_be_titled(block, blocks[0], longest) for blocks in run for block in blocks[1:]):
        found.append("unmarked_label")
    names = [item_key(text) for text in texts]
    if len(set(names)) < len(names):
        found.append("repeated_label")  # the same labels again and again: several runs, or records
    return tuple(found)
