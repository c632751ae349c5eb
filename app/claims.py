"""Claims about stored answers, checked against the corpora as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.domain import claims
from app.domain.answer import Answer
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Ground, Now, ground
from app.domain.claims.kinds import Claim
from app.domain.ports import CorpusView


class Checked(NamedTuple):
    """What was found out about a claim, and on what ground."""

    ground: Ground
    finding: Finding


def check(stated: Sequence[Claim], answer: Answer, view: CorpusView | None) -> list[Checked]:
    """Each claim against one answer. `view`: its corpus as it is now; None where it no longer exists."""
    stands = ground_of(answer, view)
    return [Checked(stands, claims.check(each, stands)) for each in stated]


def ground_of(answer: Answer, view: CorpusView | None) -> Ground:
    """The answer, its evidence looked up again."""
    if view is None:
        return ground(answer, None)
    names = {each.id: each.name for each in view.documents()}
    return ground(answer, Now(view.info.revision, view.info.pending, names, view))
