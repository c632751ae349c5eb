"""Claims about what is in the set: existence, absence, membership, the complete set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.domain.answer import Evidence, Item, Verdict
from app.domain.claims.finding import Differences, Finding, carried, refused
from app.domain.claims.ground import Ground, failure
from app.domain.claims.kinds import Absence, CompleteSet, Existence, Membership, Support
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import member_sentence, named, noun, set_sentence, whole
from app.domain.identity import doubtful
from app.domain.words import item_key


def existence(_: Existence, ground: Ground) -> Finding:
    checked = f"whether an item of the answer stands ({len(ground.answer.items)} items)"
    if not ground.answer.items:
        none = ground.answer.completeness.verdict is Verdict.NONE_FOUND
        return refused(checked, set_sentence(ground), Reason.NONE_FOUND if none else Reason.NO_ITEMS)
    if not ground.items:
        return lost(ground, ground.answer.items, checked)
    first = next((each for each in ground.items if each.key in ground.known.certain), ground.items[0])
    found = carried(checked, set_sentence(ground), ground.standing[first.key])
    return settled(found, ground, first)


def absence(_: Absence, ground: Ground) -> Finding:
    checked = "whether the answer proves that there is none"
    proof = [each for signal in ground.answer.completeness.signals for each in signal.evidence]
    if ground.answer.items:
        standing = ground.standing.get(ground.answer.items[0].key, ())
        return refused(checked, set_sentence(ground), Reason.ITEMS_FOUND, evidence=standing)
    if ground.answer.completeness.verdict is not Verdict.NONE_FOUND:
        return refused(checked, set_sentence(ground), Reason.NO_ITEMS)
    found = carried(checked, set_sentence(ground), proof, whole=True)
    wrong = [why for each in proof if ground.now and (why := failure(each, ground.now))]
    if not wrong:
        return found
    return found.weakened(Support.UNVERIFIABLE if GONE.issuperset(wrong) else Support.UNSUPPORTED, wrong)


def membership(claim: Membership, ground: Ground) -> Finding:
    checked = f"whether '{claim.label}' is an item of the answer, and stands"
    item = ground.find(claim.label)
    if item is None:
        return stranger(claim.label, ground, checked)
    if item.key not in ground.standing:
        return lost(ground, [item], checked)
    return settled(carried(checked, member_sentence(ground, item), ground.standing[item.key]), ground, item)


def settled(found: Finding, ground: Ground, item: Item) -> Finding:
    """Weaker where the item need not be a member."""
    if item.key in ground.known.certain:
        return found
    return found.weakened(Support.WEAKLY_SUPPORTED, [Reason.MEMBERS_UNCERTAIN])


def stranger(label: str, ground: Ground, checked: str) -> Finding:
    """No item has this label."""
    reasons = [Reason.NOT_AMONG_ITEMS if ground.gaps else Reason.NOT_A_MEMBER]
    stranger = Item(label, item_key(label), ())
    like = doubtful([stranger], ground.answer.items).right
    if like:
        reasons.append(Reason.SAME_ITEM_POSSIBLE)
    meant = [each.label for each in ground.answer.items if each.key in like]
    say = f"'{label}' is not among the items found{f'; {named(meant)} is' if meant else ''}. {set_sentence(ground)}"
    return refused(checked, say, *reasons, differences=Differences(added=(label,)))


def lost(ground: Ground, items: Sequence[Item], checked: str) -> Finding:
    """What does not stand: evidence that is gone cannot be judged, evidence that speaks against it can."""
    failing = tuple((each.label, ground.failing[each.key]) for each in items if each.key in ground.failing)
    found = refused(checked, set_sentence(ground), *(r for _, r in failing), differences=Differences(failing=failing))
    gone = all(reason in GONE for _, reason in failing)
    return Finding(Support.UNVERIFIABLE if gone else Support.UNSUPPORTED, *_rest(found))


GONE = frozenset({Reason.DOCUMENT_REMOVED, Reason.PAGE_NOT_STORED, Reason.CORPUS_GONE})


def _rest(found: Finding) -> tuple[tuple[Reason, ...], str, str, tuple[Evidence, ...], Differences]:
    return found.reasons, found.checked, found.say_instead, found.evidence, found.differences


# ---------------------------------------------------------------- the complete set


class Compared(NamedTuple):
    """Labels of a claim against the items of an answer."""

    matched: tuple[Item, ...]
    differences: Differences
    reasons: tuple[Reason, ...]


def compare(labels: Iterable[str], ground: Ground) -> Compared:
    """Each item counts once, under its label or an alias of its own."""
    given = list(labels)
    found = [(each, ground.find(each)) for each in given]
    matched = {item.key: item for _, item in found if item is not None}
    added = tuple(dict.fromkeys(label for label, item in found if item is None))
    dropped = tuple(each.label for each in ground.answer.items if each.key not in matched)
    times = Counter(item.key if item else item_key(label) for label, item in found)
    twice = tuple(dict.fromkeys(label for label, item in found if times[item.key if item else item_key(label)] > 1))
    reasons = [
        *([Reason.MEMBER_DROPPED] if dropped else []),
        *([Reason.MEMBER_ADDED] if added else []),
        *([Reason.MEMBER_SWAPPED] if dropped and added else []),
        *([Reason.SAME_ITEM_POSSIBLE] if _alike(added, dropped, ground) else []),
    ]
    return Compared(tuple(matched.values()), Differences(dropped, added, twice), tuple(reasons))


def _alike(added: Sequence[str], dropped: Sequence[str], ground: Ground) -> bool:
    """Whether what was added may be what was dropped, under another name."""
    strangers = [Item(each, item_key(each), ()) for each in added]
    missing = [each for each in ground.answer.items if each.label in set(dropped)]
    return bool(doubtful(strangers, missing).left)


def complete_set(claim: CompleteSet, ground: Ground) -> Finding:
    seen = compare(claim.labels, ground)
    checked = f"{len(claim.labels)} labels against the {len(ground.answer.items)} items of the answer, by their keys"
    say = _said(ground, seen)
    if seen.reasons:
        return refused(checked, say, *seen.reasons, differences=seen.differences)
    if ground.failing:
        return lost(ground, ground.answer.items, checked)
    proof = [ground.standing[each.key][0] for each in seen.matched]
    found = carried(checked, say, proof, whole=True)
    return Finding(found.support, found.reasons, checked, say, found.evidence, seen.differences)


def _said(ground: Ground, seen: Compared) -> str:
    """The set with its members, and what the claim has too few or too many."""
    labels = [each.label for each in ground.items]
    parts = [set_sentence(ground)]
    if labels:
        parts.append(f"They are {named(labels)}." if whole(ground) else f"Among them are {named(labels)}.")
    if seen.differences.dropped:
        parts.append(f"The claim leaves out {named(seen.differences.dropped)}.")
    if seen.differences.added:
        what = noun(ground.answer.question)
        parts.append(f"Nothing shows that {named(seen.differences.added)} belong to the {what}.")
    return " ".join(parts)
