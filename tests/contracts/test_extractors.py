"""What every installed extractor keeps, ours and foreign ones alike."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.ports import Batch, Extractor
from app.domain.structure import Acronym
from app.plugins import load
from app.questions import parse
from tests.extractors.reading import Library, glossary, same_letters

QUESTIONS = [
    "Which e-mail addresses are given?",
    "List the identifiers of all Controls under the Rescue Group.",
    "Which TB numbers are cited?",
    "Who likes Owls?",
    "Which contracts mention owls?",
    "Which of the contracts are rental agreements?",
    "Which terms are defined in the glossary?",
    "List all acronyms.",
    "What are the gates of the dam?",
    "Hello",
    "",
]
LIBRARY = Library(
    a="Rental Agreement\nAda likes Owls, Tar and Rope. Write to desk@tide.example or see TB 70-\n12.",
    b="Control RS.AB-01 and Control RS.AB-02 of Rescue (RS).\nThe gates of the dam are: North Gate, South Gate.",
)
EXTRACTORS = [plugin.extractor for plugin in load()]
each = pytest.mark.parametrize("extractor", EXTRACTORS, ids=lambda extractor: extractor.name)


def test_ours_are_installed() -> None:
    assert {"regions", "patterns", "documents", "subjects", "definitions"} <= {e.name for e in EXTRACTORS}


@each
@pytest.mark.parametrize("question", QUESTIONS)
def test_proposals_lie_at_their_spans(extractor: Extractor, question: str) -> None:
    for candidate in extractor.propose(parse(question), LIBRARY.batch(acronyms=(Acronym("RS", "Rescue", ()),))):
        assert candidate.extractor == extractor.name
        assert candidate.document_id in LIBRARY.texts
        assert candidate.spans and candidate.label.strip()
        quote = LIBRARY.quote(candidate)
        names = {document.name.removesuffix(".pdf") for document in LIBRARY.documents}
        assert same_letters(candidate.label, quote) or candidate.label in names


@each
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_question_gets_the_same_proposals(extractor: Extractor, question: str) -> None:
    batch = LIBRARY.batch(regions=(glossary("Glossary", {"Berth": "a place"}, "a"),))
    assert list(extractor.propose(parse(question), batch)) == list(extractor.propose(parse(question), batch))


@each
@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_comes_of_nothing(extractor: Extractor, question: str) -> None:
    assert list(extractor.propose(parse(question), Batch())) == []


@each
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=200), question=st.sampled_from(QUESTIONS))
def test_strange_text_raises_nothing(extractor: Extractor, text: str, question: str) -> None:
    library = Library(a=text, b=text + "\n" + text)
    list(extractor.propose(parse(question), library.batch(regions=(glossary(text, {text: text}, "a"),))))
