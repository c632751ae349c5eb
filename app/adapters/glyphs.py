"""What fonts do to characters: weights told by a font's name, dingbat letters, controls and private-use signs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

BULLET = "\u2022"

_BOLD = re.compile(r"bold|black|heavy|semibold|demi|[-_,. ]bd\b|cmbx|cmssbx|-medi\b|medi$", re.IGNORECASE)
_LIGHT = re.compile(r"semilight|demilight", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique|slanted|kursiv|cmti|cmsl|cmmi|-it\b|ital$", re.IGNORECASE)
_DINGBAT = re.compile(r"wingding|dingbat|webding|^symbol|[+]symbol|fontawesome|marlett|monotypesorts", re.IGNORECASE)

# Zero-width and byte-order marks go; every kind of line end or tab becomes a space, so that one line stays one line.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\xa0\u2002-\u200b\u2028\u2029\u202f\u205f\u2060\u2061-\u2064\u3000\ufeff"
    "\ud800-\udfff\ue000-\uf8ff\ufffe\uffff\U000f0000-\U0010ffff]"
)
_SPACES = frozenset("\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029\u202f\u205f\u3000") | frozenset(
    map(chr, range(0x2002, 0x200B))
)
_NOTHING = frozenset("\u200b\u2060\u2061\u2062\u2063\u2064\ufeff\ufffe\uffff\x7f")

# Symbol fonts put their code points at U+F000; these have a plain meaning wherever they stand.
_PRIVATE = {
    0xFC: "\u2713", 0xFE: "\u2611", 0xFB: "\u2717", 0xFD: "\u2612", 0xA8: "\u25fb", 0x6F: "\u25a1", 0x71: "\u2751",
    0xE0: "\u2192", 0xDF: "\u2190", 0xB7: BULLET, 0xA7: "\u25aa", 0x6E: "\u25a0", 0x6C: "\u25cf", 0xD8: "\u27a2",
    0x76: "\u2756", 0x75: "\u25c6", 0x77: "\u2b25", 0x73: "\u2b27", 0xD2: "\u00ae", 0xE4: "\u2122",
}  # fmt: skip
_LETTER_SIGNS = {"\u00fc": "\u2713", "\u00fe": "\u2611", "\u00fb": "\u2717", "\u00fd": "\u2612", "\u00e0": "\u2192"}


class FontTraits(NamedTuple):
    bold: bool
    italic: bool
    dingbat: bool


@lru_cache(maxsize=4096)
def font_traits(name: str) -> FontTraits:
    """What the name of a font says about its letters."""
    plain = _LIGHT.sub("", name)
    return FontTraits(bool(_BOLD.search(plain)), bool(_ITALIC.search(plain)), bool(_DINGBAT.search(name)))


def clean(text: str, starts_line: bool) -> str:
    """One line of ordinary characters. A control or private-use sign that opens a line is a bullet."""
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\xa0", " ")
    if not _ODD.search(text):
        return text
    out: list[str] = []
    opening = starts_line
    for letter in text:
        mapped = _plain(letter, opening)
        out.append(mapped)
        opening = opening and not mapped.strip()
    return "".join(out)


def clean_dingbats(text: str) -> str:
    """The text of a dingbat font: letters there are pictures."""
    return "".join(_dingbat(letter) for letter in text)


def _plain(letter: str, opening: bool) -> str:
    if not _ODD.match(letter):
        return letter
    if letter in _SPACES:
        return " "
    if letter in _NOTHING:
        return ""
    code = ord(letter)
    if 0xF000 <= code <= 0xF0FF:
        return _symbol(code - 0xF000, opening)
    if opening:
        return BULLET
    return "\ufffd" if code >= 0xD800 else ""


def _symbol(code: int, opening: bool) -> str:
    if code in _PRIVATE:
        return _PRIVATE[code]
    return BULLET if opening else "\ufffd"


def _dingbat(letter: str) -> str:
    code = ord(letter)
    if letter in _SPACES or letter == " ":
        return " "
    if 0xF000 <= code <= 0xF0FF:
        return _symbol(code - 0xF000, opening=True)
    if letter in _LETTER_SIGNS:
        return _LETTER_SIGNS[letter]
    # Greek letters, arrows and operators of a decoded symbol font are what they seem; so are real dingbats.
    return BULLET if code < 0x100 else letter
