"""What a sentence asks: its question word or order, the noun phrase, and the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.question import QuestionKind
from app.questions import words as w
from app.questions.languages import trim
from app.questions.phrases import NounPhrase, noun_phrase
from app.questions.tokens import Token, is_plural, is_verb

LISTING, COUNT, OTHER = QuestionKind.LISTING, QuestionKind.COUNT, QuestionKind.OTHER
_NO_PHRASE = NounPhrase()
_BEFORE_VERB = (w.AUXILIARIES - {"had", "has", "have"}) | w.ADVERBS
_INDIRECT = frozenset({"me", "us", "out", "down", "up", "you", "for", "please", "back"})
_EMPTY_ACTS = frozenset({"say", "mean", "do", "think", "happen", "look", "stand", "happens"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence, understood."""

    kind: QuestionKind
    phrase: NounPhrase = _NO_PHRASE
    rest: tuple[Token, ...] = ()  # everything but the question word and the noun phrase
    form: str = ""  # "noun" (which X ...), "be" (what are the X), "order" (list the X), "verb" (who likes X), "open"
    verb: Token | None = None  # of the form "verb"
    negated: bool = False  # of the form "verb": "who does not like X"
    fallback: str = ""  # noun implied by the question word ("where": "locations")


def read_clause(tokens: list[Token], language: str = "en") -> Clause:
    """What one sentence asks; kind OTHER when it asks for no set."""
    at = _opener(tokens)
    if at is None:
        at = _asked_inside(tokens)
    if at is None:
        return _bare(tokens, language)
    clause = _by_opener(tokens, at, language)
    return replace(clause, rest=clause.rest + _adjunct(tokens[:at]))


def _adjunct(before: list[Token]) -> tuple[Token, ...]:
    """What stands in front of the question word ("According to the guide, ..."), as part of the rest."""
    if all(token.low in w.POLITE or not token.is_word for token in before):
        return ()
    first = before[0]
    plain = first if first.text.isupper() else first._replace(text=first.low)
    return (plain, *before[1:])


def _opener(tokens: list[Token]) -> int | None:
    """Index of the question word or order: first, or behind polite words, a preposition or a comma."""
    for at, token in enumerate(tokens[:40]):
        if not _is_opener(tokens, at):
            continue
        before = tokens[:at]
        if not before or before[-1].text in (",", ":", "-", "\u2013", "\u2014"):
            return at
        if all(t.low in w.POLITE or not t.is_word for t in before):
            return at
        if token.low in w.WH and before[-1].low in w.PREPOSITIONS and _polite_or_comma(before[:-1]):
            return at
    return None


def _polite_or_comma(tokens: list[Token]) -> bool:
    return not tokens or tokens[-1].text == "," or all(t.low in w.POLITE for t in tokens)


def _asked_inside(tokens: list[Token]) -> int | None:
    """Index of "what" or "which" inside a sentence: "besides A which B ...", "they played on what three dates"."""
    for at, token in enumerate(tokens[:40]):
        if token.quoted or token.low not in ("what", "which") or at == 0:
            continue
        phrase = noun_phrase(tokens, at + 1)
        fronted = tokens[0].low in w.PREPOSITIONS | {"other"}
        direct = bool(phrase.chunk) and (phrase.chunk[0] is tokens[at + 1] or phrase.number is not None)
        if (phrase.plural and (direct or fronted)) or (fronted and direct):
            return at
    return None


