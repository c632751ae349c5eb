"""Which region the question means, which say the same, and which contradict it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.announcing import STRONG, announces
from app.domain.binding import ROWS, Binding
from app.domain.members import Asking
from app.domain.ports import StoredRegion
from app.domain.structure import ContextRole, Region, RegionKind
from app.domain.words import STOPWORDS, fold, item_key, letters, stems, word_set, words

NEAR = 0.6  # a region this close in score to the chosen one might be the one that is meant
WEAKEST = 1.8  # below this a region has too little of the question to be worth showing
APART = 0.3  # how much more a word of the question must tell in the one than in the other
_ADDING = word_set("additional further other also more another moreover besides extra new newly later since added too")
LARGER = 0.4  # how much less well a table may bind that holds all the items of the best and more
ALIKE = 0.6  # share of header names that two parts of one table have in common
FAR = 1.0  # a document whose best region is this far behind the best of all contributes nothing
SAME_PLACE = 0.5  # share of members that begin at the same place: one region read in two ways
# Where two readings cover the same place, the one whose labels are sharpest is kept.
READINGS = {
    RegionKind.RECORDS: 0,
    RegionKind.TABLE: 1,
    RegionKind.RUN_IN: 2,
    RegionKind.DEFINITIONS: 3,
    RegionKind.LIST: 4,
    RegionKind.SECTIONS: 5,
    RegionKind.INLINE: 6,
    RegionKind.SEQUENCE: 7,
    RegionKind.FOOTNOTES: 8,
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A region with how it binds and what it would give."""

    stored: StoredRegion
    binding: Binding
    asking: Asking

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(item_key(a.label) for a in self.asking.asked)

    @property
    def starts(self) -> frozenset[tuple[int, int]]:
        return frozenset((a.spans[0].page, a.spans[0].start) for a in self.asking.asked if a.spans)


@dataclass(frozen=True, slots=True)
class Choice:
    """What one document gives: the chosen regions (several where one table is laid out in parts) and the rivals."""

    document_id: str
    chosen: tuple[Proposal, ...]
    rivals: tuple[Proposal, ...] = ()
    agreeing: tuple[Proposal, ...] = field(default=())

    @property
    def score(self) -> float:
        return self.chosen[0].binding.score


def choose(proposals: Iterable[Proposal]) -> tuple[Choice, ...]:
    """One choice for each document that contributes, in order of document id."""
    by_document: dict[str, list[Proposal]] = {}
    for proposal in proposals:
        if proposal.asking.asked and proposal.binding.score >= WEAKEST:
            by_document.setdefault(proposal.stored.document_id, []).append(proposal)
    choices = [_in_document(d, found) for d, found in sorted(by_document.items())]
    if not choices:
        return ()
    best = max(c.score for c in choices)
    return tuple(c for c in choices if c.score >= best - FAR)


def _rank(proposal: Proposal) -> tuple[float, int, int]:
    """Best first; of equals the sharper reading, then the earlier one."""
    region = proposal.stored.region
    return (-round(proposal.binding.score, 6), READINGS[region.kind], region.number)


def _in_document(document_id: str, proposals: Sequence[Proposal]) -> Choice:
    ranked = sorted(proposals, key=_rank)
    first = _larger(_sharpest(ranked), ranked)
    parts = [p for p in ranked if p is not first and _is_part(first, p)]
    chosen = (first, *sorted(parts, key=lambda p: p.stored.region.number))
    places = frozenset().union(*(p.starts for p in chosen))
    others = [p for p in ranked if p not in chosen]
    rivals, agreeing = [], []
    for other in others:
        if not _may_be_meant(first, other):
            continue
        same = _share(other.starts, places)
        if new_labels(chosen, other):
            if same < SAME_PLACE or len(other.asking.asked) > sum(len(p.asking.asked) for p in chosen):
                rivals.append(other)
        elif same < SAME_PLACE:
            agreeing.append(other)
    return Choice(document_id, chosen, tuple(rivals), tuple(agreeing))


def _sharpest(ranked: Sequence[Proposal]) -> Proposal:
    """The best, or another reading of its place with sharper labels and nearly the same score."""
    best = ranked[0]
    readings = [p for p in ranked if _share(p.starts, best.starts) >= SAME_PLACE or p is best]
    near = [p for p in readings if p.binding.score >= best.binding.score - _slack(p)]
    return min(near, key=lambda p: (READINGS[p.stored.region.kind], _rank(p)))


def _slack(reading: Proposal) -> float:
    """A table with named columns knows its header row; another reading of its place would count it as a member."""
    region = reading.stored.region
    return 0.8 if region.kind is RegionKind.TABLE and any(c.name for c in region.columns) else 0.3


def _larger(first: Proposal, ranked: Sequence[Proposal]) -> Proposal:
    """Of two regions that answer alike, one holding all the items of the other and more, the larger is meant."""
    larger = [p for p in ranked if first.keys < p.keys and _answers_alike(first, p)]
    return max(larger, key=lambda p: len(p.keys), default=first)


def _answers_alike(first: Proposal, other: Proposal) -> bool:
    """Two tables that bind nearly as well, or two regions whose members carry the same label."""
    one, two = first.stored.region, other.stored.region
    if one.kind in ROWS and two.kind in ROWS:
        near = other.binding.score >= first.binding.score - LARGER
        return near and other.binding.bound >= first.binding.bound
    return _is_labelled(first) and one.context(ContextRole.LABEL) == two.context(ContextRole.LABEL)


def _share(some: frozenset[tuple[int, int]], others: frozenset[tuple[int, int]]) -> float:
    return len(some & others) / len(some) if some else 0.0


