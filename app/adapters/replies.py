"""What was answered to an Idempotency-Key, so that the same request sent again changes nothing and gets the same."""

from __future__ import annotations

import json
import uuid
import zlib

from app.adapters.clock import Clock
from app.adapters.database import Database
from app.adapters.owners import Owners
from app.domain.ports import Opening, Outcome, Reply


class SqliteReplies:
    """Shared by all processes. A request whose process died before it was answered may be made again: it is given the
    id that its predecessor would have used, so that what that one made is found and not made twice."""

    def __init__(self, database: Database, owners: Owners, clock: Clock, kept_s: float) -> None:
        self._database, self._owners, self._clock, self._kept_s = database, owners, clock, kept_s
        self._under_way: set[str] = set()  # keys of requests that this process answers now

    def open(self, key: str, fingerprint: str) -> Opening:
        """Take a key for a request; NEW means that the caller is to act, to `save` or to `drop`, and to `leave`."""
        opening = self._open(key, fingerprint)
        if opening.outcome is Outcome.NEW:
            self._under_way.add(key)
        return opening

    def leave(self, key: str) -> None:
        """The request is not being answered any more. In memory only, so that it cannot fail."""
        self._under_way.discard(key)

    def _is_under_way(self, key: str, owner: str) -> bool:
        return key in self._under_way if owner == self._owners.me else self._owners.alive(owner)

    def _open(self, key: str, fingerprint: str) -> Opening:
        now = self._clock.now()
        with self._database.write() as connection:
            row = connection.execute(
                "SELECT fingerprint, owner, resource_id, created, status, headers, body FROM replies WHERE key = ?",
                (key,),
            ).fetchone()
            if row is not None and not self._is_free(row[4], row[3]):
                before, owner, resource_id, _, status, headers, body = row
                if before != fingerprint:
                    return Opening(Outcome.OTHER_REQUEST)
                if status is not None:
                    found = Reply(status, json.loads(headers), zlib.decompress(body))
                    return Opening(Outcome.KNOWN, resource_id, found)
                if self._is_under_way(key, owner):
                    return Opening(Outcome.IN_FLIGHT)
                connection.execute("UPDATE replies SET owner = ? WHERE key = ?", (self._owners.me, key))
                return Opening(Outcome.NEW, resource_id)
            resource_id = uuid.uuid4().hex
            connection.execute(
                "INSERT OR REPLACE INTO replies (key, fingerprint, owner, resource_id, created) VALUES (?, ?, ?, ?, ?)",
                (key, fingerprint, self._owners.me, resource_id, now),
            )
        return Opening(Outcome.NEW, resource_id)

    def _is_free(self, status: int | None, created: float) -> bool:
        return status is not None and self._clock.is_over(created + self._kept_s)

    def save(self, key: str, reply: Reply) -> None:
        row = (reply.status, json.dumps(reply.headers), zlib.compress(reply.body, 1), self._clock.now(), key)
        with self._database.write() as connection:
            connection.execute("UPDATE replies SET status = ?, headers = ?, body = ?, created = ? WHERE key = ?", row)

    def drop(self, key: str) -> None:
        """Nothing was done: the key may be used again, for another request too."""
        with self._database.write() as connection:
            statement = "DELETE FROM replies WHERE key = ? AND owner = ? AND status IS NULL"
            connection.execute(statement, (key, self._owners.me))

    def purge(self) -> int:
        before = self._clock.latest_deletable() - self._kept_s
        with self._database.write() as connection:
            return connection.execute("DELETE FROM replies WHERE created < ?", (before,)).rowcount
