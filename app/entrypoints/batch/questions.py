"""A file of questions: JSONL, CSV or plain lines, told apart by the suffix. What is wrong is named with its line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from app.entrypoints.usage import UsageError

Rows = Iterator[tuple[int, dict[str, Any]]]  # (line, 1-based; fields)
_FIELDS = frozenset({"id", "question", "documents"})


class Asked(NamedTuple):
    """One question. `documents`: names or ids; empty: the question or the whole corpus decides."""

    id: str
    text: str
    documents: tuple[str, ...] = ()


def load(path: Path, longest: int) -> tuple[Asked, ...]:
    """The questions in order, ids unique; one without an id gets its position. UsageError names file and line."""
    found: list[Asked] = []
    lines: dict[str, int] = {}
    try:
        for line, row in _reader(path)(_text(path)):
            asked = _asked(line, row, str(len(found) + 1), longest)
            if asked.id in lines:
                raise _Wrong(line, f"the id {asked.id!r} was given on line {lines[asked.id]} already")
            lines[asked.id] = line
            found.append(asked)
    except _Wrong as wrong:
        raise UsageError(f"{path.name}, line {wrong.line}: {wrong.why}") from wrong
    if not found:
        raise UsageError(f"{path.name} holds no question")
    return tuple(found)


class _Wrong(Exception):  # noqa: N818 (never leaves this module)
    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line, self.why = line, why


def _reader(path: Path) -> Callable[[str], Rows]:
    suffixes = {".jsonl": _json_rows, ".ndjson": _json_rows, ".csv": _csv_rows}
    return suffixes.get(path.suffix.lower(), _plain_rows)


def _text(path: Path) -> str:
    """UTF-8, with or without a byte order mark."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Wrong(data[: error.start].count(b"\n") + 1, "this is not UTF-8") from error


def _plain_rows(text: str) -> Rows:
    """One question a line; blank lines and lines that begin with # are left out."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, {"question": line.strip()}


def _json_rows(text: str) -> Rows:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _Wrong(number, f"this is not JSON: {error}") from error
        if not isinstance(row, dict):
            raise _Wrong(number, 'an object is expected, such as {"id": "q1", "question": "Which ...?"}')
        yield number, row


def _csv_rows(text: str) -> Rows:
    """A header with `question`, and `id` where there are ids; separated by commas, or by semicolons."""
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in head and "," not in head else ",")
    header: list[str] | None = None
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = _header(reader.line_num, cells)
            elif len(cells) > len(header):
                raise _Wrong(reader.line_num, f"{len(cells)} cells, but the header has {len(header)}")
            else:
                filled = zip(header, cells, strict=False)
                yield reader.line_num, {name: cell for name, cell in filled if cell.strip() or name == "question"}
    except csv.Error as error:
        raise _Wrong(reader.line_num, f"this is not CSV: {error}") from error


def _header(line: int, cells: list[str]) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    if "question" not in names or len(set(names)) != len(names) or not set(names) <= {"id", "question"}:
        raise _Wrong(line, f"the header must name the columns question and, where wanted, id; it is {','.join(cells)}")
    return names


def _asked(line: int, row: dict[str, Any], position: str, longest: int) -> Asked:
    unknown = sorted(set(row) - _FIELDS)
    if unknown:
        raise _Wrong(line, f"unknown field {unknown[0]!r}; known: {', '.join(sorted(_FIELDS))}")
    text, name = row.get("question"), row.get("id", position)
    if not isinstance(text, str) or not text.strip():
        raise _Wrong(line, "the question is missing or empty")
    if len(text) > longest:
        raise _Wrong(line, f"the question has {len(text)} characters; {longest} are allowed")
    if isinstance(name, bool) or not isinstance(name, (str, int)) or not str(name).strip():
        raise _Wrong(line, "an id is a text or a whole number, and not empty")
    asked = Asked(str(name).strip(), text.strip(), _names(line, row.get("documents", [])))
    try:
        "".join((asked.id, asked.text, *asked.documents)).encode()
    except UnicodeEncodeError as error:
        raise _Wrong(line, "half a surrogate pair is no text") from error
    return asked


def _names(line: int, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
        raise _Wrong(line, "documents is a list of names or ids")
    return tuple(value)
