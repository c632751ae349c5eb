"""Whether a sentence says something of an item: the words of a predicate in their order, and nothing denies them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.claims.denial import holds_negation, qualified
from app.domain.claims.reasons import Reason
from app.domain.words import STOPWORDS, fold, stem

_TOKEN = re.compile(r"[-+±<>≤≥$€£]?\d(?:[\d.,]*\d)?|[^\W\d_]+(?:['\u2019]\w+)?|\w+|[%‰°]")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
MOST_BETWEEN = 2  # words between two of a predicate
_CLAUSE = re.compile(r"[,;:|()]|\s+and\s+")
_STANDS_FOR = frozenset(stem(word) for word in ("it", "this", "they", "who", "also", "each", "has", "have"))
# What a text says of a predicate, from worst to best.
AGAINST = (Reason.PREDICATE_NOT_CARRIED, Reason.DENIED_IN_TEXT)
RANKS = (*AGAINST, Reason.WORDS_SCATTERED, Reason.SUBJECT_UNCLEAR, Reason.QUALIFIED_IN_TEXT)


def tokens(text: str) -> tuple[str, ...]:
    """The words that count, by their stems; numbers as they stand. "not" and "must" count."""
    found = _TOKEN.findall(fold(text))
    return tuple(stem(each) if each[0].isalpha() else each for each in found if each not in STOPWORDS)


def rank(reason: Reason | None) -> int:
    """None, that the predicate is carried, ranks highest."""
    return len(RANKS) if reason is None else RANKS.index(reason)


def in_text(predicate: str, label: str, text: str, rest: str, outside: bool) -> Reason | None:
    """The best that any sentence of a text says, unless another denies it; None: it carries the predicate.

    `rest`: what stands behind the text in its last sentence; `outside`: what stands around it denies it.
    """
    sentences = _SENTENCE.split(text)
    behind = [*("" for _ in sentences[1:]), rest]
    pairs = zip(sentences, behind, strict=True)
    return best([_in_sentence(predicate, label, each, more, outside) for each, more in pairs])


def best(said: Sequence[Reason | None]) -> Reason | None:
    """Of several texts; where one carries what another denies, it depends on something."""
    found = max(said, key=rank, default=Reason.PREDICATE_NOT_CARRIED)
    return Reason.QUALIFIED_IN_TEXT if found is None and Reason.DENIED_IN_TEXT in said else found


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
