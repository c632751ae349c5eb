"""What binding needs besides the question and the region."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """Of one document in one scope."""

    weights: Mapping[str, float]  # stem -> 0..1
    title: frozenset[str]  # stems of the document's title and name
    synonyms: frozenset[str] = frozenset()  # stems that may stand for the noun
    counts: frozenset[int] = frozenset()  # exact counts of the noun that the document states anywhere
