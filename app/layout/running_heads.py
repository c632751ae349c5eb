"""Running heads that change with the section: the title of an open section again at the top or foot of a page."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.structure import BlockKind
from app.layout.grouping import Group
from app.layout.headings import title_key

_TEXT = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH})


def mark_running_heads(groups: Sequence[Group]) -> None:
    """Turn one-line groups at the first or last place of a page into furniture where they repeat one of the latest
    headings. `groups` in reading order; changed in place."""
    latest: list[str] = []
    places = _edges(groups)
    for at, group in enumerate(groups):
        if group.kind not in _TEXT or len(group.lines) > 2:
            continue
        edge = at in places and len(group.lines) == 1
        if not (edge or group.kind is BlockKind.HEADING):
            continue
        key = title_key(" ".join(line.text for line in group.lines))
        if edge and key in latest:
            group.kind = BlockKind.FURNITURE
        elif group.kind is BlockKind.HEADING:
            latest = [*latest[-7:], key]


def _edges(groups: Sequence[Group]) -> set[int]:
    """Positions of the first and last groups of body text on each page."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for at, group in enumerate(groups):
        if group.kind in (BlockKind.FURNITURE, BlockKind.FOOTNOTE):
            continue
        page = group.lines[0].page
        first.setdefault(page, at)
        last[group.lines[-1].page] = at
    return {*first.values(), *last.values()}
