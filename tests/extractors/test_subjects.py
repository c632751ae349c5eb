from __future__ import annotations

import json
import pathlib

import pytest

from app.domain.ports import Batch
from app.questions import parse
from extractors.subjects import SubjectExtractor
from tests.extractors.reading import Library

LIKES = Library(
    ada="Ada Quill likes Owls, Red Kites, Salt and Vinegar Crisps, and the Harbour Hounds.",
    bo="Bo St. Clair likes Big Owls, Kites and Rope.",
    cy="Cy does not like Owls. Cy likes Rope.",
    di="Di Marsh likes owls and Tar.",
    ed="The note says that Ed Fenn, who likes Owls, left.",
)


def who(question: str, library: Library = LIKES) -> list[str]:
    found = list(SubjectExtractor().propose(parse(question), library.batch()))
    for candidate in found:
        assert library.quote(candidate) == candidate.label
    return [c.label for c in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who likes Owls?", ["Ada Quill", "Di Marsh"]),
        ("Who likes Big Owls?", ["Bo St. Clair"]),
        ("Who likes Kites?", ["Bo St. Clair"]),
        ("Who likes Rope?", ["Bo St. Clair", "Cy"]),
        ("Who likes Salt and Vinegar Crisps?", ["Ada Quill"]),
        ("Who likes the Harbour Hounds?", ["Ada Quill"]),
        ("Who likes Tar?", ["Di Marsh"]),
        ("Who does not like Owls?", ["Cy"]),
        ("Who likes Salt?", []),
        ("Who paints Owls?", []),
    ],
)
def test_whole_members_only(question: str, expected: list[str]) -> None:
    assert who(question) == expected


def test_other_verbs_and_helping_verbs() -> None:
    library = Library(a="The harbour master can close the lock. Two wardens inspect the lock, the gate and the crane.")
    assert who("Who can close the lock?", library) == ["The harbour master"]
    assert who("Who was elected to the council?", Library(a="Ida Roe was elected to the council.")) == ["Ida Roe"]
    assert who("Who inspects the gate?", library) == ["Two wardens"]


def test_a_long_series_over_lines() -> None:
    things = [f"Thing {n}" for n in range(60)]
    library = Library(a="Jo Pell likes " + ",\n".join(things[:-1]) + "\nand " + things[-1] + ".")
    assert all(who(f"Who likes {thing}?", library) == ["Jo Pell"] for thing in things)


BENCH = pathlib.Path(__file__).parents[3] / "shared" / "bench" / "limit_small"


@pytest.mark.skipif(not BENCH.exists(), reason="the shared bench folder ../shared/bench/limit_small is absent")
def test_small_exact_questions() -> None:
    library = Library(**{path.stem: path.read_text() for path in sorted((BENCH / "docs").glob("*.txt"))})
    cases = [json.loads(line) for line in (BENCH / "cases.jsonl").read_text().splitlines()][:150]
    for case in cases:
        assert set(who(case["question"], library)) == set(case["gold"])


def test_nothing_to_read() -> None:
    assert list(SubjectExtractor().propose(parse("Who likes Owls?"), Batch())) == []
