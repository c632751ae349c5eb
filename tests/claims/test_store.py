"""Claims over the real store: documents come and go after the answer was given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import Service
from app.claims import check
from app.domain.answer import Answer
from app.domain.claims.finding import Finding
from app.domain.claims.kinds import Claim, CompleteSet, Count, Existence, Membership, Relation
from tests.golden.asking import ask, service

LINE = "# The line\n\nThe line has the following three stations:\n\n- North Quay\n- Mill Lane\n- Old Brewery\n"
ALL = CompleteSet(labels=("North Quay", "Mill Lane", "Old Brewery"))


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Service]:
    with service(tmp_path, workers=1) as running:
        yield running


def put(made: Service, corpus: str, name: str, text: str) -> str:
    document, _ = made.ingestion.add(corpus, name, text.encode())
    assert made.ingestion.wait(corpus, 60)
    return document.id


def say(made: Service, answer: Answer, claim: Claim) -> Finding:
    view = made.store.open(answer.corpus_id)
    try:
        return check([claim], answer, view)[0].finding
    finally:
        view.close()


def test_documents_come_and_go(made: Service) -> None:
    corpus = made.store.create_corpus("line").id
    line = put(made, corpus, "line.md", LINE)
    answer = ask(made, corpus, "Which stations does the line have?")
    assert answer.completeness.verdict == "complete"
    assert say(made, answer, ALL).support == "supported"

    other = put(made, corpus, "other.md", "# Notes\n\nNothing of interest.\n")
    found = say(made, answer, ALL)
    assert (found.support, found.reasons) == ("unsupported", ("stale",))
    assert "as of revision" in found.say_instead
    assert say(made, answer, Membership(label="Mill Lane")).support == "weakly_supported"
    was = CompleteSet(labels=ALL.labels, as_of=answer.revision)
    assert say(made, answer, was).support == "supported"

    made.store.delete_document(corpus, other)
    assert "stale" in say(made, answer, ALL).reasons  # the same documents, but nobody has looked again

    made.store.delete_document(corpus, line)
    for claim in (Existence(), was, Count(relation=Relation.AT_LEAST, number=1)):
        found = say(made, answer, claim)
        assert (found.support, "document_removed" in found.reasons) == ("unverifiable", True)
