"""Counts stated in the text: "There are six harbour offices", "Pilots: 26", "Record 1 of 8"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.domain.structure import Block, BlockKind, ContextRole, CountRelation, Cue, Region, RegionKind
from app.domain.words import stem
from app.layout.noun_phrase import UNITS, is_plural, noun_phrase
from app.layout.number_words import NUMBER_WORDS, WORDS_PATTERN, number_value
from app.layout.sentences import sentence_around

_DIGITS = r"\d{1,3}(?:,\d{3})+|\d{1,6}"
_NUMBER = re.compile(
    rf"(?<![\w.,$€£#/:+\u2013-])(?P<number>{_DIGITS}|\b{WORDS_PATTERN})(?:\s?\((?P<digits>\d{{1,6}})\))?"
    r"(?=\s+[^\W\d_(]|\s+\d+\s)",
    re.IGNORECASE,
)
_OF_TOTAL = re.compile(
    rf"\b(?P<label>[^\W\d_]+)\s+#?(?P<part>\d{{1,6}})\s+(?:of|/|von|sur)\s+(?P<number>{_DIGITS})\b(?![.,]\d)"
)
_OF = re.compile(r"\s(?:of|/|von|sur)\s")  # what every total of that kind holds
_PART_OF = re.compile(
    rf"\s+of\s+(?:the\s+|these\s+|those\s+|its\s+|our\s+)?(?P<whole>{_DIGITS}|{WORDS_PATTERN})\b", re.IGNORECASE
)
_VALUE = re.compile(rf"(?<=\w)\s?:\s*(?P<number>{_DIGITS})(?![\w%/:)-]|[.,]\d|\s+[a-z\u00df-\u00ff])")
_LABEL = re.compile(r"\b[^\W\d_]+(?:[ \t/&-]+(?:of\s)?[^\W\d_]+){0,4}$")
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]+")
_WHOLE = re.compile(_DIGITS)
_RANGE = re.compile(rf"\s*(?:to|or|\u2013|-|bis|à)\s*(?P<high>{_DIGITS}|{WORDS_PATTERN})\b", re.IGNORECASE)
_OR_MORE = re.compile(r"\s+(?:or|and)\s+(?:more|greater|above)\b", re.IGNORECASE)
_OR_LESS = re.compile(r"\s+or\s+(?:fewer|less)\b", re.IGNORECASE)
_BEFORE = (
    (
        CountRelation.AT_LEAST,
        r"at least|n(?:o|ot) (?:fewer|less) than|(?<!no )(?<!not )more than|over|minimum(?: of)?|au moins",
    ),
    (
        CountRelation.AT_MOST,
        r"at most|up to|n(?:o|ot) more than|maximum(?: of)?|(?<!no )(?<!not )(?:fewer|less) than|au plus",
    ),
    (CountRelation.ABOUT, r"about|approximately|around|nearly|almost|roughly|circa|ca\.|some|environ|an estimated|or"),
    (CountRelation.OTHER, r"other|others|remaining|another|additional|further|autres"),
)
_RELATIONS = tuple((relation, re.compile(rf"\b(?:{pattern})\s*$", re.IGNORECASE)) for relation, pattern in _BEFORE)
_SUBSET = re.compile(
    r"\b(?:first|last|top|past|previous|preceding|every|per|latter|former|best|any)\s*$", re.IGNORECASE
)
_ONLY = re.compile(r"\b(?:only|exactly)\s*$", re.IGNORECASE)
_FOLLOWING = re.compile(r"\b(?:following|suivante?s?|folgenden)\b", re.IGNORECASE)
_REFERENCE = re.compile(
    r"(?:[A-Z][\w.&'-]*|\bNo\.|§+|\b(?:section|table|figure|step|chapter|appendix|page|version|part|level|phase|article"
    r"|item|note|type|class|tier|title|row|column|line|annex|paragraph|clause|rule|form|equation|eq\.|fig\.|ref\.))\s*$"
)
_FUNCTION_WORDS = frozenset(
    """
    the these those all our there total and or with in of for to by a an its their only exactly both between among
    has have we they it is are includes contains from as on at using les ces des nos ses
    """.split()  # noqa: SIM905  a list this long reads better as text
)
_OTHER_WORDS = frozenset(("other", "additional", "more", "further", "remaining", "autres"))
_SKIPPED = frozenset({BlockKind.CONTENTS})
_GIANT = 15.0  # points: a number set as large as a title


class Found(NamedTuple):
    """A count in one block: positions in its text."""

    start: int
    end: int
    value: int
    relation: CountRelation
    noun: str
    modifiers: tuple[str, ...]
    part: int = 0


def find_cues(blocks: Sequence[Block], regions: Sequence[Region] = ()) -> tuple[Cue, ...]:
    """All stated counts in reading order; running heads give each count once."""
    places = _places(regions)
    cues: list[Cue] = []
    seen: set[tuple[str, int]] = set()
    for block in blocks:
        for found in counts_of(block, blocks):
            if block.kind is BlockKind.FURNITURE or found.noun.lower() == "page":
                if (found.noun, found.value) in seen:
                    continue
                seen.add((found.noun, found.value))
            cues.append(_cue(block, found, len(cues), places))
    for region in regions:
        cues += _record_cues(region, len(cues))
    return tuple(cues)


def counts_of(block: Block, blocks: Sequence[Block] = ()) -> list[Found]:
    """The counts of one block."""
    text = block.text
    if block.kind in _SKIPPED or not text:
        return []
    has_digit = bool(_DIGIT.search(text))
    if not has_digit and NUMBER_WORDS.isdisjoint(text.lower().replace("-", " ").split()):
        return []
    if block.kind is BlockKind.FURNITURE:
        return sorted([*_of_totals(text), *(_labels(text) if ":" in text else ())]) if has_digit else []
    labelled = [*_of_totals(text), *(_labels(text) if ":" in text else ())] if has_digit else []
    taken = [(found.start, found.end) for found in labelled]
    plain = [
        f
        for f in (_plain(block) if block.kind is not BlockKind.TABLE_ROW or _may_count(text) else ())
        if (block.kind is not BlockKind.TABLE_ROW or _ends_row(text, f))
        and not any(a < f.end and f.start < b for a, b in taken)
    ]
    giant = _giant(block, blocks) if has_digit and len(text) <= 5 else []
    return sorted([*labelled, *plain, *giant])


def _ends_row(text: str, found: Found) -> bool:
    """In a table row a count stands behind its label: "Trucks and trailers 260 units"; "8 Kansas 2,366" is none."""
    spelled = not text[found.start].isdigit()
    return spelled or (found.start > 0 and not text[found.end :].strip(" .;|"))


def _may_count(row: str) -> bool:
    """A table row that neither ends in a word nor holds a number in words counts nothing (see `_ends_row`)."""
    last = row.rstrip(" .;|").rsplit(None, 1)[-1:]
    if not last or last[0][0].isalpha() or last[0][0] == "(":
        return True
    return not NUMBER_WORDS.isdisjoint(_LETTERS.findall(row.lower()))


# ---------------------------------------------------------------- "six Functions"


def _plain(block: Block) -> Iterator[Found]:
    text = block.text
    at = 0
    for match in _NUMBER.finditer(text, block.body_at):
        if match.start() < at:
            continue
        found = _count(block, match)
        if found:
            at = found.end
            yield found


def _count(block: Block, match: re.Match[str]) -> Found | None:
    text = block.text
    value = number_value(match.group("digits") or match.group("number"))
    before = text[max(block.body_at, match.start() - 32) : match.start()]
    if value is None or _no_count(match, value, before, block):
        return None
    whole = _PART_OF.match(text, match.end())
    if whole:
        return _part(text, match, whole, value)
    end, relation = _right(text, match.end())
    phrase = noun_phrase(text, end, value)
    if phrase is None or (
        value == 1 and not match.group("digits") and not re.search(r"\b(?:only|exactly)\s*$", before)
    ):
        return None
    relation = relation or _left(before) or CountRelation.EXACTLY
    if relation is CountRelation.EXACTLY and any(word.lower() in _OTHER_WORDS for word in phrase.modifiers):
        relation = CountRelation.OTHER
    return Found(match.start(), phrase.end, value, relation, phrase.noun, phrase.modifiers)


def _no_count(match: re.Match[str], value: int, before: str, block: Block) -> bool:
    """Section and table numbers, years, "Level 3", "first three"."""
    number = match.group("number")
    if _SUBSET.search(before) or value == 0:
        return True
    if not number[0].isdigit():
        return False
    if number[0] == "0" or before.rstrip()[-1:].isdigit():
        return True
    if len(number) == 4 and 1900 <= value <= 2100:
        return True
    if match.start() == block.body_at and block.kind is BlockKind.HEADING:
        return True
    reference = _REFERENCE.search(before)
    return bool(reference and reference.group().strip().lower() not in _FUNCTION_WORDS)


def _part(text: str, match: re.Match[str], whole: re.Match[str], value: int) -> Found | None:
    """ "two of the six Functions": value 6, part 2."""
    total = number_value(whole.group("whole"))
    phrase = noun_phrase(text, whole.end(), total or 0)
    if total is None or phrase is None:
        return None
    return Found(match.start(), phrase.end, total, CountRelation.PART, phrase.noun, phrase.modifiers, value)


def _right(text: str, end: int) -> tuple[int, CountRelation | None]:
    """What stands between the number and the noun: "or more", "to five"."""
    for pattern, relation in ((_OR_MORE, CountRelation.AT_LEAST), (_OR_LESS, CountRelation.AT_MOST)):
        match = pattern.match(text, end)
        if match:
            return match.end(), relation
    span = _RANGE.match(text, end)
    return (span.end(), CountRelation.AT_LEAST) if span else (end, None)


def _left(before: str) -> CountRelation | None:
    return next((relation for relation, pattern in _RELATIONS if pattern.search(before)), None)


# ---------------------------------------------------------------- "Record 1 of 8", "Drivers: 260", a giant "6"


def _of_totals(text: str) -> Iterator[Found]:
    if not _OF.search(text):
        return
    for match in _OF_TOTAL.finditer(text):
        value, part = number_value(match.group("number")), int(match.group("part"))
        if value and 1 <= part <= value and not 1900 <= value <= 2100:
            yield Found(match.start(), match.end(), value, CountRelation.EXACTLY, match.group("label"), (), part)


def _labels(text: str) -> Iterator[Found]:
    """Label and value: the label's plural noun is what is counted, or what "count" and "total" stand beside."""
    for match in _VALUE.finditer(text):
        label = _LABEL.search(text[max(0, match.start() - 60) : match.start()])
        words = re.findall(r"[^\W\d_]+", label.group()) if label else []
        noun = _counted(words)
        value = number_value(match.group("number"))
        if label and noun and value is not None and noun.lower() not in UNITS:
            others = tuple(word for word in words if word is not noun)
            start = match.start() - len(label.group())
            yield Found(start, match.end(), value, CountRelation.EXACTLY, noun, others)


