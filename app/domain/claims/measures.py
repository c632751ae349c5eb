"""A number with its unit in a claim against the numbers of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from app.domain.claims.quoting import flat
from app.domain.claims.reasons import Reason
from app.domain.quantities import Quantity, quantities

_SAME = (
    ("%", "percent"), ("mg", "milligram", "milligramme"), ("g", "gram", "gramme"), ("kg", "kilogram", "kilogramme"),
    ("t", "tonne"), ("mm", "millimetre", "millimeter"), ("cm", "centimetre", "centimeter"), ("m", "metre", "meter"),
    ("km", "kilometre", "kilometer"), ("ml", "millilitre", "milliliter"), ("l", "litre", "liter"),
    ("s", "second", "sec"), ("min", "minute"), ("h", "hour", "hr"), ("$", "USD", "dollar"),
    ("€", "EUR", "euro"), ("£", "GBP"),
)  # fmt: skip
_NAMES: Mapping[str, str] = {name: names[0] for names in _SAME for name in names}
_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_SPELLED = re.compile(rf"\b({'|'.join(_WORDS)})\b(?!-)", re.IGNORECASE)
_BOUND = (
    r"\s*(?:or (?:more|less|fewer|higher|lower|above|below)|maximum|minimum|at (?:most|least)|max\b|min\b\.?|and above)"
)
_BOUND_BEFORE = re.compile(
    r"\b(?:exceed(?:s|ing)?|(?:maximum|minimum|limit) of|limited to|max\.?|min\.?|no later than)\s*$", re.IGNORECASE
)
_REACH = 40  # code points before a number that make it a bound
_ONE = r"(?<![\d.,])[$€£]?\d[\d.,]*(?:\s?[^\W\d_]{1,12}|%)?"
_RANGE = re.compile(rf"between\s+{_ONE}\s+and\s+{_ONE}|{_ONE}\s*(?:\bto\b|\bor\b|-)\s*{_ONE}", re.IGNORECASE)
_BOUND_AFTER = re.compile(_BOUND, re.IGNORECASE)
_GOES_ON = re.compile(rf"[-\u2013/:]\d|\s[-\u2013]\s\d|{_BOUND}", re.IGNORECASE)  # a range, or a bound


class Number(NamedTuple):
    """A number of a text; `quantity` is None where it is a bound, a range, a date or rough. Places in the text."""

    quantity: Quantity | None
    start: int
    end: int


def numbers(text: str, rest: str = "") -> Iterator[Number]:
    """From left to right, over line ends. `rest`: what stands behind the text, where it may bring the unit of the last
    number, or make it a bound."""
    longer = {each.start: each for each in _numbers(f"{text}{rest}")} if rest else {}
    for each in _numbers(text):
        other = longer.get(each.start, each).quantity
        last = each.end == len(text.rstrip())
        if each.quantity and other:
            yield each._replace(quantity=other) if _changes(each.quantity, other) else each
        else:
            yield each._replace(quantity=None) if last and _GOES_ON.match(rest) else each


def _changes(own: Quantity, other: Quantity) -> bool:
    """Whether a number is another one with what stands behind it; any word may look like a unit."""
    return own.value != other.value or (own.unit != other.unit and other.unit in _NAMES.values())


def _numbers(text: str) -> Iterator[Number]:
    source = flat(text, joins=False)
    ranges = [match.span() for match in _RANGE.finditer(source.text)]
    for found, start, end in quantities(source.text):
        inexact = (
            isinstance(found, str)
            or _BOUND_AFTER.match(source.text, end)
            or _BOUND_BEFORE.search(source.text[max(start - _REACH, 0) : start])
            or any(low <= start < high for low, high in ranges)
        )
        yield Number(None if inexact else _named(found), source.places[start], source.places[end - 1] + 1)


def _named(found: Quantity | str) -> Quantity | None:
    return None if isinstance(found, str) else same_unit(found)


def is_measure(unit: str) -> bool:
    """Whether a word behind a number is one of measure: of nothing else is known what it is."""
    return unit in _NAMES


def in_digits(text: str) -> str:
    """With small numbers in words as digits; "one" stays, it seldom counts."""
    return _SPELLED.sub(lambda match: str(_WORDS.index(match[1].casefold()) + 2), text)


def same_unit(found: Quantity) -> Quantity:
    """With the one name of its unit: "mg" for "milligrams"."""
    return Quantity(found.value, _NAMES.get(found.unit, found.unit))


def difference(claimed: Quantity, found: Iterable[Number]) -> Reason:
    """Why none of the numbers is the claimed one: the nearest miss."""
    known = list(found)
    taken = [each.quantity for each in known if each.quantity]
    if any(each.value == claimed.value for each in taken):
        return Reason.UNIT_DIFFERS if claimed.unit else Reason.UNIT_MISSING
    same = [each for each in taken if each.unit == claimed.unit]
    if any(_is_power_of_ten(each.value, claimed.value) for each in same):
        return Reason.MAGNITUDE_DIFFERS
    if same:
        return Reason.VALUE_DIFFERS
    return Reason.NUMBER_INEXACT if len(taken) < len(known) else Reason.VALUE_NOT_IN_EVIDENCE


def _is_power_of_ten(one: Decimal, other: Decimal) -> bool:
    return bool(one and other) and one.normalize().as_tuple().digits == other.normalize().as_tuple().digits
