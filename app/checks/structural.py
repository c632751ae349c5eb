"""Do the items fill one region, and were both of its ends seen?"""

from __future__ import annotations

from collections.abc import Iterable

from app.checks.cardinality import confirmed, counted_there
from app.checks.context import CheckContext
from app.domain.announcing import STRONG, announces, points
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.nouns import modifier_stems, noun_heads
from app.domain.ports import Query, SearchTerm, StoredRegion, Target
from app.domain.restricting import selecting
from app.domain.structure import ASSUMED_HEADER, CLOSED_ENDINGS, ContextRole, Cue, Ending, Region, RegionKind
from app.domain.words import is_short_for, letters, stem_tuple, stems
from app.selection import Choice, Proposal, new_labels

# Problems that show by themselves that something is missing, whatever the region is about.
TELLING = ("gap", "page_gap", "total_mismatch", "missing")
UNREAD = frozenset({*TELLING, "unclear_order", "rows_inside"})
BLOCKS = frozenset({RegionKind.LIST, RegionKind.RUN_IN})
ADDING = frozenset(stems("further additional more extra"))
WIDE = 3  # columns from which a row of one cell is odd
SEVERAL = 2  # members of another region that carry the words asked for
OVERLAP = 0.5  # two closed regions that share this much and differ contradict each other


def structural(context: CheckContext) -> Iterable[Signal]:
    for choice in context.choices:
        yield from _rivals(context, choice)
        yield from _broken_echoes(context, choice)
        yield from _mentions(context, choice)
        yield _filled(context, choice)


def _filled(context: CheckContext, choice: Choice) -> Signal:
    """One signal for the chosen region or regions of a document."""
    asked = sum(len(p.asking.asked) for p in choice.chosen)
    missing = [code for p in choice.chosen for code in openings(p)]
    unbound = [code for p in choice.chosen for code in _unbound(p)]
    if _may_hold_its_header(choice) and confirmed(context, choice) is None:
        unbound.append("header_not_known")
    stated = context.question.stated_number
    if stated is not None and stated != len(choice.chosen[0].keys):
        unbound.append("question_says_another_number")
    lost = _lost_members(context, choice)
    if lost:
        missing.append("members_not_verified")
    if missing:
        outcome, reasons = Outcome.OPEN, missing
    elif unbound:
        outcome, reasons = Outcome.SILENT, unbound
    else:
        outcome, reasons = Outcome.PASSED, ["region_closed"]
    region = choice.chosen[0].stored.region
    spans = next((c.spans for c in region.contexts if c.spans and c.role is not ContextRole.PATH), ())
    return Signal(
        SignalKind.STRUCTURAL,
        outcome,
        _explain(context, choice, outcome, reasons),
        expected=asked,
        found=asked - lost,
        evidence=context.quote(choice.document_id, spans),
        reasons=tuple(dict.fromkeys(reasons)),
        document_id=choice.document_id,
    )


def openings(proposal: Proposal) -> list[str]:
    """Codes that say that the region, bound or not, may have more members than were found."""
    region = proposal.stored.region
    codes = [p for p in region.problems if p.split(":")[0] in TELLING]
    if region.open_words and proposal.binding.noun >= STRONG:
        codes.append("open_by_its_words")
    if region.ending is Ending.UNREAD_PAGE:
        codes.append("unread_page_in_region")
    if not proposal.binding.bound:
        return codes
    codes += [f"region_problem:{p}" for p in region.problems if _concerns(p, proposal)]
    if not region.start_seen:
        codes.append("start_not_seen")
    if region.ending not in CLOSED_ENDINGS and region.ending is not Ending.UNREAD_PAGE:
        codes.append("end_not_seen")
    if proposal.asking.unaccounted:
        codes.append("members_without_value")
    if _has_lone_cells(region):
        codes.append("row_of_one_cell")
    return codes


def _may_hold_its_header(choice: Choice) -> bool:
    """A table of which no header was recognised may have one among its rows; a header that is one only by its place
    may be a row, unless the question names one of its columns."""
    region = choice.chosen[0].stored.region
    if ASSUMED_HEADER in region.problems:
        return choice.chosen[0].binding.column < 0
    if region.kind is not RegionKind.TABLE or any(c.name for c in region.columns):
        return False
    first = region.members[0]
    return not is_short_for(first.label, first.detail)  # no header shortens the one beside it


