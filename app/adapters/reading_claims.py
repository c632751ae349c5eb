"""Who reads which document, over all processes on the data folder, and how far it is."""

from __future__ import annotations

import threading
import time

from app.adapters.database import Database
from app.adapters.owners import Owners

_BETWEEN_S = 0.2  # progress of one document is written so often at most


class SqliteReadingClaims:
    """A claim of a dead process counts for nothing."""

    def __init__(self, database: Database, owners: Owners) -> None:
        self._database, self._owners = database, owners
        self._written: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, document_id: str) -> bool:
        """False where a living process reads the document."""
        me = self._owners.me
        with self._database.write() as connection:
            row = connection.execute("SELECT owner FROM readings WHERE document_id = ?", (document_id,)).fetchone()
            if row and row[0] != me and self._owners.alive(row[0]):
                return False
            statement = "INSERT OR REPLACE INTO readings (document_id, owner) VALUES (?, ?)"
            connection.execute(statement, (document_id, me))
        return True

    def drop(self, document_id: str) -> None:
        with self._lock:
            self._written.pop(document_id, None)
        with self._database.write() as connection:
            key = (document_id, self._owners.me)
            connection.execute("DELETE FROM readings WHERE document_id = ? AND owner = ?", key)

    def progress(self, document_id: str, begun: int, planned: int) -> None:
        """Pages begun, of so many planned."""
        now = time.monotonic()
        with self._lock:
            if now - self._written.get(document_id, float("-inf")) < _BETWEEN_S and begun < planned:
                return
            self._written[document_id] = now
        with self._database.write() as connection:
            row = (begun, planned, document_id, self._owners.me)
            statement = "UPDATE readings SET begun = ?, planned = ? WHERE document_id = ? AND owner = ?"
            connection.execute(statement, row)
