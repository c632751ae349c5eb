from __future__ import annotations

import pytest

from app.domain.patterns import NAMED, pattern_for
from app.domain.question import ItemKind, Question, QuestionKind
from app.domain.structure import Acronym
from app.questions import parse
from app.questions.kinds import _PATTERN_NOUNS
from extractors.patterns import PatternExtractor
from tests.extractors.reading import Library, same_letters

FOUND = [
    ("email", "Write to 77-desk.a@tide.example.org, or b_c+d@x.co.", ["77-desk.a@tide.example.org", "b_c+d@x.co"]),
    ("email", "Not an address: a@b, @handle, x@.com", []),
    ("url", "See https://a.example/x(1). And www.tide.example, too.", ["https://a.example/x(1", "www.tide.example"]),
    (
        "date",
        "On March 3, 2031 and 4 April 2031; 2031-05-06, 7/8/31; Sept. 9th; 1. Mai 2031.",
        ["March 3, 2031", "4 April 2031", "2031-05-06", "7/8/31", "Sept. 9th", "1. Mai 2031"],
    ),
    ("date", "Version 1.2.3 of 10/20, may 5000 people", []),
    ("rfc", "RFC 9999, RFC9998 and [RFC-9997].", ["RFC 9999", "RFC9998", "RFC-9997"]),
    ("cve", "CVE-2031-12345 and CVE-31-1", ["CVE-2031-12345"]),
    ("doi", "doi:10.9999/abc.de-1.", ["10.9999/abc.de-1"]),
    ("isbn", "ISBN 978-3-16-148410-0, 316148410X", ["978-3-16-148410-0", "316148410X"]),
    ("ip", "10.0.0.1, 256.1.1.1, 1.2.3.4.5", ["10.0.0.1"]),
    ("uuid", "id 123e4567-e89b-12d3-a456-426614174000.", ["123e4567-e89b-12d3-a456-426614174000"]),
    ("phone", "Call +44 20 7946 0018 or (555) 010-9999.", ["+44 20 7946 0018", "(555) 010-9999"]),
    ("percentage", "about 12.5% and 3 percent", ["12.5%", "3 percent"]),
    ("hashtag", "#tide and A#1", ["#tide"]),
    ("section_number", "see \u00a7 4.2 and Section 7a", ["\u00a7 4.2", "Section 7a"]),
]


def question_for(pattern: str) -> Question:
    return Question("?", QuestionKind.LISTING, ItemKind.PATTERN, pattern=pattern)


@pytest.mark.parametrize(("name", "text", "expected"), FOUND)
def test_named_patterns(name: str, text: str, expected: list[str]) -> None:
    pattern = pattern_for(question_for(name))
    assert pattern is not None
    assert [text[a:b] for a, b in pattern.find(text)] == expected


def test_every_pattern_a_question_may_name_exists() -> None:
    """A pattern without an expression would be searched by nobody and still be called exhaustive."""
    assert set(_PATTERN_NOUNS.values()) - {"identifier"} <= set(NAMED)
    assert all(pattern_for(question_for(name)).describes() for name in NAMED)  # type: ignore[union-attr]


def labels(question: str, library: Library, **more: object) -> list[str]:
    found = list(PatternExtractor().propose(parse(question), library.batch(**more)))
    for candidate in found:
        assert same_letters(library.quote(candidate), candidate.label)
    return list(dict.fromkeys(c.label for c in found))


def test_one_number_written_two_ways_has_one_label() -> None:
    library = Library(a="As RFC 9999 says", b="RFC9999 and RFC9998.")
    assert labels("Which RFCs are cited?", library) == ["RFC 9999", "RFC9998"]


def test_numbers_that_share_a_prefix_are_all_found() -> None:
    library = Library(a="RFCs 9999, 9998 and 9997, 31 in all; RFC 9996, 2031.", b="RFC 9998; TB 7-1, 7-2 and 8 more.")
    assert labels("Which RFCs are cited?", library) == ["9999", "9997", "RFC 9996", "RFC 9998"]
    assert labels("Which TB numbers are cited?", library) == ["TB 7-1", "7-2"]
    found = list(PatternExtractor().propose(parse("Which TB numbers are cited?"), library.batch()))
    assert [c.aliases for c in found] == [(), ("TB 7-2",)]


def test_a_match_may_run_over_a_line_end() -> None:
    library = Library(a="Due on June\n3, 2031. See TB 70-\n12 and TB 70-\n13A.")
    assert labels("Which dates are mentioned?", library) == ["June 3, 2031"]
    assert labels("Which TB numbers are cited?", library) == ["TB 70-12", "TB 70-13A"]


def test_the_written_out_name_counts_as_the_prefix() -> None:
    library = Library(
        a="Technical Bulletin (TB) 5-1, Technical Bulletin 5-2, TB 5-3r1; XTB 5-4 and IR 5-5 do not count."
    )
    found = labels("Which Technical Bulletins (TB numbers) are cited?", library)
    assert found == ["Technical Bulletin (TB) 5-1", "Technical Bulletin 5-2", "TB 5-3r1"]


def test_identifiers_take_their_shape_from_the_text_and_their_group_from_the_acronym() -> None:
    text = (
        "Control RS.AB-01 comes first. Control RS.AB-02 follows, Control RS.CD-11 ends. Control TX.AB-01 is another's."
        " Ranges such as RS.AB-03..09 are kept free. Forms F-7 and F-8 are unrelated."
    )
    library = Library(a=text)
    acronyms = (Acronym("RS", "Rescue", ()),)
    question = "List the identifiers of all Controls under the Rescue Group."
    assert labels(question, library, acronyms=acronyms) == ["RS.AB-01", "RS.AB-02", "RS.CD-11", "RS.AB-03"]
    assert labels(question, library) == []  # the group has no known prefix: nothing is guessed
    assert "TX.AB-01" in labels("List the identifiers of all Controls.", library)


def test_only_for_patterns() -> None:
    assert labels("List all ports.", Library(a="a@b.example")) == []
