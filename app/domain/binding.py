"""How a question binds to a region: which of its words stand in the words that announce the region."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from app.domain.announcing import ROLE_WEIGHT, STRONG, denies, noun_strength
from app.domain.bounds import bound_column
from app.domain.columns import column_for, condition_columns, conditions_of, key_column, names_rows
from app.domain.counting import no_foreign_modifier
from app.domain.nouns import DIVISIONS, NUMBERS, modifier_stems, noun_heads, term_stems
from app.domain.question import Condition, ItemKind, Question
from app.domain.restating import restates
from app.domain.restricting import restricting
from app.domain.setting import Setting
from app.domain.structure import ContextRole, CountRelation, Cue, Region, RegionKind
from app.domain.words import STOPWORDS, stem, stem_tuple, stems, word_set

STRONG_ROLES = frozenset(
    {ContextRole.LEAD_IN, ContextRole.HEADER, ContextRole.CAPTION, ContextRole.HEADING, ContextRole.LABEL,
     ContextRole.TAIL}
)  # fmt: skip
ROWS = frozenset({RegionKind.TABLE, RegionKind.RECORDS})
SYNONYM = 0.75  # a listed synonym of the noun tells less than the noun
BOUND = 0.6  # a region tied to the question by all of its words ranks before one that repeats some of them
DIVIDED = 0.7  # the sentence that counts the chapters says what they are chapters of
CLEAR = 0.9  # below this a noun may belong to another word of the sentence
IN_MEMBER = 0.5  # a word that only members carry tells less than one that announces them
MOST_MEMBERS = 60  # members looked at for such words
ANNOUNCED = 0.55  # share of them, by weight, that must stand in the words that announce it
NO_CHANCE = 12  # from this size on a stated count is hardly met by chance
UNCLEAR = 0.4  # rows read off a page on which the order of the text is not sure
TITLED = 0.3  # the noun stands in the title or name of the document only
# Asks for places, times and reasons, which words that only name the things do not give.
_ASIDE = re.compile(r"\s*(?:where|when|why) (?:is|are|was|were|do|does|did|has|have)\b", re.IGNORECASE)
COVERED_ENOUGH = 0.6  # share of the question's other words (by weight) a certified region must carry


@dataclass(frozen=True, slots=True)
class Binding:
    """The outcome for one region. `bound` is what the structural check asks for; `score` only ranks."""

    score: float
    noun: float  # 0..1: how strongly the head noun stands in the contexts
    coverage: float  # 0..1: share of the question's other words found, by weight
    missing: tuple[str, ...]  # stems of the question found nowhere
    carried: tuple[tuple[str, float], ...]  # the question's other stems: how much each tells, in the region's contexts
    column: int  # the column asked for, -1: the members' own labels
    bound: bool
    reference: bool = False  # the question names this table or section by its number
    restricted: tuple[str, ...] = ()  # words that announce the region and may leave out some of what is asked for


class _Noun(NamedTuple):
    """How strongly the noun asked for stands around a region, and whether it announces the members."""

    strength: float
    announces: bool

    def or_(self, strength: float, announces: bool) -> _Noun:
        return _Noun(max(self.strength, strength), self.announces or announces)


def bind(question: Question, region: Region, setting: Setting, cues: Sequence[Cue] = ()) -> Binding:
    """Bind one question to one region. `cues` are those that stand in its lead-in."""
    heads = _heads(question, setting)
    column, match = column_for(question, region, setting.synonyms) if region.kind in ROWS else (-1, 0.0)
    if region.kind in ROWS and column < 0:
        column = key_column(question, region)
    counted = [c for c in cues if c.stem in heads and _counts_members(question, c, setting)]
    coverage, missing, carried = _coverage(question, region, setting)
    noun = _noun(question, region, heads, column, match)
    if counted and (region.kind is not RegionKind.SECTIONS or len({c.value for c in cues}) == 1):
        noun = noun.or_(0.95 * heads[counted[0].stem], True)
    if is_top_division(region) and DIVISIONS & set(heads):
        noun, coverage = _division(question, region, setting, noun, coverage)
    if not question.noun:
        told = restates(question, region, setting) and not _ASIDE.match(question.text)
        noun = _Noun(coverage, told)  # only the other words can tell
    if noun.strength == 0.0 and column >= 0 and setting.title & set(heads):
        noun = _Noun(TITLED, False)  # "mileage by vehicle": what the rows of such a document are
    reference = _is_referenced(question, region)
    bound = _is_bound(question, region, setting, noun, coverage, column, reference)
    score = 2.0 * noun.strength + 1.5 * coverage + (1.5 if reference else 0.0) + 0.5 * _phrase(question, region)
    score += _priors(question, region, noun.strength, match) + _counts(region, counted, setting.counts)
    score += BOUND if bound else 0.0
    restricted = restricting(question, region, setting) if bound and not reference else ()
    return Binding(score, noun.strength, coverage, missing, carried, column, bound, reference, restricted)


def _heads(question: Question, setting: Setting) -> dict[str, float]:
    """Stem -> how much it tells, for the nouns of the question and the listed synonyms."""
    heads = {head: 0.95**order for order, head in enumerate(noun_heads(question))}
    for synonym in setting.synonyms:
        heads.setdefault(synonym, SYNONYM)
    return heads


def _noun(question: Question, region: Region, heads: Mapping[str, float], column: int, match: float) -> _Noun:
    noun = _Noun(*noun_strength(region, heads)).or_(match, match > 0.0)
    if region.kind in ROWS and column < 0 and names_rows(question, region):
        noun = noun.or_(0.75, True)
    return noun.or_(0.9, True) if _is_of_the_kind(question, region) else noun


def _division(
    question: Question, region: Region, setting: Setting, noun: _Noun, coverage: float
) -> tuple[_Noun, float]:
    """Chapters of the document itself: announced by a count that agrees, or by standing under its title."""
    agrees = sum(m.counted for m in region.members) in setting.counts
    titled = coverage >= COVERED_ENOUGH and not question.modifiers and _is_title(region, setting)
    strength = 0.9 if agrees else 0.75 if titled else 0.6
    found = _Noun(max(noun.strength, strength), agrees or titled)
    return found, max(coverage, DIVIDED) if agrees else coverage


def _is_bound(
    question: Question, region: Region, setting: Setting, noun: _Noun, coverage: float, column: int, reference: bool
) -> bool:
    """Whether the structural check may certify the region for this question."""
    if question.compares or (region.kind in ROWS and column < 0 and _mixed(region)):
        return False
    if question.reference is not None and not reference:
        return False  # another table or section than the one named
    denied = denies(region.context(ContextRole.LEAD_IN))
    if denied != question.negates or (denied and not restates(question, region, setting)):
        return False
    tied = noun.strength >= STRONG and noun.announces and _restrictions_met(question, region, setting, coverage)
    return tied or (reference and noun.strength > 0)


def _mixed(region: Region) -> bool:
    """Rows whose first cells are now numbers, now words: no column of one kind, so perhaps no table."""
    labels = [m.label for m in region.members if m.counted]
    numbers = sum(label.strip(" .#").isdigit() for label in labels)
    return 0 < numbers < len(labels)


def _is_title(region: Region, setting: Setting) -> bool:
    """The heading above the region is the title of the document, not of one of its chapters."""
    heading = {s for s in stems(region.context(ContextRole.HEADING)) if s not in STOPWORDS}
    return bool(heading) and heading <= setting.title


def _restrictions_met(question: Question, region: Region, setting: Setting, coverage: float) -> bool:
    """The words that announce the region carry the question's other words.

    A word that only a header, a cell or a member carries may restrict which members are meant; where no condition
    was understood from it, the set cannot be certified.
    """
    if coverage < COVERED_ENOUGH:
        return False
    if conditions_of(question, region) and _decided(question, region):
        return True
    announced = {
        s for c in region.contexts if c.role is not ContextRole.HEADER for s in stem_tuple(c.text)
    } | setting.title
    if not all(_carries_number(c, region, setting) for c in question.conditions):
        return False
    if not all(stem(noun) in announced for noun in _joined_nouns(question)):
        return False  # "stations and ports": the text speaks of stations
    if not announced >= (NUMBERS - {"one"}) & set(question.terms):
        return False  # "which boats carry five men": of how many what the text says
    terms = [(t, setting.weights.get(t, 0.7)) for t in term_stems(question)]
    total = sum(w * (0.3 if t in setting.title else 1.0) for t, w in terms)
    reached = sum(w * (0.3 if t in setting.title else 1.0) for t, w in terms if t in announced)
    return not total or reached / total >= ANNOUNCED or (coverage >= DIVIDED > 0 and is_top_division(region))


def _joined_nouns(question: Question) -> list[str]:
    """The nouns of a question for two kinds of things: "stations and their keepers"."""
    found: list[str] = []
    for one, two in pairwise(question.nouns):
        between = rf"\b{re.escape(one)}\b,?\s+(?:and|or)\s+(?:(?:the|their|its|all|any)\s+)?{re.escape(two)}\b"
        found += [one, two] if re.search(between, question.text, re.IGNORECASE) else []
    return found


def _carries_number(condition: Condition, region: Region, setting: Setting) -> bool:
    """A condition that numbers a thing ("unit 3") stands so in the words that announce the region; a number without a
    word before it ("2024") may stand in what the document says of itself.

    A number tells things apart however common it is in the scope; one that stands elsewhere in the same words, such as
    a count, is another.
    """
    value = stem_tuple(condition.value)
    if not any(letter.isdigit() for stem in value for letter in stem):
        return True
    wanted = (*stem_tuple(condition.column)[-1:], *value)
    texts = (stem_tuple(c.text) for c in region.contexts if c.role is not ContextRole.HEADER)
    titled = not condition.column and set(wanted) <= setting.title
    return titled or any(_stands_in(wanted, text) for text in texts)


def _stands_in(words: Sequence[str], text: Sequence[str]) -> bool:
    """Whether the words stand in the text one behind the other."""
    size = len(words)
    return any(tuple(text[at : at + size]) == tuple(words) for at in range(len(text) - size + 1))


def is_top_division(region: Region) -> bool:
    """Sections of the document itself: under no heading, or under the one that titles it."""
    return region.kind is RegionKind.SECTIONS and not region.context(ContextRole.PATH)


def _counts(region: Region, counted: Sequence[Cue], elsewhere: frozenset[int]) -> float:
    """A count in the lead-in that agrees with the members speaks for the region, one that differs against it."""
    if counted:
        return 0.6 if _agrees(region, counted) else -0.4
    size = sum(m.counted for m in region.members)
    if size not in elsewhere:
        return 0.0
    return 0.8 if size >= NO_CHANCE else 0.35


def _counts_members(question: Question, cue: Cue, setting: Setting) -> bool:
    telling = cue.relation in (CountRelation.EXACTLY, CountRelation.AT_LEAST)
    return telling and no_foreign_modifier(question, cue, setting)


# Nouns that any list of definitions satisfies by what it is.
_DEFINED = frozenset(stem(w) for w in word_set("term word definition expression concept entry"))


def _is_of_the_kind(question: Question, region: Region) -> bool:
    asked = question.item_kind is ItemKind.DEFINITION and region.kind is RegionKind.DEFINITIONS
    return asked and bool(_DEFINED & set(noun_heads(question)))


def _agrees(region: Region, counted: Sequence[Cue]) -> bool:
    size = sum(m.counted for m in region.members)
    return any(c.value == size for c in counted)


def _strengths(region: Region) -> dict[str, float]:
    """stem -> how much the best context it stands in tells."""
    found: dict[str, float] = {}
    texts = [(c.role, c.text) for c in region.contexts]
    texts += [(ContextRole.HEADER, c.name) for c in region.columns if c.name]
    for role, text in texts:
        weight = ROLE_WEIGHT[role]
        for word in stem_tuple(text):
            if weight > found.get(word, 0.0):
                found[word] = weight
    return found


def _coverage(
    question: Question, region: Region, setting: Setting
) -> tuple[float, tuple[str, ...], tuple[tuple[str, float], ...]]:
    by_stem = _strengths(region)
    inside = {s for m in region.members[:MOST_MEMBERS] for s in stem_tuple(m.label)}
    met = _conditions_met(question, region)
    total = reached = 0.0
    missing = []
    carried = []
    for term in term_stems(question):
        weight = setting.weights.get(term, 0.7)
        in_title = term in setting.title
        if in_title:
            weight *= 0.3
        strength = max(by_stem.get(term, 0.0), IN_MEMBER if term in inside else 0.0)
        if term in met or (in_title and strength < 0.7):
            strength = max(strength, 0.7)
        carried.append((term, weight * by_stem.get(term, 0.0)))
        total += weight
        reached += weight * strength
        if strength == 0.0:
            missing.append(term)
    return (reached / total if total else 1.0), tuple(missing), tuple(carried)


def _conditions_met(question: Question, region: Region) -> frozenset[str]:
    """Stems of the conditions whose value some row of the region holds."""
    if region.kind not in ROWS:
        return frozenset()
    met: set[str] = set()
    for condition in conditions_of(question, region):
        if condition_columns(condition, region):
            met.update(stems(condition.value))
            met.update(stems(condition.column))
    return frozenset(met)


def _is_referenced(question: Question, region: Region) -> bool:
    if question.reference is None:
        return False
    kind, number = question.reference
    wanted = [kind.lower(), number.lower()]
    for context in region.contexts:
        if context.role in (ContextRole.CAPTION, ContextRole.HEADING, ContextRole.PATH):
            found = [w.strip(".:") for w in context.text.lower().split()[:4]]
            if found[:2] == wanted or (kind == "section" and found[:1] == wanted[1:]):
                return True
    return False


def _priors(question: Question, region: Region, noun: float, match: float) -> float:
    size = sum(m.counted for m in region.members)
    score = 0.2 if region.closed else 0.0
    score -= UNCLEAR if region.kind in ROWS and "unclear_order" in region.problems else 0.0
    score += 0.15 if size >= 3 else 0.0
    score -= 0.6 if size < 2 and not question.conditions else 0.0
    score += 0.8 if any(c.role is ContextRole.LABEL for c in region.contexts) and noun >= STRONG else 0.0
    score -= 0.15 if region.kind is RegionKind.INLINE else 0.0
    score += 0.5 if question.stated_number == size else 0.0
    if region.kind is RegionKind.DEFINITIONS:
        score += 0.3 if question.item_kind is ItemKind.DEFINITION else -0.2
    if region.kind is RegionKind.FOOTNOTES:
        score += 0.5 if question.item_kind is ItemKind.FOOTNOTE else -1.5
    if region.kind in ROWS and not match:
        score -= 0.35
    score -= 0.3 if region.open_words and noun < CLEAR else 0.0
    if conditions_of(question, region):
        score += 0.4 if _decided(question, region) else -0.5
    if question.bounds and region.kind in ROWS:
        score += 0.4 if all(bound_column(b, region, -1) >= 0 for b in question.bounds) else 0.0
    return score


def _decided(question: Question, region: Region) -> bool:
    """Every condition has a column of the region that decides it."""
    return region.kind in ROWS and all(condition_columns(c, region) for c in conditions_of(question, region))


def _phrase(question: Question, region: Region) -> float:
    """1.0 where the noun with the words before it stands in one strong context in a row; less for a part of it."""
    wanted = [*modifier_stems(question), *noun_heads(question)[:1]]
    if len(wanted) < 2:
        return 0.0
    best = 0.0
    for context in region.contexts:
        if context.role in STRONG_ROLES:
            best = max(best, _longest(wanted, stems(context.text)) / len(wanted))
    return best if best > 1 / len(wanted) else 0.0


def _longest(wanted: list[str], found: list[str]) -> int:
    """How many words at the end of `wanted` stand in a row in `found`."""
    best = 0
    for end in (i for i, w in enumerate(found) if w == wanted[-1]):
        size = 0
        while size < min(len(wanted), end + 1) and found[end - size] == wanted[-1 - size]:
            size += 1
        best = max(best, size)
    return best
