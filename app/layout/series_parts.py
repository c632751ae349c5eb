"""What series in a sentence are made of: segments between commas, the words before and between items."""

from __future__ import annotations

import re
from typing import NamedTuple

Stretch = tuple[int, int]  # start and end in the text


class Series(NamedTuple):
    """A series found in a text; all spans are positions in that text."""

    items: tuple[Stretch, ...]
    lead: Stretch  # the words of the sentence before the first item
    tail: Stretch  # the words of the sentence behind the last item
    markers: tuple[str, ...] = ()
    numbering: str = "none"
    problems: tuple[str, ...] = ()
    ended: bool = True  # the sentence closes it
    open_end: str = ""  # "etc.", "and other tools": what stood in a member's place
    start_seen: bool = True  # nothing speaks for further items before the first


class Segment(NamedTuple):
    start: int
    end: int
    text: str


_BREAK = re.compile(r"[;,](?=[\s\"'\u201d\u2019])|[(\[]|[)\]]")
_YEAR = re.compile(r"\s*\d{4}\b")
_DAY = re.compile(r"[A-Z][a-z]{2,8}\.?\s\d{1,2}$")
_SUFFIX = re.compile(r"\s*(?:Inc|Ltd|LLC|L\.L\.C|L\.P|LP|Jr|Sr|Co|N\.A|S\.A|PhD|M\.D)\b")
CONJUNCTION = re.compile(r"\s*(?:and/or|as well as|and|or|und|oder|et|ou|&)\s+(?:(?:finally|lastly|also|then),?\s+)?")
INNER = re.compile(r"\s(?:and/or|as well as|and|or|&)\s+")
OPEN = re.compile(
    r"\s*(?:etc\b\.?|et cetera|(?:and|or) so (?:on|forth)|and more|(?:and|or) the like"
    r"|(?:and|or) (?:(?:any|many|various|all|certain|some) )?(?:others?\b|similar\b)[^;,]*)",
    re.IGNORECASE,
)
STOP = re.compile(
    r"\s*(?:which|who|whom|whose|that|where|when|while|whereas|if|but|because|although|though|as|so"
    r"|however|then|thus"
    r"|not|nor|yet|therefore|respectively|unless|until|since|see|we|it|they|he|she|you|i\.e|e\.g|after|before|at which"
    r"|in which|such as|including|for example|for instance|particularly|especially"
    r"|potentially|ideally|typically|usually|preferably|even"
    r"|of which)\b"
    r"(?! well as)"
)
FINITE = re.compile(
    r"\s(?:is|are|was|were|has|have|had|shall|will|can|may|must|should|would|could|do|does|did|make|makes"
    r"|constitute|form|apply|applies)\s"
)
# What may stand directly before the first item, strongest first; the last match in the text counts.
COLON = re.compile(r":\s+|\s[\u2013\u2014-]\s|\u2014")
NAMED = re.compile(
    r"\b(?:such (?:[a-z-]+ ){0,3}as|including(?: but not limited to)?,?|namely,?|for example,?|e\.g\.,?|i\.e\.,?"
    r"|specifically,?|like|known as|called"
    r"|consist(?:s|ed|ing)? of|compris(?:es?|ed|ing)(?: of)?|composed of|made up of|includ(?:es?|ed)|divided into"
    r"|grouped into|as follows|classified (?:as|into)|defined as|categori[sz]ed (?:as|into))\s+",
)
VERB = re.compile(
    r"\b(?:are|is|be|was|were|being|contain(?:s|ed|ing)?|covers?|requires?|provides?|supports?|offers?|uses?|defines?"
    r"|address(?:es)?"
    r"|identif(?:y|ies|ied)|recogni[sz]es?|lists?|has|have|involves?|affects?|needs?|shows?|describes?|produces?"
    r"|accepts?|allows?|creates?"
    r"|between|among|from|as|sont|sind|comprend)\s+(?:either\s+|both\s+|all\s+)?",
)
PREPOSITION = re.compile(
    r"\b(?:of|to|by|for|with|in|on|at|through|using|into|via|against|about|within|across|under|per)\s+"
)
DETERMINER = re.compile(r"\b(?:the|a|an|its|their|his|her|our|your|any|all|each|every|whether)\s")
GERUND = re.compile(r"\b[A-Za-z]+ing\b\s")
# Behind the last item: the series goes on in another way.
MORE = re.compile(
    r"[\s,;]*(?:and|or|as well as|plus|along with|together with|in addition to|but also|also|besides)\b", re.IGNORECASE
)
END_MARKS = " \t.;,:"


