"""Things whose own form says that they belong: e-mail addresses, dates, RFC numbers, identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.domain.answer import Candidate, Source
from app.domain.patterns import Pattern, identifier_pattern, pattern_for
from app.domain.ports import Batch, Passage
from app.domain.question import ItemKind, Question


class PatternExtractor:
    """Proposes every match in every passage of the batch. One thing written in two ways gets one label."""

    name = "patterns"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:
        if question.item_kind is not ItemKind.PATTERN:
            return
        pattern = pattern_for(question, batch.acronyms) or self._derived(question, batch)
        if pattern is None:
            return
        labels: dict[str, str] = {}
        for passage in batch.passages:
            for start, end in pattern.find(passage.flow.text):
                yield self._candidate(pattern, passage, start, end, labels)

    def _derived(self, question: Question, batch: Batch) -> Pattern | None:
        if question.pattern != "identifier":
            return None
        texts = [(" ".join(p.headings), p.flow.text) for p in batch.passages]
        return identifier_pattern(question, texts, batch.acronyms)

    def _candidate(self, pattern: Pattern, passage: Passage, start: int, end: int, labels: dict[str, str]) -> Candidate:
        text = " ".join(passage.flow.text[start:end].split())
        label = labels.setdefault(pattern.key(text), text)
        return Candidate(
            label=label if _letters(label) == _letters(text) else text,
            document_id=passage.document_id,
            spans=passage.flow.spans(start, end),
            extractor=self.name,
            source=Source(passage.document_id, passage=passage.id),
            detail=pattern.describes(),
            score=1.0,
        )


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
