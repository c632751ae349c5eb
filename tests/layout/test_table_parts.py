"""Headings and run-ins that are the group lines of a table give no region of their own."""

from __future__ import annotations

from dataclasses import replace

from app.domain.structure import Region, RegionKind
from app.layout.table_parts import without_table_parts
from app.layout.tables import Tabular
from tests.layout.test_tables import lay

GROUPED = "Kind* | Count* | Weight*\nYard 4*\noak | 3 | 9\nelm | 4 | 8\nYard 7*\noak | 5 | 7\nelm | 6 | 5"


def test_group_lines_of_a_table_are_no_sections() -> None:
    lines, pages = lay(GROUPED)
    tabular = Tabular(lines, (), pages)
    table = tabular.tables[0]
    groups = [f for m in table.members for f in m.fields if f.carried]
    assert {f.text for f in groups} == {"4", "7"}
    members = tuple(table.members[0]._replace(label=f.text, spans=f.spans) for f in groups)
    sections = replace(table, kind=RegionKind.SECTIONS, members=members)
    assert without_table_parts([[sections], [table]], tabular.rows) == [[], [table]]


def test_sections_outside_the_table_stay() -> None:
    lines, pages = lay(GROUPED)
    tabular = Tabular(lines, (), pages)
    table: Region = tabular.tables[0]
    outside = tuple(m._replace(spans=(m.spans[0]._replace(start=9000, end=9004),)) for m in table.members)
    sections = replace(table, kind=RegionKind.SECTIONS, members=outside)
    assert without_table_parts([[sections]], tabular.rows) == [[sections]]
