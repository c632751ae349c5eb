"""Whole documents as items: "Which contracts contain a non-compete clause?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from pathlib import PurePath
from typing import NamedTuple

from app.domain.answer import Candidate, Source
from app.domain.ports import Batch, DocumentInfo, Passage
from app.domain.question import ItemKind, Question
from app.domain.words import fold, stems

# Words that every such document holds, or that say nothing of its content.
_EMPTY = frozenset(stems(
    "clause provision section article contract agreement document paper file policy report collection corpus"
    " dataset category answer following yes there is any term"
))  # fmt: skip
_OF_KIND = re.compile(
    r"\b(?:are|is|were)\s+(?:an?\s+|all\s+)?((?:[\w&'\u2019-]+\s+){1,4}[\w-]+)\s*\??\s*$", re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?;])\s+(?=[\"'\u201c(\[]?[A-Z0-9])")
# Stems of irregular nouns, whose inflections do not begin alike: the quick look ahead does not ask for them.
_REGULAR_MISSES = frozenset(stems("person man woman child foot tooth mouse life leaf datum medium criterion"))
FEW = 4  # content words: up to so many all must stand together
FLOOR = 0.4  # of the weight of more words: less is no match
NEAR_BEST = 0.65  # of the best sentence in the batch: how good the others must be
OPENING = 2000  # code points of a first passage that may hold the title
FIRST_PASSAGES = 3
GAP = 4  # words between the parts of a kind: "Sponsorship and Marketing Agreement"


class Found(NamedTuple):
    score: float
    passage: Passage
    start: int
    end: int


class DocumentExtractor:
    """Proposes a document once for its best passage. What is asked must stand together, not be scattered."""

    name = "documents"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:
        if question.item_kind is not ItemKind.DOCUMENT or any(c.negated for c in question.conditions):
            return  # what does not stand there has no place to cite
        documents = {d.id: d for d in batch.documents}
        best: dict[str, Found] = {}
        for found in _matches(question, batch):
            known = best.get(found.passage.document_id)
            if known is None or found.score > known.score:
                best[found.passage.document_id] = found
        for document_id, found in best.items():
            if document_id in documents:
                yield self._candidate(documents[document_id], found)

    def _candidate(self, document: DocumentInfo, found: Found) -> Candidate:
        label = PurePath(document.name).stem or document.name
        title = document.title.strip()
        return Candidate(
            label=label,
            document_id=document.id,
            spans=found.passage.flow.spans(found.start, found.end),
            extractor=self.name,
            source=Source(document.id, passage=found.passage.id),
            detail=" ".join(found.passage.flow.text[found.start : found.end].split())[:300],
            aliases=(title,) if title and title != label else (),
            score=found.score,
        )


def _matches(question: Question, batch: Batch) -> Iterator[Found]:
    kind = _kind(question)
    if kind:
        titles = {d.id: stems(f"{d.name} {d.title}") for d in batch.documents}
        yield from _of_kind(kind, batch.passages, titles)
        return
    wanted = tuple(dict.fromkeys(term for term in question.terms if term not in _EMPTY))
    passages = [passage for passage in batch.passages if not passage.contents]
    if len(wanted) > FEW:
        yield from _near_best(wanted, passages)
        return
    weights = dict.fromkeys(wanted, 1.0)
    for passage in passages if wanted else ():
        yield from _in_passage(wanted, weights, passage, sum(weights.values()))


def _near_best(wanted: Sequence[str], passages: Sequence[Passage]) -> Iterator[Found]:
    """For a question of many words: sentences that hold most of its rare ones, nearly as many as the best does."""
    weights = _rarity(wanted, passages)
    least = FLOOR * sum(weights.values())
    if not least:
        return
    found = [one for passage in passages for one in _in_passage(wanted, weights, passage, least)]
    best = max((one.score for one in found), default=0.0)
    yield from (one for one in found if one.score >= NEAR_BEST * best)


def _rarity(wanted: Sequence[str], passages: Sequence[Passage]) -> dict[str, float]:
    """How much each word tells in these passages; a word that stands in none tells nothing."""
    counts = dict.fromkeys(wanted, 0)
    texts = [fold(passage.flow.text) for passage in passages]
    for term in wanted:
        begin = _beginning(term)
        counts[term] = sum(begin in text for text in texts)
    return {term: log(len(texts) / n) if n else 0.0 for term, n in counts.items()}


def _beginning(term: str) -> str:
    """Letters that nearly every inflection of a stem begins with: "polici" is in "policy" up to its last letter."""
    return term[:-1] if len(term) > 3 else term


def _kind(question: Question) -> list[str]:
    """Stems of "supply agreements" in "Which of the contracts are supply agreements?"; empty otherwise."""
    match = _OF_KIND.search(question.text)
    found = stems(match[1]) if match else []
    return found if len(found) > 1 and found[-1] in _EMPTY else []


def _of_kind(kind: Sequence[str], passages: Sequence[Passage], titles: Mapping[str, Sequence[str]]) -> Iterator[Found]:
    """Documents whose name, title or opening says what they are."""
    for passage in passages:
        if passage.number >= FIRST_PASSAGES and passage.first_page > 1:
            continue
        text = passage.flow.text[:OPENING]
        if passage.number < FIRST_PASSAGES or passage.first_page == 1:
            size = _in_order(kind, stems(text))
            if size or _in_order(kind, titles.get(passage.document_id, ())):
                end = _first_end(text)
                yield Found(2.0 if size else 1.0, passage, 0, end)


def _in_order(kind: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words stand in this order with few others between them."""
    return any(word == kind[0] and _follows(kind[1:], words[at + 1 :]) for at, word in enumerate(words))


def _follows(rest: Sequence[str], words: Sequence[str]) -> bool:
    at = 0
    for word in rest:
        window = list(words[at : at + GAP])
        if word not in window:
            return False
        at += window.index(word) + 1
    return True


def _first_end(text: str) -> int:
    match = _END.search(text)
    return min(match.start() if match else len(text), 300)


def _in_passage(wanted: Sequence[str], weights: Mapping[str, float], passage: Passage, least: float) -> Iterator[Found]:
    """Sentences that hold words of at least this weight together, those of the heading above counted in."""
    text = passage.flow.text
    heading = passage.headings[-1] if passage.headings else ""
    whole = fold(f"{heading} {text}")
    if sum(weights[term] for term in wanted if term in _REGULAR_MISSES or _beginning(term) in whole) < least:
        return
    above = frozenset(stems(heading))
    for start, end in _sentences(text):
        own = stems(text[start:end])
        score = sum(weights[term] for term in wanted if term in own or term in above)
        if score >= least:
            yield Found(score + _phrase(wanted, own), passage, start, end)


def _phrase(wanted: Sequence[str], words: Sequence[str]) -> float:
    """1.0 where the words stand in a row."""
    size = len(wanted)
    return float(any(list(words[at : at + size]) == list(wanted) for at in range(len(words) - size + 1)))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        yield start, match.start()
        start = match.end()
    if start < len(text):
        yield start, len(text)
