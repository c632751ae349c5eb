"""Series inside one sentence: "A, B, and C", "A; B; and C", "(i) ...; and (ii) ...". Text in, spans out."""

from __future__ import annotations

import re
from itertools import pairwise
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


class Segment(NamedTuple):
    start: int
    end: int
    text: str


_BREAK = re.compile(r"[;,](?=[\s\"'\u201d\u2019])|[(\[]|[)\]]")
_YEAR = re.compile(r"\s*\d{4}\b")
_DAY = re.compile(r"[A-Z][a-z]{2,8}\.?\s\d{1,2}$")
_SUFFIX = re.compile(r"\s*(?:Inc|Ltd|LLC|L\.L\.C|L\.P|LP|Jr|Sr|Co|N\.A|S\.A|PhD|M\.D)\b")
_CONJUNCTION = re.compile(r"\s*(?:and/or|as well as|and|or|und|oder|et|ou|&)\s+(?:(?:finally|lastly|also|then),?\s+)?")
_INNER = re.compile(r"\s(?:and/or|as well as|and|or|&)\s+")
_OPEN = re.compile(
    r"\s*(?:etc\b\.?|et cetera|(?:and|or) so (?:on|forth)|and more|(?:and|or) the like"
    r"|(?:and|or) (?:(?:any|many|various|all|certain|some) )?(?:others?\b|similar\b)[^;,]*)",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\s*(?:which|who|whom|whose|that|where|when|while|whereas|if|but|because|although|though|as|so"
    r"|however|then|thus"
    r"|not|nor|yet|therefore|respectively|unless|until|since|see|we|it|they|he|she|you|i\.e|after|before|at which|in which"
    r"|of which)\b"
    r"(?! well as)"
)
_FINITE = re.compile(
    r"\s(?:is|are|was|were|has|have|had|shall|will|can|may|must|should|would|could|do|does|did|make|makes"
    r"|constitute|form|apply|applies)\s"
)
# What may stand directly before the first item, strongest first; the last match in the text counts.
_COLON = re.compile(r":\s+|\s[\u2013\u2014-]\s|\u2014")
_NAMED = re.compile(
    r"\b(?:such as|including(?: but not limited to)?,?|namely,?|for example,?|e\.g\.,?|i\.e\.,?"
    r"|specifically,?|like|known as|called"
    r"|consist(?:s|ed|ing)? of|compris(?:es?|ed|ing)(?: of)?|composed of|made up of|includ(?:es?|ed)|divided into"
    r"|grouped into|as follows|classified (?:as|into)|defined as|categori[sz]ed (?:as|into))\s+",
)
_VERB = re.compile(
    r"\b(?:are|is|be|was|were|being|contain(?:s|ed|ing)?|covers?|requires?|provides?|supports?|offers?|uses?|defines?"
    r"|address(?:es)?"
    r"|identif(?:y|ies|ied)|recogni[sz]es?|lists?|has|have|involves?|affects?|needs?|shows?|describes?|produces?"
    r"|accepts?|allows?|creates?"
    r"|between|among|from|as|sont|sind|comprend)\s+(?:either\s+|both\s+|all\s+)?",
)
_PREPOSITION = re.compile(
    r"\b(?:of|to|by|for|with|in|on|at|through|using|into|via|against|about|within|across|under|per)\s+"
)
_DETERMINER = re.compile(r"\b(?:the|a|an|its|their|his|her|our|your|any|all|each|every|whether)\s")
_GERUND = re.compile(r"\b[A-Za-z]+ing\b\s")
_CAPITALS = re.compile(
    r"(?:[A-Z0-9\"\u201c\u2018][^\s,;:]*(?:\s+(?:of|the|for|and|&|to|in)(?=\s+[A-Z0-9]))?(?:\s+\([^)]*\))?\s*)+$"
)
_NUMBER_TWO = re.compile(r"\b(?:two|2|both)\b", re.IGNORECASE)
_END_MARKS = " \t.;,:"


def series_in(text: str, start: int, end: int) -> list[Series]:
    """The series of the sentence text[start:end], left to right; cheap when there is none."""
    commas = text.count(",", start, end)
    if commas == 0 and text.find(";", start, end) < 0:
        pair = _pair(text, start, end) if text.find(":", start, end) > 0 else None
        return [pair] if pair else []
    segments = split(text, start, end)
    if len(segments) < 2:
        return []
    parted = _semicolons(text, start, end, segments)
    return [parted] if parted else _commas(text, start, end, segments)


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


# ---------------------------------------------------------------- semicolons


def _semicolons(text: str, start: int, end: int, segments: list[Segment]) -> Series | None:
    """ "... impacts: A; B, C, and D; and E": items parted by semicolons, commas belong to the items."""
    if text.find(";", start, end) < 0:
        return None
    marks = [segment.end for segment in segments[:-1] if text[segment.end] == ";"]
    if not marks:
        return None
    head = text[start : marks[0]]
    lead = _last(_COLON, head) or _last(_NAMED, head) or _first(_VERB, head)
    last = text[marks[-1] + 1 : end]
    if lead is None or (len(marks) < 2 and not _CONJUNCTION.match(last)):
        return None
    bounds = [start + lead, *(mark + 1 for mark in marks), end]
    stretches = [(a, b - 1 if b != end else b) for a, b in pairwise(bounds)]
    return _finish(text, (start, start + lead), stretches, end, (end, end), least=2)


# ---------------------------------------------------------------- commas


def _commas(text: str, start: int, end: int, segments: list[Segment]) -> list[Series]:
    found: list[Series] = []
    floor = 0
    for j in range(1, len(segments)):
        if not _closes(segments, j, floor):
            continue
        series = _backwards(text, start, end, segments, floor, j)
        if series:
            found.append(series)
            floor = j + 1
    if not found:
        bare = _bare(text, start, end, segments)
        found = [bare] if bare else []
    return found


def _closes(segments: list[Segment], j: int, floor: int) -> bool:
    """Segment j can hold the last item: it begins with "and", or holds one before any later conjunction."""
    if j - floor < 1 or _STOP.match(segments[j].text):
        return False
    text = segments[j].text
    if _CONJUNCTION.match(text):
        return j - floor >= 2 or ":" in segments[floor].text
    if _OPEN.fullmatch(text.rstrip(_END_MARKS)):
        return j - floor >= 2
    return bool(_INNER.search(text)) and not _closes_later(segments, j)


def _closes_later(segments: list[Segment], j: int) -> bool:
    """A later segment begins with "and", with no clause between: the "and" inside this one belongs to an item."""
    for segment in segments[j + 1 :]:
        if _CONJUNCTION.match(segment.text):
            return True
        if _STOP.match(segment.text):
            return False
    return False


def _backwards(text: str, start: int, end: int, segments: list[Segment], floor: int, j: int) -> Series | None:
    first = _first_segment(segments, floor, j)
    if first is None or j - first < 1:
        return None
    begin = _begin(segments[first], segments[first + 1].text)
    if begin is None:
        return None
    stretches = [(begin, segments[first].end), *((s.start, s.end) for s in segments[first + 1 : j])]
    stretches += _last_items(segments[j])
    longest = max(len(text[a:b].split()) for a, b in stretches[:-1])
    closing = _last_end(text, stretches[-1], longest, begin == start)
    stretches[-1] = (stretches[-1][0], closing)
    lead, tail = (start, begin), (closing, end)
    if begin == start and not _FINITE.match(text, closing, end):
        return None
    return _finish(text, lead, stretches, closing, tail, least=3, longest=25)


def _first_segment(segments: list[Segment], floor: int, j: int) -> int | None:
    """Walk back from the last item to the segment that holds the first; None where a clause stands between."""
    gerund = _GERUND.match(_CONJUNCTION.sub("", segments[j].text.lstrip(), count=1))
    for k in range(j - 1, floor - 1, -1):
        text = segments[k].text
        if _COLON.search(text) or _NAMED.search(text):
            return k
        if k == floor or (_is_clause(text) and not (gerund and _GERUND.match(text.lstrip()))):
            return k
        if _STOP.match(text):
            return None
    return None


def _is_clause(text: str) -> bool:
    return len(text.split()) > 12 or bool(_FINITE.search(text)) or bool(_VERB.search(text) and len(text.split()) > 4)


def _begin(segment: Segment, second: str) -> int | None:
    """Where the first item begins inside its segment, by what stands before it and by the form of the second item."""
    text = segment.text
    at = _last(_COLON, text)
    if at is None:
        at = _last(_NAMED, text)
    if at is None:
        at = _parallel(text, second.strip())
    if at is None or at >= len(text.rstrip()):
        return None
    return segment.start + at


def _parallel(text: str, second: str) -> int | None:
    """By form: gerund beside gerund, capitals beside capitals, article beside article, else behind a verb."""
    bare = _CONJUNCTION.sub("", second, count=1)
    if _GERUND.match(bare):
        found = _GERUND.search(text, _last(_VERB, text) or 0)
        return found.start() if found else None
    if bare[:1].isupper() or bare[:1].isdigit():
        run = _CAPITALS.search(text)
        return run.start() if run else None
    verb = _last(_VERB, text)
    if _DETERMINER.match(bare):
        found = _DETERMINER.search(text, verb or 0)
        if found:
            return found.start()
    return verb if verb is not None and len(text[verb:].split()) <= 8 else _last(_PREPOSITION, text)


def _last_items(segment: Segment) -> list[Stretch]:
    """The item or the two items of the closing segment."""
    if _CONJUNCTION.match(segment.text) or _OPEN.match(segment.text):
        return [(segment.start, segment.end)]
    inner = _depth_free(_INNER, segment.text)
    if inner is None:
        return [(segment.start, segment.end)]
    return [(segment.start, segment.start + inner.start()), (segment.start + inner.end(), segment.end)]


def _depth_free(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    for match in pattern.finditer(text):
        before = text[: match.start()]
        if before.count("(") <= before.count(")"):
            return match
    return None


def _last_end(text: str, item: Stretch, longest: int, subject: bool) -> int:
    """Where the last item ends: before a finite verb; before a preposition when the others are much shorter."""
    body = text[item[0] : item[1]]
    verb = _FINITE.search(body)
    if verb and (subject or verb.start() > 0):
        return item[0] + verb.start()
    if longest <= 3 and len(body.split()) > longest + 3:
        words = _PREPOSITION.search(body)
        if words and words.start() > 4:
            return item[0] + len(body[: words.start()].rstrip())
    return item[1]


def _bare(text: str, start: int, end: int, segments: list[Segment]) -> Series | None:
    """A list behind a colon or an announcing verb without "and": three short items at least, to the sentence's end."""
    for k, segment in enumerate(segments[:-2]):
        at = _last(_COLON, segment.text)
        if at is None:
            continue
        stretches = [(segment.start + at, segment.end), *((s.start, s.end) for s in segments[k + 1 :])]
        if any(len(text[a:b].split()) > 6 or _STOP.match(text, a, b) for a, b in stretches):
            return None
        return _finish(text, (start, segment.start + at), stretches, end, (end, end), least=3)
    return None


def _pair(text: str, start: int, end: int) -> Series | None:
    """ "two kinds: A and B": only with the number two before the colon."""
    colon = text.find(": ", start, end)
    if colon < 0 or not _NUMBER_TWO.search(text, start, colon):
        return None
    inner = list(_INNER.finditer(text, colon + 2, end))
    if len(inner) != 1 or len(text[colon:end].split()) > 24:
        return None
    stretches = [(colon + 2, inner[0].start()), (inner[0].end(), end)]
    return _finish(text, (start, colon + 1), stretches, end, (end, end), least=2)


# ---------------------------------------------------------------- common end


def _finish(
    text: str, lead: Stretch, stretches: list[Stretch], closing: int, tail: Stretch, least: int, longest: int = 60
) -> Series | None:
    """Trim the items; drop "etc." as an item; refuse what is no series after all."""
    items: list[Stretch] = []
    open_end = ""
    joined = False
    for a, b in stretches:
        if _OPEN.fullmatch(text[a:b].rstrip(_END_MARKS)):
            open_end = text[a:b].strip(" ;,")
            continue
        joined = joined or bool(_CONJUNCTION.match(text, a, b))
        items.append(trim(text, a, b))
    if len(items) > 1:
        joined = joined or bool(_INNER.search(text, items[-2][1], items[-1][0] + 1))
    if len(items) < least or any(not _item_like(text[a:b], longest) for a, b in items):
        return None
    ended = joined or bool(open_end) or text[: tail[1]].rstrip()[-1:] in ".!?"
    return Series(tuple(items), lead, (max(closing, items[-1][1]), tail[1]), ended=ended, open_end=open_end)


def trim(text: str, start: int, end: int) -> Stretch:
    """Without a leading conjunction and without punctuation at the end."""
    conjunction = _CONJUNCTION.match(text, start, end)
    if conjunction:
        start = conjunction.end()
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    body = body.strip()
    kept = body.rstrip(_END_MARKS)
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


def _last(pattern: re.Pattern[str], text: str) -> int | None:
    """End of the last match outside brackets."""
    at = None
    for match in pattern.finditer(text):
        if text.count("(", 0, match.start()) <= text.count(")", 0, match.start()):
            at = match.end()
    return at


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return match.end() if match else None
