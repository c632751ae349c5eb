"""Documents to measure on: prose, dense tables, and texts with a known number of matching passages."""

from __future__ import annotations

import random
from pathlib import Path

import pymupdf

SYLLABLES = [
    "an",
    "bel",
    "cor",
    "dan",
    "el",
    "fen",
    "gor",
    "hal",
    "is",
    "jun",
    "kel",
    "lor",
    "men",
    "nor",
    "os",
    "pel",
    "qui",
    "ras",
    "sen",
    "tor",
    "ul",
    "ver",
    "wen",
    "yar",
    "zo",
]
WORD = "quandle"  # stands in MATCHING passages and nowhere else
LINE = 12.5


def word(chooser: random.Random) -> str:
    return "".join(chooser.choices(SYLLABLES, k=chooser.choice((1, 2, 2, 3))))


def sentence(chooser: random.Random, size: int) -> str:
    return " ".join(word(chooser) for _ in range(size)).capitalize() + "."


def prose(pages: int) -> bytes:
    """Full pages of prose in one or two columns, with headings and lists, a running head and a foot."""
    chooser = random.Random(1)
    pdf = pymupdf.open()
    for number in range(1, pages + 1):
        page = pdf.new_page(width=595, height=842)
        page.insert_text((72, 50), "A paper on nothing at all", fontsize=8)
        page.insert_text((290, 810), f"Page {number} of {pages}", fontsize=8)
        columns = 1 + (number // 10) % 2
        for column in range(columns):
            prose_column(page, chooser, 72 + column * 235, 451 if columns == 1 else 215)
    return write(pdf)


def prose_column(page: pymupdf.Page, chooser: random.Random, x: float, width: float) -> None:
    for row in range(54):
        y = 84 + row * LINE
        if row % 27 == 0:
            page.insert_text((x, y), f"{row // 27 + 1} {sentence(chooser, 3)}", fontname="hebo", fontsize=12)
        elif 18 <= row % 27 < 24:
            page.insert_text((x + 12, y), f"({chr(97 + row % 27 - 18)})", fontsize=10)
            page.insert_text((x + 32, y), sentence(chooser, int(width / 60)), fontsize=10)
        else:
            page.insert_text((x, y), sentence(chooser, int(width / 32)), fontsize=10)


def tables(pages: int) -> bytes:
    """Pages full of table rows with six columns and a repeated header."""
    chooser = random.Random(2)
    pdf = pymupdf.open()
    places = (60, 110, 210, 310, 380, 450)
    for number in range(1, pages + 1):
        page = pdf.new_page(width=595, height=842)
        page.insert_text((290, 810), f"Page {number} of {pages}", fontsize=8)
        header = ("No.", "Name", "Place", "Class", "Amount", "Date")
        for x, cell in zip(places, header, strict=True):
            page.insert_text((x, 80), cell, fontname="hebo", fontsize=9)
        for row in range(52):
            for x, cell in zip(places, table_cells(chooser, number * 52 + row), strict=True):
                page.insert_text((x, 95 + row * 13), cell, fontsize=9)
    return write(pdf)


def table_cells(chooser: random.Random, number: int) -> tuple[str, ...]:
    amount = f"{chooser.randrange(10_000)}.{chooser.randrange(100):02}"
    day = f"{chooser.randrange(1, 29):02}/{chooser.randrange(1, 13):02}/2024"
    return str(number), word(chooser).capitalize(), word(chooser).capitalize(), chooser.choice("ABC"), amount, day


def write(pdf: pymupdf.Document) -> bytes:
    data: bytes = pdf.tobytes(deflate=True, no_new_id=True)
    return data


def texts(folder: Path, passages: int, matching: int, per_file: int = 500) -> list[Path]:
    """Plain text files of `passages` paragraphs in all; every so many-th of them holds WORD once."""
    chooser = random.Random(3)
    stock = [sentence(chooser, chooser.randrange(9, 14)) for _ in range(5_000)]
    every = passages // matching
    paths = []
    for first in range(0, passages, per_file):
        rows = [
            paragraph(chooser, stock, number % every == 0) for number in range(first, min(first + per_file, passages))
        ]
        if first == 0:
            rows.append(f"The {WORD}s are:\n\n" + "\n".join(f"- {word(chooser)} {word(chooser)}" for _ in range(8)))
        path = folder / f"text-{first:06}.txt"
        path.write_text("\n\n".join(rows) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def paragraph(chooser: random.Random, stock: list[str], matching: bool) -> str:
    rows = chooser.choices(stock, k=12)
    if matching:
        rows[3] = f"The {WORD} of {word(chooser).capitalize()} was {word(chooser)}."
    return " ".join(rows)
