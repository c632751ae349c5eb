"""Sets made from the sets of answers: what is certain of them, and whether they are whole.

Of each set is known which items are members for certain, and whether anything outside its items could be one. Both are
carried through every operation; the verdict follows from them and is never better than what went in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from app.domain.answer import Answer, Evidence, Item, Outcome, Verdict
from app.domain.identity import doubtful
from app.domain.verdict import PROVING

# Reasons of an answer that cast doubt on its members themselves, not only on where the set ends.
_DOUBTS = ("region_not_bound", "condition_not_decided", "header_not_known", "row_of_one_cell", "not_a_listing_question")
MOST_ALIASES = 3


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a set.

    certain   keys of items that are members
    proven    a signal in the text says so, not only a search
    closed    nothing outside `items` is a member
    upper     most members there can be, None where nothing says
    slack     by how much the items may be fewer things than they are names
    reasons   codes of what weakened it
    """

    items: tuple[Item, ...]
    certain: frozenset[str]
    proven: bool
    closed: bool
    upper: int | None
    slack: int = 0
    reasons: tuple[str, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(each.key for each in self.items)

    @property
    def sound(self) -> bool:
        """Every item is a member, and no two of them are one thing."""
        return self.keys <= self.certain and not self.slack

    @property
    def lower(self) -> int:
        return max(len(self.certain) - self.slack, 0)

    def because(self, *codes: str) -> Known:
        return replace(self, reasons=tuple(dict.fromkeys((*self.reasons, *codes))))


def known(answer: Answer) -> Known:
    """Of a stored answer, to a question or made from others."""
    verdict, upper = answer.completeness.verdict, answer.completeness.count_upper
    keys = frozenset(each.key for each in answer.items)
    made = answer.derivation
    if made is not None:
        certain = keys - set(made.uncertain)
        slack = max(len(certain) - answer.completeness.count_lower, 0)
        return Known(answer.items, certain, made.members_proven, made.closed, upper, slack)
    if verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND):
        return Known(answer.items, keys, True, True, len(answer.items))
    return Known(answer.items, _certain(answer), _proven(answer), False, upper)


def _certain(answer: Answer) -> frozenset[str]:
    """Verified items; none where the question excludes, as what was missed would then stand among them."""
    asked, said = answer.question, answer.completeness
    excludes = asked.negates or any(c.negated for c in asked.conditions)
    if excludes or said.verdict is Verdict.CONFLICTING or any(code in _DOUBTS for code in said.reasons):
        return frozenset()
    return frozenset(each.key for each in answer.items if each.verified and not each.hidden)


def _proven(answer: Answer) -> bool:
    if answer.completeness.verdict is not Verdict.AT_LEAST:
        return False
    heard = (Outcome.PASSED, Outcome.OPEN)
    return any(s.kind in PROVING and s.outcome in heard for s in answer.completeness.signals)


def at_earlier_revision(found: Known) -> Known:
    """A set seen at a later revision than the others, as of the earlier one: nothing of it is certain."""
    weak = replace(found, certain=frozenset(), proven=False, closed=False, upper=None, slack=0)
    return weak.because("different_revisions")


# ---------------------------------------------------------------- operations


def union(sets: Sequence[Known]) -> Known:
    return reduce(_union, sets)


def intersection(sets: Sequence[Known]) -> Known:
    return reduce(_intersection, sets)


def difference(sets: Sequence[Known]) -> Known:
    """The first without all others."""
    return reduce(_difference, sets)


def _union(a: Known, b: Known) -> Known:
    doubt = doubtful(_without(a, b), _without(b, a))
    items = _merged(a.items, b.items)
    closed = a.closed and b.closed
    total = None if a.upper is None or b.upper is None else a.upper + b.upper
    codes = [] if closed else ["input_incomplete"]
    return Known(
        items,
        a.certain | b.certain,
        a.proven and b.proven,
        closed,
        len(items) if closed else total,
        a.slack + b.slack + min(len(doubt.left), len(doubt.right)),
        a.reasons + b.reasons,
    ).because(*codes, *(["same_item_possible"] if doubt.left else []))


