"""Tables from literal rows of cells: columns, headers, groups, totals, wrapped cells, pages, problems."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from app.adapters.reading import read_document
from app.domain.flow import Flow, Piece
from app.domain.geometry import Box
from app.domain.page import Cell, Line, LineRole, Page, PageState
from app.domain.structure import Block, BlockKind, ContextRole, Ending, Member, Region, RegionKind
from app.layout.lines import lay_out
from app.layout.table_accounts import loses_rows
from app.layout.table_checks import amount, page_gaps
from app.layout.tables import Tabular, find_tables

COLUMN, LETTER, STEP = 110.0, 5.0, 15.0


def lay(*texts: str, unread: Sequence[int] = ()) -> tuple[tuple[Line, ...], tuple[Page, ...]]:
    """Pages from sketches: a row a line, cells parted by "|", an empty cell left out, "*" after a bold cell.

    A row that begins with "+" follows at the distance of wrapped lines; "~" marks furniture; "{n}" puts the first
    cell at x = n.
    """
    lines: list[Line] = []
    pages = []
    for number, text in enumerate(texts, 1):
        y, at = 60.0, 0
        for row in filter(str.strip, text.splitlines()):
            y += 10.5 if row.strip().startswith("+") else STEP
            line = _line(row.strip(), number, len(lines), y, at)
            at = line.end + 1
            lines.append(line)
        page_text = "\n".join(line.text for line in lines if line.page == number)
        state = PageState.FAILED if number in unread else PageState.READ
        pages.append(Page(number, "", 600, 800, page_text, state))
    return tuple(lines), tuple(pages)


def _line(row: str, page: int, index: int, y: float, at: int) -> Line:
    role = LineRole.FURNITURE if row.startswith("~") else LineRole.BODY
    row = row.lstrip("+~ ")
    shift = re.match(r"\{(\d+)\}", row)
    row = row[shift.end() :] if shift else row
    cells: list[Cell] = []
    start = at
    for column, raw in enumerate(row.split("|")):
        text = raw.strip()
        if not text:
            continue
        bold = text.endswith("*")
        text = text.rstrip("*")
        x = 50 + column * COLUMN if not shift or column else float(shift.group(1))
        cells.append(Cell(text, start, start + len(text), Box(x, y, x + len(text) * LETTER, y + 10), bold))
        start += len(text) + 2
    text = "  ".join(cell.text for cell in cells)
    box = Box(cells[0].box.x0, y, cells[-1].box.x1, y + 10)
    all_bold = all(cell.bold for cell in cells)
    return Line(index, page, text, at, at + len(text), box, tuple(cells), size=8.0, font="F", bold=all_bold, role=role)


def tables(*texts: str, unread: Sequence[int] = ()) -> list[Region]:
    lines, pages = lay(*texts, unread=unread)
    return find_tables(lines, (), pages)


def one(*texts: str, unread: Sequence[int] = ()) -> Region:
    found = tables(*texts, unread=unread)
    assert len(found) == 1, [[c.name for c in region.columns] for region in found]
    return found[0]


def values(region: Region, name: str) -> list[str]:
    """The values of a column over the counted members; "" where a member has none."""
    column = [c.name for c in region.columns].index(name)
    return [value(member, column) for member in region.members if member.counted]


def value(member: Member, column: int) -> str:
    return next((f.text for f in member.fields if f.column == column), "")


PUMPS = """
Pump*    | Place*      | Litres*
P-1      | North shed  | 40
P-2      | South shed  | 35
P-3      | Yard        | 52
"""


def test_a_plain_table() -> None:
    region = one(PUMPS)
    assert region.kind is RegionKind.TABLE
    assert [c.name for c in region.columns] == ["Pump", "Place", "Litres"]
    assert [m.label for m in region.members] == ["P-1", "P-2", "P-3"]
    assert values(region, "Place") == ["North shed", "South shed", "Yard"]
    assert region.closed
    assert region.ending is Ending.END_OF_DOCUMENT


def test_spans_give_back_the_text() -> None:
    lines, pages = lay(PUMPS)
    for member in find_tables(lines, (), pages)[0].members:
        for field in member.fields:
            assert [pages[0].text[s.start : s.end] for s in field.spans] == [field.text]


def test_headers_are_contexts() -> None:
    region = one(PUMPS)
    assert region.context(ContextRole.HEADER) == "Pump Place Litres"


def test_a_first_row_without_a_style_of_its_own_is_a_member() -> None:
    region = one("A-1 | red | round\nB-2 | blue | flat\nC-3 | green | round")
    assert [m.label for m in region.members] == ["A-1", "B-2", "C-3"]
    assert all(c.name == "" for c in region.columns)


def test_words_over_numbers_are_a_header() -> None:
    region = one("Mark | Points\nA | 5.0\nB | 4.0\nC | 3.0\nD | 2.5")
    assert values(region, "Mark") == ["A", "B", "C", "D"]


@pytest.mark.parametrize("missing", ["n/a", "none", "unknown", "pending", "-"])
def test_a_first_row_without_its_number_stays_a_member(missing: str) -> None:
    region = one(f"Alder | {missing}\nBirch | 4.0\nCedar | 3.0\nElm | 2.5")
    assert [m.label for m in region.members] == ["Alder", "Birch", "Cedar", "Elm"]


def test_one_table_over_two_pages_with_the_header_repeated_and_furniture_between() -> None:
    foot = "~Pump list | | | | Page {n} of 2\n"
    region = one(PUMPS + foot.format(n=1), PUMPS.replace("P-", "Q-") + foot.format(n=2))
    assert values(region, "Pump") == ["P-1", "P-2", "P-3", "Q-1", "Q-2", "Q-3"]
    assert (region.first_page, region.last_page) == (1, 2)
    assert region.closed


def test_a_header_flagged_as_furniture_is_still_the_header() -> None:
    flagged = PUMPS.replace("Pump*", "~Pump*")
    region = one(flagged, flagged.replace("P-", "Q-"), flagged.replace("P-", "R-"))
    assert len(values(region, "Pump")) == 9


def test_a_table_that_goes_on_without_a_header() -> None:
    region = one(PUMPS, "P-4 | Barn | 12\nP-5 | Mill | 13")
    assert values(region, "Pump") == ["P-1", "P-2", "P-3", "P-4", "P-5"]


def test_two_tables_on_a_page_stay_two() -> None:
    found = tables(PUMPS + "Valves are kept in the other shed.\nValve* | Size*\nV-1 | 20\nV-2 | 25")
    assert [[m.label for m in region.members] for region in found] == [["P-1", "P-2", "P-3"], ["V-1", "V-2"]]
    assert found[0].ending is Ending.NEXT_BLOCK


def test_captions_with_different_numbers_keep_tables_apart() -> None:
    found = tables("Table 1. Pumps in use" + PUMPS + "Table 2. Pumps in store" + PUMPS.replace("P-", "S-"))
    assert [region.context(ContextRole.CAPTION) for region in found] == [
        "Table 1. Pumps in use",
        "Table 2. Pumps in store",
    ]


def test_wrapped_cells_belong_to_their_row() -> None:
    region = one(
        """
        Pump* | Place* | Remark*
        P-1 | North shed | runs in the
        + | | night only
        P-2 | South shed | to be
        + | behind the mill | replaced
        P-3 | Yard | new
        """
    )
    assert values(region, "Remark") == ["runs in the night only", "to be replaced", "new"]
    assert values(region, "Place") == ["North shed", "South shed behind the mill", "Yard"]


def test_a_first_column_filled_once_is_carried_down() -> None:
    region = one(
        """
        Region* | Town* | Wells*
        North | Ashby | 4
        | Borham | 6
        | Corley | 2
        South | Denby | 9
        | Elton | 1
        """
    )
    assert values(region, "Region") == ["North", "North", "North", "South", "South"]
    carried = [f.carried for m in region.members for f in m.fields if f.column == 0]
    assert carried == [False, True, True, False, True]
    assert [m.label for m in region.members] == ["Ashby", "Borham", "Corley", "Denby", "Elton"]


def test_values_that_may_stand_in_the_middle_of_their_rows_are_in_doubt() -> None:
    """Quay 1 row and Weir 3 rows around it, or two and two below each: the cells stand alike."""
    region = one("Place* | Boat* | Berths*\nQuay | Heron | 4\n| Egret | 6\nWeir | Bittern | 2\n| Crake | 9")
    assert values(region, "Place") == ["Quay", "Quay", "Weir", "Weir"]
    assert region.problems == ("unclear_column:Place",)


def test_values_that_cannot_all_stand_in_the_middle_are_not_in_doubt() -> None:
    region = one("Place* | Boat* | Berths*\nQuay | Heron | 4\n| Egret | 6\n| Crake | 9\nWeir | Bittern | 2\n| Smew | 3")
    assert region.problems == ()


GROUPED = """
# *     | Town*   | Wells*
Truck 31* | | Quarter detail
1 | Ashby | 4
2 | Borham | 6
Truck 31 total* | | 10*
Truck 47* | | Quarter detail
3 | Corley | 2
4 | Denby | 9
Truck 47 total* | | 11*
"""


def test_group_lines_become_a_column() -> None:
    region = one(GROUPED)
    assert values(region, "Truck") == ["31", "31", "47", "47"]
    assert values(region, "Town") == ["Ashby", "Borham", "Corley", "Denby"]
    assert [m.counted for m in region.members] == [True, True, False, True, True, False]
    assert region.problems == ()


def test_a_total_that_does_not_add_up_where_others_do() -> None:
    third = "Truck 52* | | Quarter detail\n5 | Elton | 3\n6 | Fawley | 4\nTruck 52 total* | | {sum}*\n"
    assert "total_mismatch" not in one(GROUPED + third.format(sum=7)).problems
    assert "total_mismatch" in one(GROUPED + third.format(sum=19)).problems


def test_a_name_with_the_word_total_is_no_total_row() -> None:
    region = one("Film* | Year*\nTotal Escape | 1990\nThe Sum of Days | 1999\nNorth | 2001")
    assert all(m.counted for m in region.members)


def test_missing_row_numbers() -> None:
    region = one("No.* | Town*\n1 | Ashby\n2 | Borham\n4 | Corley\n5 | Denby\n6 | Elton\n7 | Fawley\n8 | Garth")
    assert region.problems == ("gap:3",)
    assert not region.closed
    assert region.members[0].label == "Ashby"


def test_a_missing_number_among_few() -> None:
    assert one("No.* | Town*\n1 | Ashby\n2 | Borham\n4 | Corley\n5 | Denby").problems == ("gap:3",)
    assert one("No.* | Town*\n1 | Ashby\n3 | Borham\n4 | Corley").problems == ("gap:2",)
    assert one("No.* | Town*\n12 | Ashby\n45 | Borham\n78 | Corley\n80 | Denby").problems == ()


def test_rows_before_the_first_number_are_missed() -> None:
    rows = "\n".join(f"        {n} | Vessel{n} | North" for n in range(4, 9))
    (region,) = tables(f"""
        No.* | Name* | Place*
{rows}
    """)
    assert region.problems == ("gap:1", "gap:2", "gap:3")
    (region,) = tables(f"""
        Crew* | Name* | Place*
{rows}
    """)
    assert region.problems == ()


def test_a_hole_in_the_printed_page_numbers() -> None:
    foot = "~Pump list | | | | Page {n} of 3\n"
    region = one(PUMPS + foot.format(n=1), PUMPS.replace("P-", "Q-") + foot.format(n=3))
    assert region.problems == ("page_gap:2",)


def test_the_last_pages_missing() -> None:
    lines, _ = lay("words\n~list | | | | Page 1 of 3", "words\n~list | | | | Page 2 of 3")
    assert page_gaps(lines) == [(2, 3, (3,))]


def test_numbering_that_begins_again_is_no_hole() -> None:
    foots = [(1, 2), (2, 2), (1, 1), (1, 3), (2, 3), (3, 3)]
    lines, _ = lay(*(f"words\n~list | | | | {n} of {total}" for n, total in foots))
    assert page_gaps(lines) == []


def test_records_numbered_in_the_text_with_one_left_out() -> None:
    pages = ["\n".join(f"Record {n} of 8\nName: Ann {n}" for n in part) for part in ((1, 2, 3), (3, 5), (6, 7, 8))]
    lines, _ = lay(*pages)
    assert page_gaps(lines) == [(2, 2, (4,))]
    whole, _ = lay(*(page.replace("Record 5", "Record 4 of 8\nRecord 5") for page in pages))
    assert page_gaps(whole) == []


def test_records_that_end_before_their_number() -> None:
    lines, _ = lay(
        "Record 1 of 3\nName: Ann\nRecord 2 of 3\nName: Bo\nRecord 1 of 2\nName: Cy\nRecord 2 of 2\nName: Di"
    )
    assert page_gaps(lines) == [(1, 2, (3,))]


def test_scores_number_nothing() -> None:
    lines, _ = lay(*("\n".join(f"inn {n} | Score {n} of 5" for n in (3, 5, 2, 4)) for _ in range(2)))
    assert page_gaps(lines) == []


def test_an_unread_page_inside() -> None:
    region = one(PUMPS, "~ nothing", PUMPS.replace("P-", "Q-"), unread=[2])
    assert region.ending is Ending.UNREAD_PAGE
    assert not region.closed


def test_values_above_each_part_are_carried_by_its_rows() -> None:
    first = "Policy 1180 | | Retail\n" + PUMPS
    second = "Policy 2230 | | Retail\n" + PUMPS.replace("P-", "Q-")
    region = one(first, second)
    assert values(region, "Policy") == ["1180"] * 3 + ["2230"] * 3


def test_labels_over_values_above_each_part() -> None:
    head = "INSURED | CONTRACT NO.\n+ Mill Ltd* | {n}*\n"
    region = one(head.replace("{n}", "C77") + PUMPS, head.replace("{n}", "C78") + PUMPS.replace("P-", "Q-"))
    assert values(region, "CONTRACT NO.") == ["C77"] * 3 + ["C78"] * 3


def test_a_header_of_two_lines() -> None:
    region = one("Date* | Date of* | \n+ Sent* | Loss* | Claim*\n1/2/20 | 3/1/20 | C-100\n2/2/20 | 3/4/20 | C-200")
    assert [c.name for c in region.columns] == ["Date Sent", "Date of Loss", "Claim"]


def test_notes_between_rows_are_kept_with_their_row() -> None:
    region = one(
        """
        Claim* | Date* | Status*
        C-1 | 3/1/20 | Open
        {60} Cause: the gate was left open in the night and the wind took it
        C-2 | 3/4/20 | Closed
        {60} Cause: a wheel came off when the driver had to brake on a slope
        """
    )
    assert [m.label for m in region.members] == ["C-1", "C-2"]
    assert values(region, "Cause")[0].startswith("the gate was left open")


def test_two_columns_without_rules_or_header() -> None:
    region = one("ABC | Always Be Careful\nDEF | Do Eat Fruit\nGHI | Get Home Intact\nJKL | Jump Know Leap")
    assert [m.label for m in region.members] == ["ABC", "DEF", "GHI", "JKL"]


def test_a_short_first_row_is_not_lost() -> None:
    region = one("Alder [8] | 23.7\nBirch [39] | | 39.2 | 1.0\nCedar [2] | 24.6 | 39.9 | 2.3\nElm | 25.1 | 40.4 | 9.6")
    assert [m.label for m in region.members] == ["Alder [8]", "Birch [39]", "Cedar [2]", "Elm"]


def test_prose_has_no_tables() -> None:
    assert tables("The shed is old.\nIt has a new roof.\nNobody goes there now.") == []


def test_nothing() -> None:
    assert find_tables((), (), ()) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [("1,005.8", 1005.8), ("($682.00)", -682.0), ("-12", -12.0), ("$3,141.56", 3141.56), ("see below", None)],
)
def test_amounts(text: str, number: float | None) -> None:
    assert amount(text) == number


def _bars(text: str) -> list[Region]:
    """Rows of plain text as its reader sets them: six points a character, " | " between cells."""
    lines: list[Line] = []
    at = 0
    for number, row in enumerate(text.strip().splitlines()):
        cells, x, start = [], 72.0, at
        for part in row.split("|"):
            word, y = part.strip(), 60.0 + 12 * number
            if word:
                box = Box(x, y, x + 6 * len(word), y + 10)
                cells.append(Cell(word, start, start + len(word), box, False))
                start += len(word) + 1
            x += 6 * len(word) + 18
        words = " ".join(cell.text for cell in cells)
        box = Box(72, cells[0].box.y0, cells[-1].box.x1, cells[0].box.y1)
        lines.append(Line(number, 1, words, at, at + len(words), box, tuple(cells), font="monospace"))
        at += len(words) + 1
    page = Page(1, "", 600, 800, "\n".join(line.text for line in lines), PageState.READ)
    return find_tables(lines, (), [page])


def test_rows_parted_by_bars_go_by_order() -> None:
    (region,) = _bars("Name | Town | Year\nAnn Poe | Ashby | 1990\nBo |  | 1987\nCyril Leeming | Corley | 2001")
    assert values(region, "Name") == ["Ann Poe", "Bo", "Cyril Leeming"]
    assert values(region, "Town") == ["Ashby", "", "Corley"]
    assert values(region, "Year") == ["1990", "1987", "2001"]


def test_rows_parted_by_bars_without_a_header() -> None:
    (region,) = _bars("Ann Poe | 1990 | 4\nBo Ray | 1987 | 5\nCyril Leeming | 2001 | 6")
    assert len(region.members) == 3


# ---------------------------------------------------------------- doubtful places, notes that fill columns

CLEAN = "\n".join(f"rope {n} | blue | {n} | shelf" for n in range(10, 16))


def test_a_cell_over_two_columns_puts_only_those_in_doubt() -> None:
    crossing = "\n".join(f"tarp {n} | {'x' * 40} | | shelf" for n in range(20, 24))
    region = one(f"Item* | Colour* | Number* | Place*\n{CLEAN}\n{crossing}")
    assert region.problems == ("unclear_column:Colour", "unclear_column:Number")


def test_wide_notes_put_no_column_in_doubt() -> None:
    noted = re.sub(r"shelf", "shelf\n+ {52}Remark: the cord was seen again in the yard behind the barn today", CLEAN)
    region = one(f"Item* | Colour* | Number* | Place*\n{noted}")
    assert region.problems == ()


def test_a_note_fills_the_column_of_its_label_where_the_cell_points_at_it() -> None:
    region = one(
        f"Item* | Keeper* | Number* | Place*\n{CLEAN}\n"
        "sack 3 | | 16 | loft\n+ {52}Keeper: Tom Ebb, who came back from the river for the harvest and the fair\n"
        "sack 4 | see ledger | 17 | loft\n+ {52}Store ledger: keeper Ada B. Mole; number 99; mended twice this year.\n"
        "sack 5 | | 18 | loft\n+ {52}Keeper: Ida Finch, who came back from the river for the harvest and the fair"
    )
    assert [name.split(",")[0] for name in values(region, "Keeper")[-3:]] == ["Tom Ebb", "Ada B. Mole", "Ida Finch"]
    assert values(region, "Number")[-2:] == ["17", "18"]
    told = next(f for f in region.members[-2].fields if f.text == "Ada B. Mole")
    assert told.spans[0].end - told.spans[0].start == len("Ada B. Mole")


# ---------------------------------------------------------------- captions, headers without a style

SPANNED = """Table 3: Ropes and how long they held in the storm.
 | | Days held
