"""The pipeline as a whole: it never loses a document, and doubts reach every region."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.geometry import Box, Span
from app.domain.page import Fragment, Page, PageState, RawDocument, RawPage, Run
from app.domain.structure import Context, ContextRole, DocumentStructure, Ending, Member, Region, RegionKind
from app.layout import analysis
from app.layout.analysis import analyse
from app.layout.assembly import assemble, mark_hidden, mark_unread, number_regions
from tests.layout.literal_blocks import Sheet

TEXT = (
    "1 Grades",
    "There are three grades of the mill:",
    "- copper",
    "- silver",
    "- gold",
    "The mill also keeps wheat, rye, and barley. Nothing else is kept there at all.",
)


def raw_page(number: int, rows: tuple[str, ...] = TEXT, state: PageState = PageState.READ) -> RawPage:
    fragments = []
    for row, text in enumerate(rows):
        box = Box(72.0, 80.0 + 20 * row, 72.0 + 5 * len(text), 91.0 + 20 * row)
        fragments.append(Fragment((Run(text, box, "Serif", 10.0),), box))
    return RawPage(number, 595.0, 842.0, tuple(fragments), state)


def document(*pages: RawPage) -> RawDocument:
    return RawDocument("mill.pdf", "The mill", pages, planned_pages=len(pages))


def region(
    number: int, page: int, *labels: str, kind: RegionKind = RegionKind.LIST, at: int = 0, parent: int = -1
) -> Region:
    members = tuple(
        Member(label, (Span(page, at + 10 * k, at + 10 * k + 5, Box(0, 0, 1, 1)),)) for k, label in enumerate(labels)
    )
    return Region(number, kind, (), members, Ending.NEXT_BLOCK, page, page, parent=parent)


def test_a_document_end_to_end() -> None:
    structure = analyse(document(raw_page(1)))
    assert structure.reason == ""
    assert [region.number for region in structure.regions] == list(range(len(structure.regions)))
    assert any([member.label for member in found.members] == ["wheat", "rye", "barley"] for found in structure.regions)
    assert [(cue.value, cue.noun) for cue in structure.cues] == [(3, "grades")]
    assert structure.passages
    _spans_hold(structure)


def _spans_hold(structure: DocumentStructure) -> None:
    """Every member's label stands at its spans (line ends folded)."""
    text = {page.number: page.text for page in structure.pages}
    for found in structure.regions:
        for member in found.members:
            parts = [text[span.page][span.start : span.end] for span in member.spans]
            assert "".join("".join(parts).split()) == "".join(member.label.split())


def test_an_empty_document() -> None:
    structure = analyse(RawDocument("none.pdf", "", (), state=PageState.FAILED, reason="not a PDF"))
    assert (structure.reason, structure.state, structure.regions) == ("not a PDF", PageState.FAILED, ())


