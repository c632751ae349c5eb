from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.entrypoints.serving import Server, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program, serving from a folder of its own on a free port."""
    with serving(tmp_path) as running:
        yield running
