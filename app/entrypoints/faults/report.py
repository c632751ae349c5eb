"""The figures of the fault bench, as JSON and as lines for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.entrypoints.faults.bench import NOT_COVERED, Accepted, Counted, Figures

Json = dict[str, Any]


def rendered(figures: Figures) -> Json:
    """No times in it: equal programs give equal figures."""
    return {
        "cases": figures.cases,
        "holds": figures.holds,
        "faults": [_fault(each) for each in figures.faults],
        "true_claims": [_true(each) for each in figures.true],
        "totals": {
            "faults": sum(each.cases for each in figures.faults),
            "caught": sum(each.caught for each in figures.faults),
            "caught_without": sum(each.caught_without for each in figures.faults),
            "true_claims": sum(each.cases for each in figures.true),
            "accepted": sum(each.accepted for each in figures.true),
        },
        "not_covered": list(NOT_COVERED),
    }


def text(figures: Figures) -> str:
    """As the file holds it."""
    return json.dumps(rendered(figures), indent=1, ensure_ascii=False) + "\n"


def write(figures: Figures, path: Path) -> None:
    """At once: whoever reads the file meanwhile sees the old one."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text(figures), encoding="utf-8")
    fresh.replace(path)


def _fault(value: Counted) -> Json:
    return {
        "class": value.name,
        "about": value.about,
        "cases": value.cases,
        "caught": value.caught,
        "without": list(value.without),
        "caught_without": value.caught_without,
        "missed": list(value.missed),
    }


def _true(value: Accepted) -> Json:
    return {"class": value.name, "cases": value.cases, "accepted": value.accepted, "refused": list(value.refused)}


def lines(figures: Figures) -> Iterator[str]:
    yield f"{'fault':22} {'caught':>9}   with a part of the check switched off"
    for each in figures.faults:
        without = " and ".join(each.without)
        yield f"{each.name:22} {each.caught:>4}/{each.cases:<4}   {each.caught_without}/{each.cases} without {without}"
        yield from (f"    missed: {told}" for told in each.missed)
    yield ""
    yield f"{'true claim':22} {'accepted':>9}"
    for kind in figures.true:
        yield f"{kind.name:22} {kind.accepted:>4}/{kind.cases:<4}"
        yield from (f"    refused: {told}" for told in kind.refused)
    yield ""
    yield "Not covered:"
    yield from (f"- {each}" for each in NOT_COVERED)
