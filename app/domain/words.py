"""Folding of words: keys for identity, stems for matching. Never used for what is shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import Stemmer

_STEMMER = Stemmer.Stemmer("english")
_DASHES = re.compile("[\u2010-\u2015\u2212\u00ad\ufe58\ufe63\uff0d]")
_WORD = re.compile(r"\w+(?:['\u2019]\w+)?", re.UNICODE)
_OPTION = re.compile(r"--?[A-Za-z]")
# A sign before a number and the signs after a word belong to it: "-5" and "5", "A-" and "A", "5%" and "5" differ.
_TOKEN = re.compile(r"(?:(?<!\w)[-+±<>≤≥$€£](?=\d))?\w+(?:[+#%‰°]+|-(?!\w))?", re.UNICODE)

# Irregular plurals that a suffix stripper leaves apart. Values are the singular.
IRREGULAR_PLURALS = {
    "criteria": "criterion", "phenomena": "phenomenon", "analyses": "analysis", "bases": "basis",
    "crises": "crisis", "axes": "axis", "theses": "thesis", "hypotheses": "hypothesis", "indices": "index",
    "appendices": "appendix", "matrices": "matrix", "vertices": "vertex", "children": "child", "people": "person",
    "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth", "mice": "mouse", "media": "medium",
    "data": "datum", "curricula": "curriculum", "syllabi": "syllabus", "lives": "life", "leaves": "leaf",
    "desiderata": "desideratum", "addenda": "addendum", "errata": "erratum", "bacteria": "bacterium",
}  # fmt: skip


def word_set(text: str) -> frozenset[str]:
    """The words of a text, parted by white space: for closed word classes."""
    return frozenset(text.split())


STOPWORDS = word_set(
    "a an and are as at be by for from in into is it its of on or that the these this those to was were which with"
)


def fold(text: str) -> str:
    """Case, width, ligatures, dash kinds, soft hyphens and white space folded; one line."""
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return " ".join(_DASHES.sub("-", folded).casefold().split())


_NOT_LETTERS = re.compile(r"[^\w+#%&@$€£<>=±]+")


def letters(text: str) -> str:
    """Only letters, digits and signs, folded: equal for a word broken over a line end and the same word whole."""
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return _NOT_LETTERS.sub("", folded).replace("_", "")


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def is_short_for(short: str, long: str) -> bool:
    """Whether the letters of an acronym are the initials of the words of a phrase, with or without its small words."""
    own = [letter for letter in short if letter.isalnum()]
    if len(own) < 2 or not all(letter.isupper() or letter.isdigit() for letter in own):
        return False
    phrase = [word.casefold() for word in re.split(r"[\s/-]+", long) if word]
    wanted = [letter.casefold() for letter in own]
    every, telling = ([word[0] for word in some] for some in (phrase, [w for w in phrase if w not in STOPWORDS]))
    return wanted in (every, telling)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """English stem of one word; irregular plurals go by their singular. Other scripts come back folded."""
    folded = fold(word)
    if folded.endswith(("'s", "\u2019s")):
        folded = folded[:-2]
    return str(_STEMMER.stemWord(IRREGULAR_PLURALS.get(folded, folded)))


def stems(text: str) -> list[str]:
    """Stems of the words of a text, in order."""
    return [stem(word) for word in words(text)]


@lru_cache(maxsize=32768)
def stem_tuple(text: str) -> tuple[str, ...]:
    """Stems of the words of a short text that is looked at again and again: a heading, a lead-in, a label."""
    return tuple(stems(text))


def begins_of(stems_: Iterable[str]) -> tuple[str, ...]:
    """Beginnings that every word with one of these stems shares: a cheap first look at a folded text."""
    wanted = tuple(stems_)
    plurals = (plural for plural, single in IRREGULAR_PLURALS.items() if stem(single) in wanted)
    return (*(s if len(s) < 4 else s[: max(4, len(s) - 1)] for s in wanted), *plurals)


def singular(word: str) -> str:
    """A simple singular of a folded English word; words that are no plural come back as they are."""
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def item_key(text: str) -> str:
    """Identity of an item: folds case, width, ligatures, dashes, separators, spaces and simple plural of the last word.

    Numbers, versions, signs and single letters stay: "A" and "A-", "MW-2" and "MW-3" differ.
    """
    if _OPTION.match(text.strip()):
        return " ".join(text.split())  # options of a command differ by case: "-v" and "-V"
    tokens = _TOKEN.findall(fold(text).replace("_", " "))
    if not tokens:
        return fold(text)
    last = tokens[-1]
    if last.isalpha() and text.strip() and not text.strip().isupper():
        tokens[-1] = singular(last)
    return " ".join(tokens)
