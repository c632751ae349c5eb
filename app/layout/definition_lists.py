"""Definition lists by their indentation: short terms on their own, the definition indented below or beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.domain.page import Line
from app.domain.structure import Block, BlockKind
from app.layout.glossary_entries import Entry

_STEP = 6.0  # points by which a definition is indented under its term
_TERM_WORDS = 8
_MOST_TERMS = 4  # terms of one entry, one below the other: "-d DIR", "--directory=DIR"
_QUOTES = "\"'\u201c\u201d\u2018\u2019`"


class Run(NamedTuple):
    """A definition list found by its indentation."""

    entries: list[Entry]
    before: Block | None
    behind: Block | None
    section: int
    problems: tuple[str, ...] = ()


class _Found(NamedTuple):
    entry: Entry
    following: int  # position behind the entry
    hangs: bool  # the term stands on a line of its own, or the definition's lines hang below its first one
    bold: bool


def hanging_run(lines: Sequence[Line], blocks: Sequence[Block]) -> Iterator[Run]:
    """The definition lists of blocks in reading order, those inside definitions too; three entries at least, two
    where every term is bold."""
    reader = _Reader(lines, blocks)
    reader.scan(0, len(blocks))
    yield from reader.runs


class _Reader:
    def __init__(self, lines: Sequence[Line], blocks: Sequence[Block]) -> None:
        self.lines, self.blocks = lines, blocks
        self.runs: list[Run] = []

    def scan(self, low: int, high: int) -> None:
        """Find the runs of blocks[low:high]; two at the same place without a lead-in between are one, cut by what was
        not understood."""
        at = low
        before: tuple[int, Block] | None = None  # number of the last run, its first term
        while at < high - 1:
            found = self._run(at, high)
            if not _is_list(found):
                at += 1
                continue
            term = self.blocks[at]
            resumed = before is not None and _beside(before[1], term) and not self._announced(at)
            if before is not None and resumed:
                cut = self.runs[before[0]]
                self.runs[before[0]] = cut._replace(problems=("resumes",))
            self._add(at, found, ("resumes",) if resumed else ())
            self._inside(at, found)
            before = (len(self.runs) - 1, term)
            at = found[-1].following

    def _add(self, at: int, found: list[_Found], problems: tuple[str, ...]) -> None:
        following = found[-1].following
        behind = self.blocks[following] if following < len(self.blocks) else None
        if self.like_entry(following, self.blocks[at]):
            problems = (*problems, "unaccounted_lines")
        entries = [one.entry for one in found]
        self.runs.append(Run(entries, self.blocks[at - 1] if at else None, behind, self.blocks[at].section, problems))

    def _inside(self, at: int, found: list[_Found]) -> None:
        """Definition lists inside the definitions; the scan goes on behind the outer one."""
        count = len(self.runs)
        for one in found:
            if one.following - at > 4:
                self.scan(at + 1, one.following)
            at = one.following
        if len(self.runs) > count:  # the outer one stays the last, to see whether it resumes
            self.runs.append(self.runs.pop(count - 1))

    def _announced(self, at: int) -> bool:
        return at > 0 and self.blocks[at - 1].text.rstrip().endswith(":")

    def _run(self, at: int, high: int) -> list[_Found]:
        first = self.blocks[at]
        found: list[_Found] = []
        while at < high and _beside(first, self.blocks[at]):
            one = self._entry(at, bool(found))
            if one is None:
                break
            found.append(one)
            at = one.following
        return found

    def like_entry(self, at: int, term: Block) -> bool:
        """What stands behind the list looks like an entry whose term is none: too long, or with a full stop."""
        if at + 1 >= len(self.blocks) or not _beside(term, self.blocks[at]):
            return False
        return len(self.blocks[at].lines) == 1 and _below(self.blocks[at], self.blocks[at + 1])

    def _entry(self, at: int, later: bool) -> _Found | None:
        """One or more terms below each other, and what is indented below or beside the last of them."""
        first = self.blocks[at]
        end = at
        while end < len(self.blocks) and end - at < _MOST_TERMS and self._alone(end, first):
            end += 1
        terms = [(block, block.body_at, len(block.text)) for block in self.blocks[at:end]]
        beside = self._beside_term(end, first, later) if end - at < _MOST_TERMS and end < len(self.blocks) else 0
        if beside:
            terms.append((self.blocks[end], 0, beside))
        elif not terms or not self._defined(end, terms[-1][0]):
            return None
        if len(terms) > 1 and not _stacked(terms):
            return None
        stop = end + 1
        step = self._step(end, first, bool(beside))
        while stop < len(self.blocks) and _below(first, self.blocks[stop], step):
            stop += 1
        return self._made(terms, end, stop, beside)

    def _step(self, at: int, first: Block, beside: bool) -> float:
        """How far right of its term every block of the definition stands, about."""
        line = self._line(self.blocks[at], 0)
        left = line.cells[-1].box.x0 if beside and line is not None else self.blocks[at].indent
        return max(_STEP, min(left - first.indent, 60.0) - _STEP)

    def _made(self, terms: list[tuple[Block, int, int]], end: int, stop: int, beside: int) -> _Found:
        block = terms[0][0]
        term = block.flow.cut(terms[0][1], terms[0][2])
        label = term.text.strip(_QUOTES + " ")
        start = term.text.find(label)
        others = tuple(b.text[low:high].strip(_QUOTES + " ") for b, low, high in terms[1:])
        parts = [self.blocks[end].text[beside:].strip()] if beside else []
        parts += [other.text for other in self.blocks[end + 1 if beside else end : stop]]
        last = self.blocks[stop - 1].number
        cut = term.cut(start, start + len(label))
        entry = Entry(label, cut, " ".join(parts), block.number, last, stop - end, block.hidden, others=others)
        hangs = not beside or len(terms) > 1 or self._hangs(self.blocks[end])
        return _Found(entry, stop, hangs, all(_all_bold(b, high) for b, _, high in terms))

    def _alone(self, at: int, first: Block) -> bool:
        """The block is a term: short, no sentence, no marker, at the place of the first one."""
        block = self.blocks[at]
        if block.kind is not BlockKind.PARAGRAPH or block.marker or not _beside(first, block):
            return False
        return len(block.lines) == 1 and not self._cells(block) and _is_term(block.text)

    def _defined(self, at: int, term: Block) -> bool:
        if at >= len(self.blocks):
            return False
        block = self.blocks[at]
        return block.kind is BlockKind.PARAGRAPH and _below(term, block) and len(block.text) > len(term.text)

    def _beside_term(self, at: int, first: Block, later: bool) -> int:
        """Where the term ends in a block whose first line is a term, a gap, and the beginning of its definition."""
        block = self.blocks[at]
        kinds = (BlockKind.PARAGRAPH, BlockKind.TABLE_ROW) if later else (BlockKind.PARAGRAPH,)
        if block.kind not in kinds or block.marker or not _beside(first, block):
            return 0
        cells = self._cells(block)
        if not cells or not _is_term(cells[0]):
            return 0
        return len(cells[0]) if block.text.startswith(cells[0]) else 0

    def _cells(self, block: Block) -> tuple[str, ...]:
        """The two cells of the block's first line, where it has two."""
        line = self._line(block, 0)
        return tuple(cell.text for cell in line.cells) if line is not None and len(line.cells) == 2 else ()

    def _line(self, block: Block, at: int) -> Line | None:
        index = block.lines[at] if at < len(block.lines) else -1
        return self.lines[index] if 0 <= index < len(self.lines) else None

    def _hangs(self, block: Block) -> bool:
        first, second = self._line(block, 0), self._line(block, 1)
        return first is not None and second is not None and abs(second.box.x0 - first.cells[-1].box.x0) < 3


