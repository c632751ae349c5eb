"""Runs of numbers: which are missing, where they begin again."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from app.layout.markers import BULLET, Marker, printed_value


def common_family(markers: Sequence[Marker]) -> str:
    """The family in which the markers of a run count up best; "" where they have none in common."""
    families = {r.family for r in markers[0].readings} if markers else set()
    for marker in markers[1:]:
        families &= {r.family for r in marker.readings}
    if not families:
        return ""
    return min(families, key=lambda family: (_breaks([m.value(family) for m in markers]), family))


def _breaks(values: Sequence[int]) -> int:
    steps = sum(b != a + 1 for a, b in itertools.pairwise(values))
    return steps + (values[0] != 1)


def numbering_problems(family: str, values: Sequence[int]) -> list[str]:
    """ "gap:N" for each number left out (at most 20), "restart" where a number comes again or goes back."""
    if family in ("", BULLET):
        return []
    problems = []
    for before, value in itertools.pairwise(values):
        if value <= before:
            problems.append("restart")
        problems += [f"gap:{printed_value(family, missing)}" for missing in range(before + 1, min(value, before + 21))]
    return list(dict.fromkeys(problems))[:20]
