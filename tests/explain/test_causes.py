"""Each cause, and each closer reason, is reached and says what is true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.adapters.memory import MemoryView
from app.domain.answer import Derivation, StopReason, Verdict
from app.domain.explaining import REPAIRS, REPAIRS_BY_WHY, Cause, Explanation, Why, repair
from app.domain.page import PageState
from app.domain.question import Mode, Request
from app.explain import NothingToLookForError, explain
from app.explain.replay import request_of
from tests.explain.asking import QUESTION, STATIONS, Case, Proposing, with_unread_page

OTHER = "# Other\n\nThe towers are:\n\n- Elm\n- Fir\n\nMore text.\n"
TABLE = "# Paper\n\n| Station | State |\n|---|---|\n| Alder | open |\n| Birch | closed |\n\nThe end.\n"
RIVALS = (
    "# Paper\n\nThe stations are:\n\n- Alder\n- Birch\n\nSome words between the lists.\n\n"
    "The stations are:\n\n- Cedar\n- Dyke\n- Elm\n\nThe end.\n"
)
AGREEING = (
    "# Paper\n\nThe stations are:\n\n- Alder\n- Birch\n- Cedar\n\nSome words between the lists.\n\n"
    "The stations are:\n\n- Alder\n- Birch line\n- Cedar\n\nThe end.\n"
)


def told(found: Explanation, cause: Cause, why: Why | None = None) -> bool:
    """The cause, the closer reason of the place that came furthest, and the repair that goes with them."""
    assert found.cause is cause, found.explanation
    own = found.places[0].why if found.places and cause is not Cause.REJECTED else why
    assert own is why, found.explanation
    assert found.repair == repair(cause, why)
    assert found.explanation.endswith(".")
    assert found.as_of.replay == "same", found.as_of.note
    return True


def test_an_item_is_listed_with_where_it_came_from() -> None:
    found = Case(STATIONS).why("alders")
    assert told(found, Cause.LISTED)
    proof = found.listed
    assert proof is not None
    assert (proof.label, proof.matched, proof.found_in_pass) == ("Alder", "label", 1)
    assert [e.quote for e in proof.evidence] == ["Alder"]
    assert proof.region is not None
    assert (proof.region.kind, proof.region.announced_by, proof.region.words) == (
        "list", "lead_in", "There are three stations:")  # fmt: skip
    assert (proof.region.closed, proof.region.chosen, proof.region.bound) == (True, True, True)
    assert [t.text for t in proof.terms] == ["station"]


def test_an_item_is_listed_by_an_alias() -> None:
    case = Case(
        "# Paper\n\nThe functions are:\n\n- Govern (GV)\n- Protect (PR)\n\nEnd.\n", "Which functions are there?"
    )
    found = case.why("GV")
    assert found.cause is Cause.LISTED
    assert found.listed is not None
    assert found.listed.matched in ("label", "alias")


def test_what_a_pattern_found_is_listed_without_a_region() -> None:
    found = Case("Write to a@b.org or c@d.org.", "List all e-mail addresses.").why("a@b.org")
    assert told(found, Cause.LISTED)
    assert found.listed is not None
    assert found.listed.region is None
    assert "in a passage that was read" in found.listed.because


def test_nowhere_in_the_corpus() -> None:
    found = Case(STATIONS).why("Organising Elms")
    assert told(found, Cause.NOT_IN_CORPUS)
    assert {how for _, how in found.spellings} >= {"as_written", "hyphens_and_spaces", "singular_plural_and_variants"}
    assert (found.places, found.unread) == ((), ())


def test_perhaps_on_an_unread_page() -> None:
    case = Case(STATIONS)
    case.view = MemoryView([with_unread_page(case.structures[0])])
    case.answer = case.ask(Request(QUESTION))
    found = case.why("Elm")
    assert told(found, Cause.UNREAD_PAGES)
    assert "1 page is unread" in found.explanation
    assert [(p.page, p.state, p.reason) for p in found.unread] == [(2, "no_text", "a scan")]


def test_pages_that_nobody_saw_are_named_by_their_number() -> None:
    case = Case(STATIONS)
    case.view = MemoryView([replace(case.structures[0], planned_pages=4)])
    case.answer = case.ask(Request(QUESTION))
    found = case.why("Elm")
    assert told(found, Cause.UNREAD_PAGES)
    assert [(p.page, p.state) for p in found.unread] == [(0, "missing")]
    assert "pages of 1 document are unread" in found.explanation


def test_outside_of_the_scope() -> None:
    case = Case([STATIONS, OTHER], scope=[0])
    assert told(case.why("Elm"), Cause.OUT_OF_SCOPE)
    assert told(case.why("Elm", document=1), Cause.OUT_OF_SCOPE)
    assert told(case.why("Elm", document=0), Cause.NOT_IN_CORPUS)
    assert case.why("Alder", document=1).cause is Cause.NOT_IN_CORPUS


def test_not_retrieved_because_no_term_stands_there() -> None:
    found = Case([STATIONS, OTHER]).why("Elm")
    assert told(found, Cause.NOT_RETRIEVED, Why.NO_TERM_MATCHES)
    assert "towers" in found.places[0].would_match


def test_not_retrieved_because_a_cap_cut_it_off() -> None:
    short = "# Note\n\nThe stations of the stations are stations: station Alder.\n"
    long = "# Other\n\nFar away there stands a tower called Elm, and it is near to a station of the old line.\n"
    found = Case([short, long], mode=Mode.TOP_K, k=1).why("Elm")
    assert told(found, Cause.NOT_RETRIEVED, Why.CUT_OFF)
    assert "k 1" in found.explanation
    assert [cap.name for cap in found.caps] == ["k"]


def test_nothing_was_searched() -> None:
    assert told(Case(STATIONS, "How are you?").why("Alder"), Cause.NOT_RETRIEVED, Why.NOT_SEARCHED)


@pytest.mark.parametrize(
    ("texts", "question", "item", "why"),
    [
        (STATIONS, QUESTION, "Dyke", Why.RUNNING_TEXT),
        (STATIONS, QUESTION, "hammer", Why.NOT_ANNOUNCED),
        (STATIONS, QUESTION, "river", Why.IN_DETAIL),
        (TABLE, "Which stations have the state open?", "Birch", Why.NOT_ASKED),
        (TABLE, QUESTION, "closed", Why.IN_DETAIL),
        ("Write to a@b.org. The Elm.", "List all e-mail addresses.", "Elm", Why.NOT_THE_KIND),
        ("Write to a@b.org:\n\n- Elm\n- Fir\n", "List all e-mail addresses.", "Elm", Why.NOT_THE_KIND),
        (STATIONS + "\n# South\n\nThe stations of the south are:\n\n- Elm\n- Fir\n", QUESTION, "Elm",
         Why.BINDS_LESS_WELL),
        (RIVALS, QUESTION, "Alder", Why.RIVAL),
        (AGREEING, QUESTION, "Birch line", Why.AGREES),
    ],
)  # fmt: skip
def test_not_extracted(texts: str, question: str, item: str, why: Why) -> None:
    case = Case(texts, question)
    found = case.why(item)
    assert told(found, Cause.NOT_EXTRACTED, why)
    assert (found.places[0].region is None) == (why is Why.RUNNING_TEXT or texts.startswith("Write to a@b.org. "))


def test_a_member_that_is_no_member() -> None:
    table = "# Paper\n\n| Station | Cost |\n|---|---|\n| Alder | 2 |\n| Birch | 3 |\n| Total | 5 |\n\nThe end.\n"
    found = Case(table).why("Total")
    assert told(found, Cause.NOT_EXTRACTED, Why.NOT_ASKED)
    assert "it is a total" in found.explanation


def test_within_a_longer_item() -> None:
    found = Case(STATIONS).why("Birch")
    assert told(found, Cause.WITHIN_ITEM)
    assert found.places[0].item == "Birch Tree Stop"


def test_rejected_since_the_text_does_not_carry_it() -> None:
    found = Case(STATIONS, more=[Proposing("Elm", 0, 5)]).why("Elm")
    assert told(found, Cause.REJECTED)
    assert [(t.outcome, t.why, t.pass_number) for t in found.trail] == [("rejected", "not_at_its_span", 1)]


def test_rejected_since_a_sentence_denies() -> None:
    text = "# Paper\n\nThere are no stations in Dyke.\n"
    case = Case(text, more=[Proposing("Dyke", text.index("Dyke") - 3, text.index("Dyke") + 1)])
    assert case.answer.completeness.verdict is Verdict.NONE_FOUND
    assert told(case.why("Dyke"), Cause.REJECTED, Why.DENIED)


def test_merged_into_another_item() -> None:
    start = STATIONS.replace("# ", "").replace("\n\n", "\n").index("Alder")
    more = Proposing("Alder", start, start + 5, ("Al", "Ald", "Old Alder", "Alder Halt"))
    found = Case(STATIONS, more=[more]).why("Alder Halt")
    assert told(found, Cause.MERGED)
    assert [(t.outcome, t.into) for t in found.trail] == [("merged", "Alder")]


# ---------------------------------------------------------------- documents as items


def test_a_document_as_an_item() -> None:
    texts = ["# One\n\nThis paper is about ropes.\n", "# Two\n\nThis paper has ropes and masts.\n", "# Six\n\nBoats.\n"]
    case = Case(texts, "Which documents mention masts?")
    assert case.why("paper-1").cause is Cause.LISTED
    assert case.why("paper-2.md").cause in (Cause.NOT_RETRIEVED, Cause.NOT_EXTRACTED)
    outside = Case(texts, "Which documents mention masts?", scope=[0])
    assert outside.why("paper-1").cause is Cause.OUT_OF_SCOPE
    empty = Case([*texts, ""], "Which documents mention masts?")
    assert empty.why("paper-3").cause is Cause.UNREAD_PAGES


# ---------------------------------------------------------------- sets, revisions, replays


def test_a_set_made_from_answers_names_them() -> None:
    case = Case(STATIONS)
    made = Derivation("difference", ("x", "y"), (1, 1))
    case.answer = replace(case.answer, derivation=made, passes=(), stop_reason=StopReason.DERIVED)
    found = case.why("Elm")
    assert (str(found.cause), found.as_of.replay) == ("left_out_by_set", "none")
    assert "difference of 2 answers" in found.explanation
    assert case.why("Alder").cause is Cause.LISTED


def test_a_corpus_that_moved_on_is_said() -> None:
    case = Case(STATIONS)
    case.answer = replace(case.answer, revision=0)
    found = case.why("Dyke")
    assert (found.as_of.replay, found.as_of.answer_revision, found.as_of.revision) == ("differs", 0, 1)
    assert "Ask the question again" in found.as_of.note


def test_what_is_listed_only_now_is_told_apart() -> None:
    case = Case(STATIONS)
    case.answer = replace(case.answer, revision=0, items=case.answer.items[1:])
    found = case.why("Alder")
    assert (str(found.cause), found.repair) == ("listed", "Ask the question again.")
    assert "not in the stored answer" in found.explanation


def test_another_result_at_the_same_revision_is_said() -> None:
    case = Case(STATIONS)
    case.answer = replace(case.answer, items=case.answer.items[1:])
    assert case.why("Dyke").as_of.replay == "differs"


@pytest.mark.parametrize(
    "request_",
    [
        Request(QUESTION),
        Request(QUESTION, max_passes=1),
        Request(QUESTION, mode=Mode.TOP_K, k=2),
        Request(QUESTION, mode=Mode.TOP_K),
        Request(QUESTION, mode=Mode.ADAPTIVE),
        Request(QUESTION, passages_per_pass=1),
        Request("Which boats are there?", mode=Mode.ADAPTIVE),
        Request(QUESTION, time_budget_ms=1),
    ],
    ids=str,
)
def test_a_replay_gives_the_same_answer(request_: Request) -> None:
    case = Case([STATIONS, OTHER])
    case.answer = case.ask(request_)
    assert case.why("Elm").as_of.replay == "same"
    assert request_of(case.answer).mode is request_.mode


def test_a_name_without_letters_cannot_be_looked_for() -> None:
    case = Case(STATIONS)
    with pytest.raises(NothingToLookForError):
        explain(case.view, case.answer, case.extractors, "...")


def test_a_name_over_a_page_end_is_found() -> None:
    case = Case(STATIONS)
    first = case.structures[0]
    cut = first.pages[0].text.index("Tree")
    one = replace(first.pages[0], text=first.pages[0].text[:cut])
    two = replace(first.pages[0], number=2, text=first.pages[0].text[cut:])
    case.view = MemoryView([replace(first, pages=(one, two), planned_pages=2)])
    found = case.why("mayor lives")
    assert found.places_total == 1
    assert case.why("Birch Tree").places_total == 1


def test_every_cause_has_a_repair() -> None:
    assert set(REPAIRS) == set(Cause)
    assert {Why.NO_TERM_MATCHES, Why.BINDS_LESS_WELL, Why.NOT_ANNOUNCED} == set(Why) - set(REPAIRS_BY_WHY)
    assert all(text.endswith(".") for text in (*REPAIRS.values(), *REPAIRS_BY_WHY.values()))


def test_states_of_pages_are_told() -> None:
    case = Case(STATIONS)
    case.view = MemoryView([with_unread_page(case.structures[0], PageState.PARTIAL)])
    case.answer = case.ask(Request(QUESTION))
    assert [p.state for p in case.why("Elm").unread] == ["partial"]
