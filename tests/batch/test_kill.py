"""kill -9 of a batch at random moments; `python -m bench --only batches` makes many more trials of the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.batches import trials


@pytest.mark.timeout(400)
def test_a_killed_batch_goes_on_without_a_line_lost_or_repeated(tmp_path: Path) -> None:
    found = trials(tmp_path, 4, seed=5)
    assert found["wrong"] == []
    assert found["trials"] == 4
