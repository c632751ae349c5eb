"""A number in a question tells things apart, also where numbers are too common in the scope to weigh anything."""

from __future__ import annotations

import time

import pytest

from app.domain.question import Request
from app.enumeration import run
from tests.generated.asking import drain
from tests.loop.memory import MemoryView, extractors, understood

ACTS = ("Inspect", "Record", "Approve", "Publish", "Verify", "Notify")


def paper(number: int) -> str:
    """One procedure of many of the same name, with small numbers all over its remarks."""
    steps = "\n".join(f"- {act} page {chr(97 + number)}" for act in ACTS[: 3 + number % 3])
    remarks = "\n\n".join(f"Remark {n}. Storage number {number} is dry." for n in range(30))
    name = f"The storage number {number} procedure"
    return f"# {name}\n\n{name} has {3 + number % 3} steps:\n\n{steps}\n\nNothing else.\n\n## Remarks\n\n{remarks}\n"


@pytest.mark.parametrize("number", range(10))
def test_a_set_of_another_number_is_not_mixed_in(number: int) -> None:
    view = MemoryView([understood(paper(n), f"paper-{chr(97 + n)}.md") for n in range(10)])
    request = Request(f"Which are the steps of the storage number {number} procedure?")
    answer = drain(run(view, request, extractors(), time.perf_counter))
    foreign = [item.label for item in answer.items if not item.label.endswith(f" {chr(97 + number)}")]
    assert answer.completeness.verdict != "complete" or not foreign
    assert len(answer.items) >= 3 + number % 3
