"""Comparisons with a number in a question: "more than 5 seats", "an area of 300 km or less", "founded before 1990"."""

from __future__ import annotations

import re

from app.domain.bounds import Bound, Relation
from app.domain.words import stem, word_set
from app.questions import words as w

_COUNTING = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_SMALL = tuple(_COUNTING.split())
_VALUE = (
    r"(?P<value>[$€£]?\d[\d,]*(?:\.\d+)?|"
    + "|".join(_SMALL)
    + r")(?![\d-])(?: ?(?P<scale>hundred|thousand|million|billion)\b)?"
)
_MORE = r"more|greater|higher|larger|longer|taller|older|bigger|heavier|later|wider|deeper|faster"
_LESS = r"less|fewer|lower|smaller|shorter|younger|lighter|earlier|narrower|slower"
_BEFORE = {
    Relation.AT_LEAST: rf"at least|no (?:{_LESS}) than|not (?:{_LESS}) than|a minimum of",
    Relation.AT_MOST: rf"at most|no (?:{_MORE}) than|not (?:{_MORE}) than|up to|a maximum of",
    Relation.MORE: rf"(?:{_MORE}) than|over|above|exceed(?:s|ing|ed)?|after",
    Relation.LESS: rf"(?:{_LESS}) than|under|below|before|prior to",
    Relation.EXACTLY: r"exactly|only",
}
_BEHIND = {
    Relation.AT_LEAST: rf"or (?:{_MORE}|above|over|after)",
    Relation.AT_MOST: rf"or (?:{_LESS}|below|under|before)",
}
_NOT = word_set("not never didn't don't doesn't isn't aren't wasn't weren't without")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][a-z]+)?")
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d")
WINDOW = 5  # words on each side that may name what is compared
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_MONTHS = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b")


def bounds(text: str, noun_stem: str = "") -> tuple[Bound, ...]:
    """In order of the text. A number of the things asked for ("name at least two boats") is none, nor is a comparison
    with a day of a month (its column would have to hold dates)."""
    plain = _QUOTED.sub(lambda m: " " * len(m.group()), text.lower().replace("\u2019", "'"))
    found: dict[int, Bound] = {}
    for relation, pattern in _BEFORE.items():
        for match in re.finditer(rf"\b(?:{pattern}) (?:the |an? |about )?{_VALUE}", plain):
            _keep(found, plain, match, relation, noun_stem)
    for relation, pattern in _BEHIND.items():
        for match in re.finditer(rf"{_VALUE}(?: \w+)? (?:{pattern})\b", plain):
            _keep(found, plain, match, relation, noun_stem)
    return tuple(bound for _, bound in sorted(found.items()))


def numbers_in(text: str) -> list[float]:
    """The numbers of a short text, read as `bounds` reads them."""
    return [_number(match) for match in re.finditer(rf"\b{_VALUE}", text.lower())]


def _keep(found: dict[int, Bound], text: str, match: re.Match[str], relation: Relation, noun_stem: str) -> None:
    before, behind = text[: match.start()], text[match.end() :]
    at = match.start("value")
    if at in found or _MONTHS.search(match.group()) or _MONTHS.match(behind.strip()):
        return
    if noun_stem in [stem(word) for word in _WORD.findall(behind)[:2]]:
        return
    near = [*_WORD.findall(behind)[:WINDOW], *reversed(_WORD.findall(before)[-WINDOW:])]
    negated = bool(_NOT & set(_WORD.findall(before)[-3:]))
    found[at] = Bound(_number(match), relation.opposite if negated else relation, _telling(near))


def _number(match: re.Match[str]) -> float:
    value = match["value"].strip("$€£").replace(",", "")
    number = float(_SMALL.index(value) + 1) if value in _SMALL else float(value)
    return number * _SCALES.get(match["scale"] or "", 1.0)


def _telling(near: list[str]) -> tuple[str, ...]:
    """Stems of the content words, then of their listed synonyms."""
    own = [stem(word) for word in near if word not in w.STOPWORDS and word not in _NOT]
    return tuple(dict.fromkeys([*own, *(other for one in own for other in w.synonyms(one))]))
