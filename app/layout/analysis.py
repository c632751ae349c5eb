"""The pipeline from raw pages to everything that is stored of a document. Broken input never raises out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from app.domain.flow import Flow, Piece
from app.domain.page import Line, LineBox, LineRole, OutlineEntry, Page, PageState, RawDocument, RawPage
from app.domain.structure import (
    Acronym,
    Block,
    BlockKind,
    Cue,
    Definition,
    DocumentStructure,
    PassageDraft,
    Reference,
    Region,
)
from app.layout.acronyms import find_acronyms, listed_acronyms
from app.layout.assembly import assemble
from app.layout.blocks import build_blocks
from app.layout.cues import find_cues
from app.layout.definitions import find_definitions
from app.layout.footnotes import find_footnotes
from app.layout.glossary import find_glossaries
from app.layout.lines import lay_out
from app.layout.lists import find_lists
from app.layout.passages import build_passages
from app.layout.records import records_of
from app.layout.references import find_references
from app.layout.run_ins import find_run_ins
from app.layout.sections import find_sections
from app.layout.sequences import find_sequences
from app.layout.series import find_series
from app.layout.table_parts import without_table_parts
from app.layout.tables import Tabular

T = TypeVar("T")


class Read(NamedTuple):
    """What every finder may look at."""

    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    outline: tuple[OutlineEntry, ...]
    tabular: Tabular


# Looked up by name when called, so that a test can make any one of them fail.
FINDERS: dict[str, Callable[[Read], Sequence[Region]]] = {
    "sections": lambda read: find_sections(read.blocks, read.outline, read.pages),
    "lists": lambda read: find_lists(read.blocks, read.pages),
    "run_ins": lambda read: find_run_ins(read.blocks, read.pages),
    "sequences": lambda read: find_sequences(read.blocks, read.pages),
    "footnotes": lambda read: find_footnotes(read.blocks),
    "tables": lambda read: read.tabular.tables,
    "records": lambda read: records_of(read.tabular),
    "series": lambda read: find_series(read.blocks),
    "glossaries": lambda read: find_glossaries(read.lines, read.blocks),
}


class Steps:
    """Runs steps; a step that raises gives its fallback and is remembered by name."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def run(self, name: str, step: Callable[[], T], fallback: Callable[[], T]) -> T:
        try:
            return step()
        except Exception:  # a fault in one finder must not lose the document; the name says what is missing
            self.failed.append(name)
            return fallback()


def analyse(raw: RawDocument) -> DocumentStructure:
    """Lay out the pages, find blocks, regions, cues, definitions, references and passages of one document.

    A step that fails is named in `reason` ("finder_failed:lists"), and then every region carries the problem
    "finder_failed", so that nothing of the document can be certified.
    """
    steps = Steps()
    pages, lines = steps.run("lay_out", lambda: lay_out(raw), lambda: bare_pages(raw))
    blocks = steps.run("blocks", lambda: build_blocks(lines, pages, raw.outline), lambda: plain_blocks(lines))
    read = Read(pages, lines, blocks, raw.outline, Tabular(lines, blocks, pages))
    found: list[Sequence[Region]] = []
    for name, finder in FINDERS.items():
        found.append(_found(steps, name, finder, read))
    found = steps.run("table_parts", lambda: without_table_parts(found, read.tabular.rows), lambda: found)
    nothing: tuple[Region, ...] = ()
    regions = steps.run(
        "assembly",
        lambda: assemble(found, blocks, lines, pages, raw.planned_pages, read.tabular.gaps),
        lambda: nothing,
    )
    return _structure(raw, steps, read, regions)


def _found(steps: Steps, name: str, finder: Callable[[Read], Sequence[Region]], read: Read) -> Sequence[Region]:
    nothing: Sequence[Region] = ()
    return steps.run(name, lambda: finder(read), lambda: nothing)


def _structure(raw: RawDocument, steps: Steps, read: Read, regions: tuple[Region, ...]) -> DocumentStructure:
    blocks = read.blocks
    cues: tuple[Cue, ...] = steps.run("cues", lambda: find_cues(blocks, regions), tuple)
    definitions: tuple[Definition, ...] = steps.run("definitions", lambda: tuple(find_definitions(blocks)), tuple)
    acronyms: tuple[Acronym, ...] = steps.run("acronyms", lambda: _acronyms(blocks, regions), tuple)
    references: tuple[Reference, ...] = steps.run("references", lambda: tuple(find_references(blocks)), tuple)
    passages: tuple[PassageDraft, ...] = steps.run("passages", lambda: tuple(build_passages(blocks)), tuple)
    return DocumentStructure(
        name=raw.name,
        title=raw.title,
        pages=read.pages,
        planned_pages=max(raw.planned_pages, len(raw.pages)),
        state=raw.state,
        reason="; ".join(filter(None, (raw.reason, *(f"finder_failed:{name}" for name in steps.failed)))),
        blocks=blocks,
        regions=distrust(regions) if steps.failed else regions,
        cues=cues,
        definitions=definitions,
        acronyms=acronyms,
        references=references,
        passages=passages,
        outline=raw.outline,
        layers=raw.layers.union(*(page.layers for page in raw.pages)),
    )


def _acronyms(blocks: Sequence[Block], regions: Sequence[Region]) -> tuple[Acronym, ...]:
    """Those explained in the text and those of acronym lists, each pair once."""
    found = [*find_acronyms(blocks), *listed_acronyms(regions)]
    return tuple({(acronym.short, acronym.long.lower()): acronym for acronym in reversed(found)}.values())[::-1]


def distrust(regions: Iterable[Region]) -> tuple[Region, ...]:
    """The regions, none of them closed: some step of the document's reading failed."""
    return tuple(replace(region, problems=(*region.problems, "finder_failed")) for region in regions)


# ---------------------------------------------------------------- fallbacks: plain text is better than none


def bare_pages(raw: RawDocument) -> tuple[tuple[Page, ...], tuple[Line, ...]]:
    """Pages in native order, one line a fragment: what stays when layout fails."""
    pages: list[Page] = []
    lines: list[Line] = []
    for page in raw.pages:
        kept, found = _bare_page(page, len(lines))
        pages.append(kept)
        lines.extend(found)
    return tuple(pages), tuple(lines)


def _bare_page(page: RawPage, first: int) -> tuple[Page, list[Line]]:
    lines: list[Line] = []
    at = 0
    for fragment in page.fragments:
        text = "".join(run.text for run in fragment.runs).strip()
        if text:
            hidden = any(run.hidden for run in fragment.runs)
            lines.append(
                Line(first + len(lines), page.number, text, at, at + len(text), fragment.box, (), hidden=hidden)
            )
            at += len(text) + 1
    text = "\n".join(line.text for line in lines)
    boxes = tuple(LineBox(line.start, line.end, line.box) for line in lines)
    state = PageState.FAILED if lines and page.state is PageState.READ else page.state
    reason = page.reason or ("layout failed" if state is PageState.FAILED else "")
    return Page(page.number, page.label, page.width, page.height, text, state, reason, boxes, page.layers), lines


def plain_blocks(lines: Sequence[Line]) -> tuple[Block, ...]:
    """One paragraph a line: what stays when block building fails."""
    blocks: list[Block] = []
    for line in lines:
        kind = BlockKind.FURNITURE if line.role is LineRole.FURNITURE else BlockKind.PARAGRAPH
        flow = Flow(line.text, (Piece(0, line.page, line.start, line.end, line.box),))
        blocks.append(Block(len(blocks), kind, flow, (line.index,), -1, hidden=line.hidden))
    return tuple(blocks)
