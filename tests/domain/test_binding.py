"""Binding: the words that announce a region decide, and all of them."""

from __future__ import annotations

from dataclasses import replace

from app.domain.binding import bind
from app.domain.question import Question, QuestionKind
from app.domain.setting import Setting
from app.domain.structure import Context, ContextRole, CountRelation, Cue, Ending, Member, Region, RegionKind

SETTING = Setting({}, frozenset())


def region(*contexts: tuple[ContextRole, str], size: int = 3) -> Region:
    members = tuple(Member(f"member {i}", ()) for i in range(size))
    found = tuple(Context(role, text) for role, text in contexts)
    return Region(0, RegionKind.LIST, found, members, Ending.NEXT_BLOCK, 1, 1)


ASKED = Question(
    "Which mooring lamps does the harbour keep?",
    QuestionKind.LISTING,
    noun="lamps",
    noun_stem="lamp",
    modifiers=("mooring",),
    nouns=("lamps",),
    terms=("moor", "harbour"),
)


def test_noun_and_modifiers_in_the_lead_in_bind() -> None:
    found = bind(ASKED, region((ContextRole.LEAD_IN, "The harbour keeps these mooring lamps:")), SETTING)
    assert found.bound and found.noun == 1.0 and not found.missing


def test_a_foreign_modifier_does_not_bind() -> None:
    found = bind(ASKED, region((ContextRole.LEAD_IN, "The harbour keeps these signal lamps:")), SETTING)
    assert not found.bound and "moor" in found.missing


def test_the_noun_only_in_a_heading_further_up_does_not_bind() -> None:
    found = bind(ASKED, region((ContextRole.PATH, "Mooring lamps of the harbour")), SETTING)
    assert not found.bound


def test_the_lead_in_beats_the_heading_path() -> None:
    near = bind(ASKED, region((ContextRole.LEAD_IN, "Mooring lamps of the harbour are:")), SETTING)
    far = bind(ASKED, region((ContextRole.PATH, "Mooring lamps of the harbour")), SETTING)
    assert near.score > far.score


def test_a_count_of_the_noun_in_the_lead_in_speaks_for_the_region() -> None:
    cue = Cue(0, 3, CountRelation.EXACTLY, "lamps", "lamp", ("mooring",), (), "three mooring lamps", -1, region=0)
    plain = bind(ASKED, region((ContextRole.LEAD_IN, "The harbour keeps mooring lamps.")), SETTING)
    counted = bind(ASKED, region((ContextRole.LEAD_IN, "The harbour keeps mooring lamps.")), SETTING, [cue])
    assert counted.score > plain.score


def test_a_table_named_by_its_number_is_meant() -> None:
    asked = Question("Which lamps are in Table 2?", QuestionKind.LISTING, noun="lamps", noun_stem="lamp",
                     nouns=("lamps",), reference=("table", "2"))  # fmt: skip
    second = bind(asked, region((ContextRole.CAPTION, "Table 2: Lamps by berth")), SETTING)
    third = bind(asked, region((ContextRole.CAPTION, "Table 3: Lamps by berth")), SETTING)
    assert second.reference and not third.reference and second.score > third.score


def test_a_size_that_the_document_states_speaks_for_a_region_the_more_the_larger_it_is() -> None:
    lead_in = (ContextRole.LEAD_IN, "The harbour keeps mooring lamps.")
    stated = Setting({}, frozenset(), counts=frozenset({3, 40}))
    small, large = region(lead_in), region(lead_in, size=40)
    gained = [bind(ASKED, r, stated).score - bind(ASKED, r, SETTING).score for r in (small, large)]
    assert 0 < gained[0] < gained[1]


def test_a_lead_in_that_denies_binds_only_to_a_question_that_does() -> None:
    denied = region((ContextRole.LEAD_IN, "The harbour does not keep these mooring lamps:"))
    assert not bind(ASKED, denied, SETTING).bound
    negated = replace(ASKED, text="Which mooring lamps does the harbour not keep?", negates=True)
    assert bind(negated, denied, SETTING).bound
    plain = region((ContextRole.LEAD_IN, "The harbour keeps these mooring lamps:"))
    assert not bind(negated, plain, SETTING).bound


def test_not_only_and_not_later_than_deny_nothing() -> None:
    for words in ("not only in winter", "not later than noon"):
        assert bind(
            ASKED, region((ContextRole.LEAD_IN, f"The harbour keeps, {words}, these mooring lamps:")), SETTING
        ).bound
