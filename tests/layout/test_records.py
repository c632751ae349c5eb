"""Record cards and forms from literal rows."""

from __future__ import annotations

from dataclasses import replace

from app.domain.structure import Column, Ending, Field, Member, Region, RegionKind
from app.layout.record_layouts import key_make
from app.layout.records import find_records
from app.layout.table_rows import Piece
from app.layout.tables import is_headed
from tests.layout.test_tables import lay, value, values


def records(*texts: str) -> list[Region]:
    lines, pages = lay(*texts)
    return find_records(lines, (), pages)


def test_cards_of_labels_beside_values() -> None:
    card = "Driver: {0}\nLicence: {1}\nState: {2}\n"
    text = "".join(
        card.format(*row) for row in [("Ann Poe", "K1", "UT"), ("Bo Ray", "K2", "OH"), ("Cy Lee", "K3", "UT")]
    )
    (region,) = records(text)
    assert region.kind is RegionKind.RECORDS
    assert values(region, "Driver") == ["Ann Poe", "Bo Ray", "Cy Lee"]
    assert values(region, "State") == ["UT", "OH", "UT"]


def test_several_pairs_in_a_row() -> None:
    (region,) = records(
        "Driver: Ann Poe | Licence: K1\nState: UT | Class: B\nDriver: Bo Ray | Licence: K2\nState: OH | Class: A"
    )
    assert values(region, "Class") == ["B", "A"]
    assert [m.label for m in region.members] == ["Ann Poe", "Bo Ray"]


def test_labels_over_values_over_pages() -> None:
    card = "FULL NAME | BORN | CLASS\n+ {0} | {1} | {2}\nSTATE | LICENCE\n+ {3} | {4}\n"
    (region,) = records(
        card.format("Ann Poe*", "1/2/80*", "B*", "UT*", "K1*"), card.format("Bo Ray*", "3/4/81*", "A*", "OH*", "K2*")
    )
    assert values(region, "FULL NAME") == ["Ann Poe", "Bo Ray"]
    assert values(region, "LICENCE") == ["K1", "K2"]
    assert (region.first_page, region.last_page) == (1, 2)


def test_cards_side_by_side() -> None:
    rows = "FILE NO. | {0}* | FILE NO. | {1}*\nSTATUS | {2}* | STATUS | {3}*\n" + "words between the cards\n" * 5
    text = rows.format("#100-A", "#200-B", "Open", "Closed") + rows.format("#300-C", "#400-D", "Closed", "Open")
    (region,) = records(text)
    assert sorted(values(region, "FILE NO.")) == ["#100-A", "#200-B", "#300-C", "#400-D"]
    status = {m.label: value(m, 1) for m in region.members}
    assert status == {"#100-A": "Open", "#200-B": "Closed", "#300-C": "Closed", "#400-D": "Open"}


def test_a_single_form() -> None:
    (region,) = records("Name: Ann Poe\nBorn: 1/2/80\nTown: Ashby\nStreet: Mill Lane 4")
    assert [m.label for m in region.members] == ["Ann Poe"]
    assert len(region.columns) == 4


def test_a_run_in_heading_is_no_form() -> None:
    long = "Storage: The barrels are kept in the lower shed, where it is dry, and they are turned once in every month."
    assert records(long, "Care: wipe it.") == []


def test_prose_has_no_records() -> None:
    assert records("The shed is old.\nIt has a new roof.") == []


def test_one_kind_of_record_in_two_layouts() -> None:
    table = "Claim No.* | Status* | Paid*\n"
    table += "".join(f"551{n}-20{n}{n} | Open | {n}00\n" for n in range(1, 6))
    card = "CLAIM | STATUS\n+ {0}* | {1}*\nCAUSE | PLACE\n+ wind* | {2}*\n"
    cards = "".join(
        card.format(f"551{n}-20{n}{n}", "Closed", place) for n, place in [(6, "yard"), (7, "gate"), (8, "mill")]
    )
    found = records(table, cards)
    joined = found[-1]
    assert [m.label for m in joined.members] == [f"551{n}-20{n}{n}" for n in range(1, 9)]
    assert values(joined, "STATUS") == ["Open"] * 5 + ["Closed"] * 3


def test_a_date_joins_no_layouts() -> None:
    """Cards with a birth date and a table with visit dates are two lists, not one in two layouts."""
    dates = Region(
        0, RegionKind.TABLE, (), tuple(_dated(n) for n in range(4)), Ending.NEXT_BLOCK, 1, 1, columns=(Column("Born"),)
    )
    assert key_make(dates, 0) == ""
    codes = replace(dates, members=tuple(_dated(n, "K{}-88") for n in range(100, 104)))
    assert key_make(codes, 0) == "A999-99"


def _dated(number: int, shape: str = "0{}/11/1988") -> Member:
    text = shape.format(number)
    return Member(text, (), fields=(Field(0, text, ()),))


def test_cards_of_labels_that_end_in_a_colon_beside_values() -> None:
    rows = [("1", "Ann Poe", "Cook"), ("2", "Bo Ray", "Mate"), ("3", "Cy Lee", "Cook")]
    (region,) = records("".join(f"Card: | {n}\nHand: | {name}\nRank: | {rank}\n" for n, name, rank in rows))
    assert [c.name for c in region.columns] == ["Card", "Hand", "Rank"]
    assert values(region, "Hand") == ["Ann Poe", "Bo Ray", "Cy Lee"]


def test_a_paragraph_above_cards_is_no_header_of_a_table() -> None:
    lines, _ = lay(
        "FILE NO. | OWNER\n#1 | Ann Poe\nthe cards were printed in the order in which they came | and went\n#2 | Bo Ray"
    )
    assert is_headed(Piece(1, [lines[0]], [lines[1]]))
    assert not is_headed(Piece(1, [lines[2]], [lines[3]]))
    assert not is_headed(Piece(1, [], [lines[3]]))
