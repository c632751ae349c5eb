"""Invented words: nouns asked for, names of members, filler that carries none of them."""

from __future__ import annotations

import random

NOUNS = (
    ("pump", "pumps"),
    ("permit", "permits"),
    ("beacon", "beacons"),
    ("remedy", "remedies"),
    ("criterion", "criteria"),
    ("instrument", "instruments"),
    ("duty", "duties"),
    ("route", "routes"),
    ("module", "modules"),
    ("hazard", "hazards"),
)
MODIFIERS = ("approved", "coastal", "annual", "secondary", "licensed", "seasonal")
OTHER_MODIFIERS = ("rejected", "inland", "weekly", "primary", "expired", "permanent")
OWNERS = ("Brindle Office", "Marrow Guild", "Tansy Works", "Orlop Society")
DECOYS = (("bench", "benches"), ("lantern", "lanterns"), ("ladder", "ladders"), ("blanket", "blankets"))
NUMBERS = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
    ),
    *("fourteen", "fifteen"),
)

_FILLER = (
    "The morning shift begins when the yard is lit and ends with the bell.",
    "Nothing in this part changes what was agreed in the spring.",
    "Visitors leave their coats at the door and are led through the hall.",
    "Rain was frequent in that year, and the road to the hill was closed.",
    "The ledger is kept by hand because the clerk prefers it so.",
    "A copy is kept in the tower for those who wish to read it.",
    "When the wind turns, the shutters on the north side are closed first.",
    "It was the wish of the founders that the gate should never be locked.",
    "Lamps are trimmed on the last evening of the month by whoever is on watch.",
    "The old kitchen serves as a store; its floor was laid anew.",
    "Letters that arrive after noon are opened on the following day.",
    "No one remembers who planted the elm in the middle of the court.",
)
_STARTS = (
    *("bar", "bel", "cor", "dal", "dor", "fen", "gal", "har", "jor", "kel", "lam", "mor", "nar", "ost"),
    *("pel", "quin", "ras", "sor", "tul", "ver", "wen", "yar", "zel"),
)
_MIDDLES = (*("a", "e", "i", "o", "u", "an", "en", "ir", "ol", "um"),)
_ENDS = (*("dan", "gor", "lith", "mar", "nock", "pel", "rin", "sted", "tor", "vane", "wick", "dle", "mond"),)
_THINGS = ("arm", "bay", "cradle", "drift", "flange", "hollow", "knot", "lever", "mast", "notch", "ridge", "spur")


def filler(chooser: random.Random) -> str:
    return " ".join(chooser.sample(_FILLER, chooser.randint(2, 5)))


def names(chooser: random.Random, count: int) -> list[str]:
    """`count` distinct invented names, of one or two words, all of one pattern."""
    words: dict[str, None] = {}
    while len(words) < count:
        words[chooser.choice(_STARTS) + chooser.choice(_MIDDLES) + chooser.choice(_ENDS)] = None
    pattern = chooser.randrange(3)
    if pattern == 0:
        return [word.capitalize() for word in words]
    if pattern == 1:
        return [f"{word.capitalize()} {chooser.choice(_THINGS)}" for word in words]
    return [f"{word} {chooser.choice(_THINGS)}" for word in words]


def number_word(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)
