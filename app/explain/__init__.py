"""Why something is not in an answer, or why it is: asked of the stored answer, and of the loop run once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from app.domain.answer import Answer, Item
from app.domain.explaining import (
    AsOf,
    Cause,
    Explanation,
    Listed,
    Place,
    PlaceNote,
    Trail,
    UnreadPage,
    Why,
    furthest,
    repair,
)
from app.domain.ports import CorpusView, DocumentInfo, Extractor
from app.domain.question import ItemKind
from app.domain.spellings import Spelling, equals, spellings
from app.enumeration import Trace
from app.explain.listing import listed, named, provenance, trail
from app.explain.places import places, unread
from app.explain.regions import Places
from app.explain.replay import Replay, derived, replayed

MOST_PLACES = 10
MOST_UNREAD = 200
_NEWLY = "It is not in the stored answer; answered again now, it is listed: {because}."


class NothingToLookForError(ValueError):
    """The item holds no letters or digits."""


def explain(
    view: CorpusView, stored: Answer, extractors: Sequence[Extractor], item: str, document_id: str = ""
) -> Explanation:
    """Why an item is in a stored answer, or what kept it out; `document_id`: expected from this document.

    Raises NothingToLookForError for an item without letters or digits.
    """
    acronyms = [(a.short, a.long) for a in view.acronyms(None)]
    tried = spellings(item, acronyms)
    if not tried:
        raise NothingToLookForError(item)
    case = _Case(view, stored, item, document_id, tried)
    found = listed(stored, tried, document_id)
    if stored.derivation:
        return case.of_set(found)
    return case.of_question(found, replayed(view, stored, extractors))


class _Case:
    """One thing expected of one answer."""

    def __init__(
        self, view: CorpusView, stored: Answer, item: str, document_id: str, tried: tuple[Spelling, ...]
    ) -> None:
        self.view, self.stored, self.item, self.document_id, self.tried = view, stored, item, document_id, tried

    def of_set(self, found: tuple[Item, str] | None) -> Explanation:
        """A set made from stored answers has no passes: what it was made from decides."""
        as_of = derived(self.view, self.stored)
        if found:
            return self._listed(provenance(*found, None), as_of)
        made = self.stored.derivation
        assert made is not None
        told = f"The {made.operation} of {len(made.inputs)} answers does not hold it: {', '.join(made.inputs)}."
        return self._told(Cause.LEFT_OUT_BY_SET, told, as_of)

    def of_question(self, found: tuple[Item, str] | None, replay: Replay) -> Explanation:
        trace, as_of = replay.trace, replay.as_of
        if found:
            return self._listed(provenance(*found, trace), as_of)
        again = listed(trace.answer, self.tried, self.document_id)
        if again:
            return self._listed_now(provenance(*again, trace), as_of)
        steps = trail(self.stored, trace, self.tried, self.document_id)
        notes = furthest(self._notes(trace))
        return self._furthest(steps, notes, trace, as_of)

    # ------------------------------------------------------------ listed

    def _listed(self, proof: Listed, as_of: AsOf) -> Explanation:
        told = f'It is in the list as "{proof.label}" (by its {proof.matched}): {proof.because}.'
        return replace(self._told(Cause.LISTED, told, as_of), listed=proof)

    def _listed_now(self, proof: Listed, as_of: AsOf) -> Explanation:
        told = self._told(Cause.LISTED, _NEWLY.format(because=proof.because), as_of)
        return replace(told, listed=proof, repair="Ask the question again.")

    # ------------------------------------------------------------ not listed

    def _notes(self, trace: Trace) -> list[PlaceNote]:
        """All places, those out of scope only where none is in it."""
        inside, outside = self._documents(trace)
        if trace.scan.question.item_kind is ItemKind.DOCUMENT:
            known = [self._of_document(d, trace, d in inside) for d in (*inside, *outside) if self._is(d)]
            if known:
                return known
        judge = Places(trace)
        notes = [judge.note(place) for place in places(self.view, inside, self.tried)]
        return notes or [_outside(place) for place in places(self.view, outside, self.tried)]

    def _documents(self, trace: Trace) -> tuple[list[DocumentInfo], list[DocumentInfo]]:
        """Documents to look at, in scope and out of it."""
        wanted = [d for d in self.view.documents() if self.document_id in ("", d.id)]
        scope = set(trace.answer.scope.document_ids)
        return [d for d in wanted if d.id in scope], [d for d in wanted if d.id not in scope]

    def _is(self, document: DocumentInfo) -> bool:
        names = (document.name, PurePath(document.name).stem, document.title)
        return any(equals(named(self.tried), name) for name in names if name)

    def _of_document(self, document: DocumentInfo, trace: Trace, inside: bool) -> PlaceNote:
        """The thing expected is a whole document."""
        place = Place(document.id, document.name, 0, 0, 0, document.title, "name_of_document")
        if not inside:
            return _outside(place)
        if any(p.document_id == document.id for p in trace.scan.passages.values()):
            told = "passages of the document were read, but nothing in them meets the question"
            return PlaceNote(place, Cause.NOT_EXTRACTED, Why.NOT_ASKED, told)
        if not self.view.document_passages(document.id):
            return PlaceNote(place, Cause.UNREAD_PAGES, None, "the document holds no text that could be read")
        told = "no passage of the document was retrieved"
        return PlaceNote(place, Cause.NOT_RETRIEVED, Why.NO_TERM_MATCHES, told)

    def _furthest(self, steps: list[Trail], notes: tuple[PlaceNote, ...], trace: Trace, as_of: AsOf) -> Explanation:
        inside, outside = self._documents(trace)
        open_pages = unread(self.view, inside if steps or notes else [*inside, *outside])
        cause, why, text = self._cause(steps, notes, open_pages)
        return replace(
            self._told(cause, text, as_of, why),
            trail=tuple(steps),
            places=notes[:MOST_PLACES],
            places_total=len(notes),
            unread=tuple(open_pages[:MOST_UNREAD]),
            caps=tuple(cap for cap in self.stored.completeness.caps if cap.bound),
        )

    def _cause(
        self, steps: list[Trail], notes: tuple[PlaceNote, ...], open_pages: list[UnreadPage]
    ) -> tuple[Cause, Why | None, str]:
        """The furthest point reached, in words."""
        merged = next((s for s in steps if s.outcome == "merged"), None)
        if merged:
            return Cause.MERGED, None, f'It was merged into the item "{merged.into}": {merged.why}.'
        if steps:
            why = Why.DENIED if steps[0].why.startswith("denied") else None
            return Cause.REJECTED, why, f"It was proposed in pass {steps[0].pass_number} and rejected: {steps[0].why}."
        if notes:
            first = notes[0]
            return first.cause, first.why, f"{first.place.document}, p. {first.place.page}: {first.explanation}."
        if open_pages:
            return Cause.UNREAD_PAGES, None, f"It is not on any page that was read; {_count(open_pages)} unread."
        return Cause.NOT_IN_CORPUS, None, _nowhere(len(self.view.documents()), self.view, self.document_id)

    def _told(self, cause: Cause, text: str, as_of: AsOf, why: Why | None = None) -> Explanation:
        tried = tuple((each.text, each.how) for each in self.tried)
        return Explanation(
            self.stored.id, self.item, self.document_id, cause, text, repair(cause, why),
            None, (), (), 0, tried, (), (), as_of,
        )  # fmt: skip


def _outside(place: Place) -> PlaceNote:
    return PlaceNote(place, Cause.OUT_OF_SCOPE, None, "the document is outside the scope of the answer")


def _count(pages: Sequence[UnreadPage]) -> str:
    known, whole = sum(p.page > 0 for p in pages), sum(p.page == 0 for p in pages)
    told = [f"{known} page{'s' * (known != 1)}"] if known else []
    told += [f"pages of {whole} document{'s' * (whole != 1)}"] if whole else []
    return f"{' and '.join(told)} {'is' if known == 1 and not whole else 'are'}"


def _nowhere(documents: int, view: CorpusView, document_id: str) -> str:
    where = "the document" if document_id else f"the {documents} document{'s' * (documents != 1)} of the corpus"
    layers = sorted({layer for d in view.documents() if document_id in ("", d.id) for layer in d.layers})
    but = f" Never looked at: {', '.join(layers)}." if layers else ""
    return f"No page of {where} holds it, in any of the spellings tried; every page was read.{but}"
