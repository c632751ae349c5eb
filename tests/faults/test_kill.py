"""kill -9 of the server at random moments; `python -m bench --only faults` makes many more trials of the same."""

from __future__ import annotations

from pathlib import Path

from bench.faults import trials


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    found = trials(tmp_path, 5, seed=11)
    assert found["wrong"] == []
    assert found["trials"] == 5
