"""Finding the noun asked for: the first noun phrase behind the question word, without a tagger."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.questions import words as w
from app.questions.tokens import Token, is_plural, is_verb

_STOPS = w.PREPOSITIONS | w.AUXILIARIES | w.RELATIVES | w.PRONOUNS | w.CONJUNCTIONS
_ORDERED = frozenset({"only", "top", "first", "last", "next", "previous"})
_STARTS = w.DETERMINERS | {"of"}


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase: `chunk` ends with its head; `others` are coordinated or carried nouns, each a chunk."""

    chunk: tuple[Token, ...] = ()
    others: tuple[tuple[Token, ...], ...] = ()
    aside: tuple[Token, ...] = ()  # possessor and bracketed words: part of the rest of the question
    end: int = 0  # index of the first token behind
    number: int | None = None
    determined: bool = False  # a determiner stood in front
    total: bool = False  # "all", "every", "each"
    carrier: str = ""  # "list", "names" ... where one led to the noun
    brackets: tuple[tuple[Token, ...], ...] = field(default=())

    @property
    def head(self) -> Token | None:
        return self.chunk[-1] if self.chunk else None

    @property
    def plural(self) -> bool:
        return bool(self.chunk) and is_plural(self.chunk[-1].low)


def noun_phrase(tokens: list[Token], at: int) -> NounPhrase:
    """The noun phrase that begins at `at`, carriers ("types of X") resolved to their content."""
    phrase = _coordinated(tokens, at)
    head = phrase.head
    if head is None or not _is_carrier(phrase, tokens):
        return phrase
    content = noun_phrase(tokens, phrase.end + 1)
    if not content.chunk:
        return phrase
    return _carried(phrase, content)


def _is_carrier(phrase: NounPhrase, tokens: list[Token]) -> bool:
    head, end = phrase.head, phrase.end
    if head is None or end >= len(tokens) or tokens[end].low not in ("of", "for"):
        return False
    if phrase.others:  # "the names and addresses of the owners"
        heads = [head, *(chunk[-1] for chunk in phrase.others)]
        return all(one.low in w.NAME_CARRIERS | w.CODE_HEADS for one in heads) and _is_content(tokens, end + 1)
    if head.low == "number":
        return tokens[end].low == "of"
    if head.low in w.CODE_HEADS and len(phrase.chunk) > 1:
        return _is_content(tokens, end + 1)
    if tokens[end].low == "for":
        return head.low in w.NAME_CARRIERS | w.CODE_HEADS and _is_content(tokens, end + 1)
    if head.low in w.SET_CARRIERS or (head.low in w.CARRIERS and len(phrase.chunk) == 1 and not phrase.total):
        return True
    return head.low in w.NAME_CARRIERS | w.CODE_HEADS and _is_content(tokens, end + 1)


def _is_content(tokens: list[Token], at: int) -> bool:
    """Whether "of ..." leads to the things listed ("of all claims") and not to their owner ("of the Board")."""
    inner = _plain(tokens, at)
    return bool(inner.chunk) and (inner.total or inner.plural)


def _carried(phrase: NounPhrase, content: NounPhrase) -> NounPhrase:
    head = phrase.chunk[-1]
    if head.low in w.CODE_HEADS and head.low != "number" and len(phrase.chunk) > 1:
        return replace(phrase, others=(content.chunk, *content.others), end=content.end, carrier=head.low,
                       aside=phrase.aside + content.aside, total=phrase.total or content.total)  # fmt: skip
    others = content.others if head.low in w.SET_CARRIERS else (*content.others, phrase.chunk[-1:], *phrase.others)
    return replace(content, others=others, carrier=content.carrier or head.low,
                   number=content.number if content.number is not None else phrase.number,
                   determined=True, total=phrase.total or content.total or head.low in w.SET_CARRIERS)  # fmt: skip


def _coordinated(tokens: list[Token], at: int) -> NounPhrase:
    """A phrase with what "and", "or" or a comma joins to its head."""
    phrase = _plain(tokens, at)
    while phrase.chunk and phrase.end < len(tokens) and len(phrase.others) < 4:
        joint = tokens[phrase.end].text
        if joint not in (",", "/") and joint.lower() not in w.CONJUNCTIONS:
            break
        more = _plain(tokens, _behind_joint(tokens, phrase.end))
        if not more.chunk or not more.plural or (joint == "," and not _joins(tokens, more.end)):
            break
        phrase = _with_other(phrase, more)
    return _with_brackets(phrase, tokens)


def _behind_joint(tokens: list[Token], at: int) -> int:
    end = at + 1
    if end < len(tokens) and tokens[end].low in w.CONJUNCTIONS:
        end += 1
    return end


