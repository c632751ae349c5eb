"""`everylast inspect` on a real file: what is shown, and the picture."""

from __future__ import annotations

import json
from pathlib import Path

import pymupdf
import pytest

from app.entrypoints import inspection
from tests.entrypoints.test_cli import Run, runner

LIST = """The society has three (3) duties. The duties of the society are:

- keep the path open
- mend the fence
- count the swans

Nothing else is asked of the society, and the members may do what they like."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "duties.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_textbox((72, 72, 540, 700), LIST, fontsize=11)
        document.new_page().insert_textbox((72, 72, 540, 700), "The second page holds one paragraph.", fontsize=11)
        document.save(path)
    return path


def test_lines_blocks_regions_and_cues_are_shown(run: Run, paper: Path, tmp_path: Path) -> None:
    told = run("inspect", paper, "--page", 1, "--image", tmp_path / "page.png")
    assert told.status == 0, told.err
    assert "duties.pdf: read, 2 pages" in told.out
    assert "list, 3 members" in told.out
    assert "mend the fence" in told.out
    assert "exactly 3 duties" in told.out
    assert "Page 2" not in told.out
    picture = pymupdf.Pixmap((tmp_path / "page.png").read_bytes())
    assert picture.width > 500
    assert "drawn to" in told.err


def test_the_same_as_json(run: Run, paper: Path) -> None:
    body = json.loads(run("inspect", paper, "--json").out)
    assert [page["state"] for page in body["pages"]] == ["read", "read"]
    (region,) = [each for each in body["regions"] if each["kind"] == "list"]
    assert [member["label"] for member in region["members"]] == [
        "keep the path open",
        "mend the fence",
        "count the swans",
    ]
    assert region["closed"]


def test_a_text_file_cannot_be_drawn(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(LIST)
    told = run("inspect", file, "--image", tmp_path / "page.png")
    assert told.status == 1
    assert "cannot be drawn" in told.err
    assert not (tmp_path / "page.png").exists()


def test_tables_glossaries_and_open_regions_have_lines() -> None:
    region = {
        "pages": [1, 2],
        "kind": "table",
        "members": [{"label": "a", "marker": ""}],
        "closed": False,
        "open_words": ["etc."],
        "problems": ["gap:2"],
        "ending": "unknown",
        "columns": ["Name", "Place"],
        "contexts": [{"role": "caption", "text": "Table 1"}],
    }
    found = {
        "name": "a.pdf",
        "state": "failed",
        "pages_planned": 2,
        "reason": "why",
        "pages": [],
        "blocks": [],
        "regions": [region],
        "cues": [],
        "definitions": [{"term": "t", "text": "a thing"}],
        "acronyms": [{"short": "S", "long": "Society"}],
    }
    text = "\n".join(inspection.lines(found))
    assert "p. 1-2 table, 1 members, open (gap:2, etc., ending unknown)" in text
    assert "columns: Name | Place" in text
    assert "t: a thing" in text
    assert "S = Society" in text
    assert "Blocks: none" in text
