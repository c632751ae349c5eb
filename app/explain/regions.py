"""How far one place got on its way to the answer: was it retrieved, which region holds it, why was that not chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.domain.columns import conditions_of
from app.domain.explaining import Cause, Place, PlaceNote, RegionNote, Why
from app.domain.geometry import Span
from app.domain.page import Page
from app.domain.ports import Passage, StoredRegion
from app.domain.question import ItemKind
from app.domain.structure import ContextRole, Member, Region
from app.domain.words import STOPWORDS, fold, stem, stems, words
from app.enumeration import Trace
from app.selection import Choice, Proposal

ANNOUNCING = (ContextRole.LEAD_IN, ContextRole.CAPTION, ContextRole.HEADING, ContextRole.HEADER, ContextRole.LABEL)
OF_REGIONS = frozenset({ItemKind.TEXT, ItemKind.DEFINITION, ItemKind.FOOTNOTE})
MOST_WORDS = 8  # words told that would have found a place
LONGEST = 300  # code points shown of the words that announce a region


class Places:
    """What the loop made of places of one corpus."""

    def __init__(self, trace: Trace) -> None:
        self.scan, self.collected, self.question = trace.scan, trace.collected, trace.scan.question
        self.view = trace.scan.view
        self.searched = frozenset(term.text for term in trace.terms)
        self.chosen = {p.stored.id: c for c in self.collected.choices() for p in c.chosen}
        self.standing = {i.label for i in self.collected.items()}

    def note(self, place: Place) -> PlaceNote:
        """Cause and explanation of one place in scope."""
        regions = [
            r for r in self.view.document_regions(place.document_id) if self._member(r.region, place) is not None
        ]
        passages = [p for p in self.view.document_passages(place.document_id) if _holds(p, place)]
        read = any(p.id in self.scan.passages for p in passages)
        retrieved = [r for r in regions if read or r.id in self.scan.regions]
        if retrieved:
            return self._extracted(place, max(retrieved, key=self._standing))
        if read:
            return self._of_passage(place)
        return self._not_retrieved(place, passages, regions)

    def region(self, stored: StoredRegion) -> RegionNote:
        """A region with how it binds to the question."""
        return self._region(self.collected.judged(stored))

    # ------------------------------------------------------------ retrieved

    def _standing(self, stored: StoredRegion) -> tuple[bool, bool, float, int]:
        """Of several regions that hold a place, the one that came furthest."""
        score = self.collected.judged(stored).binding.score
        return stored.id in self.chosen, stored.id in self.collected.proposed(), score, -len(stored.region.members)

    def _extracted(self, place: Place, stored: StoredRegion) -> PlaceNote:
        proposal = self.collected.judged(stored)
        if stored.id in self.chosen:
            return self._in_chosen(place, proposal)
        why, text = self._why_not_chosen(proposal)
        told = f"{_named(stored.region, place.document)} holds it; {text}"
        return PlaceNote(place, Cause.NOT_EXTRACTED, why, told, self._region(proposal))

    def _in_chosen(self, place: Place, proposal: Proposal) -> PlaceNote:
        """The region was taken: is the member an item, and does the place stand in its label?"""
        region = proposal.stored.region
        index = self._member(region, place)
        own = [a for a in proposal.asking.asked if index is not None and a.member == index]
        note = self._region(proposal)
        named = _named(region, place.document)
        if not own:
            told = f"{named} was chosen, but this member does not meet the question: {self._unmet(region, index)}"
            return PlaceNote(place, Cause.NOT_EXTRACTED, Why.NOT_ASKED, told, note)
        label = next((a.label for a in own if _overlaps(a.spans, place)), "")
        if label in self.standing:
            told = f'{named} was chosen; the words stand within the item "{label}"'
            return PlaceNote(place, Cause.WITHIN_ITEM, None, told, note, label)
        first = own[0].label
        told = f'{named} was chosen; the words stand in what is said of the item "{first}", not in its label'
        return PlaceNote(place, Cause.NOT_EXTRACTED, Why.IN_DETAIL, told, note, first)

    def _unmet(self, region: Region, index: int | None) -> str:
        if index is not None and not region.members[index].counted:
            return "it is a total, or a remark"
        conditions = conditions_of(self.question, region)
        if conditions:
            wanted = ", ".join(f'"{c.value}"' for c in conditions)
            return f"it does not fulfil the condition {wanted}"
        return "the question asks for another column"

    def _why_not_chosen(self, proposal: Proposal) -> tuple[Why, str]:
        stored = proposal.stored
        choice = next((c for c in self.collected.choices() if c.document_id == stored.document_id), None)
        if self.question.item_kind not in OF_REGIONS:
            return Why.NOT_THE_KIND, "the question does not ask for members of lists, tables or sections"
        if choice and any(p.stored.id == stored.id for p in choice.rivals):
            return Why.RIVAL, f"it is a rival of {_chosen(choice)}, and the verdict says so"
        if choice and any(p.stored.id == stored.id for p in choice.agreeing):
            return Why.AGREES, f"it says the same as {_chosen(choice)}"
        if stored.id not in self.collected.proposed():
            return Why.NOT_ANNOUNCED, f"the words that announce it do not carry what is asked for{_missing(proposal)}"
        return Why.BINDS_LESS_WELL, self._less(proposal, choice)

    def _less(self, proposal: Proposal, choice: Choice | None) -> str:
        """By how much, and against which region."""
        best = choice or max(self.collected.choices(), key=lambda c: c.score, default=None)
        own = f"it binds with {proposal.binding.score:.2f}{_missing(proposal)}"
        if best is None:
            return f"{own}, too weakly to be shown"
        return f"{own}; {_chosen(best)} with {best.score:.2f}"

    def _of_passage(self, place: Place) -> PlaceNote:
        if self.question.item_kind not in OF_REGIONS:
            told = f"the passage was read, but the words are not of the kind asked for ({self.question.item_kind})"
            return PlaceNote(place, Cause.NOT_EXTRACTED, Why.NOT_THE_KIND, told)
        told = (
            "the passage was read, but the words stand in running text: no list, table or section has them as a member"
        )
        return PlaceNote(place, Cause.NOT_EXTRACTED, Why.RUNNING_TEXT, told)

    # ------------------------------------------------------------ not retrieved

    def _not_retrieved(self, place: Place, passages: list[Passage], regions: list[StoredRegion]) -> PlaceNote:
        texts = [t for r in regions for t in _announcing(r.region)] + [p.flow.text for p in passages]
        note = self.region(regions[0]) if regions else None
        if not self.searched:
            return PlaceNote(place, Cause.NOT_RETRIEVED, Why.NOT_SEARCHED, "nothing was searched for", note)
        if any(s in self.searched for text in texts for s in stems(text)):
            told = f"terms of the question stand at the place, but a cap cut it off: {self._bound_caps()}"
            return PlaceNote(place, Cause.NOT_RETRIEVED, Why.CUT_OFF, told, note)
        would = _telling(texts)
        told = f"none of the terms searched for stands there; these would have found it: {', '.join(would)}"
        if not texts:
            told = "it stands outside of the passages that are searched (a running head, a title)"
        return PlaceNote(place, Cause.NOT_RETRIEVED, Why.NO_TERM_MATCHES, told, note, would_match=would)

    def _bound_caps(self) -> str:
        bound = [f"{cap.name} {cap.value}" for cap in self.scan.caps.values() if cap.bound]
        return ", ".join(bound) or "; ".join(self.scan.troubles) or "the number of passes"

    # ------------------------------------------------------------ shown

    def _member(self, region: Region, place: Place) -> int | None:
        return _member_at(region, place, self._text)

    def _text(self, place: Place) -> str:
        page: Page | None = self.view.page(place.document_id, place.page)
        return page.text[place.start : place.end] if page else ""

    def _region(self, proposal: Proposal) -> RegionNote:
        region, binding = proposal.stored.region, proposal.binding
        role = next((r for r in ANNOUNCING if region.context(r)), None)
        return RegionNote(
            number=region.number,
            kind=str(region.kind),
            announced_by=str(role) if role else "",
            words=region.context(role)[:LONGEST] if role else "",
            first_page=region.first_page,
            last_page=region.last_page,
            members=len(region.members),
            ending=str(region.ending),
            closed=region.closed,
            problems=region.problems,
            open_words=region.open_words,
            chosen=proposal.stored.id in self.chosen,
            bound=binding.bound,
            score=round(binding.score, 2),
            missing=binding.missing,
        )


def _member_at(region: Region, place: Place, text_of: Callable[[Place], str]) -> int | None:
    """The member that holds a place: by its spans, else by its text."""
    if not region.first_page <= place.page <= region.last_page:
        return None
    for index, member in enumerate(region.members):
        if _overlaps((*member.spans, *(s for f in member.fields for s in f.spans)), place):
            return index
    wanted = fold(text_of(place))
    around = [i for i, m in enumerate(region.members) if wanted and wanted in fold(m.text) and _before(m, place)]
    return around[-1] if around else None


def _before(member: Member, place: Place) -> bool:
    return any((s.page, s.start) <= (place.page, place.start) for s in member.spans)


def _overlaps(spans: Iterable[Span], place: Place) -> bool:
    return any(s.page == place.page and s.start < place.end and place.start < s.end for s in spans)


def _holds(passage: Passage, place: Place) -> bool:
    pieces = passage.flow.pieces
    return any(p.page == place.page and p.start < place.end and place.start < p.end for p in pieces)


def _named(region: Region, document: str) -> str:
    last = "" if region.first_page == region.last_page else f"-{region.last_page}"
    return f"the region {region.number} ({region.kind}) on p. {region.first_page}{last} of {document}"


def _chosen(choice: Choice) -> str:
    region = choice.chosen[0].stored.region
    return f"the region {region.number} ({region.kind}, p. {region.first_page}) that was chosen"


def _missing(proposal: Proposal) -> str:
    missing = proposal.binding.missing
    return f" (missing: {', '.join(missing)})" if missing else ""


def _announcing(region: Region) -> list[str]:
    return [*(c.text for c in region.contexts), *(c.name for c in region.columns)]


def _telling(texts: Iterable[str]) -> tuple[str, ...]:
    """Words that a question could use, each stem once, in order."""
    found: dict[str, str] = {}
    for text in texts:
        for word in words(text):
            if len(word) > 2 and word not in STOPWORDS and not word.isdigit():
                found.setdefault(stem(word), word)
    return tuple(found.values())[:MOST_WORDS]
