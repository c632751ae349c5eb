"""A loop that was ended by a cap goes on behind its last pass, to the answer it would have given with higher caps."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from app.adapters.loop_state import decode, encode
from app.domain.answer import Answer, PassReport
from app.domain.jobs import LoopState
from app.domain.question import Mode, Request
from app.enumeration import run
from tests.loop.memory import MemoryView, extractors, understood

PAPERS = [
    """# Governance Board (GB)

The Governance Board has four offices:

- Chair
- Clerk
- Treasurer
- Auditor

The GB meets monthly.""",
    """# Other bodies

The GB also keeps offices of honour.

Offices of honour are:

- Patron
- Warden

Nothing else is kept.""",
    """# Contacts

Write to chair@board.example or clerk@board.example.

The board lists no phone numbers.""",
    """# Gear

The Dock Watch Office (DWO) keeps lamps such as the gull lamp, the heron lamp and others.""",
    """# Duties

The DWO keeps its lamps lit. Lamps include:

- Gull lamp
- Plover lamp
- etc.

A heron lamp burns oil.""",
    """# Stores

DWO stores hold oil, wicks, and the plover lamp of the old pier, which is described below.""",
]
QUESTIONS = [
    "Which lamps does the Dock Watch Office keep?",
    "Which rules does the Dock Watch Office enforce?",
    "Which are the offices of the Governance Board?",
    "List all e-mail addresses.",
    "Which offices are there?",
]


class CountingExtractor:
    """Passes on what another proposes, and remembers which passages and regions it was shown."""

    def __init__(self, inner: Any, seen: list[int]) -> None:
        self.inner, self.seen, self.name = inner, seen, inner.name

    def propose(self, question: Any, batch: Any) -> Any:
        self.seen += [-passage.id - 1 for passage in batch.passages] + [stored.id for stored in batch.regions]
        return self.inner.propose(question, batch)


def drained(view: Any, request: Request, **ways: Any) -> tuple[list[PassReport], Answer]:
    steps = run(view, request, ways.pop("plugins", None) or extractors(), time.perf_counter, **ways)
    reports: list[PassReport] = []
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return reports, end.value
        if isinstance(step, PassReport):
            reports.append(step)


def view() -> MemoryView:
    return MemoryView([understood(text, f"paper-{n}.md") for n, text in enumerate(PAPERS)])


def told(answer: Answer) -> Answer:
    """Without what a clock decides."""
    return replace(answer, passes=tuple(replace(each, milliseconds=0.0) for each in answer.passes))


def stopped(request: Request) -> tuple[LoopState | None, Answer]:
    kept: list[LoopState] = []
    _, answer = drained(view(), request, keep=kept.append)
    return (decode(encode(kept[-1])) if kept else None), answer


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("first", [1, 2])
def test_going_on_gives_the_answer_of_higher_caps(question: str, first: int) -> None:
    _, whole = drained(view(), Request(question, max_passes=4))
    state, answer = stopped(Request(question, max_passes=first))
    if state is None:  # no cap ended it
        assert told(answer).items == told(whole).items
        return
    reports, longer = drained(view(), Request(question, max_passes=4), before=state)
    assert [report.number for report in reports] == list(range(first + 1, len(longer.passes) + 1))
    assert told(longer) == told(whole)


def test_some_of_these_questions_do_go_on() -> None:
    assert any(stopped(Request(question, max_passes=1))[0] for question in QUESTIONS)


def test_no_pass_is_made_again() -> None:
    question = next(q for q in QUESTIONS if stopped(Request(q, max_passes=1))[0])
    state, _ = stopped(Request(question, max_passes=1))
    assert state is not None
    seen: list[int] = []
    drained(
        view(),
        Request(question, max_passes=3),
        before=state,
        plugins=[CountingExtractor(e, seen) for e in extractors()],
    )
    assert not set(seen) & {*(-i - 1 for i in state.passages), *state.regions}


@pytest.mark.parametrize("caps", [{"passages_per_pass": 1}, {"mode": Mode.TOP_K, "k": 1}])
def test_a_raised_cap_no_longer_binds(caps: dict[str, Any]) -> None:
    request = Request("Which offices are there?", **caps)
    state, answer = stopped(request)
    assert state is not None
    assert any(cap.bound for cap in answer.completeness.caps)
    name = "k" if "k" in caps else "passages_per_pass"
    _, longer = drained(view(), replace(request, **{name: 1000}), before=state)
    (cap,) = [cap for cap in longer.completeness.caps if cap.name == name]
    assert not cap.bound
    assert {i.key for i in longer.items} >= {i.key for i in answer.items}


def test_another_revision_is_refused() -> None:
    state, _ = stopped(Request("Which offices are there?", passages_per_pass=1))
    assert state is not None
    with pytest.raises(ValueError, match="revision"):
        drained(view(), Request("Which offices are there?"), before=replace(state, revision=state.revision + 1))


def test_a_state_of_another_version_is_none() -> None:
    assert decode(b"") is None
    assert decode(__import__("zlib").compress(b"0.0.0\n{}")) is None
