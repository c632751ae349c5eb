"""What lets a set be called complete, and each thing that forbids it. The kinds, in our own words."""

from __future__ import annotations

import pytest

from app.checks.structural import openings
from app.domain.answer import Verdict
from app.domain.binding import Binding
from app.domain.members import Asking
from app.domain.ports import StoredRegion
from app.domain.structure import Column, Ending, Region, RegionKind
from app.selection import Proposal
from tests.loop.memory import ask, labels

ROUTES = """# Routes

The council has the following approved routes:

- North Channel
- Quay Road
- Weir Path

Each route is walked twice a year.
"""
ASKED = "Which are the approved routes?"
FORBIDDEN = {
    "open by its lead-in": ROUTES.replace(
        "The council has the following approved routes:", "The council has approved routes such as the following:"
    ),
    "open at its end": ROUTES.replace("- Weir Path", "- Weir Path\n- etc."),
    "a higher count": ROUTES.replace("the following", "the following five"),
    "a lower count": ROUTES.replace("the following", "the following two"),
    "another list with one more": ROUTES
    + "\n# Summary\n\nThe council has the following approved routes:\n\n- North Channel\n- Quay Road\n- Weir Path\n"
    + "- Mill Lane\n",
    "one more in a sentence": ROUTES + "\nOne more of the approved routes is Mill Lane, which came late.\n",
    "another in a sentence": ROUTES + "\nAnother approved route is Mill Lane.\n",
    "also in a sentence": ROUTES + "\nMill Lane is also an approved route.\n",
    "announced again in prose": ROUTES
    + "\n# Summary\n\nThe approved routes of the council are North Channel, Quay Road, Mill Lane, and Weir Path.\n",
    "a second list that nothing announces": ROUTES.replace(
        "Each route", "In winter as well:\n\n- Hill Lane\n- Dyke Walk\n\nEach route"
    ),
    "a sentence that adds in passing": ROUTES + "\nIn addition to these, the council has an approved route at Dyke.\n",
    "a change told in prose": ROUTES + "\nIn May the Dyke Walk was added to the approved routes as a trial.\n",
    "told behind the list without a full stop in it": ROUTES.replace("- Weir Path", "- Weir Path (see also the Dyke)")
    + "\nIn addition to these, the council has an approved route at Mill Lane.\n",
    "further ones under another noun": ROUTES + "\n# South\n\nFurther walks kept open:\n\n- Dyke route\n- Mill route\n",
    "counting on behind a lead-in of its own": ROUTES.replace("- North", "1. North")
    .replace("- Quay", "2. Quay")
    .replace("- Weir", "3. Weir")
    + "\n# Part two\n\nThe approved routes (continued):\n\n4. Mill Lane\n5. Dyke Walk\n",
    "announced as what is not so": ROUTES.replace(
        "has the following approved routes:", "has not yet walked these approved routes:"
    ),
    "all of them and one more under the noun": ROUTES
    + "\n# Summary\n\nThe approved routes shown below serve walkers.\n\n"
    + "- North Channel\n- Quay Road\n- Weir Path\n- Mill Lane\n",
    "a remark behind it": ROUTES.replace("Each route", "This list is not exhaustive. Each route"),
}


def test_the_list_alone_is_complete() -> None:
    answer = ask(ROUTES, ASKED)
    assert answer.completeness.verdict is Verdict.COMPLETE, answer.completeness.qualifier


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_what_forbids_complete(kind: str) -> None:
    answer = ask(FORBIDDEN[kind], ASKED)
    assert answer.completeness.verdict is not Verdict.COMPLETE, answer.completeness.qualifier


def test_a_count_that_agrees_is_shown_as_a_second_signal() -> None:
    answer = ask(ROUTES.replace("the following", "the following three"), ASKED)
    assert answer.completeness.verdict is Verdict.COMPLETE
    assert {"region_closed", "count_matches"} <= set(answer.completeness.reasons)


@pytest.mark.parametrize(
    "question",
    [
        "Which approved routes are not walked?",
        "Which approved routes are longer than the Weir Path?",
        "Which is the first of the approved routes, and which the last?",
        "Which approved routes are closed in winter?",
        "Which secret routes does the council have?",
    ],
)
def test_a_question_the_words_of_the_list_do_not_answer_is_not_certified(question: str) -> None:
    assert ask(ROUTES, question).completeness.verdict is not Verdict.COMPLETE


def test_a_list_that_counts_on_in_another_document_is_heard() -> None:
    first = "# Manual\n\nThe duties of the keeper are:\n\n1. Sweep the floor.\n2. Lock the gate.\n\nThat is all here.\n"
    second = "# Second volume\n\n3. Clear the snow.\n4. Salt the steps.\n\nThe end.\n"
    answer = ask([first, second], "Which are the duties of the keeper?")
    assert answer.completeness.verdict is not Verdict.COMPLETE


def test_a_list_of_two_kinds_certifies_neither() -> None:
    text = "# Net\n\nThe stations and depots of the network are:\n\n- Alder\n- Birch\n- Cedar\n\nAll are staffed.\n"
    assert ask(text, "Which are the depots of the network?").completeness.verdict is not Verdict.COMPLETE


