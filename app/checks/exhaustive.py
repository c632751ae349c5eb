"""Where the text itself decides membership and all of it was searched, the scan proves itself."""

from __future__ import annotations

from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.question import ItemKind


def exhaustive(context: CheckContext) -> Iterable[Signal]:
    """Passes for patterns only, when every passage in scope was read; never for meaning."""
    if context.question.item_kind is not ItemKind.PATTERN or not context.question.pattern:
        return
    in_scope = context.view.passage_count(context.document_ids)
    whole = len(context.passages) >= in_scope
    share = "every passage" if whole else f"{len(context.passages)} of {in_scope} passages"
    yield Signal(
        SignalKind.EXHAUSTIVE,
        Outcome.PASSED if whole else Outcome.OPEN,
        f"{share} in scope searched for the pattern {context.question.pattern!r}",
        expected=None,
        found=len(context.items),
        reasons=("pattern_scanned",) if whole else ("search_incomplete",),
    )
