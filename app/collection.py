"""Candidates become items: verified, chosen by region, merged on equal keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.domain.answer import Candidate, Evidence, Item, Rejection, Signal, Verdict
from app.domain.binding import bind
from app.domain.counting import stands_in_lead_in
from app.domain.jobs import Kept
from app.domain.members import asked_members
from app.domain.ports import Batch, StoredRegion
from app.domain.question import Question
from app.domain.structure import Cue
from app.domain.verdict import decide
from app.domain.words import item_key
from app.facts import facts_of
from app.scan import Scan
from app.selection import Choice, Proposal, choose
from app.verification import evidence_for, failure

MOST_REJECTED = 20  # rejections listed in one pass report
MOST_ALIASES = 3


@dataclass(slots=True)
class Entry:
    """A candidate with the pass that brought it; only those of chosen regions are verified."""

    number: int
    candidate: Candidate
    evidence: tuple[Evidence, ...] | None = None


@dataclass(slots=True)
class _Draft:
    """An item while it grows."""

    label: str
    key: str
    found_in_pass: int
    detail: str = ""
    aliases: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    sources: list = field(default_factory=list)  # type: ignore[type-arg]
    hidden: bool = False


class Collected:
    """All candidates so far; the items follow from them and from the choice among regions."""

    def __init__(self, question: Question, scan: Scan) -> None:
        self.question, self.scan = question, scan
        self._regions: dict[int, Proposal] = {}
        self._by_region: dict[int, list[Entry]] = {}
        self._loose: list[Entry] = []
        self._choices: tuple[Choice, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._rejected: list[Rejection] = []

    def add(self, number: int, candidates: Iterable[Candidate], batch: Batch) -> tuple[int, int, tuple[Rejection, ...]]:
        """Take in what one pass proposed; returns new items, merged items, rejections."""
        stored = {r.id: r for r in batch.regions}
        before = {i.key for i in self._items}
        self._rejected = []
        for candidate in candidates:
            region = stored.get(candidate.source.region)
            if region is None:
                self._loose.append(Entry(number, candidate))
            else:
                self._propose(region)
                self._by_region.setdefault(region.id, []).append(Entry(number, candidate))
        self._choices = choose(self._regions.values())
        self._items, merged = self._merge()
        rejected = [*self._rejected, *self._left_out(batch)]
        new = len({i.key for i in self._items} - before)
        return new, merged, tuple(rejected[:MOST_REJECTED])

    def kept(self) -> tuple[Kept, ...]:
        """Every candidate so far, those of regions first, in an order that `resume` keeps."""
        held = [(region, entry) for region, entries in self._by_region.items() for entry in entries]
        held += [(-1, entry) for entry in self._loose]
        return tuple(Kept(entry.number, region, entry.candidate, entry.evidence) for region, entry in held)

    def resume(self, kept: Iterable[Kept]) -> None:
        """Take in what `kept` gave, over the same snapshot."""
        known = tuple(kept)
        ids = list(dict.fromkeys(k.region for k in known if k.region >= 0))
        for stored in self.scan.view.regions(ids):
            self._propose(stored)
        for number, region, candidate, evidence in known:
            entries = self._by_region.setdefault(region, []) if region >= 0 else self._loose
            entries.append(Entry(number, candidate, evidence))
        self._choices = choose(self._regions.values())
        self._items, _ = self._merge()

    def _propose(self, stored: StoredRegion) -> None:
        """Binding and members come from the stored region itself, not from what an extractor says of it."""
        if stored.id not in self._regions:
            self._regions[stored.id] = self.judged(stored)

    def judged(self, stored: StoredRegion) -> Proposal:
        """A region of the scope as the choice among regions sees it, or would see it."""
        cues = self._own_cues(stored)
        binding = bind(self.question, stored.region, self.scan.settings[stored.document_id], cues)
        return Proposal(stored, binding, asked_members(self.question, stored.region, binding.column))

    def _own_cues(self, stored: StoredRegion) -> list[Cue]:
        own = self.scan.cues_of.get(stored.document_id, [])
        return [cue for cue in own if stands_in_lead_in(cue, stored.region)]

    def _left_out(self, batch: Batch) -> list[Rejection]:
        """Regions of this pass that bind less well than the chosen ones: their first label and why."""
        chosen = {p.stored.id for c in self._choices for p in c.chosen}
        found = []
        for stored in batch.regions:
            proposal = self._regions.get(stored.id)
            if proposal and stored.id not in chosen and proposal.asking.asked:
                region = stored.region
                why = f"region {region.number} ({region.kind}, p. {region.first_page}) binds less well"
                found.append(Rejection(proposal.asking.asked[0].label[:200], why))
        return found

    def _merge(self) -> tuple[tuple[Item, ...], int]:
        """Items in document order of the choices; equal keys merge, as do explicit aliases of one document set."""
        drafts: dict[str, _Draft] = {}
        merged = 0
        chosen = [p.stored.id for c in self._choices for p in c.chosen]
        taken = [entry for i in chosen for entry in self._by_region.get(i, [])]
        for entry in [*taken, *self._loose]:
            number, candidate = entry.number, entry.candidate
            evidence = self._verified(entry)
            if not evidence:
                continue
            key = item_key(candidate.label)
            draft = drafts.get(key)
            merged += draft is not None
            if draft is None:
                draft = drafts[key] = _Draft(candidate.label, key, number, candidate.detail)
                draft.hidden = candidate.hidden
            _grow(draft, candidate, evidence)
        return tuple(_finish(d) for d in drafts.values()), merged

    def _verified(self, entry: Entry) -> tuple[Evidence, ...]:
        """The evidence of a candidate, empty where the stored text does not carry its label; looked up once."""
        if entry.evidence is None:
            candidate = entry.candidate
            found = evidence_for(candidate, self.scan.names.get(candidate.document_id, ""), self.scan.view.page)
            why = failure(candidate, found, self.scan.view.page)
            entry.evidence = () if why else found
            if why:
                self._rejected.append(Rejection(candidate.label[:200], why))
        return entry.evidence

    def choices(self) -> tuple[Choice, ...]:
        return self._choices

    def proposed(self) -> frozenset[int]:
        """Ids of the regions for which something was proposed."""
        return frozenset(self._regions)

    def places(self) -> dict[str, frozenset[tuple[int, int, int]]]:
        """By document: where the words that announce the proposed regions stand."""
        found: dict[str, set[tuple[int, int, int]]] = {}
        for proposal in self._regions.values():
            own = found.setdefault(proposal.stored.document_id, set())
            own.update((s.page, s.start, s.end) for c in proposal.stored.region.contexts for s in c.spans)
        return {document: frozenset(places) for document, places in found.items()}

    def items(self) -> tuple[Item, ...]:
        return self._items

    def drop_items(self) -> int:
        """The text denies that there are any, and nothing bound speaks for the candidates; returns how many went."""
        dropped = len(self._items)
        self._items, self._choices = (), ()
        return dropped

    def decide(self, signals: tuple[Signal, ...]) -> Verdict:
        return decide(facts_of(self.question, self.scan, self._items, signals)).verdict


def _grow(draft: _Draft, candidate: Candidate, evidence: tuple[Evidence, ...]) -> None:
    draft.hidden = draft.hidden and candidate.hidden
    draft.sources.append(candidate.source)
    known_places = {(e.document_id, e.page, e.start) for e in draft.evidence}
    draft.evidence += [e for e in evidence if (e.document_id, e.page, e.start) not in known_places]
    for alias in (candidate.label, *candidate.aliases):
        known = {draft.label, *draft.aliases}
        if alias not in known and len(draft.aliases) < MOST_ALIASES:
            draft.aliases.append(alias)


def _finish(draft: _Draft) -> Item:
    item = Item(draft.label, draft.key, tuple(draft.evidence), tuple(draft.aliases), draft.detail, draft.found_in_pass)
    return replace(item, hidden=draft.hidden, sources=tuple(draft.sources))
