"""A text that announces fewer things than are asked for, or names one more elsewhere, never gives a complete set."""

from __future__ import annotations

import pytest

from app.domain.answer import Verdict
from tests.loop.memory import ask

ASKED = "Which stations are there?"
TREES = "\n\n- Alder\n- Birch\n"
MORE = "\n\n- Cedar\n- Dyke\n"
TABLE = "| Station | Opened |\n|---|---|\n| Cedar | 1990 |\n| Dyke | 1991 |\n"

PARTS = """
Two of the five stations are old:
Some stations are:
Typical stations are:
Among the stations are:
The most important stations are:
A few stations are:
The larger stations are:
The old stations are:
Examples of stations:
The first stations were:
Most stations are like these:
The stations in the north are:
The stations open in winter are:
Half of the stations are:
Several stations are:
Certain stations are:
The remaining stations are:
Further stations are:
The following stations are closed:
The following stations are planned:
The following stations ceased to work:
Proposed stations:
Former stations:
Stations to be built:
Stations without a roof:
One of these stations is chosen:
The stations visited in May:
Stations which failed the test:
The stations lack a roof:
My favourite stations:
Stations with a bell:
These stations hardly ever open:
The best stations:
Stations (see also annex):
The stations, in part:
The known stations are:
The stations are, for now:
If stations are needed, use:
Stations formerly used:
There are two reasons for closing stations:
The stations were, until 2010:
Stations (selection):
The following are no stations:
From the stations one sees:
At the stations you find:
Stations differ in:
Books about stations:
""".strip().splitlines()

ONE_MORE = """
A third station, Cedar, opened in May.
A new station at Cedar opened.
Dyke is a station too.
Dyke is likewise a station.
Dyke counts as a station.
Dyke became a station.
Dyke also serves as a station.
Cedar is also one of the stations.
The list of stations was later extended by Cedar.
Cedar station opened in May.
In May the station of Cedar opened.
Cedar has been a station since May.
We opened a third station in Cedar.
Cedar joined the stations in May.
Not listed above is the station Cedar.
""".strip().splitlines()

TESTED = """
formerly tested
hardly ever tested
failed to be tested
forbidden
prohibited from use
almost tested
planned to be tested
tested if the mayor asks
not yet tested
tested only in winter
tested in the north
""".strip().splitlines()

FOG = "In a fog a keeper {}:\n\n- ring the bell\n- light the lamp\n"
IN_FOG = "What must a keeper do in a fog?"
OTHERS = {
    "may": (FOG.format("may"), IN_FOG),
    "had to": (FOG.format("had to"), IN_FOG),
    "refrain": (FOG.format("must refrain from"), IN_FOG),
    "one of": (FOG.format("must do one of"), IN_FOG),
    "first of all": (FOG.format("must first of all"), IN_FOG),
    "usually": (FOG.format("must usually"), IN_FOG),
    "said again": (FOG.format("must") + "\n# Later\n\nA keeper in a fog must also dance.\n", IN_FOG),
    "roles exchanged": (
        "In a fog the pilot tells a keeper to:\n\n- stop\n- wait\n",
        "What does a keeper tell the pilot to do in a fog?",
    ),
    "another actor": ("In a fog the pilot must tell a keeper to:\n\n- stop\n- wait\n", IN_FOG),
    "new, behind a count": (f"There are two stations:{TREES}\nNew since May:{MORE}", ASKED),
    "a table, behind a count": (f"There are two stations:{TREES}\n# Register\n\n{TABLE}", ASKED),
    "what it is like": ("Each hall has at least one lamp:\n\n- it is blue\n- it is tall\n", "Which lamps are there?"),
    "to whom": ("Show at least one licence to:\n\n- the guard\n- the clerk\n", "Which licences are there?"),
    "another verb": ("The harbour lost these districts:" + TREES, "Into which districts is the harbour divided?"),
    "a heading that denies": ("# Stations not open" + TREES, "Which stations are open?"),
    "a heading that restricts": ("# Closed stations" + TREES, ASKED),
    "a heading over a table": (f"# Closed stations\n\n{TABLE}", ASKED),
    "revised": ("The stations are:" + TREES + "\nThis list is being revised.\n", ASKED),
    "replaced": ("The stations are:" + TREES + "\nThe list above is replaced by Cedar.\n", ASKED),
    "further ones": ("The stations are:" + TREES + "\nFor further stations see part two.\n", ASKED),
    "many more": ("The stations are:" + TREES + "\nAnd many more.\n", ASKED),
    "where": ("The stations are:" + TREES, "Where are the stations?"),
    "and ports": ("The stations are:" + TREES, "Which stations and ports are there?"),
    "and their keepers": ("The stations are:" + TREES, "List all stations and their keepers."),
    "save for": ("All lamps are tested save for the following lamps:" + TREES, "Which lamps are tested?"),
    "refuse": ("Keepers refuse to use these tools:" + TREES, "Which tools do keepers use?"),
    "another zone": ("The stations of zone four are:" + TREES, "Which stations are in zone three?"),
    "a part of the number": ("The stations of zone 3.5 are:" + TREES, "Which stations are in zone 3?"),
    "beside the zone": ("The stations below zone 3 are:" + TREES, "Which stations are in zone 3?"),
    "old ones in a series": ("The old stations are Alder, Birch and Cedar.\n", ASKED),
    "one more behind a series": ("The stations are Alder, Birch and Cedar. Dyke is a station as well.\n", ASKED),
    "also include": ("The stations are Alder, Birch and Cedar. The stations also include Dyke.\n", ASKED),
}

