"""Glossaries, acronym lists and definition lists: members are terms, their detail the definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.domain.page import Line
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.domain.words import fold
from app.layout.definition_lists import hanging_run
from app.layout.glossary_entries import Entry, Reader, readings, unread_rows
from app.layout.heading_path import section_contexts, title_of
from app.layout.open_words import open_words
from app.layout.sentences import sentence_around
from app.layout.series import named
from app.layout.term_lines import is_glossary_title

_ASIDE = frozenset({BlockKind.FURNITURE, BlockKind.FOOTNOTE, BlockKind.CONTENTS})
_LEAST_MEANS = 3  # "X" means ...: so many make a run, with or without a title above
_NEAR = 12  # blocks


def find_glossaries(lines: Sequence[Line], blocks: Sequence[Block]) -> list[Region]:
    """Glossaries by their heading, runs of '"X" means', and terms over indented definitions; numbered from 0."""
    body = [block for block in blocks if block.kind not in _ASIDE]
    found: list[Region] = []
    taken: set[int] = set()
    for entries in means_runs(lines, body):
        found.append(_means(blocks, entries, len(found)))
        taken.update(range(entries[0].block, entries[-1].last + 1))
    for heading, below in _sections(body):
        region = _titled(lines, blocks, heading, below, len(found)) if below[0].number not in taken else None
        if region:
            found.append(region)
            taken.update(block.number for block in below)
    for run in hanging_run(lines, [block for block in body if block.number not in taken]):
        region = _region(blocks, run.entries, run.before, run.behind, len(found), run.section)
        found.append(replace(region, problems=run.problems))
    return found


def _sections(body: Sequence[Block]) -> Iterator[tuple[Block, list[Block]]]:
    """Each glossary heading with all blocks below it, sub-sections included."""
    below: list[Block] = []
    heading: Block | None = None
    for block in body:
        if block.kind is BlockKind.HEADING and (heading is None or block.level <= heading.level):
            if heading and below:
                yield heading, below
            heading, below = (block if is_glossary_title(title_of(block)) else None), []
        elif heading:
            below.append(block)
    if heading and below:
        yield heading, below


def _titled(
    lines: Sequence[Line], blocks: Sequence[Block], heading: Block, body: Sequence[Block], number: int
) -> Region | None:
    """The reading of the section that finds most entries."""
    hanging = max((run.entries for run in hanging_run(lines, body)), key=len, default=[])
    read = [*(reader(lines, body) for reader in readings()), hanging]
    best = max(read, key=len)
    if len(best) < 2:
        return None
    problems = ("unaccounted_lines",) if best is read[0] and unread_rows(lines, body, best) else ()
    best, behind = cut_foreign(best, body) if best[0].heading else (best, None)
    first = best[0].block
    before = next((block for block in reversed(body) if block.number < first), None)
    region = _region(blocks, best, before, behind, number, heading.number)
    return replace(region, problems=problems)


def means_runs(lines: Sequence[Line], body: Sequence[Block]) -> list[list[Entry]]:
    """Runs of '"X" means': three at least, at most NEAR blocks between two; sub-headings do not end them."""
    place = {block.number: k for k, block in enumerate(body)}
    runs: list[list[Entry]] = []
    for entry in Reader.quoted_means(lines, body):
        if runs and place[entry.block] - place[runs[-1][-1].last] <= _NEAR:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    inside = [_between(body, place, run) for run in runs if len(run) >= _LEAST_MEANS]
    return [Reader.quoted_terms(lines, blocks) for blocks in inside]


def _between(body: Sequence[Block], place: dict[int, int], run: Sequence[Entry]) -> Sequence[Block]:
    """All blocks of a run: a quoted term with another verb is a member as well."""
    return body[place[run[0].block] : place[run[-1].last] + 1]


def _means(blocks: Sequence[Block], entries: Sequence[Entry], number: int) -> Region:
    first = blocks[entries[0].block]
    above = [block for block in blocks[max(0, first.number - 6) : first.number] if block.kind not in _ASIDE]
    behind = next((b for b in blocks[entries[-1].last + 1 :] if b.kind not in _ASIDE), None)
    return _region(blocks, entries, above[-1] if above else None, behind, number, first.section)


def cut_foreign(entries: list[Entry], body: Sequence[Block]) -> tuple[list[Entry], Block | None]:
    """A sorted glossary, one block an entry, ends in the first longer entry where what follows breaks the order.

    Only then is the second block of that entry no definition but what stands behind the glossary; it is returned.
    """
    keys = [fold(entry.label) for entry in entries]
    longer = next((k for k, entry in enumerate(entries) if entry.blocks > 1), len(entries))
    rest = keys[longer:]
    if not 5 <= longer < len(entries) - 1 or keys[:longer] != sorted(keys[:longer]) or rest == sorted(rest):
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
    aliases = (*aliases, *entry.others)[:3]
    spans = entry.term.spans(0, len(label))
    detail = " ".join(part for part in (inner if not aliases or entry.others else "", entry.detail) if part)
    return Member(
        label, spans, detail=detail, aliases=aliases, text=f"{entry.label} {entry.detail}", hidden=entry.hidden
    )
