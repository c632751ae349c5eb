"""Cutting a question into tokens and sentences."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.questions import words as w

_TOKEN = re.compile(
    r"[\"\u201c\u201d\u00ab\u201e]\s?(?P<quoted>[^\"\u201c\u201d\u00ab\u00bb\u201e]{1,200}?)\s?[\"\u201c\u201d\u00bb]"
    r"|(?<!\w)['\u2018](?P<single>[^'\u2018\u2019]{1,100})['\u2019](?!\w)"
    r"|(?P<word>\w+(?:[-\u2010\u2011./'\u2019&]\w+|,\d{3}(?!\d))*[+#]*(?:\(e?s\))?)"
    r"|(?P<mark>[^\s\w])"
)
_PARTED = re.compile(r"[a-z]+(?:/[a-z]+)+")
_CONTRACTED = frozenset({"what's", "who's", "where's", "how's", "what're", "who're", "there's", "here's"})
LONGEST = 4000  # characters of a question that are looked at


class Token(NamedTuple):
    """`text` is question[start:end]; for a quoted string without its quotes."""

    text: str
    low: str
    start: int
    end: int
    quoted: bool = False

    @property
    def is_word(self) -> bool:
        return self.quoted or self.text[0].isalnum()

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()

    @property
    def has_digit(self) -> bool:
        return any(c.isdigit() for c in self.text)


def tokenize(text: str) -> list[Token]:
    """The tokens of a question: words, quoted strings as one token each, marks."""
    found = []
    for match in _TOKEN.finditer(text[:LONGEST]):
        quoted = match["quoted"] or match["single"]
        body = (quoted or match.group()).replace("\u2019", "'")
        body = body.removesuffix("(s)") + "s" if body.endswith("(s)") else body
        if not quoted and body.lower() in _CONTRACTED:
            found.extend(_uncontracted(body, match.start()))
        elif not quoted and _PARTED.fullmatch(body):
            found.extend(_parts(body, match.start()))
        else:
            found.append(Token(body, body.lower(), match.start(), match.end(), bool(quoted)))
    return found


def _parts(body: str, start: int) -> list[Token]:
    """ "country/countries" as words with a mark between them."""
    return [Token(m.group(), m.group(), start + m.start(), start + m.end()) for m in re.finditer(r"/|[^/]+", body)]


def _uncontracted(body: str, start: int) -> list[Token]:
    """ "What's" as "What" and "is"."""
    head, _, tail = body.partition("'")
    verb = "are" if tail.lower() == "re" else "is"
    at = start + len(head)
    return [Token(head, head.lower(), start, at), Token(verb, verb, at, start + len(body))]


def sentences(tokens: list[Token]) -> list[list[Token]]:
    """Tokens by sentence, end marks dropped."""
    found: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if _ends_sentence(tokens, at):
            found.append([])
        else:
            found[-1].append(token)
    return [sentence for sentence in found if sentence]


def _ends_sentence(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    if token.quoted or token.text not in ("?", "!", ".", ";"):
        return False
    if at + 1 == len(tokens) or token.text in ("?", ";"):
        return True
    previous = tokens[at - 1].text if at else ""
    return tokens[at + 1].text[0].isupper() and len(previous) > 2 and "." not in previous


def is_plural(low: str) -> bool:
    """Whether a folded word looks like a plural noun."""
    if low in w.IRREGULAR_PLURALS:
        return True
    if len(low) < 3 or low in w.NOT_PLURAL or low.endswith("'s"):
        return False
    return low.endswith("s") and not low.endswith(("ss", "us", "is"))


def is_verb(low: str) -> bool:
    """Whether a folded word is a form of a verb frequent in questions."""
    return low in _FORMS


def _forms() -> frozenset[str]:
    found: set[str] = set()
    for base in w.VERBS:
        root = base.removesuffix("e")
        third = base + ("es" if base.endswith(("s", "x", "ch", "sh", "o")) else "s")
        found.update((base, third, root + "ed", root + "ing"))
        if base.endswith("y") and base[-2] not in "aeiou":
            found.update((base[:-1] + "ies", base[:-1] + "ied"))
    irregular = "held gave given took taken wrote written won lost made paid sold bought led set shown known said told"
    return frozenset(found | set(irregular.split()))


_FORMS = _forms()
