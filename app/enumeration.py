"""The loop: one generator of pass reports that ends in the answer. Everything else drains it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from app.answering import answer_of, empty_answer
from app.checks import CHECKS, DOUBTS
from app.checks.context import CheckContext
from app.collection import Collected
from app.domain.answer import Answer, Outcome, PassReport, Signal, SignalKind, StopReason, Term, Verdict
from app.domain.ports import Batch, CorpusView, Extractor
from app.domain.question import Question, QuestionKind, Request
from app.expansion import first_terms, further_terms
from app.questions import parse
from app.scan import Scan
from app.scope import resolve


def _never() -> bool:
    return False


def run(
    view: CorpusView,
    request: Request,
    extractors: Sequence[Extractor],
    clock: Callable[[], float],
    cancelled: Callable[[], bool] = _never,
    answer_id: str = "",
) -> Generator[PassReport, None, Answer]:
    """Answer one question over one snapshot. `clock` gives seconds; only a stop by time budget depends on it."""
    question = parse(request.question)
    documents = tuple(view.documents())
    scope = resolve(question, request, documents)
    if question.kind is QuestionKind.OTHER:
        return empty_answer(answer_id, view, request, question, scope)
    loop = _Loop(view, request, question, Scan(view, request, question, scope.document_ids), extractors)
    began = clock()
    stop = StopReason.PASS_CAP
    reports: list[PassReport] = []
    for number in range(1, request.max_passes + 1):
        report, reason = loop.one_pass(number, clock)
        reports.append(report)
        yield report
        stop = reason or _interruption(request, clock() - began, cancelled)
        if stop is not StopReason.PASS_CAP:
            break
    return answer_of(answer_id, loop.scan, loop.collected, loop.signals, scope, stop, tuple(reports))


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
        self.signals: tuple[Signal, ...] = ()
        self.terms: list[Term] = []

    def one_pass(self, number: int, clock: Callable[[], float]) -> tuple[PassReport, StopReason | None]:
        began = clock()
        new_terms = self._terms(number)
        self.terms += new_terms
        batch, retrieved = self.scan.read(self.terms)
        new, merged, rejected = self.collected.add(number, self._proposals(batch), batch)
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
