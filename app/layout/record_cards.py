"""Cards from rows of labelled values: which rows belong together, where a card begins, what several cards share."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.words import fold
from app.layout.record_pairs import Pair, PairRow

CLOSE = 5.0  # type sizes between rows of one card


@dataclass(slots=True)
class Card:
    """One record: its own pairs, and those that stand once above several cards."""

    rows: list[PairRow]
    above: tuple[Pair, ...] = ()

    @property
    def pairs(self) -> list[Pair]:
        return [pair for row in self.rows for pair in row.pairs]


@dataclass(slots=True)
class CardSet:
    """Cards of one kind. `names`: the column of each folded label, in order of appearance."""

    cards: list[Card]
    names: dict[str, int] = field(default_factory=dict)
    titles: list[list[str]] = field(default_factory=list)  # labels of each column as printed

    def learn(self) -> None:
        for card in self.cards:
            for pair in (*card.pairs, *card.above):
                key = fold(pair.label)
                if key not in self.names:
                    self.names[key] = len(self.titles)
                    self.titles.append([pair.label])


def card_sets(rows: Sequence[PairRow]) -> list[CardSet]:
    """All cards of a document, kind by kind."""
    sets, rest = _repeated_blocks(rows)
    kinds = _components(_adjacent(rest), rest)
    streams: dict[str, list[PairRow]] = {}
    for row in rest:
        streams.setdefault(kinds[row.symbol], []).append(row)
    sets += [CardSet(_cards(stream)) for stream in streams.values()]
    _share(sets)
    found = _same_form(sets)
    for cards in found:
        cards.learn()
    return found


def _repeated_blocks(rows: Sequence[PairRow]) -> tuple[list[CardSet], list[PairRow]]:
    """Blocks of rows that come again with the same labels, each set apart: cards as they are; and the other rows."""
    blocks: list[list[PairRow]] = []
    for row in rows:
        if blocks and _close(blocks[-1][-1], row):
            blocks[-1].append(row)
        else:
            blocks.append([row])
    kinds: dict[tuple[str, ...], list[list[PairRow]]] = {}
    for block in blocks:
        kinds.setdefault(tuple(row.symbol for row in block), []).append(block)
    sets = []
    rest: list[PairRow] = []
    for kind, found in kinds.items():
        if len(found) > 1 and len(set(kind)) == len(kind) > 1:
            sets.append(CardSet([Card(block) for block in found]))
        else:
            rest.extend(row for block in found for row in block)
    rest.sort(key=lambda row: (row.page, row.band // 20, row.line))
    return sets, rest


def _share(sets: Sequence[CardSet]) -> None:
    """Wide rows that stand above the cards of another kind on most of their pages are shared by those cards."""
    heads = [found for found in sets if all(len(card.pairs) > 2 and len(card.rows) == 1 for card in found.cards)]
    for below in sets:
        for above in heads:
            if above is not below and _stands_above(above, below):
                _share_from(above, below)
                break


def _stands_above(above: CardSet, below: CardSet) -> bool:
    first: dict[int, int] = {}
    for card in above.cards:
        first.setdefault(card.rows[0].page, card.rows[0].line)
    pages: dict[int, int] = {}
    for card in below.cards:
        pages.setdefault(card.rows[0].page, card.rows[0].line)
    under = sum(first.get(page, 1 << 30) < line for page, line in pages.items())
    return under * 2 >= len(pages) and len(above.cards) > 1


def _share_from(above: CardSet, below: CardSet) -> None:
    heads = sorted(above.cards, key=_place)
    starts = [_place(card) for card in heads]
    for card in below.cards:
        at = bisect_right(starts, _place(card)) - 1
        if at >= 0 and not card.above:
            card.above = tuple(heads[at].pairs)


def _adjacent(rows: Sequence[PairRow]) -> Counter[tuple[str, str]]:
    """How often one kind of row stands directly under another."""
    found: Counter[tuple[str, str]] = Counter()
    for one, two in itertools.pairwise(rows):
        if _close(one, two) and one.symbol != two.symbol:
            found[one.symbol, two.symbol] += 1
    counts = Counter(row.symbol for row in rows)
    for one, rare, two in zip(rows, rows[1:], rows[2:], strict=False):
        fewer = counts[rare.symbol] < min(counts[one.symbol], counts[two.symbol])
        if fewer and _close(one, two) and one.symbol != two.symbol:
            found[one.symbol, two.symbol] += 1
    return found


def _close(one: PairRow, two: PairRow) -> bool:
    same = one.page == two.page and one.band // 20 == two.band // 20 and one.column == two.column
    return same and 0 <= two.y0 - one.y0 < CLOSE * max(one.size, two.size)


def _components(followers: Counter[tuple[str, str]], rows: Sequence[PairRow]) -> dict[str, str]:
    """Kinds of rows that go together, each named by one of them."""
    counts = Counter(row.symbol for row in rows)
    name = {symbol: symbol for symbol in counts}

    def root(symbol: str) -> str:
        while name[symbol] != symbol:
            name[symbol] = name[name[symbol]]
            symbol = name[symbol]
        return symbol

    for (one, two), seen in followers.items():
        if seen * 2 >= max(counts[one], counts[two]):
            name[root(two)] = root(one)
    return {symbol: root(symbol) for symbol in counts}


def _cards(stream: Sequence[PairRow]) -> list[Card]:
    """Split rows of one kind at the row that begins a card; rare rows right before it stand above several cards."""
    counts = Counter(row.symbol for row in stream)
    most = max(counts.values())
    anchor = next(row.symbol for row in stream if counts[row.symbol] >= 0.9 * most)
    cards: list[Card] = []
    shared: dict[str, Pair] = {}
    held: list[PairRow] = []  # rare rows since the last common one
    for row in stream:
        if row.symbol == anchor:
            for rare in held:
                shared.update((fold(pair.label), pair) for pair in rare.pairs)
            held = []
            cards.append(Card([row], tuple(shared.values())))
        elif not cards or (counts[row.symbol] < 0.6 * most and _starts(row, cards[-1])):
            held.append(row)
        else:
            cards[-1].rows.extend([*held, row])
            held = []
    for row in held:
        if cards and _close(cards[-1].rows[-1], row):
            cards[-1].rows.append(row)
        else:
            cards.append(Card([row]))
    return cards


def _starts(row: PairRow, card: Card) -> bool:
    """Whether a rare row is set apart from the card before it."""
    last = card.rows[-1]
    return not _close(last, row) or len(row.pairs) > 1 or row.y0 - last.y0 > 1.9 * max(row.size, last.size)


def _same_form(sets: list[CardSet]) -> list[CardSet]:
    """Forms with as many rows whose labels only differ in wording, printed in turn: one kind of card."""
    found: list[CardSet] = []
    alike: dict[tuple[int, ...], list[CardSet]] = {}
    for cards in sets:
        shape = _shape(cards)
        others = alike.setdefault(shape, [])
        other = next((one for one in others[-6:] if len(shape) > 1 and _in_turn(one, cards)), None)
        if other is None:
            others.append(cards)
            found.append(cards)
        else:
            _join(other, cards)
    return found


def _shape(cards: CardSet) -> tuple[int, ...]:
    shapes = Counter(tuple(len(row.pairs) for row in card.rows) for card in cards.cards)
    return shapes.most_common(1)[0][0]


def _in_turn(one: CardSet, two: CardSet) -> bool:
    """Printed on the same pages, between one another, with values of the same make."""
    pages = {card.rows[0].page for card in one.cards}
    if not any(card.rows[0].page in pages for card in two.cards):
        return False
    first, second = one.cards[0].pairs, two.cards[0].pairs
    alike = sum(_make(a.value) == _make(b.value) for a, b in zip(first, second, strict=False))
    return alike * 2 >= min(len(first), len(second))


def _make(value: str) -> str:
    """The make of a value: letters, digits and signs in runs."""
    kinds = ["9" if c.isdigit() else "A" if c.isalpha() else c for c in value]
    return "".join(c for i, c in enumerate(kinds) if i == 0 or c != kinds[i - 1])


def _join(one: CardSet, two: CardSet) -> None:
    """Add cards to another kind, position by position."""
    one.learn()
    for card in two.cards:
        for column, pair in enumerate(card.pairs):
            key = fold(pair.label)
            if key in one.names or column >= len(one.titles):
                continue
            one.names[key] = column
            one.titles[column].append(pair.label)
    one.cards = sorted([*one.cards, *two.cards], key=_place)


def _place(card: Card) -> tuple[int, int, int]:
    row = card.rows[0]
    return row.page, row.line, row.band


def pages_of(cards: Iterable[Card]) -> tuple[int, int]:
    pages = [row.page for card in cards for row in card.rows]
    return min(pages), max(pages)
