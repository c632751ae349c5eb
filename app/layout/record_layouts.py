"""Records printed in several layouts (a table here, cards there) put together by the make of their keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from app.domain.structure import Column, Field, Member, Region, RegionKind
from app.domain.words import fold, item_key

FEWEST_KEYS = 2
SHORTEST = 5  # letters and digits of a key that tells
_NO_KEY = re.compile(r"(?:9{1,2}[/.-]9{1,2}|9{4}[/.-]9{1,2})[/.-]9{1,4}|9{1,2}:99(?::99)?|[-(+$€£¥]*[9.,]+%?\)?")


def join_layouts(cards: Sequence[Region], tables: Callable[[], Sequence[Region]]) -> list[Region]:
    """One more region for each kind of record that several regions hold parts of."""
    if not any(key_make(region, column) for region in cards for column in range(min(len(region.columns), 6))):
        return []
    parts = [*cards, *tables()]
    keyed: dict[str, list[tuple[Region, int]]] = {}
    for region in parts:
        for column in range(min(len(region.columns), 6)):
            make = key_make(region, column)
            if make:
                keyed.setdefault(make, []).append((region, column))
                break
    return [
        _joined(len(parts) + number, found)
        for number, found in enumerate(keyed.values())
        if len(found) > 1 and _apart(found)
    ]


def key_make(region: Region, column: int) -> str:
    """The make that nearly all values of a column share, all different: "99999999-99999". Empty: it is no key."""
    values = [_field(member, column) for member in region.members if member.counted]
    texts = [first_word(value.text) for value in values if value and not value.carried]
    if len(texts) < FEWEST_KEYS or len(texts) * 2 < len(values):
        return ""
    make, seen = Counter(make_of(text) for text in texts).most_common(1)[0]
    digits = 0 if _NO_KEY.fullmatch(make) and not make.isdigit() else make.count("9")  # dates, times, amounts
    distinct = len(set(texts)) >= 0.9 * len(texts)
    return make if seen >= 0.8 * len(texts) and digits >= 3 and len(make) >= SHORTEST and distinct else ""


@lru_cache(maxsize=4096)
def make_of(text: str) -> str:
    return "".join("9" if c.isdigit() else "A" if c.isalpha() else c for c in text)


def first_word(text: str) -> str:
    return text.split()[0] if text.split() else ""


def _field(member: Member, column: int) -> Field | None:
    return next((field for field in member.fields if field.column == column), None)


def _apart(found: Sequence[tuple[Region, int]]) -> bool:
    """Each key stands in one of the regions only: they are parts of one list, not views of the same records."""
    seen: Counter[str] = Counter()
    for region, column in found:
        keys = {item_key(first_word(f.text)) for m in region.members if m.counted and (f := _field(m, column))}
        seen.update(keys)
    twice = sum(count > 1 for count in seen.values())
    return twice <= 0.02 * len(seen)


def _joined(number: int, found: Sequence[tuple[Region, int]]) -> Region:
    """Columns by name (the key columns are one), members in document order."""
    names: dict[str, int] = {"": 0}
    columns = [found[0][0].columns[found[0][1]]]
    known = _vocabulary(found)
    members: list[Member] = []
    problems: set[str] = set()
    for region, key in found:
        mapped = [_place(column, names, columns) if at != key else 0 for at, column in enumerate(region.columns)]
        problems |= {_renamed(code, region, mapped, columns) for code in region.problems}
        members += [_moved(member, mapped, key, region, known) for member in region.members if _has_key(member, key)]
    members.sort(key=lambda m: (m.spans[0].page, m.spans[0].start) if m.spans else (0, 0))
    first = min((region for region, _ in found), key=lambda r: r.first_page)
    last = max((region for region, _ in found), key=lambda r: r.last_page)
    contexts = tuple(dict.fromkeys(c for region, _ in found for c in region.contexts))
    return replace(
        first, number=number, kind=RegionKind.RECORDS, contexts=contexts, members=tuple(members), ending=last.ending,
        last_page=last.last_page, columns=tuple(columns), problems=tuple(sorted(problems)),
    )  # fmt: skip


def _renamed(code: str, region: Region, mapped: Sequence[int], columns: Sequence[Column]) -> str:
    """A problem of one column, under the name that the column has now."""
    kind, _, name = code.partition(":")
    if kind != "unclear_column":
        return code
    at = next((at for at, column in enumerate(region.columns) if column.name == name), 0)
    return f"{kind}:{columns[mapped[at]].name}"


def _place(column: Column, names: dict[str, int], columns: list[Column]) -> int:
    """The joined column of the same name; a name in parts ("A / B") goes by its first part."""
    keys = [fold(column.name), fold(column.name.split(" / ")[0])]
    for key in keys:
        if key and key in names:
            return names[key]
    names.setdefault(keys[0], len(columns))
    names.setdefault(keys[1], len(columns))
    columns.append(column)
    return len(columns) - 1


def _has_key(member: Member, key: int) -> bool:
    field = _field(member, key)
    return member.counted and field is not None and not field.carried


def _vocabulary(found: Sequence[tuple[Region, int]]) -> dict[str, Counter[str]]:
    """The one-line values of each column by its name, with how often they appear."""
    known: dict[str, Counter[str]] = {}
    for region, _ in found:
        names = [fold(column.name) for column in region.columns]
        for member in region.members:
            for field in member.fields:
                if len(field.spans) == 1 and names[field.column]:
                    known.setdefault(names[field.column], Counter())[field.text] += 1
    return known


def _first_line(field: Field, name: str, known: dict[str, Counter[str]]) -> str:
    """The first line of a cell of several lines where the column elsewhere often has just that as its value."""
    if len(field.spans) < 2:
        return ""
    first = field.text[: field.spans[0].end - field.spans[0].start].strip()
    return first if known.get(fold(name), Counter())[first] >= 3 else ""


def _moved(member: Member, mapped: Sequence[int], key: int, region: Region, known: dict[str, Counter[str]]) -> Member:
    """The member with its fields in the joined columns, the key column cut to the key itself."""
    fields = []
    taken: set[int] = set()
    for field in member.fields:
        column = mapped[field.column]
        if column in taken:
            continue
        taken.add(column)
        if field.column == key and " " in field.text and field.spans:
            field = _cut(field, first_word(field.text))
        elif line := _first_line(field, region.columns[field.column].name, known):
            field = _cut(field, line)
        fields.append(field._replace(column=column))
    label = next(f for f in fields if f.column == 0)
    fields.sort(key=lambda f: f.column)
    return member._replace(label=label.text, spans=label.spans, fields=tuple(fields))


def _cut(field: Field, text: str) -> Field:
    span = field.spans[0]
    return field._replace(text=text, spans=(span._replace(end=span.start + len(text)),))
