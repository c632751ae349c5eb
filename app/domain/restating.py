"""Whether the words before a list say the same as a question that names no noun."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.announcing import announces
from app.domain.question import Question
from app.domain.restricting import LIMITING, PARTIAL, is_content, last_clause
from app.domain.setting import Setting
from app.domain.structure import ContextRole, Region
from app.domain.words import stem, word_set, words

_CHOOSING = word_set("one any either some")
_FORCES = (
    word_set("must shall required obliged need needs cannot"),
    word_set("should ought recommended advised"),
    word_set("may might can could allowed permitted optional"),
    word_set("had was were did used"),
)


def restates(question: Question, region: Region, setting: Setting) -> bool:
    """For a question without a noun: the lead-in says what it says, in the same order, as strongly, and no more.

    "When moving a boat, keep these points in mind:" answers "What should I keep in mind when moving a boat?".
    """
    clause = last_clause(region.context(ContextRole.LEAD_IN))
    asked, own = words(question.text), words(clause)
    if not announces(clause) or not _is_as_strong(set(asked), set(own)):
        return False
    known = {stem(w) for w in asked} | setting.title
    weaker = (LIMITING | PARTIAL | _CHOOSING) - set(asked)
    if set(own) & weaker or any(is_content(w) and stem(w) not in known for w in own):
        return False
    return _is_rotation(_shared(asked, own), _shared(own, asked))


def _is_as_strong(asked: set[str], own: set[str]) -> bool:
    """Both oblige, advise, permit, or tell of what was; an order ("keep in mind:") advises."""
    wanted, found = ([bool(own & words_) for words_ in _FORCES] for own in (asked, own))
    return wanted == found or (not any(found) and wanted == [False, True, False, False])


def _shared(own: Sequence[str], other: Sequence[str]) -> list[str]:
    """Stems of the content words that both have, in order."""
    theirs = {stem(w) for w in other}
    return [stem(w) for w in own if is_content(w) and stem(w) in theirs]


def _is_rotation(one: Sequence[str], other: Sequence[str]) -> bool:
    """ "in a fog a keeper must" and "a keeper must in a fog", but not with the roles of two nouns exchanged."""
    size = len(one)
    twice = [*one, *one]
    return size == len(other) and any(twice[at : at + size] == list(other) for at in range(max(size, 1)))
