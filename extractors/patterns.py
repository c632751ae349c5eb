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
        matches = [(p, start, end) for p in batch.passages for start, end in pattern.find(p.flow.text)]
        labels = _labels(pattern, matches)
        for passage, start, end in matches:
            candidate = self._candidate(pattern, passage, start, end, labels)
            if not (_is_bare(pattern, candidate.label) and labels[pattern.key(candidate.label)] != candidate.label):
                yield candidate

    def _derived(self, question: Question, batch: Batch) -> Pattern | None:
        if question.pattern != "identifier":
            return None
        texts = [(" ".join(p.headings), p.flow.text) for p in batch.passages]
        return identifier_pattern(question, texts, batch.acronyms)

    def _candidate(self, pattern: Pattern, passage: Passage, start: int, end: int, labels: dict[str, str]) -> Candidate:
        text = _text(passage, start, end)
        label = labels[pattern.key(text)]
        label = label if _letters(label) == _letters(text) else text
        full = pattern.full(text)
        return Candidate(
            label=label,
            document_id=passage.document_id,
            spans=passage.flow.spans(start, end),
            extractor=self.name,
            source=Source(passage.document_id, passage=passage.id),
            detail=pattern.describes(),
            aliases=(full,) if full != label else (),
            score=1.0,
        )


def _labels(pattern: Pattern, matches: Iterable[tuple[Passage, int, int]]) -> dict[str, str]:
    """One label a key: the first way it is written; a number behind another's prefix only where there is no other."""
    found: dict[str, str] = {}
    for passage, start, end in matches:
        text = _text(passage, start, end)
        known = found.get(pattern.key(text))
        if known is None or (_is_bare(pattern, known) and not _is_bare(pattern, text)):
            found[pattern.key(text)] = text
    return found


def _is_bare(pattern: Pattern, label: str) -> bool:
    """A number without its prefix."""
    return bool(pattern.prefix) and label[0].isdigit()


def _text(passage: Passage, start: int, end: int) -> str:
    return " ".join(passage.flow.text[start:end].split())


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
