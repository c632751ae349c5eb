"""Patterns where the text itself decides membership: e-mail addresses, dates, numbered publications, identifiers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.domain.question import ItemKind, Question
from app.domain.structure import Acronym
from app.domain.words import fold, singular, stems

_MONTH = (
    r"(?:Jan(?:uary|uar|\.)?|Feb(?:ruary|ruar|\.)?|Mar(?:ch|\.)?|M\u00e4rz|Apr(?:il|\.)?|May|Mai|June?\.?|Juni|July?\.?"
    r"|Juli|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|O[ck]t(?:ober|\.)?|Nov(?:ember|\.)?|De[cz](?:ember|\.)?"
    r"|janvier|f\u00e9vrier|mars|avril|juin|juillet|ao\u00fbt|septembre|octobre|novembre|d\u00e9cembre)"
)
_DASH = "[-\u2010\u2011\u2012\u2013]"


class Named(NamedTuple):
    regex: re.Pattern[str]
    says: str  # the predicate in words, plural


NAMED = {
    "email": Named(
        re.compile(r"(?<![\w.+@-])[A-Za-z0-9_][\w.+%'-]*@(?:[A-Za-z0-9](?:[\w-]*\w)?\.)+[A-Za-z]{2,}"),
        "e-mail addresses",
    ),
    "url": Named(
        re.compile(r"(?:\b(?:https?|ftp)://|(?<![\w.@/])www\.)[^\s<>\"\u201c\u201d|{}\\^`]*[^\s<>\"\u201c\u201d|{}\\^`.,;:!?)\]'\u2019]"),
        "web addresses (http, https, ftp or www)",
    ),
    "date": Named(
        re.compile(
            rf"(?<![\w/.-])(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
            rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?{_MONTH}(?:,?\s+\d{{4}})?"
            r"|\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.\d{4})(?![\w/])"
        ),
        "calendar dates with day and month",
    ),
    "rfc": Named(re.compile(rf"\bRFCs?[\s#]*{_DASH}?\s*(?:No\.\s*)?\d{{1,5}}(?![\w])"), "RFC numbers"),
    "isbn": Named(
        re.compile(
            rf"(?<![\d-])(?:97[89](?:{_DASH}| )?)?\d(?:(?:{_DASH}| )?\d){{8}}(?:{_DASH}| )?[\dXx](?![\d-])"
        ),
        "ISBNs (10 or 13 digits)",
    ),
    "doi": Named(re.compile(r"\b10\.\d{4,9}/[^\s\"<>\u201c\u201d]*[^\s\"<>.,;:)\]\u201c\u201d]"), "DOIs"),
    "cve": Named(re.compile(rf"\bCVE{_DASH}\d{{4}}{_DASH}\d{{4,7}}\b"), "CVE numbers"),
    "phone": Named(
        re.compile(r"(?<![\w.+-])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,5}\)\s?|\d{2,5}[\s./-])\d{2,4}(?:[\s.-]\d{2,5}){1,3}(?![\w-])"),
        "telephone numbers",
    ),
    "ip": Named(re.compile(r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d]|\.\d)"),
                "IPv4 addresses"),
    "uuid": Named(re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "UUIDs"),
    "percentage": Named(re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*\s?(?:%|per\s?cent\b)"), "percentages"),
    "hashtag": Named(re.compile(r"(?<![\w#&])#[^\W\d]\w*"), "hashtags"),
    "section_number": Named(
        re.compile(r"(?:\u00a7+\s?|\b[Ss]ections?\s+)\d+(?:\.\d+)*[a-z]?(?![\w])"), "section numbers"
    ),
}  # fmt: skip


# A further number behind the first: "RFCs 1 and 2", "SP 1-2, 1-3". Without a plural only numbers with a dash count.
_JOINT = r"\s*(?:,?\s*(and|or|&)(?!\w)|[,;/])\s*"
_MORE = re.compile(rf"{_JOINT}(\d+(?:{_DASH}\d+)+[A-Za-z]?(?:r\d+)?)(?!\w)")
_MORE_OF_PLURAL = re.compile(rf"{_JOINT}(\d+(?:{_DASH}\d+|\.\d+)*[A-Za-z]?(?:r\d+)?)(?!\w)")
_PLURAL = re.compile(r"[^\W\d]s[\s#)]*\d")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is searched for, and the words in which the answer says so."""

    name: str
    regex: re.Pattern[str]
    says: str

    def describes(self) -> str:
        """The predicate, as shown in the answer."""
        return self.says

    @property
    def prefix(self) -> str:
        """The letters in front of the numbers: "RFC"; "" where the pattern is of another kind."""
        return "RFC" if self.name == "rfc" else self.name[7:] if self.name.startswith("prefix:") else ""

    def key(self, text: str) -> str:
        """Equal for two ways to write one thing: "RFC 6749", "RFC6749", "RFC-6749"."""
        if self.prefix:
            return f"{self.prefix.lower()} {_numeral(text)}"
        if self.name in ("email", "url", "date", "doi", "percentage", "hashtag"):
            return fold(text)
        return re.sub(r"[\s\u00a0-]+", "", fold(text))

    def full(self, text: str) -> str:
        """The usual way to write a number of this kind; other things as they are."""
        return f"{self.prefix} {_numeral(text).upper() if text.isupper() else _numeral(text)}" if self.prefix else text

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans of the matches in a text, in order; numbers that share one prefix each have their own."""
        for match in self.regex.finditer(text):
            if self.prefix:
                yield from _numbers(text, match)
            else:
                yield match.span()


def _numbers(text: str, match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The match, or its number alone behind a plural; then the numbers joined to it, the last behind "and"."""
    plural = _PLURAL.search(match.group())
    yield (match.start() + plural.end() - 1 if plural else match.start()), match.end()
    more = _MORE_OF_PLURAL if plural else _MORE
    following = more.match(text, match.end())
    while following is not None:
        yield following.span(2)
        following = None if following[1] else more.match(text, following.end())


