"""Claims about how many there are."""

from __future__ import annotations

from dataclasses import replace

from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Count, Relation, Support
from app.domain.claims.members import GONE, Compared, compare
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import named, set_sentence


def count(claim: Count, ground: Ground) -> Finding:
    checked = f"{str(claim.relation).replace('_', ' ')} {claim.number} against {ground.certain} items that stand"
    if claim.labels is None:
        return _numbers(claim, ground, checked)
    seen = compare(claim.labels, ground)
    found = _numbers(claim, ground, f"{checked}, and the labels counted against the items")
    wrong = _wrong_labels(claim, seen)
    differences = replace(seen.differences, failing=found.differences.failing)
    found = replace(found, differences=differences)
    if not wrong:
        return found
    told = f"{found.say_instead} {_told(seen)}".strip()
    return replace(found.weakened(Support.UNSUPPORTED, wrong), say_instead=told)


def _wrong_labels(claim: Count, seen: Compared) -> tuple[Reason, ...]:
    """What is counted must be members, each once, and as many as the claim says."""
    size = len(seen.matched) + len(seen.differences.added)
    few = size < claim.number if claim.relation is not Relation.AT_MOST else False
    reasons = [r for r in seen.reasons if r is not Reason.MEMBER_DROPPED or claim.relation is Relation.EXACTLY]
    if few:
        reasons.append(Reason.DUPLICATES_COUNTED if seen.differences.duplicated else Reason.COUNT_DIFFERS)
    if claim.relation is Relation.EXACTLY and size > claim.number:
        reasons.append(Reason.COUNT_DIFFERS)
    exact = claim.relation is Relation.EXACTLY
    return tuple(r for r in reasons if exact or r not in (Reason.MEMBER_SWAPPED, Reason.SAME_ITEM_POSSIBLE))


def _told(seen: Compared) -> str:
    said = []
    if seen.differences.added:
        said.append(f"Nothing shows that {named(seen.differences.added)} belong to them.")
    if seen.differences.duplicated:
        said.append(f"{named(seen.differences.duplicated)} count once.")
    return " ".join(said)


def _numbers(claim: Count, ground: Ground, checked: str) -> Finding:
    say, number = set_sentence(ground), claim.number
    failing = tuple(
        (each.label, ground.failing[each.key]) for each in ground.answer.items if each.key in ground.failing
    )
    proof = [ground.standing[each.key][0] for each in ground.items]
    if claim.relation is not Relation.AT_MOST and number > ground.certain:
        return _too_many(claim, ground, refused(checked, say, Reason.MORE_THAN_FOUND, evidence=proof), failing)
    if claim.relation is not Relation.AT_LEAST and number < ground.certain:
        return refused(checked, say, _less(claim), evidence=proof)
    whole = claim.relation is not Relation.AT_LEAST
    found = replace(carried(checked, say, proof, whole=whole), differences=Differences(failing=failing))
    return found.weakened(Support.UNVERIFIABLE, [r for _, r in failing]) if whole and failing else found


def _less(claim: Count) -> Reason:
    return Reason.COUNT_DIFFERS if claim.relation is Relation.EXACTLY else Reason.MORE_ITEMS_STAND


def _too_many(claim: Count, ground: Ground, found: Finding, failing: tuple[tuple[str, Reason], ...]) -> Finding:
    """More than stands. Where evidence that is gone would make up for it, nobody can tell."""
    gone = sum(reason in GONE for _, reason in failing)
    support = Support.UNVERIFIABLE if claim.number <= ground.certain + gone else Support.UNSUPPORTED
    reasons = (*found.reasons, *(reason for _, reason in failing))
    if claim.relation is Relation.EXACTLY and not ground.gaps:
        reasons = (Reason.COUNT_DIFFERS, *reasons)
    return replace(
        found, support=support, reasons=tuple(dict.fromkeys(reasons)), differences=Differences(failing=failing)
    )
