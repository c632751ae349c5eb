"""Which headings a block stands under."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.structure import Block, Context, ContextRole


def heading_path(blocks: Sequence[Block], section: int) -> list[Block]:
    """The heading blocks above, innermost first; `section` is the number of the innermost one, or -1."""
    path: list[Block] = []
    at = section
    while 0 <= at < len(blocks):
        heading = blocks[at]
        if not path or heading.level < path[-1].level:
            path.append(heading)
        if heading.section >= at:
            break
        at = heading.section
    return path


def title_of(heading: Block) -> str:
    """The text of a heading without its number."""
    return heading.text[heading.body_at :].strip()


def section_contexts(blocks: Sequence[Block], section: int) -> tuple[Context, ...]:
    """The heading directly above, and those further up, as contexts of a region."""
    contexts = []
    for depth, heading in enumerate(heading_path(blocks, section)):
        role = ContextRole.HEADING if depth == 0 else ContextRole.PATH
        spans = heading.flow.spans(heading.body_at, len(heading.text))
        contexts.append(Context(role, title_of(heading), spans))
    return tuple(contexts)
