"""Two searches for what an answer lists, to estimate how much it lacks. The answer itself stays as it is.

Each has to be able to find what the other cannot. Words parted into two halves are no two searches here: what they
retrieve is read and judged by all words of the question, so that both end with the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.attention import PageAt, joined, region_spans, stands_in
from app.checks.shape import FEWEST, shape_of
from app.collection import Collected
from app.domain.answer import Answer, Candidate, Item, Level, Term
from app.domain.estimates import RefusedEstimateError
from app.domain.ports import Batch, CorpusView, Extractor
from app.domain.question import ItemKind, Question, QuestionKind, Request
from app.domain.recall import Names, Recall, Searches, recall
from app.domain.structure import RegionKind
from app.domain.words import item_key
from app.expansion import first_terms, further_terms
from app.questions import parse
from app.scan import Scan

_RUNNING = frozenset({RegionKind.INLINE, RegionKind.SEQUENCE, RegionKind.FOOTNOTES})
_SET_APART = frozenset(RegionKind) - _RUNNING
_ASKED = (ItemKind.TEXT, ItemKind.DEFINITION)
_MOST_SHAPES = 4
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\w)", re.IGNORECASE)


def estimate(view: CorpusView, answer: Answer, extractors: Sequence[Extractor], searches: Searches) -> Recall:
    """Of an answer to a question whose search was not cut, over the revision it saw. Raises RefusedEstimateError."""
    case = _Case(view, answer, _question(answer), extractors)
    first = case.regions(_SET_APART)
    if searches is Searches.WAYS:
        second = [_names(item) for item in case.regions(_RUNNING)]
    else:
        second = list(case.mentions(_shapes(first)))
    own = [_names(item) for item in answer.items if item.verified and not item.hidden]
    return recall(searches, [_names(item) for item in first], second, own)


def _question(answer: Answer) -> Question:
    question = parse(answer.question.text)
    if answer.derivation is not None or question.kind is QuestionKind.OTHER:
        raise RefusedEstimateError("no_second_search", "Only an answer to a question of its own can be searched again.")
    if question.item_kind not in _ASKED:
        raise RefusedEstimateError("no_second_search", "What is asked for is found in one way only.")
    if answer.completeness.level is not Level.EXACT:
        raise RefusedEstimateError("no_second_search", "The search was cut by a cap; ask without it.")
    return question


def _names(item: Item) -> Names:
    """All keys that name an item."""
    return frozenset(item_key(_ARTICLE.sub("", each)) for each in (item.label, *item.aliases))


def _shapes(items: Iterable[Item]) -> re.Pattern[str]:
    labels = [item.label for item in items]
    shapes = sorted({shape_of(label) for label in labels})
    if len(labels) < FEWEST or "" in shapes or len(shapes) > _MOST_SHAPES:
        raise RefusedEstimateError("no_second_search", "The items share no build, as identifiers do, to look for.")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(shapes)})(?![\w-])")


class _Case:
    """Searches over one snapshot that know nothing of one another."""

    def __init__(self, view: CorpusView, answer: Answer, question: Question, extractors: Sequence[Extractor]) -> None:
        self.view, self.question, self.extractors = view, question, extractors
        self.documents = answer.scope.document_ids
        self.said = [term for report in answer.passes for term in report.terms]

    def regions(self, kinds: frozenset[RegionKind]) -> list[Item]:
        """Items of the regions of these kinds that mean the question best, as if there were no others."""
        request = Request(self.question.text, documents=self.documents)
        scan = Scan(self.view, request, self.question, self.documents)
        collected = Collected(self.question, scan)
        batch, _ = scan.read(self._terms(scan))
        batch = replace(batch, passages=(), regions=tuple(r for r in batch.regions if r.region.kind in kinds))
        collected.add(1, self._proposals(batch), batch)
        if scan.troubles:
            raise RefusedEstimateError("no_second_search", "The search engine answered in part.")
        return [item for item in collected.items() if item.verified and not item.hidden]

    def _terms(self, scan: Scan) -> list[Term]:
        """The words of the answer's passes, and those that a second pass would have added."""
        more = further_terms(self.question, 2, scan.acronyms, (), (), frozenset())
        return list({term.text: term for term in (*self.said, *first_terms(self.question), *more)}.values())

    def _proposals(self, batch: Batch) -> Iterable[Candidate]:
        for extractor in self.extractors:
            yield from extractor.propose(self.question, batch)

    def mentions(self, shapes: re.Pattern[str]) -> Iterator[Names]:
        """What is built like the items and stands in running text: outside of everything that is set apart."""
        found = set()
        for document_id in self.documents:
            apart = self._set_apart(document_id)
            for passage in self.view.document_passages(document_id):
                for match in shapes.finditer(passage.flow.text):
                    part = passage.flow.cut(*match.span())
                    if not passage.contents and not stands_in(replace(passage, flow=part), apart):
                        found.add(item_key(match.group()))
        yield from (frozenset({key}) for key in sorted(found))

    def _set_apart(self, document_id: str) -> dict[PageAt, list[tuple[int, int]]]:
        places: dict[PageAt, list[tuple[int, int]]] = {}
        for stored in self.view.document_regions(document_id):
            if stored.region.kind in _SET_APART:
                for span in region_spans(stored.region):
                    places.setdefault((document_id, span.page), []).append((span.start, span.end))
        return {page: joined(spans) for page, spans in places.items()}
