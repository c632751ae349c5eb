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
from app.layout.sentences import sentences

_MARKED = re.compile(
    r"(?:\W{0,3}\s*)?(?P<word>[A-Z][A-Za-z-]{2,24}(?:\s[A-Z][a-z]{2,20})?)\s+"
    r"(?P<body>\d{1,3}|[IVX]{1,6}|[A-Z])(?P<close>\s?[.:)\u2013\u2014]+|\s+-(?=\s)|(?=\s*$))\s*"
)
_BARE = re.compile(r"(?P<word>[A-Z][A-Za-z-]{2,24})\s+(?P<body>\d{1,3})\s+")
_TELLS = re.compile(r"(?P<word>[A-Z][a-z]{2,24})\s(?P<body>\d{1,2})(?=\s[a-z]|,\s|:\s|\s\()")
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
    regions = [_region(number, group, blocks) for number, group in enumerate(groups)]
    known = {word for word, marks in words.items() if len(marks) > 1}
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH:
            regions += [_inline(len(regions) + k, run, blocks) for k, run in enumerate(_told(block, known))]
    return regions


# ---------------------------------------------------------------- inside one paragraph


class _Told(NamedTuple):
    """A sentence that begins with a word and a number: text[start:name] is "Level 1", it ends at `end`."""

    block: Block
    start: int
    name: int
    end: int
    value: int


def _told(block: Block, known: set[str]) -> list[list[_Told]]:
    """Runs of sentences "Level 1 is ... Level 2 asks for ...": one word, counting from 1, two at least."""
    text = block.text
    first = _TELLS.search(text)
    if first is None:
        return []
    runs: dict[str, list[_Told]] = {}
    for start, end in sentences(text):
        match = _TELLS.match(text, start)
        word = match.group("word").lower() if match else ""
        if match is None or word in _NOT_ITEMS or word in known:
            continue
        told = _Told(block, start, match.end("body"), end, int(match.group("body")))
        run = runs.setdefault(word, [])
        if told.value == len(run) + 1:
            run.append(told)
    return [run for run in runs.values() if len(run) > 1]


def _inline(number: int, run: Sequence[_Told], blocks: Sequence[Block]) -> Region:
    block = run[0].block
    lead = _before(block, run[0].start)
    word = block.text[run[0].start : run[0].name].rsplit(" ", 1)[0]
    following = f"{word} {run[-1].value + 1}"
    on = any(other.text.startswith(following) for other in blocks[block.number + 1 : block.number + 4])
    whole = not on and not block.text[run[-1].end :].strip()
    return Region(
        number=number,
        kind=RegionKind.SEQUENCE,
        contexts=(
            Context(ContextRole.LABEL, word),
            *lead,
            *section_contexts(blocks, block.section),
        ),
        members=tuple(_told_member(one) for one in run),
        ending=Ending.NEXT_BLOCK if whole else Ending.UNKNOWN,
        first_page=block.page,
        last_page=block.flow.pieces[-1].page if block.flow.pieces else block.page,
        section=block.section,
        numbering="decimal",
    )


def _before(block: Block, at: int) -> tuple[Context, ...]:
    """The sentence before the first member."""
    spans = [(low, high) for low, high in sentences(block.text) if high <= at]
    return tuple(Context(ContextRole.LEAD_IN, block.text[a:b], block.flow.spans(a, b)) for a, b in spans[-1:])


def _told_member(one: _Told) -> Member:
    text = one.block.text
    return Member(
        label=text[one.start : one.name],
        spans=one.block.flow.spans(one.start, one.name),
        detail=text[one.name : one.end].strip(),
        text=text[one.start : one.end].strip(),
        hidden=one.block.hidden,
    )


# ---------------------------------------------------------------- marks at the start of blocks


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
