"""The sample corpus: every question of corpora/sample/questions.jsonl, its items and its verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from app.bootstrap import Service
from app.domain.answer import Answer
from app.domain.words import words
from corpora.generate import generate
from tests.golden.asking import ask, read, service

SAMPLE = Path(__file__).resolve().parents[2] / "corpora" / "sample"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (SAMPLE / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]


def marked(case: dict[str, Any]) -> Any:
    """A question that carries "not_yet" (a reason) is expected to fail, and noticed when it passes."""
    reason = case.get("not_yet")
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
    return pytest.param(case, id=case["id"], marks=marks)


class Sample:
    """The service with one corpus for each set of documents that a question is asked over."""

    def __init__(self, made: Service) -> None:
        self._made = made
        self._corpora: dict[tuple[str, ...], str] = {}

    def ask(self, case: dict[str, Any]) -> Answer:
        names = tuple(case["docs"])
        if names not in self._corpora:
            self._corpora[names] = read(self._made, str(len(self._corpora)), [SAMPLE / name for name in names])
        return ask(self._made, self._corpora[names], case["question"])


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    with service(tmp_path_factory.mktemp("sample")) as made:
        yield Sample(made)


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_items_and_verdict(sample: Sample, case: dict[str, Any]) -> None:
    answer = sample.ask(case)
    labels = [item.label for item in answer.items]
    told = f"{answer.completeness.qualifier} {answer.completeness.reasons}"
    assert compare(case, labels) == ([], []), f"(missing, foreign) of {labels}: {told}"
    assert answer.completeness.verdict in case["verdict"], told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_never_complete_where_it_cannot_be(sample: Sample, case: dict[str, Any]) -> None:
    """Apart from the items: whatever else is wrong, this must not be."""
    answer = sample.ask(case)
    if case["truly_complete"] is False or not right_set(case, [item.label for item in answer.items]):
        assert answer.completeness.verdict != "complete", answer.completeness.qualifier
    if case["gold"] or case["truly_complete"] is False:
        assert answer.completeness.verdict != "none_found"


def compare(case: dict[str, Any], labels: list[str]) -> tuple[list[str], list[str]]:
    """Items of the case that no label names, and labels that name none; on folded words."""
    left = {folded(label): label for label in labels}
    missing = []
    for item in case["gold"]:
        wanted = spellings(case, item)
        found = next((label for label in left if any(same(label, spelling) for spelling in wanted)), None)
        if found is None:
            missing.append(item)
        else:
            del left[found]
    return missing, list(left.values())


def right_set(case: dict[str, Any], labels: list[str]) -> bool:
    """Whether the labels are the items, however they are cut: one holds the other."""
    items = [spellings(case, item) for item in case["gold"]]
    found = [folded(label) for label in labels]
    pairs = [[any(s in label or label in s for s in item) for item in items] for label in found]
    return len(found) == len(items) and all(map(any, pairs)) and all(map(any, zip(*pairs, strict=True)))


def folded(text: str) -> str:
    return " ".join(words(text))


def spellings(case: dict[str, Any], item: str) -> list[str]:
    return [folded(s) for s in (item, *case["aliases"].get(item, ()))]


def same(label: str, spelling: str) -> bool:
    """Equal; or a spelling of three or more words begins the label: where a first clause ends is open to taste."""
    return label == spelling or (spelling.count(" ") >= 2 and label.startswith(spelling + " "))


def test_generated_again_it_says_the_same(tmp_path: Path) -> None:
    """The committed files are those that the generator writes; their text is compared, not their compression."""
    written = generate(tmp_path)
    assert {path.name for path in written} | {"questions.jsonl"} == {path.name for path in SAMPLE.iterdir()}
    for path in written:
        assert extracted(path) == extracted(SAMPLE / path.name), path.name


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = generate(tmp_path / "first"), generate(tmp_path / "second")
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]


def extracted(path: Path) -> list[str]:
    if path.suffix != ".pdf":
        return [path.read_text(encoding="utf-8")]
    with pymupdf.open(path) as pdf:
        return [page.get_text("text") for page in pdf]
