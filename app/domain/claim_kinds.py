"""What may be claimed of a set, by the way it depends on what was not seen."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from app.domain.claims.kinds import Relation


class ClaimKind(StrEnum):
    EXISTENCE = "existence"
    ABSENCE = "absence"
    COUNT = "count"
    UNIVERSAL = "universal"
    SUPERLATIVE = "superlative"
    MEMBERSHIP = "membership"
    COMPLETE_SET = "complete_set"
    VALUE = "value"


class ClaimShape(NamedTuple):
    """A kind of claim; `relation` belongs to a count, and only to it."""

    kind: ClaimKind
    relation: Relation | None = None

    @property
    def grows(self) -> bool:
        """What was seen is enough for it: more of the corpus can only add to it."""
        positive = (ClaimKind.EXISTENCE, ClaimKind.MEMBERSHIP, ClaimKind.VALUE)
        return self.kind in positive or self.relation is Relation.AT_LEAST


SHAPES = tuple(
    ClaimShape(kind, relation)
    for kind in ClaimKind
    for relation in (tuple(Relation) if kind is ClaimKind.COUNT else (None,))
)
