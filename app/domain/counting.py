"""Whether a stated count counts what a question asks for."""

from __future__ import annotations

from app.domain.geometry import Span
from app.domain.nouns import GENERIC, modifier_stems, noun_heads, term_stems
from app.domain.question import Question
from app.domain.setting import Setting
from app.domain.structure import ContextRole, CountRelation, Cue, Region
from app.domain.words import stems

SENTENCE_COVERS = 0.6  # share of the question's other words that the cue's sentence must carry, away from the region
WHOLE = frozenset({CountRelation.EXACTLY, CountRelation.AT_LEAST, CountRelation.AT_MOST})


def stands_in_lead_in(cue: Cue, region: Region) -> bool:
    """The cue was bound to this region, or its words lie in the region's lead-in (two regions may share one)."""
    if cue.region == region.number:
        return True
    if not cue.spans:
        return False
    spans = [s for c in region.contexts if c.role is ContextRole.LEAD_IN for s in c.spans]
    return any(_overlap(a, b) for a in cue.spans[:1] for b in spans)


def _overlap(one: Span, other: Span) -> bool:
    return one.page == other.page and one.start < other.end and other.start < one.end


def same_noun(question: Question, cue: Cue, setting: Setting) -> bool:
    return cue.stem in noun_heads(question) or cue.stem in setting.synonyms


def counts_noun(question: Question, cue: Cue, setting: Setting) -> bool:
    """An exact count of the noun, in a sentence that carries the question's other words."""
    exact = cue.relation is CountRelation.EXACTLY and not question.conditions
    agrees = exact and same_noun(question, cue, setting) and modifiers_agree(question, cue, setting)
    return agrees and sentence_covers(question, cue, setting)


def counts_division(question: Question, cue: Cue, setting: Setting) -> bool:
    """An exact count of chapters and the like: a document has one division into them, whatever the sentence says."""
    exact = cue.relation is CountRelation.EXACTLY and same_noun(question, cue, setting)
    return exact and no_foreign_modifier(question, cue, setting)


def modifiers_agree(question: Question, cue: Cue, setting: Setting) -> bool:
    """No modifier of either is foreign to the other, words of the document's title aside."""
    wanted = set(modifier_stems(question)) - setting.title
    return no_foreign_modifier(question, cue, setting) and wanted <= set(stems(cue.quote))


def no_foreign_modifier(question: Question, cue: Cue, setting: Setting) -> bool:
    """Every modifier of the cue is a word of the question or of the document's title."""
    asked = {*term_stems(question), *noun_heads(question), *setting.title, *GENERIC}
    return {s for m in cue.modifiers for s in stems(m)} <= asked


def sentence_covers(question: Question, cue: Cue, setting: Setting) -> bool:
    wanted = set(term_stems(question)) - setting.title
    return not wanted or len(wanted & set(stems(cue.quote))) / len(wanted) >= SENTENCE_COVERS
