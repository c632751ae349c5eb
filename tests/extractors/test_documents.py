from __future__ import annotations

from dataclasses import replace

import pytest

from app.questions import parse
from extractors.documents import DocumentExtractor
from tests.extractors.reading import Library

LEASES = Library(
    alpha="Mooring and Storage Agreement\nThis deed is made here. The tenant shall carry flood insurance at all times.",
    beta="Supply Agreement\nNo insurance is needed. A flood ends the lease.",
    gamma="Master Supply and Service Agreement\nThis deed is governed by the law of Malta. Insurance: flood insurance.",
    delta="Letter\nIt mentions a supply agreement dated long ago, but is none. The laws of Malta do not apply.",
)


def which(question: str, library: Library = LEASES) -> list[str]:
    return [c.label for c in DocumentExtractor().propose(parse(question), library.batch())]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which contracts contain a flood insurance clause?", ["alpha", "gamma"]),
        ("Which contracts are governed by the law of Malta?", ["gamma"]),
        ("Which of the contracts are mooring agreements?", ["alpha"]),
        ("Which documents mention Malta?", ["gamma", "delta"]),
        ("Which documents mention Atlantis?", []),
    ],
)
def test_what_is_asked_stands_together(question: str, expected: list[str]) -> None:
    assert which(question) == expected


def test_the_best_sentence_is_the_evidence_and_the_title_an_alias() -> None:
    library = Library(alpha="It rains. The tenant carries flood insurance. It rains.")
    library.documents = (replace(library.documents[0], title="Deed of Mooring"),)
    (found,) = DocumentExtractor().propose(parse("Which contracts contain flood insurance?"), library.batch())
    assert library.quote(found) == "The tenant carries flood insurance."
    assert found.aliases == ("Deed of Mooring",)


def test_absence_has_no_place_to_cite() -> None:
    assert which("Which contracts do not contain a flood insurance clause?") == []
    assert which("List all ports.") == []
