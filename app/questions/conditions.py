"""Restrictions in the rest of a question: values with their columns, references, document names, negation."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from app.domain.question import Condition
from app.questions import words as w
from app.questions.tokens import Token, is_plural, is_verb

_CODE = re.compile(r"(?=[^\d]*\d)[A-Z0-9][\w./-]*$|[A-Z]{1,4}$")
_NUMBER = re.compile(r"(?:[A-Z]?\d[\d.]*[a-z]?|[A-Z]|[IVX]+)$")
_PLACE = frozenset({"in", "for", "from", "with", "under", "at", "by", "within", "on", "to"})
_STRONG_PLACE = frozenset({"from", "with", "by", "under", "within"})
_NEGATIONS = w.word_set(
    "not never no without except excluding lack lacks don't doesn't didn't isn't aren't wasn't weren't cannot can't"
    " haven't hasn't besides"
)


_EXCEPTIONS = frozenset({"without", "except", "excluding", "besides", "other"})
_OWNING = w.word_set("has have had with the of")
_GOALS = w.word_set("belong belongs belonging apply applies assigned allocated linked tied specific attached")


def references(tokens: Sequence[Token]) -> tuple[str, str] | None:
    """The first "Table 2", "Section 5.4", "Appendix B" of a question, as (kind, number)."""
    for token, following in itertools.pairwise(tokens):
        kind = w.REFERENCE_KINDS.get(token.low.rstrip("."))
        if kind and not token.quoted and _NUMBER.match(following.text):
            return kind, following.text
    return None


def conditions(rest: Sequence[Token], form: str, hints: Sequence[str]) -> tuple[Condition, ...]:
    """What the rest of a question asks of a row, a section or a context, in order."""
    negation = _negation(rest)
    found: list[Condition] = [] if negation is None else [negation]
    for at, token in enumerate(rest):
        if negation is not None and token.text in negation.value:
            continue
        one = _quoted(rest, at) or _code(rest, at) or _named(rest, at, form, hints)
        if one is not None and all(one.value not in known.value for known in found):
            found.append(one)
    return tuple(found)


def _negation(rest: Sequence[Token]) -> Condition | None:
    """What the things asked for must not have; "organizations that do not comply" negates another noun."""
    for at, token in enumerate(rest):
        after = _behind_negation(rest, at)
        if after is None or not (token.low in _EXCEPTIONS or all(_is_verbal(t) for t in rest[:at])):
            continue
        while after < len(rest) and rest[after].low in w.DETERMINERS:
            after += 1
        value = _text(rest[after:])
        return Condition(value, negated=True) if value else None
    return None


def _behind_negation(rest: Sequence[Token], at: int) -> int | None:
    low = rest[at].low
    if rest[at].quoted:
        return None
    if low == "other" and at + 1 < len(rest) and rest[at + 1].low == "than":
        return at + 2
    return at + 1 if low in _NEGATIONS else None


def _is_verbal(token: Token) -> bool:
    return token.low in w.AUXILIARIES | w.RELATIVES | w.ADVERBS or is_verb(token.low)


def _text(tokens: Sequence[Token]) -> str:
    """The words of consecutive tokens up to a comma or bracket, as written."""
    found: list[str] = []
    for token in tokens:
        if not token.is_word:
            break
        found.append(token.text)
    return " ".join(found)


def _quoted(rest: Sequence[Token], at: int) -> Condition | None:
    token = rest[at]
    if not token.quoted:
        return None
    before = at - 1
    while before >= 0 and (rest[before].low in ("of", "is", "as", "to", "equal") or not rest[before].is_word):
        before -= 1
    return Condition(token.text, _column(rest, before))


def _column(rest: Sequence[Token], at: int) -> str:
    """The one or two plain words that end at `at`, where they may name a column; else nothing."""
    if at < 0 or not _is_plain(rest[at]):
        return ""
    if at > 1 and _is_part_of_column(rest, at - 1):
        return f"{rest[at - 1].text} {rest[at].text}"
    return rest[at].text


def _is_part_of_column(rest: Sequence[Token], at: int) -> bool:
    """Whether a word belongs to the column's name: "have *build* year", but not "*report* year"."""
    if rest[at - 1].low in _OWNING:
        return _is_plain(rest[at]) or is_verb(rest[at].low)
    return _is_plain(rest[at]) and not _ends_clause(rest, at)


def _is_plain(token: Token) -> bool:
    low = token.low
    return (token.is_word and not token.quoted and low not in w.STOPWORDS and not is_verb(low)) or low in (
        "state", "class", "process", "grade", "cost", "cause"
    )  # fmt: skip


