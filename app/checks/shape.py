"""Shape closure: a label of the same build that stands elsewhere must be among the items, or in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.structure import ContextRole
from app.domain.words import item_key
from app.selection import Choice

FEWEST = 3  # items that must share a shape before it counts
_PART = re.compile(r"[A-Za-z]+|\d+|\s+|.")


def shape_of(label: str) -> str:
    """A regular expression for labels built like this one, "" where it is no identifier (letters and digits mixed)."""
    if not (re.search(r"\d", label) and re.search(r"[A-Za-z#]|\d-\d", label)) or len(label) > 24:
        return ""
    return "".join(_part(p) for p in _PART.findall(label))


def _part(part: str) -> str:
    if part.isdigit():
        return rf"\d{{{len(part)}}}"
    if part.isalpha():
        return part if len(part) > 2 else rf"[A-Z]{{{len(part)}}}" if part.isupper() else rf"[A-Za-z]{{{len(part)}}}"
    return r"\s+" if part.isspace() else re.escape(part)


def shape_closure(context: CheckContext) -> Iterable[Signal]:
    for choice in context.choices:
        yield from _elsewhere(context, choice)


def _rows(choice: Choice) -> Iterable[str]:
    """All values of the column asked for: a row must be there before a condition may leave it out."""
    for proposal in choice.chosen:
        for member in proposal.stored.region.members:
            yield member.label
            yield from (field.text for field in member.fields if field.column == proposal.binding.column)


def _elsewhere(context: CheckContext, choice: Choice) -> Iterable[Signal]:
    labels = [a.label for p in choice.chosen for a in p.asking.asked]
    shapes = {shape_of(label) for label in labels}
    if len(labels) < FEWEST or "" in shapes or len(shapes) > 4:
        return
    if not choice.chosen[0].stored.region.context(ContextRole.HEADER) and not choice.chosen[0].binding.bound:
        return
    known = {item_key(label) for label in labels} | {item_key(value) for value in _rows(choice)}
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(shapes))})(?![\w-])")
    for passage in context.view.document_passages(choice.document_id):
        for match in pattern.finditer(passage.flow.text):
            if item_key(match.group()) not in known:
                yield Signal(
                    SignalKind.SHAPE,
                    Outcome.OPEN,
                    f"{match.group()} is built like the items and is not among them",
                    evidence=context.quote(choice.document_id, passage.flow.spans(*match.span())),
                    reasons=("same_shape_elsewhere",),
                    document_id=choice.document_id,
                )
                return
