"""Names in a sentence: runs of capitalised words, identifiers, and what stands in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.words import fold, stem, stems, word_set

_WORD = re.compile(r"[^\W_][\w'\u2019&-]*[^\W_]|[^\W_]")
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{2,})[\"\u201d]|(?<!\w)'([^']{2,})'(?!\w)")
_POSSESSIVE = re.compile("['\u2019]s$")
_BEGINS = re.compile(r"(?:^|[.!?:;]\s+|[\"\u201c\u201d(]\s*)$")
# Words that are written with a capital letter only because a sentence begins with them.
_OPENERS = word_set(
    "a all also although among an and any are as at because besides both but by can do does each eight eleven every "
    "exactly few five for four from had has have he her here his how however i if in is it its just many more most my "
    "nine no nobody none not nothing of on one only or other others our seven several she since six so some such ten "
    "that the their them then there therefore these they this those three thus to twelve two under unless until up was "
    "we were what when where which while who with within without yes you your after before between during per over"
)


def names_in(text: str, known: Sequence[str] = ()) -> Iterator[str]:
    """Each once. `known`: texts whose common words are no names even where a sentence begins with them."""
    seen: set[str] = set()
    common = {each for one in known for each in stems(one) if one}
    for name in (*_quoted(text), *_runs(text, common)):
        if fold(name) not in seen:
            seen.add(fold(name))
            yield name


def _quoted(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        yield (match[1] or match[2]).strip()


def _runs(text: str, common: set[str]) -> Iterator[str]:
    """Capitalised words in a row, parted by nothing but a space; a possessive ends its run."""
    run: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        word = _POSSESSIVE.sub("", match.group())
        if run and not (text[end : match.start()] == " " and _is_name(word)):
            yield " ".join(run)
            run = []
        if _is_name(word) and not _opens(text, match, common):
            run.append(word)
        if run and word != match.group():
            yield " ".join(run)
            run = []
        end = match.end()
    if run:
        yield " ".join(run)


def _is_name(word: str) -> bool:
    return word[0].isupper() or (any(c.isdigit() for c in word) and any(c.isupper() for c in word))


def _opens(text: str, match: re.Match[str], common: set[str]) -> bool:
    """A common word at the beginning of a sentence."""
    if not _BEGINS.search(text[: match.start()]):
        return False
    word = match.group().casefold()
    return word in _OPENERS or stem(word) in common or word.endswith("ly")