STEPS = [name for name in vars(analysis) if name.startswith("find_")]
STEPS += ["lay_out", "build_blocks", "assemble", "build_passages"]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_loses_nothing_and_certifies_nothing(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> object:
        raise RuntimeError("planted")

    monkeypatch.setattr(analysis, step, failing)
    structure = analyse(document(raw_page(1), raw_page(2)))
    assert structure.reason.startswith("finder_failed:")
    assert all("finder_failed" in found.problems and not found.closed for found in structure.regions)
    assert "barley" in " ".join(page.text for page in structure.pages)
    if step != "build_passages":
        assert any("barley" in passage.flow.text for passage in structure.passages)
    if step == "lay_out":
        assert {page.state for page in structure.pages} == {PageState.FAILED}


def test_duplicates_drop_and_parents_follow() -> None:
    lists = [region(0, 2, "c", "d", at=50), region(1, 1, "a", "b"), region(2, 2, "e", "f", at=55, parent=0)]
    others = [region(0, 1, "a", "b"), region(1, 1, "a", "b", kind=RegionKind.TABLE)]
    found = number_regions([lists, others])
    assert [(r.kind, r.members[0].label, r.number, r.parent) for r in found] == [
        (RegionKind.LIST, "a", 0, -1),
        (RegionKind.TABLE, "a", 1, -1),
        (RegionKind.LIST, "c", 2, -1),
        (RegionKind.LIST, "e", 3, 2),
    ]


def test_regions_without_members_are_dropped() -> None:
    assert number_regions([[region(0, 1)]]) == []


def test_hidden_lines_mark_their_regions() -> None:
    sheet = Sheet().add("seen").add("unseen", hidden=True)
    seen, unseen = region(0, 1, "seen"), region(1, 1, "unseen", at=5)
    assert [r.problems for r in mark_hidden([seen, unseen], sheet.lines)] == [(), ("hidden",)]


def _page(number: int, state: PageState) -> Page:
    return Page(number, "", 595, 842, "", state)


@pytest.mark.parametrize("state", [PageState.NO_TEXT, PageState.PARTIAL, PageState.FAILED, PageState.TIMED_OUT])
def test_unread_pages_inside_behind_and_before(state: PageState) -> None:
    blocks = Sheet().add("on page one", page=1).add("on page three", page=3).blocks
    pages = [_page(1, PageState.READ), _page(2, state), _page(3, PageState.READ)]
    behind = mark_unread([region(0, 1, "a", "b")], blocks, pages, 3)[0]
    assert behind.ending is Ending.UNREAD_PAGE
    before = mark_unread([region(0, 3, "a", "b", at=0)], blocks, pages, 3)[0]
    assert not before.closed
    inside = replace(region(0, 1, "a", "b"), last_page=3)
    assert "unread_page" in mark_unread([inside], blocks, pages, 3)[0].problems


def test_a_region_in_the_middle_of_its_page_is_not_touched_by_an_unread_neighbour() -> None:
    sheet = Sheet().add("before").add("list").add("behind")
    pages = [_page(1, PageState.READ), _page(2, PageState.NO_TEXT)]
    found = region(0, 1, "list", at=8)
    assert mark_unread([found], sheet.blocks, pages, 2)[0].closed


def test_pages_the_file_promises_but_does_not_have_are_unread() -> None:
    sheet = Sheet().add("list")
    assert (
        mark_unread([region(0, 1, "list")], sheet.blocks, [_page(1, PageState.READ)], 4)[0].ending is Ending.UNREAD_PAGE
    )


def test_open_words_of_lists_are_filled_in() -> None:
    lead = Context(ContextRole.LEAD_IN, "The grains include, for example:")
    opened = replace(region(0, 1, "wheat", "rye"), contexts=(lead,))
    (found,) = assemble([[opened]], (), (), (), 0)
    assert found.open_words == ("for example",)


@pytest.mark.parametrize(
    ("labels", "behind", "opened"),
    [
        (("wheat", "rye", "etc."), "", ("etc.",)),
        (("wheat;", "rye, etc."), "", ("etc.",)),
        (("wheat and so on", "rye, oats, etc."), "", ()),
        (("wheat", "rye"), "This list is not exhaustive.", ("not exhaustive",)),
        (("wheat", "rye"), "Other mills are not far.", ()),
    ],
)
def test_the_end_of_a_list_may_open_it(labels: tuple[str, ...], behind: str, opened: tuple[str, ...]) -> None:
    sheet = Sheet().add("x" * 5).add("y" * 20)
    for text in (behind,) if behind else ():
        sheet.add(text)
    (found,) = assemble([[region(0, 1, *labels)]], sheet.blocks, sheet.lines, (), 0)
    assert found.open_words == opened


def test_a_caption_may_open_a_table() -> None:
    caption = Context(ContextRole.CAPTION, "Table 2: Examples of grains")
    table = replace(region(0, 1, "wheat", "rye", kind=RegionKind.TABLE), contexts=(caption,))
    (found,) = assemble([[table]], (), (), (), 0)
    assert found.open_words == ("Examples of",)