WHOLE = {
    "two kinds": ("The stations and ports are:" + TREES, "Which stations and ports are there?"),
    "plain": ("The stations are:" + TREES, ASKED),
    "counted": ("There are two stations:" + TREES, ASKED),
    "existing": ("The following stations exist:" + TREES, ASKED),
    "heading": ("# Stations" + TREES, ASKED),
    "owner": ("The line has these stations:" + TREES, ASKED),
    "owner, counted": ("The line consists of two stations:" + TREES, ASKED),
    "owner, in the question": (
        "The Works operates the following stations:" + TREES,
        "Which stations does the Works operate?",
    ),
    "modifier in the question": ("The old stations are:" + TREES, "What are the old stations?"),
    "predicate in the question": (
        "The following stations were closed in May:" + TREES,
        "Which stations were closed in May?",
    ),
    "series": ("The stations are Alder, Birch and Cedar.\n", ASKED),
    "purpose in the question": (
        "To reach the island, the line uses the following stations:" + TREES,
        "Which stations does the line use to reach the island?",
    ),
    "no noun": (FOG.format("must"), IN_FOG),
    "zone": ("The stations of zone 3 are:" + TREES, "Which stations are in zone 3?"),
    "beside another noun": ("# Depots and stations" + TREES, "Which depots and stations are there?"),
    "two nouns": ("# Open gaps and future stations" + TREES, "Which future stations are there?"),
    "an aside": ("The stations, which are open all year, are the following:" + TREES, ASKED),
}


def verdict(text: str, question: str) -> tuple[Verdict, str]:
    found = ask(f"# Paper\n\n{text}\nThe paper ends here.\n", question).completeness
    return found.verdict, found.qualifier


@pytest.mark.parametrize("lead_in", PARTS)
def test_a_part_is_not_the_whole(lead_in: str) -> None:
    found, said = verdict(lead_in + TREES, ASKED)
    assert found is not Verdict.COMPLETE, said


@pytest.mark.parametrize("sentence", ONE_MORE)
@pytest.mark.parametrize("lead_in", ["The stations are:", "There are two stations:"])
def test_one_more_named_elsewhere_is_heard(lead_in: str, sentence: str) -> None:
    found, said = verdict(f"{lead_in}{TREES}\n# Later\n\n{sentence}\n", ASKED)
    assert found is not Verdict.COMPLETE, said


@pytest.mark.parametrize("predicate", TESTED)
@pytest.mark.parametrize("question", ["Which lamps are tested?", "Which lamps are there?"])
def test_what_is_said_of_them_must_be_what_is_asked(predicate: str, question: str) -> None:
    found, said = verdict(f"The following lamps are {predicate}:{TREES}", question)
    assert found is not Verdict.COMPLETE, said


@pytest.mark.parametrize("kind", OTHERS)
def test_other_kinds(kind: str) -> None:
    found, said = verdict(*OTHERS[kind])
    assert found is not Verdict.COMPLETE, said


@pytest.mark.parametrize("kind", WHOLE)
def test_what_says_all_that_is_asked_is_complete(kind: str) -> None:
    found, said = verdict(*WHOLE[kind])
    assert found is Verdict.COMPLETE, said


def test_a_set_that_calls_itself_a_selection_says_so() -> None:
    found, said = verdict("The main stations are:" + TREES, ASKED)
    assert found is Verdict.COMPLETE
    assert "the text calls them 'main'" in said


@pytest.mark.xfail(strict=True, reason="a list that nothing announces, behind a list as long as its lead-in says")
def test_an_unannounced_list_behind_a_counted_one() -> None:
    found, said = verdict(f"There are two stations:{TREES}\nIn winter:{MORE}", ASKED)
    assert found is not Verdict.COMPLETE, said
