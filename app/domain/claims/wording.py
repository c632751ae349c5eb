"""The sentence that goes with a claim must not say more than the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.claims.denial import holds_negation
from app.domain.claims.kinds import (
    Absence,
    Claim,
    CompleteSet,
    Count,
    Membership,
    Relation,
    Superlative,
    Universal,
    Value,
)
from app.domain.claims.reasons import Reason
from app.domain.words import fold, stems

_TOTAL = re.compile(
    r"\b(?:all|every|each|always|only|entire|whole|complete(?:ly)?|full list|nothing else|no others?|exactly|majority|"
    r"half|mostly)\b"
)
_EXTREME = re.compile(
    r"\b(?:(?<!at )most|(?<!at )least|highest|lowest|largest|smallest|longest|shortest|biggest|heaviest|lightest|"
    r"oldest|newest|latest|earliest|best|worst|greatest)\b"
)
_LOWER = re.compile(r"\b(?:at least|or more|no (?:fewer|less) than|more than|a minimum of)\b")
_UPPER = re.compile(r"\b(?:at most|or fewer|or less|up to|(?:no|not) more than|a maximum of)\b")
_HARMLESS = re.compile(r"\bnot? (?:more|fewer|less) than\b|\bno others?\b|\bnothing else\b")

_GAP = " \u00b7 "  # no word, and no space between two


def named(claim: Claim) -> tuple[str, ...]:
    """The words that the claim itself brings: labels, a predicate, a value."""
    if isinstance(claim, (CompleteSet, Count)):
        return claim.labels or ()
    if isinstance(claim, Universal):
        return (claim.predicate,)
    if isinstance(claim, Value):
        return (claim.label, claim.value)
    return (claim.label,) if isinstance(claim, (Membership, Superlative)) else ()


def says_more(claim: Claim) -> Iterator[Reason]:
    text = fold(rest_of(claim))
    exact = isinstance(claim, Count) and claim.relation is Relation.EXACTLY
    whole = exact or isinstance(claim, (CompleteSet, Universal, Absence, Superlative))
    extreme = isinstance(claim, Superlative)
    bare = isinstance(claim, Count) and _is_bare(claim.relation, text)
    if bare or (not whole and _TOTAL.search(text)) or (not extreme and _EXTREME.search(text)):
        yield Reason.TEXT_SAYS_MORE


def denies(claim: Claim, negates: bool) -> Iterator[Reason]:
    """Only absence denies. What a label or a predicate denies is its own, and `negates`: what the question does."""
    negation = holds_negation(_HARMLESS.sub(" ", fold(rest_of(claim))))
    if isinstance(claim, Absence):
        if not negation:
            yield Reason.TEXT_DENIES
    elif negation and not negates and not (isinstance(claim, Count) and claim.number == 0):
        yield Reason.TEXT_DENIES


def is_of_other(claim: Claim) -> Iterator[Reason]:
    """A claim about one item has a sentence about that item."""
    if isinstance(claim, (Membership, Value, Superlative)) and not set(stems(claim.label)) <= set(stems(claim.text)):
        yield Reason.TEXT_OF_OTHER


def _is_bare(relation: Relation, text: str) -> bool:
    """ "There are 6" says more than "there are at least 6"."""
    wanted = {Relation.AT_LEAST: _LOWER, Relation.AT_MOST: _UPPER}.get(relation)
    return wanted is not None and not wanted.search(text)


def rest_of(claim: Claim) -> str:
    """The sentence without what the claim itself names, which its own rule judges: a label may hold "all"."""
    text = claim.text
    for each in sorted(named(claim), key=len, reverse=True):
        words = r"\s+".join(re.escape(word) for word in each.split())
        text = re.sub(rf"(?<!\w){words}(?!\w)", _GAP, text, flags=re.IGNORECASE)
    return text
