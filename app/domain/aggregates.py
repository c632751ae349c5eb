"""Numbers made from a set, each with the way it is bounded. What an incomplete set cannot carry is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from statistics import median

from app.domain.answer import Item
from app.domain.levels import RetrievalLevel
from app.domain.plans import Bound, Effect, bound_of, reduced
from app.domain.quantities import NoQuantityError, Quantity, quantity
from app.domain.sets import Known


class Function(StrEnum):
    COUNT = "count"
    COUNT_DISTINCT = "count_distinct"
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    MEAN = "mean"
    MEDIAN = "median"


class Place(StrEnum):
    """Where the number of an item stands."""

    LABEL = "label"
    DETAIL = "detail"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A numeric attribute: where it stands, its unit, and the word before it; "" where that does not matter."""

    place: Place
    unit: str = ""
    name: str = ""


class RefusedError(Exception):
    """No honest number can be given. `code`: biased_aggregate, mixed_units, no_numbers."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@dataclass(frozen=True, slots=True)
class Aggregated:
    """`unparsed`: (label, why) of items without a number that can be taken."""

    function: Function
    value: Decimal
    unit: str
    bound: Bound
    level: RetrievalLevel
    qualifier: str
    items: int
    unparsed: tuple[tuple[str, str], ...] = ()
    bias_accepted: bool = False


_BIASED = (Function.MEAN, Function.MEDIAN)
_OF_VALUES = (Function.SUM, Function.MIN, Function.MAX, *_BIASED)


def needs_attribute(function: Function) -> bool:
    return function in _OF_VALUES


def aggregate(
    found: Known, level: RetrievalLevel, function: Function, attribute: Attribute | None, accept_bias: bool = False
) -> Aggregated:
    """Raises RefusedError. A function of values needs an attribute."""
    if attribute is None:
        bound = reduced(bound_of(found.sound, found.closed), Effect.GROWS)
        size = Decimal(len(found.items))
        return Aggregated(
            function, size, "", bound, level, _said(function, size, "", bound, found, 0), len(found.items)
        )
    values, unparsed = values_of(found.items, attribute)
    unit = _one_unit(values)
    bound = _bound(found, function, values, bool(unparsed))
    biased = function in _BIASED and bound is not Bound.EXACT
    if biased and not accept_bias:
        raise RefusedError("biased_aggregate", f"The {function} of a set that is not known whole says nothing of it.")
    value = _reduced(function, [each.value for each in values])
    said = _said(function, value, unit, bound, found, len(unparsed))
    return Aggregated(function, value, unit, bound, level, said, len(found.items), tuple(unparsed), biased)


def values_of(items: Sequence[Item], attribute: Attribute) -> tuple[list[Quantity], list[tuple[str, str]]]:
    """The numbers of the items that carry one, and (label, why) of the others."""
    values, unparsed = [], []
    for each in items:
        try:
            values.append(value_of(each, attribute))
        except NoQuantityError as error:
            unparsed.append((each.label, str(error)))
    return values, unparsed


def value_of(item: Item, attribute: Attribute) -> Quantity:
    """Of several pieces of evidence all that hold a number must agree. Raises NoQuantityError."""
    texts = {Place.LABEL: [item.label], Place.DETAIL: [item.detail]}.get(attribute.place)
    if texts is None:
        texts = [each.quote for each in item.evidence]
    found, codes = set(), []
    for text in texts:
        try:
            found.add(quantity(text, attribute.unit, attribute.name))
        except NoQuantityError as error:
            codes.append(str(error))
    doubts = [code for code in codes if code != "no_number"]
    if len(found) == 1 and not doubts:
        return found.pop()
    raise NoQuantityError("several_numbers" if found else (doubts or ["no_number"])[0])


def _one_unit(values: Sequence[Quantity]) -> str:
    units = sorted({each.unit for each in values})
    if len(units) > 1:
        named = ", ".join(unit or "no unit" for unit in units[:5])
        raise RefusedError("mixed_units", f"The items carry different units ({named}); name one.")
    return units[0] if units else ""


def _bound(found: Known, function: Function, values: Sequence[Quantity], unparsed: bool) -> Bound:
    shown = bound_of(found.sound, found.closed and not unparsed)
    if function in _BIASED or (function is Function.SUM and any(each.value < 0 for each in values)):
        return reduced(shown, Effect.EITHER)
    return reduced(shown, Effect.SHRINKS if function is Function.MIN else Effect.GROWS)


def _reduced(function: Function, values: Sequence[Decimal]) -> Decimal:
    if function is Function.COUNT:
        return Decimal(len(values))
    if function is Function.COUNT_DISTINCT:
        return Decimal(len(set(values)))
    if function is Function.SUM:
        return sum(values, Decimal(0))
    if not values:
        raise RefusedError("no_numbers", "No item carries a number that can be taken.")
    if function is Function.MEAN:
        return sum(values, Decimal(0)) / len(values)
    if function is Function.MEDIAN:
        return median(values)
    return min(values) if function is Function.MIN else max(values)


_SAYS = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}


def _said(function: Function, value: Decimal, unit: str, bound: Bound, found: Known, unparsed: int) -> str:
    """One sentence that may be repeated as it stands."""
    name, number = str(function).replace("_", " "), f"{value:f}{' ' if unit else ''}{unit}"
    said = f"The {name} is {_SAYS.get(bound, '')}{number}"
    if bound is Bound.NONE:
        said = f"The {name} of the items found is {number}, that of the whole set may be any other"
    notes = []
    if not found.closed:
        notes.append(f"from {len(found.items)} items of a set that is not known whole")
    if not found.sound:
        notes.append(f"{found.lower} of {len(found.items)} items are certain")
    if unparsed:
        notes.append(f"{unparsed} items carry no number that can be taken")
    if function is Function.SUM and bound is Bound.LOWER:
        notes.append("provided that no value that was not seen is negative")
    return f"{said}{': ' if notes else ''}{'; '.join(notes)}."
