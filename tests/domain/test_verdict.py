"""The verdict, rule by rule, and as properties over arbitrary facts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Outcome, Signal, SignalKind, Verdict
from app.domain.verdict import Facts, combine, decide

CLOSED = Signal(SignalKind.STRUCTURAL, Outcome.PASSED, "the list closes", reasons=("region_closed",))
COUNTED = Signal(SignalKind.CARDINALITY, Outcome.PASSED, "the text says three", reasons=("count_matches",))
OPEN = Signal(SignalKind.STRUCTURAL, Outcome.OPEN, "etc.", reasons=("open_by_its_words",))
CONFLICT = Signal(SignalKind.CARDINALITY, Outcome.FAILED, "four stated", reasons=("conflict_fewer_than_stated",))


def test_a_closed_bound_region_is_complete() -> None:
    assert decide(Facts(items=3, signals=(CLOSED,))).verdict is Verdict.COMPLETE


def test_items_without_a_signal_are_unproven() -> None:
    decision = decide(Facts(items=3))
    assert decision.verdict is Verdict.UNPROVEN
    assert decision.reasons == ("no_external_signal",)


def test_an_open_region_is_at_least_even_beside_a_passed_check() -> None:
    assert decide(Facts(items=3, signals=(CLOSED, OPEN))).verdict is Verdict.AT_LEAST


def test_a_conflict_comes_before_everything() -> None:
    facts = Facts(items=3, signals=(CLOSED, OPEN, CONFLICT), pages_unread=4)
    assert decide(facts).verdict is Verdict.CONFLICTING


def test_an_unread_page_forbids_complete() -> None:
    assert decide(Facts(items=3, signals=(CLOSED,), pages_unread=1, single_document=True)).verdict is Verdict.AT_LEAST


def test_an_unread_page_does_not_matter_where_region_and_count_agree_in_one_document() -> None:
    facts = Facts(items=3, signals=(CLOSED, COUNTED), pages_unread=1, single_document=True)
    assert decide(facts).verdict is Verdict.COMPLETE
    many = Facts(items=3, signals=(CLOSED, COUNTED), pages_unread=1, single_document=False)
    assert decide(many).verdict is Verdict.AT_LEAST


def test_nothing_found_needs_everything_read_and_the_noun_nowhere() -> None:
    assert decide(Facts(items=0)).verdict is Verdict.NONE_FOUND
    assert decide(Facts(items=0, pages_unread=1)).verdict is Verdict.UNPROVEN
    assert decide(Facts(items=0, documents_unread=1)).verdict is Verdict.UNPROVEN
    assert decide(Facts(items=0, counts_stated=1)).verdict is Verdict.UNPROVEN
    assert decide(Facts(items=0, noun_matches=2)).verdict is Verdict.UNPROVEN
    assert decide(Facts(items=0, retrieval_exhaustive=False)).verdict is Verdict.UNPROVEN


def test_a_denying_sentence_stands_for_the_noun() -> None:
    assert decide(Facts(items=0, noun_matches=2, denied=True)).verdict is Verdict.NONE_FOUND


def test_a_partial_search_is_never_complete() -> None:
    assert decide(Facts(items=3, signals=(CLOSED,), retrieval_exhaustive=False)).verdict is Verdict.AT_LEAST
    assert decide(Facts(items=3, signals=(CLOSED,), caps_bound=("k",))).verdict is Verdict.AT_LEAST


def test_hidden_or_unverified_items_are_never_complete() -> None:
    assert decide(Facts(items=3, signals=(CLOSED,), hidden_items=True)).verdict is Verdict.UNPROVEN
    assert decide(Facts(items=3, signals=(CLOSED,), all_verified=False)).verdict is Verdict.UNPROVEN


def test_a_corpus_is_as_good_as_its_worst_document() -> None:
    assert combine([Verdict.COMPLETE, Verdict.NONE_FOUND]) is Verdict.COMPLETE
    assert combine([Verdict.COMPLETE, Verdict.UNPROVEN]) is Verdict.UNPROVEN
    assert combine([Verdict.UNPROVEN, Verdict.AT_LEAST]) is Verdict.AT_LEAST
    assert combine([Verdict.AT_LEAST, Verdict.CONFLICTING]) is Verdict.CONFLICTING
    assert combine([Verdict.NONE_FOUND]) is Verdict.NONE_FOUND


signals = st.lists(st.sampled_from([CLOSED, COUNTED, OPEN, CONFLICT]), max_size=4).map(tuple)
facts = st.builds(
    Facts,
    items=st.integers(0, 5),
    all_verified=st.booleans(),
    hidden_items=st.booleans(),
    signals=signals,
    pages_unread=st.integers(0, 2),
    documents_unread=st.integers(0, 1),
    caps_bound=st.sampled_from([(), ("k",)]),
    retrieval_exhaustive=st.booleans(),
    noun_matches=st.integers(0, 2),
    counts_stated=st.integers(0, 1),
    denied=st.booleans(),
    single_document=st.booleans(),
    listing=st.booleans(),
)


@given(facts)
def test_complete_and_none_found_only_ever_stand_on_a_whole_search(given_facts: Facts) -> None:
    decision = decide(given_facts)
    if decision.verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND):
        assert given_facts.retrieval_exhaustive and not given_facts.caps_bound and given_facts.listing
    if decision.verdict is Verdict.COMPLETE:
        assert given_facts.items and given_facts.all_verified and not given_facts.hidden_items
        assert all(s.outcome is Outcome.PASSED for s in given_facts.signals) and given_facts.signals
    if decision.verdict is Verdict.NONE_FOUND:
        assert not given_facts.items and not given_facts.pages_unread and not given_facts.documents_unread
    assert decision.reasons or decision.verdict is Verdict.COMPLETE