def _is_part(first: Proposal, other: Proposal) -> bool:
    """Another part of the same table: the same column asked for under the same header names."""
    one, two = first.stored.region, other.stored.region
    if one.kind not in ROWS or two.kind not in ROWS or first.binding.reference:
        return False
    if first.binding.column < 0 or other.binding.column < 0:
        return False
    if other.asking.unfiltered != first.asking.unfiltered:
        return False
    if not set(other.binding.missing) <= set(first.binding.missing):
        return False
    if fold(one.columns[first.binding.column].name) != fold(two.columns[other.binding.column].name):
        return False
    names, others = ({fold(c.name) for c in region.columns} for region in (one, two))
    return len(names & others) >= ALIKE * len(names | others)


def _may_be_meant(first: Proposal, other: Proposal) -> bool:
    """Close in score and as strongly announced; a region that is bound beside one that is not is always a rival."""
    if _is_labelled(first) and _is_labelled(other):
        return True
    if _is_nested(first, other) and first.binding.noun >= other.binding.noun:
        return False
    if _is_labelled(first) and not _is_labelled(other) and first.binding.noun >= other.binding.noun:
        return False
    more = other.binding.noun >= STRONG and first.keys < other.keys and _may_be_the_same(first, other)
    if _told_apart(first, other):
        # All of them and more under the same noun, and no word of the question foreign to it: the same set after all.
        foreign = any(weight == 0 for _, weight in other.binding.carried)
        return more and (other.stored.region.kind in ROWS or not foreign)
    if more:
        return True
    if other.binding.bound and 2 * len(first.keys & other.keys) >= len(first.keys):
        return True
    if first.stored.region.kind is RegionKind.INLINE and other.stored.region.kind is not RegionKind.INLINE:
        # A sentence seldom holds the whole set where a list or a table speaks of the same thing.
        if 8 * len(other.asking.asked) < len(first.asking.asked) and not says_more(other.stored.region):
            return False  # a few beside dozens: about the thing, not the set of them
        sure = first.binding.bound and announces(first.stored.region.context(ContextRole.LEAD_IN))
        return (
            other.binding.noun >= (STRONG if sure else 0.5) and other.binding.coverage >= 0.5 * first.binding.coverage
        )
    if other.binding.bound and not first.binding.bound:
        return True
    near = other.binding.score >= first.binding.score - NEAR and other.binding.noun >= first.binding.noun - 0.2
    return near and (other.binding.bound or not first.binding.bound)


def _may_be_the_same(first: Proposal, other: Proposal) -> bool:
    """A list; or a table that nothing names, under the headers of the other: neither words nor a caption part them."""
    one, two = first.stored.region, other.stored.region
    if two.kind not in ROWS:
        return True
    names = [{fold(column.name) for column in region.columns} for region in (one, two)]
    announced = announces(two.context(ContextRole.LEAD_IN))
    return names[0] == names[1] and not announced and not two.context(ContextRole.CAPTION)


def _told_apart(first: Proposal, other: Proposal) -> bool:
    """The chosen region carries every word of the question as well as the other does, and one much better.

    A list that says of itself that it adds something ("further X") is never told apart.
    """
    apart = [mine - theirs for (_, mine), (_, theirs) in zip(first.binding.carried, other.binding.carried, strict=True)]
    if new_labels((first,), other) != tuple(a.label for a in other.asking.asked) and not _leads_apart(first, other):
        return False
    apart_enough = min(apart, default=0.0) > -0.05 and max(apart, default=0.0) >= APART
    return first.binding.bound and apart_enough and not says_more(other.stored.region)


def says_more(region: Region) -> bool:
    """Some word around the region says that it adds to something."""
    return bool(_ADDING & {w for c in region.contexts for w in words(c.text)})


def _leads_apart(first: Proposal, other: Proposal) -> bool:
    """Lists that share members are told apart only by lead-ins that each say something of their own."""
    mine, theirs = (
        {w for w in stems(p.stored.region.context(ContextRole.LEAD_IN)) if w not in STOPWORDS} for p in (first, other)
    )
    return bool(mine - theirs) and len(theirs - mine) >= 2


def _is_nested(first: Proposal, other: Proposal) -> bool:
    """One of the two is nested in a member of the other: different levels of one list."""
    one, two = first.stored.region, other.stored.region
    if one.number == two.parent or two.number == one.parent:
        return True
    return _is_section_of(one, two) or _is_section_of(two, one)


def _is_section_of(inner: Region, outer: Region) -> bool:
    """The inner region stands under a heading that is itself a member of the outer one."""
    heading = letters(inner.context(ContextRole.HEADING))
    return outer.kind is RegionKind.SECTIONS and any(letters(m.label) == heading for m in outer.members if heading)


def _is_labelled(proposal: Proposal) -> bool:
    """Each member is marked with the noun asked for: "Finding 7"."""
    return proposal.binding.noun >= 1.0 and bool(proposal.stored.region.context(ContextRole.LABEL))


def new_labels(chosen: Sequence[Proposal], other: Proposal) -> tuple[str, ...]:
    """Labels of the other region that none of the chosen has, spellings folded."""
    known = [set(words(a.label)) for p in chosen for a in p.asking.asked]
    keys = {item_key(t) for p in chosen for a in p.asking.asked for t in (a.label, *a.aliases)}
    keys |= {item_key(c.name) for p in chosen for c in p.stored.region.columns}
    fresh = []
    for asked in other.asking.asked:
        spellings = {item_key(t) for t in (asked.label, *asked.aliases)}
        own = set(words(asked.label))
        if not spellings & keys and not any(own and (own <= k or (k and k <= own)) for k in known):
            fresh.append(asked.label)
    return tuple(fresh)
