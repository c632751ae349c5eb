"""Small texts that tempt to call a set complete which is not the one asked for, or not all of it."""

from __future__ import annotations

import pytest

from app.domain.answer import Verdict
from tests.loop.memory import ask

TWO = "There are two stations:\n\n- Alder\n- Birch\n"
LAMPS = "\n\n- Alder\n- Birch\n"
TRAPS = {
    "also, behind a counted list": (f"{TWO}\nSince May also in use:\n\n- Cedar\n- Dyke\n", "Which stations are there?"),
    "counted twice": (f"# North\n\n{TWO}\n# South\n\n{TWO.replace('Al', 'El')}", "Which stations are there?"),
    "another list of the noun": (
        f"# North\n\n{TWO}\n# South\n\nThe stations are:\n\n- Cedar\n- Dyke\n- Elm\n",
        "Which stations are there?",
    ),
    "another one without its modifier": (
        f"{TWO.replace('two', 'two measuring')}\n# Later\n\nAnother station is Cedar.\n",
        "Which measuring stations are there?",
    ),
    "at least two": (TWO.replace("two", "at least two"), "Which stations are there?"),
    "except": ("All lamps are tested except the following lamps:" + LAMPS, "Which lamps are tested?"),
    "unless": ("Lamps are tested unless they are one of these lamps:" + LAMPS, "Which lamps are tested?"),
    "no longer": ("The following lamps are no longer tested:" + LAMPS, "Which lamps are tested?"),
    "none of": ("None of the following lamps is tested:" + LAMPS, "Which lamps are tested?"),
    "exempt": ("The following lamps are exempt from the test:" + LAMPS, "Which lamps are tested?"),
    "one lamp": ("One lamp of the hall is special:\n\n- it is blue\n- it is tall\n", "Which lamps does the hall have?"),
    "another section": ("# 1 Terms\n\nThe following terms are defined:" + LAMPS,
                        "Which terms are defined in Section 3?"),
    "another appendix": ("# Main\n\nThe stations are:" + LAMPS + "\n# Appendix B\n\nText.\n",
                         "Which stations are in Appendix B?"),
    "another number": ("The three stations are:\n\n- Alder\n- Birch\n- Cedar\n", "Which are the four stations?"),
    "what they do": ("All keepers must do the following:\n\n- sweep\n- lock\n", "Which keepers are there?"),
    "another subject": ("When mooring a ferry, crews should keep in mind:" + LAMPS,
                        "What should crews keep in mind when mooring a barge?"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TRAPS)
def test_no_trap_is_called_complete(kind: str) -> None:
    text, question = TRAPS[kind]
    answer = ask(f"# Paper\n\n{text}\nThe paper ends here.\n", question)
    assert answer.completeness.verdict is not Verdict.COMPLETE, answer.completeness.qualifier
