"""The noun phrase behind a number: its head noun and the words before it."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"\s+((?:\([^\W\d_]{1,8}\)|[^\W\d_][\w'\u2019&/.-]*))")
_PLURALS = frozenset(
    """
    criteria phenomena people persons children men women media data desiderata addenda errata bacteria syllabi
    curricula feet teeth mice indices appendices matrices vertices staff series species
    """.split()  # noqa: SIM905  a list this long reads better as text
)
_NOT_PLURAL = frozenset(
    """
    this its has was is as us does thus plus across perhaps always afterwards besides towards whereas unless
    previous various serious numerous contiguous analysis basis status process access address business class cross
    less focus consensus
    """.split()  # noqa: SIM905  a list this long reads better as text
)
# Numbers before these measure; they do not count members of anything that could be listed.
UNITS = frozenset(
    """
    second seconds sec minute minutes min hour hours hrs day days week weeks month months year years decade decades
    century centuries percent percents percentage points dollars euros pounds cents usd eur bytes bits kb mb gb tb
    mbps gbps hz khz mhz ghz inch inches feet ft miles mile km meters metres meter metre cm mm yards acres hectares
    tons tonnes kg grams gallons liters litres ml ounces lbs degrees volts amps watts kw kwh mw psi times fold-times
    characters words lines millions billions trillion thousands hundreds pixels dpi ms ns epochs gpus tokens
    jours heures mois ans années semaines mètres nuits fois euros tage wochen monate jahre stunden
    """.split()  # noqa: SIM905  a list this long reads better as text
)
_END_WORDS = frozenset(
    """
    of in on at to for from by with within without under over between among across per into through during as than
    that which who whom whose where when while if and or but nor so is are was were be been being has have had do
    does did can could may might must shall should will would not each both also only include includes including
    consist consists comprise comprises contain contains cover covers make makes need needs apply applies provide
    provides the a an these those this it they we there here above below before after until since because such et ou
    de des du dans pour par sur avec und oder von
    """.split()  # noqa: SIM905  a list this long reads better as text
)
_PARTICIPLES = ("ing", "ed", "\u00e9s", "\u00e9es")
# "three types of regularization": what is counted is said behind these.
_KINDS = frozenset(
    ("types", "kinds", "forms", "sorts", "categories", "classes", "groups", "sets", "levels", "areas", "modes")
)
_OBJECT = re.compile(r"\s+(?:the|a|an|its|their|this|that|these)\s")
_OF = re.compile(r"\s+of\s+(?:the\s+|an?\s+)?([^\W\d_][\w-]*)(?:\s+([^\W\d_][\w-]*))?")


class NounPhrase(NamedTuple):
    noun: str
    modifiers: tuple[str, ...]  # words before it; behind "types", "kinds" also what follows "of"
    end: int  # position behind the head noun


def is_plural(word: str) -> bool:
    """A plural by its form; single letters, acronyms and words such as "process" are none."""
    low = word.lower().rstrip(".")
    if low in _PLURALS:
        return True
    if low in _NOT_PLURAL or len(low) < 3 or (word.isupper() and len(word) < 5):
        return False
    return low.endswith("s") and not low.endswith(("ss", "us", "is", "'s", "\u2019s"))


def noun_phrase(text: str, at: int, value: int, limit: int = 7) -> NounPhrase | None:
    """The noun phrase that begins at `at` (white space included): its last plural; None for units and no noun.

    With the value 1 the last word counts, plural or not.
    """
    found: list[tuple[str, int]] = []
    while len(found) < limit:
        match = _WORD.match(text, at)
        if not match or match.group(1).lower() in _END_WORDS:
            break
        if found and is_plural(found[-1][0]) and match.group(1).rstrip(".-/").endswith(_PARTICIPLES):
            break
        word = match.group(1).rstrip(".-/'\u2019")
        found.append((word, match.start(1) + len(word)))
        at = match.end()
        if word != match.group(1):
            break
    return _headed(text, found, value)


def _headed(text: str, found: list[tuple[str, int]], value: int) -> NounPhrase | None:
    heads = [k for k, (word, _) in enumerate(found) if is_plural(word)]
    if not heads and value == 1 and found:
        heads = [len(found) - 1]
    if not heads or any(found[k][0].lower() in UNITS for k in (0, heads[0], heads[-1])):
        return None
    head = heads[-1]
    noun, end = found[head]
    if head == 0 and noun.islower() and _OBJECT.match(text, end):
        return None  # a verb: "item 9082 controls the rate"
    modifiers = [word for word, _ in found[:head] if not word.startswith("(")]
    kind_of = _OF.match(text, end) if noun.lower() in _KINDS else None
    if kind_of:
        modifiers += [word for word in kind_of.groups() if word and word.lower() not in _END_WORDS]
    return NounPhrase(noun, tuple(modifiers), end)
