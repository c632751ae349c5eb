"""What extractors really look at: of what a pass hands to them, and of the pages and passages where it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from app.domain.answer import Item
from app.domain.geometry import Span
from app.domain.ports import Batch, CorpusView, Passage, StoredRegion
from app.domain.structure import ContextRole, Region

_Row = TypeVar("_Row")
PageAt = tuple[str, int]  # document id, page
_SHARED = (ContextRole.HEADING, ContextRole.PATH)


class Watched(tuple[_Row, ...]):
    """A tuple that remembers which of its members were looked at."""

    looked_at: set[int]

    def __new__(cls, rows: Iterable[_Row]) -> Watched[_Row]:
        made = super().__new__(cls, rows)
        made.looked_at = set()
        return made

    def __iter__(self) -> Iterator[_Row]:
        for at, row in enumerate(super().__iter__()):
            self.looked_at.add(at)
            yield row

    def __getitem__(self, key: Any) -> Any:
        self.looked_at.update([*range(len(self))][key] if isinstance(key, slice) else [range(len(self))[key]])
        return super().__getitem__(key)

    def seen(self) -> list[_Row]:
        return [super(Watched, self).__getitem__(at) for at in sorted(self.looked_at)]


class Attention:
    """Grows pass by pass. A passage counts as read where an extractor went through it, or through a region in it."""

    def __init__(self) -> None:
        self.passages: set[int] = set()
        self.regions: set[int] = set()
        self.retrieved_pages: set[PageAt] = set()  # of regions
        self.read_pages: set[PageAt] = set()  # of regions
        self._spans: dict[PageAt, list[tuple[int, int]]] = {}

    def watch(self, batch: Batch) -> Batch:
        """The batch for the extractors; `note` is told of it once they are done."""
        return replace(batch, passages=Watched(batch.passages), regions=Watched(batch.regions))

    def note(self, batch: Batch) -> None:
        """Take down what was looked at of a batch that `watch` gave."""
        assert isinstance(batch.passages, Watched) and isinstance(batch.regions, Watched)
        seen: list[StoredRegion] = batch.regions.seen()
        self.passages.update(p.id for p in batch.passages.seen())
        self._take(tuple.__iter__(batch.regions), seen)

    def resume(self, view: CorpusView, passages: Iterable[int], regions: Sequence[int], read: Sequence[int]) -> None:
        """Take for looked at what was before the loop was interrupted; `read`: those of the regions."""
        self.passages = set(passages)
        self._take(view.regions(regions), view.regions(read))

    def _take(self, retrieved: Iterable[StoredRegion], read: Iterable[StoredRegion]) -> None:
        for stored in retrieved:
            self.retrieved_pages.update(_pages(stored))
        for stored in read:
            self.regions.add(stored.id)
            self.read_pages.update(_pages(stored))
            for span in region_spans(stored.region):
                self._spans.setdefault((stored.document_id, span.page), []).append((span.start, span.end))

    def passages_read(self, passages: Iterable[Passage]) -> set[int]:
        """Ids of those that were gone through, or in which a region that was gone through stands."""
        places = {page: joined(spans) for page, spans in self._spans.items()}
        return {p.id for p in passages if p.id in self.passages or stands_in(p, places)}


def cited_pages(items: Iterable[Item]) -> set[PageAt]:
    return {(each.document_id, each.page) for item in items for each in item.evidence}


def pages_of(passages: Iterable[Passage]) -> set[PageAt]:
    return {(p.document_id, page) for p in passages for page in range(p.first_page, p.last_page + 1)}


def _pages(stored: StoredRegion) -> list[PageAt]:
    region = stored.region
    return [(stored.document_id, page) for page in range(region.first_page, region.last_page + 1)]


def region_spans(region: Region) -> Iterator[Span]:
    """Where the words of a region stand, but for headings, which it shares with others."""
    for context in region.contexts:
        if context.role not in _SHARED:
            yield from context.spans
    for column in region.columns:
        yield from column.spans
    for member in region.members:
        yield from member.spans
        for field in member.fields:
            yield from field.spans


def joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted, without overlaps."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def stands_in(passage: Passage, spans: dict[PageAt, list[tuple[int, int]]]) -> bool:
    """Whether a part of the passage stands in the spans, `joined` for each page."""
    pages = range(passage.first_page, passage.last_page + 1)
    if not any((passage.document_id, page) in spans for page in pages):
        return False
    for piece in passage.flow.pieces:
        own = spans.get((passage.document_id, piece.page), [])
        at = bisect_left(own, (piece.start + 1,))
        if at and own[at - 1][1] > piece.start:
            return True
        if at < len(own) and own[at][0] < piece.end:
            return True
    return False
