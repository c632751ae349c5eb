"""Does a sentence elsewhere add to the set? "One more of the approved routes is the North Channel." """

from __future__ import annotations

import re
from collections.abc import Iterable

from app.checks.cardinality import counted_there
from app.checks.context import CheckContext, mentions
from app.domain.answer import Outcome, Signal, SignalKind
from app.domain.geometry import Span
from app.domain.nouns import modifier_stems, noun_heads, term_stems
from app.domain.ports import Passage
from app.domain.words import begins_of, letters, stem, stems, word_set
from app.selection import Choice

_SENTENCE = re.compile(r"[^.!?;:\n]+(?:[.!?;:\n]|$)")  # blocks of a passage are parted by line ends
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-]\w+)*")
_ADDING = word_set("another further additional extra")
_BESIDES = re.compile(r"\b(?:in addition to|besides|apart from|as well as) th(?:ese|ose)\b|\badded\b.*\bas an?\b")
_BEING = word_set("is are was were be includes include comprises")
_ARTICLES = word_set("a an the one of our")
_STRETCH = re.compile(r"[^.!?;:]+")
_PARTS = re.compile(r",\s*(?:and\s+|or\s+)?|\s(?:and|or)\s")
_VERB = re.compile(r"\b(?:are|include|comprise|were)\b")
_POINTING = word_set("following these other two three four five six seven eight nine ten")
LONGEST_TAIL = 7  # words
NEAR = 4  # words between the adding word and the noun


def additions(context: CheckContext) -> Iterable[Signal]:
    """One signal a document: the first sentence that adds to the noun asked for and names none of the items."""
    asked = set(noun_heads(context.question))
    modifiers = set(modifier_stems(context.question))
    for choice in context.choices:
        count = counted_there(context, choice)
        heads = {count.stem} if count else asked  # "three types of fields": another field is no other type
        begins = begins_of(heads)
        telling = _telling(context, choice, count is not None)
        if not heads:
            yield from _said_again(context, choice)
        for passage in context.passages:
            if passage.document_id != choice.document_id or passage.contents or not mentions(passage, begins):
                continue
            for start, end in _adding(passage, heads, modifiers):
                if telling and not telling & set(stems(" ".join((*passage.headings, passage.flow.text[start:end])))):
                    continue
                if not _inside(choice, passage.flow.spans(start, end)):
                    yield _signal(context, choice, passage, start, end)
                    break


def _said_again(context: CheckContext, choice: Choice) -> Iterable[Signal]:
    """For a question without a noun: the first sentence with all of its words that is no part of the region."""
    terms = set(term_stems(context.question)) - context.settings[choice.document_id].title
    for passage in context.passages:
        if passage.document_id != choice.document_id or passage.contents or not terms:
            continue
        for match in _SENTENCE.finditer(passage.flow.text):
            if terms <= set(stems(match.group())) and not _inside(choice, passage.flow.spans(*match.span())):
                yield _signal(context, choice, passage, *match.span())
                return


def _telling(context: CheckContext, choice: Choice, counted: bool) -> set[str]:
    """Where the words that announce the set count it, a sentence adds to it only if it speaks of the same: the words
    of the question, one of which it must then hold. Empty: any sentence may add."""
    return set(term_stems(context.question)) - context.settings[choice.document_id].title if counted else set()


def _adding(passage: Passage, heads: set[str], modifiers: set[str]) -> Iterable[tuple[int, int]]:
    for match in _SENTENCE.finditer(passage.flow.text):
        words = [w.lower() for w in _WORD.findall(match.group())]
        own = [stem(w) for w in words]
        if _adds(words, own, heads, modifiers):
            yield match.start(), match.end()


def announced_elsewhere(context: CheckContext) -> Iterable[Signal]:
    """The same noun phrase is announced again ("the approved routes are:") where no region was read."""
    phrase = [*modifier_stems(context.question), *noun_heads(context.question)[:1]]
    begins = begins_of(phrase[-1:])
    for choice in context.choices:
        known = context.places.get(choice.document_id, frozenset())
        for passage in context.passages:
            if passage.document_id != choice.document_id or passage.contents or not mentions(passage, begins):
                continue
            for start, end in _announcing(passage, phrase):
                spans = passage.flow.spans(start, end)
                if not _inside(choice, spans) and not _read(spans, known) and not _echoes(context, passage, start):
                    yield _signal(context, choice, passage, start, end)
                    break


