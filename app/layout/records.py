"""Record cards and forms: the same labelled block again and again, or once; also records laid out in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median_low

from app.domain.page import Line, Page
from app.domain.structure import Block, Column, Context, ContextRole, Field, Member, Region, RegionKind
from app.domain.words import fold
from app.layout.record_cards import Card, CardSet, card_sets, pages_of
from app.layout.record_layouts import join_layouts
from app.layout.record_pairs import PairRow, pair_rows
from app.layout.table_checks import page_problems, value_gaps
from app.layout.tables import Tabular

FEWEST = 2  # pairs that make a record
MOST_ROWS = 12  # lines behind the last card that may be one more


def find_records(lines: Sequence[Line], blocks: Sequence[Block], pages: Sequence[Page]) -> list[Region]:
    """All record regions of a document: cards, forms, and records that appear in several layouts."""
    return records_of(Tabular(lines, blocks, pages))


def records_of(tabular: Tabular) -> list[Region]:
    """The same, sharing the work with the tables of the document."""
    rows = pair_rows(tabular.lines, tabular.paired)
    if rows:
        rows = _outside_tables(rows, tabular.headed)
    sets = [found for found in (card_sets(rows) if rows else []) if _is_record(found)]
    regions = [_region(number, found, tabular) for number, found in enumerate(sets)]
    return regions + join_layouts(regions, lambda: tabular.tables)


def _outside_tables(rows: Sequence[PairRow], inside: Mapping[int, bool]) -> list[PairRow]:
    """Rows that are no rows of a table with a header, nor of a two-column list whose labels come only once.

    `inside`: the lines of tables, and whether the table has a header.
    """
    counts = Counter(row.symbol for row in rows)
    return [
        row for row in rows if not inside.get(row.line, False) and (row.line not in inside or counts[row.symbol] > 1)
    ]


def _is_record(cards: CardSet) -> bool:
    """Several cards with the same two labels or more; or one form of three short values or more."""
    if len(cards.cards) > 1:
        seen = Counter(column for card in cards.cards for column in {cards.names[fold(p.label)] for p in card.pairs})
        common = sum(count > 1 and count * 2 >= len(cards.cards) for count in seen.values())
        return common >= FEWEST
    filled = [pair for pair in cards.cards[0].pairs if pair.value]
    short = sum(len(pair.value) < 60 for pair in filled)
    return len(filled) > FEWEST and short >= 0.7 * len(filled)


def _region(number: int, cards: CardSet, tabular: Tabular) -> Region:
    around = tabular.around
    first, last = pages_of(cards.cards)
    lines = [row.line for card in cards.cards for row in card.rows]
    columns = tuple(Column(" / ".join(titles)) for titles in cards.titles)
    contexts = [*around.contexts_at(min(lines)), *(Context(ContextRole.HEADER, c.name) for c in columns)]
    problems = [*page_problems(tabular.gaps, first, last), *_left_out(cards)]
    if _has_card_outside(cards, lines, tabular.lines):
        problems.append("unaccounted_lines")
    if any(row.hidden for card in cards.cards for row in card.rows):
        problems.append("hidden")
    return Region(
        number=number,
        kind=RegionKind.RECORDS,
        contexts=tuple(contexts),
        members=tuple(_member(card, cards) for card in cards.cards),
        ending=around.ending_after(first, last, max(lines)),
        first_page=first,
        last_page=last,
        section=around.section(min(lines)),
        columns=columns,
        problems=tuple(problems),
    )


def _left_out(cards: CardSet) -> list[str]:
    """Numbers that no card carries, where a label of all cards counts them."""
    for column in range(len(cards.titles)):
        values = [p.value for card in cards.cards for p in card.pairs if cards.names[fold(p.label)] == column]
        found = value_gaps(values) if len(values) == len(cards.cards) else []
        if found:
            return found
    return []


def _has_card_outside(cards: CardSet, own: Sequence[int], lines: Sequence[Line]) -> bool:
    """Whether rows between the cards, or right behind the last, carry most labels of a card and are in none: a card
    that was printed otherwise."""
    inside = set(own)
    names = {name.rstrip(": ") for name in cards.names if name.strip(": ")}
    enough = max(FEWEST, 0.6 * median_low(len(card.pairs) for card in cards.cards))
    found: set[str] = set()
    for line in lines[min(own) : max(own) + 1 + MOST_ROWS]:
        label = fold(line.cells[0].text).rstrip(": ") if len(line.cells) == 2 and line.index not in inside else ""
        if label not in names or fold(line.cells[1].text).rstrip(": ") in names:
            found.clear()
            continue
        found.add(label)
        if len(found) >= enough:
            return True
    return False


def _member(card: Card, cards: CardSet) -> Member:
    own = card.pairs
    fields = [Field(cards.names[fold(p.label)], p.value, p.spans) for p in own if p.value]
    mine = {f.column for f in fields}
    shared = [(cards.names[fold(p.label)], p) for p in card.above if p.value]
    fields += [Field(column, p.value, p.spans, True) for column, p in shared if column not in mine]
    label = next((p for p in own if p.value), own[0])
    text = " | ".join(f"{p.label} {p.value}".strip() for p in own)
    hidden = any(row.hidden for row in card.rows)
    fields.sort(key=lambda f: f.column)
    return Member(label.value, label.spans, detail=text, fields=tuple(fields), text=text, hidden=hidden)
