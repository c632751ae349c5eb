"""The files as they came, each under the SHA-256 of its bytes."""

from __future__ import annotations

import hashlib
import shutil
import uuid
from collections.abc import Collection
from pathlib import Path


class Files:
    """Writing and removing belong inside a write transaction of the store, so that no sweep takes a new file away."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def put(self, document_id: str, data: bytes) -> None:
        target = self._folder / document_id
        if not target.exists() or target.stat().st_size != len(data):
            partial = self._folder / f"{document_id}.{uuid.uuid4().hex}.part"
            partial.write_bytes(data)
            partial.replace(target)

    def get(self, document_id: str) -> bytes:
        """Raises KeyError where the bytes are gone or no longer the same."""
        try:
            data = (self._folder / document_id).read_bytes()
        except OSError as error:
            raise KeyError(document_id) from error
        if hashlib.sha256(data).hexdigest() != document_id:
            raise KeyError(f"{document_id}: the stored file was changed")
        return data

    def remove(self, document_id: str) -> None:
        (self._folder / document_id).unlink(missing_ok=True)


def sweep(folder: Path, known: Collection[str]) -> None:
    """Remove what a killed process may have left: everything in a folder whose name is not known."""
    for path in folder.iterdir():
        if path.name in known:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
