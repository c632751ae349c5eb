"""What numbers can carry: no report makes a claim "supported" that is false in the world it was taken from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.domain.answer import Level
from app.domain.carrying import Carried, carried, gaps, missing
from app.domain.claim_kinds import SHAPES, ClaimKind, ClaimShape
from app.domain.claims.kinds import Relation, Support
from app.domain.gaps import Closer
from app.domain.levels import EXACT, UNKNOWN, RetrievalLevel, sampled, top_k
from app.domain.reported import Counts, Report, Selection, Unit, contradictions, level
from tests.accounting.worlds import World, worlds

STRENGTH = list(reversed(Support))
EXHAUSTIVE = [shape for shape in SHAPES if not shape.grows]
ROOT = Path(__file__).parents[2]


def passages(corpus: int, retrieved: int, seen: int, cited: int, **more: int) -> Counts:
    return Counts(Unit.PASSAGES, corpus, retrieved, seen, cited, **more)


def documents(corpus: int, retrieved: int, seen: int, cited: int, **more: int) -> Counts:
    return Counts(Unit.DOCUMENTS, corpus, retrieved, seen, cited, **more)


def of(report: Report, kind: ClaimKind, relation: Relation | None = None) -> Carried:
    return carried(report, [ClaimShape(kind, relation)])[0]


# ---------------------------------------------------------------- properties


@given(worlds(), st.booleans(), st.booleans(), st.sets(st.sampled_from(["readable", "matched", "k"])))
def test_an_honest_report_has_no_contradiction(world: World, docs: bool, rows: bool, silent: set[str]) -> None:
    assume(docs or rows)
    report = world.report(docs, rows, **dict.fromkeys(silent))
    assert contradictions(report) == ()
    assert all(each.sentence for each in carried(report, SHAPES))


@settings(max_examples=1500)
@given(worlds(), st.booleans(), st.sets(st.sampled_from(["readable", "matched", "k"])))
def test_what_is_supported_is_true_in_the_world(world: World, docs: bool, silent: set[str]) -> None:
    """The client claims what it saw, wrongly as the whole: that must not be carried unless it is the whole."""
    report = world.report(docs, True, **dict.fromkeys(silent))
    for each in carried(report, EXHAUSTIVE):
        if each.at_most is Support.SUPPORTED:
            assert world.found == world.members


@given(worlds())
def test_positive_claims_need_a_citation_and_exhaustive_ones_are_never_weak(world: World) -> None:
    for each in carried(world.report(), SHAPES):
        if each.shape.grows and not world.cited:
            assert each.at_most is Support.UNSUPPORTED
        if not each.shape.grows:
            assert each.at_most in (Support.SUPPORTED, Support.UNSUPPORTED)
        assert (each.at_most is Support.SUPPORTED) == (
            each.reasons in (("everything_in_context",), ("search_decides_membership",))
        )


@given(worlds(), st.sets(st.sampled_from(["readable", "matched", "k"])))
def test_saying_less_carries_no_more(world: World, silent: set[str]) -> None:
    """But for k, a cap that a client may leave unsaid: then nothing is known of the retrieval, or it vouches for it."""
    silent -= {"k"}
    told, kept = world.report(), world.report(**dict.fromkeys(silent))
    for full, less in zip(carried(told, SHAPES), carried(kept, SHAPES), strict=True):
        assert STRENGTH.index(less.at_most) <= STRENGTH.index(full.at_most)


@given(worlds())
def test_what_is_left_open_is_named_and_what_is_not_is_not(world: World) -> None:
    report = world.report()
    whole = of(report, ClaimKind.ABSENCE).at_most is Support.SUPPORTED
    assert whole or missing(report)
    found = {(each.unit, each.what): each.amount for each in gaps(report)}
    total = sum(amount or 0 for (unit, _), amount in found.items() if unit == "passages")
    assert total == len(world.passages) - len(world.seen)
    assert all(each.amount for each in gaps(report))


# ---------------------------------------------------------------- contradictions

SOUND = passages(100, 20, 12, 5, readable=90, matched=40, k=20)


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"cited": 13}, {"passages.cited", "passages.in_context"}),
        ({"in_context": 21}, {"passages.in_context", "passages.retrieved"}),
        ({"retrieved": 41, "k": None}, {"passages.retrieved", "passages.matched"}),
        ({"retrieved": 101, "matched": None, "readable": None, "k": None}, {"passages.retrieved", "passages.corpus"}),
        ({"matched": 91}, {"passages.matched", "passages.readable"}),
        ({"readable": 101}, {"passages.readable", "passages.corpus"}),
        ({"k": 19}, {"passages.retrieved", "passages.k"}),
        ({"waived": 11}, {"passages.waived", "passages.readable", "passages.corpus"}),
        ({"waived": -1}, {"passages.waived"}),
        ({"cited": -1}, {"passages.cited"}),
        ({"k": -1}, {"passages.k", "passages.retrieved"}),
    ],
)
def test_contradictions_name_their_fields(changes: dict[str, int | None], fields: set[str]) -> None:
    assert contradictions(Report((SOUND,))) == ()
    found = contradictions(Report((replace(SOUND, **changes),)))  # type: ignore[arg-type]
    assert {field for each in found for field in each.fields} == fields


def test_contradictions_between_units_and_with_the_selection() -> None:
    found = contradictions(Report((documents(10, 13, 3, 1), passages(100, 12, 12, 5))))
    assert [each.fields for each in found] == [
        ("documents.retrieved", "documents.corpus"),
        ("documents.retrieved", "passages.retrieved"),
    ]
    found = contradictions(Report((documents(10, 0, 0, 0), passages(100, 12, 12, 5))))
    assert [each.fields[0] for each in found] == ["documents.retrieved", "documents.in_context", "documents.cited"]
    found = contradictions(Report((documents(10, 3, 3, 1, readable=11, waived=8),)))
    assert [each.fields for each in found] == [
        ("documents.waived", "documents.readable", "documents.corpus"),
        ("documents.waived", "documents.retrieved", "documents.corpus"),
        ("documents.readable", "documents.corpus"),
    ]
    found = contradictions(Report((SOUND,), Selection.EXHAUSTIVE))
    assert [each.fields for each in found] == [("selection", "passages.matched", "passages.retrieved")]


# ---------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("counts", "selection", "expected"),
    [
        (passages(100, 100, 100, 5), None, EXACT),
        (passages(100, 40, 40, 5, matched=40), None, EXACT),
        (passages(100, 40, 40, 5, matched=40, k=40), None, top_k(40)),
        (passages(100, 40, 40, 5, matched=40, k=40), Selection.EXHAUSTIVE, EXACT),
        (passages(100, 40, 40, 5, k=40), Selection.EXHAUSTIVE, top_k(40)),
        (passages(100, 40, 40, 5, k=50), Selection.EXHAUSTIVE, EXACT),
        (passages(100, 40, 40, 5), Selection.EXHAUSTIVE, EXACT),
        (passages(100, 40, 39, 5), Selection.EXHAUSTIVE, top_k(39)),
        (passages(100, 20, 20, 5, k=30), None, top_k(30)),
        (passages(100, 20, 20, 5, matched=40), None, top_k(20)),
        (passages(100, 20, 20, 5), Selection.TOP_K, top_k()),
        (passages(100, 20, 20, 5), None, UNKNOWN),
        (passages(100, 20, 20, 5), Selection.SAMPLE, sampled(0.2)),
        (passages(100, 20, 20, 5, readable=40), Selection.SAMPLE, sampled(0.5)),
        (passages(100, 20, 20, 5, matched=25), Selection.SAMPLE, sampled(0.8)),
        (passages(100, 0, 0, 0, matched=0, k=0), Selection.SAMPLE, sampled(0)),
    ],
)
def test_levels(counts: Counts, selection: Selection | None, expected: RetrievalLevel) -> None:
    assert level(Report((counts,), selection)) == expected


def test_the_level_is_that_of_the_weakest_unit() -> None:
    whole = passages(9, 9, 9, 1)
    assert level(Report((documents(5, 4, 4, 1), whole))) == UNKNOWN
    assert level(Report((whole,))).level is Level.EXACT


# ---------------------------------------------------------------- examples


def test_a_sample_is_no_census() -> None:
    report = Report((passages(20_000, 20, 12, 5, readable=20_000, matched=340, k=20),), Selection.TOP_K)
    exact = of(report, ClaimKind.COUNT, Relation.EXACTLY)
    assert exact.at_most is Support.UNSUPPORTED
    assert exact.sentence.endswith("12 of 20000 passages (<0.1 %) in context.")
    assert of(report, ClaimKind.COUNT, Relation.AT_LEAST).at_most is Support.WEAKLY_SUPPORTED
    assert of(report, ClaimKind.COUNT, Relation.AT_MOST).sentence.startswith("No upper bound")


def test_passages_alone_know_nothing_of_files_that_could_not_be_read() -> None:
    rows = passages(61, 61, 61, 5)
    assert of(Report((rows,)), ClaimKind.ABSENCE).reasons == ("documents_not_counted",)
    assert of(Report((documents(3, 3, 3, 2), rows)), ClaimKind.ABSENCE).reasons == ("readable_not_given",)
    assert of(Report((documents(3, 3, 3, 2, readable=2), rows)), ClaimKind.ABSENCE).reasons == ("unread",)
    whole = Report((documents(3, 3, 3, 2, readable=3), rows))
    assert of(whole, ClaimKind.ABSENCE).at_most is Support.SUPPORTED


def test_documents_alone_may_have_been_seen_in_part() -> None:
    report = Report((documents(3, 3, 3, 3, readable=3),))
    assert of(report, ClaimKind.COMPLETE_SET).reasons == ("grain_too_coarse",)


def test_what_a_person_left_out_is_not_covered() -> None:
    rows = passages(50, 50, 50, 5)
    report = Report((documents(10, 8, 8, 2, readable=8, waived=2), rows), Selection.EXHAUSTIVE)
    found = of(report, ClaimKind.UNIVERSAL)
    assert (found.at_most, found.reasons[0]) == (Support.UNSUPPORTED, "waived")
    assert [(each.what, each.closable_by, each.amount) for each in gaps(report)] == [("waived", Closer.PERSON, 2)]


DECIDED = Report(
    (documents(10, 4, 4, 2, readable=10, matched=4), passages(90, 9, 9, 5, readable=90, matched=9)),
    Selection.EXHAUSTIVE,
    True,
)


def test_a_search_that_is_the_test_of_membership_decides_it_and_nothing_else() -> None:
    for kind in (ClaimKind.ABSENCE, ClaimKind.COMPLETE_SET):
        assert of(DECIDED, kind).reasons == ("search_decides_membership",)
        assert of(replace(DECIDED, search_decides=False), kind).at_most is Support.UNSUPPORTED
    silent = replace(DECIDED, counts=(DECIDED.counts[0], replace(DECIDED.counts[1], readable=None)))
    assert of(silent, ClaimKind.ABSENCE).reasons == ("readable_not_given", "not_all_in_context")
    quiet = replace(DECIDED, selection=None)
    assert of(quiet, ClaimKind.ABSENCE).reasons == ("not_all_in_context", "exhaustive_not_claimed")
    assert of(DECIDED, ClaimKind.VALUE).at_most is Support.WEAKLY_SUPPORTED
    assert of(DECIDED, ClaimKind.SUPERLATIVE).at_most is Support.UNSUPPORTED
    assert of(DECIDED, ClaimKind.UNIVERSAL).reasons == ("not_all_in_context",)


def test_nothing_cited_and_nothing_there() -> None:
    report = Report((documents(3, 3, 3, 0, readable=3), passages(61, 61, 61, 0)))
    found = of(report, ClaimKind.COMPLETE_SET)
    assert (found.at_most, found.reasons) == (Support.UNSUPPORTED, ("nothing_cited",))
    assert of(report, ClaimKind.ABSENCE).at_most is Support.SUPPORTED
    assert of(Report((passages(0, 0, 0, 0),)), ClaimKind.ABSENCE).reasons == ("empty_corpus",)
    sample = of(Report((passages(10, 2, 2, 0),), Selection.SAMPLE), ClaimKind.EXISTENCE)
    assert sample.reasons == ("nothing_cited", "documents_not_counted", "readable_not_given", "sampled",
                              "search_does_not_decide")  # fmt: skip
    assert sample.sentence.startswith("Nothing was found in what was seen, which proves nothing")


def test_caps_that_may_have_bound() -> None:
    report = Report((passages(100, 20, 12, 5, k=20),))
    assert missing(report) == (
        "documents_not_counted", "readable_not_given", "cap_bound", "cap_may_have_bound", "cut_before_context",
        "search_does_not_decide",
    )  # fmt: skip
    unknown = Report((passages(100, 20, 20, 5),), search_decides=True)
    assert missing(unknown) == ("documents_not_counted", "readable_not_given", "retrieval_unknown")


def test_every_reason_is_documented() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    codes = {
        "empty_corpus", "nothing_cited", "everything_in_context", "search_decides_membership", "grain_too_coarse",
        "documents_not_counted", "waived", "readable_not_given", "unread", "not_all_in_context", "sampled",
        "retrieval_unknown", "cap_bound", "cap_may_have_bound", "cut_before_context", "search_does_not_decide",
        "exhaustive_not_claimed",
    }  # fmt: skip
    assert [code for code in sorted(codes) if f"| `{code}` |" not in text] == []
