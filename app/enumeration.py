"""The loop: one generator of pass reports that ends in the answer. Everything else drains it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace

from app.answering import answer_of, empty_answer
from app.attention import Attention
from app.checks import CHECKS, DOUBTS
from app.checks.context import CheckContext
from app.collection import Collected
from app.domain.answer import (
    Answer,
    Outcome,
    PassReport,
    PassStarted,
    Scope,
    Signal,
    SignalKind,
    Step,
    StopReason,
    Term,
    Verdict,
)
from app.domain.jobs import LoopState
from app.domain.ports import Batch, CorpusView, Extractor
from app.domain.question import Question, QuestionKind, Request
from app.expansion import first_terms, further_terms
from app.questions import parse
from app.scan import Scan
from app.scope import resolve


def _never() -> bool:
    return False


def _forget(_: LoopState) -> None:
    """Nobody will go on from here."""


def run(
    view: CorpusView,
    request: Request,
    extractors: Sequence[Extractor],
    clock: Callable[[], float],
    cancelled: Callable[[], bool] = _never,
    answer_id: str = "",
    before: LoopState | None = None,
    keep: Callable[[LoopState], None] = _forget,
) -> Generator[Step, None, Answer]:
    """Answer one question over one snapshot. `clock` gives seconds; only a stop by time budget depends on it.

    `before`: go on behind these passes, with caps that may be higher; at least one more pass is made. Raises ValueError
    where the view is of another revision. `keep` is told what going on later needs, where a cap ended the loop.
    """
    loop, scope = _begin(view, request, extractors)
    if loop.question.kind is QuestionKind.OTHER:
        return empty_answer(answer_id, view, request, loop.question, scope)
    return (yield from _passes(loop, scope, clock, cancelled, answer_id, before, keep))


@dataclass(frozen=True)
class Trace:
    """An answer with what the loop knew when it ended."""

    answer: Answer
    scan: Scan
    collected: Collected
    terms: tuple[Term, ...]


def trace(view: CorpusView, request: Request, extractors: Sequence[Extractor]) -> Trace:
    """Answer once more, to look at how. No time passes: only the passes of the request end it."""
    loop, scope = _begin(view, request, extractors)
    if loop.question.kind is QuestionKind.OTHER:
        return Trace(empty_answer("", view, request, loop.question, scope), loop.scan, loop.collected, ())
    steps = _passes(loop, scope, lambda: 0.0)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return Trace(end.value, loop.scan, loop.collected, tuple(loop.terms))


def _begin(view: CorpusView, request: Request, extractors: Sequence[Extractor]) -> tuple[_Loop, Scope]:
    question = parse(request.question)
    scope = resolve(question, request, tuple(view.documents()))
    return _Loop(view, request, question, Scan(view, request, question, scope.document_ids), extractors), scope


def _passes(
    loop: _Loop,
    scope: Scope,
    clock: Callable[[], float],
    cancelled: Callable[[], bool] = _never,
    answer_id: str = "",
    before: LoopState | None = None,
    keep: Callable[[LoopState], None] = _forget,
) -> Generator[Step, None, Answer]:
    request = loop.request
    reports = loop.resume(before) if before else []
    began = clock() - (before.seconds if before else 0.0)
    stop = StopReason.PASS_CAP
    for number in range(len(reports) + 1, max(request.max_passes, len(reports) + 1) + 1):
        yield PassStarted(number)
        report, reason = loop.one_pass(number, clock)
        reports.append(report)
        yield report
        stop = reason or _interruption(request, clock() - began, cancelled)
        if stop is not StopReason.PASS_CAP:
            break
    if stop in (StopReason.PASS_CAP, StopReason.TIME_BUDGET) or any(c.bound for c in loop.scan.caps.values()):
        keep(loop.state(reports, clock() - began))
    return answer_of(answer_id, loop.scan, loop.collected, loop.attention, loop.signals, scope, stop, tuple(reports))


def _interruption(request: Request, seconds: float, cancelled: Callable[[], bool]) -> StopReason:
    """Why no further pass begins; PASS_CAP means: go on as long as passes are left."""
    if cancelled():
        return StopReason.CANCELLED
    if request.time_budget_ms is not None and seconds * 1000 >= request.time_budget_ms:
        return StopReason.TIME_BUDGET
    return StopReason.PASS_CAP


class _Loop:
    """The state that passes share."""

    def __init__(
        self, view: CorpusView, request: Request, question: Question, scan: Scan, extractors: Sequence[Extractor]
    ) -> None:
        self.view, self.request, self.question = view, request, question
        self.scan, self.extractors = scan, extractors
        self.collected = Collected(question, scan)
        self.attention = Attention()
        self.signals: tuple[Signal, ...] = ()
        self.terms: list[Term] = []

    def state(self, reports: Sequence[PassReport], seconds: float) -> LoopState:
        """What `resume` needs; the items follow from the candidates."""
        return LoopState(
            revision=self.view.info.revision,
            seconds=seconds,
            passes=tuple(replace(report, items=()) for report in reports),
            terms=tuple(self.terms),
            passages=tuple(self.scan.passages),
            regions=tuple(sorted(self.scan.regions)),
            matched=self.scan.matched,
            troubles=tuple(self.scan.troubles),
            candidates=self.collected.kept(),
            passages_read=tuple(sorted(self.attention.passages)),
            regions_read=tuple(sorted(self.attention.regions)),
        )

    def resume(self, state: LoopState) -> list[PassReport]:
        """Stand where the loop stood after its last pass; nothing is searched, proposed or verified again."""
        if state.revision != self.view.info.revision:
            raise ValueError(f"revision {state.revision} is gone; the corpus stands at {self.view.info.revision}")
        self.scan.resume(state.passages, state.regions, state.matched, state.troubles)
        self.collected.resume(state.candidates)
        self.attention.resume(self.view, state.passages_read, state.regions, state.regions_read)
        self.terms = list(state.terms)
        self.signals = state.passes[-1].signals if state.passes else ()
        return list(state.passes)

    def one_pass(self, number: int, clock: Callable[[], float]) -> tuple[PassReport, StopReason | None]:
        began = clock()
        new_terms = self._terms(number)
        self.terms += new_terms
        batch, retrieved = self.scan.read(self.terms)
        watched = self.attention.watch(batch)
        new, merged, rejected = self.collected.add(number, self._proposals(watched), batch)
        self.attention.note(watched)
        self.signals = tuple(self._check())
        if self._denied():
            new -= self.collected.drop_items()
        report = PassReport(
            number=number,
            terms=tuple(new_terms),
            retrieved=retrieved,
            new_passages=len(batch.passages),
            new_items=new,
            merged_items=merged,
            rejected=rejected,
            signals=self.signals,
            milliseconds=round((clock() - began) * 1000, 3),
            items=self.collected.items(),
        )
        return report, self._stop(batch, new_terms, number)

    def _terms(self, number: int) -> list[Term]:
        if number == 1:
            return first_terms(self.question)
        used = frozenset(t.text for t in self.terms)
        items = self.collected.items()
        return further_terms(self.question, number, self.scan.acronyms, self.scan.cues, items, used)

    def _proposals(self, batch: Batch) -> Iterable:  # type: ignore[type-arg]
        for extractor in self.extractors:
            yield from extractor.propose(self.question, batch)

    def _check(self) -> list[Signal]:
        context = CheckContext(
            question=self.question,
            choices=self.collected.choices(),
            items=self.collected.items(),
            cues=self.scan.cues,
            settings=self.scan.settings,
            names=self.scan.names,
            passages=tuple(self.scan.passages.values()),
            view=self.view,
            document_ids=self.scan.document_ids,
            places=self.collected.places(),
        )
        signals = [signal for check in CHECKS for signal in check(context)]
        if any(s.outcome is Outcome.PASSED for s in signals):
            signals += [signal for doubt in DOUBTS for signal in doubt(context)]
        return signals

    def _denied(self) -> bool:
        """A sentence denies that there are any, and no region is tied to the question by its own words."""
        denied = any(s.kind is SignalKind.STATED_ABSENCE for s in self.signals)
        return denied and not any(p.binding.bound for c in self.collected.choices() for p in c.chosen)

    def _stop(self, batch: Batch, new_terms: list[Term], number: int) -> StopReason | None:
        """A passed check stops the loop; so does a pass that read nothing new."""
        if self._proved():
            return StopReason.CHECK_PASSED
        if number > 1 and not batch.passages and not batch.regions:
            return StopReason.NO_NEW_PASSAGES
        return None if new_terms or number == 1 else StopReason.NO_NEW_PASSAGES

    def _proved(self) -> bool:
        decision = self.collected.decide(self.signals)
        return decision is Verdict.COMPLETE and any(s.outcome is Outcome.PASSED for s in self.signals)
