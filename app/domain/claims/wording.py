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
    needs_whole,
)
from app.domain.claims.measures import in_digits, numbers, same_unit
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.quantities import as_quantity
from app.domain.question import Question
from app.domain.words import fold, stems

_TOTAL = re.compile(
    r"\b(?:all|every|each|always|only|entire|whole|complete(?:ly)?|full list|nothing else|no others?|exactly|majority|"
    r"half|mostly|sole(?:ly)?|just|unique(?:ly)?|exclusive(?:ly)?)\b"
)
_EXTREME = re.compile(
    r"\b(?:(?<!at )most|(?<!at )least|highest|lowest|largest|smallest|longest|shortest|biggest|heaviest|lightest|"
    r"oldest|newest|latest|earliest|best|worst|greatest)\b"
)
_LOWER = re.compile(r"\b(?:at least|or more|no (?:fewer|less) than|more than|a minimum of)\b")
_UPPER = re.compile(r"\b(?:at most|or fewer|or less|up to|(?:no|not) more than|a maximum of)\b")
_HARMLESS = re.compile(r"\bnot? (?:more|fewer|less) than\b|\bno others?\b|\bnothing else\b")

_AUXILIARY = frozenset(stems("a an the has have is are was were do does be it its they their"))
_ASKING = frozenset(
    stems(
        "which what who whom where when how many much list all every each name names named give given mention "
        "mentioned describe described there do does did has have had is are was were please show tell find say says "
        "said state stated enumerate identify a an the of for to in on at by with and or as from into its it their "
        "these this those that document documents text can be any"
    )
)
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


def says_more(claim: Claim, text: str) -> Iterator[Reason]:
    """`text`: the rest of the sentence, folded."""
    exact = isinstance(claim, Count) and claim.relation is Relation.EXACTLY
    whole = exact or isinstance(claim, (CompleteSet, Universal, Absence, Superlative))
    extreme = isinstance(claim, Superlative)
    bare = isinstance(claim, Count) and _is_bare(claim.relation, text)
    if bare or (not whole and _TOTAL.search(text)) or (not extreme and _EXTREME.search(text)):
        yield Reason.TEXT_SAYS_MORE


def denies(claim: Claim, text: str, negates: bool) -> Iterator[Reason]:
    """Only absence denies. What a label or a predicate denies is its own, and `negates`: what the question does."""
    negation = holds_negation(_HARMLESS.sub(" ", text))
    if isinstance(claim, Absence):
        if not negation:
            yield Reason.TEXT_DENIES
    elif negation and not negates and not (isinstance(claim, Count) and claim.number == 0):
        yield Reason.TEXT_DENIES


def is_of_other(claim: Claim) -> Iterator[Reason]:
    """The sentence names the item, the number, the value or the words that the claim is about."""
    words = {*stems(claim.text), *stems(in_digits(claim.text))}
    if isinstance(claim, (Membership, Value, Superlative)):
        named_there = set(stems(claim.label)) <= words
    elif isinstance(claim, Count):
        named_there = claim.number < 2 or _names_number(claim)
    elif isinstance(claim, Universal):
        named_there = set(stems(claim.predicate)) - _AUXILIARY <= words
    else:
        return
    if not named_there or (isinstance(claim, Value) and not _names_value(claim)):
        yield Reason.TEXT_OF_OTHER


def _names_number(claim: Count) -> bool:
    text = in_digits(claim.text)
    sizes = (as_quantity(text[each.start : each.end]) for each in numbers(text))
    return any(each is not None and each.value == claim.number for each in sizes)


def _names_value(claim: Value) -> bool:
    number = as_quantity(claim.value)
    if number is None:
        return find(fold(claim.value), fold(claim.text)) is not None
    return any(each.quantity == same_unit(number) for each in numbers(in_digits(claim.text)))


def leaves_out(claim: Claim, question: Question) -> Reason | None:
    """What the question restricts, and a sentence about all of them does not say."""
    if not needs_whole(claim):
        return None
    said = set(stems(claim.text))
    restricts = [*question.modifiers, *question.phrases, *(each.value for each in question.conditions)]
    if not set(stems(" ".join(restricts))) <= said:
        return Reason.CONDITION_LEFT_OUT
    asked = set(stems(question.text)) - _ASKING - set(stems(question.noun))
    return None if asked <= said else Reason.WORDS_LEFT_OUT


def _is_bare(relation: Relation, text: str) -> bool:
    """ "There are 6" says more than "there are at least 6"."""
    wanted = {Relation.AT_LEAST: _LOWER, Relation.AT_MOST: _UPPER}.get(relation)
    return wanted is not None and not wanted.search(text)


def rest_of(claim: Claim, asked: str) -> str:
    """The sentence without the question that it repeats, and without what the claim itself names, which its own rule
    judges: a label may hold "all"."""
    text = claim.text
    for each in (asked, *sorted(named(claim), key=len, reverse=True)):
        words = r"\s+".join(re.escape(word) for word in each.split())
        text = re.sub(rf"(?<!\w){words}(?!\w)" if words else r"(?!)", _GAP, text, flags=re.IGNORECASE)
    return text
