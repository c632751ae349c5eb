"""Measures of a document that line grouping needs: body size, leading, column edges, words broken at line ends."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.domain.flow import HYPHENS
from app.domain.page import Line
from app.layout.markers import read_marker

NARROW = 0.5  # a page all of whose lines are shorter than this share of a full line has no full line
ColumnKey = tuple[int, int, int]  # page, column, columns

_WORD = re.compile(r"\w+(?:[-\u2010]\w+)*")
_LAST = re.compile(r"([\w-]+)[-\u2010\u00ad]$")
_FIRST = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Measures:
    """What is usual in a document. Lengths in points."""

    body: float  # size of most letters
    leading: float  # distance of base lines inside paragraphs, as a multiple of the size
    edges: dict[ColumnKey, tuple[float, float]]  # left and right edge of the text in a column of a page
    split: frozenset[str]  # joined words that keep their hyphen
    text_sizes: frozenset[float] = frozenset()  # sizes above the body's in which running text is set too

    def left(self, line: Line) -> float:
        return self.edges.get((line.page, line.column, line.columns), (line.box.x0, line.box.x1))[0]

    def right(self, line: Line) -> float:
        return self.edges.get((line.page, line.column, line.columns), (line.box.x0, line.box.x1))[1]

    def inset(self, line: Line) -> float:
        """How far the line begins right of its column's left edge."""
        return line.box.x0 - self.left(line)

    def is_display(self, line: Line) -> bool:
        """Whether the line is set larger than running text."""
        return line.size >= self.body * 1.12 + 0.3 and round(line.size * 2) / 2 not in self.text_sizes

    def is_word(self, joined: str) -> bool:
        return joined not in self.split


def measure(lines: Sequence[Line]) -> Measures:
    """Measures of the body lines of a document."""
    sizes = _sizes(lines)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    most = sizes.total()
    text_sizes = frozenset(size for size, letters in sizes.items() if letters > max(0.12 * most, 2500))
    return Measures(body, _leading(lines), _edges(lines), frozenset(_split_words(lines)), text_sizes)


def _sizes(lines: Sequence[Line]) -> Counter[float]:
    """Letters by size, in half points."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[round(line.size * 2) / 2] += len(line.text)
    return letters


def _leading(lines: Sequence[Line]) -> float:
    """The smallest common step to a line that begins in lower case, so goes on with the line above; else of all
    lines, but then no more than 1.35: what stands further apart may be paragraphs of one line."""
    inside: Counter[float] = Counter()
    steps: Counter[float] = Counter()
    for before, line in itertools.pairwise(lines):
        if line.page == before.page and line.size > 0:
            step = round((line.box.y0 - before.box.y0) / line.size, 1)
            if 0.7 < step < 3:
                (inside if line.text[:1].islower() else steps)[step] += 1
    if sum(inside.values()) > 2:
        return _smallest_common(inside)
    return min(_smallest_common(steps + inside), 1.35) if steps or inside else 1.2


def _smallest_common(steps: Counter[float]) -> float:
    most = max(steps.values())
    return min(step for step, count in steps.items() if count >= 0.3 * most)


def _edges(lines: Sequence[Line]) -> dict[ColumnKey, tuple[float, float]]:
    """Edges of each column of each page; a page without a line at the usual left or right edge takes that of its like.

    On a page that holds nothing but a list of single words no line is full, however long it is among its own.
    """
    columns: defaultdict[ColumnKey, list[Line]] = defaultdict(list)
    for line in lines:
        columns[line.page, line.column, line.columns].append(line)
    lefts = {key: min([line.box.x0 for line in found]) for key, found in columns.items()}
    rights = {key: sorted([line.box.x1 for line in found])[-1 - len(found) // 10] for key, found in columns.items()}
    usual: defaultdict[tuple[int, int, int], Counter[int]] = defaultdict(Counter)
    widest: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (page, column, among), left in lefts.items():
        usual[page % 2, column, among][round(left)] += 1
        widest[column, among] = max(widest[column, among], rights[page, column, among])
    lists = {key for key, found in columns.items() if _is_list(found, lefts[key])}
    texts = sorted({round(left) for key, left in lefts.items() if key not in lists})
    edges = {}
    for key, left in lefts.items():
        page, column, among = key
        common = usual[page % 2, column, among].most_common(1)[0][0]
        left, right = float(common) if 12 < left - common < 150 else left, rights[key]
        narrow = right - left < NARROW * (widest[column, among] - left)
        if narrow or key in lists:
            left = _edge_beside(left, texts)
        edges[key] = (left, max(widest[column, among] if narrow else right, left))
    return edges


def _is_list(lines: Sequence[Line], left: float) -> bool:
    """Whether a column holds nothing but list items: its left edge is theirs, not that of the text."""
    return all(line.box.x0 > left + 3 or read_marker(line.text) is not None for line in lines)


def _edge_beside(left: float, edges: Sequence[int]) -> float:
    """The nearest left edge of running text from which a list may be indented so far."""
    near = [edge for edge in edges if 12 < left - edge < 60]
    return float(near[-1]) if near else left


def _split_words(lines: Sequence[Line]) -> set[str]:
    """Joined forms of words broken at a line end whose hyphen belongs to them: "self-" / "attention"."""
    broken = []
    for before, line in itertools.pairwise(lines):
        if before.text[-1:] in HYPHENS and line.text[:1].islower():
            head, tail = _LAST.search(before.text), _FIRST.match(line.text)
            if head and tail:
                broken.append((head.group(1).lower(), tail.group().lower()))
    if not broken:
        return set()
    known: set[str] = set()
    after_break = False
    for line in lines:
        found = _WORD.findall(line.text.lower())
        breaks = line.text[-1:] in HYPHENS
        known.update(found[after_break : len(found) - breaks])  # pieces of broken words are no words
        after_break = breaks
    return {head + tail for head, tail in broken if _keeps_hyphen(head, tail, known)}


def _keeps_hyphen(head: str, tail: str, known: set[str]) -> bool:
    if head + tail in known:
        return False
    if f"{head}-{tail}" in known or "-" in head:
        return True
    return len(head) >= 3 and len(tail) >= 4 and head in known and tail in known


def fits(before: Line, line: Line, right: float) -> bool:
    """Whether the first word of `line` would have fitted behind `before`: its end was chosen, not forced."""
    word = line.text.split(maxsplit=1)[0] if line.text.strip() else ""
    letter = before.box.width / max(len(before.text), 1)
    return before.box.x1 + letter * (len(word) + 2.5) < right


Predicate = Callable[[str], bool]
