"""Whoever stands in the subject's place: "Who likes X?" from "Ada likes W, X, and Y."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from app.domain.answer import Candidate, Source
from app.domain.ports import Batch, Passage
from app.domain.question import Condition, ItemKind, Question
from app.domain.words import item_key, stem

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
# A full stop, question or exclamation mark before white space and a capital; not behind a title or an initial.
_END = re.compile(r"(?<!\b[A-Z])(?<!\b[DMS][rst])(?<!\bMrs)(?<!\bvs)[.!?][\"'\u201d\u2019)]*\s+(?=[\"'\u201c(]?[A-Z])")
_CUT = re.compile(r"\s*[,;]\s*")
_AND = re.compile(r"\s+(?:and|or|&)\s+")
_LEADING = re.compile(r"^(?:and|or|but|also|both|&)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?|all|some|his|her|their|its)\s+", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"\s+(?:also|always|really|often|still|can|could|may|might|must|shall|should|will|would|do|does|did|has|have|had|only|is|are|was|were|been|be)$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|no longer|hardly|rarely|doesn['\u2019]t|don['\u2019]t|didn['\u2019]t|cannot|can['\u2019]t)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:^|[,;:]\s+|\s)(?:that|which|who|because|since|while|although|if|when)\s+")
LONGEST_SUBJECT = 120  # code points; what is longer is no name


class SubjectExtractor:
    """Proposes the subject of every sentence whose verb is the question's and whose object is a whole member."""

    name = "subjects"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:
        if question.item_kind is not ItemKind.SUBJECT or not question.conditions:
            return
        condition = question.conditions[0]
        wanted = _key(condition.value)
        if not wanted or not condition.column:
            return
        for passage in batch.passages:
            yield from self._in_passage(passage, condition, wanted)

    def _in_passage(self, passage: Passage, condition: Condition, wanted: str) -> Iterator[Candidate]:
        text = passage.flow.text
        verb = stem(condition.column)
        for start, end in _sentences(text):
            for match in _WORD.finditer(text, start, end):
                if stem(match.group()) != verb:
                    continue
                span = _subject(text, start, match.start(), condition.negated)
                if span is not None and wanted in _members(text[match.end() : end]):
                    yield self._candidate(passage, span)
                    break

    def _candidate(self, passage: Passage, span: tuple[int, int]) -> Candidate:
        start, end = span
        return Candidate(
            label=" ".join(passage.flow.text[start:end].split()),
            document_id=passage.document_id,
            spans=passage.flow.spans(start, end),
            extractor=self.name,
            source=Source(passage.document_id, passage=passage.id),
            score=1.0,
        )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        yield start, match.start() + 1
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _subject(text: str, start: int, verb: int, negated: bool) -> tuple[int, int] | None:
    """The span of the subject between the sentence's start and its verb; None where there is none, or "not" stands."""
    body = text[start:verb].rstrip()
    if bool(_NOT.search(body)) != negated:
        return None
    body = _NOT.sub("", body).rstrip() if negated else body
    body = _without_auxiliaries(body)
    lead = len(body) - len(body.lstrip(" \t\n\"'\u201c\u2018(\u2022-\u2013"))
    body = body[lead:]
    if not body or len(body) > LONGEST_SUBJECT or _CLAUSE.search(body) or not body[0].isalnum():
        return None
    return start + lead, start + lead + len(body)


def _without_auxiliaries(body: str) -> str:
    while (shorter := _AUXILIARY.sub("", body)) != body:
        body = shorter
    return body


def _members(objects: str) -> set[str]:
    """Keys of the whole members of a series, both readings where "and" may part two or belong to one."""
    chunks = [chunk for chunk in _CUT.split(objects.strip().rstrip(".\"'\u201d\u2019")) if chunk]
    found: set[str] = set()
    for at, chunk in enumerate(chunks):
        leading = _LEADING.match(chunk) is not None
        body = _LEADING.sub("", chunk)
        found.add(_key(body))
        if at == len(chunks) - 1 and not (leading and at > 0):
            for joint in _AND.finditer(body):
                found.update((_key(body[: joint.start()]), _key(body[joint.end() :])))
    return found


def _key(text: str) -> str:
    return item_key(_ARTICLE.sub("", text.strip().strip("\"'\u201c\u201d")).rstrip(".!?"))
