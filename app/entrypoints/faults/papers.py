"""Documents with a known truth, in invented words: a plan says how the set is written, and what is done to it."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

NOUNS = ("pumps", "permits", "beacons", "routes", "modules", "hazards", "valves", "ledgers", "ferries", "gauges")
MODIFIERS = ("approved", "coastal", "annual", "licensed", "seasonal", "secondary")
OWNERS = ("Brindle Office", "Marrow Guild", "Tansy Works", "Orlop Society")
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_FILLER = (
    "The morning shift begins when the yard is lit and ends with the bell.",
    "Nothing in this part changes what was agreed in the spring.",
    "Visitors leave their coats at the door and are led through the hall.",
    "Rain was frequent in that year, and the road to the hill was closed.",
    "A copy is kept in the tower for those who wish to read it.",
    "When the wind turns, the shutters on the north side are closed first.",
    "The old kitchen serves as a store; its floor was laid anew.",
    "Letters that arrive after noon are opened on the following day.",
)
_STARTS = (
    "bar",
    "bel",
    "cor",
    "dal",
    "fen",
    "gal",
    "har",
    "jor",
    "kel",
    "lam",
    "mor",
    "nar",
    "ost",
    "pel",
    "quin",
    "ras",
)
_MIDDLES = ("a", "e", "i", "o", "an", "en", "ir", "ol", "um")
_ENDS = ("dan", "gor", "lith", "mar", "nock", "rin", "sted", "tor", "vane", "wick", "mond")
UNITS = ("kg", "mm", "kW", "litres")
KINDS = ("bullets", "numbered", "lettered", "table", "inline")
MARKED = ("numbered", "lettered")
COLUMNS = 84  # characters of a line of text


LONG = 40  # lines of a page
SHORT = 10  # lines of a page, where a set is to run over several


class Style(StrEnum):
    TITLE = "title"
    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    HEADER = "header"  # of a table
    ROW = "row"
    FOOT = "foot"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line; several cells in a row of a table. `member`: index of the member that stands in it."""

    style: Style
    cells: tuple[str, ...]
    hidden: bool = False
    member: int = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """How one document is written."""

    seed: int
    kind: str = "bullets"
    size: int = 5
    lines: int = LONG  # of a page
    before: int = 1  # paragraphs before the set
    stated: int = 0  # number in the lead-in, 0: none
    footers: bool = False  # "Page 2 of 3"
    measured: bool = False  # each member has a weight
    unit: str = ""  # of all weights; "": one of several
    denied: int = -1  # the member whose weight is denied
    odd: int = -1  # the member that has a length in the place of a weight
    lead_in: str = ""  # in the place of the usual one; "{phrase}" stands for what is asked
    decoy: int = 0  # a count of something else
    struck: int = -1  # the member in hidden text
    next_list: bool = False  # another list directly behind, without a word
    dropped: int = -1  # the member that is left out
    part: int = 0  # papers of one seed in several parts: the same things asked for, other members


@dataclass(frozen=True, slots=True)
class Paper:
    """A document as written, page by page, with its question and its truth."""

    plan: Plan
    owner: str
    phrase: str
    question: str
    members: tuple[str, ...]
    others: tuple[str, ...]  # members of another list, of other things
    strangers: tuple[str, ...]  # names that stand nowhere
    weights: tuple[str, ...]
    pages: tuple[tuple[Line, ...], ...] = field(default=(), repr=False)

    def members_on(self, page: int) -> tuple[str, ...]:
        """Members whose line begins on a page (1-based)."""
        return tuple(self.members[line.member] for line in self.pages[page - 1] if line.member >= 0)

    def detail(self, at: int) -> str:
        """What is said of a member, where the plan measures them."""
        what = "length" if self.plan.odd == at else "weight"
        return f"its {what} is {'not ' if self.plan.denied == at else ''}{self.weights[at]}"

    def without_pages(self, *numbers: int) -> Paper:
        return replace(self, pages=tuple(p for at, p in enumerate(self.pages, 1) if at not in numbers))


def written(plan: Plan) -> Paper:
    """The paper of a plan; equal for equal plans."""
    chooser = random.Random(plan.seed)
    owner, (noun, other) = chooser.choice(OWNERS), chooser.sample(NOUNS, 2)
    phrase = f"{chooser.choice(MODIFIERS)} {noun}"
    asked = (f"Which {phrase} does the {owner} have?", f"List all {phrase}.", f"Which are the {phrase}?")
    question = chooser.choice(asked)
    names = _names(chooser, (plan.part + 1) * plan.size + 7)
    at = 7 + plan.part * plan.size
    members, others, strangers = names[at : at + plan.size], names[:4], names[4:7]
    weights = tuple(f"{chooser.randint(11, 99)} {plan.unit or chooser.choice(UNITS)}" for _ in members)
    paper = Paper(plan, owner, phrase, question, members, others, strangers, weights)
    return replace(paper, pages=_pages(plan, list(_lines(paper, other, chooser))))


