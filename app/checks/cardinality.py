"""Does the size of the set agree with the counts that the text states?"""

from __future__ import annotations

from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.binding import Setting
from app.domain.nouns import modifier_stems, noun_heads, term_stems
from app.domain.ports import StoredCue
from app.domain.question import Question
from app.domain.structure import CLOSED_ENDINGS, CountRelation, Cue
from app.domain.words import stems
from app.selection import Choice

SENTENCE_COVERS = 0.6  # share of the question's other words that the cue's sentence must carry, away from the region


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
    same_noun = cue.stem in noun_heads(question) or cue.stem in setting.synonyms
    if cue.region in {p.stored.region.number for p in choice.chosen}:
        return same_noun or (cue.announces and _only_one(context, choice, cue))
    if not same_noun or not choice.chosen[0].binding.bound:
        return False
    return modifiers_agree(question, cue, setting) and sentence_covers(question, cue, setting)


def _only_one(context: CheckContext, choice: Choice, cue: Cue) -> bool:
    same = [s for s in context.cues if s.document_id == choice.document_id and s.cue.region == cue.region]
    return len(same) == 1


def modifiers_agree(question: Question, cue: Cue, setting: Setting) -> bool:
    """No modifier of either is foreign to the other, words of the document's title aside."""
    asked = {*term_stems(question), *setting.title}
    own = {s for m in cue.modifiers for s in stems(m)}
    wanted = set(modifier_stems(question)) - setting.title
    return own <= asked and wanted <= own | set(stems(cue.quote))


def sentence_covers(question: Question, cue: Cue, setting: Setting) -> bool:
    wanted = set(term_stems(question)) - setting.title
    return not wanted or len(wanted & set(stems(cue.quote))) / len(wanted) >= SENTENCE_COVERS


def _compare(context: CheckContext, choice: Choice, stored: StoredCue) -> Signal:
    cue = stored.cue
    rows = sum(len(p.asking.asked) for p in choice.chosen)
    distinct = len({a for p in choice.chosen for a in p.keys})
    found = rows if rows == cue.value else distinct
    outcome, reasons = _outcome(choice, cue, found)
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
        return (Outcome.SILENT, ()) if found >= cue.value else (Outcome.OPEN, ("fewer_than_stated",))
    return (Outcome.SILENT, ()) if found <= cue.value else (Outcome.FAILED, ("conflict_more_than_stated",))


def _exactly(choice: Choice, cue: Cue, found: int) -> tuple[Outcome, tuple[str, ...]]:
    if found == cue.value:
        sound = len(choice.chosen) == 1 and choice.chosen[0].binding.bound and _whole(choice)
        return (Outcome.PASSED, ("count_matches",)) if sound else (Outcome.SILENT, ())
    if found > cue.value:
        return Outcome.FAILED, ("conflict_more_than_stated",)
    closed = all(p.stored.region.closed for p in choice.chosen)
    return (Outcome.FAILED, ("conflict_fewer_than_stated",)) if closed else (Outcome.OPEN, ("fewer_than_stated",))


def _whole(choice: Choice) -> bool:
    region = choice.chosen[0].stored.region
    return not region.problems and region.start_seen and (region.ending in CLOSED_ENDINGS)
