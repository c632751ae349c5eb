"""What the agent quotes as its own evidence, looked up in the stored pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.domain.answer import Evidence
from app.domain.claims.denial import denied
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Ground, Now
from app.domain.claims.kinds import Cite, Claim, Membership, Superlative, Support, Value
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.claims.texts import stretch
from app.domain.page import Page

BY = "cited"  # in the place of an extractor


class Cited(NamedTuple):
    """failing: quotes that do not stand, each with the reason."""

    standing: tuple[Evidence, ...]
    failing: tuple[tuple[str, Reason], ...]


def resolve(cites: Iterable[Cite], ground: Ground) -> Cited:
    found = [(each, _look_up(each, ground, ground.now)) for each in cites if ground.now] if ground.now else []
    standing = tuple(place for _, place in found if isinstance(place, Evidence))
    return Cited(standing, tuple((each.quote, why) for each, why in found if isinstance(why, Reason)))


def _look_up(cite: Cite, ground: Ground, now: Now) -> Evidence | Reason:
    named = [each for each, name in now.documents.items() if cite.document in (each, name)]
    if len(named) != 1:
        return Reason.CITED_DOCUMENT_UNKNOWN
    if named[0] not in ground.answer.scope.document_ids:
        return Reason.CITED_OUTSIDE_SCOPE
    page = now.pages.page(named[0], cite.page)
    place = find(cite.quote, page.text) if page else None
    if page is None or place is None:
        return _elsewhere(cite, now.pages.pages(named[0]), page is None)
    if denied(page.text, *place):
        return Reason.CITED_QUOTE_DENIED
    return stretch(named[0], now.documents[named[0]], page, *place, BY)


def _elsewhere(cite: Cite, pages: Iterable[Page], unknown: bool) -> Reason:
    if any(find(cite.quote, page.text) for page in pages):
        return Reason.CITED_WRONG_PAGE
    return Reason.CITED_PAGE_UNKNOWN if unknown else Reason.CITED_QUOTE_NOT_FOUND


def with_cites(claim: Claim, ground: Ground, found: Finding) -> Finding:
    """A quote that does not stand, or that does not name what the claim is about, carries nothing."""
    cited = resolve(claim.cites, ground)
    reasons = [reason for _, reason in cited.failing]
    if isinstance(claim, (Membership, Value, Superlative)) and cited.standing:
        names = [claim.label, *_names(claim.label, ground)]
        if not any(find(name, each.quote) for name in names for each in cited.standing):
            reasons.append(Reason.ENTITY_NOT_IN_EVIDENCE)
    if reasons:
        found = found.weakened(Support.UNSUPPORTED, reasons)
    return found.with_evidence(cited.standing).with_failing(cited.failing)


def _names(label: str, ground: Ground) -> tuple[str, ...]:
    """The item's own names: a claim may use another case or dash than the text."""
    item = ground.find(label)
    return (item.label, *item.aliases) if item else ()
