"""Every reason of a verdict over a corpus is reached by a small document, so that none is documented and dead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from app.domain.answer import Answer, Candidate, Verdict
from app.domain.ports import Batch, Extractor
from app.domain.question import Question
from app.layout.analysis import analyse
from tests.docs.transcript import ROOT
from tests.generated import asking as generated
from tests.generated.documents import Plan, build
from tests.generated.sheets import to_raw
from tests.loop.memory import ask, extractors, understood

BOATS = "List all boats."
END = "\n\nThe end of it."
TWO = "\n\n- Rafts\n- Punts" + END
THREE = "\n\n- Rafts\n- Punts\n- Skiffs" + END
PORTS = "| Boat | Port |\n|---|---|\n| Raft | Ashby |\n| Punt | {} |\n| Tug | Corley |\n"
MANY = "\n\n".join(f"The boats of yard {n} are old. " + "They lie there. " * 60 for n in range(40))

REACHED: dict[str, tuple[Sequence[str] | str, str]] = {
    "region_closed": ("The boats are:" + TWO, BOATS),
    "count_matches": ("There are three boats:" + THREE, BOATS),
    "pattern_scanned": ("Write to ann@example.org or to bob@example.org.", "List all e-mail addresses."),
    "conflicting_regions": (
        f"# Now\n\nThe boats are:{THREE}\n\n# Then\n\nThe boats are:{THREE.replace('Skiffs', 'Ships')}",
        BOATS,
    ),
    "conflict_fewer_than_stated": ("There are four boats:" + THREE, BOATS),
    "conflict_more_than_stated": ("There are two boats:" + THREE, BOATS),
    "gap:N": ("The boats are:\n\n1. Rafts\n2. Punts\n4. Skiffs" + END, BOATS),
    "region_problem:CODE": ("The boats are:\n\n- Rafts\n- Punts\n\nIt rained.\n\n- Skiffs\n- Tugs" + END, BOATS),
    "open_by_its_words": ("Boats such as:" + TWO, BOATS),
    "rival_region": (f"# Now\n\nThe boats are:{TWO}\n\n# Then\n\nThe boats are:\n\n- Tugs\n- Ships{END}", BOATS),
    "same_shape_elsewhere": (
        f"The parts are:\n\n- PX-101\n- PX-102\n- PX-103{END}\n\n# Store\n\nIn the store lies PX-207 too.",
        "List all parts.",
    ),
    "fewer_than_stated": ("There are at least four boats:" + THREE, BOATS),
    "search_incomplete": (MANY, BOATS),
    "members_without_value": (
        f"# Boats\n\nThe ports of the boats:\n\n{PORTS.format('')}",
        "What are the ports of the boats?",
    ),
    "no_external_signal": (f"# Yard and boats{TWO}", "List all small boats."),
    "region_not_bound": (f"# Yard and boats{TWO}", "List all small boats."),
    "condition_not_decided": (f"# Boats\n\n{PORTS.format('Denby')}", "Which boats are not in Elton?"),
    "matched_not_extracted": ("Nobody ever counted the boats. The boats went.", BOATS),
    "count_stated_not_listed": ("There are seven boats in the yard.", BOATS),
    "not_a_listing_question": ("Nobody.", "Hello there."),
    "noun_not_in_scope": ("Nobody was there.", BOATS),
    "denied_by_the_text": ("There are no boats in the yard.", BOATS),
    "end_not_seen": ("Boats: rafts, punts, skiffs", BOATS),
    "start_not_seen": ("The boats are:\n\n3. Rafts\n4. Punts" + END, BOATS),
    "question_says_another_number": ("The boats are:" + TWO, "What are the five boats?"),
    "addition_in_prose": (f"The boats are:{TWO} Another boat is the skiff.", BOATS),
    "named_elsewhere": (f"The boats are:\n\n- Ann\n- Bob{END}\n\nThe boat Cedar came later.", BOATS),
    "restricted_by_its_words": ("The old boats are:" + TWO, BOATS),
    "continued_elsewhere": (
        ["The boats are:\n\n1. Rafts\n2. Punts" + END, "Boats go on:\n\n3. Skiffs\n4. Tugs" + END],
        BOATS,
    ),
    "header_not_known": ("# Boats\n\nRaft | Ashby\nPunt | Corley\nTug | Corley\n", BOATS),
    "row_of_one_cell": (
        "| Boat | Port | Crew |\n|---|---|---|\n| Raft | Ashby | 2 |\n| North | | |\n"
        "| Tug | Denby | 4 |\n| Ship | Elton | 4 |\n",
        BOATS,
    ),
}
# Reached by the tests of what makes them: pages that were not read, hidden text, tables with totals, sets of sets.
ELSEWHERE = {
    "members_not_verified": "loop", "unread_page_in_region": "loop", "page_gap:N": "layout", "cap:NAME": "loop",
    "total_mismatch": "layout", "unverified_items": "domain", "unread_pages": "algebra", "hidden_text": "loop",
}  # fmt: skip


def codes_of(answer: Answer) -> set[str]:
    found = {*answer.completeness.reasons, *(code for s in answer.completeness.signals for code in s.reasons)}
    return {
        re.sub(r"^(gap|page_gap):\d+$", r"\1:N", re.sub(r"^(cap|region_problem):.*", "", code)) for code in found
    } | {
        {"cap": "cap:NAME", "region_problem": "region_problem:CODE"}[code.split(":")[0]]
        for code in found
        if code.split(":")[0] in ("cap", "region_problem")
    }


@pytest.mark.parametrize("code", REACHED)
def test_reason_is_reached(code: str) -> None:
    texts, question = REACHED[code]
    more = {"passages_per_pass": 1} if code == "search_incomplete" else {}
    assert code in codes_of(ask(texts, question, **more))


def test_a_page_that_was_not_read_inside_a_list() -> None:
    built = build(Plan("numbered", "unread_inside", size=12))
    answer = generated.ask(analyse(to_raw(built.sheets, "paper.pdf")), built.truth.question, extractors())
    assert "unread_page_in_region" in codes_of(answer)


class Forgetful:
    """Proposes what another extractor proposes, but for one."""

    name = "forgetful"

    def __init__(self, inner: Extractor) -> None:
        self.inner = inner

    def propose(self, question: Question, batch: Batch) -> Iterator[Candidate]:
        yield from list(self.inner.propose(question, batch))[1:]


def test_a_member_that_became_no_item() -> None:
    regions = next(one for one in extractors() if one.name == "regions")
    answer = generated.ask(understood("The boats are:" + THREE), BOATS, [Forgetful(regions)])
    assert "members_not_verified" in codes_of(answer)


def test_every_documented_reason_is_reached() -> None:
    """Those of sets made from sets have their own tests in `algebra`."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([a-z_]+(?::[A-Z]+)?)` \|", text[text.index("\n## Reasons") :], re.MULTILINE)
    of_sets = documented[documented.index("inputs_complete") :]
    missing = set(documented) - set(of_sets) - set(REACHED) - set(ELSEWHERE)
    assert missing == set()
    tests = {folder: _sources(folder) for folder in {*ELSEWHERE.values(), "algebra"}}
    unknown = [code for code, folder in ELSEWHERE.items() if code.split(":")[0] not in tests[folder]]
    assert unknown + [code for code in of_sets if code not in tests["algebra"]] == []


def _sources(folder: str) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / folder).rglob("*.py"))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The boats that carry men are:" + TWO, "Which boats carry five men?"),
        (
            "# Boats that won cups\n\n| Boat | Cups |\n|---|---|\n| Raft | 5 |\n| Tug | 2 |\n| Ship | 5 |",
            "Which boats won five cups?",
        ),
        ("# Boats\n\nRaft | Ashby\nPunt | Corley\nTug | Corley\n", BOATS),
    ],
)
def test_never_complete(text: str, question: str) -> None:
    """A number in words that the text does not carry; a first row that only its place makes a header."""
    assert ask(text, question).completeness.verdict is not Verdict.COMPLETE