def _intersection(a: Known, b: Known) -> Known:
    """Whole where both are, or where all of a whole set stands in the other."""
    only_a, only_b = _without(a, b), _without(b, a)
    doubt = doubtful(only_a, only_b)
    whole = (a.closed and (b.closed or not only_a)) or (b.closed and not only_b)
    closed = whole and not doubt.left
    items = tuple(each for each in _merged(a.items, b.items) if each.key in a.keys and each.key in b.keys)
    uppers = [each for each in (a.upper, b.upper) if each is not None]
    certain = a.certain & b.certain
    codes = [] if whole else ["input_incomplete"]
    return Known(
        items,
        certain,
        a.proven and b.proven,
        closed,
        len(items) if closed else min(uppers, default=None),
        min(a.slack, b.slack, len(certain)),
        a.reasons + b.reasons,
    ).because(*codes, *(["same_item_possible"] if doubt.left else []))


def _difference(a: Known, b: Known) -> Known:
    """An item stays for certain only where all of b is known; the set is whole only where all that went is b's."""
    kept, removed = _without(a, b), a.keys & b.keys
    doubt = doubtful(kept, _without(b, a))
    gone = removed & b.certain if b.proven else frozenset()
    rightly = gone == removed
    closed = a.closed and rightly
    certain = (a.certain - removed - doubt.left) if b.closed else frozenset[str]()
    upper = None if a.upper is None else a.upper - len(gone)
    codes = [
        *([] if a.closed else ["input_incomplete"]),
        *([] if b.closed or not kept else ["subtrahend_incomplete"]),
        *([] if rightly else ["subtrahend_uncertain"]),
        *(["same_item_possible"] if doubt.left else []),
    ]
    slack = min(a.slack, len(certain))
    reasons = a.reasons + b.reasons
    return Known(kept, certain, a.proven, closed, len(kept) if closed else upper, slack, reasons).because(*codes)


def restricted(a: Known, passes: Callable[[Item], bool], unsettled: str = "") -> Known:
    """The items that pass. `unsettled`: code of why others could pass too."""
    items = tuple(each for each in a.items if passes(each))
    certain = a.certain & {each.key for each in items}
    closed = a.closed and not unsettled
    codes = [*([] if a.closed else ["input_incomplete"]), *([unsettled] if unsettled else [])]
    upper = len(items) if closed else a.upper
    slack = min(a.slack, len(certain))
    return Known(items, certain, a.proven, closed, upper, slack, a.reasons).because(*codes)


def _without(a: Known, b: Known) -> tuple[Item, ...]:
    return tuple(each for each in a.items if each.key not in b.keys)


def _merged(*groups: Sequence[Item]) -> tuple[Item, ...]:
    """Each key once, in order, with all its evidence."""
    found: dict[str, Item] = {}
    for each in (item for group in groups for item in group):
        before = found.get(each.key)
        found[each.key] = each if before is None else _one(before, each)
    return tuple(found.values())


def _one(a: Item, b: Item) -> Item:
    names = dict.fromkeys((*a.aliases, b.label, *b.aliases))
    evidence: Iterable[Evidence] = dict.fromkeys((*a.evidence, *b.evidence))
    return replace(
        a,
        evidence=tuple(evidence),
        aliases=tuple(name for name in names if name != a.label)[:MOST_ALIASES],
        detail=a.detail or b.detail,
        verified=a.verified or b.verified,
        hidden=a.hidden and b.hidden,
        found_in_pass=min(a.found_in_pass, b.found_in_pass),
        sources=(*a.sources, *b.sources),
    )


# ---------------------------------------------------------------- the verdict


def verdict_of(found: Known, inputs: Sequence[Verdict]) -> tuple[Verdict, tuple[str, ...]]:
    """With its reasons. Only what is closed and certain is complete; what is closed and empty is none."""
    if Verdict.CONFLICTING in inputs:
        return Verdict.CONFLICTING, found.because("input_conflicting").reasons
    uncertain = [] if found.keys <= found.certain else ["members_uncertain"]
    if found.closed and not found.items:
        return Verdict.NONE_FOUND, ("nothing_remains",)
    if found.closed and found.sound:
        return Verdict.COMPLETE, ("inputs_complete",)
    right = not uncertain and bool(found.items) and not found.closed
    if right and Verdict.UNPROVEN not in inputs:
        return Verdict.AT_LEAST, found.reasons
    return Verdict.UNPROVEN, found.because(*uncertain).reasons
