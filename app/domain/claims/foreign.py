"""Names and numbers in the sentence of a claim that its evidence does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.answer import Evidence, Verdict
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Ground
from app.domain.claims.kinds import Claim, Count, Support
from app.domain.claims.measures import in_digits, is_measure, numbers
from app.domain.claims.names import names_in
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.claims.saying import whole
from app.domain.claims.texts import page_of
from app.domain.claims.wording import denies, is_of_other, leaves_out, rest_of, says_more
from app.domain.quantities import Quantity, as_quantity
from app.domain.words import fold, stems

_REACH = 100  # code points of a sentence from a number on
_NEAR = 5  # words from a number on in which stands what it counts


def with_text(claim: Claim, ground: Ground, found: Finding) -> Finding:
    """Refused where the sentence goes beyond the claim, or names what its evidence does not."""
    if not claim.text:
        return found
    asked = ground.answer.question
    rest, left_out = rest_of(claim, asked.text), leaves_out(claim, asked)
    wrong = [
        *says_more(claim, fold(rest)),
        *denies(claim, fold(rest), asked.negates),
        *is_of_other(claim),
        *_foreign_numbers(claim, rest, ground, found),
        *_foreign_names(rest, ground, found),
        *([left_out] if left_out is Reason.CONDITION_LEFT_OUT else []),
    ]
    if wrong:
        return found.weakened(Support.UNSUPPORTED, wrong)
    return found.weakened(Support.WEAKLY_SUPPORTED, [left_out]) if left_out else found


# ---------------------------------------------------------------- numbers


def _foreign_numbers(claim: Claim, rest: str, ground: Ground, found: Finding) -> Iterator[Reason]:
    """Each must be the size that is claimed or known, or stand in the question or the evidence with its unit."""
    known = [ground.answer.question.text, *(each.quote for each in found.evidence)]
    allowed = {n.quantity for text in known for n in numbers(text)} - {None}
    text = in_digits(rest)
    for number in numbers(text):
        words = text[number.start : number.end]
        stands = number.quantity in allowed or (number.quantity is None and any(find(words, each) for each in known))
        counted = _counted(claim, as_quantity(words), text[number.end - len(words) :][:_REACH], ground)
        if not (stands if counted is None else counted):
            yield Reason.NUMBER_NOT_IN_EVIDENCE


def _counted(claim: Claim, quantity: Quantity | None, words: str, ground: Ground) -> bool | None:
    """Whether a number that counts what was asked for ("7 stations") is the right one; None: it counts something else.

    `words`: the sentence from the number on.
    """
    if quantity is None:
        return None
    counts = not is_measure(quantity.unit) and set(stems(ground.answer.question.noun)[-1:]) & set(stems(words)[1:_NEAR])
    if isinstance(claim, Count):
        return True if quantity.value == claim.number else False if counts else None
    return True if counts and whole(ground) and quantity.value == ground.certain else None


# ---------------------------------------------------------------- names


def _foreign_names(rest: str, ground: Ground, found: Finding) -> Iterator[Reason]:
    """Each must occur in the quotes or the name of a cited document; one of the question on a cited page."""
    asked = ground.answer.question
    none = ground.answer.completeness.verdict is Verdict.NONE_FOUND  # then no page need speak of it
    kind = set(stems(f"{' '.join(asked.modifiers)} {asked.noun}"))  # "HB numbers" are asked for by no name
    for name in names_in(rest, known=(asked.text,)):
        if set(stems(name)) <= kind or any(_holds(f"{each.quote}\n{each.document}", name) for each in found.evidence):
            continue
        if any(_holds(_page_text(each, ground), name) for each in found.evidence):
            if not _holds(asked.text, name):
                yield Reason.ENTITY_BESIDE_EVIDENCE
        elif not (none and _holds(asked.text, name)):
            yield Reason.ENTITY_NOT_IN_EVIDENCE


def _holds(text: str, name: str) -> bool:
    return find(fold(name), fold(text)) is not None


def _page_text(evidence: Evidence, ground: Ground) -> str:
    page = page_of(evidence.document_id, evidence.page, ground)
    return page.text if page else ""
