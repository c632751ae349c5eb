"""Claims about a value of an item: what is claimed must stand in its evidence, with its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.domain.answer import Evidence, Item
from app.domain.claims.cites import resolve
from app.domain.claims.denial import denied, qualified
from app.domain.claims.finding import Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Support, Value
from app.domain.claims.measures import Number, difference, numbers, same_unit
from app.domain.claims.members import lost, settled, stranger
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import place
from app.domain.claims.texts import page_of, tail, texts_of
from app.domain.quantities import Quantity, as_quantity

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")


class Place(NamedTuple):
    """Where a value stands: evidence.quote[start:end]."""

    evidence: Evidence
    start: int
    end: int


def value(claim: Value, ground: Ground) -> Finding:
    checked = f"whether '{claim.value}' stands in the evidence of '{claim.label}'"
    item = ground.find(claim.label)
    if item is None:
        return stranger(claim.label, ground, checked)
    if item.key not in ground.standing:
        return lost(ground, [item], checked)
    return _judged(claim, ground, item, checked)


def _judged(claim: Value, ground: Ground, item: Item, checked: str) -> Finding:
    """Of an item that stands."""
    own = texts_of(item, ground)
    texts = [Text(each, tail(each, ground)) for each in (*own, *_cited(claim, ground))]
    number = as_quantity(claim.value)
    found = _numeric(claim, same_unit(number), texts) if number else _verbatim(claim, texts)
    affirmed = [] if isinstance(found, Reason) else [each for each in found if not _is_denied(each, ground)]
    if not affirmed:
        why = found if isinstance(found, Reason) else Reason.DENIED_IN_TEXT
        quotes = [each.evidence for each in texts]
        return refused(checked, _said(item, quotes), why, evidence=quotes)
    proof = dict.fromkeys(each.evidence for each in affirmed)
    result = settled(carried(checked, _stands(claim, affirmed[0]), proof), ground, item)
    weak = [*_doubts(claim, ground, texts, affirmed, own)]
    weak += [Reason.QUALIFIED_IN_TEXT] if len(affirmed) < len(found) else []
    return result.weakened(Support.WEAKLY_SUPPORTED, weak) if weak else result


def _doubts(
    claim: Value, ground: Ground, texts: Sequence[Text], found: Sequence[Place], own: Sequence[Evidence]
) -> Iterator[Reason]:
    number = as_quantity(claim.value)
    if number and _is_one_of_several(claim, same_unit(number), texts):
        yield Reason.SEVERAL_NUMBERS
    if not any(each.evidence in own for each in found):
        yield Reason.CITED_ONLY
    if all(_is_qualified(claim, each, ground) for each in found):
        yield Reason.QUALIFIED_IN_TEXT


def _is_qualified(claim: Value, found: Place, ground: Ground) -> bool:
    """The sentence of the value makes it depend on something."""
    quote = found.evidence.quote
    before, behind = _SENTENCE.split(quote[: found.start])[-1], _SENTENCE.split(quote[found.start :])[0]
    rest = tail(found.evidence, ground) if quote.endswith(behind) else ""
    return qualified(f"{before}{behind}{rest}", f"{claim.label} {claim.value}")


def _cited(claim: Value, ground: Ground) -> Iterator[Evidence]:
    """Quotes of the agent that stand and name the item."""
    for each in resolve(claim.cites, ground).standing:
        if find(claim.label, each.quote):
            yield each


class Text(NamedTuple):
    """Evidence, and what stands behind it in its sentence."""

    evidence: Evidence
    rest: str


def _numbers(claim: Value, text: Text) -> list[Number]:
    """Of one piece of evidence; of those behind the name only the first."""
    quote = text.evidence.quote
    own = list(numbers(quote, text.rest))
    if not claim.name:
        return own
    named = re.search(rf"\b{re.escape(claim.name)}(?!\w)", quote, re.IGNORECASE)
    return [each for each in own if named and each.start >= named.end()][:1]


def _numeric(claim: Value, wanted: Quantity, texts: Sequence[Text]) -> list[Place] | Reason:
    known = [(each.evidence, number) for each in texts for number in _numbers(claim, each)]
    found = [Place(each, n.start, n.end) for each, n in known if n.quantity == wanted]
    return found or difference(wanted, [number for _, number in known])


def _is_one_of_several(claim: Value, wanted: Quantity, texts: Sequence[Text]) -> bool:
    """Other numbers of the same unit stand with the item."""
    known = {n.quantity for each in texts for n in _numbers(claim, each) if n.quantity}
    return any(each.unit == wanted.unit and each != wanted for each in known)


def _verbatim(claim: Value, texts: Sequence[Text]) -> list[Place] | Reason:
    found = [Place(each.evidence, *where) for each in texts for where in _behind(claim, each.evidence.quote)]
    return found or Reason.VALUE_NOT_IN_EVIDENCE


def _behind(claim: Value, text: str) -> Iterator[tuple[int, int]]:
    """Wherever the words stand; behind a name only the first time."""
    named = re.search(rf"\b{re.escape(claim.name)}(?!\w)", text, re.IGNORECASE) if claim.name else None
    if claim.name and named is None:
        return
    place = find(claim.value, text, named.end() if named else 0)
    while place:
        yield place
        place = None if named else find(claim.value, text, place[1])


def _is_denied(found: Place, ground: Ground) -> bool:
    each = found.evidence
    page = page_of(each.document_id, each.page, ground)
    if page is None or page.text[each.start : each.end] != each.quote:
        return denied(each.quote, found.start, found.end)
    return denied(page.text, each.start + found.start, each.start + found.end)


def _stands(claim: Value, found: Place) -> str:
    words = " ".join(found.evidence.quote[found.start : found.end].split())
    return f"'{claim.label}': \"{words}\" ({place([found.evidence])})."


def _said(item: Item, texts: Sequence[Evidence]) -> str:
    """What the evidence does say, as it stands."""
    telling = [each for each in texts if any(numbers(each.quote))] or list(texts)[-1:]
    shown = "; ".join(dict.fromkeys(" ".join(each.quote.split()) for each in telling[:3]))
    return f"The evidence of '{item.label}' says \"{shown}\" ({place(telling)})."
