"""Glossaries, acronym lists and definition lists: members are terms, their detail the definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.page import Line
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.domain.words import fold
from app.layout.glossary_entries import Entry, Reader, hanging_run, readings
from app.layout.heading_path import section_contexts, title_of
from app.layout.open_words import open_words
from app.layout.sentences import sentence_around
from app.layout.series import named

_TITLE = re.compile(
    r"\b(?:glossar(?:y|ies)|definitions?|defined terms|acronyms?|abbreviations?|terminology|nomenclature|symbols"
    r"|(?:key |list of )?terms(?! (?:and conditions|of))|glossaire|définitions|sigles|abréviations|glossar|begriffe"
    r"|abkürzungen)\b",
    re.IGNORECASE,
)
_ASIDE = frozenset({BlockKind.FURNITURE, BlockKind.FOOTNOTE, BlockKind.CONTENTS})
_LEAST_MEANS = 3  # "X" means ...: so many make a definitions section without its title


def find_glossaries(lines: Sequence[Line], blocks: Sequence[Block]) -> list[Region]:
    """Glossaries by their heading, runs of '"X" means', and terms over indented definitions; numbered from 0."""
    found: list[Region] = []
    taken: set[int] = set()
    for heading, body in _sections(blocks):
        titled = is_glossary_title(title_of(heading)) if heading else False
        region = _titled(lines, blocks, heading, body, len(found)) if titled and heading else None
        if region is None and not titled:
            region = _means(lines, blocks, heading, body, len(found))
        if region and not any(block.number in taken for block in body[:1]):
            found.append(region)
            taken.update(block.number for block in body)
    for run in hanging_run([block for block in blocks if block.kind not in _ASIDE and block.number not in taken]):
        found.append(_region(blocks, run.entries, run.before, run.behind, len(found), run.section))
    return found


def is_glossary_title(title: str) -> bool:
    """ "Glossary", "List of Abbreviations", "Definitions"; not "Terms of payment", not a whole sentence."""
    return bool(title) and len(title.split()) <= 8 and bool(_TITLE.search(title))


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    """Each heading with all blocks below it, sub-sections included only for a glossary; asides left out."""
    body: list[Block] = []
    heading: Block | None = None
    for block in blocks:
        if block.kind is BlockKind.HEADING and not (heading and _inside(heading, block)):
            yield heading, body
            heading, body = block, []
        elif block.kind not in _ASIDE:
            body.append(block)
    yield heading, body


def _inside(heading: Block, block: Block) -> bool:
    return block.level > heading.level and is_glossary_title(title_of(heading))


def _titled(
    lines: Sequence[Line], blocks: Sequence[Block], heading: Block, body: Sequence[Block], number: int
) -> Region | None:
    """The reading of the section that finds most entries."""
    best = max((reader(lines, body) for reader in readings()), key=len, default=[])
    if len(best) < 2:
        return None
    best, behind = cut_foreign(best, body)
    first = best[0].block
    before = next((block for block in reversed(body) if block.number < first), None)
    return _region(blocks, best, before, behind, number, heading.number)


def _means(
    lines: Sequence[Line], blocks: Sequence[Block], heading: Block | None, body: Sequence[Block], number: int
) -> Region | None:
    entries = Reader.quoted_means(lines, body)
    if len(entries) < _LEAST_MEANS:
        return None
    before = next((block for block in reversed(body) if block.number < entries[0].block), None)
    return _region(blocks, entries, before, None, number, heading.number if heading else -1)


def cut_foreign(entries: list[Entry], body: Sequence[Block]) -> tuple[list[Entry], Block | None]:
    """A sorted glossary ends where its order breaks for good: what follows an entry's first block is no entry.

    Only where all entries before have one block, and the rest (one entry longer, or out of order) would not go on
    in the alphabet; the block behind the last entry is returned.
    """
    keys = [fold(entry.label) for entry in entries]
    sorted_to = next((k for k in range(1, len(keys)) if keys[k] < keys[k - 1]), len(keys))
    if sorted_to == len(keys) or sorted_to < 5:
        return entries, None
    longer = next((k for k in range(sorted_to) if entries[k].blocks > 1), sorted_to - 1)
    if longer < 5:
        return entries, None
    last = entries[longer]
    behind = next((block for block in body if block.number > last.block + 1), None)
    return entries[: longer + 1], behind


# ---------------------------------------------------------------- regions


def _region(
    blocks: Sequence[Block],
    entries: Sequence[Entry],
    before: Block | None,
    behind: Block | None,
    number: int,
    section: int,
) -> Region:
    members = tuple(_member(entry) for entry in entries)
    lead = _lead(before)
    pages = [span.page for member in members for span in member.spans] or [0]
    end_of_document = behind is None and not any(
        block.number > entries[-1].last and block.kind not in _ASIDE for block in blocks[entries[-1].last :]
    )
    ending = Ending.END_OF_DOCUMENT if end_of_document else Ending.NEXT_BLOCK if behind else Ending.END_OF_SECTION
    return Region(
        number=number,
        kind=RegionKind.DEFINITIONS,
        contexts=(*lead, *section_contexts(blocks, section)),
        members=members,
        ending=ending,
        first_page=min(pages),
        last_page=max(pages),
        section=section,
        numbering="none",
        open_words=open_words(" ".join(context.text for context in lead), ""),
    )


def _lead(before: Block | None) -> tuple[Context, ...]:
    if before is None or before.kind is BlockKind.HEADING or not before.text:
        return ()
    size = len(before.text)
    start, end = sentence_around(before.text, size - 1, size)
    return (Context(ContextRole.LEAD_IN, before.text[start:end].strip(), before.flow.spans(start, end)),)


def _member(entry: Entry) -> Member:
    label, inner, aliases = named(entry.label)
    spans = entry.term.spans(0, len(label))
    detail = " ".join(part for part in (inner if not aliases else "", entry.detail) if part)
    return Member(
        label, spans, detail=detail, aliases=aliases, text=f"{entry.label} {entry.detail}", hidden=entry.hidden
    )
