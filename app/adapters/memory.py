"""A corpus view held in memory: the same ports as the store, searched word by word.

Fast, nothing durable: for the fault bench, and an oracle for totals in tests.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import count

from app.domain.page import Page, PageState
from app.domain.ports import (
    CorpusInfo,
    DocumentInfo,
    Form,
    Hit,
    Hits,
    Passage,
    Query,
    SearchTerm,
    StoredCue,
    StoredRegion,
    Target,
)
from app.domain.structure import Acronym, Definition, DocumentStructure, Region
from app.domain.words import stem, words


class Entry:
    """The words of one passage, of the contexts or of the members of one region."""

    def __init__(self, number: int, document_id: str, texts: Iterable[str]) -> None:
        self.id, self.document_id = number, document_id
        self.texts = [words(text) for text in texts]
        self.exact = {word for text in self.texts for word in text}
        self.stems = Counter(stem(word) for text in self.texts for word in text)

    def holds(self, term: SearchTerm) -> bool:
        if term.form is Form.STEM:
            return stem(term.text) in self.stems or term.text in self.stems
        wanted = words(term.text)
        if term.form is Form.PREFIX:
            return any(word.startswith(wanted[0]) for word in self.exact)
        return any(text[i : i + len(wanted)] == wanted for text in self.texts for i in range(len(text)))


class MemoryRetriever:
    def __init__(self, entries: dict[Target, list[Entry]]) -> None:
        self._entries = entries

    def search(self, query: Query) -> Hits:
        found = [
            Hit(entry.id, entry.document_id, float(sum(entry.holds(term) for term in query.any_of)))
            for entry in self._entries[query.target]
            if self._matches(entry, query)
        ]
        found.sort(key=lambda hit: (-hit.score, hit.id))
        return Hits(tuple(found[: query.limit]), len(found))

    def _matches(self, entry: Entry, query: Query) -> bool:
        if query.documents is not None and entry.document_id not in query.documents:
            return False
        any_of = not query.any_of or any(entry.holds(term) for term in query.any_of)
        every = all(entry.holds(term) for term in query.all_of)
        return any_of and every and not any(entry.holds(term) for term in query.none_of)


class MemoryView:
    """CorpusView over structures as `analyse` gives them; the id of a document is made from its position."""

    def __init__(self, structures: Sequence[DocumentStructure], revision: int = 1) -> None:
        self._numbers = count(1)
        self._structures = {hashlib.sha256(f"{n}".encode()).hexdigest(): s for n, s in enumerate(structures)}
        self._passages: dict[int, Passage] = {}
        self._regions: dict[int, StoredRegion] = {}
        entries: dict[Target, list[Entry]] = {target: [] for target in Target}
        for document_id, structure in self._structures.items():
            self._add(document_id, structure, entries)
        self.retriever = MemoryRetriever(entries)
        pages = sum(s.planned_pages for s in self._structures.values())
        self.info = CorpusInfo("memory", "memory", revision, len(self._structures), pages, 0)

    def at(self, revision: int) -> MemoryView:
        """The same documents at another revision of the corpus."""
        other = copy(self)
        other.info = replace(self.info, revision=revision)
        return other

    def _add(self, document_id: str, structure: DocumentStructure, entries: dict[Target, list[Entry]]) -> None:
        for draft in structure.passages:
            number = next(self._numbers)
            pages = [piece.page for piece in draft.flow.pieces] or [0]
            self._passages[number] = Passage(
                number,
                document_id,
                draft.number,
                draft.flow,
                draft.headings,
                draft.contents,
                draft.furniture,
                min(pages),
                max(pages),
            )
            entries[Target.PASSAGE].append(Entry(number, document_id, [draft.flow.text]))
        for region in structure.regions:
            number = next(self._numbers)
            self._regions[number] = StoredRegion(number, document_id, region)
            contexts = [context.text for context in region.contexts] + [column.name for column in region.columns]
            entries[Target.REGION].append(Entry(number, document_id, contexts))
            entries[Target.MEMBER].append(Entry(number, document_id, member_texts(region)))

    def documents(self) -> Sequence[DocumentInfo]:
        return [document_info(document_id, structure) for document_id, structure in self._structures.items()]

    def passages(self, ids: Sequence[int]) -> Sequence[Passage]:
        return [self._passages[i] for i in ids]

    def document_passages(self, document_id: str) -> Sequence[Passage]:
        return [p for p in self._passages.values() if p.document_id == document_id]

    def passage_count(self, documents: Iterable[str] | None) -> int:
        scope = self._scope(documents)
        return sum(p.document_id in scope for p in self._passages.values())

    def regions(self, ids: Sequence[int]) -> Sequence[StoredRegion]:
        return [self._regions[i] for i in ids]

    def document_regions(self, document_id: str) -> Sequence[StoredRegion]:
        return [r for r in self._regions.values() if r.document_id == document_id]

    def cues(self, documents: Iterable[str] | None) -> Sequence[StoredCue]:
        return [StoredCue(d, cue) for d in self._scope(documents) for cue in self._structures[d].cues]

    def definitions(self, document_id: str) -> Sequence[Definition]:
        return self._structures[document_id].definitions

    def acronyms(self, documents: Iterable[str] | None) -> Sequence[Acronym]:
        return [acronym for d in self._scope(documents) for acronym in self._structures[d].acronyms]

    def page(self, document_id: str, number: int) -> Page | None:
        return next((p for p in self._structures[document_id].pages if p.number == number), None)

    def pages(self, document_id: str) -> Sequence[Page]:
        return self._structures[document_id].pages

    def close(self) -> None:
        pass

    def _scope(self, documents: Iterable[str] | None) -> list[str]:
        chosen = self._structures if documents is None else set(documents)
        return [d for d in self._structures if d in chosen]


def member_texts(region: Region) -> Iterator[str]:
    for member in region.members:
        yield from (member.text, member.label, member.detail, *member.aliases)
        yield from (field.text for field in member.fields)


def document_info(document_id: str, structure: DocumentStructure) -> DocumentInfo:
    """What the store would say of a document."""
    states = Counter(page.state for page in structure.pages)
    missing = structure.planned_pages - len(structure.pages)
    if missing > 0:
        states[PageState.FAILED] += missing
    whole = set(states) <= {PageState.READ, PageState.BLANK}
    return DocumentInfo(
        document_id,
        structure.name,
        structure.title,
        "read" if whole else "partial",
        structure.reason,
        structure.planned_pages,
        tuple(sorted(states.items())),
        tuple(sorted(structure.layers)),
    )
