"""Which column of a table or record the question asks for, and which rows meet its conditions."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from app.domain.bounds import bound_column
from app.domain.nouns import CARRIERS, core, noun_heads, noun_phrases, term_stems
from app.domain.question import Condition, Question
from app.domain.structure import Field, Member, Region
from app.domain.words import fold, stem, stem_tuple, stems, word_set, words

_ABBREVIATED = {"no": "number", "num": "number", "nbr": "number", "nr": "number", "#": "number", "id": "identifier"}
_HEADER_TOKEN = re.compile(r"#|\w+\.?")
LONGEST_HEADER = 7  # words; what is longer is prose that looks like a header
NEARLY_ALL = 0.8  # share of the rows that hold one of the usual values of a column
MATCH = 0.55  # below this a header does not carry the noun


@lru_cache(maxsize=4096)
def _header_stems(name: str) -> tuple[str, ...]:
    found = []
    for token in _HEADER_TOKEN.findall(fold(name)):
        bare = token.rstrip(".")
        found.append(stem(_ABBREVIATED.get(bare, bare)))
    return tuple(found)


# Words behind the noun of a header that say only how it is kept: "Claimant list", "Driver assigned".
_TAILS = frozenset(
    stem(w) for w in word_set("list assigned detail details information info involved named ref on file record")
)
_LAYOUTS = re.compile(r"\s/\s")  # the names that one column has in the layouts of a record
_BEHIND = word_set("of on in for by at from with per")
BY_SYNONYM = 0.69  # a header that carries a synonym only: near the noun, but never enough to certify by itself


def _without_tail(named: tuple[str, ...]) -> tuple[str, ...]:
    while len(named) > 1 and named[-1] in _TAILS:
        named = named[:-1]
    return named


def _same_word(asked: str, header: str) -> bool:
    """Equal stems, or an abbreviation: at least three letters that begin the word asked for."""
    return asked == header or (len(header) >= 3 and len(asked) > len(header) + 1 and asked.startswith(header))


def _carriers(text: str) -> frozenset[str]:
    return CARRIERS & set(_header_stems(text))


def _split(stems_: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Without carriers, and whether one was there."""
    own = core(stems_)
    return own, len(own) < len(stems_)


def header_match(phrase: str, header: str) -> float:
    """How well a column header names the phrase asked for, 0..1; the best of its names, where layouts differ."""
    return max(_name_match(phrase, name) for name in (header, *_names_in_layouts(header)))


@lru_cache(maxsize=4096)
def _names_in_layouts(header: str) -> tuple[str, ...]:
    """ "FILE NO. / CLAIM FILE / LOSS FILE": what one column is called in different layouts of a record.

    "CLASS / LOC" is one name for two values: names of one thing share a word, or are three and more.
    """
    names = tuple(_LAYOUTS.split(header))
    stemmed = [set(_header_stems(name)) for name in names]
    alike = len(names) == 2 and bool(stemmed[0] & stemmed[1])
    return names if alike or len(names) > 2 else ()


def _is_about_another(asked: tuple[str, ...], named: tuple[str, ...]) -> bool:
    """ "Policy on loss" is about a policy; "Number of losses" about losses."""
    end = next((at for at, word in enumerate(named) if word in _BEHIND), 0)
    about = [word for word in named[:end] if word not in CARRIERS]
    return bool(about) and not any(_same_word(a, word) for a in asked[-1:] for word in about)


def _name_match(phrase: str, header: str) -> float:
    asked, asked_carrier = _split(tuple(stem(w) for w in words(phrase)))
    named, named_carrier = _split(_without_tail(_header_stems(header)))
    if not asked or not named or _is_about_another(asked, _header_stems(header)):
        return 0.0
    hits = [a for a in asked if any(_same_word(a, n) for n in named)]
    if not hits:
        return 0.0
    head = 0.55 if any(_same_word(asked[-1], n) for n in named) else 0.0
    led = 0.2 if any(_same_word(a, named[-1]) for a in asked) else -0.25
    foreign = sum(not any(_same_word(a, n) for a in asked) for n in named)
    score = head + led + 0.25 * len(hits) / len(asked) - 0.05 * foreign
    score += 0.03 if asked_carrier and named_carrier else 0.0
    score -= 0.1 if _carriers(phrase) and _carriers(header) and not _carriers(phrase) & _carriers(header) else 0.0
    score -= 0.04 if head and asked[-1] not in named else 0.0  # "Class" is short for it, "Classification" is it
    return max(0.0, min(score, 1.0))


def column_for(question: Question, region: Region, synonyms: frozenset[str] = frozenset()) -> tuple[int, float]:
    """(index, match) of the column asked for; (-1, 0.0) where no header carries the noun or a listed synonym."""
    carrier = _carrier_column(question, region)
    if carrier >= 0:
        return carrier, 1.0
    index, match = _best_header(noun_phrases(question), region)
    if index < 0 and synonyms:
        carriers = " ".join(w for w in words(question.noun) if stem(w) in CARRIERS)
        index, match = _best_header(tuple(f"{synonym} {carriers}" for synonym in sorted(synonyms)), region)
        match = min(match, BY_SYNONYM)
    return index, match


def _best_header(phrases: tuple[str, ...], region: Region) -> tuple[int, float]:
    best = (-1, 0.0)
    headers = [(i, c.name) for i, c in enumerate(region.columns) if _is_short(c.name)]
    for order, phrase in enumerate(phrases):
        for index, name in headers:
            score = header_match(phrase, name) * 0.95**order
            if score > best[1] + 1e-9:
                best = (index, score)
    return best if best[1] >= MATCH else (-1, 0.0)


