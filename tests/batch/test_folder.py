"""What of a folder is read, what is named as skipped, and what could not be opened."""

from __future__ import annotations

import os
from pathlib import Path

from app.entrypoints.batch import folder


def listed(root: Path) -> dict[str, list[str]]:
    found = folder.listing(root, root / "out")
    return {
        "files": [folder.shown(path, root) for path in found.files],
        "skipped": [folder.shown(path, root) for path in found.skipped],
        "closed": [folder.shown(path, root) for path in found.closed],
    }


def test_subfolders_are_read_and_hidden_files_and_the_results_left_alone(tmp_path: Path) -> None:
    for name in ("b.txt", "deep/er/a.PDF", "photo.png", ".hidden/x.txt", ".x.txt", "out/store/y.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert listed(tmp_path) == {"files": ["b.txt", "deep/er/a.PDF"], "skipped": ["photo.png"], "closed": []}


def test_links_are_followed_but_never_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("x")
    (tmp_path / "in" / "up").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "in")
    (tmp_path / "lost.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (tmp_path / "self.pdf").symlink_to(tmp_path / "self.pdf")
    assert listed(tmp_path) == {"files": ["again/a.txt"], "skipped": [], "closed": ["lost.pdf", "self.pdf"]}


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert listed(tmp_path)["skipped"] == ["pipe.txt"]


def test_any_name_can_be_shown(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff.txt"))).write_text("x")
    (tmp_path / "two\nlines.txt").write_text("x")
    found = listed(tmp_path)["files"]
    assert found == ["odd\\xff.txt", "two\nlines.txt"]
    assert "".join(found).encode()