def _numeral(text: str) -> str:
    found = re.search(r"\d", text)
    return fold(text[found.start() :]) if found else fold(text)


def pattern_for(question: Question, acronyms: Iterable[Acronym] = ()) -> Pattern | None:
    """The pattern a question asks for, where the question alone fixes it; None for identifiers of unknown shape."""
    if question.item_kind is not ItemKind.PATTERN:
        return None
    named = NAMED.get(question.pattern)
    if named is not None:
        return Pattern(question.pattern, named.regex, named.says)
    kind, _, prefix = question.pattern.partition(":")
    return _prefixed(prefix, question, acronyms) if kind == "prefix" and prefix else None


def _prefixed(prefix: str, question: Question, acronyms: Iterable[Acronym]) -> Pattern:
    """Numbers behind an abbreviation or its written-out form: "SP 800-30", "Special Publication (SP) 800-30"."""
    forms = [re.escape(prefix)]
    for long in _long_forms(prefix, question, acronyms):
        words = r"\s+".join(re.escape(word) for word in long.split())
        forms.append(rf"{words}s?(?:\s*\({re.escape(prefix)}s?\))?")
    number = rf"\d+(?:{_DASH}\d+|\.\d+)*[A-Za-z]?(?:r\d+)?"
    regex = re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})s?(?:\s*(?:No\.?|#|{_DASH}))?\s*{number}(?!\w)")
    return Pattern(f"prefix:{prefix}", regex, f"{prefix} numbers")


def _long_forms(prefix: str, question: Question, acronyms: Iterable[Acronym]) -> list[str]:
    found = [a.long for a in acronyms if a.short == prefix]
    words = [*question.modifiers, *question.noun.split()[-1:]][-len(prefix) :]
    if len(words) == len(prefix) and "".join(word[0] for word in words).upper() == prefix:
        found.append(" ".join([*words[:-1], singular(words[-1].lower()).capitalize()]))
    return list(dict.fromkeys(found))


# ---------------------------------------------------------------- identifiers whose shape the text shows

_IDENTIFIER = re.compile(
    rf"(?<![\w.@/:-])(?=(?:[\w.:/]|{_DASH})*\d)[A-Z][A-Za-z]{{0,7}}\d*(?:(?:[.:_/]|{_DASH})[A-Z0-9]+)+[a-z]?(?![\w@]|[-/]\w)"
    r"|(?<![\w.@/-])[A-Z]{1,6}\d+(?:\.\d+)*(?![\w@]|[-/]\w)"
)
CLEAR = 0.6  # share of a group's identifiers that one shape must have where the noun stands by none
NEAR = 240  # code points between a noun and an identifier that it names


def shape(identifier: str) -> str:
    """Letters and digits folded: "PR.AA-01" is "A.A-9"."""
    return re.sub(r"\d+", "9", re.sub(r"[A-Za-z]+", "A", re.sub(_DASH, "-", identifier)))


def identifier_pattern(
    question: Question, texts: Sequence[tuple[str, str]], acronyms: Iterable[Acronym] = ()
) -> Pattern | None:
    """The pattern of the identifiers that stand nearest to the noun, kept to the group the question names.

    `texts`: passages as (heading path, text). None where no identifier stands by the noun, or the group has no prefix.
    """
    prefixes = _group_prefixes(question, [text for _, text in texts], acronyms)
    if prefixes is None:
        return None
    best = _most(_shapes(question, texts), 0.0) or (_most(_shapes_of(prefixes, texts), CLEAR) if prefixes else "")
    if not best:
        return None
    body = "".join({"A": "[A-Za-z]+", "9": r"\d+", "-": _DASH}.get(c, re.escape(c)) for c in best)
    head = f"(?=(?:{'|'.join(map(re.escape, prefixes))})(?![A-Za-z]))" if prefixes else ""
    regex = re.compile(rf"(?<![\w.@/:-]){head}{body}(?![\w@]|[-/]\w)")
    of = f" that begin with {' or '.join(prefixes)}" if prefixes else ""
    return Pattern("identifier", regex, f"identifiers of the shape {best}{of}")


def _shapes(question: Question, texts: Sequence[tuple[str, str]]) -> Counter[str]:
    """How many different identifiers of each shape stand in text or under headings that hold the noun."""
    nouns = {stems(noun)[-1] for noun in (question.noun,) if stems(noun)}
    near: dict[str, set[str]] = {}
    for headings, text in texts:
        found = [(m.start(), m.group()) for m in _IDENTIFIER.finditer(text)]
        if not found:
            continue
        places = _places(nouns, text)
        under = bool(nouns & set(stems(headings)))
        for at, identifier in found:
            if under or any(-NEAR < at - place < NEAR for place in places):
                near.setdefault(shape(identifier), set()).add(identifier)
    return Counter({one: len(members) for one, members in near.items()})


def _shapes_of(prefixes: Sequence[str], texts: Sequence[tuple[str, str]]) -> Counter[str]:
    """How many different identifiers of each shape begin with a prefix, wherever they stand."""
    begins = re.compile(f"(?:{'|'.join(map(re.escape, prefixes))})(?![A-Za-z])")
    found = {m.group() for _, text in texts for m in _IDENTIFIER.finditer(text) if begins.match(m.group())}
    return Counter(shape(one) for one in sorted(found))


def _most(counted: Counter[str], share: float) -> str:
    """The most frequent shape where it has at least this share; else nothing."""
    best = max(sorted(counted), key=lambda one: counted[one], default="")
    return best if best and counted[best] >= share * counted.total() else ""


def _places(nouns: set[str], text: str) -> list[int]:
    return [m.start() for m in re.finditer(r"[^\W\d_]+", text) if nouns & set(stems(m.group()))]


def _group_prefixes(question: Question, texts: Sequence[str], acronyms: Iterable[Acronym]) -> tuple[str, ...] | None:
    """Prefixes of the group asked for; () where the question names none, None where it names one that has no prefix."""
    values = [c.value for c in question.conditions if not c.negated]
    if not values:
        return ()
    known = [(stems(a.long), a.short) for a in acronyms]
    found: dict[str, None] = {}
    for value in values:
        wanted = stems(value)
        found.update((short, None) for long, short in known if long == wanted)
        beside = re.compile(rf"\b{re.escape(value)}\s*\(([A-Z]{{1,6}})\)", re.IGNORECASE)
        found.update((m[1], None) for text in texts for m in beside.finditer(text))
        if re.fullmatch(r"[A-Z]{1,6}(?:[.-][A-Z0-9]+)*", value):
            found[value] = None
    return tuple(found) or None
