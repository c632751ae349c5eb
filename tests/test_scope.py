from __future__ import annotations

import pytest

from app.domain.ports import DocumentInfo
from app.domain.question import Request
from app.questions import parse
from app.scope import resolve


def document(name: str, title: str = "") -> DocumentInfo:
    return DocumentInfo(f"id-{name}", name, title, "read", "", 1, ())


LIBRARY = [
    document("QRS.2.pdf", "The Quarry Rescue Standard (QRS) 2.0"),
    document("TB-70-12.pdf", "Guide to Tidal Locks"),
    document("TB-70-13.pdf", "Guide to Tidal Gates"),
    document("harbour_bylaws.pdf", "Bylaws of the Harbour"),
    document("loss-run.pdf"),
    document("scan0001.pdf"),
]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What are the grades of QRS 2.0?", "QRS.2.pdf"),
        ("What are the grades of the Quarry Rescue Standard?", "QRS.2.pdf"),
        ("Which valves does TB 70-12 list?", "TB-70-12.pdf"),
        ("Which offices do the Harbour bylaws create?", "harbour_bylaws.pdf"),
        ('Which cases are in "loss-run.pdf"?', "loss-run.pdf"),
    ],
)
def test_a_name_that_points_at_one_document(question: str, name: str) -> None:
    scope = resolve(parse(question), Request(question), LIBRARY)
    assert (scope.kind, scope.document_ids) == ("named_document", (f"id-{name}",))
    assert name in scope.because


@pytest.mark.parametrize(
    "question",
    [
        "What are the grades?",
        "What does the Guide to Tidal works list?",
        "Which valves do TB 70-12 and TB 70-13 list?",
        "Which valves do QRS 2.0 and TB 70-12 list?",
        "Which boats sail from Harbour Island?",
        "Which gates are open in Rescue?",
        "Which parts does TB list?",
    ],
)
def test_a_doubtful_name_leaves_the_corpus(question: str) -> None:
    scope = resolve(parse(question), Request(question), LIBRARY)
    assert (scope.kind, len(scope.document_ids)) == ("corpus", len(LIBRARY))


def test_the_request_comes_first() -> None:
    question = "What are the grades of QRS 2.0?"
    chosen = ("id-loss-run.pdf", "id-unknown")
    scope = resolve(parse(question), Request(question, documents=chosen), LIBRARY)
    assert (scope.kind, scope.document_ids) == ("documents", ("id-loss-run.pdf",))


def test_one_document_is_the_corpus() -> None:
    scope = resolve(parse("What are the grades of QRS 2.0?"), Request("?"), LIBRARY[4:5])
    assert (scope.kind, scope.document_ids) == ("corpus", ("id-loss-run.pdf",))
    assert resolve(parse("?"), Request("?"), []).document_ids == ()
