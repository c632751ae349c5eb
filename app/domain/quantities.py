"""Numbers with their units in the text of an item. What can be read in two ways is no number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from app.domain.words import singular

_NUMBER = re.compile(
    r"(?P<money>[$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD)\b)?\s?(?P<sign>(?<![\w)])[-+−–])?(?P<money2>[$€£¥])?"
    r"(?P<digits>\d[\d,.]*\d|\d)"
    r"(?:[ \u00a0]?(?P<scale>hundred|thousand|million|billion|trillion)\b)?"
    r"(?:[ \u00a0]?(?P<unit>%|‰|°[CF]?|[^\W\d_]+(?:/[^\W_]+)?(?:[ ]per[ ][^\W\d_]+)?))?"
)
_PLAIN = re.compile(r"\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_NO_UNITS = frozenset(
    ["a", "an", "and", "are", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to"]
)
_INEXACT = re.compile(
    r"(?:\b(?:about|approximately|approx\.?|around|ca\.?|circa|roughly|nearly|almost|over|under|above|below|up to|"
    r"more than|less than|fewer than|at least|at most|minimum|maximum)|[~≈<>≤≥±])\s*$",
    re.IGNORECASE,
)
_REACH = 40  # code points around a number that say what it is
_SYMBOLS = 3  # letters up to which a unit is a symbol, whose case counts


@dataclass(frozen=True, slots=True)
class Quantity:
    value: Decimal
    unit: str = ""  # as written, longer words folded: "kg", "%", "$", "hour"


class NoQuantityError(ValueError):
    """`str()` is the code: no_number, several_numbers, ambiguous_number, inexact_number."""


def quantity(text: str, unit: str = "", name: str = "") -> Quantity:
    """The one quantity of a text, with this unit and behind this word, where they are given.

    Raises NoQuantityError.
    """
    place = re.search(re.escape(name), text, re.IGNORECASE)
    if place is None:
        raise NoQuantityError("no_number")
    wanted = _unit(unit)
    found = list(dict.fromkeys(each.quantity for each in quantities(text, place.end())))
    found = [each for each in found if not unit or isinstance(each, str) or each.unit == wanted]
    if name:
        found = found[:1]
    if len(found) != 1:
        raise NoQuantityError("several_numbers" if found else "no_number")
    (only,) = found
    if isinstance(only, str):
        raise NoQuantityError(only)
    return only


def as_quantity(text: str) -> Quantity | None:
    """A text that is one quantity and nothing else: "5 mg"."""
    match = _NUMBER.fullmatch(text.strip())
    return _read(match) if match and _PLAIN.fullmatch(match["digits"]) else None


class Found(NamedTuple):
    """A quantity, or the code of why the number at text[start:end] cannot be taken."""

    quantity: Quantity | str
    start: int
    end: int


def quantities(text: str, start: int = 0) -> Iterator[Found]:
    """From left to right; a code where a number stands that cannot be taken."""
    for match in _NUMBER.finditer(text, start):
        found = _taken(text, match)
        if found is not None:
            yield Found(found, match.end() - len(match.group().lstrip()), match.end())


def _taken(text: str, match: re.Match[str]) -> Quantity | str | None:
    """None for a number that is part of a name: "MW-2", "v1"."""
    start, end = match.start("digits"), match.end("digits")
    before, near = text[max(match.start() - _REACH, 0) : match.start()], text[max(start - 2, 0) : start]
    if re.search(r"[^\W\d_][-./]?$", near) and not match["money"]:
        return None
    if not _PLAIN.fullmatch(match["digits"]) or _is_ambiguous(near, text[end : end + _REACH]):
        return "ambiguous_number"
    return "inexact_number" if _INEXACT.search(before) else _read(match)


def _is_ambiguous(before: str, after: str) -> bool:
    """Dates, ranges, fractions, and numbers in brackets."""
    return bool(re.match(r"\s?[-–/:]\s?\d|\s*[½⅓¼¾⅔]|\)", after) or re.search(r"[\d½][-–/:]$|\($", before))


def _read(match: re.Match[str]) -> Quantity:
    # From text: arithmetic would round to the precision of the context.
    value = Decimal(f"{match['digits'].replace(',', '')}e{_SCALES.get(match['scale'] or '', 0)}")
    negative = match["sign"] in ("-", "−", "–")
    unit = match["money"] or match["money2"] or _unit(match["unit"] or "")
    return Quantity(value.copy_negate() if negative else value, unit)


def _unit(written: str) -> str:
    if written.casefold() in _NO_UNITS:
        return ""
    return written if len(written) <= _SYMBOLS else singular(written.casefold())