def _concerns(problem: str, proposal: Proposal) -> bool:
    """A doubt about one column does not touch a question that neither asks for it nor is decided by it."""
    kind, _, name = problem.partition(":")
    if kind in TELLING or kind == ASSUMED_HEADER:
        return False
    if kind != "unclear_column":
        return True
    column = proposal.binding.column
    concerned = {column, *proposal.asking.deciding}
    return column < 0 or any(proposal.stored.region.columns[c].name == name for c in concerned)


def _has_lone_cells(region: Region) -> bool:
    """A row of one cell in a table of several columns may be a group line, a note, or half a row."""
    if region.kind is not RegionKind.TABLE or len(region.columns) < WIDE:
        return False
    sizes = [sum(not f.carried for f in m.fields) for m in region.members if m.counted]
    return any(size <= 1 for size in sizes) and sum(size > 1 for size in sizes) > len(sizes) / 2


def _unbound(proposal: Proposal) -> list[str]:
    codes = [] if proposal.binding.bound else ["region_not_bound"]
    if proposal.binding.restricted:
        codes.append("restricted_by_its_words")
    if proposal.asking.unfiltered:
        codes.append("condition_not_decided")
    return codes


def _lost_members(context: CheckContext, choice: Choice) -> int:
    """Members that answer and became no item, not even merged into one."""
    known = {letters(t) for i in context.items for t in (i.label, *i.aliases)}
    known |= {letters(e.quote) for i in context.items for e in i.evidence}
    return sum(letters(a.label) not in known for p in choice.chosen for a in p.asking.asked)


def _rivals(context: CheckContext, choice: Choice) -> Iterable[Signal]:
    """A rival without a shared member whose size differs from the count the chosen region matches is ruled out."""
    count = confirmed(context, choice)
    own = counted_there(context, choice)
    standing = [r for r in choice.rivals if count is None or shares(choice, r) or _may_be_counted(r, count, own)]
    for rival in standing[:3]:
        fresh = new_labels(choice.chosen, rival)
        conflict = _contradicts(choice, rival, len(fresh))
        yield Signal(
            SignalKind.RIVAL,
            Outcome.FAILED if conflict else Outcome.OPEN,
            f"Another {rival.stored.region.kind} on page {rival.stored.region.first_page} may answer the same question "
            f"and adds {len(fresh)}: {'; '.join(fresh[:3])}",
            found=len(fresh),
            evidence=context.quote(choice.document_id, rival.asking.asked[0].spans),
            reasons=("conflicting_regions",) if conflict else ("rival_region",),
            document_id=choice.document_id,
        )


def _broken_echoes(context: CheckContext, choice: Choice) -> Iterable[Signal]:
    """A list that repeats members under the same noun, but was not read whole itself, may have held another one."""
    counted = confirmed(context, choice) is not None
    for echo in () if counted else choice.agreeing:
        region = echo.stored.region
        if region.kind in BLOCKS and echo.binding.bound and UNREAD & {code.split(":")[0] for code in region.problems}:
            yield Signal(
                SignalKind.RIVAL,
                Outcome.OPEN,
                f"the {region.kind} on p. {region.first_page} repeats some of it and was not read whole",
                found=len(echo.asking.asked),
                evidence=context.quote(choice.document_id, echo.asking.asked[0].spans),
                reasons=("rival_region",),
                document_id=choice.document_id,
            )
            return


def _may_be_counted(rival: Proposal, count: int, own: Cue | None) -> bool:
    """Where the chosen words count their noun, a region announced by the same noun may be another such set; where
    the count stands elsewhere, one of the size counted may be the set that it means."""
    if own is None:
        return len(rival.asking.asked) == count or _is_announced(rival)
    region = rival.stored.region
    column = region.columns[rival.binding.column].name if rival.binding.column >= 0 else ""
    texts = [column, region.context(ContextRole.CAPTION), region.context(ContextRole.HEADING)]
    lead_in = region.context(ContextRole.LEAD_IN)
    texts += [lead_in] if announces(lead_in) or points(lead_in) else []
    return any(own.stem in stem_tuple(text) for text in texts)


