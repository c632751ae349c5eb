"""Documents with a known truth: a plan says structure, size and mutation; `build` gives sheets, question and truth.

A mutation is a way in which a set is cut, opened, doubled or hidden. The truth says which items the document (whole)
holds and whether "complete" can be right: where the pages given still show that something is missing, it cannot.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.generated.sheets import Sheet, Stretch, Writer, shuffle
from tests.generated.structures import WRITERS, Listing, write_rival
from tests.generated.vocabulary import (
    DECOYS,
    MODIFIERS,
    NOUNS,
    OTHER_MODIFIERS,
    OWNERS,
    filler,
    names,
    number_word,
)

ANY = tuple(WRITERS)
LISTS = ("bullets", "numbered", "lettered")
TABLES = ("table", "table_plain")
LONG = (*LISTS, *TABLES, "records")  # structures that can run over pages
COUNTED = (*LISTS, *TABLES, "inline", "run_in", "sub_sections")

# mutation -> the structures it makes sense for
MUTATIONS: dict[str, tuple[str, ...]] = {
    "none": ANY,
    "decoy_count": COUNTED,
    "other_count": COUNTED,
    "adjacent": LISTS,
    "adjacent_restart": ("numbered", "lettered"),
    "etc": (*LISTS, "inline"),
    "such_as": (*LISTS, "inline"),
    "count_larger": COUNTED,
    "count_smaller": COUNTED,
    "gap": ("numbered", "lettered"),
    "drop_row_counted": TABLES,
    "drop_row_numbered": ("table",),
    "repeat_header": TABLES,
    "rival": (*LISTS, *TABLES, "inline"),
    "echo": (*LISTS, "inline"),
    "prose_addition": LISTS,
    "hidden_member": LISTS,
    "footnote_between": LISTS,
    "interrupted": (*LISTS, *TABLES),
    "figure_between": (*LISTS, *TABLES),
    "sub_items": LISTS,
    "odd_look": (*LISTS, *TABLES, "run_in", "sub_sections", "records"),
    "wrapped": TABLES,
    "group_lines": TABLES,
    "total_row": TABLES,
    "list_in_footnote": ("inline",),
    "shuffled": (*LISTS, "inline", "run_in"),
    "unread_inside": LONG,
    "unread_elsewhere": ANY,
    "drop_page": LONG,
    "cut_tail": LONG,
    "no_noun_in_lead_in": LISTS,
    "two_unnamed": LISTS,
    "only_unread": ANY,
    "absent": ("bullets",),
    "other_modifier": (*LISTS, *TABLES, "inline"),
    "both_modifiers": (*LISTS, *TABLES, "inline"),
}
PAIRS = tuple((structure, mutation) for mutation, kinds in MUTATIONS.items() for structure in kinds)

NEVER_COMPLETE = frozenset(
    (
        *("etc", "such_as", "count_larger", "count_smaller", "gap", "drop_row_counted", "drop_row_numbered"),
        *("prose_addition", "hidden_member", "unread_inside", "drop_page", "cut_tail", "two_unnamed", "only_unread"),
        *("other_modifier", "adjacent_restart"),
    )
)


@dataclass(frozen=True, slots=True)
class Plan:
    structure: str = "bullets"
    mutation: str = "none"
    size: int = 5
    before: int = 2  # filler paragraphs before the set: moves it over page and column ends
    after: int = 1
    columns: int = 1
    furniture: bool = True
    headed: bool = True  # a heading with the noun above the set
    counted: bool = False  # the lead-in states the true number
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Truth:
    question: str
    items: tuple[str, ...]  # every item the whole document holds
    may_be_complete: bool
    absent: bool = False  # nothing to find, and everything readable
    clean: bool = False  # a plain document: a good reader proves it


@dataclass(frozen=True, slots=True)
class Built:
    plan: Plan
    sheets: list[Sheet]
    truth: Truth


def build(plan: Plan) -> Built:
    """Sheets and truth of a plan; set twice, since the foot of a page says how many pages there are."""
    total = len(compose(plan, 0)[0].sheets)
    writer, truth = compose(plan, total)
    sheets = mutate_sheets(plan, writer.sheets)
    if sheets is None:  # the set lies on one page: there is no page to take away
        return build(Plan(plan.structure, "none", plan.size, plan.before, plan.after, seed=plan.seed))
    return Built(plan, sheets, truth)


def compose(plan: Plan, total: int) -> tuple[Writer, Truth]:
    chooser = random.Random(plan.seed)
    owner = chooser.choice(OWNERS)
    furnished = plan.furniture or plan.mutation in ("drop_page", "cut_tail")
    columns = 1 if plan.structure in (*TABLES, "records") else plan.columns
    columns = 2 if plan.mutation == "shuffled" and plan.structure != "records" else columns
    writer = Writer(columns, f"{owner}: yearly paper" if furnished else "", total)
    listing, other = listings(plan, chooser, owner)
    title = f"Yearly Paper of the {owner}"
    writer.heading(title, 16)
    paragraphs(writer, chooser, plan.before)
    write_set(plan, writer, chooser, listing, other)
    paragraphs(writer, chooser, plan.after)
    if plan.mutation == "unread_elsewhere":
        writer.new_sheet()
        writer.sheets[-1].picture = True
        writer.text(*[])
    writer.finish()
    return writer, truth_of(plan, chooser, listing, other)


def listings(plan: Plan, chooser: random.Random, owner: str) -> tuple[Listing, Listing]:
    """The set asked for, and another one for mutations that need it."""
    noun, other_noun = chooser.sample(NOUNS, 2)
    modifier = chooser.choice(MODIFIERS)
    size = plan.size * 6 if plan.mutation in ("unread_inside", "drop_page", "cut_tail", "repeat_header") else plan.size
    found = names(chooser, size * 2 + 2)
    members, rest = found[:size], found[size:]
    shift = {"count_larger": 1 + plan.seed % 3, "count_smaller": -1}.get(plan.mutation, 0)
    stated = size + shift if plan.counted or shift or plan.mutation == "drop_row_counted" else 0
    listing = Listing(owner, modifier, noun, tuple(members), stated, plan.headed, plan.seed)
    if plan.mutation in ("other_modifier", "both_modifiers"):
        other = Listing(owner, chooser.choice(OTHER_MODIFIERS), noun, tuple(rest[:size]), 0, plan.headed, plan.seed)
    elif plan.mutation == "rival":
        other = Listing(owner, modifier, noun, (*members, rest[0]), 0, plan.headed, plan.seed)
    else:
        other = Listing(owner, "", other_noun, tuple(rest[:size]), 0, plan.headed, plan.seed)
    return listing, other


def paragraphs(writer: Writer, chooser: random.Random, count: int) -> None:
    for _ in range(count):
        writer.text(Stretch(filler(chooser)))


def write_set(plan: Plan, writer: Writer, chooser: random.Random, listing: Listing, other: Listing) -> None:
    """The set, with whatever the mutation puts beside it."""
    write = WRITERS[plan.structure]
    if plan.mutation == "decoy_count":
        one, many = chooser.choice(DECOYS)
        writer.text(
            Stretch(f"There are {number_word(len(listing.members) + 2)} {many} in the yard, and one {one} is new.")
        )
    if plan.mutation == "other_count":
        writer.text(
            Stretch(f"The other {number_word(max(2, plan.size - 1))} {listing.noun[1]} were sold in the spring.")
        )
    if plan.mutation == "absent":
        write(writer, other, "none")
        return
    if plan.mutation == "only_unread":
        writer.new_sheet()
        writer.sheets[-1].picture = True
        write(writer, listing, "none")
        writer.sheets[-1].picture = True
        writer.new_sheet()
        return
    if plan.mutation == "other_modifier":
        write(writer, other, "none")
        return
    if plan.mutation == "both_modifiers" and plan.seed % 2:
        write(writer, other, "none")
    writer.tag = "list"
    write(writer, listing, plan.mutation)
    writer.tag = ""
    if plan.mutation == "both_modifiers" and not plan.seed % 2:
        write(writer, other, "none")
    write_rival(writer, listing, other, plan.mutation, WRITERS[plan.structure], filler(chooser))


def mutate_sheets(plan: Plan, sheets: list[Sheet]) -> list[Sheet] | None:
    """What happens to whole pages. None where the set does not run over a page end."""
    listed = [number for number, sheet in enumerate(sheets) if sheet.tag == "list"]
    if plan.mutation == "shuffled":
        shuffle(sheets, plan.seed)
    if plan.mutation in ("unread_inside", "drop_page", "cut_tail"):
        if len(listed) < 2:
            return None
        if plan.mutation == "cut_tail":
            return sheets[: listed[-1]]
        if plan.mutation == "unread_inside":
            sheets[listed[1]].picture = True
        elif listed[1] == len(sheets) - 1 and plan.seed % 2:
            return sheets[:-1]
        else:
            del sheets[listed[1]]
    return sheets


def truth_of(plan: Plan, chooser: random.Random, listing: Listing, other: Listing) -> Truth:
    question = ask(chooser, listing)
    items = listing.members
    if plan.mutation in ("absent", "other_modifier"):
        items = ()
    elif plan.mutation == "rival":
        items = other.members
    elif plan.mutation == "two_unnamed":
        items = (*listing.members, *other.members)
    elif plan.mutation == "prose_addition":
        items = (*listing.members, other.members[0])
    elif plan.mutation == "hidden_member":
        items = tuple(member for n, member in enumerate(listing.members) if n != len(listing.members) // 2)
    can = plan.mutation not in NEVER_COMPLETE
    if plan.mutation == "unread_elsewhere":
        can = plan.counted and plan.structure in COUNTED
    if plan.mutation == "adjacent_restart":  # a stated count tells the list from what follows without a word
        can = plan.counted
    clean = plan.mutation in ("none", "decoy_count", "repeat_header", "adjacent", "footnote_between")
    return Truth(question, items, can, absent=plan.mutation in ("absent", "other_modifier"), clean=clean)


def ask(chooser: random.Random, listing: Listing) -> str:
    many = listing.phrase
    return chooser.choice(
        (
            f"Which {many} does the {listing.owner} have?",
            f"List all {many}.",
            f"What are the {many} of the {listing.owner}?",
            f"Name the {many}.",
            f"Which are all the {many}?",
        )
    )
