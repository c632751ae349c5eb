"""The fault bench at full size: it writes the figures that the documents print, and they must not change unseen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.entrypoints.faults import bench
from tests.faultbench.documented import FIGURES, PAGE, ROOT, anew, blocks, figures, section

CASES = 100
WANTED = {
    *("member_dropped", "member_added", "wrong_member", "partial_page_count", "page_cut_out", "region_cut"),
    *("next_list_swallowed", "false_stated_count", "decoy_count", "tampered_quote", "wrong_page", "foreign_entity"),
    *("unit_or_magnitude", "stale_revision", "document_removed", "retrieval_capped", "unread_page", "hidden_text"),
    *("negation_dropped", "duplicates_counted"),
}


def test_the_figures_are_those_of_this_program() -> None:
    before = FIGURES.read_text(encoding="utf-8") if FIGURES.exists() else ""
    command = [sys.executable, "-m", "app.entrypoints.cli", "faults", "--cases", str(CASES), "--out", str(FIGURES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert FIGURES.read_text(encoding="utf-8") == before, "the figures changed; look at them, then commit them"


def test_every_class_is_caught_and_depends_on_what_it_says() -> None:
    found = figures()
    assert {each["class"] for each in found["faults"]} >= WANTED
    for each in found["faults"]:
        assert each["caught"] == each["cases"] >= CASES, each
        assert each["caught_without"] == 0, each
        assert each["without"], each
    for each in found["true_claims"]:
        assert each["accepted"] == each["cases"] >= CASES, each
    assert found["holds"]
    assert found["not_covered"] == list(bench.NOT_COVERED)


def test_the_page_prints_these_figures() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == anew(text), "run: python -m tests.faultbench.documented"
    assert all(block in section(text, name) for name, block in blocks(figures()).items())


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=str)
def test_no_other_document_prints_figures_of_its_own(path: Path) -> None:
    """Where a document counts mutants or true claims ("2,200 of 2,200 faults"), the totals are those of the file."""
    totals = figures()["totals"]
    known = {str(value) for value in totals.values()} | {f"{value:,}" for value in totals.values()} | {str(CASES)}
    text = path.read_text(encoding="utf-8")
    printed = re.findall(r"\b(\d[\d,]*)(?: of \d[\d,]*)? (?:faults|mutants|false claims|true claims)\b", text)
    assert [number for number in printed if number not in known] == []
