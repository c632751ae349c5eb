"""Does the size of the set agree with the counts that the text states?"""

from __future__ import annotations

from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.counting import modifiers_agree, same_noun, sentence_covers, stands_in_lead_in
from app.domain.ports import StoredCue
from app.domain.structure import CountRelation, Cue
from app.selection import Choice


def cardinality(context: CheckContext) -> Iterable[Signal]:
    for choice in context.choices:
        for stored in context.cues:
            if stored.document_id == choice.document_id and binds(context, choice, stored):
                yield _compare(context, choice, stored)


def binds(context: CheckContext, choice: Choice, stored: StoredCue) -> bool:
    """Whether a cue counts what the question asks for, in this document."""
    cue, question = stored.cue, context.question
    if cue.relation in (CountRelation.OTHER, CountRelation.PART, CountRelation.ABOUT) or question.conditions:
        return False
    setting = context.settings[choice.document_id]
    same = same_noun(question, cue, setting)
    if any(stands_in_lead_in(cue, p.stored.region) for p in choice.chosen):
        return same or (cue.announces and _only_one(context, choice, cue))
    if not same or not choice.chosen[0].binding.bound:
        return False
    return modifiers_agree(question, cue, setting) and sentence_covers(question, cue, setting)


def confirmed(context: CheckContext, choice: Choice) -> int | None:
    """The exact count of the noun that the chosen region matches, None where no count speaks or one differs."""
    own = [s for s in context.cues if s.document_id == choice.document_id and binds(context, choice, s)]
    outcomes = [(_compare(context, choice, s), s.cue) for s in own if s.cue.relation is CountRelation.EXACTLY]
    if outcomes and all(signal.outcome is Outcome.PASSED for signal, _ in outcomes):
        return outcomes[0][1].value
    return None


def counted_there(context: CheckContext, choice: Choice) -> Cue | None:
    """The count that the chosen region matches, where it stands in the very words that announce it: "There are three
    kinds of seal:"."""
    if confirmed(context, choice) is None:
        return None
    own = [s.cue for s in context.cues if s.document_id == choice.document_id and binds(context, choice, s)]
    exact = [cue for cue in own if cue.relation is CountRelation.EXACTLY]
    return next((cue for cue in exact if stands_in_lead_in(cue, choice.chosen[0].stored.region)), None)


def _only_one(context: CheckContext, choice: Choice, cue: Cue) -> bool:
    same = [s for s in context.cues if s.document_id == choice.document_id and s.cue.region == cue.region]
    return len(same) == 1


def _compare(context: CheckContext, choice: Choice, stored: StoredCue) -> Signal:
    cue = stored.cue
    rows = sum(len(p.asking.asked) for p in choice.chosen)
    distinct = len({a for p in choice.chosen for a in p.keys})
    found = rows if rows == cue.value else distinct
    outcome, reasons = _outcome(choice, cue, found)
    asked = context.question.stated_number
    if outcome is Outcome.PASSED and asked not in (None, cue.value):
        outcome, reasons = Outcome.SILENT, ()  # the question speaks of another number than the text
    return Signal(
        SignalKind.CARDINALITY,
        outcome,
        f"the text says {cue.relation.replace('_', ' ')} {cue.value} {cue.noun} (p. {_page(cue)}); {found} found",
        expected=cue.value,
        found=found,
        evidence=context.quote(choice.document_id, cue.spans),
        reasons=reasons,
        document_id=choice.document_id,
    )


def _page(cue: Cue) -> int:
    return cue.spans[0].page if cue.spans else 0


def _outcome(choice: Choice, cue: Cue, found: int) -> tuple[Outcome, tuple[str, ...]]:
    if cue.relation is CountRelation.EXACTLY:
        return _exactly(choice, cue, found)
    if cue.relation is CountRelation.AT_LEAST:
        if found == cue.value and stands_in_lead_in(cue, choice.chosen[0].stored.region):
            return Outcome.OPEN, ("open_by_its_words",)  # "at least two stations:" and two of them
        return (Outcome.SILENT, ()) if found >= cue.value else (Outcome.OPEN, ("fewer_than_stated",))
    return (Outcome.SILENT, ()) if found <= cue.value else (Outcome.FAILED, ("conflict_more_than_stated",))


def _exactly(choice: Choice, cue: Cue, found: int) -> tuple[Outcome, tuple[str, ...]]:
    if found == cue.value:
        binding = choice.chosen[0].binding
        sound = len(choice.chosen) == 1 and binding.bound and not binding.restricted and _whole(choice)
        return (Outcome.PASSED, ("count_matches",)) if sound else (Outcome.SILENT, ())
    if found > cue.value:
        return Outcome.FAILED, ("conflict_more_than_stated",)
    closed = all(p.stored.region.closed for p in choice.chosen)
    return (Outcome.FAILED, ("conflict_fewer_than_stated",)) if closed else (Outcome.OPEN, ("fewer_than_stated",))


def _whole(choice: Choice) -> bool:
    return choice.chosen[0].stored.region.closed