def _ends_clause(rest: Sequence[Token], at: int) -> bool:
    return rest[at].low.endswith(("ed", "ing")) or is_verb(rest[at].low)


def _code(rest: Sequence[Token], at: int) -> Condition | None:
    """ "class B", "vehicle 7287", "model year 2005", "in 2004": a code behind a plain lower-case word."""
    token = rest[at]
    if token.quoted or not token.is_word or not _CODE.match(token.text):
        return None
    if at == 0:
        return None
    before = rest[at - 1]
    if before.capital or before.low in w.REFERENCE_KINDS or before.has_digit:
        return None
    column = "" if _is_quantity(rest, at) else _column(rest, at - 1)
    if column:
        return Condition(token.text, column)
    if re.fullmatch(r"(?:1[5-9]|20)\d\d", token.text) and before.low in _PLACE | {"during", "since", "of"}:
        return Condition(token.text)
    return None


def _is_quantity(rest: Sequence[Token], at: int) -> bool:
    """A number of things ("65 feet"), not a code."""
    counted = at + 1 < len(rest) and is_plural(rest[at + 1].low) and not is_verb(rest[at + 1].low)
    return rest[at].text.isdecimal() and counted and not rest[at + 1].capital


def _named(rest: Sequence[Token], at: int, form: str, hints: Sequence[str]) -> Condition | None:
    """A capitalised name behind a preposition: "in Colorado", "under the Protect Function"."""
    token = rest[at]
    if not token.capital or token.quoted or at == 0 or rest[at - 1].capital:
        return None
    place = at - 1
    while place >= 0 and rest[place].low in ("the", "a", "an"):
        place -= 1
    if place < 0 or rest[place].low not in _PLACE or token.low in w.REFERENCE_KINDS:
        return None
    before = rest[place - 1].low if place else ""
    if before in w.MENTION_VERBS or (rest[place].low == "to" and before not in _GOALS):
        return None
    if form == "be" and rest[place].low not in _STRONG_PLACE:
        return None
    return _name_condition(_capitals(rest, at), rest[place].low, hints)


def _capitals(rest: Sequence[Token], at: int) -> list[Token]:
    found = []
    for token in rest[at:]:
        if not (token.capital or token.has_digit):
            break
        found.append(token)
    return found


def _name_condition(run: list[Token], place: str, hints: Sequence[str]) -> Condition | None:
    name = " ".join(token.text for token in run)
    if any(name in hint and name != hint for hint in hints) or (run[0].text.isupper() and len(run[0].text) > 1):
        return None
    if place in ("under", "within") and len(run) == 2:
        return Condition(run[0].text, run[1].text)
    return Condition(name)


def document_hints(tokens: Sequence[Token], skip: frozenset[int]) -> tuple[str, ...]:
    """Names, acronyms and numbers that may name a document, longest first in order; `skip`: token starts left out."""
    found: list[str] = []
    run: list[Token] = []
    for at, token in enumerate(tokens):
        if _is_name(token) and token.start not in skip:
            run.append(token)
            continue
        if run:
            found.append(_hint(run, tokens[at:]))
        run = []
    if run:
        found.append(_hint(run, ()))
    found.extend(_descriptive(tokens, found))
    return tuple(dict.fromkeys(hint for hint in found if len(hint) > 1 and any(c.isalpha() for c in hint)))


def _is_name(token: Token) -> bool:
    name = token.is_word and not token.quoted and (token.capital or token.has_digit)
    return name and token.low not in w.REFERENCE_KINDS


def _hint(run: Sequence[Token], following: Sequence[Token]) -> str:
    """A run of names with the lower-case words up to a document noun ("Harbour policy")."""
    names = [token.text.removesuffix("'s") for token in run]
    tail: list[str] = []
    if not any(token.capital for token in run):
        return " ".join(names)
    for token in following[:4]:
        if not token.is_word or token.low in w.STOPWORDS or token.quoted:
            break
        tail.append(token.text)
        if token.low in w.DOCUMENT_NAME_NOUNS:
            return " ".join(names + tail)
    return " ".join(names)


def _descriptive(tokens: Sequence[Token], known: Sequence[str]) -> list[str]:
    """Lower-case names such as "the self-correction survey"."""
    found = []
    for at, token in enumerate(tokens):
        if token.low not in w.DOCUMENT_NAME_NOUNS or token.quoted:
            continue
        start = at
        while start > 0 and tokens[start - 1].is_word and tokens[start - 1].low not in w.STOPWORDS and at - start < 4:
            start -= 1
        name = " ".join(t.text for t in tokens[start : at + 1])
        article = start > 0 and tokens[start - 1].low in ("the", "this")
        if start < at and article and all(name not in one for one in known):
            found.append(name)
    return found
