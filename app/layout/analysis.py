"""The pipeline from raw pages to everything that is stored of a document. Broken input never raises out of it."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from app.domain.flow import Flow, Piece
from app.domain.page import Line, LineBox, LineRole, Page, PageState, RawDocument, RawPage
from app.domain.structure import Block, BlockKind, DocumentStructure, Region
from app.layout.assembly import assemble

T = TypeVar("T")

# Finder name -> (module, function). Arguments are passed by name: lines, blocks, pages, outline.
FINDERS = {
    "sections": ("app.layout.sections", "find_sections"),
    "lists": ("app.layout.lists", "find_lists"),
    "run_ins": ("app.layout.run_ins", "find_run_ins"),
    "sequences": ("app.layout.sequences", "find_sequences"),
    "footnotes": ("app.layout.footnotes", "find_footnotes"),
    "tables": ("app.layout.tables", "find_tables"),
    "records": ("app.layout.records", "find_records"),
    "series": ("app.layout.series", "find_series"),
    "glossaries": ("app.layout.glossary", "find_glossaries"),
}


class Steps:
    """Runs steps; a step that raises gives its fallback and is remembered by name."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def run(self, name: str, step: Callable[[], T], fallback: T) -> T:
        try:
            return step()
        except Exception:  # a fault in one finder must not lose the document; the name says what is missing
            self.failed.append(name)
            return fallback


def analyse(raw: RawDocument) -> DocumentStructure:
    """Lay out the pages, find blocks, regions, cues, definitions, references and passages of one document.

    A step that fails is named in `reason` ("finder_failed:lists"), and then every region carries the problem
    "finder_failed", so that nothing of the document can be certified.
    """
    steps = Steps()
    pages, lines = steps.run("lay_out", lambda: _call("app.layout.lines", "lay_out", raw=raw), _bare(raw))
    known: dict[str, Any] = {"lines": lines, "pages": pages, "outline": raw.outline}
    blocks = steps.run("blocks", lambda: _call("app.layout.blocks", "build_blocks", **known), plain_blocks(lines))
    known["blocks"] = blocks
    found: list[list[Region]] = [
        steps.run(name, lambda at=at: list(_call(*at, **known)), [])  # type: ignore[misc]
        for name, at in FINDERS.items()
    ]
    nothing: tuple[Region, ...] = ()
    regions = steps.run("assembly", lambda: assemble(found, blocks, lines, pages, raw.planned_pages), nothing)
    known["regions"] = regions
    return _structure(raw, steps, known)


def _structure(raw: RawDocument, steps: Steps, known: dict[str, Any]) -> DocumentStructure:
    def find(name: str, module: str, function: str) -> tuple[Any, ...]:
        return steps.run(name, lambda: tuple(_call(module, function, **known)), ())

    cues = find("cues", "app.layout.cues", "find_cues")
    definitions = find("definitions", "app.layout.definitions", "find_definitions")
    acronyms = find("acronyms", "app.layout.acronyms", "find_acronyms")
    references = find("references", "app.layout.references", "find_references")
    passages = find("passages", "app.layout.passages", "build_passages")
    return DocumentStructure(
        name=raw.name,
        title=raw.title,
        pages=known["pages"],
        planned_pages=max(raw.planned_pages, len(raw.pages)),
        state=raw.state,
        reason="; ".join(filter(None, (raw.reason, *(f"finder_failed:{name}" for name in steps.failed)))),
        blocks=known["blocks"],
        regions=distrust(known["regions"]) if steps.failed else known["regions"],
        cues=cues,
        definitions=definitions,
        acronyms=acronyms,
        references=references,
        passages=passages,
        outline=raw.outline,
        layers=raw.layers.union(*(page.layers for page in raw.pages)),
    )


def distrust(regions: Iterable[Region]) -> tuple[Region, ...]:
    """The regions, none of them closed: some step of the document's reading failed."""
    return tuple(replace(region, problems=(*region.problems, "finder_failed")) for region in regions)


def _call(module: str, function: str, **known: Any) -> Any:
    """Call a step with those of the known values that its parameters name; a step not there finds nothing."""
    try:
        step = getattr(importlib.import_module(module), function)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        if function in ("lay_out", "build_blocks"):
            raise
        return ()
    return step(**{name: known[name] for name in inspect.signature(step).parameters if name in known})


# ---------------------------------------------------------------- fallbacks: plain text is better than none


def _bare(raw: RawDocument) -> tuple[tuple[Page, ...], tuple[Line, ...]]:
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