def _joins(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and (tokens[at].text == "," or tokens[at].low in w.CONJUNCTIONS)


def _with_other(phrase: NounPhrase, more: NounPhrase) -> NounPhrase:
    if not phrase.plural and not phrase.others:  # "safety and health risks": the first is a modifier
        return replace(phrase, chunk=phrase.chunk + more.chunk, end=more.end)
    return replace(phrase, others=(*phrase.others, more.chunk), end=more.end)


def _with_brackets(phrase: NounPhrase, tokens: list[Token]) -> NounPhrase:
    at = phrase.end
    if not phrase.chunk or at >= len(tokens) or tokens[at].text != "(":
        return phrase
    for end in range(at + 1, min(len(tokens), at + 12)):
        if tokens[end].text == ")":
            inside = tuple(tokens[at + 1 : end])
            return replace(phrase, end=end + 1, brackets=(inside,))
    return phrase


def _plain(tokens: list[Token], at: int) -> NounPhrase:
    """Determiners, possessor, number and one chunk of words that ends in its head."""
    at, number, determined, total = _skip_start(tokens, at)
    owner_end = _possessor(tokens, at)
    aside = tuple(tokens[at:owner_end])
    if aside:
        at, later, _, more = _skip_start(tokens, owner_end)
        number, determined, total = number or later, True, total or more
    end = _chunk_end(tokens, at)
    return NounPhrase(tuple(tokens[at:end]), aside=aside, end=end, number=number, determined=determined, total=total)


def _skip_start(tokens: list[Token], at: int) -> tuple[int, int | None, bool, bool]:
    number: int | None = None
    determined = total = False
    while at < len(tokens):
        low = tokens[at].low
        value = _number(tokens, at)
        if value is not None:
            number = value
        elif _before_number(tokens, at):
            pass
        elif low in _STARTS:
            determined = True
            total = total or low in w.TOTALITY
        else:
            break
        at += 1
    return at, number, determined, total


def _before_number(tokens: list[Token], at: int) -> bool:
    """ "only", "top", "first", "at least" in front of a number."""
    if tokens[at].low in ("at", "up"):
        return at + 2 < len(tokens) and tokens[at + 1].low in ("least", "most", "to") and _is_counted(tokens, at + 2)
    if tokens[at].low in ("least", "most", "to") and at:
        return tokens[at - 1].low in ("at", "up") and _is_counted(tokens, at + 1)
    return tokens[at].low in _ORDERED and _is_counted(tokens, at + 1)


def _is_counted(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and _number(tokens, at) is not None


def _number(tokens: list[Token], at: int) -> int | None:
    token = tokens[at]
    value = w.NUMBER_WORDS.get(token.low)
    if value is None and token.text.isdecimal() and len(token.text) < 4:
        value = int(token.text)
    if value is None or at + 1 >= len(tokens) or not tokens[at + 1].is_word:
        return None
    return value if tokens[at + 1].low not in w.AUXILIARIES else None


def _possessor(tokens: list[Token], at: int) -> int:
    """Index behind a possessor ("the company's"), or `at`."""
    for index in range(at, min(at + 5, len(tokens) - 1)):
        token = tokens[index]
        if not token.is_word or (token.low in _STOPS and token.low != "of"):
            break
        if token.low.endswith("'s") and tokens[index + 1].is_word and tokens[index + 1].low not in _STOPS:
            return index + 1
    return at


def _chunk_end(tokens: list[Token], at: int) -> int:
    end = at
    while end < len(tokens) and _continues(tokens, at, end):
        end += 1
    return end


def _continues(tokens: list[Token], at: int, end: int) -> bool:
    """Whether tokens[end] still belongs to the chunk that began at `at`."""
    token = tokens[end]
    if not token.is_word or token.quoted or token.low in _STOPS or token.low in w.WH:
        return False
    if end == at:
        return True
    if token.low in w.DETERMINERS or token.low in w.ADVERBS:
        return False
    previous = tokens[end - 1].low
    if is_plural(previous):
        return _follows_plural(tokens, end, previous)
    return not _verb_behind_singular(tokens, end)


def _follows_plural(tokens: list[Token], end: int, previous: str) -> bool:
    low = tokens[end].low
    if previous in w.MODIFIER_PLURALS and not is_verb(low):
        return True
    if previous in w.MODIFIER_PLURALS and is_plural(low):
        return True
    return is_plural(low) and not low.endswith("ss") and not (is_verb(low) and _has_object(tokens, end))


def _verb_behind_singular(tokens: list[Token], end: int) -> bool:
    low = tokens[end].low
    if not is_verb(low):
        return low.endswith("ed") and len(low) > 4 and _is_behind_phrase(tokens, end + 1)
    if low.endswith("ing"):
        return False
    if is_plural(low):  # "reports" may be noun or verb
        return _has_object(tokens, end)
    if low.endswith("ed") or low in ("given", "shown", "held", "set", "made", "taken", "written"):
        return _is_behind_phrase(tokens, end + 1) or _has_object(tokens, end)
    return _has_object(tokens, end) and not _leads_to_plural(tokens, end)


def _is_behind_phrase(tokens: list[Token], at: int) -> bool:
    return at >= len(tokens) or not tokens[at].is_word or tokens[at].low in _STOPS


def _has_object(tokens: list[Token], at: int) -> bool:
    """Whether what follows looks like the object of a verb: a determiner, a name, a number, a quoted string."""
    if at + 1 >= len(tokens):
        return False
    following = tokens[at + 1]
    return following.quoted or following.low in w.DETERMINERS or following.capital or following.has_digit


def _leads_to_plural(tokens: list[Token], at: int) -> bool:
    for token in tokens[at + 1 : at + 4]:
        if not token.is_word or token.low in _STOPS or token.low in w.DETERMINERS:
            return False
        if is_plural(token.low):
            return True
    return False
