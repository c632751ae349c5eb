"""Lines of any kind never make block building or the finders raise, and nothing is lost or invented."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.geometry import Box
from app.domain.page import Cell, Line, LineRole, OutlineEntry, Page, PageState
from app.domain.structure import Region
from app.layout.blocks import build_blocks
from app.layout.footnotes import find_footnotes
from app.layout.lists import find_lists
from app.layout.run_ins import find_run_ins
from app.layout.sections import find_sections
from app.layout.sequences import find_sequences

TEXTS = st.sampled_from(
    ["(a) one", "(b) two;", "(i) first", "(ii) second", "1. Title", "2.1 Deep", "2.1.", "\u2022", "\u2022 item", "-",
     "- dash", "Article IV", "Table 3. Rates", "Contents", "Boats ...... 4", "a hyphen-", "ated word", "Step 2: go",
     "Step 4: stop", "12", "VII", "A. Words", "Name: value", "the end.", "Following are:", "CAPITALS", "\u0007 bell",
     "Title \u2014 and text that follows it", "x" * 150, "\u2460 circle", "Appendix A", "(", "[", "..", "\u00a0", " "]
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> tuple[tuple[Line, ...], tuple[Page, ...]]:
    lines: list[Line] = []
    pages: list[Page] = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        text = ""
        for _ in range(draw(st.integers(0, 8))):
            body = draw(TEXTS) + draw(st.sampled_from(["", " more", " and more text here.", ":"]))
            start, x, y = len(text), draw(st.integers(-5, 500)), draw(st.integers(-5, 800))
            box = Box(x, y, x + len(body) * 5, y + 10)
            whole = Cell(body, start, start + len(body), box, False)
            cells = draw(st.sampled_from([(), (whole,), (whole, whole), (whole, whole, whole)]))
            prefix = draw(st.sampled_from([0, 0, 3, len(body), len(body) + 4]))
            marks = draw(st.sampled_from([(), (), ((0, 1),), ((1, 3), (2, 4))]))
            lines.append(
                Line(
                    len(lines), number, body, start, start + len(body), box, cells,
                    draw(st.integers(0, 1)), draw(st.integers(1, 2)), draw(st.sampled_from([0.0, 8.0, 10.0, 16.0])),
                    bold=draw(st.booleans()), italic=draw(st.booleans()), bold_prefix=prefix, marks=marks,
                    hidden=draw(st.booleans()), role=draw(st.sampled_from(list(LineRole))),
                )
            )  # fmt: skip
            text += body + "\n"
        pages.append(Page(number, "", 595, 842, text, PageState.READ))
    return tuple(lines), tuple(pages)


OUTLINE = (OutlineEntry(1, "Title", 1), OutlineEntry(2, "Deep", 2), OutlineEntry(5, "", 1))


@settings(max_examples=80, deadline=None)
@given(documents())
def test_any_lines_are_understood_somehow(document: tuple[tuple[Line, ...], tuple[Page, ...]]) -> None:
    lines, pages = document
    blocks = build_blocks(lines, pages, OUTLINE)
    kept = sorted(index for block in blocks for index in block.lines)
    assert kept == [line.index for line in lines if line.text.strip()]
    assert [block.number for block in blocks] == list(range(len(blocks)))
    for block in blocks:
        assert 0 <= block.body_at <= len(block.text)
        for piece in block.flow.pieces:
            stored = pages[piece.page - 1].text[piece.start : piece.end]
            assert block.text[piece.at : piece.at + len(stored)] == stored
    regions: list[Region] = [*find_lists(blocks, pages), *find_sections(blocks, OUTLINE, pages)]
    regions += [*find_run_ins(blocks, pages), *find_sequences(blocks, pages), *find_footnotes(blocks)]
    for region in regions:
        for member in region.members:
            stored = "".join(pages[span.page - 1].text[span.start : span.end] for span in member.spans)
            assert "".join(stored.split()) == "".join(member.label.split())
