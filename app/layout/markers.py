"""List markers and section numbers at the start of a line: bullets, numbers, letters, roman numerals, label words.

`read_marker("(i) text")` gives the printed marker, where the body begins, the marker's *style* (its shape with the
value taken out, "(#)") and every reading of its value: "(i)" is the ninth letter and the first roman numeral.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from app.layout.number_words import SMALL

BULLET = "bullet"
DECIMAL = "decimal"
LOWER_ALPHA = "lower_alpha"
UPPER_ALPHA = "upper_alpha"
LOWER_ROMAN = "lower_roman"
UPPER_ROMAN = "upper_roman"


class Reading(NamedTuple):
    """One way to read a marker: its family and its value (1-based)."""

    family: str
    value: int


class Marker(NamedTuple):
    """A marker as printed; `text_of_line[end:]` is the body."""

    text: str
    end: int
    style: str  # shape without the value: "(#)", "#.", "step #", or the bullet itself
    readings: tuple[Reading, ...]
    path: tuple[str, ...] = ()  # parts of a number of several levels: "2.1" is ("2", "1")
    word: str = ""  # the label word: "Step", "Article"
    bare: bool = False  # a number without punctuation: a marker only where position or style says so

    @property
    def is_bullet(self) -> bool:
        return self.readings[0].family == BULLET

    def value(self, family: str) -> int:
        """The value in a family, 0 where it cannot be read so."""
        return next((r.value for r in self.readings if r.family == family), 0)


# Bullets that need no white space behind them, as one character class: dots, squares, triangles, arrows, dingbats,
# private-use characters and stray control characters of symbol fonts.
_SOLID = (
    "\u2022\u2023\u2043\u2219\u25a0-\u25ff\u2b1b\u2b1c\u2b25\u2b29\u2b9a\u2610-\u2612\u2605\u2606\u2666\u2726\u2727"
    "\u261b\u261e\u2708-\u2775\u2794-\u27bf\u2190-\u21ff\ue000-\uf8ff\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
)
_LOOSE = "-\u2010-\u2015\u2212*\u00b7\u22c5\u00b0\u00bb\u203a>~+\u00a7\ufffd\u00d8\u00fc\u00a8\u0001"
_BULLET = re.compile(rf"\s*(?:([{_SOLID}])\s*|([{_LOOSE}])\s+)(?=\S|$)")
# The letters that stand for a bullet where a symbol font was lost; wide space or a capital must follow.
_LETTER_BULLET = re.compile(r"\s*([olnqv\u00a7])(?:\s{2,}|\t\s*| (?=[A-Z]))")
_CIRCLED = re.compile("\\s*([\u2460-\u2473\u2776-\u277f\u2780-\u2793])\\s*")

_ENUM = re.compile(
    r"""\s*(?P<open>[(\[]?)\s?
    (?P<body>\d{1,4}(?:\.\d{1,3}){0,5}|[A-Z]\d{0,2}(?:\.\d{1,3}){1,5}|[A-Za-z]{1,7})
    (?P<close>\s?[.)\]:]{1,2}|)(?=[\s\u3000-\u9fff]|$)\s*""",
    re.VERBOSE,
)
# No space behind the marker: a capital tells, or the parenthesis that opened it.
_GLUED = re.compile(
    r"\s*(?P<open>\()?(?P<body>\d{1,2}|(?P<letter>[A-Za-z])(?P=letter)?|[ivx]{1,4})(?P<close>\))"
    r"(?(open)(?=[A-Z]|[a-z]{3})|(?=[A-Z]))"
)
_CODE = re.compile(r"\s*(?P<word>[A-Z]{1,4}-?)(?P<body>\d{1,3}(?:\.\d{1,3}){0,4})(?P<close>[.:)]?)(?=\s|$)\s*")
_WORDED = re.compile(
    r"""\s*(?P<word>[A-Z][A-Za-z]{1,17}(?:\s[A-Z][a-z]{1,14})?|\u00a7{1,2})\s{1,3}
    (?P<body>\d{1,3}(?:\.\d{1,3}){0,4}[A-Z]?|[IVXLC]{1,7}|[A-Z]|[A-Z][A-Za-z]{2,8})
    (?P<close>\s?[.:)\u2010-\u2015]|\s-(?=\s)|)(?:(?=\s|$)|(?<=[\u2013\u2014])(?=\w))\s*""",
    re.VERBOSE,
)
# A word that can be no number and no bullet: what most lines begin with.
_PLAIN_WORD = re.compile(r"\s*(?:[A-Za-z]{8}|[A-Za-z]{2,7}\s+[^\s.)\]:])")
# Words that number parts of a document or steps of a course of action, also without punctuation behind the number.
PART_WORDS = frozenset(
    [
        "article",
        "section",
        "chapter",
        "part",
        "appendix",
        "annex",
        "annexe",
        "schedule",
        "exhibit",
        "title",
        "book",
        "volume",
        "division",
        "attachment",
        "chapitre",
        "titre",
        "kapitel",
        "teil",
        "anhang",
        "abschnitt",
        "artikel",
        "anexo",
        "anlage",
        "unit",
        "module",
        "lesson",
        "item",
        "clause",
    ]
)
STEP_WORDS = frozenset(
    ["step", "phase", "stage", "level", "tier", "rule", "principle", "option", "question", "task", "goal", "objective"]
)
_NOT_MARKERS = frozenset(
    ["table", "figure", "fig", "page", "note", "version", "no", "number", "grade", "form", "chart", "box", "equation"]
)

_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN = re.compile(r"(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$")


def roman(text: str) -> int:
    """Value of a well-formed roman numeral in any case, else 0."""
    low = text.lower()
    if not _ROMAN.match(low):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in low]
    following = [*values[1:], 0]
    return sum(-v if v < n else v for v, n in zip(values, following, strict=True))


def to_roman(value: int) -> str:
    """Upper-case roman numeral of 1..3999."""
    steps = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")]
    steps += [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out = ""
    for size, letters in steps:
        out += letters * (value // size)
        value %= size
    return out


def printed_value(family: str, value: int) -> str:
    """How a value would be printed in a family: 3 in lower_alpha is "c"."""
    if family in (LOWER_ROMAN, UPPER_ROMAN):
        text = to_roman(value)
    elif family in (LOWER_ALPHA, UPPER_ALPHA):
        letter = chr(ord("A") + (value - 1) % 26)
        text = letter * ((value - 1) // 26 + 1)
    else:
        return str(value)
    return text.lower() if family.startswith("lower") else text


def readings_of(body: str) -> tuple[Reading, ...]:
    """Every reading of a number, letter or roman numeral; none for a word."""
    if body.isdecimal():
        return (Reading(DECIMAL, int(body)),)
    if not body.isalpha() or not body.isascii() or not (body.islower() or body.isupper()):
        return ()
    case = "lower" if body.islower() else "upper"
    found = []
    if len(set(body)) == 1 and len(body) <= 3:
        value = ord(body[0].lower()) - ord("a") + 1 + 26 * (len(body) - 1)
        found.append(Reading(f"{case}_alpha", value))
    numeral = roman(body)
    if numeral:
        found.append(Reading(f"{case}_roman", numeral))
        if body.lower() in ("i", "ii", "iii") or len(body) > 1:
            found.reverse()
    return tuple(found)


def read_marker(text: str) -> Marker | None:
    """The marker at the start of a line, or None."""
    head = text[:64]
    first = head.lstrip()[:1]
    if not first:
        return None
    if not first.isalnum():
        return _bullet(head) or _enumerated(head) or _glued(head)
    if not first.isascii():
        return _circled(head)
    if first.isupper():
        worded = _worded(head)
        if worded is not None:
            return worded
    if _PLAIN_WORD.match(head):
        return None
    return _enumerated(head) or _glued(head) or _code(head) or _letter_bullet(head)


def _bullet(head: str) -> Marker | None:
    match = _BULLET.match(head)
    if match is None:
        return None
    glyph = match.group(1) or match.group(2)
    if glyph == "\u00a7" and head[match.end() : match.end() + 1].isdecimal():
        return _worded(head)
    if head[match.end() : match.end() + 1] in "-_=*." and len(head) > match.end():
        return None  # a ruling of signs
    if glyph in "+~>*\u00b0" and head[match.end() : match.end() + 1].isdecimal():
        return None  # a sign or a remark, not a bullet
    return Marker(glyph, match.end(), glyph, (Reading(BULLET, 0),))


def _letter_bullet(head: str) -> Marker | None:
    match = _LETTER_BULLET.match(head)
    if match is None:
        return None
    return Marker(match.group(1), match.end(), match.group(1), (Reading(BULLET, 0),))


def _circled(head: str) -> Marker | None:
    match = _CIRCLED.match(head)
    if match is None:
        return None
    code = ord(match.group(1))
    start = max(base for base in (0x2460, 0x2776, 0x2780, 0x278A) if base <= code)
    return Marker(match.group(1), match.end(), chr(start), (Reading(DECIMAL, code - start + 1),))


def _enumerated(head: str) -> Marker | None:
    match = _ENUM.match(head)
    if match is None:
        return None
    opened, body, closed = match.group("open", "body", "close")
    closed = closed.strip()
    if not _paired(opened, closed):
        return None
    printed = head[: match.end()].strip()
    if not closed and body.isalpha():
        return None  # a word
    if "." in body:
        return _numbered_path(printed, match.end(), opened, body, closed)
    readings = readings_of(body)
    if not readings or (len(body) == 4 and body.isdecimal() and not opened):
        return None
    if closed or body.isdecimal():
        return Marker(printed, match.end(), f"{opened}#{closed}", readings, (body,), bare=not closed)
    return None


def _paired(opened: str, closed: str) -> bool:
    if opened == "(":
        return closed[:1] == ")"
    if opened == "[":
        return closed[:1] == "]"
    return closed in ("", ".", ")", ":", ").", ".)")


def _numbered_path(printed: str, end: int, opened: str, body: str, closed: str) -> Marker | None:
    path = tuple(body.split("."))
    if not path[-1].isdecimal() or len(path[-1]) == 3:
        return None
    if len(path) == 2 and path[1].startswith("0") and len(path[1]) > 1 and not path[0].isdecimal():
        return None
    shape = ("A" if path[0][0].isalpha() else "#") + ".#" * (len(path) - 1)
    return Marker(
        printed, end, f"{opened}{shape}{closed}", (Reading(DECIMAL, int(path[-1])),), path, bare=not (opened or closed)
    )


def _glued(head: str) -> Marker | None:
    match = _GLUED.match(head)
    if match is None:
        return None
    readings = readings_of(match.group("body"))
    if not readings:
        return None
    style = f"{match.group('open') or ''}#)"
    return Marker(head[: match.end()].strip(), match.end(), style, readings, (match.group("body"),))


def _code(head: str) -> Marker | None:
    match = _CODE.match(head)
    if match is None:
        return None
    path = tuple(match.group("body").split("."))
    style = match.group("word") + ".".join("#" * 1 for _ in path)
    printed = head[: match.end()].strip()
    readings = (Reading(DECIMAL, int(path[-1])),)
    word = match.group("word")
    return Marker(printed, match.end(), style, readings, (word + path[0], *path[1:]), word, bare=True)


def _worded(head: str) -> Marker | None:
    match = _WORDED.match(head)
    if match is None:
        return None
    word, body, closed = match.group("word", "body", "close")
    low = word.lower()
    if low in _NOT_MARKERS:
        return None
    known = low in PART_WORDS or low in STEP_WORDS or word[0] == "\u00a7"
    if not closed and not known and match.end() < len(head):
        return None
    if not known and body.isalpha() and closed.strip() in ("", ".", ")"):
        return None  # a name and an initial
    if not closed and head[match.end() : match.end() + 1].islower():
        return None  # "Appendix A is ...": a sentence
    if body.isalpha() and len(body) > 1 and low in PART_WORDS and body.lower() in SMALL:
        body = str(SMALL[body.lower()])  # "CHAPTER FIVE"
    path = tuple(body.split("."))
    readings = readings_of(path[-1].rstrip("ABCDEFGH") if path[-1][:1].isdecimal() else path[-1])
    if not readings:
        return None
    style = f"{low} #" + ".#" * (len(path) - 1)
    return Marker(head[: match.end()].strip(), match.end(), style, readings, path, word, bare=not closed.strip())
