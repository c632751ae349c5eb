"""Where an item stands in a text: as written, and in the near spellings tried before it is called absent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from app.domain.words import fold, is_short_for, singular

_PART = re.compile(r"\w+(?:[+#%\u2030\u00b0]+|-(?!\w))?", re.UNICODE)
_ARTICLE = re.compile(r"^(?:the|an?|les?|la|der|die|das)\s+(?=\w)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([^()]+)\)")
_LINE_END = r"(?:[-\u2010]\s*\n\s*|\u00ad\s*)?"  # a word broken over two lines
_ANY_HYPHEN = r"(?:[-\u2010-\u2015\u00ad]\s*)?"
_GAP = r"[^\w.;:!?]{1,4}"  # between two words of one name: no end of a sentence
_WIDE = r"[^\w]{1,4}"  # where the name itself has a full stop or colon there
_LOOSE = r"[^\w.;:!?]{0,4}"
_VARIANTS = (("isation", "i[sz]ation"), ("ization", "i[sz]ation"), ("ise", "i[sz]e"), ("ize", "i[sz]e"),
             ("our", "ou?r"), ("ll", "ll?"))  # fmt: skip


class Spelling(NamedTuple):
    """One way to write an item, and the pattern that finds it in a folded text."""

    text: str
    how: str
    pattern: re.Pattern[str]


def spellings(item: str, acronyms: Iterable[tuple[str, str]] = ()) -> tuple[Spelling, ...]:
    """The ways to write an item, the strictest first. `acronyms`: (short, long) as the documents explain them.

    None of them lets two names match that differ in a number, a sign or a negation.
    """
    found = [
        Spelling(item, "as_written", _pattern(item, loose=False, plural=False)),
        Spelling(item, "hyphens_and_spaces", _pattern(item, loose=True, plural=False)),
        Spelling(item, "singular_plural_and_variants", _pattern(item, loose=True, plural=True)),
    ]
    for text, how in _others(item, acronyms):
        found.append(Spelling(text, how, _pattern(text, loose=True, plural=True)))
    unique = {each.pattern.pattern: each for each in reversed(found) if _PART.search(fold(each.text))}
    return tuple(each for each in found if unique.get(each.pattern.pattern) is each)


def _others(item: str, acronyms: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    bare = _ARTICLE.sub("", item.strip())
    if bare != item.strip():
        yield bare, "without_article"
    inside = _IN_BRACKETS.search(item)
    if inside:
        yield " ".join(_IN_BRACKETS.sub(" ", item).split()), "without_brackets"
        yield inside.group(1), "in_brackets"
    own = fold(item)
    for short, long in acronyms:
        if own == fold(short):
            yield long, "acronym_in_full"
        elif own == fold(long) or is_short_for(short, item):
            yield short, "acronym"


def _pattern(text: str, loose: bool, plural: bool) -> re.Pattern[str]:
    """Words in a row; `loose`: parted or joined otherwise; `plural`: singular, plural, variants."""
    folded = fold(text)
    parts: list[str] = []
    last = None
    for match in _PART.finditer(folded):
        if last is not None:
            parts.append(_between(folded[last.end() : match.start()], last.group(), match.group(), loose))
        parts.append(_word(match.group(), loose, plural))
        last = match
    return re.compile(_start(folded) + "".join(parts) + _end(last.group() if last else ""))


def _between(gap: str, before: str, after: str, loose: bool) -> str:
    """Digits never join: "1 2" is not "12"."""
    if re.search(r"[.;:!?]", gap):
        return _WIDE
    return _LOOSE if loose and not (before[-1].isdigit() and after[0].isdigit()) else _GAP


def _word(word: str, loose: bool, plural: bool) -> str:
    if not word.isalpha() or len(word) < 4:
        return re.escape(word)
    if not plural:
        return _letters(word, loose)
    one = singular(word)
    forms = {one, one + "s", word}
    forms |= {one + "es"} if one.endswith(("s", "x", "z", "ch", "sh")) else set()
    forms |= {one[:-1] + "ies"} if one.endswith("y") else set()
    return f"(?:{'|'.join(_variant(form) for form in sorted(forms, key=lambda f: (-len(f), f)))})"


def _letters(word: str, loose: bool) -> str:
    return (_ANY_HYPHEN if loose else _LINE_END).join(map(re.escape, word))


def _variant(word: str) -> str:
    """British and American spellings of one word."""
    for plain, both in _VARIANTS:
        at = word.rfind(plain)
        if at > 1:
            return _letters(word[:at], True) + both + _letters(word[at + len(plain) :], True)
    return _letters(word, True)


def _start(folded: str) -> str:
    first = _PART.search(folded)
    sign = folded[first.start() - 1] if first and first.start() else ""
    signed = re.escape(sign) if sign in "-+\u00b1<>\u2264\u2265$\u20ac\u00a3@#" and sign else ""
    digits = first is not None and first.group()[0].isdigit()
    return r"(?<!\w)" + (r"(?<!\d[.,])" if digits and not signed else "") + signed


def _end(last: str) -> str:
    """A name ends where it ends: "Level 1" is not in "Level 1.2", "A" not in "A-"."""
    if not last or not last[-1].isalnum():
        return r"(?!\w)"
    short = r"(?!-(?!\w))" if len(last) < 3 else ""
    return r"(?!\w)(?![+#%\u2030\u00b0])" + short + (r"(?![.,]\d)" if last[-1].isdigit() else "")


# ---------------------------------------------------------------- texts


def equals(tried: Iterable[Spelling], name: str) -> Spelling | None:
    """The first spelling that is all of a name."""
    folded = " ".join(name.translate(_FOLDING).split())
    return next((each for each in tried if each.pattern.fullmatch(folded)), None)


class _Folding(dict[int, str]):
    """Code point -> its folded form, worked out once."""

    def __missing__(self, point: int) -> str:
        letter = chr(point)
        plain = "-" if unicodedata.category(letter) == "Pd" or point == 0x2212 else letter
        self[point] = found = letter if point == 0x00AD else unicodedata.normalize("NFKC", plain).casefold()
        return found


_FOLDING = _Folding()


def find(spelling: Spelling, text: str) -> list[tuple[int, int]]:
    """Spans of the text, in code points, that are this spelling; line ends inside count as spaces."""
    folded = text.translate(_FOLDING)
    found = [match.span() for match in spelling.pattern.finditer(folded)]
    if len(folded) == len(text) or not found:
        return found
    places: list[int] = []
    for at, letter in enumerate(text):
        places += [at] * len(_FOLDING[ord(letter)])
    return [(places[start], places[end - 1] + 1) for start, end in found]
