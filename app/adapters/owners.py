"""Which processes are alive, told by the kernel and not by a clock.

Each process that works on stored tasks holds a lock on a file of its own. The kernel lets go of it when the process
ends, however it ends; so a task whose owner's lock can be had is an orphan. No heartbeat, hence nothing that a jump of
the clock, a long pause or a busy machine could mistake for a death. The store needs one machine anyway (SQLite's WAL).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import uuid
from pathlib import Path

_ENDING = ".lock"


class Owners:
    """The owner that stands for this object, alive until `close` or the end of the process; and a look at others."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.me = ""
        self._descriptor = -1
        while not self.me:
            self._register(uuid.uuid4().hex)
        self._sweep()

    def _register(self, name: str) -> None:
        """Between making the file and locking it another process may have taken it for an orphan's: then again."""
        path = self._path(name)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if _locked(descriptor) and path.exists() and os.fstat(descriptor).st_ino == path.stat().st_ino:
            self.me, self._descriptor = name, descriptor
        else:
            os.close(descriptor)

    def alive(self, name: str) -> bool:
        """Whether the process of this owner still runs. An orphan's file is removed."""
        if name == self.me and self._descriptor >= 0:
            return True
        try:
            descriptor = os.open(self._path(name), os.O_RDWR)
        except OSError:
            return False
        try:
            if not _locked(descriptor):
                return True
            with contextlib.suppress(OSError):
                self._path(name).unlink()
            return False
        finally:
            os.close(descriptor)

    def close(self) -> None:
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                self._path(self.me).unlink()
            os.close(self._descriptor)
            self._descriptor = -1

    def _sweep(self) -> None:
        for path in self._folder.glob(f"*{_ENDING}"):
            self.alive(path.stem)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name or 'none'}{_ENDING}"


def _locked(descriptor: int) -> bool:
    """Whether the lock could be had, without waiting."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