def number_word(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def _names(chooser: random.Random, count: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[(chooser.choice(_STARTS) + chooser.choice(_MIDDLES) + chooser.choice(_ENDS)).capitalize()] = None
    return tuple(found)


def _pages(plan: Plan, lines: list[Line]) -> tuple[tuple[Line, ...], ...]:
    """Cut after so many lines; the header of a table that goes on is set again."""
    pages: list[list[Line]] = [[]]
    header = next((line for line in lines if line.style is Style.HEADER), None)
    for line in lines:
        if len(pages[-1]) >= plan.lines:
            pages.append([header] if header and line.style is Style.ROW else [])
        pages[-1].append(line)
    if plan.footers:
        pages = [[*p, Line(Style.FOOT, (f"Page {at} of {len(pages)}",))] for at, p in enumerate(pages, 1)]
    return tuple(tuple(page) for page in pages)


# ---------------------------------------------------------------- what stands in it


def _lines(paper: Paper, other: str, chooser: random.Random) -> Iterator[Line]:
    plan = paper.plan
    yield Line(Style.TITLE, (f"Yearly Paper of the {paper.owner}",))
    for _ in range(plan.before):
        yield from _text(_filler(chooser))
    if plan.decoy:
        yield from _text(f"There are {number_word(plan.decoy)} benches in the yard.")
    yield Line(Style.HEADING, (paper.phrase.capitalize(),))
    yield from _set(paper)
    yield from _text(_filler(chooser))
    yield Line(Style.HEADING, ("Other matters",))
    yield from _text(f"The {other} are:")
    for name in paper.others:
        yield Line(Style.ITEM, ("\u2022", name))
    yield Line(Style.GAP, ("",))
    yield from _text(_filler(chooser))


def _filler(chooser: random.Random) -> str:
    return " ".join(chooser.sample(_FILLER, 2))


def _text(text: str) -> Iterator[Line]:
    for row in textwrap.wrap(text, COLUMNS):
        yield Line(Style.TEXT, (row,))
    yield Line(Style.GAP, ("",))


def _set(paper: Paper) -> Iterator[Line]:
    plan = paper.plan
    if plan.kind == "inline":
        yield from _text(_inline(paper))
        return
    yield from _text(lead_in(paper))
    if plan.kind == "table":
        yield Line(Style.HEADER, ("No.", "Name", "Place"))
    yield from (_row(paper, at, name, at) for at, name in enumerate(paper.members) if at != plan.dropped)
    if plan.next_list:
        yield from (_row(paper, at, name, -1) for at, name in enumerate(paper.others))
    yield Line(Style.GAP, ("",))


def lead_in(paper: Paper) -> str:
    """The sentence that announces the set."""
    plan, phrase = paper.plan, paper.phrase
    if plan.lead_in:
        return plan.lead_in.format(phrase=phrase, owner=paper.owner)
    if plan.stated:
        return f"The {paper.owner} has the following {number_word(plan.stated)} {phrase}:"
    return (f"The {phrase} are:", f"The {paper.owner} has the following {phrase}:")[plan.seed % 2]


def _row(paper: Paper, at: int, name: str, member: int) -> Line:
    plan = paper.plan
    hidden = member >= 0 and plan.struck == member
    if plan.kind == "table":
        return Line(Style.ROW, (str(at + 1), name, ("North", "South", "East")[at % 3]), hidden, member)
    told = f"{name}: {paper.detail(at)}" if plan.measured and member >= 0 else name
    marker = {"numbered": f"{at + 1}.", "lettered": f"({chr(97 + at)})"}.get(plan.kind, "\u2022")
    return Line(Style.ITEM, (marker, told), hidden, member)


def _inline(paper: Paper) -> str:
    *names, last = (name for at, name in enumerate(paper.members) if at != paper.plan.dropped)
    if paper.plan.lead_in:
        return f"{lead_in(paper).rstrip(':')} {', '.join(names)}, and {last}."
    count = f"{number_word(paper.plan.stated)} " if paper.plan.stated else ""
    return f"The {paper.owner} has {count}{paper.phrase}: {', '.join(names)}, and {last}."
