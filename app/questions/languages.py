"""Questions in other languages: function words are read as their English counterparts, content words stay."""

from __future__ import annotations

from dataclasses import replace

from app.questions.phrases import NounPhrase
from app.questions.tokens import Token


def _table(text: str) -> dict[str, str]:
    return {word: english for line in text.strip().splitlines() for english, *rest in [line.split()] for word in rest}


_FUNCTION_WORDS = {
    "fr": _table("""
which quel quels quelle quelles lesquels lesquelles
who qui
list listez lister énumérez énumère liste cite citez donnez donne nommez indiquez
are sont est étaient était
the le la les l'
all tous toutes tout toute
each chaque
of de du des d'
in dans en au aux à
for pour
on sur
by par
with avec
under sous
between entre
from depuis
that que qu'
and et
or ou
can peut peuvent
must doit doivent
have a ont avait avaient
not pas ne n'
"""),
    "de": _table("""
which welche welcher welches welchen welchem
who wer
list liste nenne nennen nennt aufzählen gib zeige
are sind ist waren war werden wird
the die der das den dem des
all alle allen aller sämtliche
each jede jeder jedes
of von vom
in in im
for für
on auf an am
by durch
with mit
under unter
and und
or oder
can kann können
must muss müssen
have hat haben
not nicht kein keine
you sie es
"""),
    "es": _table("""
which cuáles cuál cuales qué
who quién quiénes
list lista liste enumere enumera nombre
are son es eran fueron
the el la los las
all todos todas
each cada
of de del
in en
for para
on sobre
by por
with con
under bajo
and y
or o
have tiene tienen hay
"""),
}
_OPENERS = {
    "fr": {"quel", "quels", "quelle", "quelles", "lesquels", "lesquelles", "listez", "énumérez", "citez", "donnez",
           "nommez", "combien", "indiquez"},
    "de": {"welche", "welcher", "welches", "welchen", "nenne", "nennen", "nennt", "wer", "wieviele"},
    "es": {"cuáles", "cuál", "qué", "cuántos", "cuántas", "enumere", "enumera", "quiénes"},
}  # fmt: skip
_PAIRS = {"fr": {("combien", "de"): "how many"}, "de": {("wie", "viele"): "how many"}, "es": {}}
_COUNT_WORDS = {"cuántos", "cuántas", "wieviele"}
_HEAD_FIRST = frozenset({"fr", "es"})


def detect(tokens: list[Token]) -> str:
    """The language of a question by its question word; English when none of another language is there."""
    lows = [token.low for token in tokens[:6]]
    for language, openers in _OPENERS.items():
        if any(low in openers for low in lows):
            return language
    return "de" if lows[:2] == ["wie", "viele"] else "en"


def anglicize(tokens: list[Token], language: str) -> list[Token]:
    """Tokens whose folded form is the English function word, where there is one."""
    if language == "en":
        return tokens
    table, pairs = _FUNCTION_WORDS[language], _PAIRS[language]
    found: list[Token] = []
    skip = False
    for at, token in enumerate(tokens):
        if skip:
            skip = False
        elif (at + 1 < len(tokens) and (token.low, tokens[at + 1].low) in pairs) or token.low in _COUNT_WORDS:
            found.append(token._replace(low="how"))
            found.append(token._replace(low="many"))
            skip = token.low not in _COUNT_WORDS
        else:
            found.extend(_elided(token, table))
    return found


def _elided(token: Token, table: dict[str, str]) -> list[Token]:
    """A token, or its two parts where an article is elided ("l'appareil")."""
    head, mark, tail = token.text.partition("'")
    if mark and tail and head.lower() + "'" in table:
        at = token.start + len(head) + 1
        first = Token(head + "'", table[head.lower() + "'"], token.start, at)
        return [first, Token(tail, table.get(tail.lower(), tail.lower()), at, token.end)]
    return [token._replace(low=table.get(token.low, token.low))] if not token.quoted else [token]


def trim(phrase: NounPhrase, language: str) -> NounPhrase:
    """A phrase cut behind its head: the first noun in French and Spanish, the first capital in German."""
    if language == "en" or len(phrase.chunk) < 2:
        return phrase
    size = 1
    if language not in _HEAD_FIRST:
        capitals = [at for at, token in enumerate(phrase.chunk) if token.capital]
        size = capitals[0] + 1 if capitals else 1
    cut = len(phrase.chunk) - size
    return replace(phrase, chunk=phrase.chunk[:size], end=phrase.end - cut) if not phrase.others else phrase