def _is_list(found: Sequence[_Found]) -> bool:
    labels = {one.entry.label for one in found}
    enough = 2 if all(one.bold for one in found) else 3
    return len(labels) == len(found) >= enough and sum(one.hangs for one in found) >= len(found) / 2


def _is_term(text: str) -> bool:
    text = text.strip()
    if not text or len(text.split()) > _TERM_WORDS or text[-1] in ".:;,?!":
        return False
    return any(map(str.isalpha, text))


def _stacked(terms: Sequence[tuple[Block, int, int]]) -> bool:
    """Several terms of one entry: all of them signs like "-v", "<name>", or all of them bold."""
    signs = all(not b.text[low:high].strip(_QUOTES + " ")[:1].isalnum() for b, low, high in terms)
    return signs or all(_all_bold(b, high) for b, _, high in terms)


def _beside(one: Block, other: Block) -> bool:
    """At the same indent and in the same section; on another page the margin may be another."""
    if one.section != other.section:
        return False
    if abs(one.indent - other.indent) < 2:
        return True
    return one.page != other.page and abs(one.inset - other.inset) < 2


def _below(term: Block, block: Block, step: float = _STEP) -> bool:
    if block.kind is BlockKind.HEADING or block.section != term.section:
        return False
    if block.page != term.page:
        return block.inset >= term.inset + step or block.indent >= term.indent + step
    return block.indent >= term.indent + step


def _all_bold(block: Block, end: int) -> bool:
    return block.body_at + block.bold_prefix >= len(block.text[:end].rstrip()) > 0
