"""Gaps between what was read of documents and what an answer is made from: scope, search, caps, extractors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.domain.answer import Cap, StopReason
from app.domain.gaps import Closer, Gap

_CUTS = {
    "k": "a higher `k`, or the mode `exhaustive`",
    "adaptive_cut": "the mode `exhaustive`",
    "passages_per_pass": "a higher `passages_per_pass`",
}
_ENDS = {
    StopReason.PASS_CAP: ("passes", "a higher `max_passes`"),
    StopReason.TIME_BUDGET: ("passes", "a higher `time_budget_ms`"),
    StopReason.CANCELLED: ("passes", "asking again, without cancelling"),
}


class Passages(NamedTuple):
    """Of those in scope, each a part of the one before."""

    in_scope: int
    matched: int
    retrieved: int
    read: int


def unsearched_gaps(
    passages: Passages, caps: Sequence[Cap], stop: StopReason, outside: int, troubles: Sequence[str], listing: bool
) -> tuple[Gap, ...]:
    """`outside`: documents of the corpus that are out of scope; `troubles`: what the search engine said of itself;
    `listing`: False for a text that asks for no set, where nothing is searched."""
    found = list(_search(passages, caps, troubles)) if listing else []
    if not listing:
        by = "a question that asks for a set"
        found.append(Gap("not_searched", passages.in_scope, "passages", Closer.SCOPE, by))
    if outside:
        by = "a question to the whole corpus, or with other `documents`"
        found.insert(0, Gap("out_of_scope", outside, "documents", Closer.SCOPE, by))
    if listing and stop in _ENDS:
        unit, by = _ENDS[stop]
        found.append(Gap(str(stop), None, unit, Closer.SCOPE, by))
    return tuple(each for each in found if each.amount is None or each.amount > 0)


def _search(passages: Passages, caps: Sequence[Cap], troubles: Sequence[str]) -> Iterator[Gap]:
    unit = "passages"
    if troubles:
        by = f"a search index that answers whole (everylast reindex): {troubles[0]}"
        yield Gap("search_incomplete", None, unit, Closer.DEPLOYMENT, by)
    by = "a question in the words of the text"
    yield Gap("not_matched", passages.in_scope - passages.matched, unit, Closer.SCOPE, by)
    ways = [_CUTS.get(cap.name, f"a higher `{cap.name}`") for cap in caps if cap.bound and cap.name in _CUTS]
    left = passages.matched - passages.retrieved
    yield Gap("not_retrieved", left, unit, Closer.SCOPE, "; ".join(ways) or "no cap on what is retrieved")
    by = "an extractor that reads running text for this kind of question"
    yield Gap("not_read", passages.retrieved - passages.read, unit, Closer.TOOL, by)
