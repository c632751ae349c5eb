"""What a question has searched for and read so far: passages, regions, and what the engine said of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from app.domain.announcing import announces
from app.domain.answer import Cap, Level, Term
from app.domain.binding import ROWS, is_top_division
from app.domain.counting import counts_division, counts_noun
from app.domain.nouns import DIVISIONS, noun_heads, term_stems
from app.domain.ports import (
    Batch,
    CorpusView,
    DocumentInfo,
    Form,
    Hits,
    Passage,
    Query,
    SearchTerm,
    StoredCue,
    StoredRegion,
    Target,
)
from app.domain.question import ItemKind, Mode, Question, Request
from app.domain.setting import Setting
from app.domain.structure import Acronym, ContextRole, Cue, Region, RegionKind
from app.domain.words import stem, stems, word_set
from app.questions.words import DOCUMENT_NOUNS, synonyms

TOP_K = 10  # passages of a cheap single pass, where the caller names no k
FEW_DOCUMENTS = 20  # in a small scope the first page of each document says what the document is about
OPENING = 300  # code points of that page
TELLING = 0.3  # weight from which a word of the question tells passages apart
FEW_PASSAGES = 10  # in so small a scope every word counts
LEAST = 0.1  # weight of a word that tells nothing apart
# Nouns for anything at all: a text lists such things under their own names.
_GENERIC = frozenset(
    stem(w)
    for w in word_set(
        "entity person people thing item party name place location organization individual member company"
    )
)
_DOCUMENTS = frozenset(stem(w) for w in (*DOCUMENT_NOUNS, "author", "document"))
_Found = TypeVar("_Found", Passage, StoredRegion)
COMMON = 0.5  # a word in half of the passages tells nothing apart
# Words of a region, not of its document.
_OWN = frozenset({ContextRole.LEAD_IN, ContextRole.CAPTION, ContextRole.HEADING})


@lru_cache(maxsize=4096)
def _name_stems(title: str, name: str) -> frozenset[str]:
    return frozenset(stems(f"{title} {name.replace('_', ' ')}"))


class Scan:
    """Reads through one view; remembers what was read, so that no passage is read twice."""

    def __init__(self, view: CorpusView, request: Request, question: Question, document_ids: tuple[str, ...]) -> None:
        self.view, self.request, self.question = view, request, question
        self.document_ids = document_ids
        self._scope = frozenset(document_ids)
        documents: Sequence[DocumentInfo] = [d for d in view.documents() if d.id in self._scope]
        self.documents = tuple(documents)
        self.names = {d.id: d.name for d in documents}
        self._places = {d.id: place for place, d in enumerate(documents)}
        self.acronyms: tuple[Acronym, ...] = tuple(view.acronyms(document_ids))
        self.cues: tuple[StoredCue, ...] = tuple(view.cues(document_ids))
        self.cues_of: dict[str, list[Cue]] = {}
        for stored in self.cues:
            self.cues_of.setdefault(stored.document_id, []).append(stored.cue)
        self.in_scope = view.passage_count(document_ids)
        self.synonyms = frozenset(s for head in noun_heads(question)[:1] for s in synonyms(head))
        self.settings = {d.id: self._setting(d) for d in documents}
        self.passages: dict[int, Passage] = {}
        self.regions: set[int] = set()
        self.matched = 0
        self.retrieved = 0
        self.troubles: list[str] = []
        self.caps: dict[str, Cap] = {}
        self.weights = self._weights()

    def resume(self, passages: Sequence[int], regions: Sequence[int], matched: int, troubles: Sequence[str]) -> None:
        """Take for read what was read before the loop was interrupted. Caps begin anew: they may have been raised, and
        each pass searches for every term again."""
        self.passages = {p.id: p for p in self.view.passages(passages)}
        self.regions = set(regions)
        self.matched, self.retrieved = matched, len(self.passages)
        self.troubles = list(troubles)

    def _setting(self, document: DocumentInfo) -> Setting:
        few = len(self.document_ids) <= FEW_DOCUMENTS
        opening = frozenset(stems(self._opening(document.id))) if few else frozenset()
        return Setting({}, _name_stems(document.title, document.name) | opening, self.synonyms)

    def _opening(self, document_id: str) -> str:
        """The first words of a document, up to what announces its first list or table: what it says of itself."""
        page = self.view.page(document_id, 1)
        if page is None:
            return ""
        regions = [
            r.region for r in self.view.document_regions(document_id) if r.region.kind is not RegionKind.SECTIONS
        ]
        starts = [s.start for t in regions for c in t.columns for s in c.spans if s.page == 1]
        starts += [s.start for t in regions for m in t.members[:1] for s in m.spans if s.page == 1]
        around = [(c, s.start) for t in regions for c in t.contexts if c.role in _OWN for s in c.spans if s.page == 1]
        # What nothing stands before is the title of the whole, unless it announces something.
        starts += [at for c, at in around if page.text[:at].strip() or announces(c.text)]
        return page.text[: min([OPENING, *starts])]

    def _weights(self) -> dict[str, float]:
        """How much each word of the question tells regions apart: 1 where rare, near 0 where in every passage."""
        terms = term_stems(self.question)
        weights = {}
        for term in terms:
            share = self.count((term,)) / self.in_scope if self.in_scope else 0.0
            weights[term] = LEAST if term in _DOCUMENTS else max(LEAST, 1.0 - share / COMMON)
        for document_id, setting in self.settings.items():
            counts = self._stated_counts(document_id, setting)
            self.settings[document_id] = Setting(weights, setting.title, setting.synonyms, counts)
        return weights

    def _stated_counts(self, document_id: str, setting: Setting) -> frozenset[int]:
        """Exact counts of the noun that the document states in a sentence about the same thing."""
        own = self.cues_of.get(document_id, [])
        counts = counts_division if DIVISIONS & set(noun_heads(self.question)) else counts_noun
        asked = self.question  # of all of them, not of those that meet a condition
        plain = replace(asked, conditions=(), terms=()) if asked.conditions else asked
        return frozenset(cue.value for cue in own if counts(plain, cue, setting))

    def count(self, terms: Sequence[str]) -> int:
        """Exact number of passages in scope that hold one of the stems."""
        found = self._search(terms, Target.PASSAGE, 0)
        return found.total

    def noun_matches(self) -> int:
        """Passages in scope that hold the noun asked for, another noun of the question or a listed synonym."""
        heads = {*noun_heads(self.question), *self.synonyms} or set(term_stems(self.question))
        return self.count(sorted(heads))

    def condition_matches(self) -> int:
        """Passages in scope that hold every word of some condition's value."""
        return max((self._all(stems(c.value)) for c in self.question.conditions), default=0)

    def _all(self, words: Sequence[str]) -> int:
        query = Query(all_of=tuple(SearchTerm(w) for w in words), documents=self._scope, limit=0)
        return self.view.retriever.search(query).total if words else 0

    def likely_holders(self) -> int:
        """Places that may list what is asked for under another name: tables with a telling word of the question, and
        passages with nearly all of its words; 1 for a question whose noun is only implied ("who ...")."""
        if not self.question.noun or self.question.compares or _GENERIC & set(noun_heads(self.question)):
            return 1
        terms = [t for t in term_stems(self.question) if self.weights[t] >= TELLING or self.in_scope < FEW_PASSAGES]
        passages = self._all(terms) if len(terms) > 1 else 0
        return passages + self._tables_with(terms)

    def _tables_with(self, terms: Sequence[str]) -> int:
        hits = [h for t in (Target.REGION, Target.MEMBER) for h in self._search(terms, t, None).hits]
        if self.in_scope < FEW_PASSAGES:
            found = [r for d in self.document_ids for r in self.view.document_regions(d)]
            return sum(r.region.kind in ROWS for r in found)  # a lone table seldom says what its rows are
        regions = self.view.regions(sorted({h.id for h in hits}))
        return sum(r.region.kind in ROWS and 2 * len(set(terms) & _words_of(r.region)) >= len(terms) for r in regions)

    def read(self, terms: Sequence[Term]) -> tuple[Batch, int]:
        """What the terms match and no earlier pass has read; and how many passages were retrieved."""
        words = [t.text for t in terms]
        passages, retrieved = self._passages(words)
        regions = self._regions(words)
        batch = Batch(
            passages=tuple(passages),
            regions=tuple(regions),
            documents=self.documents,
            terms=tuple(words),
            acronyms=self.acronyms,
            cues=self.cues,
            weights=tuple(sorted(self.weights.items())),
            synonyms=self.synonyms,
        )
        return batch, retrieved

    def _passages(self, words: Sequence[str]) -> tuple[list[Passage], int]:
        if self.question.item_kind is ItemKind.PATTERN and self.request.mode is Mode.EXHAUSTIVE:
            return self._every_passage()
        hits = self._search(words, Target.PASSAGE, self._limit())
        self.matched = max(self.matched, hits.total)
        kept = self._cut(hits)
        new = [i for i in kept if i not in self.passages]
        found = self._in_order(self.view.passages(new))
        self.passages.update((p.id, p) for p in found)
        self.retrieved = len(self.passages)
        return found, len(kept)

    def _every_passage(self) -> tuple[list[Passage], int]:
        """For a pattern every passage in scope is read: the words of the question do not choose."""
        found = [p for d in self.document_ids for p in self.view.document_passages(d) if p.id not in self.passages]
        self.passages.update((p.id, p) for p in found)
        self.matched = self.retrieved = len(self.passages)
        return found, len(self.passages)

    def _regions(self, words: Sequence[str]) -> list:  # type: ignore[type-arg]
        hits = self._search(words, Target.REGION, self._limit())
        self._cut(hits)
        new = [h.id for h in hits.hits if h.id not in self.regions]
        new += [i for i in self._divisions() if i not in self.regions and i not in new]
        self.regions.update(new)
        return self._in_order(self.view.regions(new))

    def _in_order(self, found: Sequence[_Found]) -> list[_Found]:
        """By document, as the corpus holds them, then by place. Not by rank: scores and ids depend on the order in
        which documents happened to be read, and the answer must not."""
        return sorted(found, key=lambda each: (self._places[each.document_id], each.id))

    def _divisions(self) -> list[int]:
        """Top-level sections, which no words announce, where the question asks for chapters and the like."""
        if len(self.document_ids) > FEW_DOCUMENTS or not DIVISIONS & set(noun_heads(self.question)):
            return []
        regions = [r for d in self.document_ids for r in self.view.document_regions(d)]
        return [r.id for r in regions if is_top_division(r.region)]

    def _search(self, words: Sequence[str], target: Target, limit: int | None) -> Hits:
        any_of = tuple(SearchTerm(w, Form.STEM) for w in words if w)
        if not any_of:
            return Hits((), 0)
        documents = None if len(self._scope) == self.view.info.documents else self._scope
        hits = self.view.retriever.search(Query(any_of=any_of, documents=documents, target=target, limit=limit))
        if hits.partial or hits.timed_out or hits.relation != "eq":
            self.troubles.append(hits.reason or "the search engine answered in part")
        return hits

    def _limit(self) -> int | None:
        if self.request.mode is Mode.TOP_K:
            return self.request.k or TOP_K
        return self.request.passages_per_pass

    def _cut(self, hits: Hits) -> list[int]:
        """The ids kept of a search; a cap that leaves something out is noted."""
        ids = [h.id for h in hits.hits]
        limit = self._limit()
        if limit is not None:
            name = "k" if self.request.mode is Mode.TOP_K else "passages_per_pass"
            bound = hits.total > len(ids) or self.caps.get(name, Cap(name, limit, False)).bound
            self.caps[name] = Cap(name, limit, bound)
        if self.request.mode is Mode.ADAPTIVE:
            ids = self._adaptive(hits)
        return ids

    def _adaptive(self, hits: Hits) -> list[int]:
        """Cut at the largest gap between neighbouring scores."""
        scores = [h.score for h in hits.hits]
        if len(scores) < 3:
            return [h.id for h in hits.hits]
        cut = max(range(1, len(scores)), key=lambda i: scores[i - 1] - scores[i])
        self.caps["adaptive_cut"] = Cap("adaptive_cut", cut, cut < len(scores))
        return [h.id for h in hits.hits[:cut]]

    @property
    def level(self) -> Level:
        """What the retrieval as a whole can claim."""
        if self.troubles:
            return Level.TRUNCATED
        if self.request.mode is not Mode.EXHAUSTIVE:
            return Level.TOP_K
        return Level.TRUNCATED if any(c.bound for c in self.caps.values()) else Level.EXACT


def _words_of(region: Region) -> set[str]:
    """Stems of everything a region says: contexts, headers, members."""
    texts = [*(c.text for c in region.contexts), *(c.name for c in region.columns), *(m.text for m in region.members)]
    return {word for text in texts for word in stems(text)}
