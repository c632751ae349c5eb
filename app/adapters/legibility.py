"""Is the text of a page language, or the debris of a font without a usable encoding? Decided on the text itself."""

from __future__ import annotations

import re

# C0 and C1 controls (white space aside), private use, the replacement character, non-characters, lone surrogates.
_DEBRIS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ue000-\uf8ff\ufffd\ufffe\uffff]")
# Signs that stand inside a "word" only where letters were mapped wrongly.
_SIGN = re.compile("[\x7f-\x9f¡-©«-´¶-¹»-¿×÷]")
_SIGN_INSIDE = re.compile("[^\\W\\d_][\x7f-\x9f¡-©«-´¶-¹»-¿×÷][^\\W\\d_]|[¡-©«-´¶-¹»-¿×÷]{3}")
# No parts of addresses. What must not stand before a word is looked for behind its first letter: the search then skips
# from letter to letter, which halves its time.
_LATIN_WORD = re.compile(r"[a-zß-öø-ÿœ](?<![\w./:@-].)[a-zß-öø-ÿœ]{3,}(?![\w/:@-]|[.]\w)", re.DOTALL)
_LETTERS = re.compile(r"\w+")
_VOWELS = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœ")

_FEW = 40  # visible characters below which nothing is decided
_DEBRIS_SHARE = 0.12
_MIXED_SHARE = 0.25
_LETTER_SHARE = 0.10
_VOWEL_SHARE = 0.55


def is_garbled(text: str) -> bool:
    """True where the characters cannot be what the page shows. Any script passes; short texts are trusted.

    A single private-use bullet per line is ordinary, so such characters at the start of a line do not count.
    """
    visible = [line.strip() for line in text.splitlines()]
    size = sum(map(len, visible))
    if size < _FEW:
        return bool(size) and sum(len(_DEBRIS.findall(line)) for line in visible) > 0.5 * size
    odd = not (text.isascii() and text.replace("\n", "").isprintable())
    if odd and _DEBRIS.search(text) and sum(len(_DEBRIS.findall(line[1:])) for line in visible) > _DEBRIS_SHARE * size:
        return True
    return _mixed(text) or _voweless(text) or _letterless(text, size)


def _mixed(text: str) -> bool:
    if (text.isascii() and "\x7f" not in text) or not _SIGN.search(text):
        return False
    tokens = [token for token in text.split() if len(token) > 2]
    if len(tokens) < 10:
        return False
    return sum(1 for token in tokens if _SIGN_INSIDE.search(token)) > _MIXED_SHARE * len(tokens)


def _voweless(text: str) -> bool:
    """Letters shifted by a font's private encoding: words of Latin letters without vowels."""
    found = _LATIN_WORD.findall(text)
    if len(found) < 25:
        return False
    return len(found) - sum(map(_VOWELS.isdisjoint, found)) < _VOWEL_SHARE * len(found)


def _letterless(text: str, size: int) -> bool:
    """Hardly a letter or digit: punctuation debris. Rules drawn with one repeated character are no debris."""
    if size < 4 * _FEW:
        return False
    for part in (text[: size // 4], text):  # the first quarter of a page of words has letters enough for all of it
        if sum(map(len, _LETTERS.findall(part))) >= _LETTER_SHARE * size:
            return False
    return len(set(text)) > 12
