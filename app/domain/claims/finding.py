"""What was found out about a claim, and how findings combine: the weaker support, all reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.domain.answer import Evidence
from app.domain.claims.kinds import Support
from app.domain.claims.reasons import Reason

_ORDER = tuple(Support)
_SAYABLE = (Support.SUPPORTED, Support.WEAKLY_SUPPORTED)
_CARRYING = (Reason.EVIDENCE_STANDS, Reason.SET_WHOLE)


def meet(one: Support, other: Support) -> Support:
    return max(one, other, key=_ORDER.index)


@dataclass(frozen=True, slots=True)
class Differences:
    """Labels by which a claim differs from its answer.

    dropped     members that the claim leaves out
    added       what the claim names and the answer does not hold
    duplicated  what the claim names more than once
    failing     items or quotes that do not carry the claim, each with its reason
    """

    dropped: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    duplicated: tuple[str, ...] = ()
    failing: tuple[tuple[str, Reason], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """checked: what was compared with what; say_instead: the strongest sentence that the evidence carries."""

    support: Support
    reasons: tuple[Reason, ...]
    checked: str
    say_instead: str
    evidence: tuple[Evidence, ...] = ()
    differences: Differences = field(default=Differences())

    def weakened(self, support: Support, reasons: Iterable[Reason]) -> Finding:
        """At most as good as `support`, with further reasons."""
        worst = meet(self.support, support)
        kept = [each for each in self.reasons if each not in _CARRYING or worst in _SAYABLE]
        return replace(self, support=worst, reasons=tuple(dict.fromkeys((*kept, *reasons))))

    def with_evidence(self, more: Iterable[Evidence]) -> Finding:
        return replace(self, evidence=tuple(dict.fromkeys((*self.evidence, *more))))

    def with_failing(self, more: Iterable[tuple[str, Reason]]) -> Finding:
        failing = tuple(dict.fromkeys((*self.differences.failing, *more)))
        return replace(self, differences=replace(self.differences, failing=failing))


def carried(checked: str, say: str, evidence: Iterable[Evidence] = (), *, whole: bool = False) -> Finding:
    """Supported: for what the set as a whole carries, or for what the evidence of an item does."""
    reason = Reason.SET_WHOLE if whole else Reason.EVIDENCE_STANDS
    return Finding(Support.SUPPORTED, (reason,), checked, say, tuple(evidence))


def refused(
    checked: str, say: str, *reasons: Reason, evidence: Iterable[Evidence] = (), differences: Differences | None = None
) -> Finding:
    codes = tuple(dict.fromkeys(reasons))
    return Finding(Support.UNSUPPORTED, codes, checked, say, tuple(evidence), differences or Differences())
