"""What was understood of one document, as a dictionary and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.domain.geometry import Box, Span, union
from app.domain.structure import Block, Cue, DocumentStructure, Region

Json = dict[str, Any]


def render(structure: DocumentStructure, page: int | None = None) -> Json:
    """The whole structure, or what stands on one page (1-based)."""
    return {
        "name": structure.name,
        "title": structure.title,
        "state": str(structure.state),
        "reason": structure.reason,
        "pages_planned": structure.planned_pages,
        "layers_not_read": sorted(structure.layers),
        "pages": [
            {
                "page": each.number,
                "label": each.label,
                "state": str(each.state),
                "reason": each.reason,
                "lines": [
                    {"text": each.text[line.start : line.end], "bbox": [round(edge, 2) for edge in line.box]}
                    for line in each.lines
                ],
            }
            for each in structure.pages
            if page in (None, each.number)
        ],
        "blocks": [_block(each) for each in structure.blocks if _on(page, each.page, _last(each))],
        "regions": [_region(each) for each in structure.regions if _on(page, each.first_page, each.last_page)],
        "cues": [_cue(each) for each in structure.cues if _touches(page, each.spans)],
        "definitions": [
            {"term": each.term, "text": each.text} for each in structure.definitions if _touches(page, each.spans)
        ],
        "acronyms": [
            {"short": each.short, "long": each.long} for each in structure.acronyms if _touches(page, each.spans)
        ],
        "references": [
            {"kind": each.kind, "number": each.number} for each in structure.references if _touches(page, each.spans)
        ],
    }


def _on(page: int | None, first: int, last: int) -> bool:
    return page is None or first <= page <= last


def _touches(page: int | None, spans: tuple[Span, ...]) -> bool:
    return page is None or any(span.page == page for span in spans)


def _last(block: Block) -> int:
    return block.flow.pieces[-1].page if block.flow.pieces else 0


def _block(block: Block) -> Json:
    return {
        "number": block.number,
        "kind": str(block.kind),
        "page": block.page,
        "level": block.level,
        "marker": block.marker,
        "text": block.text,
    }


def _region(region: Region) -> Json:
    return {
        "number": region.number,
        "kind": str(region.kind),
        "pages": [region.first_page, region.last_page],
        "contexts": [{"role": str(each.role), "text": each.text} for each in region.contexts],
        "columns": [each.name for each in region.columns],
        "numbering": region.numbering,
        "members": [
            {"label": each.label, "marker": each.marker, "detail": each.detail, "counted": each.counted}
            for each in region.members
        ],
        "ending": str(region.ending),
        "closed": region.closed,
        "problems": list(region.problems),
        "open_words": list(region.open_words),
    }


def _cue(cue: Cue) -> Json:
    return {
        "value": cue.value,
        "relation": str(cue.relation),
        "noun": cue.noun,
        "modifiers": list(cue.modifiers),
        "quote": cue.quote,
        "pages": sorted({span.page for span in cue.spans}),
    }


def boxes(structure: DocumentStructure, page: int) -> list[tuple[Box, str, str]]:
    """What to draw into the picture of a page: blocks, regions' members and contexts, stated counts."""
    found = []
    for block in structure.blocks:
        around = [piece.box for piece in block.flow.pieces if piece.page == page]
        if around:
            found.append((union(around), "grey", str(block.kind)))
    for region in structure.regions:
        colour = "green" if region.closed and not region.open_words else "orange"
        for at, member in enumerate(region.members, 1):
            found += [(box, colour, f"{region.number}.{at}") for box in _boxes(member.spans, page)]
        for context in region.contexts:
            found += [(box, "blue", f"{region.number} {context.role}") for box in _boxes(context.spans, page)]
    for cue in structure.cues:
        found += [(box, "purple", f"{cue.value} {cue.noun}") for box in _boxes(cue.spans, page)]
    return found


def _boxes(spans: tuple[Span, ...], page: int) -> list[Box]:
    around = [span.box for span in spans if span.page == page]
    return [union(around)] if around else []


# ---------------------------------------------------------------- as text


def lines(found: Json, width: int = 100) -> Iterator[str]:
    """A readable account of what `render` gives."""
    yield f"{found['name']}: {found['state']}, {found['pages_planned']} pages" + _because(found["reason"])
    for page in found["pages"]:
        label = f" (printed {page['label']})" if page["label"] else ""
        yield f"Page {page['page']}{label}: {page['state']}, {len(page['lines'])} lines{_because(page['reason'])}"
    yield from _section("Blocks", (_block_line(each, width) for each in found["blocks"]))
    yield from _section("Regions", (row for each in found["regions"] for row in _region_lines(each, width)))
    yield from _section("Stated counts", (_cue_line(each, width) for each in found["cues"]))
    terms = [f"{each['term']}: {each['text']}"[:width] for each in found["definitions"]]
    yield from _section("Definitions", terms)
    yield from _section("Acronyms", (f"{each['short']} = {each['long']}" for each in found["acronyms"]))


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _section(title: str, rows: Any) -> Iterator[str]:
    kept = list(rows)
    yield f"{title}: {'none' if not kept else ''}".rstrip()
    yield from (f"  {row}" for row in kept)


def _block_line(block: Json, width: int) -> str:
    return f"p. {block['page']:<4} {block['kind']:<10} {block['text'][:width]}"


def _region_lines(region: Json, width: int) -> Iterator[str]:
    first, last = region["pages"]
    where = f"p. {first}" if first == last else f"p. {first}-{last}"
    trouble = ", ".join([*region["problems"], *region["open_words"], f"ending {region['ending']}"])
    yield f"{where} {region['kind']}, {len(region['members'])} members, " + (
        "closed" if region["closed"] and not region["open_words"] else f"open ({trouble})"
    )
    if region["columns"]:
        yield f"  columns: {' | '.join(region['columns'])}"[:width]
    yield from (f"  {each['role']}: {each['text']}"[:width] for each in region["contexts"])
    yield from (
        f"  {' '.join(filter(None, ('-', each['marker'], each['label'])))}"[:width] for each in region["members"]
    )


def _cue_line(cue: Json, width: int) -> str:
    pages = ", ".join(str(page) for page in cue["pages"])
    noun = " ".join([*cue["modifiers"], cue["noun"]])
    return f"p. {pages}: {cue['relation']} {cue['value']} {noun}: {cue['quote']}"[: width + 20]