def _is_announced(rival: Proposal) -> bool:
    """Its own lead-in carries the noun: the count may be of another set."""
    lead_in = rival.stored.region.context(ContextRole.LEAD_IN)
    return rival.binding.bound and rival.stored.region.kind in BLOCKS and announces(lead_in)


def _mentions(context: CheckContext, choice: Choice) -> Iterable[Signal]:
    """Members of another list that carry the words asked for: several beside a series in a sentence, some where the
    list says that it adds ("Further sites: Mill station")."""
    if confirmed(context, choice) is not None:
        return
    head = set(noun_heads(context.question)[:1])
    phrase = {*modifier_stems(context.question), *head}
    several = max(SEVERAL, len(choice.chosen[0].asking.asked) // 8)
    series = choice.chosen[0].stored.region.kind is RegionKind.INLINE
    for stored in _regions_with(context, choice.document_id, phrase if series else head):
        holding = [m for m in stored.region.members if phrase <= set(stems(m.text or m.label))]
        if (series and len(holding) >= several) or _adds(stored.region, head):
            yield _mention(context, choice, stored)
            return


def _mention(context: CheckContext, choice: Choice, stored: StoredRegion) -> Signal:
    region = stored.region
    return Signal(
        SignalKind.RIVAL,
        Outcome.OPEN,
        f"members of the {region.kind} on p. {region.first_page} speak of it too",
        found=len(region.members),
        evidence=context.quote(choice.document_id, region.members[0].spans),
        reasons=("rival_region",),
        document_id=choice.document_id,
    )


def _adds(region: Region, heads: set[str]) -> bool:
    """A list announced as further ones, of something else, whose members are called by the noun all the same."""
    lead_in = set(stem_tuple(region.context(ContextRole.LEAD_IN)))
    if region.kind not in BLOCKS or not lead_in & ADDING or lead_in & heads:
        return False
    return any(set(stem_tuple(m.label)[-1:]) & heads for m in region.members)


def _regions_with(context: CheckContext, document_id: str, phrase: set[str]) -> Iterable[StoredRegion]:
    terms = tuple(SearchTerm(word) for word in sorted(phrase))
    query = Query(all_of=terms, documents=frozenset({document_id}), target=Target.MEMBER)
    hits = context.view.retriever.search(query).hits if terms else ()
    found = context.view.regions([h.id for h in hits])
    return [r for r in found if r.region.kind is not RegionKind.INLINE]


def shares(choice: Choice, rival: Proposal) -> bool:
    """The rival has some of the chosen members, so it speaks of the same set."""
    return len(new_labels(choice.chosen, rival)) < len(rival.asking.asked)


def _contradicts(choice: Choice, rival: Proposal, fresh: int) -> bool:
    first = choice.chosen[0]
    both = first.binding.bound and rival.binding.bound and first.stored.region.closed and rival.stored.region.closed
    size = len(rival.asking.asked)
    plain = RegionKind.TABLE not in (first.stored.region.kind, rival.stored.region.kind)
    return both and plain and size > 0 and (size - fresh) / size >= OVERLAP


def _explain(context: CheckContext, choice: Choice, outcome: Outcome, reasons: list[str]) -> str:
    region = choice.chosen[0].stored.region
    pages = f"p. {region.first_page}" if region.first_page == region.last_page else (
        f"p. {region.first_page}-{max(p.stored.region.last_page for p in choice.chosen)}"
    )  # fmt: skip
    name = f"the {region.kind.replace('_', '-')} on {pages}"
    if outcome is Outcome.PASSED:
        word = selecting(context.question, region, context.settings[choice.document_id])
        called = f"; the text calls them {word!r}" if word else ""
        return f"{name} carries the words asked for and both its ends were seen{called}"
    if outcome is Outcome.OPEN:
        return f"{name} may go on: {', '.join(dict.fromkeys(reasons))}"
    return f"{name} does not prove itself the answer: {', '.join(dict.fromkeys(reasons))}"
