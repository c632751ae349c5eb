"""A clock that tests turn, and short names for jobs."""

from __future__ import annotations

from app.domain.jobs import JobKind, Task
from app.domain.question import Request

DAY_S = 86_400.0
QUESTION = Task(JobKind.QUESTION, Request("Which are the steps?"))


class Ticks:
    """Wall and steady time, each moved by hand."""

    def __init__(self) -> None:
        self.wall_s, self.steady_s = 1_800_000_000.0, 5_000.0

    def wall(self) -> float:
        return self.wall_s

    def steady(self) -> float:
        return self.steady_s

    def jump(self, seconds: float) -> None:
        self.wall_s += seconds

    def pass_by(self, seconds: float) -> None:
        self.wall_s += seconds
        self.steady_s += seconds