def _is_short(name: str) -> bool:
    return all(len(part.split()) <= LONGEST_HEADER for part in _names_in_layouts(name) or (name,))


def _carrier_column(question: Question, region: Region) -> int:
    """ "The codes of the sites": the column headed "Code" itself, in a region that speaks of sites."""
    asked = {s for n in (question.noun, *question.nouns) for s in stems(n)[-1:] if s in CARRIERS}
    for index, column in enumerate(region.columns):
        named = _header_stems(column.name)
        if len(named) == 1 and named[0] in asked:
            return index if _speaks_of(region, frozenset(noun_heads(question))) else -1
    return -1


def _speaks_of(region: Region, heads: frozenset[str]) -> bool:
    texts = [c.text for c in region.contexts] + [c.name for c in region.columns]
    return any(heads & set(stem_tuple(text)) for text in texts)


def conditions_of(question: Question, region: Region) -> tuple[Condition, ...]:
    """The question's conditions; where it has none, those that a header and a value of its column make together.

    "Which boats have the state moored?": a header "State" stands in the question, and beside it a value of that column.
    """
    if question.conditions or question.bounds or not region.columns:
        return question.conditions
    return _implied(frozenset(term_stems(question)), region)


@lru_cache(maxsize=256)
def _implied(terms: frozenset[str], region: Region) -> tuple[Condition, ...]:
    found = []
    for index, column in enumerate(region.columns):
        header = set(_header_stems(column.name))
        if not header or not header <= terms:
            continue
        values = {f.text for m in region.members for f in m.fields if f.column == index}
        hits = sorted(v for v in values if stems(v) and set(stems(v)) <= terms - header)
        found += [Condition(v, column.name) for v in hits[:1]]
    return tuple(found)


def names_rows(question: Question, region: Region) -> bool:
    """The first column is headed by a mere "Name" or "No.", and another header says of what: "Pilot licence"."""
    if not region.columns or any(s not in CARRIERS for s in _header_stems(region.columns[0].name)):
        return False
    heads = set(noun_heads(question))
    return bool(_header_stems(region.columns[0].name)) and any(
        heads & set(_header_stems(c.name)[:-1]) for c in region.columns[1:]
    )


def key_column(question: Question, region: Region) -> int:
    """Where no header carries the noun but the conditions decide: the column that tells the rows apart.

    A condition on a column of its own asks for the group ("which depots handle coal?"); one on the group for the rows.
    """
    deciding = [condition_columns(c, region) for c in conditions_of(question, region)]
    deciding += [{c} if (c := bound_column(b, region, -1)) >= 0 else set() for b in question.bounds]
    if not deciding or not all(deciding):
        return -1
    used = set().union(*deciding)
    carried = [f.column for m in region.members for f in m.fields if f.carried]
    groups = [c for c in dict.fromkeys(carried) if carried.count(c) * 2 >= len(region.members) and c not in used]
    if groups and not used & set(carried):
        return groups[0]
    return next((i for i in range(len(region.columns)) if i not in used), -1)


def _value_in(value: str, text: str) -> bool:
    wanted, present = words(value), words(text)
    size = len(wanted)
    return size > 0 and any(present[i : i + size] == wanted for i in range(len(present) - size + 1))


def _columns_named(condition: Condition, region: Region) -> set[int]:
    if not condition.column:
        return set()
    return {i for i, c in enumerate(region.columns) if header_match(condition.column, c.name) >= MATCH}


def condition_columns(condition: Condition, region: Region) -> set[int]:
    """The columns in which the value of a condition is looked for: those it names, else those that hold it whole."""
    named = _columns_named(condition, region)
    folded = fold(condition.value)
    holding = {f.column for m in region.members for f in m.fields if fold(f.text) == folded}
    if named & holding:
        return named & holding
    if named:
        inside = {f.column for m in region.members for f in m.fields if f.column in named and _value_in(folded, f.text)}
        if inside:
            return inside
    if holding:
        return holding
    return {
        f.column for m in region.members for f in m.fields if _names_group(condition, f) and _value_in(folded, f.text)
    }


def _names_group(condition: Condition, field: Field) -> bool:
    """A group line such as "Unit 118 - north depot" may hold the value among other words."""
    return field.carried or len(fold(condition.value)) >= 4


def vocabulary(region: Region, columns: set[int]) -> frozenset[str]:
    """The values that come again and again in some columns, where nearly all rows have one of them; else empty."""
    values = Counter(fold(f.text) for m in region.members for f in m.fields if f.column in columns and f.text.strip())
    repeated = frozenset(value for value, times in values.items() if times > 1)
    covered = sum(values[value] for value in repeated)
    return repeated if covered >= NEARLY_ALL * values.total() else frozenset()


def decides(member: Member, columns: set[int], usual: frozenset[str]) -> bool:
    """Whether a row has a value in one of the deciding columns; where a few values are usual, one of their kind."""
    values = {fold(f.text) for f in member.fields if f.column in columns and f.text.strip()}
    return any(_of_their_kind(value, usual) for value in values)


def _of_their_kind(value: str, usual: frozenset[str]) -> bool:
    """Not longer by words than the usual values, and with digits only where they have digits."""
    if not usual or value in usual:
        return True
    longest = max(len(u.split()) for u in usual)
    digits = any(any(c.isdigit() for c in u) for u in usual)
    return len(value.split()) <= longest + 1 and (digits or not any(c.isdigit() for c in value))


def meets(member: Member, condition: Condition, columns: set[int]) -> bool:
    """Whether a row meets a condition, given the columns that decide it."""
    folded = fold(condition.value)
    texts = [f.text for f in member.fields if f.column in columns]
    hit = any(fold(t) == folded for t in texts) or any(_value_in(folded, t) for t in texts)
    return hit != condition.negated
