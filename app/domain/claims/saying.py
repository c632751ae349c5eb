"""The strongest sentence that an answer carries, made from its fields: what may be said in the place of a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.ground import Ground
from app.domain.question import Question
from app.domain.words import singular

MOST_NAMED = 5
_NONE: Mapping[tuple[str, ...], str] = {
    ("noun_not_in_scope",): "No passage holds the words asked for ({})",
    ("denied_by_the_text",): "The text says that there are no {}",
}
LONGEST = 300  # code points of a question that is repeated


def noun(question: Question, number: int = 0) -> str:
    """What was asked for, as written: "reader services"."""
    last = question.noun or "items"
    if number == 1 and last.islower():
        last = singular(last)
    own = last.split()
    return " ".join([*(word for word in question.modifiers if word not in own), last])


def whole(ground: Ground) -> bool:
    """The set is known whole as of the answer's revision, and all of it still stands."""
    return not ground.gaps and not ground.failing


def set_sentence(ground: Ground) -> str:
    """About the whole set."""
    asked = ground.answer.question.text
    shown = asked if len(asked) <= LONGEST else f"{asked[:LONGEST]}..."
    return f'{_set_part(ground)}{_pages(ground)}{_time(ground)}{_why(ground)} (asked: "{shown}").'


def _set_part(ground: Ground) -> str:
    asked, number = ground.answer.question, ground.certain
    verdict = ground.answer.completeness.verdict
    if whole(ground):
        if verdict is Verdict.NONE_FOUND:
            return _NONE.get(ground.answer.completeness.reasons[:1], "No {} were found").format(noun(asked))
        return f"Exactly {number} {noun(asked, number)}"
    if number:
        return f"At least {number} {noun(asked, number)}"
    if ground.items:
        return f"{len(ground.items)} {noun(asked, len(ground.items))} were found, none of them for certain"
    stand = " that still stand" if ground.failing else ""
    return f"No {noun(asked)} were found{stand}, and nothing proves that there are none"


def _pages(ground: Ground) -> str:
    coverage = ground.answer.completeness.coverage
    read, planned = coverage.pages_read, coverage.pages_planned
    if not planned:
        return ""
    pages = "the only page" if read == planned == 1 else f"{'all' if read == planned else f'{read} of'} {planned} pages"
    return f", from {pages}{_scope(ground)}"


def _scope(ground: Ground) -> str:
    """Which documents were asked, where it were not all of the corpus."""
    scope, names = ground.answer.scope, ground.now.documents if ground.now else {}
    if scope.kind == "corpus":
        return ""
    if len(scope.document_ids) == 1 and scope.document_ids[0] in names:
        return f" of {names[scope.document_ids[0]]}"
    return f" of {len(scope.document_ids)} documents"


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
    sure = "is among" if item.key in ground.known.certain else "was found, but need not be among"
    return f"'{item.label}' {sure} the {noun(ground.answer.question)} ({where}){_time(ground)}."


def named(labels: Sequence[str]) -> str:
    """Some labels, and how many more."""
    shown = ", ".join(f"'{each}'" for each in labels[:MOST_NAMED])
    return f"{shown} and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else shown
