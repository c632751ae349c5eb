"""Ask the loop about generated documents and compare with the truth."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from app.adapters.memory import MemoryView
from app.domain.answer import Answer, Step, Verdict
from app.domain.ports import Extractor
from app.domain.question import Request
from app.domain.structure import DocumentStructure
from app.domain.words import words
from app.enumeration import run
from tests.generated.documents import Built


@dataclass(frozen=True, slots=True)
class Finding:
    """What an answer was worth: the labels, and whether the verdict may stand beside them."""

    built: Built
    answer: Answer
    missing: tuple[str, ...]
    foreign: tuple[str, ...]

    @property
    def exact(self) -> bool:
        return not self.missing and not self.foreign

    @property
    def verdict(self) -> Verdict:
        return self.answer.completeness.verdict

    @property
    def false_complete(self) -> bool:
        return self.verdict is Verdict.COMPLETE and not (self.exact and self.built.truth.may_be_complete)

    @property
    def false_absent(self) -> bool:
        return self.verdict is Verdict.NONE_FOUND and not self.built.truth.absent

    def __str__(self) -> str:
        labels = [item.label for item in self.answer.items]
        return (
            f"{self.built.plan}\n  {self.built.truth.question}\n"
            f"  truth {list(self.built.truth.items)}\n  found {labels}\n"
            f"  missing {list(self.missing)} foreign {list(self.foreign)}\n"
            f"  {self.verdict}: {self.answer.completeness.qualifier} {list(self.answer.completeness.reasons)}"
        )


def ask(structure: DocumentStructure, question: str, extractors: Sequence[Extractor]) -> Answer:
    """The answer of the loop over one document held in memory."""
    return drain(run(MemoryView([structure]), Request(question), extractors, time.perf_counter))


def drain(loop: Generator[Step, None, Answer]) -> Answer:
    while True:
        try:
            next(loop)
        except StopIteration as stop:
            answer: Answer = stop.value
            return answer


def judge(built: Built, answer: Answer) -> Finding:
    """Compare labels with the true items: equal on words, or the item at the start of a longer label."""
    left = [words(item.label) for item in answer.items]
    missing = []
    for item in built.truth.items:
        wanted = words(item)
        found = next((label for label in left if label[: len(wanted)] == wanted), None)
        if found is None:
            missing.append(item)
        else:
            left.remove(found)
    return Finding(built, answer, tuple(missing), tuple(" ".join(label) for label in left))