def _counted(words: list[str]) -> str:
    for at, word in enumerate(words):
        if word.lower() in ("count", "counts") and at:
            return words[at - 1]
    plurals = [word for word in words if is_plural(word)]
    return plurals[-1] if plurals else ""


def _giant(block: Block, blocks: Sequence[Block]) -> list[Found]:
    """A number alone, set large, over a short line that names what is counted."""
    following = blocks[block.number + 1] if block.number + 1 < len(blocks) else None
    if block.size < _GIANT or not block.text.strip().isdigit() or following is None or len(following.text.split()) > 8:
        return []
    phrase = noun_phrase(" " + following.text, 0, int(block.text))
    if phrase is None:
        return []
    return [Found(0, len(block.text), int(block.text), CountRelation.EXACTLY, phrase.noun, phrase.modifiers)]


def _record_cues(region: Region, first: int) -> list[Cue]:
    """Label over value in a record that stands once: SCHEDULED UNITS over 800."""
    if region.kind is not RegionKind.RECORDS or len(region.members) != 1:
        return []
    cues: list[Cue] = []
    for field in region.members[0].fields:
        label = region.columns[field.column].name if field.column < len(region.columns) else ""
        value = number_value(field.text.strip()) if _WHOLE.fullmatch(field.text.strip()) else None
        words = re.findall(r"[^\W\d_]+", label)
        noun = _counted([word.lower() if word.isupper() else word for word in words])
        if not value or not noun or noun.lower() in UNITS or not label[:1].isalpha():
            continue
        others = tuple(word for word in words if word.lower() != noun.lower())
        quote = f"{label}: {field.text.strip()}"
        cues.append(
            Cue(
                first + len(cues),
                value,
                CountRelation.EXACTLY,
                noun,
                stem(noun),
                others,
                field.spans,
                quote,
                region.section,
            )
        )
    return cues


