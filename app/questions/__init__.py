"""Understanding a listing question: deterministic, without a tagger or a model.

`parse` finds the noun asked for, its modifiers, what restricts the items, and what one item is.
`synonyms` gives stems that may stand for a noun in a lead-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.domain.bounds import Bound
from app.domain.question import Condition, ItemKind, Question, QuestionKind
from app.domain.words import stems
from app.questions.clauses import Clause, read_clause
from app.questions.comparisons import bounds, numbers_in
from app.questions.conditions import conditions, document_hints, references
from app.questions.kinds import item_kind
from app.questions.languages import anglicize, detect
from app.questions.tokens import Token, sentences, tokenize
from app.questions.words import (
    CODE_HEADS,
    COLLECTION_NOUNS,
    COMPARING,
    NEGATING,
    PARTS,
    QUESTION_VERB_STEMS,
    STOPWORDS,
    synonyms,
)

_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d")
_LIMITED = re.compile(r"\b(?:over|under|above|below|exceeding|up to) [$€£]?\d|\b\d+ (?:and|or|to) \d")

__all__ = ["parse", "synonyms"]


def parse(text: str) -> Question:
    """Understand a question; kind OTHER when it asks for no set of things. Never raises."""
    tokens = tokenize(" ".join(text.split()))
    language = detect(tokens)
    clauses = [read_clause(sentence, language) for sentence in sentences(anglicize(tokens, language))]
    asked = [clause for clause in clauses if clause.kind is not QuestionKind.OTHER]
    if not asked:
        return Question(text, QuestionKind.OTHER, language=language)
    main, *later = asked
    return _question(text, _merged(main, later), later, tokens, language)


def _merged(main: Clause, later: Sequence[Clause]) -> Clause:
    """A later order names the items better: "What do the notes say? List each footnote."."""
    if main.phrase.chunk or not later:
        return main
    first = later[0]
    return replace(main, phrase=first.phrase, rest=main.rest + first.rest)


def _question(text: str, main: Clause, later: Sequence[Clause], tokens: list[Token], language: str) -> Question:
    kind, pattern = item_kind(main)
    noun, nouns = _nouns(main, later)
    modifiers = tuple(token.text for token in main.phrase.chunk[:-1])
    rest = main.rest
    hints = document_hints(tokens, _no_names(main, tokens))
    compared = bounds(text, (stems(noun) or [""])[-1])
    return Question(
        text=text,
        kind=main.kind,
        item_kind=kind,
        noun=noun,
        noun_stem=(stems(noun) or [""])[-1],
        modifiers=modifiers,
        terms=_terms((*modifiers, *_words(rest, references(tokens))), noun),
        nouns=nouns,
        phrases=tuple(token.text for token in tokens if token.quoted),
        conditions=_without_bounds(_conditions(main, kind, hints, text), compared),
        pattern=pattern,
        stated_number=main.phrase.number,
        compares=_compares(text) or bool(compared),
        bounds=compared,
        negates=bool(NEGATING & set(_QUOTED.sub(" ", text.lower().replace("\u2019", "'")).split())),
        reference=references(tokens),
        document_hints=hints,
        language=language,
    )


def _without_bounds(found: tuple[Condition, ...], compared: tuple[Bound, ...]) -> tuple[Condition, ...]:
    """A number that is compared is no value to be met: "built before 1950" asks for other years."""
    numbers = {bound.value for bound in compared}
    return tuple(c for c in found if not any(number in numbers for number in numbers_in(c.value)))


def _compares(text: str) -> bool:
    """Whether who is meant depends on a comparison, an order or an exception, which no lead-in decides."""
    plain = _QUOTED.sub(" ", text.lower())
    return bool(COMPARING & set(re.findall(r"[a-z]+", plain))) or bool(_LIMITED.search(plain))


def _no_names(main: Clause, tokens: list[Token]) -> frozenset[int]:
    """Starts of tokens that are capitalised for other reasons: sentence starts and the noun itself."""
    starts = [sentence[0] for sentence in sentences(tokens) if not sentence[0].text.isupper()]
    return frozenset(token.start for token in (*starts, *main.phrase.chunk[-1:]))


def _words(tokens: Sequence[Token], reference: tuple[str, str] | None) -> list[str]:
    """Content words; names for parts of a document and the number of the part asked about say where to look."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        if token.quoted:
            found.extend(token.text.split())
        elif token.low in PARTS or (reference and token.text == reference[1]):
            continue
        elif token.low not in STOPWORDS and not (token.low in COLLECTION_NOUNS and at and tokens[at - 1].low == "the"):
            found.append(token.text)
    return found


def _terms(words: Iterable[str], noun: str) -> tuple[str, ...]:
    """Stems of content words in order, without question verbs and the noun itself; compounds give their parts."""
    skip = set(stems(noun)[-1:])
    found: dict[str, None] = {}
    for word in words:
        if word[0].isalnum() and word.lower() not in STOPWORDS:
            found.update((part, None) for part in _parts(word) if part not in QUESTION_VERB_STEMS and part not in skip)
    return tuple(found)


def _parts(word: str) -> list[str]:
    """Stems of a word as texts are indexed; of a compound ("5.0", "e-mail") only parts that tell something."""
    parts = stems(word)
    return parts if len(parts) < 2 else [part for part in parts if len(part) > 1 and part not in STOPWORDS]


def _nouns(main: Clause, later: Sequence[Clause]) -> tuple[str, tuple[str, ...]]:
    """The noun and all nouns that may name the members, best first; a code head keeps its modifier."""
    chunk = main.phrase.chunk
    if not chunk:
        return "", (main.fallback,) if main.fallback else ()
    noun = chunk[-1].text
    named = [noun]
    if chunk[-1].low in CODE_HEADS and len(chunk) > 1:
        noun = f"{chunk[-2].text} {chunk[-1].text}"
        named = [noun] if len(chunk) == 2 else [noun, " ".join(token.text for token in chunk)]
    named.extend(" ".join(token.text for token in other) for other in main.phrase.others)
    named.extend(" ".join(token.text for token in clause.phrase.chunk) for clause in later)
    return noun, tuple(dict.fromkeys(name for name in named if name))


def _conditions(main: Clause, kind: ItemKind, hints: tuple[str, ...], text: str) -> tuple[Condition, ...]:
    if kind is ItemKind.SUBJECT and main.verb is not None:
        source = " ".join(text.split())
        value = source[main.verb.end :].strip().rstrip("?").strip()
        return (Condition(value, main.verb.text, main.negated),) if value else ()
    return conditions(main.rest, main.form, hints)
