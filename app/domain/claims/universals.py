"""Claims about all members: the words of a predicate against what the text says of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.denial import denied, holds_negation
from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Support, Universal
from app.domain.claims.members import lost
from app.domain.claims.predicates import AGAINST, best, in_text, tokens
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import named, noun, set_sentence
from app.domain.claims.texts import page_of, tail, texts_of


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
    return _judged(claim, ground, told, checked)


def _judged(claim: Universal, ground: Ground, told: Mapping[str, Reason | None], checked: str) -> Finding:
    """`told`: why an item does not carry the predicate, or not fully; None where it does."""
    failing = [(each.label, why) for each in ground.items if (why := told[each.key]) in AGAINST and why]
    say = _said(claim, ground, [each for each in ground.items if told[each.key] not in AGAINST])
    if failing:
        differences = Differences(failing=tuple(failing))
        return refused(checked, say, *(why for _, why in failing), differences=differences)
    if ground.failing:
        return lost(ground, ground.answer.items, checked)
    found = carried(checked, say, _proof(claim.predicate, ground), whole=True)
    weak = [why for why in told.values() if why]
    return found.weakened(Support.WEAKLY_SUPPORTED, weak) if weak else found


def _told(predicate: str, item: Item, ground: Ground) -> Reason | None:
    return best([_of(predicate, item, each, ground) for each in texts_of(item, ground)])


def _proof(predicate: str, ground: Ground) -> list[Evidence]:
    texts = ((item, each) for item in ground.items for each in texts_of(item, ground))
    return [each for item, each in texts if _of(predicate, item, each, ground) not in AGAINST]


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
