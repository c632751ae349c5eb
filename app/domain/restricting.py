"""Words by which a text announces fewer things than a question asks for: "the old stations"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.domain.announcing import announces, is_plural
from app.domain.nouns import CARRIERS, NUMBERS, noun_heads, term_stems
from app.domain.question import Question
from app.domain.setting import Setting
from app.domain.structure import ContextRole, Region
from app.domain.words import STOPWORDS, stem, word_set, words

ANNOUNCING = (ContextRole.LEAD_IN, ContextRole.CAPTION, ContextRole.HEADING)

# Where a noun phrase begins: what stands before these words is no part of it.
FUNCTION = STOPWORDS | word_set(
    "all any each every both no his her their our your my we you they he she who whom whose what there here has have"
    " had do does did can could may might must shall should will would been being about above after against among"
    " around before behind below between beyond during except inside near off over per since than through throughout"
    " till toward towards under until up upon via within without not nor but if when while where whether because so"
    " following such same one two three four five six seven eight nine ten eleven twelve least most more total number"
    " also then thus namely e.g i.e"
)
_DEGREE = word_set("very quite rather more most less least best well so too highly largest")
# Words that name a part of a set. They restrict wherever they stand before the noun.
PARTIAL = word_set(
    "some most few several certain half part many among majority other others remaining rest further additional"
    " last first typical quarter another"
)
# Words that weaken what is said. They restrict wherever they stand.
LIMITING = word_set(
    "only hardly ever rarely seldom almost nearly mostly usually partly formerly sometimes occasionally often typically"
    " previously once solely primarily partially largely roughly barely"
)
# Verbs and nouns that only announce: they say that the things exist, or where they are told.
_ANNOUNCE = word_set(
    "list define describe identify show give present provide include comprise consist contain compose"
    " make constitute cover consider discuss explain specify summarize outline distinguish recognize"
    " divide organize group classify categorize break split arrange structure focus relate name call"
    " term enumerate state say mention note see set use exist appear know find available apply be have"
    " fall form mean refer add detail document paper report publication guide guideline standard survey"
    " section chapter annex appendix table figure page text manual framework book handbook overview"
    " summary introduction type kind class category way sort selected selection main major key principal"
    " individual different various specific particular respective possible distinct separate overall"
    " recognized count item entry element point thing complete full entire whole next description"
    " alphabetical order brief short together currently time respectively follow using organization we"
)
_NEUTRAL = frozenset(stem(word) for word in _ANNOUNCE) | CARRIERS | NUMBERS
_ASIDE = re.compile(
    r",\s*(?:which|who|whose|that is|i\.e\.|e\.g\.)\b[^,]*(?:,[^,:]*?)*?,(?=\s*(?:are|is|were|was|can|may)\b)"
    r"|\([^()]*\)"
)
_TELLING_ASIDE = re.compile(
    r"\b(?:see also|part|partial|partly|excerpt|continued|selection|excluding|except)\b", re.IGNORECASE
)
_NARROWING = re.compile(
    r"\b(?:see also|continued|excerpts?|in part|not|without|except(?:ing|ion)?|excluding|excepted|nor|neither|save"
    r"|never|no longer|to be|apart from|other than|instead of|rather than|refus\w+|avoid\w*|lack\w*|forb[ia]d\w*"
    r"|prohibit\w*|ceas\w+|fail\w* to|former|until|a selection of)\b|\(selection\)",
    re.IGNORECASE,
)
_BESIDE = word_set("below above under over outside beyond before after until since near behind against")
_NUMBERED = re.compile(
    r"\b([a-z]{3,}) (\d+(?:[.\-]\d+)*[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"(?: ([a-z]+))?"
)
_GOVERNING = word_set("about at from in on with by for into under over through between before after during")
_DETERMINERS = word_set("the a an all each every our their its any both")
_POINTING = word_set("following follows below these those listed two three four five six seven eight nine ten")
_CLAUSE = re.compile(r"(?<=[.!?;:])\s+")
_OWNING = word_set("has have contains includes comprises consists defines distinguishes lists recognizes")
_SELECTING = word_set("main major key principal important primary selected")


class _Told(NamedTuple):
    """How a text speaks of the noun."""

    before: tuple[str, ...]  # words of the noun phrase before the noun
    rest: tuple[str, ...]  # all others


def restricting(question: Question, region: Region, setting: Setting) -> tuple[str, ...]:
    """Words of the texts that announce a region by the noun asked for, which the question does not say and which may
    leave members out. Empty: as far as its words go, the region speaks of all of them."""
    heads = {*noun_heads(question), *setting.synonyms}
    said = set(words(question.text))
    known = frozenset({*heads, *term_stems(question), *setting.title, *(stem(w) for w in said)})
    found: list[str] = []
    for text in _announcing(region, frozenset(heads)):
        told = _told(text, frozenset(heads))
        found += _narrowing(text, known, said) + _other_numbers(text, question.text, known)
        found += _foreign(told.before, known)
        found += [w for w in (*told.before, *told.rest) if w in LIMITING and w not in said]
        found += _partial(text, frozenset(heads), said) + _governed(text, frozenset(heads), said)
        found += _outweighing(told.rest, known)
    return tuple(dict.fromkeys(found))


def selecting(question: Question, region: Region, setting: Setting) -> str:
    """The word by which the text calls its own set a selection, "" where it does not or the question says so too."""
    heads = frozenset({*noun_heads(question), *setting.synonyms})
    before = (word for text in _announcing(region, heads) for word in _told(text, heads).before)
    return next((word for word in before if word in _SELECTING and word not in words(question.text)), "")


def _announcing(region: Region, heads: frozenset[str]) -> Iterable[str]:
    """The last clause of each lead-in, caption and heading that speaks of the noun in the plural."""
    texts = {c.role: last_clause(c.text) for c in region.contexts if c.role in ANNOUNCING}
    lead_in = texts.get(ContextRole.LEAD_IN, "")
    others = [texts[r] for r in ANNOUNCING[1:] if r in texts and _speaks(texts[r], heads)]
    if _speaks(lead_in, heads) and (announces(lead_in) or not others):
        yield lead_in
    yield from others


@lru_cache(maxsize=4096)
def last_clause(text: str) -> str:
    aside = _ASIDE.sub(lambda m: m.group() if _TELLING_ASIDE.search(m.group()) else " ", text)
    return _CLAUSE.split(aside.strip())[-1]


def _speaks(text: str, heads: frozenset[str]) -> bool:
    return any(stem(w) in heads and is_plural(w) for w in words(text))


def _without_owner(own: list[str]) -> list[str]:
    """ "The council has ...": an owner with nothing but an article is the one that the text is about."""
    owns = len(own) > 2 and own[0] in ("the", "this", "our") and own[2] in _OWNING
    return own[2:] if owns else own


def _told(text: str, heads: frozenset[str]) -> _Told:
    own = words(text)
    place = max((i for i, w in enumerate(own) if stem(w) in heads and is_plural(w)), default=len(own))
    first = place
    while first > 0 and own[first - 1] not in FUNCTION and not own[first - 1].isdigit():
        first -= 1
    while first > 1 and own[first - 1] in _DEGREE:
        first -= 1
    return _Told(tuple(own[first:place]), tuple(_without_owner(_without_joint(own[:first])) + own[place + 1 :]))


def _without_joint(own: list[str]) -> list[str]:
    """ "Gaps and future directions": another noun beside the one asked for takes nothing from it."""
    if len(own) < 2 or own[-1] not in ("and", "or") or not is_plural(own[-2]):
        return own
    end = len(own) - 1
    while end > 0 and own[end - 1] not in FUNCTION:
        end -= 1
    return own[:end]


def _foreign(own: Sequence[str], known: frozenset[str]) -> list[str]:
    return [w for w in own if is_content(w) and stem(w) not in known]


def is_content(word: str) -> bool:
    return word not in FUNCTION and not word.isdigit() and len(word) > 1 and stem(word) not in _NEUTRAL


def _narrowing(text: str, known: frozenset[str], said: set[str]) -> list[str]:
    """Words that take something away, point to more, or place the things beside what the question names."""
    found = [m.group().lower() for m in _NARROWING.finditer(text)]
    own = words(text)
    for at, word in enumerate(own[:-1]):
        behind = next((w for w in own[at + 1 :] if w not in ("the", "a", "an")), "")
        if word in _BESIDE and stem(behind) in known and is_content(behind):
            found.append(word)
    return [w for w in found if not set(words(w)) <= said]


def _other_numbers(text: str, asked: str, known: frozenset[str]) -> list[str]:
    """ "zone four" and "zone 3.5" where the question says "zone 3"."""
    said = {(word, number) for word, number, _ in _NUMBERED.findall(asked.lower())}
    found = [(w, n) for w, n, behind in _NUMBERED.findall(text.lower()) if not behind or behind in FUNCTION]
    return [f"{w} {n}" for w, n in found if stem(w) in known and w not in FUNCTION and (w, n) not in said]


def _partial(text: str, heads: frozenset[str], said: set[str]) -> list[str]:
    """Words for a part, before the noun: "some of the stations"."""
    own = words(text)
    place = max((i for i, w in enumerate(own) if stem(w) in heads and is_plural(w)), default=0)
    return [w for w in own[max(place - 5, 0) : place] if w in PARTIAL and w not in said]


def _governed(text: str, heads: frozenset[str], said: set[str]) -> list[str]:
    """A preposition that makes the things a circumstance ("at the stations you find:"), or the end of a clause that
    leaves them its subject ("the stations differ in:"): the list is of something else."""
    own = words(text)
    place = max((i for i, w in enumerate(own) if stem(w) in heads and is_plural(w)), default=-1)
    if place < 0 or _POINTING & set(own):
        return []
    if place < len(own) - 1 and own[-1] in _GOVERNING and own[-1] not in said:
        return [own[-1]]
    at = place - 1
    while at >= 0 and (own[at] not in FUNCTION or own[at] in _DETERMINERS):
        at -= 1
    before = own[at] if at >= 0 else ""
    aside = before == "about" or (before in _GOVERNING and at == 0 and place < len(own) - 1)
    return [before] if aside and before not in said else []


def _outweighing(rest: Sequence[str], known: frozenset[str]) -> list[str]:
    """Words beside the noun phrase, where fewer of the question's own words stand with them."""
    foreign = _foreign(rest, known)
    shared = {stem(w) for w in rest if stem(w) in known and w not in FUNCTION}
    return foreign if len(foreign) > len(shared) or (len(shared) == 1 and len(foreign) == 1) else []
