"""Inline series as regions: members in running text, with the words that announce them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.flow import Flow
from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.layout.coordination import series_in
from app.layout.heading_path import section_contexts
from app.layout.marked_series import marked_series
from app.layout.open_words import open_words
from app.layout.ordinals import Opening, chains
from app.layout.sentences import sentence_around, sentences
from app.layout.series_parts import PARTED, Series, Stretch

_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.TABLE_ROW})
_ASIDE = frozenset({BlockKind.FURNITURE, BlockKind.FOOTNOTE, BlockKind.CONTENTS, BlockKind.CAPTION})
_BRACKET_END = re.compile(r"\s*\(([^()]*)\)$")
_LONG_BRACKET = 6  # words; longer ones explain, shorter ones name
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_WORD = re.compile(r"[a-z]+|\d+")


def find_series(blocks: Sequence[Block]) -> list[Region]:
    """All inline series of a document, in order; numbered from 0."""
    found: list[Region] = []
    contexts: dict[int, tuple[Context, ...]] = {}
    for block in blocks:
        if block.kind not in _KINDS:
            continue
        for series in series_of(block.text, block.body_at):
            if block.section not in contexts:
                contexts[block.section] = section_contexts(blocks, block.section)
            found.append(_region(blocks, block, series, len(found), contexts[block.section]))
    for chain in chains(blocks):
        section = blocks[chain[0].block].section
        found.append(_chain_region(blocks, chain, len(found), section_contexts(blocks, section)))
    return found


def series_of(text: str, body_at: int = 0) -> list[Series]:
    """The series of a text: marked ones first, then those of each sentence that holds no marked one."""
    closed = text.count(")", body_at) > 1
    if not closed and text.find(": ", body_at) < 0 and not PARTED.search(text, body_at):
        return []
    marked = [_shifted(series, body_at) for series in marked_series(text[body_at:])] if closed else []
    found = list(marked)
    for start, end in sentences(text[body_at:]):
        start, end = start + body_at, end + body_at
        if not any(m.items[0][0] < end and start < m.items[-1][1] for m in marked):
            found.extend(series_in(text, start, end))
    return found


def _shifted(series: Series, by: int) -> Series:
    if not by:
        return series
    items = tuple((a + by, b + by) for a, b in series.items)
    lead, tail = series.lead, series.tail
    return series._replace(items=items, lead=(lead[0] + by, lead[1] + by), tail=(tail[0] + by, tail[1] + by))


# ---------------------------------------------------------------- one sentence


def _region(
    blocks: Sequence[Block], block: Block, series: Series, number: int, headings: tuple[Context, ...]
) -> Region:
    members = tuple(
        _member(block, item, marker)
        for item, marker in zip(series.items, series.markers or ("",) * len(series.items), strict=True)
    )
    contexts = (*_around(blocks, block, series.lead, series.tail, series.open_end), *headings)
    lead, tail = block.text[slice(*series.lead)], block.text[slice(*series.tail)]
    pages = [span.page for member in members for span in member.spans] or [block.page]
    return Region(
        number=number,
        kind=RegionKind.INLINE,
        contexts=contexts,
        members=members,
        ending=Ending.SENTENCE if series.ended and not _goes_on(blocks, block, series) else Ending.UNKNOWN,
        first_page=min(pages),
        last_page=max(pages),
        section=block.section,
        numbering=series.numbering,
        start_seen=series.start_seen and not _begins_before(block, series),
        problems=series.problems,
        open_words=open_words(lead, f"{series.open_end} {tail}".strip()),
    )


def _goes_on(blocks: Sequence[Block], block: Block, series: Series) -> bool:
    """The block breaks off behind the series, and the next one begins in the middle of a sentence."""
    if series.tail[1] < len(block.text.rstrip()) or block.text.rstrip()[-1:] in ".!?:":
        return False
    following = next((other for other in blocks[block.number + 1 :] if other.kind not in _ASIDE), None)
    return following is not None and following.kind is BlockKind.PARAGRAPH and following.text[:1].islower()


def _begins_before(block: Block, series: Series) -> bool:
    """The sentence of the series begins in the middle: items may stand before the block."""
    start = series.lead[0]
    opening = block.text[start : start + 1]
    return block.kind is BlockKind.PARAGRAPH and start <= block.body_at and opening.islower() and not series.markers


def _around(
    blocks: Sequence[Block], block: Block, lead: Stretch, tail: Stretch, open_end: str = ""
) -> tuple[Context, ...]:
    """Lead-in, the sentence before it, and the rest of the sentence behind the last item."""
    contexts = []
    if block.text[slice(*lead)].strip():
        contexts.append(_context(ContextRole.LEAD_IN, block, *lead))
    before = _before(blocks, block, lead[0])
    if before:
        contexts.append(before)
    if block.text[slice(*tail)].strip(" .;,"):
        contexts.append(_context(ContextRole.TAIL, block, *tail))
    elif open_end:
        contexts.append(Context(ContextRole.TAIL, open_end))
    return tuple(contexts)


def _context(role: ContextRole, block: Block, start: int, end: int) -> Context:
    return Context(role, block.text[start:end].strip(), block.flow.spans(start, end))


def _before(blocks: Sequence[Block], block: Block, at: int) -> Context | None:
    """The sentence before position `at`: in the block, or the last one of the paragraph before."""
    if at > block.body_at + 1:
        start, end = sentence_around(block.text, at - 2, at - 1)
        return _context(ContextRole.BEFORE, block, start, min(end, at))
    for k in range(block.number - 1, max(block.number - 4, -1), -1):
        other = blocks[k]
        if other.kind is BlockKind.PARAGRAPH and other.section == block.section and other.text:
            start, end = sentence_around(other.text, len(other.text) - 1, len(other.text))
            return _context(ContextRole.BEFORE, other, start, end)
        if other.kind is BlockKind.HEADING:
            return None
    return None


def _member(block: Block, item: Stretch, marker: str = "") -> Member:
    start, end = item
    text = block.text[start:end]
    label, detail, aliases = named(text)
    return Member(
        label=label,
        spans=block.flow.spans(start, start + len(label)),
        marker=marker,
        detail=detail,
        aliases=aliases,
        text=text,
        hidden=block.hidden,
    )


def named(text: str) -> tuple[str, str, tuple[str, ...]]:
    """Label, detail and aliases of an item: "Partial (Tier 1)" is "Partial", alias "Partial (Tier 1)", "Tier 1"."""
    bracket = _BRACKET_END.search(text)
    if not bracket or not bracket.start():
        return text, "", ()
    label, inner = text[: bracket.start()], bracket.group(1).strip()
    if len(inner.split()) > _LONG_BRACKET or not inner:
        return label, inner, ()
    return label, inner, (text, inner)


# ---------------------------------------------------------------- over sentences and paragraphs


def _chain_region(
    blocks: Sequence[Block], chain: Sequence[Opening], number: int, headings: tuple[Context, ...]
) -> Region:
    first = blocks[chain[0].block]
    announced = _before(blocks, first, chain[0].start)
    lead = (announced._replace(role=ContextRole.LEAD_IN),) if announced else ()
    members = tuple(
        _chain_member(blocks, opening, following) for opening, following in zip(chain, [*chain[1:], None], strict=True)
    )
    counted = bool(announced and _states(announced.text, len(chain)))
    return Region(
        number=number,
        kind=RegionKind.INLINE,
        contexts=(*lead, *headings),
        members=members,
        ending=Ending.SENTENCE if counted or chain[-1].rank == -1 else Ending.UNKNOWN,
        first_page=min(span.page for member in members for span in member.spans),
        last_page=max(span.page for member in members for span in member.spans),
        section=first.section,
        numbering="ordinal",
        open_words=open_words(announced.text if announced else "", ""),
    )


def _chain_member(blocks: Sequence[Block], opening: Opening, following: Opening | None) -> Member:
    block = blocks[opening.block]
    end = following.start if following and following.block == opening.block else len(block.text)
    label_end = opening.body + len(block.text[opening.body : opening.label_end].rstrip(" .;,:"))
    marker: Flow = block.flow.cut(opening.start, opening.body).strip()
    return Member(
        label=block.text[opening.body : label_end],
        spans=block.flow.spans(opening.body, label_end),
        marker=marker.text,
        detail=block.text[label_end:end].strip(" .;,:"),
        text=block.text[opening.body : end].strip(),
        hidden=block.hidden,
    )


def _states(text: str, count: int) -> bool:
    """The announcing sentence holds this number, in digits or in a word."""
    return any((int(w) if w.isdigit() else _COUNT.get(w)) == count for w in _WORD.findall(text.lower()))
