"""Comparisons of a column's numbers with a number of the question, and the rows that meet them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from app.domain.structure import Member, Region
from app.domain.words import stem_tuple

_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20\d\d)(?!\d)")
NUMERIC = 0.6  # share of the rows in which a column must hold a number to be compared


class Relation(StrEnum):
    MORE = "more_than"
    LESS = "less_than"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    EXACTLY = "exactly"
    OTHER = "other_than"

    @property
    def opposite(self) -> Relation:
        return _OPPOSITES[self]

    def holds(self, found: float, bound: float) -> bool:
        if self is Relation.MORE:
            return found > bound
        if self is Relation.LESS:
            return found < bound
        if self is Relation.AT_LEAST:
            return found >= bound
        if self is Relation.AT_MOST:
            return found <= bound
        return (found == bound) is (self is Relation.EXACTLY)


_OPPOSITES = {
    Relation.MORE: Relation.AT_MOST,
    Relation.AT_MOST: Relation.MORE,
    Relation.LESS: Relation.AT_LEAST,
    Relation.AT_LEAST: Relation.LESS,
    Relation.EXACTLY: Relation.OTHER,
    Relation.OTHER: Relation.EXACTLY,
}


@dataclass(frozen=True, slots=True)
class Bound:
    """ "more than 5 seats": `near`: stems of words that may name the column, best first."""

    value: float
    relation: Relation
    near: tuple[str, ...] = ()

    @property
    def is_year(self) -> bool:
        return self.value == int(self.value) and 1000 <= self.value < 2100

    def number_in(self, text: str) -> float | None:
        """The first number of a cell; for a year the first year."""
        match = _YEAR.search(text) if self.is_year else None
        match = match or _NUMBER.search(text)
        return float(match.group().replace(",", "").replace("\u2212", "-")) if match else None


def bound_column(bound: Bound, region: Region, asked: int) -> int:
    """The column of numbers that the words near the bound name, else the only one there is; -1: none.

    `asked`: the column whose values are the items.
    """
    numeric = [i for i in range(len(region.columns)) if i != asked and _is_numeric(bound, region, i)]
    for word in bound.near:
        named = [i for i in numeric if word in stem_tuple(region.columns[i].name)]
        if named:
            return named[0]
    return numeric[0] if len(numeric) == 1 else -1


def _is_numeric(bound: Bound, region: Region, column: int) -> bool:
    cells = [f.text for m in region.members if m.counted for f in m.fields if f.column == column]
    held = [bool(_YEAR.search(cell)) if bound.is_year else bound.number_in(cell) is not None for cell in cells]
    return sum(held) > NUMERIC * sum(m.counted for m in region.members)


def within(member: Member, bound: Bound, column: int) -> bool | None:
    """Whether a row meets the bound; None where its cell holds no number."""
    cell = next((f.text for f in member.fields if f.column == column), "")
    found = bound.number_in(cell)
    return None if found is None else bound.relation.holds(found, bound.value)
