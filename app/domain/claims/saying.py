"""The strongest sentence that an answer carries, made from its fields: what may be said in the place of a claim."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.ground import Ground
from app.domain.question import Question
from app.domain.words import singular

MOST_NAMED = 5


def noun(question: Question, number: int = 0) -> str:
    """What was asked for, as written: "reader services"."""
    words = [*question.modifiers, question.noun] if question.noun else ["items"]
    if number == 1:
        words[-1] = singular(words[-1].casefold()) if words[-1].islower() else words[-1]
    return " ".join(words)


def whole(ground: Ground) -> bool:
    """The set is known whole as of the answer's revision, and all of it still stands."""
    return not ground.gaps and not ground.failing


def set_sentence(ground: Ground) -> str:
    """About the whole set."""
    said = ground.answer.completeness
    return f"{_set_part(ground)}{_pages(ground)}{_time(ground)}{_why(ground)}." if said else ""


def _set_part(ground: Ground) -> str:
    asked, number = ground.answer.question, ground.certain
    verdict = ground.answer.completeness.verdict
    if whole(ground):
        if verdict is Verdict.NONE_FOUND:
            return f"No {noun(asked)} were found"
        return f"Exactly {number} {noun(asked, number)}"
    if number:
        return f"At least {number} {noun(asked, number)}"
    if ground.items:
        return f"{len(ground.items)} {noun(asked, len(ground.items))} were found, none of them for certain"
    return f"No {noun(asked)} were found that still stand, and nothing proves that there are none"


def _pages(ground: Ground) -> str:
    coverage = ground.answer.completeness.coverage
    read, planned = coverage.pages_read, coverage.pages_planned
    if not planned:
        return ""
    return f", from {'all ' if read == planned else f'{read} of '}{planned} page{'s' * (planned != 1)}"


def _time(ground: Ground) -> str:
    seen, now = ground.answer.revision, ground.now
    if now is None:
        return f", as of revision {seen} of a corpus that no longer exists"
    if now.revision != seen:
        return f", as of revision {seen} of the corpus (now {now.revision})"
    return ", while documents are still being read" if now.pending else ""


def _why(ground: Ground) -> str:
    verdict = ground.answer.completeness.verdict
    said = {
        Verdict.UNPROVEN: "nothing proves that these are all" if ground.items else "",
        Verdict.CONFLICTING: "the text contradicts itself about how many there are",
    }.get(verdict, "")
    return f"; {said}" if said else ""


def place(evidence: Sequence[Evidence]) -> str:
    """Where the first of them stands."""
    return f"{evidence[0].document} p. {evidence[0].page}" if evidence else ""


def member_sentence(ground: Ground, item: Item) -> str:
    where = place(ground.standing.get(item.key, ()))
    return f"'{item.label}' is among the {noun(ground.answer.question)} ({where}){_time(ground)}."


def named(labels: Sequence[str]) -> str:
    """Some labels, and how many more."""
    shown = ", ".join(f"'{each}'" for each in labels[:MOST_NAMED])
    return f"{shown} and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else shown
