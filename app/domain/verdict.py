"""The verdict, from facts; the first rule that applies decides. Pure, and tested rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.answer import Outcome, Signal, SignalKind, Verdict

PROVING = frozenset({SignalKind.STRUCTURAL, SignalKind.EXHAUSTIVE, SignalKind.CARDINALITY})


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one scope (a document, or the whole). Reason codes are documented in the API docs."""

    items: int
    all_verified: bool = True
    hidden_items: bool = False
    signals: tuple[Signal, ...] = ()
    pages_unread: int = 0  # pages in scope that are not read, or only partly
    documents_unread: int = 0  # documents of which nothing could be read, or that are still waiting
    caps_bound: tuple[str, ...] = ()
    retrieval_exhaustive: bool = True
    noun_matches: int = 0  # passages that hold the noun asked for, or a listed synonym
    counts_stated: int = 0  # cues for the noun
    denied: bool = False  # a cited sentence denies that there is any
    single_document: bool = False
    listing: bool = True


@dataclass(frozen=True, slots=True)
class Decision:
    verdict: Verdict
    reasons: tuple[str, ...] = field(default=())


def decide(facts: Facts) -> Decision:
    """Design rules 1 to 5 in order."""
    if not facts.listing:
        return Decision(Verdict.UNPROVEN, ("not_a_listing_question",))
    if facts.items == 0:
        return _without_items(facts)
    failed = _reasons(facts.signals, Outcome.FAILED)
    if any(r.startswith("conflict") for r in failed):
        return Decision(Verdict.CONFLICTING, failed)
    missing = _missing(facts, failed)
    if missing:
        return Decision(Verdict.AT_LEAST, missing)
    passed = [s for s in facts.signals if s.outcome is Outcome.PASSED and s.kind in PROVING]
    if passed and facts.all_verified and not facts.hidden_items:
        return Decision(Verdict.COMPLETE, _unique(r for s in passed for r in s.reasons))
    return Decision(Verdict.UNPROVEN, _unproven(facts, bool(passed)))


def _without_items(facts: Facts) -> Decision:
    reasons = []
    if facts.pages_unread or facts.documents_unread:
        reasons.append("unread_pages")
    if facts.counts_stated:
        reasons.append("count_stated_not_listed")
    if not facts.retrieval_exhaustive or facts.caps_bound:
        reasons.append("search_incomplete")
    if facts.noun_matches and not facts.denied:
        reasons.append("matched_not_extracted")
    if reasons:
        return Decision(Verdict.UNPROVEN, tuple(reasons))
    return Decision(Verdict.NONE_FOUND, ("denied_by_the_text" if facts.denied else "noun_not_in_scope",))


def _missing(facts: Facts, failed: tuple[str, ...]) -> tuple[str, ...]:
    """Why more items may exist."""
    reasons = list(failed)
    reasons += _reasons(facts.signals, Outcome.OPEN)
    reasons += [f"cap:{name}" for name in facts.caps_bound]
    if not facts.retrieval_exhaustive:
        reasons.append("search_incomplete")
    if (facts.pages_unread or facts.documents_unread) and not _closed_and_counted(facts):
        reasons.append("unread_pages")
    return _unique(reasons)


def _closed_and_counted(facts: Facts) -> bool:
    """The exception of rule 3: one document, its region closes on read pages and its exact count matches."""
    passed = {s.kind for s in facts.signals if s.outcome is Outcome.PASSED}
    return facts.single_document and {SignalKind.STRUCTURAL, SignalKind.CARDINALITY} <= passed


def _unproven(facts: Facts, proven: bool) -> tuple[str, ...]:
    reasons = list(_reasons(facts.signals, Outcome.SILENT))
    if facts.hidden_items:
        reasons.append("hidden_text")
    if not facts.all_verified:
        reasons.append("unverified_items")
    if not proven:
        reasons.append("no_external_signal")
    return _unique(reasons)


def _reasons(signals: Sequence[Signal], outcome: Outcome) -> tuple[str, ...]:
    return _unique(r for s in signals if s.outcome is outcome for r in s.reasons)


def _unique(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(codes))


_ORDER = (Verdict.CONFLICTING, Verdict.AT_LEAST, Verdict.UNPROVEN, Verdict.COMPLETE)


def combine(verdicts: Sequence[Verdict]) -> Verdict:
    """Of several documents: any conflicting, else any at_least, else any unproven, else complete."""
    contributing = [v for v in verdicts if v is not Verdict.NONE_FOUND]
    if not contributing:
        return Verdict.NONE_FOUND if verdicts else Verdict.UNPROVEN
    return min(contributing, key=_ORDER.index)
