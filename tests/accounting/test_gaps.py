"""Every gap of an answer is named, counted, and says who can close it."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pymupdf
import pytest

from app.adapters.loop_state import decode, encode
from app.adapters.reading import read_document
from app.attention import Watched
from app.domain.answer import Answer, Cap, Coverage, Stages, StopReason
from app.domain.coverages import summed, widest
from app.domain.gaps import Closer, Gap
from app.domain.page import READ_STATES, PageState
from app.domain.ports import DocumentInfo
from app.domain.question import Mode, Request
from app.domain.unread import MOST_DOCUMENTS, unread_gaps
from app.domain.unsearched import Passages, unsearched_gaps
from app.entrypoints import answers
from app.stored import load
from tests.loop.memory import MemoryView, ask, drain, understood

LAMPS = """# Lamps

The harbour keeps three lamps:

- Gull lamp
- Heron lamp
- Plover lamp

All lamps are lit at dusk."""
TALK = "# Talk\n\nA lamp of the harbour was once stolen, and nobody says which.\n"
OTHER = "# Oars\n\nNothing of the kind is kept here.\n"
QUESTION = "Which lamps does the harbour keep?"


def document(name: str, state: str = "read", reason: str = "", planned: int = 0, **pages: int) -> DocumentInfo:
    states = tuple((PageState(each), number) for each, number in pages.items())
    return DocumentInfo(name, name, "", state, reason, planned or sum(pages.values()), states)


def of(documents: list[DocumentInfo]) -> list[tuple[str, int | None, str, tuple[str, ...]]]:
    return [(each.what, each.amount, str(each.closable_by), each.documents) for each in unread_gaps(documents)]


# ---------------------------------------------------------------- what was not read


def test_each_state_of_a_page_says_who_can_close_it() -> None:
    expected = {
        PageState.PARTIAL: "tool",
        PageState.NO_TEXT: "tool",
        PageState.GARBLED: "tool",
        PageState.TIMED_OUT: "deployment",
        PageState.FAILED: "data",
        PageState.LOCKED: "data",
    }
    for state in PageState:
        found = of([document("a", "partial", **{state: 2, "read": 1})])
        assert found == ([] if state in READ_STATES else [(state, 2, expected[state], ("a",))])


def test_pages_of_several_documents_are_one_gap_and_lost_pages_failed() -> None:
    rows = [document("a", "partial", no_text=2, read=1), document("b", "partial", planned=5, no_text=1, read=3)]
    assert of(rows) == [("failed", 1, "data", ("b",)), ("no_text", 3, "tool", ("a", "b"))]


def test_documents_that_wait() -> None:
    rows = [document("a", "queued"), document("b", "reading", planned=9, read=2)]
    assert of(rows) == [("pending", 1, "prerequisite", ("a",)), ("pending", 7, "prerequisite", ("b",))]


def locked() -> bytes:
    with pymupdf.open() as made:
        made.new_page()
        return bytes(made.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o"))


@pytest.mark.parametrize(
    ("name", "data", "what", "closer"),
    [
        ("a.pdf", b"", "file_empty", Closer.NOBODY),
        ("a.txt", b"", "file_empty", Closer.NOBODY),
        ("a.pdf", locked(), "file_locked", Closer.DATA),
        ("a.xyz", b"words", "file_unsupported", Closer.TOOL),
        ("a.pdf", b"%PDF-1.4 and nothing", "file_failed", Closer.DATA),
        ("a.txt", bytes(range(256)) * 40, "file_failed", Closer.DATA),
    ],
)
def test_files_that_readers_refuse(name: str, data: bytes, what: str, closer: Closer) -> None:
    raw = read_document(name, data)
    (gap,) = unread_gaps([document("d", "failed", raw.reason)])
    assert (gap.what, gap.closable_by, gap.amount, gap.unit) == (what, closer, 1, "documents")


def test_what_the_service_itself_lost() -> None:
    gone = document("a", "failed", "the stored file is missing or was changed")
    full = document("b", "failed", "what was understood could not be stored: OSError: no")
    assert of([gone, full]) == [
        ("file_gone", 1, "deployment", ("a",)),
        ("not_stored", 1, "deployment", ("b",)),
    ]
    late = document("c", "read", "analysis_timed_out", read=3)
    broken = document("d", "partial", "x; analysis_failed", read=3)
    assert of([late, broken]) == [
        ("analysis_timed_out", 1, "deployment", ("c",)),
        ("analysis_failed", 1, "tool", ("d",)),
    ]


def test_layers_and_the_length_of_the_list_of_documents() -> None:
    rows = [DocumentInfo(f"d{n}", "", "", "read", "", 1, ((PageState.READ, 1),), ("images",)) for n in range(120)]
    rows.append(DocumentInfo("e", "", "", "read", "", 1, ((PageState.READ, 1),), ("attachments", "sound")))
    attached, images, sound = unread_gaps(rows)
    assert (attached.what, attached.closable_by) == ("layer:attachments", Closer.DATA)
    assert (images.amount, len(images.documents), images.closable_by) == (120, MOST_DOCUMENTS, Closer.TOOL)
    assert sound.by == "a reader of sound"


# ---------------------------------------------------------------- what was not searched


def searched(passages: Passages, *caps: Cap, **more: Any) -> list[tuple[str, int | None, str]]:
    given: dict[str, Any] = {"stop": StopReason.CHECK_PASSED, "outside": 0, "troubles": (), "listing": True, **more}
    return [(each.what, each.amount, each.closable_by) for each in unsearched_gaps(passages, caps, **given)]


def test_each_way_to_stop_and_each_cap() -> None:
    whole = Passages(9, 9, 9, 9)
    assert searched(whole) == []
    assert searched(whole, stop=StopReason.NO_NEW_PASSAGES, outside=3) == [("out_of_scope", 3, "scope")]
    for stop in (StopReason.PASS_CAP, StopReason.TIME_BUDGET, StopReason.CANCELLED):
        assert searched(whole, stop=stop) == [(stop, None, "scope")]
    assert searched(Passages(9, 7, 4, 1), Cap("k", 4, True)) == [
        ("not_matched", 2, "scope"),
        ("not_retrieved", 3, "scope"),
        ("not_read", 3, "tool"),
    ]
    assert searched(whole, troubles=["no answer"]) == [("search_incomplete", None, "deployment")]
    assert searched(Passages(9, 0, 0, 0), listing=False) == [("not_searched", 9, "scope")]


def test_the_cap_that_bound_is_named() -> None:
    def by(*caps: Cap) -> str:
        (gap,) = unsearched_gaps(Passages(9, 9, 4, 4), caps, StopReason.CHECK_PASSED, 0, (), True)
        return gap.by

    assert by(Cap("k", 4, True)) == "a higher `k`, or the mode `exhaustive`"
    assert by(Cap("passages_per_pass", 4, True), Cap("k", 9, False)) == "a higher `passages_per_pass`"
    assert by() == "no cap on what is retrieved"


# ---------------------------------------------------------------- whole answers


def gaps(answer: Answer) -> dict[str, int | None]:
    return {each.what: each.amount for each in answer.completeness.coverage.gaps}


def test_what_extractors_went_through_is_counted_not_what_was_retrieved() -> None:
    """The list is read as a region; no extractor for lists reads the prose that also matches."""
    coverage = ask([LAMPS, TALK, OTHER], QUESTION).completeness.coverage
    assert coverage.passages_retrieved > coverage.passages_read >= coverage.passages_cited >= 1
    assert coverage.document_stages == Stages(2, 2, 1, 1)
    assert coverage.page_stages == Stages(2, 2, 1, 1)


def test_a_pattern_is_looked_for_in_every_passage() -> None:
    coverage = ask([LAMPS, TALK, "# Post\n\nWrite to a@lamp.example now.\n"], "List all e-mail addresses.")
    said = coverage.completeness.coverage
    assert said.passages_in_scope == said.passages_matched == said.passages_retrieved == said.passages_read
    assert said.document_stages == Stages(3, 3, 3, 1)
    assert said.gaps == ()


QUESTIONS = [
    QUESTION,
    "List all e-mail addresses.",
    "Which documents mention lamps?",
    "Who keeps lamps?",
    "Which acronyms are defined?",
    "Good morning.",
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"mode": Mode.TOP_K, "k": 1},
    {"mode": Mode.ADAPTIVE},
    {"passages_per_pass": 1},
    {"max_passes": 1},
]
PAPERS = [LAMPS, TALK, OTHER, "# Post\n\nThe Lamp Keeper (LK) keeps lamps. Write to lk@lamp.example.\n" * 3]


@pytest.mark.parametrize(("question", "settings"), list(itertools.product(QUESTIONS, SETTINGS)))
def test_each_number_is_a_part_of_the_one_before_and_every_difference_is_a_gap(
    question: str, settings: dict[str, Any]
) -> None:
    answer = ask(PAPERS, question, **settings)
    said = answer.completeness.coverage
    passages = (said.passages_matched, said.passages_retrieved, said.passages_read, said.passages_cited)
    assert list(passages) == sorted(passages, reverse=True)
    assert said.passages_in_scope >= said.passages_matched
    for planned, stages in ((said.documents_planned, said.document_stages), (said.pages_planned, said.page_stages)):
        numbers = [number for number in (planned, *stages) if number is not None]
        assert numbers == sorted(numbers, reverse=True)
    assert sum(v or 0 for k, v in gaps(answer).items() if k.startswith("not_")) == said.passages_in_scope - passages[2]
    assert answers.render(load(answers.text(answer)))["completeness"]["coverage"] == answers.coverage(said)


def test_documents_out_of_scope_and_a_cap() -> None:
    view = MemoryView([understood(text) for text in PAPERS])
    first = view.documents()[0].id
    _, answer = drain(view, Request(QUESTION, documents=(first,), max_passes=1))
    assert gaps(answer)["out_of_scope"] == 3
    assert answer.completeness.coverage.document_stages.cited == 1
    _, capped = drain(view, Request("Which lamps do documents mention?", passages_per_pass=1, max_passes=1))
    assert {"pass_cap", "not_retrieved"} <= set(gaps(capped))
    assert capped.completeness.coverage.document_stages.matched is None


def test_a_question_that_asks_for_no_set_is_not_searched() -> None:
    answer = ask(PAPERS, "Good morning.")
    assert gaps(answer) == {"not_searched": answer.completeness.coverage.passages_in_scope}


def test_an_interrupted_loop_remembers_what_was_gone_through() -> None:
    view = MemoryView([understood(text, f"paper-{n}.md") for n, text in enumerate(PAPERS)])
    for question in QUESTIONS[:4]:
        kept: list[Any] = []
        drain(view, Request(question, max_passes=1), keep=kept.append)
        if not kept:
            continue
        state = decode(encode(kept[0]))
        assert state == kept[0]
        _, on = drain(view, Request(question, max_passes=3), before=state)
        _, whole = drain(view, Request(question, max_passes=3))
        assert on.completeness.coverage == whole.completeness.coverage


# ---------------------------------------------------------------- parts


def test_looking_is_remembered() -> None:
    rows = Watched("abcdef")
    assert (len(rows), rows.seen()) == (6, [])
    assert (rows[1], rows[-1], rows[2:4]) == ("b", "f", ("c", "d"))
    assert rows.seen() == ["b", "c", "d", "f"]
    assert next(iter(rows)) == "a"
    assert rows.seen() == ["a", "b", "c", "d", "f"]
    assert (sorted(Watched("ba")), tuple(Watched("ab")), [*Watched("ab")]) == (["a", "b"], ("a", "b"), ["a", "b"])
    with pytest.raises(IndexError):
        Watched("ab")[5]


def test_gaps_of_sets_made_from_others() -> None:
    gap = Gap("no_text", 2, "pages", Closer.TOOL, "x", ("a",))
    one = Coverage(page_stages=Stages(2, 2, 1, 1), gaps=(gap,))
    unknown = Gap("pass_cap", None, "passes", Closer.SCOPE, "y")
    other = Coverage(
        page_stages=Stages(None, 3, 1, 1), gaps=(Gap("no_text", 3, "pages", Closer.TOOL, "x", ("b",)), unknown)
    )
    assert [each.amount for each in summed([one, other, other]).gaps] == [8, None]
    assert summed([one, other]).page_stages == Stages(None, 5, 2, 2)
    assert summed([one, one]).page_stages == Stages(4, 4, 2, 2)
    assert [(each.amount, each.documents) for each in widest(one, [one, other]).gaps] == [(3, ("a", "b")), (None, ())]


def test_answers_stored_before_gaps_existed_are_read_too() -> None:
    body = answers.render(ask(PAPERS, QUESTION))
    coverage = body["completeness"]["coverage"]
    for unit in ("documents", "pages"):
        for name in ("matched", "retrieved", "read_by_extractors", "cited"):
            del coverage[unit][name]
    del coverage["gaps"]
    assert load(json.dumps(body)).completeness.coverage.gaps == ()