def _is_opener(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    if token.quoted:
        return False
    if token.low in w.WH:
        return True
    if token.low in w.LIST_VERBS | w.COUNT_VERBS | w.OTHER_VERBS:
        return not (token.low in ("get", "give", "find") and at and tokens[at - 1].low in ("i", "to"))
    return False


def _by_opener(tokens: list[Token], at: int, language: str) -> Clause:
    low = tokens[at].low
    if low in ("which", "what"):
        return _which(tokens, at, language)
    if low in ("who", "whom", "whose"):
        return _who(tokens, at, language)
    if low == "how":
        return _how(tokens, at, language)
    if low in ("where", "when"):
        return _where(tokens, at)
    if low in w.COUNT_VERBS:
        return replace(_order(tokens, at, language), kind=COUNT)
    if low in w.LIST_VERBS:
        return _order(tokens, at, language)
    return Clause(OTHER, rest=tuple(tokens[at + 1 :]))


def _phrase(tokens: list[Token], at: int, language: str) -> NounPhrase:
    return trim(noun_phrase(tokens, at), language)


def _with_phrase(tokens: list[Token], at: int, language: str, form: str) -> Clause:
    phrase = _phrase(tokens, at, language)
    kind = COUNT if _is_number_of(phrase) else LISTING
    inside = tuple(token for bracket in phrase.brackets for token in bracket)
    return Clause(kind, phrase, phrase.aside + tuple(tokens[phrase.end :]) + inside, form)


def _is_number_of(phrase: NounPhrase) -> bool:
    return phrase.carrier == "number"


def _which(tokens: list[Token], at: int, language: str) -> Clause:
    after = at + 1
    if after >= len(tokens):
        return Clause(OTHER)
    low = tokens[after].low
    if low in w.BE:
        return _what_are(tokens, after, language)
    if low in ("about", "if", "happens", "happened", "else"):
        return Clause(OTHER, rest=tuple(tokens[after:]))
    if low in w.MODALS and after + 1 < len(tokens) and tokens[after + 1].low == "be":
        return _what_are(tokens, after + 1, language)
    if low in w.AUXILIARIES:
        return _what_does(tokens, after, language)
    clause = _with_phrase(tokens, after, language, "noun")
    if tokens[at].low == "what" and _is_lone_verb(clause):
        return Clause(LISTING, rest=tuple(tokens[after:]), form="open")
    return clause if clause.phrase.chunk else replace(clause, kind=OTHER)


def _is_lone_verb(clause: Clause) -> bool:
    """ "What causes pump failures?": the first word is the verb, and no noun is named."""
    chunk = clause.phrase.chunk
    return len(chunk) >= 1 and is_verb(chunk[0].low) and chunk[0].low.endswith("s") and bool(clause.rest) and (
        len(chunk) == 1 and clause.rest[0].low not in w.AUXILIARIES | w.PREPOSITIONS | w.RELATIVES | w.PRONOUNS
        and not is_verb(clause.rest[0].low)
    )  # fmt: skip


def _what_are(tokens: list[Token], at: int, language: str) -> Clause:
    after = at + 1
    while after < len(tokens) and tokens[after].low in w.ADVERBS:
        after += 1
    clause = _with_phrase(tokens, after, language, "be")
    phrase = clause.phrase
    if not phrase.chunk:
        return Clause(OTHER, rest=tuple(tokens[after:]))
    if clause.kind is COUNT or phrase.plural or phrase.others or phrase.carrier:
        return replace(clause, kind=OTHER) if _is_definitional(clause) else clause
    included = not phrase.determined and _is_participle(phrase.chunk[0])  # "What is included in the fare?"
    if included or _ends_open(clause):
        return Clause(LISTING, rest=tuple(tokens[after:]), form="open")
    return clause if _is_one_of_many(tokens, at, clause, language) else replace(clause, kind=OTHER)


def _ends_open(clause: Clause) -> bool:
    """ "What is the warden responsible for?": a preposition at the end asks for what stands behind it in the text."""
    words = [token.low for token in (*clause.phrase.chunk, *clause.rest) if token.is_word]
    return len(words) > 2 and words[-1] in w.PREPOSITIONS and words[-2] not in w.PREPOSITIONS


def _is_one_of_many(tokens: list[Token], at: int, clause: Clause, language: str) -> bool:
    """Whether a singular noun may still ask for a set: "Which is the gate of each lock?", not "What is a gate?"."""
    head = clause.phrase.head
    if head is None or head.low in w.NO_LIST_NOUNS:
        return False
    if any(token.low in ("each", "every") for token in clause.rest):
        return True
    return clause.phrase.determined and language == "en" and tokens[at - 1].low == "which"


def _is_definitional(clause: Clause) -> bool:
    """ "What are firewalls?": one bare plural and nothing else."""
    phrase = clause.phrase
    bare = len(phrase.chunk) == 1 and not (phrase.determined or phrase.others or phrase.carrier or phrase.number)
    return bare and not clause.rest


def _what_does(tokens: list[Token], at: int, language: str) -> Clause:
    """ "What would the order require?": no noun is named; the verb and its subject are the context."""
    subject = _phrase(tokens, at + 1, language)
    rest = tuple(tokens[at + 1 :])
    words = [token.low for token in rest if token.is_word]
    if tokens[at].low in ("do", "does", "did") and words and words[-1] in _EMPTY_ACTS:
        kind = LISTING if subject.head is not None and subject.head.low in ("footnotes", "endnotes") else OTHER
        return Clause(kind, subject, tuple(tokens[subject.end :]), "noun")
    if not words or words[0] == "you" or (words[0] in ("i", "we") and len(words) < 3):
        return Clause(OTHER, rest=rest)
    return Clause(LISTING, rest=rest, form="open")


def _who(tokens: list[Token], at: int, language: str) -> Clause:
    after = at + 1
    if after >= len(tokens):
        return Clause(OTHER)
    low = tokens[after].low
    if tokens[at].low == "whose":
        return _with_phrase(tokens, after, language, "noun")
    if low in w.BE and not (after + 1 < len(tokens) and _is_participle(tokens[after + 1])):
        clause = _with_phrase(tokens, after + 1, language, "be")
        if clause.phrase.determined or clause.phrase.plural:
            return clause
        return Clause(
            LISTING if clause.rest else OTHER, rest=tuple(tokens[after + 1 :]), form="open", fallback="people"
        )
    if low in ("do", "does", "did") and after + 1 < len(tokens) and tokens[after + 1].low != "not":
        return Clause(LISTING, rest=tuple(tokens[after + 1 :]), form="open", fallback="people")
    return _subject_of(tokens, after)


def _subject_of(tokens: list[Token], at: int) -> Clause:
    """ "Who likes X?", "Who can approve X?", "Who does not like X?"."""
    verb = at
    while verb + 1 < len(tokens) and tokens[verb].low in _BEFORE_VERB:
        verb += 1
    negated = any(token.low == "not" or token.low.endswith("n't") for token in tokens[at:verb])
    rest = tuple(tokens[verb + 1 :])
    return Clause(LISTING, rest=rest, form="verb", verb=tokens[verb], negated=negated, fallback="people")


def _is_participle(token: Token) -> bool:
    low = token.low
    return low == "not" or low.endswith("ed") or (is_verb(low) and low.endswith(("en", "ing")))


def _how(tokens: list[Token], at: int, language: str) -> Clause:
    low = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low == "many":
        return replace(_with_phrase(tokens, at + 2, language, "noun"), kind=COUNT)
    rest = tuple(tokens[at + 2 :])
    if low in ("can", "could", "may", "might"):
        return Clause(LISTING, rest=rest, form="open", fallback="ways")
    if low in w.BE and any(token.low in w.DIVIDING for token in rest):  # "How are the berths grouped?"
        return Clause(LISTING, rest=rest, form="open", fallback="categories")
    return Clause(OTHER, rest=tuple(tokens[at + 1 :]))


def _where(tokens: list[Token], at: int) -> Clause:
    fallback = "locations" if tokens[at].low == "where" else "dates"
    rest = tuple(tokens[at + 1 :])
    if rest and rest[0].low in ("are", "were", "do", "did") and any(is_plural(t.low) for t in rest):
        return Clause(LISTING, rest=rest[1:], form="open", fallback=fallback)
    return Clause(OTHER, rest=rest)


def _order(tokens: list[Token], at: int, language: str) -> Clause:
    after = at + 1
    while after < len(tokens) and tokens[after].low in _INDIRECT:
        after += 1
    if after < len(tokens) and tokens[after].low in w.WH and tokens[after].low != "why":
        return _by_opener(tokens, after, language)
    if after < len(tokens) and tokens[after].low in w.AUXILIARIES | {"about"}:
        return Clause(OTHER, rest=tuple(tokens[after:]))
    clause = _with_phrase(tokens, after, language, "order")
    head = clause.phrase.head
    if head is None and clause.phrase.total:
        return replace(clause, kind=OTHER, form="continue")
    if head is None or (head.low in w.NO_LIST_NOUNS and not clause.phrase.carrier):
        return replace(clause, kind=OTHER)
    return clause


def _bare(tokens: list[Token], language: str) -> Clause:
    """No question word: "Are there any X?", "All X of Y", "games released in 2004?"."""
    start = 0
    while start < len(tokens) and tokens[start].low in w.POLITE - {"to", "do", "does", "a"}:
        start += 1
    if start >= len(tokens):
        return Clause(OTHER)
    if tokens[start].low in ("are", "were") and [t.low for t in tokens[start + 1 : start + 2]] == ["there"]:
        clause = _with_phrase(tokens, start + 2, language, "noun")
        return clause if clause.phrase.plural else replace(clause, kind=OTHER)
    clause = _with_phrase(tokens, start, language, "noun")
    return clause if _is_request(tokens, start, clause) else replace(clause, kind=OTHER)


def _is_request(tokens: list[Token], start: int, clause: Clause) -> bool:
    phrase = clause.phrase
    if phrase.head is None or phrase.head.low in w.GREETINGS or tokens[start].low in w.AUXILIARIES:
        return False
    following = tokens[phrase.end].low if phrase.end < len(tokens) else ""
    if following in w.AUXILIARIES:
        return False
    return phrase.total or phrase.plural or (bool(phrase.carrier) and phrase.plural)
