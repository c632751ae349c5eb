"""What was covered and what was not, as JSON-ready dictionaries."""

from __future__ import annotations

from typing import Any

from app.domain.carrying import Carried, basis, gaps
from app.domain.gaps import Gap
from app.domain.levels import RetrievalLevel
from app.domain.percent import percent
from app.domain.reported import Counts, Report, level

Json = dict[str, Any]


def gap(value: Gap) -> Json:
    return {
        "what": value.what,
        "amount": value.amount,
        "unit": value.unit,
        "closable_by": str(value.closable_by),
        "by": value.by,
        "documents": list(value.documents),
    }


def pages_read(read: int, planned: int) -> str:
    """ "19 of 20 pages read (95 %)" """
    return f"{read} of {planned} pages read" + (f" ({percent(read, planned)})" if planned else "")


def checked(report: Report, found: tuple[Carried, ...]) -> Json:
    """What the numbers of a client's own retrieval can carry."""
    known = level(report)
    return {
        "self_reported": True,
        "level": str(known.level),
        "k": known.k,
        "rate": known.rate,
        "qualifier": _qualifier(report, known),
        "claims": [_carried(each) for each in found],
        "shares": [share for counts in report.counts for share in _shares(counts)],
        "gaps": [gap(each) for each in gaps(report)],
    }


def _carried(value: Carried) -> Json:
    return {
        "type": str(value.shape.kind),
        "relation": str(value.shape.relation) if value.shape.relation else None,
        "at_most": str(value.at_most),
        "reasons": list(value.reasons),
        "sentence": value.sentence,
    }


def _qualifier(report: Report, known: RetrievalLevel) -> str:
    return f"By the client's own numbers: {basis(report) or 'the corpus is empty'}. The retrieval is {known}."


def _shares(counts: Counts) -> list[Json]:
    """Each stage as a part of the corpus."""
    if not counts.corpus:
        return []
    return [
        {"unit": str(counts.unit), "stage": name, "number": number, "percent": percent(number, counts.corpus)}
        for name, number in counts.known()[1:]
    ]
