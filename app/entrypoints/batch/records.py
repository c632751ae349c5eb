"""Results as lines, each durable before the next question counts as answered; and files that are whole or not there.

`results.jsonl` is log and result in one: lines are appended as answers come, and put into the order of the questions
at the end. A line that was torn by a kill is dropped, and its question asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from app.entrypoints import tables

Json = dict[str, Any]


class Place(NamedTuple):
    """Where a line stands in the file, and what is said of its answer. `verdict`: empty where there is no answer."""

    offset: int
    length: int
    verdict: str


class Results:
    """The lines of one run, by key. One writer at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.places: dict[str, Place] = {}
        self._file: BinaryIO | None = None

    def resume(self, keys: Collection[str]) -> int:
        """Keep the answered lines with these keys, drop the others; returns how many were dropped. Then append."""
        kept, dropped = {}, 0
        for key, place in _scan(self._path):
            if place.verdict and key in keys:
                kept[key] = place
            else:
                dropped += 1
        self.places = kept
        self.sort(list(kept))
        return dropped

    def append(self, record: Json) -> None:
        """Durable when this returns."""
        if self._file is None:
            self._file = self._path.open("ab")
        line = (tables.line(record)).encode()
        offset = self._file.tell()
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.places[record["key"]] = Place(offset, len(line), record["verdict"] or "")

    def sort(self, keys: Sequence[str]) -> None:
        """Put the lines of these keys into this order, in one step; all others leave."""
        self.close()
        places, offset = {}, 0
        for key in keys:
            places[key] = self.places[key]._replace(offset=offset)
            offset += places[key].length
        write(self._path, self._raw(keys))
        self.places = places

    def records(self) -> Iterator[Json]:
        """One at a time: an answer may be large."""
        for raw in self._raw(list(self.places)):
            yield json.loads(raw)

    def _raw(self, keys: Sequence[str]) -> Iterator[bytes]:
        if not keys:
            return
        with self._path.open("rb") as file:
            for key in keys:
                file.seek(self.places[key].offset)
                yield file.read(self.places[key].length)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _scan(path: Path) -> Iterator[tuple[str, Place]]:
    """The whole lines of a file that may have been torn anywhere; a key seen twice counts once, by its last line."""
    if not path.exists():
        return
    offset = 0
    with path.open("rb") as file:
        for raw in file:
            start, offset = offset, offset + len(raw)
            try:
                record = json.loads(raw) if raw.endswith(b"\n") else None
                yield str(record["key"]), Place(start, len(raw), record["verdict"] or "")  # type: ignore[index]
            except (ValueError, KeyError, TypeError):
                yield "", Place(start, len(raw), "")


def write(path: Path, pieces: Iterable[bytes]) -> None:
    """The whole file or none: written beside it, made durable, then put in its place."""
    partial = path.with_name(f".{path.name}.part")
    with partial.open("wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def csv_lines(records: Iterable[Json]) -> Iterator[str]:
    """A row for each item behind what is said of its question; a question that failed has one, with the error."""
    yield tables.csv_line(("id", "state", *tables.COLUMNS))
    for record in records:
        about = (record["id"], record["state"])
        if record["answer"] is None:
            unsaid = [None] * (len(tables.COLUMNS) - 5)
            yield tables.csv_line((*about, None, record["error"], None, None, record["question"], *unsaid))
        else:
            for row in tables.rows(record["answer"]):
                yield tables.csv_line((*about, *row))