def _announcing(passage: Passage, phrase: list[str]) -> Iterable[tuple[int, int]]:
    """Stretches from the noun phrase to the colon, or to the verb with a series behind it, that announces a set."""
    text = passage.flow.text
    for stretch in _STRETCH.finditer(text):
        end = stretch.end()
        if text[end : end + 1] == ":" and _ends_in(stretch.group(), phrase):
            yield stretch.span()
        for verb in _VERB.finditer(stretch.group()):
            head, tail = stretch.group()[: verb.start()], stretch.group()[verb.end() :]
            if tail.count(",") > 1 and _ends_in(head, phrase):
                yield stretch.start(), stretch.start() + verb.end()


def _ends_in(stretch: str, phrase: list[str]) -> bool:
    words = [w.lower() for w in _WORD.findall(stretch)]
    own = [stem(w) for w in words]
    size = len(phrase)
    at = next((i for i in range(len(own) - size, -1, -1) if own[i : i + size] == phrase), -1)
    pointed = size > 1 or bool(_POINTING & set(words[max(at - 2, 0) : at]))
    return at >= 0 and pointed and _is_tail(words[at + size :])


def _is_tail(words: list[str]) -> bool:
    """What may stand between a noun and the verb or colon that announces its members: "of the Tansy Works"."""
    return len(words) <= 1 or (len(words) <= LONGEST_TAIL and words[0] in ("of", "in", "for", "at", "by"))


def _read(spans: tuple[Span, ...], known: frozenset[tuple[int, int, int]]) -> bool:
    """Some region's words of announcement lie here: as a region it was weighed already."""
    return any(s.page == page and s.start < end and start < s.end for s in spans for page, start, end in known)


def _echoes(context: CheckContext, passage: Passage, start: int) -> bool:
    """What follows names all the items and no more."""
    following = _STRETCH.search(passage.flow.text, passage.flow.text.find(":", start) + 1 or start)
    parts = len(_PARTS.split(following.group())) if following else 0
    text = letters(passage.flow.text[start:])
    return 0 < parts <= len(context.items) and all(letters(i.label) in text for i in context.items)


def _adds(words: list[str], own: list[str], heads: set[str], modifiers: set[str]) -> bool:
    """ "Another <noun> is X", "one more of the <noun> is X", "X is also a <noun>"."""
    whole = modifiers <= set(own)  # else only "another station is": the noun with nothing before it
    if whole and _BESIDES.search(" ".join(words)) and heads & set(own):
        return True
    for place, word in enumerate(words):
        more = word in _ADDING or (word == "more" and words[max(place - 1, 0)] in ("one", "two", "three"))
        noun = next((i for i in range(place + 1, min(place + 1 + NEAR, len(own))) if own[i] in heads), -1)
        if noun < 0:
            continue
        behind = words[noun + 1 : noun + 3]
        if (
            more and (whole or noun == place + 1) and _BEING & set(behind) and behind[0] != "to"
        ):  # "a further set of elements to be kept" adds none
            return True
        also = whole and word == "also" and words[max(place - 1, 0)] in _BEING
        if also and set(own[place + 1 : noun]) <= modifiers | _ARTICLES:
            return True
    return False


def _inside(choice: Choice, spans: tuple[Span, ...]) -> bool:
    """The sentence is part of the chosen region: of its lead-in or of a member."""
    own = {(s.page, s.start) for p in choice.chosen for c in p.stored.region.contexts for s in c.spans}
    own |= {(s.page, s.start) for p in choice.chosen for m in p.stored.region.members for s in m.spans}
    return any(s.page == page and s.start <= start < s.end for s in spans for page, start in own)


def _signal(context: CheckContext, choice: Choice, passage: Passage, start: int, end: int) -> Signal:
    text = passage.flow.text[start:end].strip()
    named = any(letters(i.label) in letters(text) for i in context.items if len(letters(i.label)) > 2)
    known = named and not _BESIDES.search(text.lower())
    return Signal(
        SignalKind.RIVAL,
        Outcome.SILENT if known else Outcome.OPEN,
        f"a sentence may add to the set: {text[:200]}",
        evidence=context.quote(passage.document_id, passage.flow.spans(start, end)),
        reasons=() if known else ("addition_in_prose",),
        document_id=choice.document_id,
    )
