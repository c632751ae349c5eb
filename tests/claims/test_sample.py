"""True answers over the sample corpus: no false alarm, and every mutant of them is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.bootstrap import Service
from app.claims import check
from app.domain.answer import Answer, Verdict
from app.domain.claims.finding import Finding
from app.domain.claims.kinds import (
    Cite,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Membership,
    Relation,
    Support,
    Value,
)
from app.domain.claims.measures import numbers
from app.domain.claims.saying import noun
from app.domain.claims.texts import texts_of
from app.domain.question import Request
from tests.golden.asking import read, service
from tests.golden.test_sample import CASES, SAMPLE

SAYABLE = (Support.SUPPORTED, Support.WEAKLY_SUPPORTED)


class Sample:
    """The whole sample as one corpus; each question is asked over its own documents."""

    def __init__(self, made: Service) -> None:
        self._made = made
        self._corpus = read(made, "sample", sorted(SAMPLE.glob("*.[pmt][dx]*")))
        self._ids = {each.name: each.id for each in made.store.documents(self._corpus)}
        self._answers: dict[str, Answer] = {}

    def ask(self, case: dict[str, Any]) -> Answer:
        if case["id"] not in self._answers:
            self._answers[case["id"]] = self._asked(case)
        return self._answers[case["id"]]

    def _asked(self, case: dict[str, Any]) -> Answer:
        documents = tuple(self._ids[name] for name in case["docs"])
        steps = self._made.enumerate(self._corpus, Request(case["question"], documents=documents))
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                found: Answer = stop.value
                return found

    def check(self, answer: Answer, *claims: Claim) -> list[Finding]:
        view = self._made.store.open(self._corpus)
        try:
            return [each.finding for each in check(claims, answer, view)]
        finally:
            view.close()

    def values(self, answer: Answer) -> list[Value]:
        """A value claim for each number that stands with an item."""
        view = self._made.store.open(self._corpus)
        try:
            (ground, _), *_ = check([Existence()], answer, view)
            return [
                Value(label=each.label, value=text.quote[number.start : number.end])
                for each in ground.items
                for text in texts_of(each, ground)
                for number in numbers(text.quote)
                if number.quantity
            ]
        finally:
            view.close()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    with service(tmp_path_factory.mktemp("sample")) as made:
        yield Sample(made)


def test_what_is_true_may_be_said(sample: Sample) -> None:
    members = values = sets = 0
    for case in CASES:
        answer = sample.ask(case)
        labels = tuple(item.label for item in answer.items)
        found = sample.check(answer, *(Membership(label=each) for each in labels))
        members += len(found)
        assert [each for each in found if each.support not in SAYABLE] == [], case["question"]
        if answer.completeness.verdict is Verdict.COMPLETE:
            sets += 1
            whole = (CompleteSet(labels=labels), Count(relation=Relation.EXACTLY, number=len(labels)))
            assert [str(each.support) for each in sample.check(answer, *whole, *_members(labels))] == (
                ["supported"] * (2 + len(labels))
            ), case["question"]
        claims = sample.values(answer)
        values += len(claims)
        refused = [each for each in sample.check(answer, *claims) if each.support not in SAYABLE]
        assert refused == [], case["question"]
    assert (members > 250, values > 50, sets > 20) == (True, True, True), (members, values, sets)


def test_true_sentences_may_be_said_and_false_ones_not(sample: Sample) -> None:
    said = refused = 0
    for case in CASES:
        answer = sample.ask(case)
        true = list(_sentences(answer))
        silent = sample.check(answer, *(replace(claim, text="") for claim in true))
        for claim, found, plain in zip(true, sample.check(answer, *true), silent, strict=True):
            assert found.support is plain.support, (claim.text, found.reasons)
        false = [replace(each, text=text) for each in true for text in _falsified(each.text)]
        assert [
            each.text for each, f in zip(false, sample.check(answer, *false), strict=True) if f.support in SAYABLE
        ] == []
        said, refused = said + len(true), refused + len(false)
    assert (said > 600, refused > 2000) == (True, True), (said, refused)


def _sentences(answer: Answer) -> Iterator[Claim]:
    kind, size = noun(answer.question), len(answer.items)
    labels, asked = tuple(item.label for item in answer.items), f' (asked: "{answer.question.text}")'
    for each in labels:
        yield Membership(label=each, text=f"{each} is one of the {kind}.")
        yield Membership(label=each, text=f"Among the {kind} is {each}.")
    if answer.completeness.verdict is Verdict.COMPLETE:
        yield Count(relation=Relation.EXACTLY, number=size, text=f"There are exactly {size} {kind}{asked}.")
        yield CompleteSet(labels=labels, text=f"The {size} {kind} are {', '.join(labels)}{asked}.")
    if size:
        yield Count(relation=Relation.AT_LEAST, number=size, text=f"There are at least {size} {kind}.")
        yield Existence(text=f"There are {kind}.")


def _falsified(text: str) -> Iterator[str]:
    """With a name, a number and a denial that no document holds."""
    yield f"{text[:-1]} in Zebraville."
    yield f"{text[:-1]}, which weigh 7777 kg."
    yield f"It is not true that {text}"


def _members(labels: tuple[str, ...]) -> list[Claim]:
    return [Membership(label=each) for each in labels]


def test_what_is_false_is_refused(sample: Sample) -> None:
    tried = 0
    for case in CASES:
        answer = sample.ask(case)
        claims = [*_false_sets(answer), *_false_quotes(answer)]
        tried += len(claims)
        said = zip(claims, sample.check(answer, *claims), strict=True)
        assert [claim for claim, each in said if each.support in SAYABLE] == [], case["question"]
        later = replace(answer, revision=answer.revision - 1)
        whole = CompleteSet(labels=tuple(item.label for item in answer.items))
        assert "stale" in sample.check(later, whole)[0].reasons
    assert tried > 500, tried


def _false_sets(answer: Answer) -> Iterator[Claim]:
    labels = tuple(item.label for item in answer.items)
    for at in range(len(labels)):
        yield CompleteSet(labels=labels[:at] + labels[at + 1 :])
        yield CompleteSet(labels=(*labels[:at], "Zebra crossing", *labels[at + 1 :]))
    yield CompleteSet(labels=(*labels, "Zebra crossing"))
    yield Membership(label="Zebra crossing")
    yield Count(relation=Relation.EXACTLY, number=len(labels) + 1)
    yield Count(relation=Relation.AT_LEAST, number=len(labels) + 1)
    yield Count(relation=Relation.EXACTLY, number=len(labels) + 1, labels=(*labels, *labels[:1]))


def _false_quotes(answer: Answer) -> Iterator[Claim]:
    for item in answer.items:
        place = item.evidence[0]
        yield Membership(label=item.label, cites=(Cite(place.page + 1000, place.quote, place.document),))
        yield Membership(label=item.label, cites=(Cite(place.page, f"{place.quote} zebra", place.document),))
