"""Does a sentence deny that there is any? "The society does not have a paid officer." """

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.context import CheckContext, mentions
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.nouns import noun_heads, term_stems
from app.domain.ports import Passage
from app.domain.words import begins_of, stem, word_set

_SENTENCE = re.compile(r"[^.!?;]+(?:[.!?;]|$)")
MOST = 3  # denying sentences shown
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]\w+)?")
# What any denial holds, among much else: looked for first, since most sentences hold none of it.
_NEGATION = re.compile(r"(?<![^\W\d_])not?(?![^\W\d_])|never|n['\u2019]t", re.IGNORECASE)
# A denial speaks of having: "does not have a", "there are no", "no ... is required", "n'a pas de".
_HAVING = word_set(
    "have has require requires required include includes contain contains provide provides offer offers use uses need"
    " needs needed define defines set sets impose imposes list lists exist exists"
)
# "No lamps that burn oil" denies some lamps only.
_RESTRICTS = word_set("that which who whose other except unless above below exceeding beyond including")
_BETWEEN = 4  # words between the negation and the noun
_CONDITIONAL = re.compile(r"\b(?:if|unless|where|when|whether|until|in case|so long as|provided that)\b", re.IGNORECASE)
# A denial of some ("no more than", "not only", "not all") denies nothing.
_SOFT = word_set("more less only all every later longer other further limited necessarily always yet one")
ENOUGH = 0.75  # share of the question's other words that the sentence must carry


def stated_absence(context: CheckContext) -> Iterable[Signal]:
    """One signal a denying sentence, the first three. Silent as long as any item stands in a bound region."""
    if any(p.binding.bound for c in context.choices for p in c.chosen):
        return
    nouns = set(noun_heads(context.question))
    required = set(term_stems(context.question))
    found = 0
    begins = begins_of(nouns)
    for passage in context.passages:
        if not mentions(passage, begins):
            continue
        for start, end in _denials(passage, nouns, required, context.settings[passage.document_id].title):
            found += 1
            yield _signal(context, passage, start, end)
            if found == MOST:
                return


def _signal(context: CheckContext, passage: Passage, start: int, end: int) -> Signal:
    return Signal(
        SignalKind.STATED_ABSENCE,
        Outcome.PASSED,
        f"the text denies it: {passage.flow.text[start:end].strip()[:300]}",
        expected=0,
        found=0,
        evidence=context.quote(passage.document_id, passage.flow.spans(start, end)),
        reasons=("denied_by_the_text",),
        document_id=passage.document_id,
    )


def _denials(passage: Passage, nouns: set[str], required: set[str], title: frozenset[str]) -> Iterable[tuple[int, int]]:
    for match in _SENTENCE.finditer(passage.flow.text):
        if not _NEGATION.search(match.group()) or _CONDITIONAL.search(match.group()):
            continue
        words = [w.lower() for w in _WORD.findall(match.group())]
        own = [stem(w) for w in words]
        wanted = required - title
        covered = len(wanted & set(own)) >= ENOUGH * len(wanted)
        if nouns & set(own) and covered and _negated(words, own, nouns):
            yield match.start(), match.end()


def _negated(words: list[str], own: list[str], nouns: set[str]) -> bool:
    for place, word in enumerate(words):
        after = own[place + 1 : place + 2 + _BETWEEN]
        if _RESTRICTS & set(words[place + 1 : place + 4 + _BETWEEN]):
            continue
        if _SOFT & set(words[place + 1 : place + 3]) or not nouns & set(after):
            continue
        if word == "no" and (_there_is(words[:place]) or _HAVING & set(words)):
            return True
        if (word in ("not", "never") or word.endswith(("n't", "n\u2019t"))) and _HAVING & set(
            words[place + 1 : place + 3]
        ):
            return True
    return False


def _there_is(before: list[str]) -> bool:
    return before[-2:] in (["there", "is"], ["there", "are"])