# ---------------------------------------------------------------- cues and their regions


class Place(NamedTuple):
    rank: int  # 0: lead-in, 1: caption or tail, 2: sentence before, 3: heading
    start: int
    end: int
    region: int


_RANKS = {
    ContextRole.LEAD_IN: 0,
    ContextRole.CAPTION: 1,
    ContextRole.TAIL: 1,
    ContextRole.BEFORE: 2,
    ContextRole.HEADING: 3,
}


def _places(regions: Sequence[Region]) -> dict[int, list[Place]]:
    """Page -> the stretches of its text that announce a region."""
    places: dict[int, list[Place]] = {}
    for region in regions:
        for context in region.contexts:
            rank = _RANKS.get(context.role)
            for span in context.spans if rank is not None else ():
                places.setdefault(span.page, []).append(Place(rank or 0, span.start, span.end, region.number))
    return places


def _cue(block: Block, found: Found, number: int, places: dict[int, list[Place]]) -> Cue:
    spans = block.flow.spans(found.start, found.end)
    start, end = sentence_around(block.text, found.start, found.end)
    sentence = block.text[start:end].strip()
    near = [
        place
        for span in spans
        for place in places.get(span.page, ())
        if place.start < span.end and span.start < place.end
    ]
    return Cue(
        number=number,
        value=found.value,
        relation=found.relation,
        noun=found.noun,
        stem=stem(found.noun),
        modifiers=found.modifiers,
        spans=spans,
        quote=sentence[:400],
        section=block.section,
        region=min(near).region if near else -1,
        part=found.part,
        announces=sentence.endswith(":") or bool(_FOLLOWING.search(block.text, max(0, found.start - 24), found.end)),
    )
