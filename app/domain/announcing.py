"""How strongly a noun in the words around a region announces its members."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from app.domain.structure import Context, ContextRole, Region, RegionKind
from app.domain.words import IRREGULAR_PLURALS, singular, stem, word_set, words

ROLE_WEIGHT = {
    ContextRole.LEAD_IN: 1.0,
    ContextRole.HEADER: 1.0,
    ContextRole.CAPTION: 0.95,
    ContextRole.HEADING: 0.95,
    ContextRole.LABEL: 1.0,
    ContextRole.TAIL: 0.9,
    ContextRole.BEFORE: 0.6,
    ContextRole.PATH: 0.5,
}
SHARED = 0.65  # a noun that shares its members with another one
LONGEST_TITLE = 8  # words; what is longer and ends in a full stop is a sentence
STRONG = 0.7  # at or above this a noun announces; below it merely stands near

# The last word before a series in prose that makes the series name its subject.
_LINKS = word_set(
    "are is were was be include includes included including comprise comprises comprising namely follows following as"
    " called named termed has have contains contain of mean means sont comprend comprennent sind umfassen umfasst"
)
_NEGATIONS = word_set("not no never nor except excluding")
_DEONTIC = word_set("must shall should may can will cannot")
_ADJECTIVES = word_set("responsible required entitled obliged expected permitted allowed eligible liable able free")
_LISTS_THEM = word_set("be are is include comprise consist have has as")
_OF_LINKS = word_set("consist consists consisting composed comprised made types kinds list set one any")
_COPULA = re.compile(r"^\W*(?:are|is|were|was|shall be|will be|form|constitute|make up)\b", re.IGNORECASE)
_POINTING = word_set("following below these follows listed next suivants suivantes folgenden folgende")
_ANNOUNCES = re.compile(r"[:\u2013\u2014\uff1a]\s*$")
_DENIAL = re.compile(
    r"\b(?:(?:not|never|cannot)(?! (?:only|limited|necessarily|(?:fewer|less|more|later|earlier|older) than)\b)"
    r"|(?:is|are|was|were) no(?! (?:other|more|further)\b)"
    r"|(?:do|does|is|are|may|must|should|will|can|would)n['\u2019]t|no longer|none of|neither|nor|without|except"
    r"|excepting|excluding|excluded|exempt|exempted|unless|apart from|other than|instead of|fails? to)\b",
    re.IGNORECASE,
)
_DOING = word_set("must shall should may might can could will would do does did need needs have has had")
_PRONOUNS = word_set("it he she they its his her their this that these those")
_LAST_CLAUSE = re.compile(r"[;.!?]\s")
_POINTS_BACK = re.compile(r"\b(?:they|these|those) (?:are|include|comprise|were)\W*$", re.IGNORECASE)
_BLOCKS = frozenset({RegionKind.LIST, RegionKind.RUN_IN, RegionKind.DEFINITIONS, RegionKind.SEQUENCE})


def announces(lead_in: str) -> bool:
    """Ends in a colon or dash: what follows is what it speaks of."""
    return bool(_ANNOUNCES.search(lead_in))


def points(lead_in: str) -> bool:
    """Points to what follows by a word: "the following stations are open." """
    return bool(_POINTING & {word for word, _ in _stemmed(lead_in)})


def denies(lead_in: str) -> bool:
    """Announces what is *not* so, in its last clause; "not only", "not limited to", "not later than" deny nothing."""
    return announces(lead_in) and bool(_DENIAL.search(_LAST_CLAUSE.split(lead_in)[-1]))


def noun_strength(region: Region, heads: Mapping[str, float]) -> tuple[float, bool]:
    """(0..1, whether it announces) of the best of some heads (stem -> its share) in the contexts of a region."""
    best = 0.0
    announced_by_other = _announced_by_other(region, heads)
    labelled_otherwise = _labelled_otherwise(region, heads)
    for context in region.contexts:
        if context.role is ContextRole.HEADER:
            continue  # a header speaks for its own column only; see app.domain.columns
        for place, (word, own) in enumerate(_stemmed(context.text)):
            share = heads.get(own, 0.0)
            if share:
                best = max(best, share * _strength(region, context, place, word, announced_by_other, heads))
    best *= 0.5 if labelled_otherwise else 1.0
    return best, best >= STRONG


def _labelled_otherwise(region: Region, heads: Mapping[str, float]) -> bool:
    """Each member is marked in the text as something else: "Week 3" under a heading that speaks of lessons."""
    label = region.context(ContextRole.LABEL)
    return bool(label) and not any(own in heads for _, own in _stemmed(label))


@lru_cache(maxsize=8192)
def _stemmed(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((w, stem(w)) for w in words(text))


def _strength(
    region: Region, context: Context, place: int, word: str, announced_by_other: bool, heads: Mapping[str, float]
) -> float:
    role = context.role
    weight = ROLE_WEIGHT[role] * (SHARED if _is_coordinated(context.text, place, heads) else 1.0)
    if role in (ContextRole.CAPTION, ContextRole.LABEL):
        return weight
    tokens = [w for w, _ in _stemmed(context.text)]
    pointed = False
    if role is ContextRole.LEAD_IN:
        factor = _in_lead_in(region.kind, context.text, tokens, place)
        pointed = factor >= 0.9 and bool(_POINTING & set(tokens))
        weight *= factor
    elif role is ContextRole.TAIL:
        weight *= 1.0 if _COPULA.search(context.text) else 0.4
    elif role is ContextRole.BEFORE and _POINTS_BACK.search(region.context(ContextRole.LEAD_IN)):
        weight = 0.9  # "The X are kept in a list. At present, they are: ..."
    elif region.kind is RegionKind.INLINE:
        weight *= 0.45  # a series stands under a heading without being what the heading names
    elif announced_by_other and role in (ContextRole.HEADING, ContextRole.BEFORE):
        weight *= 0.65
    elif role is ContextRole.HEADING and len(tokens) > LONGEST_TITLE and context.text.rstrip().endswith("."):
        weight *= 0.6  # a sentence in large letters
    one_of_them = role is ContextRole.LEAD_IN and _names_one_of_them(region, context.text, tokens, place)
    return weight if is_plural(word) or pointed or one_of_them else weight * 0.6


def _names_one_of_them(region: Region, lead_in: str, tokens: list[str], place: int) -> bool:
    """ "At least one of the languages:" or "at least one language:", but not "at least one licence to:", nor "at least
    one lamp:" and what the lamp is like."""
    least = "least" in tokens[max(place - 4, 0) : place]
    told = any(words(m.label)[:1] and words(m.label)[0] in _PRONOUNS for m in region.members)
    return least and announces(lead_in) and place == len(tokens) - 1 and not told


