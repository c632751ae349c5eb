"""True answers to start from: papers that the service reads and proves, and the sample corpus with its questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app import plugins
from app.adapters.memory import MemoryView
from app.adapters.reading import read_document
from app.domain.answer import Answer, Verdict
from app.domain.page import RawDocument
from app.domain.ports import CorpusView, Extractor
from app.domain.question import Request
from app.domain.structure import DocumentStructure
from app.domain.words import item_key
from app.entrypoints import answers
from app.entrypoints.faults.papers import KINDS, LONG, SHORT, Paper, Plan, written
from app.entrypoints.faults.setting import placed
from app.enumeration import run
from app.layout.analysis import analyse
from app.stored import load


@dataclass(frozen=True, slots=True)
class World:
    """Documents, the stored answer to a question about them, and the truth."""

    view: MemoryView
    answer: Answer
    members: tuple[str, ...]
    others: tuple[str, ...] = ()  # names that stand in the documents and are no members
    paper: Paper | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(item.label for item in self.answer.items)

    @property
    def right(self) -> bool:
        return {item_key(label) for label in self.labels} == {item_key(member) for member in self.members}

    @property
    def proved(self) -> bool:
        """The answer is right, and calls its set whole."""
        return self.right and self.answer.completeness.verdict is Verdict.COMPLETE


@lru_cache(maxsize=1)
def extractors() -> tuple[Extractor, ...]:
    return tuple(plugin.extractor for plugin in plugins.load())


def asked(view: CorpusView, request: Request) -> Answer:
    """The answer as it is stored and loaded again."""
    steps = run(view, request, extractors(), lambda: 0.0, answer_id="answer")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return load(answers.text(end.value))


def understood(document: RawDocument) -> DocumentStructure:
    return analyse(document)


@lru_cache(maxsize=512)
def plain(plan: Plan, name: str = "paper.pdf") -> DocumentStructure:
    """The paper of a plan as it is read where nothing happens to it."""
    return understood(placed(written(plan), name))


def seen(structures: Sequence[DocumentStructure], paper: Paper, members: Sequence[str] | None = None) -> World:
    """The question of a paper, asked about some documents."""
    view = MemoryView(structures)
    true = paper.members if members is None else tuple(members)
    return World(view, asked(view, Request(paper.question)), true, paper.others, paper)


@lru_cache(maxsize=4096)
def proven(plan: Plan) -> World | None:
    """The paper of a plan, where the service reads it rightly and proves it; None where there is nothing to falsify."""
    paper = written(plan)
    world = seen([plain(plan)], paper)
    return world if world.proved else None


def short(seed: int, kind: str | None = None, **more: object) -> Plan:
    """A paper on one page."""
    return _plan(seed, kind or KINDS[seed % len(KINDS)], 3 + seed % 7, LONG, **more)


def long(seed: int, kind: str, **more: object) -> Plan:
    """A paper whose set runs over pages."""
    return _plan(seed, kind, 15 + seed % 7, SHORT, **more)


def _plan(seed: int, kind: str, size: int, lines: int, **more: object) -> Plan:
    given: dict[str, object] = {"before": seed // 7 % 3, "footers": seed % 3 == 1, **more}
    return Plan(seed=seed, kind=kind, size=size, lines=lines, **given)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the sample corpus


@lru_cache(maxsize=4)
def samples(folder: Path) -> tuple[World, ...]:
    """Questions of a sample corpus over one document that the service answers rightly and proves."""
    if not (folder / "questions.jsonl").is_file():
        return ()
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    chosen = [case for case in cases if case["truly_complete"] and case["gold"] and len(case["docs"]) == 1]
    found = (_sample(folder, case["docs"][0], case["question"], tuple(case["gold"])) for case in chosen)
    return tuple(world for world in found if world.proved)


def _sample(folder: Path, name: str, question: str, gold: tuple[str, ...]) -> World:
    view = MemoryView([_structure(folder / name)])
    return World(view, asked(view, Request(question)), gold, _strangers(view, gold))


@lru_cache(maxsize=64)
def _structure(path: Path) -> DocumentStructure:
    return understood(read_document(path.name, path.read_bytes()))


def _strangers(view: CorpusView, gold: Sequence[str]) -> tuple[str, ...]:
    """Words of the documents that are no part of a member."""
    text = " ".join(page.text for document in view.documents() for page in view.pages(document.id))
    known = item_key(" ".join(gold))
    words = dict.fromkeys(word for word in text.split() if word.isalpha() and len(word) > 5)
    return tuple(word for word in words if item_key(word) not in known)[:8]
