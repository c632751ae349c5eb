"""Does a list go on where its own end seemed to be? A list behind it that nothing announces, or one that counts on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.cardinality import counted_there
from app.checks.context import CheckContext
from app.domain.announcing import is_plural
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.ports import StoredRegion
from app.domain.structure import ContextRole, Region, RegionKind
from app.domain.words import words
from app.selection import Choice, says_more

LISTS = frozenset({RegionKind.LIST, RegionKind.RUN_IN})
FEW_DOCUMENTS = 20  # in larger scopes a list that happens to begin with the next number says nothing
_NUMBER = re.compile(r"\d+")


def continuations(context: CheckContext) -> Iterable[Signal]:
    """One signal a document. A list that holds as many as its own lead-in says does not go on unannounced."""
    for choice in context.choices:
        region = choice.chosen[0].stored.region
        if region.kind not in LISTS or len(choice.chosen) > 1:
            continue
        behind = _behind(context, choice)
        if behind is not None and counted_there(context, choice) and not says_more(behind.region):
            behind = None
        found = behind or _counting_on(context, region)
        if found is not None:
            yield _signal(context, choice, found)


def _behind(context: CheckContext, choice: Choice) -> StoredRegion | None:
    """The next list of the document, of the same kind of marker, on the same page or the next, announced by no noun."""
    region = choice.chosen[0].stored.region
    later = [r for r in context.view.document_regions(choice.document_id) if _follows(r.region, region)]
    first = min(later, key=lambda r: r.region.number, default=None)
    return first if first is not None and not _is_announced(first.region, region) else None


def _follows(other: Region, region: Region) -> bool:
    same = other.kind is region.kind and other.numbering == region.numbering and other.level == region.level
    near = 0 <= other.first_page - region.last_page <= 1
    return same and near and other.number > region.number and other.parent == region.parent


def _is_announced(other: Region, region: Region) -> bool:
    """It has a heading or lead-in of its own with a plural noun, or one with a whole sentence."""
    own = [other.context(ContextRole.LEAD_IN), other.context(ContextRole.CAPTION)]
    if other.context(ContextRole.HEADING) != region.context(ContextRole.HEADING):
        own.append(other.context(ContextRole.HEADING))
    return any(is_plural(word) and len(word) > 3 for text in own for word in words(text))


def _counting_on(context: CheckContext, region: Region) -> StoredRegion | None:
    """A list anywhere in a small scope whose first number is the one behind the last of this list."""
    last = _number(region.members[-1].marker)
    if last is None or len(context.document_ids) > FEW_DOCUMENTS:
        return None
    found = [r for d in context.document_ids for r in context.view.document_regions(d)]
    return next((r for r in found if r.region.kind in LISTS and _begins_at(r.region, last + 1)), None)


def _begins_at(region: Region, number: int) -> bool:
    return bool(region.members) and _number(region.members[0].marker) == number and number > 1


def _number(marker: str) -> int | None:
    found = _NUMBER.findall(marker)
    return int(found[0]) if len(found) == 1 else None


def _signal(context: CheckContext, choice: Choice, found: StoredRegion) -> Signal:
    region = found.region
    return Signal(
        SignalKind.RIVAL,
        Outcome.OPEN,
        f"the list on p. {region.first_page} may continue it: {'; '.join(m.label for m in region.members[:3])}",
        found=len(region.members),
        evidence=context.quote(found.document_id, region.members[0].spans),
        reasons=("continued_elsewhere",),
        document_id=choice.document_id,
    )
