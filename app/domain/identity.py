"""Whether two items of different keys may still be the same thing. A doubt, never a reason to merge."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.domain.answer import Item
from app.domain.words import item_key, letters

_ARTICLES = frozenset({"a", "an", "the"})
_VOWELS = re.compile("[aeiouy]")
_SPELLED = 5  # letters from which another spelling is thought of


class Doubt(NamedTuple):
    """Keys on either side that may name something of the other side."""

    left: frozenset[str]
    right: frozenset[str]


def doubtful(left: Sequence[Item], right: Sequence[Item]) -> Doubt:
    """Items that share an alias, a place, a spelling, initials, or all words of the shorter name."""
    rest = _Index(right)
    found = {each.key: rest.like(each) for each in left}
    return Doubt(frozenset(k for k, like in found.items() if like), frozenset().union(*found.values()))


class _Index:
    def __init__(self, items: Iterable[Item]) -> None:
        self._marks: dict[str, set[str]] = defaultdict(set)
        self._words: dict[str, set[str]] = defaultdict(set)
        self._names: dict[str, frozenset[str]] = {}
        for each in items:
            for mark in _marks(each):
                self._marks[mark].add(each.key)
            self._names[each.key] = _name(each)
            for word in self._names[each.key]:
                self._words[word].add(each.key)

    def like(self, item: Item) -> frozenset[str]:
        """Keys of what may be the same as an item."""
        shared = {key for mark in _marks(item) for key in self._marks.get(mark, ())}
        name = _name(item)
        near = [self._words.get(word, set()) for word in name]
        wider = set.intersection(*near) if near else set()
        narrower = {key for keys in near for key in keys if self._names[key] <= name}
        return frozenset(shared | wider | narrower)


def _name(item: Item) -> frozenset[str]:
    return frozenset(item.key.casefold().split()) - _ARTICLES


def _marks(item: Item) -> set[str]:
    """Two items with a mark in common may be one thing."""
    names = (item.label, *item.aliases)
    marks = {f"key {item_key(name)}" for name in names}
    marks |= {f"place {e.document_id} {e.page} {e.start}" for e in item.evidence}
    for name in names:
        compact, initials = letters(name), "".join(word[0] for word in item_key(name).split())
        marks.add(f"letters {compact}{'-' if name.endswith('-') else ''}")  # grades differ by their sign
        skeleton = _VOWELS.sub("", compact).replace("z", "s")
        if len(compact) >= _SPELLED and len(skeleton) > 2:
            marks.add(f"spelled {skeleton}")
        if len(initials) > 1:
            marks.add(f"short {initials}")
        if 1 < len(compact) < _SPELLED and name.strip().isupper():
            marks.add(f"short {compact}")
    return marks - {"letters ", "key "}
