"""What the notes on a row tell of its columns: "Ledger: clerk Ann Poe; paid $9.10" under columns "Clerk" and "Paid"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from app.domain.geometry import Span
from app.domain.structure import Column
from app.domain.words import fold
from app.layout.table_groups import Value

_POINTER = re.compile(r"^\(?see (?:the )?[\w-]+(?: [\w-]+)?\)?\.?$", re.IGNORECASE)
_LABELLED = re.compile(r"(?P<label>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?)(?:: *| +)(?P<value>\S.*)$")
_WORD_VALUE = re.compile(r"(?P<label>[^\W\d_][\w'’-]*)(?:: *| +)(?P<value>\S.*)$")


def is_pointer(text: str) -> bool:
    """A cell that only says where the value stands: "see ledger", "see note 2"."""
    return len(text) < 30 and bool(_POINTER.match(text))


def by_name(columns: Sequence[Column]) -> dict[str, int]:
    """The column of each header; a header in parts ("Clerk / Driver") is known by each. Names given twice tell none."""
    seen: dict[str, int] = {}
    for at, column in enumerate(columns):
        for name in {fold(column.name), *map(fold, column.name.split(" / "))}:
            if name:
                seen[name] = -1 if name in seen else at
    return {name: at for name, at in seen.items() if at >= 0}


def told(note: Value, names: Mapping[str, int]) -> Iterator[tuple[int, str, Span]]:
    """Column, value and its span for the labelled values in a note whose label is the name of a column."""
    span = note.spans[0]
    if fold(note.name) in names:
        yield names[fold(note.name)], note.text, span
        return
    at = 0
    for part in note.text.split(";"):
        found = _labelled(part, names)
        if found:
            column, start, end = found
            first = span.start + at + start
            yield column, part[start:end], span._replace(start=first, end=first + end - start)
        at += len(part) + 1


def _labelled(part: str, names: Mapping[str, int]) -> tuple[int, int, int] | None:
    """Column, start and end of the value in one part of a note."""
    start = len(part) - len(part.lstrip())
    for pattern in (_LABELLED, _WORD_VALUE):
        match = pattern.match(part, start)
        column = names.get(fold(match["label"])) if match else None
        if match and column is not None:
            value = match["value"].rstrip()
            return column, match.start("value"), match.start("value") + len(value.removesuffix("."))
    return None
