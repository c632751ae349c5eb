"""Claims about all members: the words of a predicate against what the text says of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.denial import denied, holds_negation, qualified
from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Support, Universal
from app.domain.claims.members import lost
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import named, noun, set_sentence
from app.domain.claims.texts import page_of, tail, texts_of
from app.domain.words import STOPWORDS, fold, stem

_TOKEN = re.compile(r"[-+±<>≤≥$€£]?\d(?:[\d.,]*\d)?|[^\W\d_]+(?:['\u2019]\w+)?|\w+|[%‰°]")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
MOST_BETWEEN = 2  # words between two of a predicate
_CLAUSE = re.compile(r"[,;:|()]|\s+and\s+")
_STANDS_FOR = frozenset(stem(word) for word in ("it", "this", "they", "who", "also", "each", "has", "have"))
# From worst to best: what a text says of a predicate.
_WEAK = (Reason.WORDS_SCATTERED, Reason.SUBJECT_UNCLEAR, Reason.QUALIFIED_IN_TEXT)
_RANKS = (Reason.PREDICATE_NOT_CARRIED, Reason.DENIED_IN_TEXT, *_WEAK)


def universal(claim: Universal, ground: Ground) -> Finding:
    items = ground.answer.items
    checked = (
        f"whether the words '{claim.predicate}' stand in the label, the detail or a quote of each of {len(items)} items"
    )
    if not tokens(claim.predicate):
        return refused(checked, set_sentence(ground), Reason.NO_WORDS)
    if not items:
        none = ground.answer.completeness.verdict is Verdict.NONE_FOUND
        return refused(checked, set_sentence(ground), Reason.NONE_FOUND if none else Reason.NO_ITEMS)
    told = {each.key: _told(claim.predicate, each, ground) for each in ground.items}
    failing = tuple((each.label, why) for each in ground.items if (why := told[each.key]) in _RANKS[:2])
    say = _said(claim, ground, [each for each in ground.items if told[each.key] not in _RANKS[:2]])
    if failing:
        return refused(checked, say, *(why for _, why in failing), differences=Differences(failing=failing))
    if ground.failing:
        return lost(ground, items, checked)
    proof = [
        each
        for item in items
        for each in texts_of(item, ground)
        if _of(claim.predicate, item, each, ground) not in _RANKS[:2]
    ]
    weak = [why for why in told.values() if why in _WEAK]
    found = carried(checked, say, proof, whole=True)
    return found.weakened(Support.WEAKLY_SUPPORTED, weak) if weak else found


def tokens(text: str) -> tuple[str, ...]:
    """The words that count, by their stems; numbers as they stand. "not" and "must" count."""
    found = _TOKEN.findall(fold(text))
    return tuple(stem(each) if each[0].isalpha() else each for each in found if each not in STOPWORDS)


def _told(predicate: str, item: Item, ground: Ground) -> Reason | None:
    """The best that any text of the item says; None: it carries the predicate."""
    said = [_of(predicate, item, each, ground) for each in texts_of(item, ground)]
    return max(said, key=_rank, default=Reason.PREDICATE_NOT_CARRIED)


def _rank(reason: Reason | None) -> int:
    return len(_RANKS) if reason is None else _RANKS.index(reason)


def _of(predicate: str, item: Item, evidence: Evidence, ground: Ground) -> Reason | None:
    outside = not holds_negation(predicate) and _is_denied(evidence, ground)
    sentences = _SENTENCE.split(evidence.quote)
    behind = [*("" for _ in sentences[1:]), tail(evidence, ground)]
    said = [
        _in_sentence(predicate, item.label, each, rest, outside) for each, rest in zip(sentences, behind, strict=True)
    ]
    return max(said, key=_rank)


def _is_denied(evidence: Evidence, ground: Ground) -> bool:
    page = page_of(evidence.document_id, evidence.page, ground)
    return page is not None and denied(page.text, evidence.start, evidence.end)


def _in_sentence(predicate: str, label: str, sentence: str, rest: str, outside: bool) -> Reason | None:
    """`rest`: what stands behind it on the page; `outside`: what stands around it denies it."""
    wanted, words = tokens(predicate), tokens(sentence)
    apart = _apart(wanted, words)
    if apart is None:
        return Reason.PREDICATE_NOT_CARRIED
    if outside or holds_negation(predicate) != holds_negation(sentence):
        return Reason.DENIED_IN_TEXT
    if apart:
        return Reason.WORDS_SCATTERED
    if qualified(f"{sentence}{rest}", predicate):
        return Reason.QUALIFIED_IN_TEXT
    return None if _is_said_of(label, wanted, sentence) else Reason.SUBJECT_UNCLEAR


def _is_said_of(label: str, wanted: Sequence[str], sentence: str) -> bool:
    """Whether the words begin their clause, but for the label and what stands for it: nothing else is their subject."""
    own = {*tokens(label), *_STANDS_FOR}
    for clause in _CLAUSE.split(sentence):
        words = tokens(clause)
        for at in range(len(words)):
            if words[at : at + len(wanted)] == wanted and own.issuperset(words[:at]):
                return True
    return False


def _apart(wanted: Sequence[str], words: Sequence[str]) -> bool | None:
    """Whether other words stand between those wanted, a few at most; None where they do not stand in this order."""
    found = [size for at, word in enumerate(words) if word == wanted[0] for size in _sizes(wanted, words[at:])]
    return min(found) > len(wanted) if found else None


def _sizes(wanted: Sequence[str], words: Sequence[str]) -> Iterator[int]:
    """Over how many words they reach, from the first of them on."""
    at = 0
    for each in wanted[1:]:
        near = words[at + 1 : at + 2 + MOST_BETWEEN]
        if each not in near:
            return
        at += 1 + near.index(each)
    yield at + 1


def _said(claim: Universal, ground: Ground, carrying: Sequence[Item]) -> str:
    size, what = len(ground.answer.items), noun(ground.answer.question)
    number = "all" if len(carrying) == size else str(len(carrying))
    which = f" ({named([each.label for each in carrying])})" if carrying else ""
    return f"The words '{claim.predicate}' stand with {number} of {size} {what} found{which}. {set_sentence(ground)}"
