"""The words of a document, to decide whether a hyphen at a line end belongs to the word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from app.domain.page import Line

_WORD = re.compile(r"[^\W\d_]{2,}")
# Heads that keep their hyphen before a following word more often than not.
_KEPT = re.compile(
    r"(?:non|self|cross|multi|semi|ex|all|well|high|low|long|short|real|third|first|second|full|half|part)$"
)


def document_words(lines: Iterable[Line]) -> frozenset[str]:
    """All words of at least two letters, in lower case, that do not touch a hyphen at a line end."""
    found: set[str] = set()
    for line in lines:
        text = line.text.rstrip()
        broken = text.endswith(("-", "\u2010", "\u00ad"))
        here = _WORD.findall(text.lower())
        found.update(here[:-1] if broken else here)
    return frozenset(found)


def word_test(words: frozenset[str]) -> Callable[[str], bool]:
    """`is_word(joined)` for joining over hyphens.

    A joined word that the document has elsewhere without a hyphen is a word; one whose two halves would have to be
    known is not asked for here, so an unknown one counts as a word unless its head is a prefix that keeps
    its hyphen.
    """

    def is_word(joined: str) -> bool:
        if joined in words:
            return True
        return not any(_KEPT.fullmatch(joined[:size]) and joined[size:] in words for size in range(2, len(joined) - 1))

    return is_word
