"""Tables, with or without ruling lines, each one region over all its pages."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.page import Line, Page
from app.domain.structure import Block, Context, ContextRole, Region, RegionKind
from app.layout.table_checks import number_gaps, page_gaps, page_problems, total_mismatch
from app.layout.table_delimited import delimited, lines_of
from app.layout.table_members import Body, build_body, columns_of, members_of
from app.layout.table_merge import Grid, grids
from app.layout.table_rows import pieces
from app.layout.table_surroundings import Surroundings


def find_tables(lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> list[Region]:
    """All tables of a document, in order; a table that goes on over pages or is printed group by group is one."""
    made = delimited(lines)
    made += [(grid, build_body(grid)) for grid in grids(pieces(lines, lines_of(made)), lines)]
    if not made:
        return []
    made.sort(key=lambda table: table[0].pieces[0].first)
    around = Surroundings(lines, blocks, pages)
    gaps = page_gaps(lines)
    starts = {grid.pieces[0].first for grid, _ in made}
    return [_region(number, grid, body, around, gaps, starts) for number, (grid, body) in enumerate(made)]


def _region(
    number: int,
    grid: Grid,
    body: Body,
    around: Surroundings,
    gaps: Sequence[tuple[int, int, tuple[int, ...]]],
    starts: set[int],
) -> Region:
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
        problems=_problems(grid, body, page_problems(gaps, first.page, last.page)),
    )


def _problems(grid: Grid, body: Body, page_holes: Sequence[str]) -> tuple[str, ...]:
    found = [*number_gaps(body.rows), *page_holes]
    if total_mismatch(body):
        found.append("total_mismatch")
    if body.unplaced:
        found.append("unaccounted_lines")
    if grid.misfits > max(2, len(body.rows) // 10):
        found.append("unclear_columns")
    if any(row.hidden for row in body.rows):
        found.append("hidden")
    return tuple(found)
