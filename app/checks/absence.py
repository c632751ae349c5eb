"""Does a sentence deny that there is any? "The course does not have a required textbook." """

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.context import CheckContext
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.nouns import noun_heads, term_stems
from app.domain.ports import Passage
from app.domain.words import stem

_SENTENCE = re.compile(r"[^.!?;]+(?:[.!?;]|$)")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]\w+)?")
_NEGATIONS = frozenset({"no", "not", "without", "none", "neither", "never", "nor"})
_BETWEEN = 6  # words between the negation and the noun
# A denial of some ("no more than", "not only", "not all") denies nothing.
_SOFT = frozenset({"more", "less", "only", "all", "every", "later", "longer", "other", "further", "limited"})


def stated_absence(context: CheckContext) -> Iterable[Signal]:
    """One signal a denying sentence, the first three."""
    nouns = set(noun_heads(context.question))
    required = set(term_stems(context.question))
    found = 0
    for passage in context.passages:
        for start, end in _denials(passage, nouns, required, context.settings[passage.document_id].title):
            found += 1
            yield Signal(
                SignalKind.STATED_ABSENCE,
                Outcome.PASSED,
                f"the text denies it: {passage.flow.text[start:end].strip()}",
                expected=0,
                found=0,
                evidence=context.quote(passage.document_id, passage.flow.spans(start, end)),
                reasons=("denied_by_the_text",),
                document_id=passage.document_id,
            )
            if found == 3:
                return


def _denials(passage: Passage, nouns: set[str], required: set[str], title: frozenset[str]) -> Iterable[tuple[int, int]]:
    for match in _SENTENCE.finditer(passage.flow.text):
        words = [w.lower() for w in _WORD.findall(match.group())]
        own = [stem(w) for w in words]
        wanted = required - title
        if nouns & set(own) and len(wanted & set(own)) * 2 >= len(wanted) and _negated(words, own, nouns):
            yield match.start(), match.end()


def _negated(words: list[str], own: list[str], nouns: set[str]) -> bool:
    for place, word in enumerate(words):
        if word in _NEGATIONS or word.endswith(("n't", "n\u2019t")):
            after = own[place + 1 : place + 2 + _BETWEEN]
            if not _SOFT & set(words[place + 1 : place + 3]) and nouns & set(after):
                return True
    return False
