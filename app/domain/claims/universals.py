"""Claims about all members: the words of a predicate against what the text says of each."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.denial import denied, holds_negation
from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Support, Universal
from app.domain.claims.members import lost
from app.domain.claims.predicates import WEAK, best, in_text, tokens
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import named, noun, set_sentence
from app.domain.claims.texts import page_of, tail, texts_of

_AGAINST = (Reason.PREDICATE_NOT_CARRIED, Reason.DENIED_IN_TEXT)


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
    told = [
        (each, best([_of(claim.predicate, each, text, ground) for text in texts_of(each, ground)]))
        for each in ground.items
    ]
    failing = tuple((each.label, why) for each, why in told if why is not None and why in _AGAINST)
    say = _said(claim, ground, [each for each, why in told if why not in _AGAINST])
    if failing:
        return refused(checked, say, *(why for _, why in failing), differences=Differences(failing=failing))
    if ground.failing:
        return lost(ground, items, checked)
    weak = [why for _, why in told if why is not None and why in WEAK]
    found = carried(checked, say, _proof(claim.predicate, ground), whole=True)
    return found.weakened(Support.WEAKLY_SUPPORTED, weak) if weak else found


def _proof(predicate: str, ground: Ground) -> list[Evidence]:
    texts = ((item, each) for item in ground.items for each in texts_of(item, ground))
    return [each for item, each in texts if _of(predicate, item, each, ground) not in _AGAINST]


def _of(predicate: str, item: Item, evidence: Evidence, ground: Ground) -> Reason | None:
    outside = not holds_negation(predicate) and _is_denied(evidence, ground)
    return in_text(predicate, item.label, evidence.quote, tail(evidence, ground), outside)


def _is_denied(evidence: Evidence, ground: Ground) -> bool:
    page = page_of(evidence.document_id, evidence.page, ground)
    return page is not None and denied(page.text, evidence.start, evidence.end)


def _said(claim: Universal, ground: Ground, carrying: Sequence[Item]) -> str:
    size, what = len(ground.answer.items), noun(ground.answer.question)
    number = "all" if len(carrying) == size else str(len(carrying))
    which = f" ({named([each.label for each in carrying])})" if carrying else ""
    return f"The words '{claim.predicate}' stand with {number} of {size} {what} found{which}. {set_sentence(ground)}"
