"""Running heads and feet: only what repeats at the same place on several pages, page numbers by their counting."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from app.layout.atoms import Atom
from app.layout.rows import group_rows

_EDGE = 0.09  # share of the page height in which repetition alone is evidence
_ZONE = 0.20  # share in which it is, where everything farther out is furniture too
_REACH = 6  # pages before and after on which the same text must stand
_APART = 1.4  # em between the last row of a head and the text
_SMALL = 0.95  # a head or foot below this share of the body size is set apart by its size
_PITCH = 4.0  # points: height of the strips in which "the same place" is looked up
_PAGE_WORD = re.compile(
    r"\b(?:page|pages|pg|p|seite|página|pagina|pág|sheet|sida|side|strona|стр)\.?\s*[-–:]?\s*#|#\s*(?:of|/|de|von|sur|di)\s*#"
)
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
_EDGE_NUMBER = re.compile(r"^\W*(\d{1,6})\b\W*|\W*\b(\d{1,6})\W*$")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class PageAtoms(NamedTuple):
    """Upright atoms of one page with its physical number and height in points."""

    number: int
    height: float
    atoms: Sequence[Atom]


# Text ("" for a bare page number), printed minus physical page number, and height above the bottom (negative) or below
# the top in strips. A plain tuple: there are several for each cell of a table.
_Key = tuple[str, int | None, int]
_top, _bottom = itemgetter(1), itemgetter(3)  # y0 and y1 of an atom
_NOWHERE: frozenset[int] = frozenset()


def find_furniture(pages: Sequence[PageAtoms], usual: float, body: str) -> list[frozenset[int]]:
    """For each page the atoms (their `order`) that are running heads or feet.

    `usual` is the size of the body text in points, `body` its font.
    """
    zones = [_zone_rows(page) for page in pages]
    keys = [_keys_of(page, rows) for page, rows in zip(pages, zones, strict=True)]
    counts = _count(pages, keys)
    needed = 2 if sum(1 for page in pages if page.atoms) <= 3 else 3
    found = [
        _peel(page, rows, _Evidence(counts, own, page.number, needed, usual))
        for page, rows, own in zip(pages, zones, keys, strict=True)
    ]
    floating = _floating_numbers(pages, found, needed)
    alike = _alike(pages, zones, usual, body)
    return [one | two | three for one, two, three in zip(found, floating, alike, strict=True)]


def _alike(pages: Sequence[PageAtoms], zones: Sequence[_Zones], usual: float, body: str) -> list[frozenset[int]]:
    """Running heads whose words change with the section: the outermost row at the same height in the same type of its
    own, no larger than the text, on most of the pages around, a few texts again and again."""
    outer = [
        [(edge, row) for edge, rows in enumerate(zone) if (row := _outermost(page, rows, usual, body))]
        for page, zone in zip(pages, zones, strict=True)
    ]
    places: dict[tuple[int, int, float, str], dict[int, str]] = defaultdict(dict)
    for page, rows in zip(pages, outer, strict=True):
        for edge, row in rows:
            for place in _places(edge, row, page):
                places[place][page.number] = " ".join(atom.text.casefold() for atom in row)
    written = {page.number for page in pages if page.atoms}
    return [
        frozenset(
            atom.order
            for edge, row in rows
            if any(_mostly(places[place], written, page.number) for place in _places(edge, row, page))
            for atom in row
        )
        for page, rows in zip(pages, outer, strict=True)
    ]


def _outermost(page: PageAtoms, rows: list[list[Atom]], usual: float, body: str) -> list[Atom] | None:
    """The row of words nearest to the edge, where it may be a head: small or of another font, and apart."""
    at = next((k for k, row in enumerate(rows[:3]) if any(sum(map(str.isalpha, a.text)) > 2 for a in row)), None)
    if at is None:
        return None
    row = rows[at]
    depth = min(row[0].y1, page.height - row[0].y0) / max(page.height, 1.0)
    size = max(atom.size for atom in row)
    own = size < _SMALL * usual or row[0].runs[0].font != body
    apart = at + 1 >= len(rows) or _distance(row, rows[at + 1]) >= _APART * size
    return row if depth <= _EDGE and len(row) <= 2 and own and apart and size <= 1.05 * usual else None


def _places(edge: int, row: list[Atom], page: PageAtoms) -> list[tuple[int, int, float, str]]:
    middle = (row[0].y0 + row[0].y1) / 2 - (page.height if edge else 0.0)
    strip = int(middle // _PITCH)
    other = strip + 1 if middle % _PITCH > _PITCH / 2 else strip - 1
    return [(edge, at, round(row[0].size * 2) / 2, row[0].runs[0].font) for at in (strip, other)]


def _mostly(texts: dict[int, str], written: set[int], page: int) -> bool:
    around = [number for number in range(page - _REACH, page + _REACH + 1) if number in written]
    own = [texts[number] for number in around if number in texts]
    return len(own) >= 5 and len(own) >= 0.6 * len(around) and len(set(own)) < 0.8 * len(own)


def _floating_numbers(pages: Sequence[PageAtoms], found: Sequence[frozenset[int]], needed: int) -> list[frozenset[int]]:
    """Page numbers that follow the text wherever it ends: alone in the last (or first) row, counting with the pages."""
    edges = [_edge_atoms(page, taken) for page, taken in zip(pages, found, strict=True)]
    counts: dict[tuple[int, str, int | None], set[int]] = defaultdict(set)
    for page, atoms in zip(pages, edges, strict=True):
        for edge, atom in atoms:
            for text, offset in _page_readings(atom.text, page.number):
                counts[edge, text, offset].add(page.number)
    return [
        frozenset(
            atom.order
            for edge, atom in atoms
            for text, offset in _page_readings(atom.text, page.number)
            if _close(counts[edge, text, offset], page.number) >= needed
        )
        for page, atoms in zip(pages, edges, strict=True)
    ]


def _edge_atoms(page: PageAtoms, taken: frozenset[int]) -> list[tuple[int, Atom]]:
    """The first (0) and last (1) atom of the text where it stands alone in its row."""
    rest = [atom for atom in page.atoms if atom.order not in taken] if taken else page.atoms
    if len(rest) < 2:
        return []
    first, last = min(rest, key=_bottom), max(rest, key=_top)
    return [
        (edge, atom)
        for edge, atom in ((0, first), (1, last))
        if len(atom.text) < 30 and not any(a is not atom and a.y0 < atom.y1 and a.y1 > atom.y0 for a in rest)
    ]


def _page_readings(text: str, page: int) -> list[tuple[str, int | None]]:
    return [
        (rest, offset)
        for rest, offset in _readings(text, page)
        if (offset is not None and not rest) or (offset is None and _PAGE_WORD.search(rest))
    ]


def _close(numbers: Set[int], page: int) -> int:
    return sum(map(numbers.__contains__, range(page - _REACH, page + _REACH + 1)))


class _Zones(NamedTuple):
    """Rows near the edges, from the edge inwards; one row more than the zone holds, to see what follows."""

    head: list[list[Atom]]
    foot: list[list[Atom]]


def _zone_rows(page: PageAtoms) -> _Zones:
    height = page.height
    near = [a for a in page.atoms if a.y0 < (_ZONE + 0.05) * height or a.y1 > (1 - _ZONE - 0.05) * height]
    rows = group_rows(near)
    head = [row for row in rows if row[0].y0 < (_ZONE + 0.05) * height]
    foot = [row for row in reversed(rows) if row[0].y1 > (1 - _ZONE - 0.05) * height]
    return _Zones(head, foot)


def _keys_of(page: PageAtoms, zones: _Zones) -> dict[int, tuple[_Key, ...]]:
    """The keys of the atoms near the edges, by their order."""
    return {atom.order: _keys(atom, page) for row in zones.head + zones.foot for atom in row}


def _count(pages: Sequence[PageAtoms], keys: Sequence[dict[int, tuple[_Key, ...]]]) -> dict[_Key, set[int]]:
    """The pages on which each key stands that stands on more than one."""
    first: dict[_Key, int] = {}
    found: dict[_Key, set[int]] = {}
    for page, own in zip(pages, keys, strict=True):
        number = page.number
        for several in own.values():
            for key in several:
                before = first.setdefault(key, number)
                if before != number:
                    found.setdefault(key, {before}).add(number)
    return found


def _keys(atom: Atom, page: PageAtoms) -> tuple[_Key, ...]:
    """What the atom must share with other pages; its own strip and the next, so that neighbours meet."""
    middle = (atom.y0 + atom.y1) / 2
    if middle > page.height / 2:
        middle -= page.height
    strip = int(middle // _PITCH)
    other = strip + 1 if middle % _PITCH > _PITCH / 2 else strip - 1
    printed = _printed(atom.text)
    if len(printed) == 1:  # no number in it, as in most cells
        text = printed[0][0]
        return (text, None, strip), (text, None, other)
    number = page.number
    return tuple([(t, None if n is None else n - number, at) for t, n in printed for at in (strip, other)])


def _readings(text: str, page: int) -> list[tuple[str, int | None]]:
    return [(rest, None if printed is None else printed - page) for rest, printed in _printed(text)]


@lru_cache(maxsize=8192)
def _printed(text: str) -> tuple[tuple[str, int | None], ...]:
    """The text of an atom by itself, masked, and around each number it may be read by."""
    folded = " ".join(text.casefold().split())
    found: list[tuple[str, int | None]] = [(folded, None)]
    if folded[:1] in _ROMAN_VALUES and _ROMAN.fullmatch(folded):
        return (folded, None), ("", _roman(folded))
    masked = _DIGITS.sub("#", folded)
    if masked == folded:
        return tuple(found)
    if _PAGE_WORD.search(masked):
        found.append((masked, None))
    number = _EDGE_NUMBER.search(folded)
    if number:
        rest = (folded[: number.start()] + folded[number.end() :]).strip()
        found.append((rest, int(number.group(1) or number.group(2))))
    return tuple(found)


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in text]
    return sum(-v if v < w else v for v, w in zip(values, [*values[1:], 0], strict=True))


def _one_word(key: _Key) -> bool:
    """ "Article 2" on the second page: an item, where it is not smaller than the text."""
    return key[1] is not None and key[0] != "" and " " not in key[0]


class _Evidence(NamedTuple):
    """What the other pages say about the atoms of one page."""

    counts: dict[_Key, set[int]]
    keys: dict[int, tuple[_Key, ...]]
    page: int
    needed: int  # pages that must share the text
    usual: float

    def repeats(self, atom: Atom) -> bool:
        needed = 2 * self.needed if atom.size > 1.2 * self.usual else self.needed  # titles repeat by chance
        small = atom.size <= _SMALL * self.usual
        return any(self._near(key) >= needed for key in self.keys[atom.order] if small or not _one_word(key))

    def counted(self, row: list[Atom]) -> bool:
        """A bare number in the row counts with the pages."""
        return any(
            key[1] is not None and not key[0] and self._near(key) >= self.needed
            for atom in row
            for key in self.keys[atom.order]
        )

    def _near(self, key: _Key) -> int:
        """Running heads stand on neighbouring pages; what meets on scattered pages of a long document is chance."""
        numbers = self.counts.get(key, _NOWHERE)
        if len(numbers) < self.needed:
            return 0
        return _close(numbers, self.page)

    def numbered(self, row: list[Atom]) -> bool:
        """A page number stands in the row: no table has that."""
        return any(
            (key[1] is not None and self._near(key) >= self.needed) or _PAGE_WORD.search(key[0])
            for atom in row
            for key in self.keys[atom.order]
        )


def _peel(page: PageAtoms, zones: _Zones, evidence: _Evidence) -> frozenset[int]:
    found: set[int] = set()
    for rows in zones:
        repeated = _from_edge(page, rows, evidence)
        for at in _set_apart(rows, list(repeated), evidence):
            found.update(atom.order for atom in repeated[at])
    return frozenset(found)


def _from_edge(page: PageAtoms, rows: list[list[Atom]], evidence: _Evidence) -> dict[int, list[Atom]]:
    """Rows from the edge inwards that repeat, with the atoms of them that do; beyond the edge only whole rows count,
    and only where everything farther out repeats too."""
    repeated: dict[int, list[Atom]] = {}
    whole = True
    for at, row in enumerate(rows):
        depth = min(row[0].y1, page.height - row[0].y0) / max(page.height, 1.0)
        if (depth > _EDGE and not whole) or depth > _ZONE:
            break
        atoms = [atom for atom in row if evidence.repeats(atom)]
        if at == 0 and atoms and _heads_page(row, rows[1:2], depth, evidence):
            atoms = row
        header = bool(atoms) and _tabular(row, rows[at + 1 : at + 4]) and not evidence.numbered(row)
        whole = len(atoms) == len(row) and not header
        if atoms and not header and (whole or depth <= _EDGE):
            repeated[at] = atoms
    return repeated


def _heads_page(row: list[Atom], following: list[list[Atom]], depth: float, evidence: _Evidence) -> bool:
    """The words beside the page number of the outermost row, whatever they are: the title of the open chapter."""
    apart = not following or _distance(row, following[0]) >= _APART * max(atom.size for atom in row)
    return len(row) <= 3 and depth <= _EDGE and apart and evidence.counted(row)


def _set_apart(rows: list[list[Atom]], found: list[int], evidence: _Evidence) -> list[int]:
    """Without the innermost rows that keep the pitch of the text that follows: they are its first lines."""
    while found:
        at = found[-1]
        if at + 1 >= len(rows) or _distance(rows[at], rows[at + 1]) >= _APART * rows[at][0].size:
            break
        if evidence.numbered(rows[at]):
            break
        found.pop()
    return found


def _distance(one: list[Atom], two: list[Atom]) -> float:
    return abs(one[0].y1 - two[0].y1)


def _tabular(row: list[Atom], inner: list[list[Atom]]) -> bool:
    """The header of a table, repeated with it: three or more cells, and soon a row with as many that fit under them.

    A row between (a group line, a second line of the header) does not hide the table; a wide gap does.
    """
    if len(row) < 3:
        return False
    previous = row
    for other in inner:
        if _distance(previous, other) > 3.5 * row[0].size:
            return False
        if 0.6 * len(row) <= len(other) <= len(row) + 1 and _fitting(row, other) >= max(3, 0.6 * len(row)):
            return True
        previous = other
    return False


def _fitting(row: list[Atom], other: list[Atom]) -> int:
    """Cells of `other` that overlap a cell of the row, or begin between it and the next."""
    ends = [a.x0 for a in row[1:]] + [float("inf")]
    return sum(
        1
        for cell, end in zip(row, ends, strict=True)
        if any(cell.x0 - cell.size <= b.x0 < end - 1 or min(cell.x1, b.x1) > max(cell.x0, b.x0) for b in other)
    )