Rope
 | Cost | North shore | South shore
hemp | 4.1 | 23 | 31
flax | 3.9 | 25 | 35
jute | 2.2 | 26 | 30
nettle | 1.8 | 11 | 12"""


def test_header_lines_between_a_caption_and_rows_of_numbers() -> None:
    region = one(SPANNED.replace("Rope\n", "{57}Rope\n"))
    assert [c.name for c in region.columns] == ["Rope", "Cost", "Days held North shore", "South shore"]
    assert [m.label for m in region.members] == ["hemp", "flax", "jute", "nettle"]
    assert region.context(ContextRole.CAPTION).startswith("Table 3: Ropes")


def test_first_row_of_words_over_codes_under_a_caption_is_the_header() -> None:
    region = one(
        "Table 2: Knots.\nKnot | Class | Turns\n"
        "bowline | K_1 | f(n)\nreef | K_2 | f(2n)\nhitch | K_3 | f(n)\nbend | K_4 | 1"
    )
    assert [c.name for c in region.columns] == ["Knot", "Class", "Turns"]


def test_caption_below_a_table() -> None:
    region = one(f"Item* | Colour* | Number* | Place*\n{CLEAN}\nTable 7: Things seen in the shed.")
    assert region.context(ContextRole.CAPTION) == "Table 7: Things seen in the shed."


def test_text_of_the_page_before_is_no_lead_in_of_a_captioned_table() -> None:
    lines, pages = lay("The keepers were asked as follows:", SPANNED.replace("Rope\n", "{57}Rope\n"))
    flows = [Flow(line.text, (Piece(0, line.page, line.start, line.end, line.box),)) for line in lines[:2]]
    blocks = [Block(n, BlockKind.PARAGRAPH, flow, (n,), -1) for n, flow in enumerate(flows)]
    (region,) = find_tables(lines, blocks, pages)
    assert region.context(ContextRole.LEAD_IN) == ""
    assert region.context(ContextRole.CAPTION).startswith("Table 3")


def test_a_header_of_two_lines_that_comes_again_on_the_next_page() -> None:
    head = "Fault | Fault | What to do\n+ number | name\n"
    one_page = head + "\n".join(f"{n} | jam in the mill | Stop it" for n in (6, 88, 89, 90, 91))
    two_page = head + "\n".join(f"{n} | leak at the tap | Shut it" for n in (161, 163, 164, 165, 188))
    region = one(one_page, two_page)
    assert [c.name for c in region.columns] == ["Fault number", "Fault name", "What to do"]
    assert values(region, "Fault number") == ["6", "88", "89", "90", "91", "161", "163", "164", "165", "188"]


@pytest.mark.parametrize(
    ("second", "count"),
    [("Table 1. Inland ropes", 2), ("Table 1 (continued)", 1), ("Table 1. Coastal ropes (cont.)", 1)],
)
def test_tables_of_one_number_with_other_words_are_two(second: str, count: int) -> None:
    head = "Item* | Colour* | Number* | Place*\n"
    assert len(tables(f"Table 1. Coastal ropes\n{head}{CLEAN}", f"{second}\n{head}{CLEAN}")) == count


# ---------------------------------------------------------------- no row is lost without a word


def _markdown(text: str) -> list[Region]:
    pages, lines = lay_out(read_document("a.md", text.encode()))
    return find_tables(lines, (), pages)


@pytest.mark.parametrize("gap", ["", "# Boats\n\n", "Boats of the harbour\n\n"])
def test_the_header_of_a_markdown_table_names_its_columns(gap: str) -> None:
    text = gap + "| Boat | State | Berth |\n|---|---|---|\n| Ada | moored | 4 |\n| Bea | at sea | 7 |\n"
    (region,) = _markdown(text)
    assert [column.name for column in region.columns] == ["Boat", "State", "Berth"]
    assert [member.label for member in region.members] == ["Ada", "Bea"]


def test_empty_cells_of_a_markdown_table_keep_their_places() -> None:
    text = "| Boat | State | Berth |\n|---|---|---|\n| Ada |  |  |\n|  | at sea | 7 |\n| Cora | a \\| b | 9 |\n"
    (region,) = _markdown(text)
    assert values(region, "Boat") == ["Ada", "", "Cora"]
    assert values(region, "State") == ["", "at sea", "a | b"]
    assert values(region, "Berth") == ["", "7", "9"]


def test_a_row_beside_a_table_that_is_in_no_table_is_told() -> None:
    text = "Lake* | Depth*\nAul | deep\nBrae | deep\nCarn | flat"
    lines, pages = lay("Lake* | Depth*\nAul | deep\nBrae | deep\nCarn | flat\nDorn | flat")
    tabular = Tabular(lines, (), pages)
    (grid,) = tabular.grids
    (kept,) = one(text).members[:1]
    assert kept.label == "Aul" and not loses_rows(grid, lines, tabular.accounted)
    grid.pieces[0].lines.pop()
    assert loses_rows(grid, lines, {line.index for line in (*grid.pieces[0].header, *grid.pieces[0].lines)})


# ---------------------------------------------------------------- what parts tables of one header

MORE = PUMPS.replace("P-", "Q-")


def _headed(between: str, kind: BlockKind) -> list[Region]:
    """Two stretches of rows with the same header, the block `between` them."""
    lines, pages = lay(PUMPS + between + MORE)
    line = next(line for line in lines if line.text == between)
    flow = Flow(between, (Piece(0, line.page, line.start, line.end, line.box),))
    block = Block(0, kind, flow, (line.index,), -1)
    return find_tables(lines, (block,), pages)


@pytest.mark.parametrize(
    ("between", "kind", "count"),
    [
        ("Pumps out of use", BlockKind.HEADING, 2),
        ("Pumps in use (continued)", BlockKind.HEADING, 1),
        ("The pumps of the second shed were bought later.", BlockKind.PARAGRAPH, 2),
        ("Yard B", BlockKind.PARAGRAPH, 1),
    ],
)
def test_a_heading_or_a_paragraph_parts_tables_of_the_same_header(between: str, kind: BlockKind, count: int) -> None:
    assert len(_headed(between, kind)) == count
