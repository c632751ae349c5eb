"""Never "complete" with a wrong set, never "none_found" where there is something: over documents made by the hundred.

The documents and their mutations are those of `documents.py`. Raw pages go through layout, loop and verdict in memory;
some of them are also set as real PDFs and go through the reader. The positive side is asserted as well, so that a
service that never says "complete" does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app import plugins
from app.adapters.pdf import read_pdf
from app.domain.answer import Verdict
from app.domain.ports import Extractor
from app.layout.analysis import analyse
from tests.generated.asking import Finding, ask, judge
from tests.generated.documents import PAIRS, Plan, build
from tests.generated.sheets import to_pdf, to_raw

FIXED = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)
CLEAN_EXACT, CLEAN_COMPLETE = 0.75, 0.60  # of the plain documents: the right set; and proved


@pytest.fixture(scope="module")
def extractors() -> tuple[Extractor, ...]:
    return tuple(plugin.extractor for plugin in plugins.load())


def plans() -> st.SearchStrategy[Plan]:
    return st.sampled_from(PAIRS).flatmap(
        lambda pair: st.builds(
            Plan,
            structure=st.just(pair[0]),
            mutation=st.just(pair[1]),
            size=st.integers(3, 12),
            before=st.integers(0, 25),
            after=st.integers(0, 3),
            columns=st.integers(1, 2),
            furniture=st.booleans(),
            headed=st.booleans(),
            counted=st.booleans(),
            seed=st.integers(0, 10_000),
        )
    )


def through_layout(plan: Plan, extractors: tuple[Extractor, ...]) -> Finding:
    built = build(plan)
    structure = analyse(to_raw(built.sheets, "paper.pdf"))
    assert not structure.reason, structure.reason  # a step that failed
    return judge(built, ask(structure, built.truth.question, extractors))


def through_pdf(plan: Plan, extractors: tuple[Extractor, ...]) -> Finding:
    built = build(plan)
    structure = analyse(read_pdf("paper.pdf", to_pdf(built.sheets)))
    return judge(built, ask(structure, built.truth.question, extractors))


@pytest.mark.parametrize("seeds", [range(2), range(2, 4)], ids=["first", "second"])
def test_every_mutation_of_every_structure(extractors: tuple[Extractor, ...], seeds: range) -> None:
    """The whole grid, so that no pair is left to chance."""
    findings = [through_layout(plan, extractors) for seed in seeds for plan in grid(seed)]
    assert_honest(findings)


def grid(seed: int) -> Iterator[Plan]:
    for at, (structure, mutation) in enumerate(PAIRS):
        yield Plan(
            structure,
            mutation,
            size=3 + (at * 3 + seed * 5) % 9,
            before=(at * 7 + seed * 11) % 20,
            columns=1 + ((at + seed) % 4 == 2),
            furniture=(at + seed) % 3 != 0,
            headed=(at + seed) % 5 != 3,
            counted=(at + seed) % 3 == 1,
            seed=at * 31 + seed * 7,
        )


@settings(FIXED, max_examples=300)
@given(plan=plans())
@example(Plan("bullets", "rival", 3, 4, 0, 2, headed=False, seed=2))  # a rival in another column
@example(Plan("bullets", "rival", 5, 35, 2, 2, furniture=False, headed=False, counted=True, seed=80106))  # and counted
@example(Plan("numbered", "rival", 5, 27, 4, 3, counted=True, seed=382444))  # an item that fills its line
@example(Plan("lettered", "etc", 3, 25, 6, 2, furniture=False, headed=False, seed=771301))
@example(Plan("lettered", "etc", 12, 27, 6, 3, furniture=False, seed=822173))  # no space behind "(m)"
@example(Plan("lettered", "count_smaller", 39, 38, 3, headed=False, seed=835828))  # nor behind "(mm)"
@example(Plan("run_in", "decoy_count", 31, 27, 0, 2, furniture=False, seed=140141))  # the last column is short
@example(Plan("table", "drop_row_numbered", 5, 21, 6, furniture=False, headed=False, seed=284161))
@example(Plan("numbered", "adjacent_restart", 9, 5, 5, 2, headed=False, seed=437001))  # a remark between the two
@example(Plan("bullets", "two_unnamed", 35, 16, 4, 2, counted=True, seed=559075))  # a column of nothing but items
@example(Plan("bullets", "two_unnamed", 33, 34, 1, 3, seed=786903))  # and no such column elsewhere
@example(Plan("numbered", "other_count", 34, 2, 0, 2, seed=219708))  # the last items beside a title
@example(Plan("lettered", "rival", 30, 17, 0, 3, seed=702243))  # a longer list that was not read whole
@example(Plan("table", "rival", 5, 10, 4, 3, furniture=False, headed=False, counted=True, seed=197052))
@example(Plan("bullets", "footnote_between", 40, 18, 4, 2, furniture=False, headed=False, seed=305431))
@example(Plan("bullets", "cut_tail", 5, 10, 1, 3, seed=933751))  # "Page 1 of 2" below the second column
@example(Plan("table", "both_modifiers", 25, 21, 5, furniture=False, headed=False, seed=790382))  # a caption alone
@example(Plan("table", "both_modifiers", 23, 38, 5, headed=False, seed=899406))  # a caption and a header alone
@example(Plan("run_in", "shuffled", 3, 7, 5, 3, furniture=False, seed=397653))  # paragraphs beside paragraphs
def test_any_document(extractors: tuple[Extractor, ...], plan: Plan) -> None:
    assert_honest([through_layout(plan, extractors)])


@settings(FIXED, max_examples=40)
@given(plan=plans())
def test_any_pdf(extractors: tuple[Extractor, ...], plan: Plan) -> None:
    assert_honest([through_pdf(plan, extractors)])


def test_plain_documents_are_proved(extractors: tuple[Extractor, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A service that always doubts is of no use."""
    findings = [through_layout(plan, extractors) for seed in range(6) for plan in grid(seed) if plan.mutation == "none"]
    exact = sum(finding.exact for finding in findings)
    proved = sum(finding.exact and finding.verdict is Verdict.COMPLETE for finding in findings)
    with capsys.disabled():
        print(f"\nplain documents: {len(findings)}, exact {exact}, proved {proved}", table(findings))  # noqa: T201
    assert exact >= CLEAN_EXACT * len(findings)
    assert proved >= CLEAN_COMPLETE * len(findings)


def test_absence_is_said(extractors: tuple[Extractor, ...]) -> None:
    """Where the noun stands nowhere and everything was read, the verdict says that there is nothing."""
    findings = [through_layout(Plan("bullets", "absent", before=n, seed=n), extractors) for n in range(10)]
    assert sum(finding.verdict is Verdict.NONE_FOUND for finding in findings) >= 8


def assert_honest(findings: list[Finding]) -> None:
    wrong = [str(finding) for finding in findings if finding.false_complete or finding.false_absent]
    assert not wrong, f"{len(wrong)} of {len(findings)}:\n" + "\n".join(wrong[:20])


def table(findings: list[Finding]) -> str:
    proved = Counter(f.built.plan.structure for f in findings if f.exact and f.verdict is Verdict.COMPLETE)
    count = Counter(f.built.plan.structure for f in findings)
    return " ".join(f"{name} {proved[name]}/{number}" for name, number in count.items())
