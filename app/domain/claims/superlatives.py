"""Claims about the highest or lowest of all members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.aggregates import Attribute, Place, value_of
from app.domain.answer import Item
from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Extreme, Superlative, Support
from app.domain.claims.measures import numbers, same_unit
from app.domain.claims.members import lost, stranger
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import named, noun, set_sentence
from app.domain.claims.texts import CELL, texts_of
from app.domain.quantities import NoQuantityError, Quantity


def superlative(claim: Superlative, ground: Ground) -> Finding:
    checked = f"whether the number of '{claim.label}' is the {claim.extreme} of {len(ground.answer.items)} items"
    item = ground.find(claim.label)
    if item is None:
        return stranger(claim.label, ground, checked)
    if ground.failing:
        return lost(ground, ground.answer.items, checked)
    known = {each.key: found for each in ground.items if (found := _number(each, claim.attribute, ground))}
    missing = tuple((each.label, Reason.NUMBER_MISSING) for each in ground.items if each.key not in known)
    if missing:
        differences = Differences(failing=missing)
        return refused(checked, set_sentence(ground), Reason.NUMBER_MISSING, differences=differences)
    if len({each.unit for each in known.values()}) > 1:
        return refused(checked, set_sentence(ground), Reason.MIXED_UNITS)
    return _compared(claim, ground, item, known, checked)


def _number(item: Item, attribute: Attribute, ground: Ground) -> Quantity | None:
    """Taken only from what stands in the text."""
    quotes = ground.standing[item.key]
    details = [each.quote for each in texts_of(item, ground) if each not in quotes]
    seen = replace(item, evidence=quotes, detail=CELL.join(" ".join(each.split()) for each in details))
    texts = {Place.LABEL: [seen.label], Place.DETAIL: [seen.detail]}.get(attribute.place)
    if any(not number.quantity for text in texts or [each.quote for each in quotes] for number in numbers(text)):
        return None  # a bound, a range
    try:
        return same_unit(value_of(seen, attribute))
    except NoQuantityError:
        return None


def _compared(claim: Superlative, ground: Ground, item: Item, known: Mapping[str, Quantity], checked: str) -> Finding:
    values = [each.value for each in known.values()]
    best = max(values) if claim.extreme is Extreme.HIGHEST else min(values)
    first = [each for each in ground.items if known[each.key].value == best]
    proof = [each for winner in first for each in texts_of(winner, ground)]
    say = _said(claim, ground, first, known[first[0].key])
    if item not in first:
        return refused(checked, say, Reason.NOT_THE_EXTREME, evidence=proof)
    found = carried(checked, say, proof, whole=True)
    return found.weakened(Support.WEAKLY_SUPPORTED, [Reason.TIE]) if len(first) > 1 else found


def _said(claim: Superlative, ground: Ground, first: list[Item], value: Quantity) -> str:
    number = f"{value.value:f}{' ' if value.unit else ''}{value.unit}"
    labels = named([each.label for each in first])
    return (
        f"Of the {len(ground.items)} {noun(ground.answer.question)} found the {claim.extreme} number, {number}, is "
        f"that of {labels}. {set_sentence(ground)}"
    )
