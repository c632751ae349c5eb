"""Tables, with or without ruling lines, each one region over all its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property

from app.domain.page import Line, Page
from app.domain.structure import ASSUMED_HEADER, Block, Column, Context, ContextRole, Region, RegionKind
from app.layout.table_accounts import goes_on_below, loses_rows
from app.layout.table_breaks import Breaks
from app.layout.table_checks import number_gaps, page_gaps, page_problems, total_mismatch
from app.layout.table_delimited import assumes_header, delimited, lines_of
from app.layout.table_members import Body, build_body, columns_of, members_of
from app.layout.table_merge import Grid, grids
from app.layout.table_pairs import paired_lines
from app.layout.table_rows import Piece, pieces
from app.layout.table_surroundings import Surroundings

LONGEST_NAME = 9  # words of one line of a column name


def is_headed(piece: Piece) -> bool:
    """It begins with a header by its style; long sentences over rows are prose."""
    cells = [cell for line in piece.header for cell in line.cells]
    return bool(cells) and all(len(cell.text.split()) <= LONGEST_NAME for cell in cells)


class Tabular:
    """What tables and records both need of a document, each worked out once and only when asked for."""

    def __init__(self, lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> None:
        self.lines, self.blocks, self.pages = lines, blocks, pages

    @cached_property
    def bars(self) -> list[tuple[Grid, Body]]:
        """Tables of plain text parted by bars."""
        return delimited(self.lines)

    @cached_property
    def paired(self) -> Set[int]:
        """Rows of labels over single rows of values."""
        return paired_lines(self.lines)

    @cached_property
    def pieces(self) -> list[Piece]:
        return pieces(self.lines, self.paired, lines_of(self.bars))

    @cached_property
    def grids(self) -> list[Grid]:
        return grids(self.pieces, self.lines, Breaks(self.lines, self.blocks))

    @cached_property
    def headed(self) -> dict[int, bool]:
        """Lines inside a stretch of aligned rows, and whether it begins with a header by its style."""
        inside = {line.index: True for grid, _ in self.bars for piece in grid.pieces for line in piece.lines}
        for piece in self.pieces:
            inside.update(dict.fromkeys((line.index for line in piece.lines), is_headed(piece)))
        return inside

    @property
    def rows(self) -> Iterator[Line]:
        """All lines of headed tables, group lines among them."""
        for grid in self.grids:
            if grid.header and grid.columns > 2:
                for piece in grid.pieces:
                    yield from piece.lines

    @cached_property
    def accounted(self) -> Set[int]:
        """Lines that are a row or header of some table, or a label over a value."""
        held = set(self.paired)
        for grid, _ in (*self.bars, *((grid, None) for grid in self.grids)):
            held.update(line.index for piece in grid.pieces for line in (*piece.header, *piece.lines))
        return held

    @cached_property
    def of_headed(self) -> dict[int, Grid]:
        """The tables with a header, by the lines of their rows and headers."""
        held = ((grid, piece) for grid in self.grids if grid.header for piece in grid.pieces)
        return {line.index: grid for grid, piece in held for line in (*piece.header, *piece.lines)}

    @cached_property
    def around(self) -> Surroundings:
        return Surroundings(self.lines, self.blocks, self.pages)

    @cached_property
    def gaps(self) -> list[tuple[int, int, tuple[int, ...]]]:
        return page_gaps(self.lines)

    @cached_property
    def tables(self) -> list[Region]:
        made = [*self.bars, *((grid, build_body(grid)) for grid in self.grids)]
        made.sort(key=lambda table: table[0].pieces[0].first)
        starts = {grid.pieces[0].first for grid, _ in made}
        return [_region(number, *table, self, starts) for number, table in enumerate(made)]


def find_tables(lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> list[Region]:
    """All tables of a document, in order; a table that goes on over pages or is printed group by group is one."""
    return Tabular(lines, blocks, pages).tables


def _region(number: int, grid: Grid, body: Body, tabular: Tabular, starts: set[int]) -> Region:
    around = tabular.around
    first, last = grid.pieces[0], grid.pieces[-1]
    columns = columns_of(grid, body)
    contexts = list(around.contexts(first, grid.caption))
    contexts += [Context(ContextRole.HEADER, c.name, c.spans) for c in columns if c.name]
    return Region(
        number=number,
        kind=RegionKind.TABLE,
        contexts=tuple(contexts),
        members=members_of(grid, body),
        ending=around.ending(first.page, last, starts),
        first_page=first.page,
        last_page=last.page,
        section=around.section(first.first),
        columns=columns,
        problems=(ASSUMED_HEADER,) * assumes_header(grid)
        + _problems(
            columns,
            body,
            page_problems(tabular.gaps, first.page, last.page),
            loses_rows(grid, tabular.lines, tabular.accounted)
            or (bool(grid.header) and goes_on_below(grid, tabular.lines, tabular.of_headed)),
        ),
    )


def _problems(columns: Sequence[Column], body: Body, page_holes: Sequence[str], lost: bool) -> tuple[str, ...]:
    found = [*number_gaps(body.rows, [c.name for c in columns]), *page_holes]
    if total_mismatch(body):
        found.append("total_mismatch")
    if body.unplaced or lost:
        found.append("unaccounted_lines")
    found += _unclear(columns, body)
    if any(row.hidden for row in body.rows):
        found.append("hidden")
    return tuple(found)


def _unclear(columns: Sequence[Column], body: Body) -> list[str]:
    """ "unclear_column:NAME" for columns that more than one row in thirty may not belong to."""
    doubtful = [column for column, rows in sorted(body.doubts.items()) if rows > max(1, len(body.rows) // 30)]
    names = [columns[column].name for column in doubtful]
    return [f"unclear_column:{name}" for name in names] if all(names) else ["unclear_columns"]
