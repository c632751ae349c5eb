"""Series parted by commas: "the Tiers are A, B (x), and C". The hard part is where the first item begins."""

from __future__ import annotations

import re

from app.layout.series_parts import (
    COLON,
    CONJUNCTION,
    DETERMINER,
    END_MARKS,
    FINITE,
    GERUND,
    INNER,
    NAMED,
    OPEN,
    PREPOSITION,
    STOP,
    VERB,
    Segment,
    Series,
    Stretch,
    finish,
    last_end,
)

# A sentence that begins so has a clause or an adverbial before its first comma.
_INTRODUCTION = re.compile(
    r"\s*(?:if|when|whenever|after|before|because|as|while|although|though|once|since|unless|until|in addition|based on"
    r"|to|through|during|for|with|without|by|in|at|from|on|under|upon|given|despite|rather|instead|however|also|thus|where|whether)\b",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(r"\b(?:because|although|whereas|so that|if|unless|since|while|until)\s")
_RELATIVE = re.compile(r"\b(?:that|which|who|where|when|how|what|why|whether)\b")
_CLAUSE = re.compile(r"\b(?:where|if|when|that|which|whether|unless|because)\b")
_PREDICATE = re.compile(
    r"\s*(?:(?:and|or)\s+)?(?:will|is|are|was|were|has|have|had|shall|can|may|must|should|would|could)\s"
)
_TRAILING = re.compile(r"\s*(?:\b(?:and|or|and/or))?\s*$")
_TOKEN = re.compile(r"\S+")
_SMALL = frozenset(("of", "the", "for", "and", "&", "to", "in", "de", "du", "la"))
_ASIDE = re.compile(r"(?:of|to|by|for|with|in|on|at|through|from|under|compared|based on|due to|driven by|net of)\s")
_SHORT = 4  # words of an item in a series without the serial comma, where nothing announces it


def comma_series(text: str, start: int, end: int, segments: list[Segment]) -> list[Series]:
    """The comma series of the sentence text[start:end], left to right."""
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
    text = segments[j].text
    if j - floor < 1 or STOP.match(text) or NAMED.search(text) or COLON.search(text):
        return False
    if CONJUNCTION.match(text):
        return j - floor >= 2 or ":" in segments[floor].text
    if OPEN.fullmatch(text.rstrip(END_MARKS)):
        return j - floor >= 2
    return bool(INNER.search(text)) and not _closes_later(segments, j)


def _closes_later(segments: list[Segment], j: int) -> bool:
    """A later segment begins with "and", with no clause between: the "and" inside this one belongs to an item."""
    for segment in segments[j + 1 :]:
        if CONJUNCTION.match(segment.text):
            return True
        if STOP.match(segment.text):
            return False
    return False


def _backwards(text: str, start: int, end: int, segments: list[Segment], floor: int, j: int) -> Series | None:
    """The series that ends in segment j; None where the words before it are no series."""
    first = _first_segment(segments, floor, j)
    if first is None:
        return None
    begin, announced = _begin(segments, first, j)
    if begin is None:
        return None
    if begin >= segments[first].end:
        first += 1
        begin = segments[first].start
    stretches = [(begin, segments[first].end), *((s.start, s.end) for s in segments[first + 1 : j])]
    stretches = [*stretches, *_last_items(segments[j])] if first < j else _last_items(segments[j])
    if len(stretches) < 2:
        return None
    longest = max(len(text[a:b].split()) for a, b in stretches)
    closing = _last_stop(text, stretches, begin == start)
    stretches[-1] = (stretches[-1][0], closing)
    if begin == start and not FINITE.match(text, closing, end):
        return None
    if not announced and not _sound(text, start, stretches, segments[j], first == 0, longest):
        return None
    if _prepositional(text, stretches[1:]):
        return None
    predicates = [bool(_PREDICATE.match(text, a)) for a, _ in stretches]
    if any(predicates) and not all(predicates):
        return None
    certain = announced or _starts_here(text, start, segments, first)
    series = finish(text, (start, begin), stretches, closing, (closing, end), least=3, longest=30 if announced else 18)
    if series is None:
        return None
    ended = series.ended and (announced or not (_in_clause(text[start:begin]) or _CLAUSE.match(text, begin)))
    return series._replace(start_seen=certain, ended=ended)


def _in_clause(lead: str) -> bool:
    """The first item is the subject of a subordinate clause: "where the script, the tools, or the user needs ..."."""
    opener = last_end(_CLAUSE, lead)
    return opener is not None and not VERB.search(lead, opener) and not PREPOSITION.search(lead, opener)


def _starts_here(text: str, start: int, segments: list[Segment], first: int) -> bool:
    """No earlier item can stand before the first: it is in the first segment, or behind an aside or an introduction."""
    if first == 0 or STOP.match(segments[first - 1].text):
        return True
    return first == 1 and bool(_INTRODUCTION.match(text, start))


def _first_segment(segments: list[Segment], floor: int, j: int) -> int | None:
    """Walk back from the last item to the segment that holds the first; None where a clause stands between."""
    gerund = GERUND.match(CONJUNCTION.sub("", segments[j].text.lstrip(), count=1))
    for k in range(j - 1, floor - 1, -1):
        text = segments[k].text
        if COLON.search(text) or NAMED.search(text):
            return k
        if k == floor or (_is_clause(text) and not (gerund and GERUND.match(text.lstrip()))):
            return k
        if STOP.match(text):
            return None
    return None


def _is_clause(text: str) -> bool:
    return len(text.split()) > 12 or bool(FINITE.search(text)) or bool(VERB.search(text) and len(text.split()) > 4)


# ---------------------------------------------------------------- where the first item begins


def _begin(segments: list[Segment], first: int, j: int) -> tuple[int | None, bool]:
    """Position of the first item, and whether a colon or "such as" announces it.

    By what stands before it and by the form of the second item. An announced item much longer than the others holds
    a verb of its own: "such as sending notices to A, B, and C".
    """
    segment = segments[first]
    text = segment.text
    second = segments[first + 1].text.strip()
    named = last_end(NAMED, f"{text.rstrip()} ")  # "for example, A, B": its comma ended the segment
    colon = last_end(COLON, text)
    at = max(named or 0, colon or 0)
    if not at:
        found = _parallel(text, second)
        return (None if found is None or found >= len(text.rstrip()) else segment.start + found), False
    others = max(len(s.text.split()) for s in segments[first + 1 : j + 1])
    rest = text[at:]
    if len(rest.split()) > 2 * others + 2:
        inner = _parallel(rest, second)
        return (segment.start + at + inner if inner is not None else None), False
    return segment.start + at, True


def _parallel(text: str, second: str) -> int | None:
    """By form: gerund beside gerund, capitals beside capitals, article beside article, else behind a verb."""
    bare = CONJUNCTION.sub("", second, count=1)
    if GERUND.match(bare):
        found = GERUND.search(text, last_end(VERB, text) or 0)
        return found.start() if found else None
    if bare[:1].isupper() or bare[:1].isdigit():
        return _capitals_at_end(text)
    verb = last_end(VERB, text)
    if DETERMINER.match(bare):
        found = DETERMINER.search(text, verb or 0)
        if found:
            return found.start()
    if verb is not None and len(text[verb:].split()) <= 8:
        return verb
    preposition = last_end(PREPOSITION, text)
    single = preposition is None and " " not in bare.strip()
    return text.rstrip().rfind(" ") + 1 if single else preposition


def _capitals_at_end(text: str) -> int | None:
    """Where the run of capitalised words begins that ends the text; small words may stand inside it, brackets too."""
    found = None
    bracket = False
    for match in reversed(list(_TOKEN.finditer(text))):
        token = match.group()
        closes, opens = token.endswith(")"), token.startswith("(")
        bracket = (bracket or closes) and not opens
        if bracket or opens:
            continue
        if token[0].isupper() or token[0].isdigit() or token[0] in '"\u201c\u2018':
            found = match.start()
        elif found is None or token not in _SMALL:
            break
    return found


# ---------------------------------------------------------------- where the last item ends


def _last_items(segment: Segment) -> list[Stretch]:
    """The item or the two items of the closing segment."""
    if CONJUNCTION.match(segment.text) or OPEN.match(segment.text):
        return [(segment.start, segment.end)]
    inner = _outside_brackets(INNER, segment.text)
    if inner is None:
        return [(segment.start, segment.end)]
    return [(segment.start, segment.start + inner.start()), (segment.start + inner.end(), segment.end)]


def _outside_brackets(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    for match in pattern.finditer(text):
        before = text[: match.start()]
        if before.count("(") <= before.count(")"):
            return match
    return None


def _last_stop(text: str, stretches: list[Stretch], subject: bool) -> int:
    """Where the last item ends: before a finite verb; before a preposition when the others are much shorter."""
    start, end = stretches[-1]
    longest = max(len(text[a:b].split()) for a, b in stretches[:-1])
    body = text[start:end]
    verb = FINITE.search(body)
    if verb and (subject or not _RELATIVE.search(body[: verb.start()])):
        return start + verb.start()
    if longest <= 3 and len(body.split()) > longest + 3:
        words = PREPOSITION.search(body)
        if words and words.start() > 4:
            return start + len(_TRAILING.sub("", body[: words.start()]))
    return end


# ---------------------------------------------------------------- is it a series at all


def _sound(text: str, start: int, stretches: list[Stretch], closing: Segment, from_first: bool, longest: int) -> bool:
    """Nothing announces it: no clause among the items, no introduction before them, items alike in length."""
    bodies = [CONJUNCTION.sub("", text[a:b], count=1).strip() for a, b in stretches]
    if any(_clausal(body) for body in bodies):
        return False
    capitals = all(body[:1].isupper() or body[:1].isdigit() for body in bodies)
    if from_first and _INTRODUCTION.match(text, start) and not capitals:
        return False
    serial = CONJUNCTION.match(closing.text) or OPEN.match(closing.text)
    if not serial and not capitals and ((len(stretches) == 3 and longest > _SHORT) or _mixed(bodies)):
        return False
    gerunds = all(GERUND.match(body) for body in bodies)
    return gerunds or capitals or longest <= 4 * min(len(body.split()) for body in bodies) + 4


def _prepositional(text: str, stretches: list[Stretch]) -> bool:
    """Some items behind the first begin with a preposition and some do not: asides, not items."""
    kinds = {bool(_ASIDE.match(CONJUNCTION.sub("", text[a:b], count=1).lstrip())) for a, b in stretches}
    return len(kinds) > 1


def _clausal(body: str) -> bool:
    """A finite verb of its own, or a subordinate clause."""
    verb = FINITE.search(body)
    return bool(verb and not _RELATIVE.search(body[: verb.start()])) or bool(_SUBORDINATE.search(body))


def _mixed(bodies: list[str]) -> bool:
    """Some items begin with a preposition or an article and some do not."""
    kinds = {bool(PREPOSITION.match(f"{body} ") or DETERMINER.match(f"{body} ")) for body in bodies}
    return len(kinds) > 1


def _bare(text: str, start: int, end: int, segments: list[Segment]) -> Series | None:
    """A list behind a colon without "and": three short items at least, to the sentence's end."""
    for k, segment in enumerate(segments[:-2]):
        at = last_end(COLON, segment.text)
        if at is None:
            continue
        stretches = [(segment.start + at, segment.end), *((s.start, s.end) for s in segments[k + 1 :])]
        if any(len(text[a:b].split()) > 6 or STOP.match(text, a, b) for a, b in stretches):
            return None
        return finish(text, (start, segment.start + at), stretches, end, (end, end), least=3)
    return None
