"""Which claims the numbers of a retrieval can carry at most. Numbers never prove a claim; they can forbid it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.answer import Level
from app.domain.claim_kinds import ClaimKind, ClaimShape
from app.domain.claims.kinds import Relation, Support
from app.domain.gaps import Closer, Gap
from app.domain.percent import percent
from app.domain.reported import Counts, Report, Selection, Unit, is_exact, level, may_have_bound

# What a search that is itself the test of membership settles; a value, and what depends on one, may stand elsewhere.
_OF_MEMBERSHIP = (ClaimKind.EXISTENCE, ClaimKind.ABSENCE, ClaimKind.COUNT, ClaimKind.MEMBERSHIP, ClaimKind.COMPLETE_SET)


@dataclass(frozen=True, slots=True)
class Carried:
    """The strongest that a claim of this shape can be, why not more, and a sentence that may be said in its place."""

    shape: ClaimShape
    at_most: Support
    reasons: tuple[str, ...]
    sentence: str


def carried(report: Report, shapes: Sequence[ClaimShape]) -> tuple[Carried, ...]:
    """For each shape of a claim. For a report without contradictions."""
    return tuple(_carried(report, shape) for shape in shapes)


def _carried(report: Report, shape: ClaimShape) -> Carried:
    support, reasons = _support(report, shape)
    return Carried(shape, support, reasons, sentence(report, shape, support))


def _support(report: Report, shape: ClaimShape) -> tuple[Support, tuple[str, ...]]:
    if any(each.corpus == 0 for each in report.counts):
        return Support.UNVERIFIABLE, ("empty_corpus",)
    whole = _whole(report, shape.kind)
    if _needs_citation(shape) and not report.finest.cited:
        return Support.UNSUPPORTED, ("nothing_cited", *([] if whole else missing(report)))
    if whole:
        return Support.SUPPORTED, (whole,)
    return (Support.WEAKLY_SUPPORTED if shape.grows else Support.UNSUPPORTED), missing(report)


def _needs_citation(shape: ClaimShape) -> bool:
    return shape.kind is not ClaimKind.ABSENCE and shape.relation is not Relation.AT_MOST


def _whole(report: Report, kind: ClaimKind) -> str:
    """The code of why nothing can be left out, "" where something can."""
    if not _all_read(report):
        return ""
    if all(each.in_context == each.corpus for each in report.counts):
        return "everything_in_context"
    vouched = report.search_decides and report.selection is Selection.EXHAUSTIVE
    decided = vouched and is_exact(report) and report.finest.readable is not None
    return "search_decides_membership" if decided and kind in _OF_MEMBERSHIP else ""


def _all_read(report: Report) -> bool:
    """Documents are counted, as one that cannot be read has no passages, and so are their parts; all could be read."""
    documents = report.documents
    counted = documents is not None and documents.readable is not None and report.finest is not documents
    return counted and all(each.readable in (None, each.corpus) and not each.waived for each in report.counts)


def missing(report: Report) -> tuple[str, ...]:
    """Codes of what the numbers leave open, the coarsest first; never empty where something is left open."""
    codes = ["grain_too_coarse"] if report.finest is report.documents else []
    codes += [] if report.documents else ["documents_not_counted"]
    for counts in report.counts:
        codes += _unread(counts)
    if any(each.in_context < each.corpus for each in report.counts):
        codes += [*_unseen(report), *([] if report.search_decides else ["search_does_not_decide"])]
    return tuple(dict.fromkeys(codes))


def _unread(counts: Counts) -> Iterator[str]:
    if counts.waived:
        yield "waived"
    if counts.readable is None:
        if counts.unit is Unit.DOCUMENTS or counts.in_context < counts.corpus:
            yield "readable_not_given"
    elif counts.readable + counts.waived < counts.corpus:
        yield "unread"


_LEVELS = {Level.EXACT: "not_all_in_context", Level.SAMPLED: "sampled", Level.UNKNOWN: "retrieval_unknown"}


def _unseen(report: Report) -> Iterator[str]:
    yield _LEVELS.get(level(report).level, "cap_bound")
    if is_exact(report) and report.selection is not Selection.EXHAUSTIVE:
        yield "exhaustive_not_claimed"
    if any(may_have_bound(each, report.selection) for each in report.counts):
        yield "cap_may_have_bound"
    if any(each.in_context < each.retrieved for each in report.counts):
        yield "cut_before_context"


# ---------------------------------------------------------------- what may be said


def sentence(report: Report, shape: ClaimShape, support: Support) -> str:
    """One sentence that may be repeated as it stands."""
    if support is Support.UNVERIFIABLE:
        return "The corpus is empty, so nothing can be said of it."
    if support is Support.SUPPORTED:
        return f"{_SUPPORTED[shape.kind]}, as the client reports: {basis(report)}."
    if not report.finest.cited:
        return f"Nothing was found in what was seen, which proves nothing: {basis(report)}."
    text = _WEAKER.get(shape.kind, "What is cited was found, and more may exist")
    if shape.relation is Relation.AT_MOST:
        text = "No upper bound can be given: more may stand in what was not seen"
    return f"{text}; {basis(report)}."


_SUPPORTED = {
    ClaimKind.EXISTENCE: "It exists, where the citations show it",
    ClaimKind.ABSENCE: "There is none, where the model found none in what it was given",
    ClaimKind.COUNT: "The count stands, where each one counted is cited",
    ClaimKind.UNIVERSAL: "It holds for all, where it was checked for each",
    ClaimKind.SUPERLATIVE: "Nothing exceeds it, where each one was compared",
    ClaimKind.MEMBERSHIP: "It belongs to them, where the citations show it",
    ClaimKind.COMPLETE_SET: "These are all, where everything given was gone through",
    ClaimKind.VALUE: "This is the value, where the citations show it",
}
_WEAKER = {
    ClaimKind.EXISTENCE: "There is at least one, where the citations show it",
    ClaimKind.ABSENCE: "Whether there are others cannot be said: they may stand in what was not seen",
    ClaimKind.COUNT: "There are at least as many as the citations show, and more may exist",
    ClaimKind.UNIVERSAL: "It holds for those that were seen; others may differ",
    ClaimKind.SUPERLATIVE: "It is so among those that were seen; another may exceed it",
    ClaimKind.MEMBERSHIP: "It is one of them, where the citations show it",
    ClaimKind.COMPLETE_SET: "These are some of them, and more may exist",
    ClaimKind.VALUE: "The citations say so; another place may say otherwise",
}


def basis(report: Report) -> str:
    """How much was seen, of what."""
    return "; ".join(f"{shown(each, 'in_context')} in context" for each in report.counts if each.corpus)


def shown(counts: Counts, stage: str) -> str:
    """ "12 of 20000 passages (<0.1 %)"."""
    number = getattr(counts, stage)
    return f"{number} of {counts.corpus} {counts.unit} ({percent(number, counts.corpus)})"


# ---------------------------------------------------------------- gaps


def gaps(report: Report) -> tuple[Gap, ...]:
    """What lies between the corpus and the context, and who can close it. The causes are the client's to know."""
    return tuple(gap for counts in report.counts for gap in _gaps(counts, report.selection) if gap.amount)


def _gaps(counts: Counts, selection: Selection | None) -> Iterator[Gap]:
    unit = str(counts.unit)
    yield Gap("waived", counts.waived, unit, Closer.PERSON, "whoever left them out takes them in")
    if counts.readable is not None:
        unread = counts.corpus - counts.waived - counts.readable
        yield Gap("unread", unread, unit, Closer.TOOL, "a reader that reads all of them, or copies that can be read")
    left = counts.searched - counts.retrieved
    if counts.matched is not None:
        yield Gap("not_matched", counts.searched - counts.matched, unit, Closer.SCOPE, "other queries, or no query")
        left = counts.matched - counts.retrieved
    by = "all instead of a sample" if selection is Selection.SAMPLE else "no cap on what is retrieved"
    yield Gap("not_retrieved", left, unit, Closer.SCOPE, by)
    cut_off = counts.retrieved - counts.in_context
    yield Gap("not_in_context", cut_off, unit, Closer.SCOPE, "several calls that take in all that was retrieved")
