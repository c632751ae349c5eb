"""What the service cannot know. Each test passes and shows how it then behaves; the README names each limit."""

from __future__ import annotations

import pytest

from app.adapters.memory import MemoryView
from app.claims import check
from app.domain.answer import Answer
from app.domain.claims.finding import Finding
from app.domain.claims.kinds import Absence, Claim, CompleteSet, Count, Relation, Universal, Value
from app.domain.question import Request
from tests.docs.transcript import README
from tests.loop.memory import drain, understood

LIMITS = {
    "a_wrong_count": "A wrong count in the text.",
    "something_else": "A question that means something else.",
    "another_word": "Another word for the same thing.",
    "never_uploaded": "A document that was never uploaded.",
    "meaning": "What words mean together.",
}

LINE = """# The line

The line has the following {number} stations:

- North Quay
- Mill Lane
- Old Brewery

# Tickets

Tickets are sold on the train.
"""


def asked(question: str, *texts: str) -> tuple[Answer, MemoryView]:
    view = MemoryView([understood(text, f"paper-{number}.md") for number, text in enumerate(texts)])
    return drain(view, Request(question))[1], view


def finding(claim: Claim, question: str, *texts: str) -> Finding:
    answer, view = asked(question, *texts)
    return check([claim], answer, view)[0].finding


def exactly(number: int) -> Count:
    return Count(relation=Relation.EXACTLY, number=number)


def test_a_wrong_count_that_nothing_contradicts_is_believed() -> None:
    """The line has a fourth station that the text forgets, in its list and in its count."""
    question, text = "Which stations does the line have?", LINE.format(number="three")
    answer, _ = asked(question, text)
    assert answer.completeness.verdict == "complete"
    assert finding(exactly(3), question, text).support == "supported"
    assert finding(exactly(4), question, text).support == "unsupported"


def test_a_wrong_count_that_the_list_contradicts_is_seen() -> None:
    """Then nobody knows which of the two is wrong, and no number is supported."""
    question, text = "Which stations does the line have?", LINE.format(number="four")
    assert asked(question, text)[0].completeness.verdict == "conflicting"
    for number in (3, 4):
        assert finding(exactly(number), question, text).support == "unsupported"


def test_something_else_may_be_meant_by_the_same_word() -> None:
    """Asked by someone who means radio stations: the answer is right for the word, and shows where it stands."""
    found = finding(exactly(3), "Which stations are there?", LINE.format(number="three"))
    assert found.support == "supported"
    assert {each.quote for each in found.evidence} == {"North Quay", "Mill Lane", "Old Brewery"}


def test_another_word_for_the_same_thing_is_not_found() -> None:
    """Platforms are spoken of as "bays". Absence is claimed of the word, and the sentence shows the question."""
    found = finding(
        Absence(), "Which platforms does the line have?", "# Bays\n\nThe line has two bays, east and west.\n"
    )
    assert found.support == "supported"
    assert found.say_instead.startswith("No passage holds the words asked for (platforms)")


def test_a_document_that_was_never_uploaded_is_not_missed() -> None:
    """The second half of the rules lies in a drawer."""
    labels = CompleteSet(labels=("North Quay", "Mill Lane", "Old Brewery"))
    found = finding(labels, "Which stations does the line have?", LINE.format(number="three"))
    assert found.support == "supported"
    assert "from the only page" in found.say_instead


ROOFS = """# Stations

The line has the following two stations:

- North Quay: has a roof of paper
- Mill Lane: has a roof of paper
"""


def test_the_meaning_of_words_together_is_not_checked() -> None:
    """The words stand with every item; whether the roof is one of paper, nobody asks."""
    question = "Which stations does the line have?"
    found = finding(Universal(predicate="has a roof"), question, ROOFS)
    assert (found.support, "the words 'has a roof'" in found.checked) == ("supported", True)
    assert finding(Value(label="North Quay", value="a roof"), question, ROOFS).support == "supported"


@pytest.mark.parametrize("name", LIMITS)
def test_the_readme_names_each_limit_and_a_test_shows_it(name: str) -> None:
    assert f"**{LIMITS[name]}**" in README.read_text(encoding="utf-8")
    assert any(name in each for each in globals() if each.startswith("test_"))
