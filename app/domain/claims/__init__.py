"""Claims about a set against the answer that holds it: what may be said, and what may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.domain.claims.cites import with_cites
from app.domain.claims.counts import count
from app.domain.claims.finding import Finding
from app.domain.claims.foreign import with_text
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import (
    Absence,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Membership,
    Superlative,
    Support,
    Universal,
    Value,
    needs_whole,
)
from app.domain.claims.members import absence, complete_set, existence, membership
from app.domain.claims.reasons import Reason
from app.domain.claims.superlatives import superlative
from app.domain.claims.universals import universal
from app.domain.claims.values import value

__all__ = ["check", "needs_whole"]

_RULES: Mapping[type[Claim], Callable[[Any, Ground], Finding]] = {
    Existence: existence,
    Absence: absence,
    Count: count,
    Membership: membership,
    CompleteSet: complete_set,
    Value: value,
    Universal: universal,
    Superlative: superlative,
}


def check(claim: Claim, ground: Ground) -> Finding:
    """What its own rule says, weakened by what the answer and the time since do not carry."""
    found = with_cites(claim, ground, _RULES[type(claim)](claim, ground))
    found = with_text(claim, ground, found)
    worst = Support.UNSUPPORTED if needs_whole(claim) else Support.WEAKLY_SUPPORTED
    if gaps := ground.gaps:
        found = found.weakened(worst, gaps)
    if ground.now is None:
        return found.weakened(Support.UNVERIFIABLE, [Reason.CORPUS_GONE])
    late = tuple(_late(claim, ground))
    return found.weakened(worst, late) if late else found


def _late(claim: Claim, ground: Ground) -> Iterator[Reason]:
    """The claim speaks of another state of the corpus than the answer saw."""
    assert ground.now is not None
    seen = ground.answer.revision
    if claim.as_of == seen:
        return
    if claim.as_of is not None:
        yield Reason.OTHER_REVISION
    if ground.now.revision != seen:
        yield Reason.STALE
    if ground.now.pending:
        yield Reason.DOCUMENTS_PENDING
