"""Record cards and forms: the same labelled block again and again, or once."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.page import Line, Page
from app.domain.structure import Block, Region


def find_records(lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> list[Region]:  # noqa: ARG001 (filled in next)
    """All record regions of a document."""
    return []
