"""A folder with all that is in it, and the corpus brought in line with it.

Nothing is passed over in silence: what is of another kind is named as skipped, and what could not be opened stands in
the corpus as a document that could not be read, so that no answer over the folder can be called complete.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from app.bootstrap import Service
from app.domain.names import safe_name
from app.domain.page import PageState
from app.domain.structure import DocumentStructure
from app.entrypoints.names import SUFFIXES


class Listing(NamedTuple):
    """Paths below the folder, in order. `closed`: path -> why it could not be opened or looked into."""

    files: tuple[Path, ...]
    skipped: tuple[Path, ...]
    closed: dict[Path, str]


class Taken(NamedTuple):
    """What a corpus holds of a folder. `closed`: document id -> why the file could not be opened."""

    paths: dict[str, Path]  # document id -> where it was found first
    same_bytes: tuple[tuple[Path, Path], ...]  # (path, the path that holds the same bytes)
    closed: dict[str, str]
    new: int
    vanished: int


def listing(folder: Path, without: Path) -> Listing:
    """Every file below; hidden ones and the folder `without` are left alone. Links are followed, each folder once."""
    files: list[Path] = []
    skipped: list[Path] = []
    closed: dict[Path, str] = {}
    seen = {_identity(without)}

    def refused(error: OSError) -> None:
        closed[Path(error.filename)] = _why(error)

    for name, below, names in os.walk(folder, followlinks=True, onerror=refused):
        here = Path(name)
        identity = _identity(here)
        if identity in seen:
            below.clear()
            continue
        seen.add(identity)
        below[:] = sorted(each for each in below if not each.startswith("."))
        for each in sorted(each for each in names if not each.startswith(".")):
            _sort_in(here / each, files, skipped, closed)
    return Listing(tuple(sorted(files)), tuple(sorted(skipped)), dict(sorted(closed.items())))


def _sort_in(path: Path, files: list[Path], skipped: list[Path], closed: dict[Path, str]) -> None:
    if path.suffix.lower() not in SUFFIXES:
        skipped.append(path)
        return
    try:
        regular = stat.S_ISREG(path.stat().st_mode)  # opening a pipe would wait for ever
    except OSError as error:  # a link that leads nowhere, or in a circle
        closed[path] = _why(error)
        return
    (files if regular else skipped).append(path)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__


def shown(path: Path, folder: Path) -> str:
    """The path below the folder as text that can be written anywhere; bytes that are no UTF-8 stand escaped."""
    inner = path.relative_to(folder) if path.is_relative_to(folder) else path
    return os.fsencode(inner).decode("utf-8", "backslashreplace")


def bring_in(service: Service, corpus_id: str, found: Listing, folder: Path) -> Taken:
    """Queue what is new or was changed, leave what is unchanged, let go what vanished. Identity: the bytes."""
    held = {each.id: each.name for each in service.store.documents(corpus_id)}
    paths: dict[str, Path] = {}
    same: list[tuple[Path, Path]] = []
    closed: dict[str, str] = {}
    for path, data, why in _contents(found, folder):
        document_id = hashlib.sha256(data).hexdigest()
        if document_id in paths:
            same.append((path, paths[document_id]))
            continue
        name = safe_name(shown(path, folder))
        if held.get(document_id, name) != name:  # renamed: the name is part of what an answer may say
            service.store.delete_document(corpus_id, document_id)
        service.ingestion.add(corpus_id, name, data)
        paths[document_id] = path
        if why:
            closed[document_id] = why
    gone = [each for each in held if each not in paths]
    for each in gone:
        service.store.delete_document(corpus_id, each)
    return Taken(paths, tuple(same), closed, len(paths.keys() - held.keys()), len(gone))


def _contents(found: Listing, folder: Path) -> Iterable[tuple[Path, bytes, str]]:
    """(path, bytes, why they are not those of the file): the bytes that stand in for a closed file are a broken PDF."""
    closed = dict(found.closed)
    for path in found.files:
        try:
            yield path, path.read_bytes(), ""
        except OSError as error:
            closed[path] = _why(error)
    for path, why in closed.items():
        yield path, f"%PDF-1.4\n%% not opened: {shown(path, folder)}".encode(), f"the file cannot be opened: {why}"


def mark_closed(service: Service, taken: Taken) -> None:
    """Give the files that could not be opened the true reason. To be called when all are read."""
    for document_id, why in taken.closed.items():
        name = safe_name(taken.paths[document_id].name)
        service.store.save_structure(document_id, DocumentStructure(name, "", (), 0, PageState.FAILED, why))
