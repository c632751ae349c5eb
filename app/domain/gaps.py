"""What was not covered: how much of it, who can close the gap, and by what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Closer(StrEnum):
    """Who can close a gap."""

    DATA = "data"  # other bytes: an unlocked copy, an undamaged file
    TOOL = "tool"  # another program: text recognition, a reader of another layer
    PERSON = "person"  # somebody left it out on purpose
    PREREQUISITE = "prerequisite"  # something has to end first
    SCOPE = "scope"  # the caller: other documents, higher caps
    DEPLOYMENT = "deployment"  # whoever runs the service: its settings
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Gap:
    """`amount`: how many of `unit`, None where nobody knows. `by`: what closes it, in words."""

    what: str
    amount: int | None
    unit: str
    closable_by: Closer
    by: str
    documents: tuple[str, ...] = ()  # ids, where it is known which
