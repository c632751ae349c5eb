"""Fifty thousand items, from the document to the last page."""

from __future__ import annotations

from pathlib import Path

from bench.large import measure

ITEMS = 50_000


def test_an_answer_of_fifty_thousand_items(tmp_path: Path) -> None:
    found = measure(tmp_path, ITEMS)
    assert (found["items"], found["verdict"], found["paged_equal"]) == (ITEMS, "complete", True)
    assert found["lines"] == ITEMS + 1
    assert found["events"] >= ITEMS + 4
    assert found["peak_mb"] < 1000, found
