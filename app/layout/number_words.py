"""Numbers in words: English to the thousands, small French and German ones."""

from __future__ import annotations

import re

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_OTHERS = {
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}  # fmt: skip
SMALL = {word: value for value, word in enumerate(_ENGLISH.split())} | _TENS | _OTHERS
_SCALES = {"hundred": 100, "thousand": 1000, "dozen": 12}
NUMBER_WORDS = frozenset(SMALL) | frozenset(_SCALES)
_NAMES = "|".join(sorted(SMALL, key=len, reverse=True))
# A number in words, as a pattern: "six", "twenty-five", "one hundred and twenty", "two dozen", "a dozen".
WORDS_PATTERN = (
    rf"(?:(?:{_NAMES})(?:[-\s](?:hundred|thousand|dozen))?"
    rf"(?:[-\s](?:and\s)?(?:{_NAMES}))*|(?:a|one)\s(?:dozen|hundred))"
)
_TOKEN = re.compile(r"[^\W\d_]+")


def number_value(text: str) -> int | None:
    """The value of a number in digits ("1,200") or words ("twenty-five"); None where it is neither."""
    if text[:1].isdigit():
        digits = text.replace(",", "")
        return int(digits) if digits.isdecimal() else None
    total, current = 0, 0
    words = [word for word in _TOKEN.findall(text.lower()) if word != "and"]
    for word in words:
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word == "thousand":
                total, current = total + current, 0
        elif word in SMALL:
            current += SMALL[word]
        elif word != "a":
            return None
    return total + current if words else None
