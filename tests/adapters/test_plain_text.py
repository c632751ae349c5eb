"""Text and Markdown files as pages of lines."""

from __future__ import annotations

import pytest

from app.adapters.reading import read_document, read_head, read_pages
from app.domain.page import Line, PageState
from app.layout.lines import lay_out


def lines_of(name: str, text: str) -> tuple[Line, ...]:
    return lay_out(read_document(name, text.encode()))[1]


def test_lines_keep_their_indent_and_their_distance() -> None:
    first, second, third = lines_of("a.txt", "Duties\n\n  - sweep\n  - dust\n")
    assert [line.text for line in (first, second, third)] == ["Duties", "- sweep", "- dust"]
    assert second.box.x0 - first.box.x0 == pytest.approx(12)
    assert second.box.y0 - first.box.y0 == pytest.approx(24)
    assert third.box.y0 - second.box.y0 == pytest.approx(12)


def test_a_form_feed_breaks_the_page() -> None:
    raw = read_document("a.txt", b"one\n\ftwo\n\f")
    assert [page.number for page in raw.pages] == [1, 2]
    assert raw.planned_pages == 2


def test_very_many_lines_are_several_pages() -> None:
    raw = read_document("a.txt", b"line\n" * 7000)
    assert len(raw.pages) == 3
    assert [page.number for page in read_pages("a.txt", b"line\n" * 7000, 3)] == [3]


@pytest.mark.parametrize(
    "data",
    ["Grüße – ½ Œuvre".encode(), "Grüße".encode("utf-8-sig"), "Grüße".encode("utf-16"), "Grüße".encode("cp1252")],
)
def test_encodings(data: bytes) -> None:
    raw = read_document("a.txt", data)
    assert raw.pages[0].fragments[0].runs[0].text.startswith("Grüße")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b"text\x00with\x00zeros"),
        ("a.txt", b""),
        ("a.txt", b" \n\n"),
        ("a.md", bytes(range(1, 30)) * 40),
        ("a.docx", b"PK\x03\x04"),
        ("a", b"words"),
        ("a.pdf", b"words"),
    ],
)
def test_what_is_no_text_fails_with_a_reason(name: str, data: bytes) -> None:
    raw = read_document(name, data)
    assert raw.state is PageState.FAILED
    assert raw.reason
    assert read_head(name, data).state is PageState.FAILED


def test_a_pdf_is_told_by_its_content() -> None:
    assert "PDF" in read_document("notes.txt", b"%PDF-1.4 broken").reason


class TestMarkdown:
    def test_headings_are_large_and_bold(self) -> None:
        title, part, words = lines_of("a.md", "# Rules\n\n## Scope ##\n\nAll of it.\n")
        assert [line.text for line in (title, part, words)] == ["Rules", "Scope", "All of it."]
        assert title.size > part.size > words.size
        assert title.bold
        assert not words.bold

    def test_the_title_is_the_first_heading(self) -> None:
        assert read_document("a.md", b"Intro\n\n# The **Rules**\n").title == "The Rules"

    def test_a_table_row_is_one_line_with_cells(self) -> None:
        rows = lines_of("a.md", "| Name | Size |\n|:-----|-----:|\n| Bolt | M8 |\n| Nut and washer | M10 |\n")
        assert [[cell.text for cell in line.cells] for line in rows] == [
            ["Name", "Size"],
            ["Bolt", "M8"],
            ["Nut and washer", "M10"],
        ]

    def test_values_between_bars_without_outer_ones(self) -> None:
        rows = lines_of("a.txt", "a | b | c\n1 | two words | 3\n")
        assert [[cell.text for cell in line.cells] for line in rows] == [["a", "b", "c"], ["1", "two words", "3"]]

    def test_bold_words(self) -> None:
        (line,) = lines_of("a.md", "- **Filter**: rinse it\n")
        assert line.text == "- Filter: rinse it"
        assert line.bold_prefix == len("- Filter")

    def test_code_is_left_alone(self) -> None:
        lines = lines_of("a.md", "```\n# a comment\n```\n")
        assert "# a comment" in [line.text for line in lines]


def test_a_row_with_struck_out_words_counts_as_hidden() -> None:
    lines = lines_of("a.md", "- Copper\n- ~~Iron~~\n- Tin ~ lead\n")
    assert [(line.text, line.hidden) for line in lines] == [
        ("- Copper", False),
        ("- Iron", True),
        ("- Tin ~ lead", False),
    ]