def _is_coordinated(text: str, place: int, heads: Mapping[str, float]) -> bool:
    """ "The stations and depots are": the members are some of the one, some of the other."""
    tokens = _stemmed(text)
    for step in (-1, 1):
        joint, other = place + step, place + 2 * step
        if 0 <= other < len(tokens) and joint >= 0 and tokens[joint][0] in ("and", "or"):
            word, own = tokens[other]
            if own not in heads and is_plural(word) and is_plural(tokens[place][0]):
                return True
    return False


def _in_lead_in(kind: RegionKind, text: str, tokens: list[str], place: int) -> float:
    if kind is RegionKind.INLINE:
        return _before_series(text, tokens[place + 1 :])
    pointing = [i for i, w in enumerate(tokens) if w in ("following", "these")]
    if pointing and kind in _BLOCKS:
        return _after_pointer(tokens, pointing[-1], place)
    behind = [i for i, w in enumerate(tokens) if w in ("suivants", "suivantes", "siguientes")]
    if behind:
        return 1.0 if 0 < behind[-1] - place <= 2 else 0.65
    if _does_more(tokens, place):
        return 0.65
    if _ANNOUNCES.search(text) or _POINTING & set(tokens):
        return 1.0
    return 0.6 if kind is RegionKind.SECTIONS else 0.75


def _does_more(tokens: list[str], place: int) -> bool:
    """ "All wardens must attend the meetings, including:" tells what the wardens do, not who they are."""
    behind = tokens[place + 1 : place + 16]
    for at, word in enumerate(behind[:-2]):
        if word in _DEONTIC:
            return behind[at + 1] not in _LISTS_THEM
        if word in ("are", "is", "were", "was") and behind[at + 1] in _ADJECTIVES:
            return True
    return False


def _before_series(text: str, between: list[str]) -> float:
    """A noun directly before a series, or parted from it by a linking verb or a colon, names its members."""
    if _ANNOUNCES.search(text):
        return 1.0 if len(between) <= 8 else 0.8
    if _NEGATIONS & set(between):
        return 0.5  # "the X do not include ..."
    if not between:
        return 0.65  # an apposition: near, but nothing says that the series is what the noun names
    last = between[-1] if between else ""
    if last in _LINKS and (last != "of" or (between[-2:-1] and between[-2] in _OF_LINKS)):
        return 1.0 if len(between) <= 8 else 0.75
    return 0.5


def _after_pointer(tokens: list[str], pointer: int, place: int) -> float:
    """ "The following X": X is announced; words before the pointer are only what X belongs to."""
    if 0 < place - pointer <= 5:
        return 1.0
    between = set(tokens[place + 1 : pointer])
    if place < pointer and _DOING & between and not (_LINKS - _DOING) & between:
        return 0.65  # "all keepers must do the following": what they do, not who they are
    named = any(is_plural(w) and w not in _LINKS for w in tokens[pointer + 1 : pointer + 4])
    return 0.65 if named and place < pointer else 0.9


def _announced_by_other(region: Region, heads: Mapping[str, float]) -> bool:
    """The lead-in announces something, and none of the heads stands in it in the plural."""
    lead_in = region.context(ContextRole.LEAD_IN)
    own = any(s in heads and is_plural(w) for w, s in _stemmed(lead_in))
    return bool(_ANNOUNCES.search(lead_in)) and not own


def is_plural(word: str) -> bool:
    """English plurals by their form; words of other scripts and languages pass."""
    return word in IRREGULAR_PLURALS or singular(word) != word or not word.isascii()
