"""Where the text itself decides membership and all of it was searched, the scan proves itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.patterns import pattern_for
from app.domain.question import ItemKind

FEWEST = 3  # items that must share a build before a guessed shape proves anything


def exhaustive(context: CheckContext) -> Iterable[Signal]:
    """Passes for patterns only, when every passage in scope was read; never for meaning."""
    if context.question.item_kind is not ItemKind.PATTERN or not context.question.pattern:
        return
    in_scope = context.view.passage_count(context.document_ids)
    whole = len(context.passages) >= in_scope
    if context.question.pattern == "identifier" and not _of_one_build(context):
        return  # the shape was guessed from the text, and the items do not bear it out
    share = "every passage" if whole else f"{len(context.passages)} of {in_scope} passages"
    yield Signal(
        SignalKind.EXHAUSTIVE,
        Outcome.PASSED if whole else Outcome.OPEN,
        f"{share} in scope searched for {_predicate(context)}",
        expected=None,
        found=len(context.items),
        reasons=("pattern_scanned",) if whole else ("search_incomplete",),
    )


def _predicate(context: CheckContext) -> str:
    """What was searched for, in words: the predicate for which the set is complete."""
    pattern = pattern_for(context.question, context.view.acronyms(context.document_ids))
    return pattern.describes() if pattern else f"the pattern {context.question.pattern!r}"


def _of_one_build(context: CheckContext) -> bool:
    """Identifiers of one family: the same letters and digits in the same order, whatever their number."""
    builds = {re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "0", item.label)) for item in context.items}
    return len(context.items) >= FEWEST and len(builds) <= 2