def test_a_word_that_some_members_carry_picks_among_them() -> None:
    text = "# Lamps\n\nThe lamps are:\n\n- Alder: green\n- Birch: red\n- Cedar\n\nThey hang in the hall.\n"
    assert ask(text, "Which of the lamps are green?").completeness.verdict is not Verdict.COMPLETE


TABLE = """# Boats

Boats of the harbour

| Boat | State | Berth |
|------|-------|-------|
| Ada | moored | 4 |
| Bea | at sea | 7 |
| Cora | moored | 9 |

The table is kept by the watch.
"""


def test_a_condition_on_a_column_picks_the_rows() -> None:
    answer = ask(TABLE, 'Which boats have the state "moored"?')
    assert labels(answer) == ["Ada", "Cora"]


def test_a_condition_made_by_a_header_and_a_value_picks_the_rows() -> None:
    assert labels(ask(TABLE, "Which boats are in the state moored?")) == ["Ada", "Cora"]


def test_a_column_is_asked_for_by_its_header() -> None:
    assert labels(ask(TABLE, "List all berths.")) == ["4", "7", "9"]


def test_a_denying_sentence_proves_that_there_are_none() -> None:
    answer = ask("# Society\n\nThis society does not have a paid officer.\n", "Which officers are paid?")
    assert answer.completeness.verdict is Verdict.NONE_FOUND
    assert any(s.kind == "stated_absence" for s in answer.completeness.signals)


@pytest.mark.parametrize(
    "text",
    [
        "If there is no paid officer, ask the clerk.",
        "The society has no paid officer that earns more than ten marks.",
        "A paid officer is not only useful but cheap.",
    ],
)
def test_a_denial_of_some_or_under_a_condition_denies_nothing(text: str) -> None:
    answer = ask(f"# Society\n\n{text}\n", "Which officers are paid?")
    assert answer.completeness.verdict is not Verdict.NONE_FOUND


def test_a_table_under_another_noun_may_hold_the_items() -> None:
    table = "# Results\n\n| Name | Gold | Silver |\n|---|---|---|\n| Orland | 3 | 1 |\n| Tarn | 2 | 5 |\n"
    assert ask(table, "Which countries won silver?").completeness.verdict is not Verdict.NONE_FOUND


def test_two_documents_give_one_union_with_a_verdict_for_each() -> None:
    other = ROUTES.replace("Weir Path", "Mill Lane")
    answer = ask([ROUTES, other], ASKED)
    assert set(labels(answer)) == {"North Channel", "Quay Road", "Weir Path", "Mill Lane"}
    assert [d.items for d in answer.completeness.documents] == [3, 3]
    shared = next(i for i in answer.items if i.label == "Quay Road")
    assert len(shared.evidence) == 2


SEALS = """# Seals

There are three kinds of seal:

1. Wax seal
2. Lead seal
3. Paper seal

The clerk needs for each sealing:

1. A candle
2. A knife

# Fields

Additional fields may be added to the seal.
"""


def test_a_list_as_long_as_its_lead_in_says_is_not_continued_by_the_next_one() -> None:
    answer = ask(SEALS, "What kinds of seal are there?")
    assert answer.completeness.verdict is Verdict.COMPLETE, answer.completeness.qualifier


def test_another_list_counted_in_its_own_lead_in_is_heard() -> None:
    text = SEALS.replace("The clerk needs for each sealing:", "In the north there are three kinds of seal:")
    text = text.replace("2. A knife", "2. A knife\n3. Horn seal")
    assert ask(text, "What kinds of seal are there?").completeness.verdict is not Verdict.COMPLETE


def test_a_lead_in_that_restates_the_question_announces_without_a_noun() -> None:
    text = "# Boats\n\nWhen mooring a boat, crews should keep in mind:\n\n- the tide\n- the wind\n- the rope\n\nEnd.\n"
    question = "What should crews keep in mind when mooring a boat?"
    answer = ask(text, question)
    assert answer.completeness.verdict is Verdict.COMPLETE, answer.completeness.qualifier
    denied = text.replace("should keep", "should not keep")
    assert ask(denied, question).completeness.verdict is not Verdict.COMPLETE


def test_a_table_without_a_header_may_begin_with_an_acronym_and_its_words() -> None:
    rows = "| | |\n|---|---|\n| HBO | Harbour Board Office |\n| TCC | Tide Control Centre |\n"
    text = f"# Acronyms\n\nThe acronyms are:\n\n{rows}"
    assert "header_not_known" not in ask(text, "List all acronyms.").completeness.reasons


@pytest.mark.parametrize(("doubtful", "heard"), [("Place", True), ("Boat", True), ("Berths", False)])
def test_a_column_in_doubt_is_heard_where_it_is_asked_for_or_decides(doubtful: str, heard: bool) -> None:
    columns = (Column("Place"), Column("Boat"), Column("Berths"))
    problem = f"unclear_column:{doubtful}"
    region = Region(0, RegionKind.TABLE, (), (), Ending.NEXT_BLOCK, 1, 1, columns=columns, problems=(problem,))
    asking = Asking((), 0, False, frozenset({0}))
    proposal = Proposal(StoredRegion(1, "d", region), Binding(1.0, 1.0, 1.0, (), (), 1, True), asking)
    assert (f"region_problem:{problem}" in openings(proposal)) is heard
