"""Names and numbers in the sentence of a claim that its evidence does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.answer import Evidence
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Absence, Claim, Count, Support
from app.domain.claims.measures import in_digits, numbers, same_unit
from app.domain.claims.names import names_in
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import whole
from app.domain.claims.texts import page_of
from app.domain.claims.wording import denies, is_of_other, named, says_more
from app.domain.quantities import Quantity, as_quantity
from app.domain.words import fold


def with_text(claim: Claim, ground: Ground, found: Finding) -> Finding:
    """Weaker where the sentence goes beyond the claim, or names what its evidence does not."""
    if not claim.text:
        return found
    wrong = [
        *says_more(claim),
        *denies(claim, ground.answer.question.negates),
        *is_of_other(claim),
        *_foreign_numbers(claim, ground, found),
    ]
    if wrong:
        found = found.weakened(Support.UNSUPPORTED, wrong)
    for reason in _foreign_names(claim, ground, found):
        beside = reason is Reason.ENTITY_BESIDE_EVIDENCE
        found = found.weakened(Support.WEAKLY_SUPPORTED if beside else Support.UNSUPPORTED, [reason])
    return found


# ---------------------------------------------------------------- numbers


def _foreign_numbers(claim: Claim, ground: Ground, found: Finding) -> Iterator[Reason]:
    """Each must be that of the claim, or stand in the question or the evidence with its unit."""
    known = [ground.answer.question.text, *(each.quote for each in found.evidence)]
    given = [same_unit(q) for each in named(claim) if (q := as_quantity(each))]
    allowed = {*given, *(n.quantity for text in (*known, *named(claim)) for n in numbers(text))} - {None}
    text = in_digits(claim.text)
    for number in numbers(text):
        words = text[number.start : number.end]
        counted = _counted(claim, as_quantity(words), ground)
        stands = number.quantity in allowed or (number.quantity is None and any(find(words, each) for each in known))
        if not (stands if counted is None else counted):
            yield Reason.NUMBER_NOT_IN_EVIDENCE


def _counted(claim: Claim, quantity: Quantity | None, ground: Ground) -> bool | None:
    """Whether a number that counts what was asked for ("at least 7 stations") is the right one; None: it counts
    something else."""
    if quantity is None:
        return None
    noun = fold(ground.answer.question.noun).split()
    counts = bool(noun and quantity.unit) and noun[-1].startswith(quantity.unit)
    if isinstance(claim, Count):
        return True if quantity.value == claim.number else False if counts else None
    return True if counts and whole(ground) and quantity.value == ground.certain else None


# ---------------------------------------------------------------- names


def _foreign_names(claim: Claim, ground: Ground, found: Finding) -> Iterator[Reason]:
    """Each must occur in the quotes or the name of a cited document; one of the question on a cited page."""
    asked = ground.answer.question.text
    labels = {fold(each.label) for each in ground.answer.items} & {fold(each) for each in named(claim)}
    for name in names_in(claim.text, known=(asked, *named(claim))):
        if fold(name) in labels or any(
            _holds(each.quote, name) or _holds(each.document, name) for each in found.evidence
        ):
            continue
        if any(_holds(_page_text(each, ground), name) for each in found.evidence):
            if not _holds(asked, name):
                yield Reason.ENTITY_BESIDE_EVIDENCE
        elif not (isinstance(claim, Absence) and _holds(asked, name)):
            yield Reason.ENTITY_NOT_IN_EVIDENCE


def _holds(text: str, name: str) -> bool:
    return find(fold(name), fold(text)) is not None


def _page_text(evidence: Evidence, ground: Ground) -> str:
    page = page_of(evidence.document_id, evidence.page, ground)
    return page.text if page else ""
