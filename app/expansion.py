"""Which words a pass searches for, each with the reason it was added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.answer import Item, Term
from app.domain.nouns import noun_heads, term_stems
from app.domain.ports import StoredCue
from app.domain.question import ItemKind, Question
from app.domain.structure import Acronym
from app.domain.words import STOPWORDS, stem, stems
from app.questions.words import synonyms

MOST_TERMS = 12  # a pass that searches for everything finds nothing


def first_terms(question: Question) -> list[Term]:
    """Pass 1: the noun asked for and its listed synonyms; for documents and subjects the words of the predicate."""
    if question.item_kind in (ItemKind.DOCUMENT, ItemKind.SUBJECT):
        found = [Term(t, "a word of the question") for t in term_stems(question)]
        return _unique(found or [Term(question.noun_stem, "the noun asked for")])
    heads = noun_heads(question)
    terms = [Term(h, "another noun of the question" if i else "the noun asked for") for i, h in enumerate(heads)]
    terms += [Term(s, f"a listed synonym of {head!r}") for head in heads[:1] for s in synonyms(head)]
    return _unique(terms or [Term(t, "a word of the question") for t in term_stems(question)])


def further_terms(
    question: Question,
    number: int,
    acronyms: Iterable[Acronym],
    cues: Iterable[StoredCue],
    items: Sequence[Item],
    used: frozenset[str],
) -> list[Term]:
    """Later passes: the question's other words and acronyms; then words of cues and of verified items."""
    if number == 2:
        found = [Term(t, "a word of the question") for t in term_stems(question)]
        found += _acronym_terms(question, acronyms)
    else:
        found = _cue_terms(question, cues) + _item_terms(items)
    return [t for t in _unique(found) if t.text not in used][:MOST_TERMS]


def _acronym_terms(question: Question, acronyms: Iterable[Acronym]) -> list[Term]:
    """An acronym of the question brings its long form, and the other way round."""
    asked = {*noun_heads(question), *term_stems(question)}
    found = []
    for acronym in acronyms:
        short, long = stem(acronym.short), stems(acronym.long)
        if short in asked:
            found += [Term(s, f"{acronym.short} stands for {acronym.long}") for s in long if s not in STOPWORDS]
        elif long and set(long) <= asked:
            found.append(Term(short, f"{acronym.long} is written {acronym.short}"))
    return found


def _cue_terms(question: Question, cues: Iterable[StoredCue]) -> list[Term]:
    heads = noun_heads(question)
    found = []
    for stored in cues:
        if stored.cue.stem in heads:
            words = [s for m in stored.cue.modifiers for s in stems(m)]
            found += [Term(w, f"the text counts {stored.cue.value} {stored.cue.noun}") for w in words]
    return found


def _item_terms(items: Sequence[Item]) -> list[Term]:
    """The rarest-looking word of a few verified items: passages that name them may name their siblings."""
    found = []
    for item in items[:5]:
        words = sorted(stems(item.label), key=len)
        if item.verified and words:
            found.append(Term(words[-1], f"a word of the item {item.label[:40]!r}"))
    return found


def _unique(terms: Iterable[Term]) -> list[Term]:
    return list({t.text: t for t in reversed(list(terms)) if t.text}.values())[::-1]
