"""What stands between a false claim and its acceptance, in three parts, each of which can be taken out.

marks        what an answer says against itself: verdict, level, caps, pages not read, hidden text, revision
evidence     the quotes of the items are looked up again in the stored text, and must carry the labels
comparison   labels, counts and values are compared with the set, and not only looked for in the text
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from app.claims import ground_of
from app.domain import claims
from app.domain.answer import Answer, Candidate, Level, Verdict
from app.domain.claims.kinds import Claim, CompleteSet, Count, Membership, Support
from app.domain.ports import CorpusView
from app.domain.words import letters
from app.entrypoints.faults.papers import number_word
from app.verification import evidence_for, failure

WHOLE = frozenset({Verdict.COMPLETE, Verdict.NONE_FOUND})
ACCEPTED = frozenset({Support.SUPPORTED, Support.WEAKLY_SUPPORTED})


class Part(StrEnum):
    MARKS = "marks"
    EVIDENCE = "evidence"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class Submission:
    """A claim over a stored answer, against a corpus as it is now.

    `verdict`: the answer itself must not call its set whole either. `candidate`: in the place of a claim, an item that
    an extractor might propose.
    """

    answer: Answer
    view: CorpusView
    claim: Claim | None = None
    candidate: Candidate | None = None
    verdict: bool = False


@dataclass(frozen=True, slots=True)
class Checker:
    """The checks of the service; `without`: parts that are switched off."""

    without: frozenset[Part] = frozenset()

    def accepts(self, given: Submission) -> bool:
        """Whether the claim passes; supported weakly counts as passing, for a false claim."""
        if given.candidate is not None:
            return Part.EVIDENCE in self.without or not _failure(given.candidate, given.view)
        answer = erased(given.answer, given.view) if Part.MARKS in self.without else given.answer
        if given.verdict and answer.completeness.verdict in WHOLE:
            return True
        return self.support(given, answer) in ACCEPTED

    def proves(self, given: Submission) -> bool:
        """Whether a true claim is supported in full."""
        if given.candidate is not None:
            return not _failure(given.candidate, given.view)
        whole = given.answer.completeness.verdict in WHOLE
        return self.support(given, given.answer) is Support.SUPPORTED and (whole or not given.verdict)

    def support(self, given: Submission, answer: Answer) -> Support:
        assert given.claim is not None
        if Part.COMPARISON in self.without:
            return Support.SUPPORTED if _is_mentioned(given.claim, given.view) else Support.UNSUPPORTED
        ground = ground_of(answer, given.view)
        if Part.EVIDENCE not in self.without:
            return claims.check(given.claim, ground).support
        believing = replace(ground, standing={i.key: i.evidence for i in answer.items}, failing={})
        return claims.check(replace(given.claim, cites=(), text=""), believing).support


def erased(answer: Answer, view: CorpusView) -> Answer:
    """The answer as somebody retells it: the items, and nothing of what it said against itself."""
    said, size = answer.completeness, len(answer.items)
    coverage = replace(said.coverage, documents_unread=(), documents_pending=0, pages_unread=())
    whole = replace(
        said,
        verdict=Verdict.COMPLETE if size else Verdict.NONE_FOUND,
        level=Level.EXACT,
        reasons=(),
        caps=(),
        k=None,
        rate=None,
        count_lower=size,
        count_upper=size,
        coverage=replace(coverage, pages_read=coverage.pages_planned),
    )
    items = tuple(replace(item, hidden=False, verified=True) for item in answer.items)
    return replace(answer, items=items, completeness=whole, revision=view.info.revision)


def _failure(candidate: Candidate, view: CorpusView) -> str:
    names = {document.id: document.name for document in view.documents()}
    return failure(candidate, evidence_for(candidate, names.get(candidate.document_id, ""), view.page), view.page)


# ---------------------------------------------------------------- without comparison


def _is_mentioned(claim: Claim, view: CorpusView) -> bool:
    """What a check is worth that only looks whether the words of the claim stand in the text."""
    texts = [page.text for document in view.documents() for page in view.pages(document.id)]
    spoken = letters(" ".join(texts))
    if isinstance(claim, Membership):
        return letters(claim.label) in spoken
    if isinstance(claim, CompleteSet):
        return all(letters(label) in spoken for label in claim.labels)
    if isinstance(claim, Count) and claim.labels is not None:
        return len(claim.labels) == claim.number and all(letters(label) in spoken for label in claim.labels)
    if isinstance(claim, Count):
        return any(written in spoken for written in (str(claim.number), number_word(claim.number)))
    digits = _digits(str(getattr(claim, "value", "")))
    return bool(digits) and any(_digits(number) == digits for text in texts for number in re.findall(r"[\d.,]+", text))


def _digits(number: str) -> str:
    """A number without its magnitude: 12, 120 and 1.2 are one."""
    return re.sub(r"\D", "", number).strip("0")
