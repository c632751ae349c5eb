"""The coverage of a set that is made from several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.answer import Coverage, Stages
from app.domain.gaps import Gap
from app.domain.unread import MOST_DOCUMENTS


def widest(coverage: Coverage, parts: Sequence[Coverage]) -> Coverage:
    """`coverage` is that of the part whose scope holds all others; their gaps are its gaps too, each at its largest."""
    return replace(coverage, gaps=_gaps(parts, apart=False))


def summed(parts: Sequence[Coverage]) -> Coverage:
    """Of parts with scopes of their own; what they share counts once for each."""
    states: dict[str, int] = {}
    for part in parts:
        for state, number in part.pages_unread:
            states[state] = states.get(state, 0) + number
    return Coverage(
        documents_planned=sum(each.documents_planned for each in parts),
        documents_read=sum(each.documents_read for each in parts),
        documents_unread=tuple(dict.fromkeys(row for each in parts for row in each.documents_unread)),
        documents_pending=sum(each.documents_pending for each in parts),
        pages_planned=sum(each.pages_planned for each in parts),
        pages_read=sum(each.pages_read for each in parts),
        pages_unread=tuple(sorted(states.items())),
        layers_not_read=tuple(sorted({layer for each in parts for layer in each.layers_not_read})),
        passages_in_scope=sum(each.passages_in_scope for each in parts),
        passages_matched=sum(each.passages_matched for each in parts),
        passages_retrieved=sum(each.passages_retrieved for each in parts),
        passages_read=sum(each.passages_read for each in parts),
        passages_cited=sum(each.passages_cited for each in parts),
        document_stages=_stages([each.document_stages for each in parts]),
        page_stages=_stages([each.page_stages for each in parts]),
        gaps=_gaps(parts, apart=True),
    )


def _stages(parts: Sequence[Stages]) -> Stages:
    matched = [each.matched for each in parts if each.matched is not None]
    return Stages(
        sum(matched) if len(matched) == len(parts) else None,
        sum(each.retrieved for each in parts),
        sum(each.extracted for each in parts),
        sum(each.cited for each in parts),
    )


def _gaps(parts: Sequence[Coverage], apart: bool) -> tuple[Gap, ...]:
    """Gaps of one kind as one; `apart`: their amounts add up."""
    found: dict[tuple[str, ...], Gap] = {}
    for gap in (gap for part in parts for gap in part.gaps):
        key = (gap.what, gap.unit, gap.closable_by, gap.by)
        found[key] = _one(found[key], gap, apart) if key in found else gap
    return tuple(found.values())


def _one(a: Gap, b: Gap, apart: bool) -> Gap:
    amount = None
    if a.amount is not None and b.amount is not None:
        amount = a.amount + b.amount if apart else max(a.amount, b.amount)
    documents = tuple(dict.fromkeys((*a.documents, *b.documents)))[:MOST_DOCUMENTS]
    return replace(a, amount=amount, documents=documents)
