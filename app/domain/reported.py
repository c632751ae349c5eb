"""Numbers that a client reports of a retrieval of its own: contradictions among them, and the level they amount to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from app.domain.answer import Level
from app.domain.levels import EXACT, UNKNOWN, RetrievalLevel, cut, meet, sampled, top_k


class Unit(StrEnum):
    """Coarsest first."""

    DOCUMENTS = "documents"
    PAGES = "pages"
    PASSAGES = "passages"


class Selection(StrEnum):
    """How the client says that its retriever chose."""

    EXHAUSTIVE = "exhaustive"  # everything that matches
    TOP_K = "top_k"  # the best so many
    SAMPLE = "sample"  # at random


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one unit, each a part of the one before; None where the client does not say.

    readable   could be read and was searched; of documents those read to the last page, so that more may be retrieved
    waived     left out on purpose by a person; not readable
    matched    what the query matches in all, retrieved or not
    k          most that could be retrieved
    in_context what the model was given: pages and passages with all their text
    """

    unit: Unit
    corpus: int
    retrieved: int
    in_context: int
    cited: int
    readable: int | None = None
    waived: int = 0
    matched: int | None = None
    k: int | None = None

    def known(self) -> list[tuple[str, int]]:
        """(name, number) of what is told of the corpus, largest first."""
        names = ("corpus", "readable", "matched", "retrieved", "in_context", "cited")
        found = [(name, getattr(self, name)) for name in names]
        return [(name, number) for name, number in found if number is not None]

    def stages(self) -> list[tuple[str, int]]:
        """Those of which each is a part of the one before."""
        return [each for each in self.known() if each[0] != "readable" or self.unit is not Unit.DOCUMENTS]

    @property
    def searched(self) -> int:
        """What could have been retrieved, as far as it is told."""
        return self.corpus - self.waived if self.unit is Unit.DOCUMENTS or self.readable is None else self.readable


@dataclass(frozen=True, slots=True)
class Report:
    """`counts`: at least one, each unit once. `search_decides`: the query itself is the test of membership."""

    counts: tuple[Counts, ...]
    selection: Selection | None = None
    search_decides: bool = False

    @property
    def documents(self) -> Counts | None:
        return next((each for each in self.counts if each.unit is Unit.DOCUMENTS), None)

    @property
    def finest(self) -> Counts:
        return max(self.counts, key=lambda each: list(Unit).index(each.unit))


class Contradiction(NamedTuple):
    """Fields that cannot all be true, and why."""

    fields: tuple[str, ...]
    why: str


# ---------------------------------------------------------------- contradictions


def contradictions(report: Report) -> tuple[Contradiction, ...]:
    """Every pair of numbers that cannot both be true; empty for any report that something real could give."""
    found = [each for counts in report.counts for each in _within(counts, report.selection)]
    by_unit = {each.unit: each for each in report.counts}
    documents = by_unit.get(Unit.DOCUMENTS)
    for unit in (Unit.PAGES, Unit.PASSAGES):
        if documents and unit in by_unit:
            found += _between(documents, by_unit[unit])
    return tuple(found)


def _within(counts: Counts, selection: Selection | None) -> Iterator[Contradiction]:
    stages, unit = counts.stages(), counts.unit
    extra = [("waived", counts.waived), *([] if counts.k is None else [("k", counts.k)])]
    for name, number in [*counts.known(), *extra]:
        if number < 0:
            yield Contradiction((f"{unit}.{name}",), f"{unit}.{name} is negative")
    for (larger, most), (smaller, number) in pairwise(stages):
        if number > most:
            why = f"{unit}.{smaller} ({number}) is more than {unit}.{larger} ({most})"
            yield Contradiction((f"{unit}.{smaller}", f"{unit}.{larger}"), why)
    yield from _caps(counts, selection)
    yield from _left_out(counts)


def _caps(counts: Counts, selection: Selection | None) -> Iterator[Contradiction]:
    unit = counts.unit
    if counts.k is not None and counts.retrieved > counts.k:
        why = f"{unit}.retrieved ({counts.retrieved}) is more than {unit}.k ({counts.k})"
        yield Contradiction((f"{unit}.retrieved", f"{unit}.k"), why)
    if selection is Selection.EXHAUSTIVE and counts.matched is not None and counts.matched > counts.retrieved:
        why = f"an exhaustive retrieval leaves nothing out, but {counts.matched} {unit} matched"
        yield Contradiction(("selection", f"{unit}.matched", f"{unit}.retrieved"), f"{why}, {counts.retrieved} came")


def _left_out(counts: Counts) -> Iterator[Contradiction]:
    """What was left out is not among what was searched."""
    unit = counts.unit
    for name, number in counts.known()[1:3]:
        if counts.waived and counts.waived + number > counts.corpus:
            why = f"{unit}: {number} {name} and {counts.waived} waived are more than the corpus holds"
            yield Contradiction((f"{unit}.waived", f"{unit}.{name}", f"{unit}.corpus"), why)
    if counts.readable is not None and counts.readable > counts.corpus and unit is Unit.DOCUMENTS:
        why = f"{unit}.readable ({counts.readable}) is more than {unit}.corpus ({counts.corpus})"
        yield Contradiction((f"{unit}.readable", f"{unit}.corpus"), why)


_PARTS = ("matched", "retrieved", "in_context", "cited")


def _between(documents: Counts, parts: Counts) -> Iterator[Contradiction]:
    """A document is matched, retrieved and so on by at least one of its parts, and a part belongs to a document."""
    for name in ("corpus", *_PARTS):
        whole, own = getattr(documents, name), getattr(parts, name)
        if whole is None or own is None:
            continue
        fields = (f"documents.{name}", f"{parts.unit}.{name}")
        if whole > own and name in _PARTS:
            yield Contradiction(fields, f"{fields[0]} ({whole}) is more than {fields[1]} ({own})")
        if own > 0 and whole == 0:
            yield Contradiction(fields, f"{fields[1]} ({own}) belong to no document: {fields[0]} is 0")


# ---------------------------------------------------------------- the level


def level(report: Report) -> RetrievalLevel:
    """What the retrieval as a whole amounts to: the weakest of its units. For a report without contradictions."""
    return meet(*(_level(each, report.selection) for each in report.counts))


def _level(counts: Counts, selection: Selection | None) -> RetrievalLevel:
    if counts.in_context == counts.corpus:
        return EXACT
    found = _retrieved(counts, selection)
    return cut(found, counts.in_context, bound=counts.in_context < counts.retrieved)


def _retrieved(counts: Counts, selection: Selection | None) -> RetrievalLevel:
    if counts.matched == counts.retrieved and not may_have_bound(counts, selection):
        return EXACT
    if selection is Selection.SAMPLE:
        return sampled(counts.retrieved / _population(counts))
    if counts.matched is not None:
        return top_k(counts.retrieved)
    if counts.k is not None and (selection is not Selection.EXHAUSTIVE or counts.k == counts.retrieved):
        return top_k(counts.k)
    return {Selection.EXHAUSTIVE: EXACT, Selection.TOP_K: top_k()}.get(selection, UNKNOWN) if selection else UNKNOWN


def may_have_bound(counts: Counts, selection: Selection | None) -> bool:
    """As many came as could come, and the client does not vouch that no more matched."""
    return counts.k == counts.retrieved and not (selection is Selection.EXHAUSTIVE and counts.matched is not None)


def _population(counts: Counts) -> int:
    """What a sample was drawn from; never 0 where something is left out of the context."""
    return counts.matched or counts.searched or counts.corpus


def is_exact(report: Report) -> bool:
    return level(report).level is Level.EXACT
