"""Running heads and feet by repetition at the same place, and nothing else."""

from __future__ import annotations

import pytest

from app.domain.page import Fragment, LineRole
from tests.layout.test_lines import laid, paragraph, piece


def furniture(*pages: list[Fragment]) -> list[list[str]]:
    laid_pages, lines = laid(*pages)
    return [
        [line.text for line in lines if line.page == page.number and line.role is LineRole.FURNITURE]
        for page in laid_pages
    ]


def body(number: int) -> list[Fragment]:
    return paragraph(72, 120 + number % 3, 30 + number % 4)


def test_a_repeated_head_and_a_counting_foot() -> None:
    pages = [[piece("Harbour Handbook", 72, 30), *body(n), piece(str(n + 4), 300, 760)] for n in range(1, 7)]
    assert furniture(*pages) == [["Harbour Handbook", str(n + 4)] for n in range(1, 7)]


@pytest.mark.parametrize("form", ["Page {n} of 6", "- {n} -", "{n}/6", "Seite {n}", "Pump Manual Rev. C {n}"])
def test_forms_of_page_numbers(form: str) -> None:
    pages = [[*body(n), piece(form.format(n=n), 250, 760)] for n in range(1, 7)]
    assert furniture(*pages) == [[form.format(n=n)] for n in range(1, 7)]


def test_roman_page_numbers() -> None:
    pages = [[*body(n), piece(roman, 300, 760)] for n, roman in enumerate(["i", "ii", "iii", "iv"])]
    assert furniture(*pages) == [["i"], ["ii"], ["iii"], ["iv"]]


@pytest.mark.parametrize("form", ["{n}", "- {n} -", "Page {n} of 6"])
def test_page_numbers_that_follow_the_text_wherever_it_ends(form: str) -> None:
    ends = [30, 12, 25, 8, 19, 40]
    pages = [
        [*paragraph(72, 120, end), piece(form.format(n=n), 300, 132 + 12 * end)] for n, end in enumerate(ends, start=1)
    ]
    assert furniture(*pages) == [[form.format(n=n)] for n in range(1, 7)]


def test_numbers_at_the_end_that_do_not_count_the_pages_are_content() -> None:
    pages = [[*paragraph(72, 120, 10 + n), piece(str(n * n + 3), 300, 300 + 12 * n)] for n in range(6)]
    assert furniture(*pages) == [[]] * 6


def test_alternating_heads() -> None:
    pages = [[piece(("Left title", "Right title")[n % 2], 72 + 200 * (n % 2), 30), *body(n)] for n in range(8)]
    assert all(len(found) == 1 for found in furniture(*pages))


def test_a_line_that_stands_once_at_the_top_is_content() -> None:
    pages = [[piece(title, 72, 30), *body(n)] for n, title in enumerate(["Scope", "Terms", "Payment", "Notice"])]
    assert furniture(*pages) == [[], [], [], []]


def test_one_numbered_item_a_page_is_content() -> None:
    pages = [[piece(f"Exercise {n}", 72, 40), *body(n)] for n in range(1, 9)]
    assert furniture(*pages) == [[]] * 8


def test_repetition_on_scattered_pages_is_chance() -> None:
    firsts = ["Example:" if n % 17 == 0 else f"Word{chr(97 + n % 26)}{n * 7}x" for n in range(60)]
    pages = [[piece(first, 72, 40), *body(n)] for n, first in enumerate(firsts)]
    assert all("Example:" not in found for found in furniture(*pages))


def test_a_table_header_repeated_with_its_table_is_content() -> None:
    pages = []
    for n in range(5):
        header = [piece(text, x, 50, bold=True) for x, text in ((72, "Unit"), (160, "State"), (300, "Miles"))]
        cells = [((72, f"U{n}{i}"), (160, "Ohio"), (330, f"{n * 7 + i}.5")) for i in range(40)]
        rows = [piece(text, x, 64 + 14 * i) for i, row in enumerate(cells) for x, text in row]
        pages.append([piece("Fleet report", 72, 30), *header, *rows])
    assert furniture(*pages) == [["Fleet report"]] * 5


def test_web_print_lines() -> None:
    pages = [
        [
            piece("3/4/2026, 9:10 AM", 30, 16, 8),
            *body(n),
            piece("https://example.org/a/b", 30, 774, 8),
            piece(f"{n}/5", 560, 774, 8),
        ]
        for n in range(1, 6)
    ]
    assert furniture(*pages) == [["3/4/2026, 9:10 AM", f"https://example.org/a/b {n}/5"] for n in range(1, 6)]


def test_body_lines_under_a_head_are_not_drawn_in() -> None:
    """The same first words of the text on three pages, at normal pitch to the text and far from the head."""
    pages = [[piece("Manual", 72, 20), piece("Note:", 72, 66), *paragraph(72, 78, 40 - n)] for n in range(4)]
    assert furniture(*pages) == [["Manual"]] * 4


def test_titles_of_chapters_beside_the_page_number_are_heads() -> None:
    titles = ["Chapter 1: Ropes", "Chapter 1: Ropes", "Chapter 2: Sails", "Chapter 3: Keels", "Chapter 3: Keels"]
    pages = [[piece(title, 72, 40), piece(str(n), 500, 40), *body(n)] for n, title in enumerate(titles, start=1)]
    assert furniture(*pages) == [[f"{title} {n}"] for n, title in enumerate(titles, start=1)]


def test_a_small_foot_of_one_word_and_the_page_number() -> None:
    pages = [[*body(n), piece(f"Handbook {n}", 72, 760, size=8)] for n in range(1, 5)]
    assert furniture(*pages) == [[f"Handbook {n}"] for n in range(1, 5)]


def test_section_titles_in_a_type_of_their_own_at_the_same_place_are_heads() -> None:
    titles = ["Ropes", "Ropes", "Sails", "Sails", "Sails", "Keels", "Keels", "Masts"]
    pages = [[piece(title, 72, 30, size=8), *body(n)] for n, title in enumerate(titles)]
    assert furniture(*pages) == [[title] for title in titles]


def test_a_title_on_each_page_in_large_type_is_content() -> None:
    titles = ["Ropes", "Ropes", "Sails", "Sails", "Sails", "Keels", "Keels", "Masts"]
    pages = [[piece(title, 72, 30, size=18), *body(n)] for n, title in enumerate(titles)]
    assert furniture(*pages) == [[]] * 8
