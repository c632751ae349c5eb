"""Hypothesis strategies and small makers of document structures, for tests of storing and searching."""

from __future__ import annotations

from hypothesis import strategies as st

from app.domain.flow import Flow, Piece
from app.domain.geometry import Box, Span
from app.domain.page import LineBox, OutlineEntry, Page, PageState
from app.domain.structure import (
    Acronym,
    Block,
    BlockKind,
    Column,
    Context,
    ContextRole,
    CountRelation,
    Cue,
    Definition,
    DocumentStructure,
    Ending,
    Field,
    Member,
    PassageDraft,
    Reference,
    Region,
    RegionKind,
)

BOX = Box(0.0, 0.0, 10.0, 10.0)

# ---------------------------------------------------------------- strategies: any value of each type

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = st.integers(-1, 2**31 - 1)
floats = st.floats(-1e6, 1e6)
boxes = st.builds(Box, floats, floats, floats, floats)
spans = st.lists(st.builds(Span, numbers, numbers, numbers, boxes), max_size=3).map(tuple)
strings = st.lists(texts, max_size=3).map(tuple)
flows = st.builds(
    Flow, texts, st.lists(st.builds(Piece, numbers, numbers, numbers, numbers, boxes), max_size=3).map(tuple)
)
fields = st.lists(st.builds(Field, numbers, texts, spans, st.booleans()), max_size=3).map(tuple)
members = st.builds(Member, texts, spans, texts, texts, fields, strings, texts, st.booleans(), st.booleans())
contexts = st.builds(Context, st.sampled_from(ContextRole), texts, spans)
columns = st.builds(Column, texts, spans)
regions = st.builds(
    Region, numbers, st.sampled_from(RegionKind), st.lists(contexts, max_size=3).map(tuple),
    st.lists(members, max_size=4).map(tuple), st.sampled_from(Ending), numbers, numbers, numbers, texts,
    st.lists(columns, max_size=3).map(tuple), numbers, numbers, numbers, st.booleans(), strings, strings,
)  # fmt: skip
cues = st.builds(
    Cue, numbers, numbers, st.sampled_from(CountRelation), texts, texts, strings, spans, texts, numbers, numbers,
    numbers, st.booleans(),
)  # fmt: skip
definitions = st.builds(Definition, texts, texts, spans)
acronyms = st.builds(Acronym, texts, texts, spans)
references = st.builds(Reference, texts, texts, numbers, spans)
outlines = st.builds(OutlineEntry, numbers, texts, numbers)
blocks = st.builds(
    Block, numbers, st.sampled_from(BlockKind), flows, st.lists(numbers, max_size=3).map(tuple), numbers, numbers,
    texts, numbers, floats, numbers, floats, st.booleans(), floats,
)  # fmt: skip


# ---------------------------------------------------------------- makers: one plain thing of each kind


def flow(text: str, page: int = 1) -> Flow:
    return Flow(text, (Piece(0, page, 0, len(text), BOX),))


def page(number: int, text: str = "", state: PageState = PageState.READ, reason: str = "") -> Page:
    return Page(number, str(number), 600.0, 800.0, text, state, reason, (LineBox(0, len(text), BOX),))


def region(number: int, lead_in: str, *labels: str) -> Region:
    context = Context(ContextRole.LEAD_IN, lead_in, (Span(1, 0, len(lead_in), BOX),))
    made = tuple(Member(label, (Span(1, 0, len(label), BOX),), text=label) for label in labels)
    return Region(number, RegionKind.LIST, (context,), made, Ending.NEXT_BLOCK, 1, 1)


def structure(*passages: str, regions: tuple[Region, ...] = (), title: str = "A title") -> DocumentStructure:
    """One page with all passages on it."""
    drafts = tuple(PassageDraft(number, flow(text), ("Heading",), (number,)) for number, text in enumerate(passages))
    return DocumentStructure(
        "name.pdf", title, (page(1, "\n".join(passages)),), 1, PageState.READ, "", regions=regions, passages=drafts
    )
