"""The nouns a question asks for, as stems, best first."""

from __future__ import annotations

from functools import lru_cache

from app.domain.question import Question
from app.domain.words import stem, stems, word_set, words

# Heads that only carry the word before them: a "claim number" may be listed under "Claims".
CARRIERS = frozenset(stem(w) for w in word_set("number name id identifier code title no num value"))
NUMBERS = frozenset(
    stem(w) for w in word_set("one two three four five six seven eight nine ten eleven twelve")
)  # fmt: skip


# Modifiers of questions that a text need not repeat: "the main options", "the numbered findings".
GENERIC = frozenset(
    stem(w)
    for w in word_set(
        "main major key primary individual numbered listed named different various specific particular respective"
        " following possible available distinct separate several certain total overall explained described mentioned"
        " defined given covered included shown recognized provided"
    )
)


# Nouns for the parts of a document itself: its top-level sections need no words that announce them.
DIVISIONS = frozenset(stem(w) for w in word_set("chapter section article part title clause division"))


def core(phrase_stems: tuple[str, ...]) -> tuple[str, ...]:
    """Without carriers; carriers alone stay."""
    return tuple(s for s in phrase_stems if s not in CARRIERS) or phrase_stems


@lru_cache(maxsize=256)
def noun_phrases(question: Question) -> tuple[str, ...]:
    """The phrases that may name the items, best first, as written."""
    modifiers = [m for m in question.modifiers if m not in question.noun.split()]
    full = " ".join((*modifiers, question.noun)).strip()
    return tuple(dict.fromkeys(p for p in (full, *question.nouns, question.noun) if p))


@lru_cache(maxsize=256)
def noun_heads(question: Question) -> tuple[str, ...]:
    """Stems of the heads of these phrases, carriers looked through."""
    found = []
    for phrase in (question.noun, *question.nouns):
        own = core(tuple(stems(phrase)))
        if own:
            found.append(own[-1])
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=256)
def modifier_stems(question: Question) -> tuple[str, ...]:
    """Stems of the words before the head, and of the phrase's own words before it."""
    heads = set(noun_heads(question))
    found = [s for m in (*question.modifiers, question.noun) for s in stems(m)]
    return tuple(dict.fromkeys(w for w in found if w not in heads and w not in CARRIERS and w not in GENERIC))


@lru_cache(maxsize=256)
def term_stems(question: Question) -> tuple[str, ...]:
    """Stems of every other content word of the question, modifiers first; words joined by hyphens or dots apart."""
    skip = {*noun_heads(question), *CARRIERS, *NUMBERS, *GENERIC}
    found = [*modifier_stems(question), *(s for t in question.terms for s in _parts(t))]
    return tuple(dict.fromkeys(w for w in found if w not in skip))


def _parts(term: str) -> list[str]:
    """A term is a stem already; where it is several words joined, only the last of them is."""
    own = words(term)
    return [*(stem(w) for w in own[:-1]), *own[-1:]]
