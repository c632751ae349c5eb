"""How a set is written: one function for each structure, and what mutations change in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.generated.sheets import Stretch, Writer
from tests.generated.vocabulary import number_word


@dataclass(frozen=True, slots=True)
class Listing:
    """A set to be written: the modifiers and noun it is announced with, and its members."""

    owner: str
    modifier: str
    noun: tuple[str, str]
    members: tuple[str, ...]
    stated: int = 0  # number stated in the lead-in, 0: none
    headed: bool = True
    seed: int = 0

    @property
    def phrase(self) -> str:
        return f"{self.modifier} {self.noun[1]}".strip()


DETAIL = (
    "kept in the north store",
    "described in full at the end of the year, when the papers are put together for the meeting",
    "see the notes of the clerk",
)


def lead_in(listing: Listing, mutation: str) -> str:
    """The sentence before the members."""
    many = listing.phrase
    count = number_word(listing.stated) if listing.stated else ""
    if mutation in ("no_noun_in_lead_in", "two_unnamed"):
        return "On weekdays:" if mutation == "two_unnamed" else "The following hold at all times:"
    if mutation == "such_as":
        return f"The {listing.owner} has {many} such as:"
    if count:
        return (
            f"There are {count} {many}:",
            f"The {listing.owner} has the following {count} {many}:",
            f"The {count} {many} ({listing.stated}) are:",
        )[listing.seed % 3]
    return (
        f"The {many} are:",
        f"The {listing.owner} has the following {many}:",
        f"The following {many} are kept:",
        f"{many.capitalize()}:",
    )[listing.seed % 4]


def heading(writer: Writer, listing: Listing, mutation: str) -> None:
    if listing.headed or mutation in ("no_noun_in_lead_in", "two_unnamed"):
        writer.heading(listing.phrase.capitalize())


def marker(structure: str, number: int) -> str:
    if structure == "bullets":
        return "\u2022"
    if structure == "lettered":
        return f"({chr(97 + number)})" if number < 26 else f"({chr(97 + number - 26) * 2})"
    return f"{number + 1}."


def as_list(structure: str) -> Callable[[Writer, Listing, str], None]:
    def write(writer: Writer, listing: Listing, mutation: str) -> None:
        heading(writer, listing, mutation)
        writer.text(Stretch(lead_in(listing, mutation)))
        write_items(writer, structure, listing, mutation)
        if mutation != "cut_tail":
            writer.text(Stretch("After that the day goes on as before, and the bell is rung."))

    return write


def write_items(writer: Writer, structure: str, listing: Listing, mutation: str) -> None:
    middle = len(listing.members) // 2
    number = 0
    for at, member in enumerate(listing.members):
        if mutation == "gap" and at == middle:
            number += 1
        detail = DETAIL[(listing.seed + at) % 3] if listing.seed % 2 else ""
        hidden = mutation == "hidden_member" and at == middle
        body = (
            [Stretch(member + ":", hidden=hidden), Stretch(detail, hidden=hidden)]
            if detail
            else [Stretch(member, hidden=hidden)]
        )
        odd = mutation == "odd_look" and at == middle
        writer.item(odd_marker(structure, number) if odd else marker(structure, number), *body)
        if at == middle:
            put_between(writer, mutation)
        number += 1
    if mutation == "etc":
        writer.item(marker(structure, number), Stretch("etc."))
    writer.y += 5


def odd_marker(structure: str, number: int) -> str:
    """The marker of one item that was typed otherwise than the rest."""
    return "\u2013" if structure == "bullets" else marker(structure, number).strip("(.)") + ")"


def put_between(writer: Writer, mutation: str) -> None:
    """What stands behind the middle one of the items."""
    if mutation == "footnote_between":
        writer.notes.append("1 The clerk keeps the store book, the yard book, and the tower book.")
    elif mutation == "interrupted":
        writer.text(Stretch("A picture of it hangs in the hall, where the children like to see it."))
    elif mutation == "figure_between":
        writer.y += 60
        writer.text(Stretch("Figure 2. The yard in spring", "i"), size=9)
    elif mutation == "sub_items":
        for text in ("the upper end", "the lower end"):
            writer.item("\u2013", Stretch(text), indent=34.0)


def as_table(numbered: bool) -> Callable[[Writer, Listing, str], None]:
    def write(writer: Writer, listing: Listing, mutation: str) -> None:
        heading(writer, listing, mutation)
        writer.text(Stretch(caption(listing)))
        noun = listing.noun[0].capitalize()
        header = ["No.", noun, "Place", "Keeper"] if numbered else [noun, "Place", "Keeper"]
        widths = [50.0, 170.0, 110.0, 110.0][0 if numbered else 1 :]
        writer.row(header, widths, "b")
        rows = table_rows(listing, mutation, numbered)
        for at, row in enumerate(rows):
            if len(row) > 1 and writer.y + 16 > 745:
                writer.new_sheet()
                writer.row(header, widths, "b")
            if mutation == "group_lines" and at in (0, len(rows) // 2):
                writer.text(Stretch(("North bank", "South bank")[at > 0], "b"), gap=3.0)
            writer.row(row, widths, "b" if mutation == "odd_look" and at == len(rows) // 2 else "")
            if mutation == "wrapped" and at % 3 == 1:
                writer.y -= 4
                writer.row(["", "of the yard", "", ""][0 if numbered else 1 :], widths)
            if at == len(rows) // 2:
                put_between(writer, mutation)
        if mutation == "total_row":
            writer.row(["", "Total", "", str(len(rows))][0 if numbered else 1 :], widths, "b")
        writer.text(Stretch("The places are those of the first day of the year."))

    return write


def caption(listing: Listing) -> str:
    if listing.stated:
        return f"Table 1. The {number_word(listing.stated)} {listing.phrase} of the {listing.owner}"
    return f"Table 1. {listing.phrase.capitalize()} of the {listing.owner}"


def table_rows(listing: Listing, mutation: str, numbered: bool) -> list[list[str]]:
    places, keepers = ("North", "South", "East", "West"), ("Alder", "Birch", "Cedar")
    rows = []
    for at, member in enumerate(listing.members):
        row = [member, places[(at + listing.seed) % 4], keepers[at % 3]]
        rows.append([str(at + 1), *row] if numbered else row)
    if mutation in ("drop_row_counted", "drop_row_numbered"):
        del rows[len(rows) // 2]
    return rows


def as_inline(writer: Writer, listing: Listing, mutation: str) -> None:
    heading(writer, listing, mutation)
    series = ", ".join(listing.members[:-1]) + f", and {listing.members[-1]}"
    count = f"{number_word(listing.stated)} " if listing.stated else ""
    sentence = f"The {listing.owner} has {count}{listing.phrase}: {series}."
    if not listing.stated and listing.seed % 2:
        sentence = f"The {listing.phrase} of the {listing.owner} are {series}."
    if mutation == "such_as":
        sentence = f"The {listing.owner} has {listing.phrase} such as {series}."
    if mutation == "etc":
        sentence = f"The {listing.phrase} of the {listing.owner} are {', '.join(listing.members)}, etc."
    if mutation == "list_in_footnote":
        writer.text(Stretch("All this is explained below.1"))
        writer.notes.append("1 " + sentence)
        return
    writer.text(Stretch(sentence))


def as_run_in(writer: Writer, listing: Listing, mutation: str) -> None:
    heading(writer, listing, mutation)
    count = f"{number_word(listing.stated)} " if listing.stated else "following "
    writer.text(Stretch(f"The {listing.owner} has the {count}{listing.phrase}."))
    for at, member in enumerate(listing.members):
        face = "" if mutation == "odd_look" and at == len(listing.members) // 2 else "b"
        writer.text(Stretch(member.capitalize() + ".", face), Stretch(f"It is {DETAIL[at % 3]}. It was seen by all."))
    writer.heading("Other matters")
    writer.text(Stretch("The day goes on as before, and the bell is rung."))


def as_sub_sections(writer: Writer, listing: Listing, mutation: str) -> None:
    writer.heading(listing.phrase.title(), 13)
    if listing.stated:
        writer.text(Stretch(f"There are {number_word(listing.stated)} {listing.phrase}."))
    for at, member in enumerate(listing.members):
        odd = mutation == "odd_look" and at == len(listing.members) // 2
        writer.heading(member.capitalize(), 10 if odd else 11)
        writer.text(Stretch(f"It is {DETAIL[at % 3]}. It was seen by all."))
    writer.heading("Other Matters", 13)
    writer.text(Stretch("The day goes on as before, and the bell is rung."))


def as_records(writer: Writer, listing: Listing, mutation: str) -> None:
    heading(writer, listing, mutation)
    writer.text(Stretch(f"One sheet is kept for each of the {listing.phrase} of the {listing.owner}."))
    label = f"{listing.noun[0].capitalize()} name:"
    for at, member in enumerate(listing.members):
        writer.need(4 * 14)
        pairs = (("Sheet:", str(at + 1)), (label, member), ("Keeper:", ("Alder", "Birch", "Cedar")[at % 3]))
        for name, value in pairs:
            odd = mutation == "odd_look" and at == len(listing.members) // 2
            writer.row([name.rstrip(":") if odd else name, value], [120.0, 200.0])
        writer.y += 10
    writer.text(Stretch("The sheets are kept in the tower."))


WRITERS: dict[str, Callable[[Writer, Listing, str], None]] = {
    "bullets": as_list("bullets"),
    "numbered": as_list("numbered"),
    "lettered": as_list("lettered"),
    "table": as_table(True),
    "table_plain": as_table(False),
    "inline": as_inline,
    "run_in": as_run_in,
    "sub_sections": as_sub_sections,
    "records": as_records,
}


def write_rival(
    writer: Writer,
    listing: Listing,
    other: Listing,
    mutation: str,
    write: Callable[[Writer, Listing, str], None],
    between: str,
) -> None:
    """What stands behind the set: another list, the same one again, one more member."""
    if mutation == "adjacent":
        writer.text(Stretch(f"The {other.phrase} are:"))
        write_items(writer, kind_of(write), other, "none")
    elif mutation == "adjacent_restart":
        write_items(writer, kind_of(write), other, "none")
    elif mutation == "two_unnamed":
        writer.text(Stretch("On Sundays:"))
        write_items(writer, kind_of(write), other, "none")
    elif mutation == "rival":
        writer.heading("Summary")
        writer.text(Stretch(between))
        write(writer, other, "none")
    elif mutation == "echo":
        writer.heading("Summary")
        series = ", ".join(listing.members[:-1]) + f" and {listing.members[-1]}"
        writer.text(Stretch(f"In short, the {listing.phrase} are {series}."))
    elif mutation == "prose_addition":
        writer.text(Stretch(f"{between} One more of the {listing.phrase} is {other.members[0]}, which came late."))


def kind_of(write: Callable[[Writer, Listing, str], None]) -> str:
    return next(name for name, writer in WRITERS.items() if writer is write)
