"""When something that is kept for a while may be let go, on machines whose clock jumps."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

_SETTLING_S = 3600.0  # a process does not delete before it ran so long: the clock may be wrong after a start
_GRACE_S = 86_400.0  # what expired stays on disk for so long


class Clock:
    """Wall time for what is shown and kept; `wall` and `ticks` (monotonic) give seconds.

    Something is over only when the wall clock says so *and* the time that went by since this process began agrees. A
    jump ahead ends nothing early, a jump back only keeps things longer.
    """

    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._ticks = wall, ticks
        self._wall_at_start, self._ticks_at_start = wall(), ticks()

    def now(self) -> float:
        return self._wall()

    def is_over(self, moment: float) -> bool:
        return min(self._wall(), self._steady()) > moment

    def latest_deletable(self) -> float:
        """What expired before this moment may leave the disk; minus infinity where nothing may yet."""
        if self._ticks() - self._ticks_at_start < _SETTLING_S:
            return float("-inf")
        return min(self._wall(), self._steady()) - _GRACE_S

    def _steady(self) -> float:
        return self._wall_at_start + self._ticks() - self._ticks_at_start


def iso(moment: float) -> str:
    """A moment in UTC as text; one that no calendar holds becomes the nearest that does."""
    return datetime.fromtimestamp(min(max(moment, 0.0), 253_402_300_799.0), UTC).isoformat()
