"""Small worlds in which everything is known, and the honest report of a client that saw a part of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from app.domain.reported import Counts, Report, Selection, Unit


@dataclass(frozen=True)
class Passage:
    document: int
    readable: bool
    member: bool  # a member of the set asked for stands in it
    matches: bool  # the client's query matches it


@dataclass(frozen=True)
class World:
    """`seen` and the other sets hold indices of passages. `lost`: documents that could not be read at all, so that no
    passage of them exists; a member may stand in each."""

    passages: tuple[Passage, ...]
    matched: frozenset[int]
    retrieved: frozenset[int]
    seen: frozenset[int]
    cited: frozenset[int]
    k: int | None
    selection: Selection | None
    search_decides: bool
    lost: int = 0

    @property
    def members(self) -> frozenset[int]:
        """Those in lost documents have negative numbers."""
        return frozenset([*(i for i, each in enumerate(self.passages) if each.member), *range(-self.lost, 0)])

    @property
    def found(self) -> frozenset[int]:
        return self.members & self.seen

    def report(self, documents: bool = True, passages: bool = True, **unknown: None) -> Report:
        """`unknown`: numbers that the client does not give, as matched=None."""
        counts = [self._documents(unknown)] if documents else []
        counts += [self._passages(unknown)] if passages else []
        return Report(tuple(counts), self.selection, self.search_decides)

    def _passages(self, unknown: dict[str, None]) -> Counts:
        given: dict[str, Any] = {
            "readable": sum(each.readable for each in self.passages),
            "matched": len(self.matched),
            "k": self.k,
        }
        numbers = (len(self.passages), len(self.retrieved), len(self.seen), len(self.cited))
        return Counts(Unit.PASSAGES, *numbers, **(given | unknown))

    def _documents(self, unknown: dict[str, None]) -> Counts:
        every = {each.document for each in self.passages}
        whole = every - {each.document for each in self.passages if not each.readable}
        given: dict[str, Any] = {"readable": len(whole)}
        parts = (self.retrieved, self.seen, self.cited)
        numbers = [len({self.passages[i].document for i in part}) for part in parts]
        return Counts(Unit.DOCUMENTS, len(every) + self.lost, *numbers, **(given | unknown))


_MOSTLY = st.sampled_from([True, True, True, True, False])


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """What is readable may match; what matches may be retrieved; and so on. The search decides in some of them."""
    decides = draw(st.booleans())
    rows = draw(st.lists(st.tuples(st.integers(0, 2), _MOSTLY, st.booleans(), st.booleans()), min_size=1, max_size=6))
    passages = tuple(Passage(d, r, m, (m if decides else x) and r) for d, r, m, x in rows)
    matched = frozenset(i for i, each in enumerate(passages) if each.matches)
    if draw(st.booleans()):
        matched, decides = frozenset(i for i, each in enumerate(passages) if each.readable), False
    exhaustive = draw(st.booleans())
    retrieved = matched if exhaustive else part(draw, matched)
    seen = retrieved if draw(st.booleans()) else part(draw, retrieved)
    other = draw(st.sampled_from([None, Selection.TOP_K, Selection.SAMPLE]))
    selection = Selection.EXHAUSTIVE if exhaustive and draw(st.booleans()) else other
    k = draw(st.none() | st.integers(len(retrieved), 8))
    return World(
        passages,
        matched,
        retrieved,
        seen,
        part(draw, seen),
        k,
        selection,
        decides,
        draw(st.sampled_from([0, 0, 0, 1, 2])),
    )


def part(draw: st.DrawFn, of: frozenset[int]) -> frozenset[int]:
    return frozenset(i for i in sorted(of) if draw(st.booleans()))
