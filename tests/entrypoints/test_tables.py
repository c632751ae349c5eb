"""Answers as JSONL and CSV: nothing is lost, and no cell computes."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.entrypoints import tables
from app.entrypoints.http import examples


def answer(*labels: str) -> dict[str, Any]:
    made = examples.answer()
    first = made["items"][0]
    made["items"] = [{**first, "label": label, "key": label.lower()} for label in labels]
    return made


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_jsonl_says_first_how_complete_the_set_is() -> None:
    given_answer = answer("Prepare", "Build")
    first, *rest = [json.loads(line) for line in tables.jsonl(given_answer)]
    assert first["record"] == "answer"
    assert first["completeness"] == given_answer["completeness"]
    assert first["total"] == {"value": 2, "relation": "eq"}
    assert [(each["record"], each["number"], each["label"]) for each in rest] == [
        ("item", 1, "Prepare"),
        ("item", 2, "Build"),
    ]
    stripped = [{k: v for k, v in each.items() if k not in ("record", "number")} for each in rest]
    assert stripped == given_answer["items"]


def test_csv_says_it_in_the_first_columns_of_each_row() -> None:
    found = read("".join(tables.csv_lines(answer("Prepare", "Build"))))
    assert list(found[0])[:2] == ["verdict", "qualifier"]
    assert {row["verdict"] for row in found} == {"complete"}
    assert [row["label"] for row in found] == ["Prepare", "Build"]
    assert (found[0]["document"], found[0]["page"], found[0]["verified"]) == ("handbook.pdf", "4", "true")


def test_an_answer_without_items_still_has_its_verdict() -> None:
    (row,) = read("".join(tables.csv_lines(answer())))
    assert (row["verdict"], row["label"], row["number"]) == ("complete", "", "")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "\u00a0@", "＝", "－"])
def test_no_cell_begins_like_a_formula(start: str) -> None:
    (row,) = read("".join(tables.csv_lines(answer(f'{start}HYPERLINK("http://x")'))))
    assert row["label"].startswith("'")


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")), max_size=5))
def test_every_label_comes_back_from_csv(labels: list[str]) -> None:
    found = read("".join(tables.csv_lines(answer(*labels))))
    back = [row["label"] for row in found] if labels else []
    assert back == [tables.guarded(label) for label in labels]


def test_chunks_are_the_same_text() -> None:
    lines = [f"{n}\n" for n in range(1000)]
    pieces = list(tables.in_chunks(lines, 100))
    assert "".join(pieces) == "".join(lines)
    assert max(map(len, pieces)) < 110
