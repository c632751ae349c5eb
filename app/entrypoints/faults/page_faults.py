"""Pages that are missing or that nobody could read. The answer must not call its set whole."""

from __future__ import annotations

from dataclasses import replace

from app.domain.aggregates import Attribute, Place
from app.domain.claims.kinds import Absence, Extreme, Superlative, Universal
from app.domain.page import RawDocument
from app.entrypoints.faults.damage import asked_anew, complete, damaged, exact_count
from app.entrypoints.faults.mutants import MARKS, FaultClass, Mutant
from app.entrypoints.faults.papers import SHORT, Paper, Plan, written
from app.entrypoints.faults.setting import partial, unread
from app.entrypoints.faults.worlds import long, proven, short


def classes() -> tuple[FaultClass, ...]:
    return (
        FaultClass("partial_page_count", "an exact count, while part of a page is a picture", partial_count),
        FaultClass("unread_page", "members, or all of the set, stand on a page that is a picture", on_unread),
        FaultClass("unread_extreme", "the highest or lowest, while another stands on an unread page", unread_extreme),
        FaultClass("unread_exception", "what all have, while the exception is on an unread page", unread_exception),
        FaultClass("page_cut_out", "a page is missing in a set whose members, count or pages are numbered", cut_out),
        FaultClass("region_cut", "the end of a counted set, or of numbered pages, is missing", cut_off),
    )


def partial_count(seed: int) -> Mutant | None:
    plan = long(seed, ("bullets", "numbered", "table")[seed % 3])
    return damaged(plan, lambda document: partial(document, 2), exact_count, "half of p. 2 is a picture", MARKS)


def unread_extreme(seed: int) -> Mutant | None:
    """The highest of those that were read, while a higher one stands on the page that was not."""
    plan = long(seed, ("bullets", "numbered")[seed % 2], measured=True, unit="kg")
    paper = written(plan)
    hidden = paper.members_on(2)
    numbers = {member: int(paper.weights[at].split()[0]) for at, member in enumerate(paper.members)}
    extreme, best = ((Extreme.HIGHEST, max), (Extreme.LOWEST, min))[seed // 2 % 2]
    shown = [member for member in numbers if member not in hidden]
    if not hidden or best(numbers[member] for member in hidden) == best(numbers[member] for member in shown):
        return None
    label = best(shown, key=lambda member: numbers[member])
    claim = Superlative(label=label, extreme=extreme, attribute=Attribute(Place.DETAIL, "kg"))
    return damaged(plan, lambda document: unread(document, 2), lambda _: claim, "p. 2 is a picture", MARKS)


def unread_exception(seed: int) -> Mutant | None:
    """What all members have that were read, while the one on the page that was not has something else."""
    plan = long(seed, ("bullets", "numbered")[seed % 2], measured=True)
    hidden = written(plan).members_on(2)
    if not hidden:
        return None
    odd = written(plan).members.index(hidden[seed % len(hidden)])
    claim = Universal(predicate="its weight")
    plan = replace(plan, odd=odd)
    return damaged(plan, lambda document: unread(document, 2), lambda _: claim, "p. 2 is a picture", MARKS)


def cut_out(seed: int) -> Mutant | None:
    plan = _telling(seed, ("numbered", "table"))
    base = proven(plan)
    if base is None or base.paper is None or len(base.paper.pages) < 3:
        return None
    if not (plan.stated or plan.footers or base.paper.members_on(3)):
        return None  # the numbers end where the page ended: nothing in the text tells
    return asked_anew(base.paper.without_pages(2), base.members, "p. 2 is missing")


def cut_off(seed: int) -> Mutant | None:
    base = proven(_telling(seed))
    if base is None or base.paper is None or len(base.paper.pages) < 3:
        return None
    return asked_anew(base.paper.without_pages(*range(2, 99)), base.members, "only p. 1 is left")


def _telling(seed: int, numbering: tuple[str, ...] = ()) -> Plan:
    """A long set that says by its numbers, its count or its pages how far it goes."""
    ways = [("bullets", True, False), ("bullets", False, True), ("table", True, False), ("numbered", False, True)]
    ways += [(kind, False, False) for kind in numbering]
    kind, counted, footers = ways[seed % len(ways)]
    plan = long(seed, kind, footers=footers)
    return replace(plan, stated=plan.size if counted else 0)


def on_unread(seed: int) -> Mutant | None:
    if seed % 2:
        plan = long(seed, ("bullets", "numbered", "table", "lettered")[seed // 2 % 4])
        return damaged(plan, lambda document: unread(document, 2), complete, "p. 2 is a picture", MARKS, verdict=True)
    plan = replace(short(seed, "bullets"), lines=SHORT - 2, before=4)
    paper = written(plan)
    pages = [at for at in range(1, len(paper.pages) + 1) if _speaks_of_it(paper, at)]

    def damage(document: RawDocument) -> RawDocument:
        for page in pages:
            document = unread(document, page)
        return document

    return damaged(plan, damage, lambda _: Absence(), f"p. {pages} are pictures", MARKS, verdict=True)


def _speaks_of_it(paper: Paper, page: int) -> bool:
    text = " ".join(cell for line in paper.pages[page - 1] for cell in line.cells)
    return bool(paper.members_on(page)) or paper.phrase.casefold() in text.casefold()
