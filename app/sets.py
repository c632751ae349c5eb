"""A new answer from stored answers: union, intersection, difference, filter, the parts in each document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from app.domain.answer import (
    Answer,
    Cap,
    Completeness,
    Coverage,
    Derivation,
    DocumentVerdict,
    Group,
    Item,
    Scope,
    StopReason,
    Verdict,
)
from app.domain.coverages import summed, widest
from app.domain.levels import join, level_of, meet
from app.domain.question import Question, QuestionKind
from app.domain.sets import (
    Known,
    at_earlier_revision,
    difference,
    intersection,
    known,
    restricted,
    union,
    verdict_of,
)
from app.domain.verdict import combine
from app.domain.words import fold, item_key
from app.qualifier import derived_qualifier


class Operation(StrEnum):
    UNION = "union"
    INTERSECTION = "intersection"
    DIFFERENCE = "difference"
    FILTER = "filter"
    GROUP = "group_by_document"


class Field(StrEnum):
    DOCUMENT = "document"
    LABEL = "label"
    TEXT = "text"  # label, detail and quotes


@dataclass(frozen=True, slots=True)
class Predicate:
    """`values`: ids of documents, or texts; an item passes with any of them. `whole`: the label equals the text."""

    field: Field
    values: tuple[str, ...]
    whole: bool = False

    def __str__(self) -> str:
        named = " or ".join(f"'{each}'" for each in self.values)
        verb = "is" if self.whole or self.field is Field.DOCUMENT else "holds"
        return f"{self.field} {verb} {named}"

    def passes(self, item: Item) -> bool:
        if self.field is Field.DOCUMENT:
            return any(each.document_id in self.values for each in item.evidence)
        if self.whole:
            return item_key(item.label) in {item_key(each) for each in self.values}
        texts = [item.label]
        if self.field is Field.TEXT:
            texts += [item.detail, *(each.quote for each in item.evidence)]
        return any(fold(value) in fold(text) for value in self.values for text in texts)


class Made(NamedTuple):
    """`parts`: answers of their own that the answer names in its groups."""

    answer: Answer
    parts: tuple[Answer, ...] = ()


_SETS: dict[Operation, Callable[[Sequence[Known]], Known]] = {
    Operation.UNION: union,
    Operation.INTERSECTION: intersection,
    Operation.DIFFERENCE: difference,
}


def combined(operation: Operation, inputs: Sequence[Answer], answer_id: str) -> Made:
    """Union, intersection or difference of answers over one corpus."""
    first = min(each.revision for each in inputs)
    sets = [known(each) if each.revision == first else at_earlier_revision(known(each)) for each in inputs]
    return Made(_answer(operation, inputs, _SETS[operation](sets), answer_id, ""))


def filtered(source: Answer, predicate: Predicate, answer_id: str) -> Made:
    found = restricted(known(source), predicate.passes, _unsettled(source, predicate))
    return Made(_answer(Operation.FILTER, (source,), found, answer_id, str(predicate)))


def _unsettled(source: Answer, predicate: Predicate) -> str:
    """Why items that do not pass could pass all the same. A label is what it is; of an item's text and places more
    may exist than was recorded."""
    if predicate.field is Field.LABEL or not source.items:
        return ""
    if predicate.field is Field.TEXT:
        return "text_beyond_items"
    proven = {each.document_id for each in source.completeness.documents if each.verdict is Verdict.COMPLETE}
    return "" if set(predicate.values) <= proven else "document_not_proven"


def grouped(source: Answer, answer_id: str) -> Made:
    """The same set again, with a part of its own for each document that contributes."""
    documents = dict.fromkeys((e.document_id, e.document) for item in source.items for e in item.evidence)
    parts = []
    for number, (document_id, name) in enumerate(documents, 1):
        part = filtered(source, Predicate(Field.DOCUMENT, (document_id,)), f"{answer_id}-{number}").answer
        parts.append((Group(document_id, name, part.id, len(part.items), part.completeness.verdict), part))
    whole = _answer(Operation.GROUP, (source,), known(source), answer_id, "")
    groups = tuple(group for group, _ in parts)
    assert whole.derivation is not None
    answer = replace(whole, derivation=replace(whole.derivation, groups=groups))
    return Made(answer, tuple(part for _, part in parts))


# ---------------------------------------------------------------- the answer


def _answer(operation: Operation, inputs: Sequence[Answer], found: Known, answer_id: str, predicate: str) -> Answer:
    verdict, reasons = verdict_of(found, [each.completeness.verdict for each in inputs])
    levels = [level_of(each.completeness) for each in inputs]
    level = join(*levels) if operation is Operation.INTERSECTION else meet(*levels)
    completeness = Completeness(
        verdict=verdict,
        level=level.level,
        qualifier=derived_qualifier(verdict, len(found.items), found.lower, found.closed, reasons),
        reasons=reasons,
        count_lower=found.lower,
        count_upper=found.upper,
        signals=(),
        coverage=_coverage(inputs),
        caps=_caps(inputs),
        documents=_documents(operation, inputs, found.items, verdict),
        k=level.k,
        rate=level.rate,
    )
    made = Derivation(
        operation,
        tuple(each.id for each in inputs),
        tuple(each.revision for each in inputs),
        predicate,
        tuple(each.key for each in found.items if each.key not in found.certain),
        found.proven,
        found.closed,
    )
    scope = Scope(
        "derived",
        tuple(dict.fromkeys(d for each in inputs for d in each.scope.document_ids)),
        "the documents of the answers it is made from",
    )
    revision = min(each.revision for each in inputs)
    asked = Question(_text(operation, inputs, predicate), QuestionKind.LISTING, noun="items")
    return Answer(
        answer_id, inputs[0].corpus_id, revision, asked, scope, found.items, completeness, StopReason.DERIVED, (), made
    )  # fmt: skip


_BETWEEN = {Operation.UNION: " or ", Operation.INTERSECTION: " and ", Operation.DIFFERENCE: " but not "}


def _text(operation: Operation, inputs: Sequence[Answer], predicate: str) -> str:
    """What the set answers, in words."""
    quoted = [f"({each.question.text})" if each.derivation else f'"{each.question.text}"' for each in inputs]
    if operation is Operation.FILTER:
        return f"{quoted[0]} where {predicate}"
    return f"{quoted[0]} by document" if operation is Operation.GROUP else _BETWEEN[operation].join(quoted)


def _caps(inputs: Sequence[Answer]) -> tuple[Cap, ...]:
    return tuple(dict.fromkeys(cap for each in inputs for cap in each.completeness.caps))


def _documents(
    operation: Operation, inputs: Sequence[Answer], items: Sequence[Item], verdict: Verdict
) -> tuple[DocumentVerdict, ...]:
    """Of each document that contributes: as good as the worst input there; of an input that does not name the
    document, as that input is on the whole. What an operation takes away counts for the whole only."""
    names = {e.document_id: e.document for item in items for e in item.evidence}
    found = []
    for document_id, name in names.items():
        own = sum(any(e.document_id == document_id for e in item.evidence) for item in items)
        each = verdict
        if verdict is Verdict.AT_LEAST and operation in (Operation.UNION, Operation.GROUP):
            each = combine([_in_document(source, document_id) for source in inputs])
        found.append(DocumentVerdict(document_id, name, each, own))
    return tuple(found)


def _in_document(source: Answer, document_id: str) -> Verdict:
    said = source.completeness
    return next((each.verdict for each in said.documents if each.document_id == document_id), said.verdict)


def _coverage(inputs: Sequence[Answer]) -> Coverage:
    """Of the input whose scope holds all others, of several the one that left most unread; where there is none the sum,
    in which a shared document counts once for each input."""
    scopes = [frozenset(each.scope.document_ids) for each in inputs]
    whole = [each for each, own in zip(inputs, scopes, strict=True) if all(own >= other for other in scopes)]
    every = [each.completeness.coverage for each in inputs]
    if whole:
        largest = max((each.completeness.coverage for each in whole), key=lambda c: c.pages_planned - c.pages_read)
        return widest(largest, every)
    return summed(every)