# What parts segments, where it stands outside brackets: without one of these a text holds no series of commas.
PARTED = re.compile(r"[;,](?=[\s\"'\u201d\u2019])")


def split(text: str, start: int, end: int) -> list[Segment]:
    """Segments between the commas and semicolons that stand outside brackets (not in numbers, dates, "Inc.")."""
    segments = []
    depth = 0
    at = start
    for match in _BREAK.finditer(text, start, end):
        mark = match.group()
        if mark in "([":
            depth += 1
        elif mark in ")]":
            depth = max(0, depth - 1)
        elif depth == 0 and not (mark == "," and _bound(text, at, match.start(), end)):
            segments.append(Segment(at, match.start(), text[at : match.start()]))
            at = match.end()
    segments.append(Segment(at, end, text[at:end]))
    return segments


def _bound(text: str, start: int, comma: int, end: int) -> bool:
    if _SUFFIX.match(text, comma + 1, end):
        return True
    return bool(_YEAR.match(text, comma + 1, end) and _DAY.search(text, max(start, comma - 14), comma))


# ---------------------------------------------------------------- common end


def finish(
    text: str, lead: Stretch, stretches: list[Stretch], closing: int, tail: Stretch, least: int, longest: int = 60
) -> Series | None:
    """Trim the items; drop "etc." as an item; refuse what is no series after all."""
    items: list[Stretch] = []
    open_end = ""
    joined = False
    for a, b in stretches:
        if OPEN.fullmatch(text[a:b].rstrip(END_MARKS)):
            open_end = text[a:b].strip(" ;,")
            continue
        joined = joined or bool(CONJUNCTION.match(text, a, b))
        items.append(trim(text, a, b))
    if len(items) > 1:
        joined = joined or bool(INNER.search(text, items[-2][1], items[-1][0] + 1))
    if len(items) < least or any(not _item_like(text[a:b], longest) for a, b in items):
        return None
    ended = joined or bool(open_end) or text[: tail[1]].rstrip()[-1:] in ".!?"
    ended = ended and not MORE.match(text, max(closing, items[-1][1]), tail[1])
    return Series(tuple(items), lead, (max(closing, items[-1][1]), tail[1]), ended=ended, open_end=open_end)


def trim(text: str, start: int, end: int) -> Stretch:
    """Without a leading conjunction and without punctuation at the end."""
    conjunction = CONJUNCTION.match(text, start, end)
    if conjunction:
        start = conjunction.end()
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    body = body.strip()
    kept = body.rstrip(END_MARKS)
    if body.endswith(".") and re.search(r"(?:\b[A-Z]|\b(?:Inc|Ltd|Co|Corp|etc|U\.S|e\.g|al))\.$", body):
        kept = body.rstrip(" ;,:")
    return start, start + len(kept)


def _item_like(item: str, longest: int) -> bool:
    return (
        bool(item)
        and len(item.split()) <= longest
        and any(map(str.isalnum, item))
        and not re.fullmatch(r"[A-Z]\.", item)
    )


def last_end(pattern: re.Pattern[str], text: str) -> int | None:
    """End of the last match outside brackets."""
    at = None
    for match in pattern.finditer(text):
        if text.count("(", 0, match.start()) <= text.count(")", 0, match.start()):
            at = match.end()
    return at


def first_end(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return match.end() if match else None
