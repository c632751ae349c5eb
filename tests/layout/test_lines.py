"""Fragments in, lines out: rows, cells, order, roles and exact offsets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.geometry import Box
from app.domain.page import Fragment, Line, LineRole, Page, RawDocument, RawPage, Run
from app.layout.lines import lay_out

WIDTH, HEIGHT = 612.0, 792.0


def run(text: str, x: float, y: float, size: float = 10.0, **style: bool) -> Run:
    return Run(text, Box(x, y, x + 0.5 * size * len(text), y + size), "Serif", size, **style)


def piece(text: str, x: float, y: float, size: float = 10.0, **style: bool) -> Fragment:
    one = run(text, x, y, size, **style)
    return Fragment((one,), one.box)


def pieces(*runs: Run, horizontal: bool = True) -> Fragment:
    box = Box(runs[0].box.x0, min(r.box.y0 for r in runs), runs[-1].box.x1, max(r.box.y1 for r in runs))
    return Fragment(runs, box, horizontal)


def laid(*pages: list[Fragment]) -> tuple[tuple[Page, ...], tuple[Line, ...]]:
    raw = tuple(RawPage(n, WIDTH, HEIGHT, tuple(fragments)) for n, fragments in enumerate(pages, start=1))
    result = lay_out(RawDocument("d", "", raw, planned_pages=len(raw)))
    check_offsets(*result)
    return result


def check_offsets(pages: tuple[Page, ...], lines: tuple[Line, ...]) -> None:
    texts = {page.number: page.text for page in pages}
    for index, line in enumerate(lines):
        assert line.index == index
        assert texts[line.page][line.start : line.end] == line.text
        assert line.cells
        for cell in line.cells:
            assert texts[line.page][cell.start : cell.end] == cell.text
        for start, end in line.marks:
            assert 0 <= start < end <= len(line.text)
    for page in pages:
        own = [line for line in lines if line.page == page.number]
        assert page.text == "\n".join(line.text for line in own)
        assert [(b.start, b.end) for b in page.lines] == [(line.start, line.end) for line in own]


def texts(lines: tuple[Line, ...], role: LineRole = LineRole.BODY) -> list[str]:
    return [line.text for line in lines if line.role is role]


def paragraph(x: float, y: float, lines: int, chars: int = 44, pitch: float = 12.0) -> list[Fragment]:
    words = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor"
    return [piece((words[i % 9 :] + words)[:chars].strip(), x, y + i * pitch) for i in range(lines)]


class TestCells:
    def test_a_table_row_is_one_line_with_cells_sorted_by_x(self) -> None:
        _, lines = laid([piece("12.50", 400, 100), piece("Bolt", 72, 100), piece("M8", 200, 100.4)])
        assert [cell.text for cell in lines[0].cells] == ["Bolt", "M8", "12.50"]
        assert lines[0].text == "Bolt M8 12.50"

    @pytest.mark.parametrize("marker", ["•", "1.", "(a)", "iv)", "–", "2.3", "§ 4.1", "A.2"])
    def test_a_marker_set_apart_stays_with_its_text(self, marker: str) -> None:
        _, lines = laid([piece(marker, 72, 100), piece("Wash the filter", 72 + 5 * len(marker) + 18, 100)])
        assert [cell.text for cell in lines[0].cells] == [f"{marker} Wash the filter"]

    def test_a_bold_bare_number_joins_its_title(self) -> None:
        _, lines = laid([piece("3", 72, 100, bold=True), piece("Results", 96, 100, bold=True)])
        assert lines[0].text == "3 Results"
        assert len(lines[0].cells) == 1

    def test_a_plain_number_before_cells_is_a_cell(self) -> None:
        _, lines = laid([piece("3", 72, 100), piece("Ohio", 100, 100), piece("12.0", 200, 100), piece("4.0", 300, 100)])
        assert len(lines[0].cells) == 4

    def test_a_currency_sign_joins_its_amount(self) -> None:
        _, lines = laid([piece("Rent", 72, 100), piece("$", 300, 100), piece("1,200", 325, 100)])
        assert [cell.text for cell in lines[0].cells] == ["Rent", "$ 1,200"]

    def test_blanks_in_one_fragment_part_cells(self) -> None:
        _, lines = laid([piece("Name        Size      Colour", 72, 100)])
        assert [cell.text for cell in lines[0].cells] == ["Name", "Size", "Colour"]

    def test_a_middling_gap_joins_words_but_parts_cells_under_one_edge(self) -> None:
        _, lines = laid([piece("wide", 72, 100), piece("justified words", 102, 100)])
        assert len(lines[0].cells) == 1
        _, lines = laid([piece("On", 72, 100), piece("lit", 92, 100), piece("Off", 72, 114), piece("dark", 92, 114)])
        assert [len(line.cells) for line in lines] == [2, 1] or [len(line.cells) for line in lines] == [2, 2]


class TestLetters:
    def test_fake_bold_is_printed_once(self) -> None:
        _, lines = laid([piece("Total", 72, 100), piece("Total", 72.3, 100)])
        assert texts(lines) == ["Total"]

    def test_the_same_word_twice_in_a_row_stays(self) -> None:
        _, lines = laid([piece("yes", 72, 100), piece("yes", 200, 100), piece("yes", 72, 114)])
        assert texts(lines) == ["yes yes", "yes"]

    def test_letter_spaced_words(self) -> None:
        _, lines = laid([piece("S C O P E", 72, 100)])
        assert texts(lines) == ["SCOPE"]

    def test_letters_as_fragments(self) -> None:
        _, lines = laid([piece(letter, 72 + 14 * i, 100) for i, letter in enumerate("ANNEX")])
        assert texts(lines) == ["ANNEX"]

    def test_a_drop_capital_belongs_to_the_first_row(self) -> None:
        capital = Run("W", Box(72, 100, 98, 136), "Serif", 36.0)
        rows = [piece("ater runs downhill and", 100, 104), piece("fills every hollow that", 100, 116)]
        _, lines = laid([Fragment((capital,), capital.box), *rows, *paragraph(72, 140, 4)])
        assert lines[0].text == "Water runs downhill and"
        assert lines[1].text == "fills every hollow that"

    def test_a_doubled_bullet_inside_its_line_is_dropped(self) -> None:
        line = pieces(run("•", 72, 100), run(" ", 77, 100), run("Close the lid", 82, 100))
        _, lines = laid([piece("•", 78, 100), line])
        assert texts(lines) == ["• Close the lid"]

    def test_hidden_text_is_a_line_of_its_own(self) -> None:
        line = pieces(run("seen ", 72, 100), run("unseen", 97, 100, hidden=True))
        _, lines = laid([line])
        assert {(each.text, each.hidden) for each in lines} == {("seen", False), ("unseen", True)}


class TestStyle:
    def test_bold_prefix_counts_a_plain_marker(self) -> None:
        _, lines = laid([pieces(run("• ", 72, 100), run("Filter.", 82, 100, bold=True), run(" Rinse daily", 117, 100))])
        assert lines[0].bold_prefix == len("• Filter.")
        assert not lines[0].bold

    def test_a_bold_line(self) -> None:
        _, lines = laid([piece("Safety", 72, 100, bold=True)])
        assert lines[0].bold
        assert lines[0].bold_prefix == len("Safety")
        assert lines[0].cells[0].bold

    def test_italic_prefix(self) -> None:
        _, lines = laid([pieces(run("Pump", 72, 100, italic=True), run(" moves water", 92, 100))])
        assert lines[0].italic_prefix == 4
        assert not lines[0].italic

    def test_a_raised_mark_is_told_and_kept(self) -> None:
        small = Run("3", Box(132, 98, 135, 104), "Serif", 6.0, raised=True)
        _, lines = laid([pieces(run("drained water", 72, 100), small)])
        assert lines[0].text == "drained water3"
        assert lines[0].marks == ((13, 14),)

    @pytest.mark.parametrize(("before", "raised"), [("area of 12 m", "2"), ("10", "3"), ("the 1", "st")])
    def test_exponents_and_ordinals_are_text(self, before: str, raised: str) -> None:
        small = Run(raised, Box(72 + 5 * len(before), 98, 80 + 5 * len(before), 104), "Serif", 6.0, raised=True)
        _, lines = laid([pieces(run(before, 72, 100), small)])
        assert lines[0].marks == ()


class TestOrder:
    def test_two_columns_are_read_one_after_the_other(self) -> None:
        left, right = paragraph(72, 100, 20), paragraph(330, 106, 20)
        title = [piece("A title that runs over the whole width of the page and more", 72, 60, 14)]
        _, lines = laid(title + left + right)
        assert [line.column for line in lines] == [0] + [0] * 20 + [1] * 20
        assert lines[0].columns == 1
        assert lines[1].columns == 2

    def test_three_columns(self) -> None:
        fragments = [f for x in (40, 220, 400) for f in paragraph(x, 100, 25, chars=30)]
        _, lines = laid(fragments)
        assert [line.column for line in lines] == [0] * 25 + [1] * 25 + [2] * 25
        assert {line.columns for line in lines} == {3}

    def test_a_short_last_column_keeps_the_gutter_of_the_page_before(self) -> None:
        first = [*paragraph(72, 100, 20), *paragraph(320, 100, 20)]
        last = [*paragraph(72, 100, 20), piece("Other matters", 320, 106), piece("The day goes on as ever.", 320, 120)]
        _, lines = laid(first, last)
        assert [line.text for line in lines][-2:] == ["Other matters", "The day goes on as ever."]

    def test_a_row_written_across_the_gutter_of_the_page_before_stays_a_row(self) -> None:
        first = [*paragraph(72, 100, 20), *paragraph(320, 100, 20)]
        cells = [piece(text, x, y) for y in (100, 120) for text, x in (("The name of the owner", 72), ("Bo Ash", 320))]
        _, lines = laid(first, cells)
        assert [line.text for line in lines][-2:] == ["The name of the owner Bo Ash"] * 2

    def test_a_table_written_row_by_row_is_no_pair_of_columns(self) -> None:
        rows = []
        for i in range(15):
            rows.append(piece(f"Requirement number {i} of the long list", 72, 100 + 26 * i))
            rows.append(piece("What is asked of the supplier in words", 330, 100 + 26 * i))
            rows.append(piece("and in a second line of the same cell", 330, 112 + 26 * i))
        _, lines = laid(rows)
        assert {line.columns for line in lines} == {1}
        assert sum(1 for line in lines if len(line.cells) == 2) == 15

    def test_short_cells_are_no_columns(self) -> None:
        cells = ((72, "AB12"), (300, "17.5"))
        _, lines = laid([piece(text, x, 100 + 12 * i) for i in range(20) for x, text in cells])
        assert all(len(line.cells) == 2 for line in lines)

    def test_side_notes_stay_out_of_the_flow(self) -> None:
        main = [piece(f"• Step {i}: do the thing that has to be done", 72, 100 + 14 * i) for i in range(20)]
        words = ["Keep hands dry", "at all times.", "See page four."]
        _, lines = laid(main + [piece(text, 420, 131 + 9 * i, size=7) for i, text in enumerate(words)])
        assert len(texts(lines)) == 20
        assert texts(lines, LineRole.MARGIN) == words

    def test_rotated_text_is_margin(self) -> None:
        _, lines = laid([pieces(run("Draft of May", 20, 300), horizontal=False), *paragraph(72, 100, 5)])
        assert texts(lines, LineRole.MARGIN) == ["Draft of May"]

    def test_draft_line_numbers(self) -> None:
        numbers = [piece(str(i + 1), 40, 100 + 12 * i, size=8) for i in range(20)]
        _, lines = laid(numbers + paragraph(72, 100, 20))
        assert texts(lines, LineRole.LINE_NUMBER) == [str(i + 1) for i in range(20)]
        assert all(not line.text[0].isdigit() for line in lines if line.role is LineRole.BODY)

    def test_draft_line_numbers_go_on_over_a_short_page(self) -> None:
        numbers = [piece(str(i + 1), 40, 100 + 12 * i, size=8) for i in range(20)]
        first = numbers + paragraph(72, 100, 20)
        more = [piece(str(i + 21), 40, 300 + 12 * i, size=8) for i in range(3)]
        _, lines = laid(first, more + paragraph(72, 300, 3))
        assert texts([line for line in lines if line.page == 2], LineRole.LINE_NUMBER) == ["21", "22", "23"]

    def test_a_numbered_list_keeps_its_numbers(self) -> None:
        numbers = [piece(f"{i + 1}", 50, 100 + 14 * i) for i in range(20)]
        items = [piece(f"Item number {i} of the list of things", 72, 100 + 14 * i) for i in range(20)]
        _, lines = laid(numbers + items)
        assert not texts(lines, LineRole.LINE_NUMBER)


class TestFootnotes:
    def test_smaller_rows_from_a_raised_number_to_the_end(self) -> None:
        mark = Run("1", Box(72, 699, 75, 704), "Serif", 5.0, raised=True)
        note = pieces(mark, run("As measured in spring.", 76, 700, 8))
        _, lines = laid([*paragraph(72, 400, 15), note, piece("and again in autumn.", 72, 709, 8)])
        assert texts(lines, LineRole.FOOTNOTE) == ["1As measured in spring.", "and again in autumn."]

    def test_small_text_without_a_mark_is_body(self) -> None:
        _, lines = laid([*paragraph(72, 400, 15), piece("All rights are reserved by the authors.", 72, 700, 8)])
        assert not texts(lines, LineRole.FOOTNOTE)


fragments = st.builds(
    lambda text, x, y, size, bold: piece(text, x, y, size, bold=bold),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=30),
    st.floats(-50, 700),
    st.floats(-50, 900),
    st.floats(1, 60),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(fragments, max_size=25), max_size=4))
def test_any_page_keeps_every_letter_and_exact_offsets(pages: list[list[Fragment]]) -> None:
    laid_pages, _ = laid(*pages)
    for raw, page in zip(pages, laid_pages, strict=True):
        given_letters = {letter for fragment in raw for letter in fragment.runs[0].text if not letter.isspace()}
        assert given_letters == {letter for letter in page.text if not letter.isspace()}
