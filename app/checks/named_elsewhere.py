"""Does the text call something by the noun asked for that is not among the items? "Cedar station opened in May." """

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from app.checks.context import CheckContext, mentions
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.binding import ROWS
from app.domain.nouns import noun_heads, term_stems
from app.domain.ports import Passage
from app.domain.restricting import FUNCTION
from app.domain.words import begins_of, stem, word_set, words
from app.selection import Choice

_SENTENCE = re.compile(r"[^.!?;:\n]+(?:[.!?;:\n]|$)")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-]\w+)*")
_NO_NAMES = word_set(
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday table figure section chapter appendix annex page note i"
)
_BECOMING = word_set("is was has became becomes remains joined serves counts also likewise and too")
NEAR = 4  # words between a name and the noun
MOST_NAMES = 0.5  # share of the items that must be names, before a name elsewhere can be one more


def named_elsewhere(context: CheckContext) -> Iterable[Signal]:
    """One signal a document: the first sentence that puts a name beside the noun which no item carries."""
    if not context.question.noun:
        return
    heads = frozenset(noun_heads(context.question))
    begins = begins_of(heads)
    for choice in context.choices:
        if choice.chosen[0].stored.region.kind in ROWS:
            continue  # forms and tables write names beside every noun
        own = [p for p in context.passages if p.document_id == choice.document_id and not p.contents]
        telling = [p for p in own if mentions(p, begins)]
        if not telling:
            continue
        common = _common(own)
        if _are_names(choice, common):
            yield from _first(context, choice, telling, heads, common | _known(context, choice))


def _first(
    context: CheckContext, choice: Choice, passages: list[Passage], heads: frozenset[str], known: frozenset[str]
) -> Iterable[Signal]:
    for passage in passages:
        text = passage.flow.text
        for match in _SENTENCE.finditer(text):
            name = _name_beside(match.group(), heads, known)
            if name:
                spans = passage.flow.spans(match.start(), match.end())
                yield Signal(
                    SignalKind.RIVAL,
                    Outcome.OPEN,
                    f"the text speaks of {name!r} beside the noun: {match.group().strip()[:200]}",
                    evidence=context.quote(choice.document_id, spans),
                    reasons=("named_elsewhere",),
                    document_id=choice.document_id,
                )
                return


def _name_beside(sentence: str, heads: frozenset[str], known: frozenset[str]) -> str:
    """A word written as a name, near the noun, that is no known word; "" where there is none."""
    own: list[str] = _WORD.findall(sentence)
    places = [i for i, w in enumerate(own) if stem(w) in heads]
    for place in places:
        for at in range(max(place - NEAR - 1, 0), min(place + NEAR + 2, len(own))):
            if at == place:
                continue
            # Where a sentence begins, any word is written large.
            apart = at > 0 or place == 1 or own[1].lower() in _BECOMING
            if apart and own[at][0].isupper() and len(own[at]) > 2 and stem(own[at]) not in known:
                return own[at]
    return ""


def _common(passages: list[Passage]) -> frozenset[str]:
    """Stems of the words that the document also writes small: no names."""
    found: set[str] = set()
    for passage in passages:
        found |= _small(passage.flow.text)
    return frozenset(found)


@lru_cache(maxsize=1024)
def _small(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in _WORD.findall(text) if w[0].islower())


def _are_names(choice: Choice, common: frozenset[str]) -> bool:
    """Most items begin with a word that is never written small: names, not descriptions."""
    first = [words(a.label)[:1] for p in choice.chosen for a in p.asking.asked]
    names = sum(bool(own) and own[0].isalpha() and stem(own[0]) not in common for own in first)
    return names > MOST_NAMES * len(first)


def _known(context: CheckContext, choice: Choice) -> frozenset[str]:
    """Words that the items, the question, the title and the words around the region explain."""
    texts = [t for i in context.items for t in (i.label, i.detail, *i.aliases)]
    texts += [c.text for p in choice.chosen for c in p.stored.region.contexts]
    texts += [m.text for p in choice.chosen for m in p.stored.region.members]
    own = {stem(w) for text in texts for w in words(text)}
    settled = {stem(w) for w in (*FUNCTION, *_NO_NAMES)} | set(term_stems(context.question))
    return frozenset(own | settled | context.settings[choice.document_id].title | set(noun_heads(context.question)))
