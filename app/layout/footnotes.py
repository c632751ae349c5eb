"""All footnotes of a document as one region."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from app.domain.structure import Block, BlockKind, Context, ContextRole, Ending, Member, Region, RegionKind
from app.layout.markers import DECIMAL, printed_value
from app.layout.members import Label, member_at
from app.layout.sentences import sentences


def find_footnotes(blocks: Sequence[Block]) -> list[Region]:
    """One region with a member for each footnote, or none."""
    notes = [block for block in blocks if block.kind is BlockKind.FOOTNOTE and block.text[block.body_at :].strip()]
    if not notes:
        return []
    values = [int(note.marker) for note in notes if note.marker.isdecimal()]
    return [
        Region(
            number=0,
            kind=RegionKind.FOOTNOTES,
            contexts=(Context(ContextRole.LABEL, "Footnote"),),
            members=tuple(_member(note) for note in notes),
            ending=Ending.END_OF_DOCUMENT,
            first_page=notes[0].page,
            last_page=notes[-1].page,
            numbering=DECIMAL if values else "none",
            start_seen=not values or values[0] == 1,
            problems=_problems(notes, values),
        )
    ]


def _member(note: Block) -> Member:
    """The label is the first sentence of the note; the whole note is an alias."""
    found = sentences(note.text[note.body_at :])
    end = note.body_at + (found[0][1] if found else len(note.text) - note.body_at)
    body = note.text[note.body_at :].strip()
    return member_at([note], Label(note.body_at, end, (body,) if len(body) <= 600 else ()))


def _problems(notes: Sequence[Block], values: Sequence[int]) -> tuple[str, ...]:
    """Numbers run on, or begin again at 1 (on each page or in each part); anything else is a gap."""
    problems = []
    for before, value in itertools.pairwise(values):
        if value not in (before + 1, 1):
            missing = range(before + 1, min(value, before + 6))
            problems += [f"gap:{printed_value(DECIMAL, number)}" for number in missing] or ["restart"]
    if values and len(values) < len(notes):
        problems.append("unnumbered")
    return tuple(dict.fromkeys(problems))[:20]
