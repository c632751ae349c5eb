"""Which members of a region a question asks for, and which of them could not be turned into items."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.domain.bounds import bound_column, within
from app.domain.columns import condition_columns, conditions_of, decides, meets, vocabulary
from app.domain.geometry import Span
from app.domain.nouns import noun_heads
from app.domain.question import Question
from app.domain.structure import Member, Region, RegionKind
from app.domain.words import stems

FEWEST_SHARING = 2  # members that must open alike
_ARTICLE = re.compile(r"^(?:the|an?|les?|la|der|die|das)\s+(?=\w)", re.IGNORECASE)  # an alias goes without
SHORT = 5  # words up to which the parts of a cell are values of their own
_CITATION = re.compile(r"(?<=\w|\))\s*\[\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*\]$")
ROWS = frozenset({RegionKind.TABLE, RegionKind.RECORDS})


class Asked(NamedTuple):
    """One member that answers: its place in the region, what becomes the label, and where that stands."""

    member: int
    label: str
    spans: tuple[Span, ...]
    aliases: tuple[str, ...]
    detail: str
    hidden: bool


class Asking(NamedTuple):
    """`asked` in document order; `unaccounted`: members that answer but carry no value; `unfiltered`: conditions
    that no row of the region could decide; `deciding`: the columns whose cells decided the others."""

    asked: tuple[Asked, ...]
    unaccounted: int
    unfiltered: bool
    deciding: frozenset[int] = frozenset()


def asked_members(question: Question, region: Region, column: int) -> Asking:
    """The members that answer the question, in one column where it asks for one."""
    if region.kind in ROWS:
        return _rows(question, region, column)
    asked = [_own_label(i, m) for i, m in enumerate(region.members) if m.counted and m.label.strip()]
    asked = _without_shared_opening(question, asked)
    nameless = sum(m.counted and not m.label.strip() for m in region.members)
    return Asking(tuple(asked), nameless, False)


def _without_shared_opening(question: Question, asked: list[Asked]) -> list[Asked]:
    """Where all labels open with the noun asked for ("Tariff Basic", "Tariff Plus"), what follows is an alias."""
    opening = _shared_opening([a.label for a in asked])
    if len(asked) < FEWEST_SHARING or not set(noun_heads(question)) & set(stems(opening)):
        return asked
    return [a._replace(aliases=(a.label[len(opening) :].strip(), *a.aliases)[:3]) for a in asked]


def _shared_opening(labels: list[str]) -> str:
    """The words with which all labels begin, up to a space; "" where nothing would be left of one."""
    shortest = min(labels, key=len, default="")
    size = next((i for i, letter in enumerate(shortest) if any(x[i] != letter for x in labels)), len(shortest))
    opening = shortest[: shortest[:size].rfind(" ") + 1]
    return opening if all(len(label) > len(opening) for label in labels) else ""


def _rows(question: Question, region: Region, column: int) -> Asking:
    deciding = [(c, condition_columns(c, region)) for c in conditions_of(question, region)]
    applied = [(c, columns, vocabulary(region, columns)) for c, columns in deciding if columns]
    limits = [(b, c) for b in question.bounds if (c := bound_column(b, region, column)) >= 0]
    asked: list[Asked] = []
    unaccounted = 0
    heads = set(noun_heads(question))
    for index, member in enumerate(region.members):
        if index == 0 and column < 0 and 0 < len(set(stems(member.label)) & heads) == len(stems(member.label)):
            continue  # the noun asked for as the first row is a header that no style set apart
        if not member.counted:
            continue
        if any(not decides(member, columns, usual) for _, columns, usual in applied):
            unaccounted += 1  # a row without one of the usual values in the deciding column may belong to the set
            continue
        if not all(meets(member, c, columns) for c, columns, _ in applied):
            continue
        inside = [within(member, bound, at) for bound, at in limits]
        unaccounted += None in inside
        if not all(inside):
            continue
        found = [_own_label(index, member)] if column < 0 else _values(index, member, column)
        if not any(a.label.strip() for a in found):
            unaccounted += 1
        asked += [a for a in found if a.label.strip()]
    used = frozenset(c for _, columns, _ in applied for c in columns)
    return Asking(tuple(asked), unaccounted, len(applied) < len(deciding), used)


def _own_label(index: int, member: Member) -> Asked:
    label = without_citation(member.label)
    bare = _ARTICLE.sub("", label)
    aliases = member.aliases if bare == label else (*member.aliases[:2], bare)
    return Asked(index, label, member.spans, aliases, member.detail, member.hidden)


def _values(index: int, member: Member, column: int) -> list[Asked]:
    """The value of one column; several where the cell parts them by semicolons ("Falk, Ingrid; Sorel, Hamid")."""
    for field in member.fields:
        if field.column == column:
            return [Asked(index, v, field.spans, (), member.text, member.hidden) for v in _parts(field.text)]
    return []


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(";")]
    short = all(0 < len(part.split()) <= SHORT for part in parts)
    return [without_citation(p) for p in (parts if len(parts) > 1 and short else [text])]


def without_citation(label: str) -> str:
    """A citation mark behind a label ("ByteRow [18]") is no part of it."""
    return _CITATION.sub("", label)
