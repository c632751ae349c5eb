"""What holds for claims of every type, whatever the answer."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer, Verdict
from app.domain.claims import check, needs_whole
from app.domain.claims.finding import Finding
from app.domain.claims.ground import Now, ground
from app.domain.claims.kinds import (
    Absence,
    Cite,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Extreme,
    Membership,
    Relation,
    Superlative,
    Support,
    Universal,
    Value,
)
from app.domain.claims.measures import numbers
from app.domain.question import Question, QuestionKind
from tests.claims.making import Papers, answer, item, now

NAMES = ("Rope", "Lamp", "Anchor", "Chain", "Pump")
ASKED = Question("Which parts does the kit have?", QuestionKind.LISTING, noun="parts")
names = st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=5)
labels = st.lists(st.sampled_from((*NAMES, "Saw", "rope", "Rope 2")), max_size=6).map(tuple)
attribute = Attribute(Place.DETAIL)
claims: st.SearchStrategy[Claim] = st.one_of(
    st.just(Existence()),
    st.just(Absence()),
    st.builds(Membership, label=st.sampled_from((*NAMES, "Saw"))),
    st.builds(CompleteSet, labels=labels),
    st.builds(Count, relation=st.sampled_from(Relation), number=st.integers(0, 6), labels=st.none() | labels),
    st.builds(Value, label=st.sampled_from(NAMES), value=st.sampled_from(("5 kg", "5", "7 kg", "a roof"))),
    st.builds(Universal, predicate=st.sampled_from(("has a roof", "weighs 5 kg", "has no roof"))),
    st.builds(
        Superlative, label=st.sampled_from(NAMES), extreme=st.sampled_from(Extreme), attribute=st.just(attribute)
    ),
)


def kit(held: list[str], verdict: Verdict) -> tuple[Answer, Papers]:
    rows = {name: f"{name} {size} kg, has a roof" for size, name in enumerate(NAMES, 3)}
    papers = Papers({"d1": ["Parts:\n" + "\n".join(rows[each] for each in held) + "\n"]})
    items = [item(each, papers, detail=rows[each].partition(" ")[2]) for each in held]
    return answer(*items, verdict=verdict, question=ASKED), papers


def support(claim: Claim, source: Answer, state: Now | None) -> Finding:
    return check(claim, ground(source, state))


partial = st.sampled_from((Verdict.AT_LEAST, Verdict.UNPROVEN, Verdict.CONFLICTING))


@given(claims, names, partial)
def test_a_part_carries_nothing_fully_and_nothing_of_the_whole(claim: Claim, held: list[str], verdict: Verdict) -> None:
    source, papers = kit(held, verdict)
    found = support(claim, source, now(papers))
    assert found.support is not Support.SUPPORTED
    if needs_whole(claim):
        assert found.support in (Support.UNSUPPORTED, Support.UNVERIFIABLE)


def strength(found: Support) -> int:
    """What is unsupported may become unverifiable once its evidence is gone: neither may be said."""
    return {Support.SUPPORTED: 2, Support.WEAKLY_SUPPORTED: 1}.get(found, 0)


@given(claims, names, st.data())
def test_what_is_lost_never_makes_a_claim_stronger(claim: Claim, held: list[str], data: st.DataObject) -> None:
    source, papers = kit(held, Verdict.COMPLETE)
    before = support(claim, source, now(papers)).support
    worse: list[tuple[Answer, Now | None]] = [
        (source, now(papers, revision=9)),
        (source, now(papers, pending=1)),
        (source, now(papers, d2="other.txt")),
        (source, None),
        (replace(source, completeness=replace(source.completeness, verdict=Verdict.AT_LEAST)), now(papers)),
    ]
    changed, state = data.draw(st.sampled_from(worse))
    assert strength(support(claim, changed, state).support) <= strength(before)


@given(claims, names)
def test_every_finding_speaks(claim: Claim, held: list[str]) -> None:
    source, papers = kit(held, Verdict.COMPLETE)
    found = support(claim, source, now(papers))
    assert found.reasons
    assert found.checked
    assert found.say_instead.endswith(".")
    if found.support is Support.SUPPORTED:
        assert found.evidence or claim in (Absence(), *_zero(claim))
    for each in found.evidence:
        assert papers.texts["d1"][0][each.start : each.end] == each.quote


def _zero(claim: Claim) -> tuple[Claim, ...]:
    """At least none: true without evidence, as everything is that says nothing."""
    return (claim,) if isinstance(claim, Count) and claim.number == 0 else ()


@given(labels, names)
def test_a_complete_set_is_the_set(claimed: tuple[str, ...], held: list[str]) -> None:
    source, papers = kit(held, Verdict.COMPLETE)
    found = support(CompleteSet(labels=claimed), source, now(papers))
    assert (found.support is Support.SUPPORTED) == (
        {each.casefold() for each in claimed} == {h.casefold() for h in held}
    )


@given(st.integers(0, 8), st.sampled_from(Relation), labels, names)
def test_a_count_with_its_labels_is_true(
    number: int, relation: Relation, counted: tuple[str, ...], held: list[str]
) -> None:
    source, papers = kit(held, Verdict.COMPLETE)
    found = support(Count(relation=relation, number=number, labels=counted), source, now(papers))
    size, own = len(held), {each.casefold() for each in counted}
    true = {
        Relation.EXACTLY: size == number and own == {each.casefold() for each in held},
        Relation.AT_LEAST: size >= number and own <= {each.casefold() for each in held} and len(own) >= number,
        Relation.AT_MOST: size <= number and own <= {each.casefold() for each in held},
    }[relation]
    assert (found.support is Support.SUPPORTED) == true


amounts = st.sampled_from(("5", "50", "0.5", "15", "5,000", "5.5", "-5"))
units = st.sampled_from(("kg", "g", "mg", "m", "%", "million", ""))


def written(amount: str, unit: str) -> str:
    return f"{amount}{'' if unit == '%' else ' '}{unit}".strip()


@given(amounts, units, amounts, units)
def test_a_number_is_carried_by_the_same_number_only(one: str, unit: str, other: str, other_unit: str) -> None:
    papers = Papers({"d1": [f"Parts:\nRope | {written(one, unit)}\n"]})
    source = answer(item("Rope", papers, detail=f"Rope | {written(one, unit)}"), question=ASKED)
    found = support(Value(label="Rope", value=written(other, other_unit)), source, now(papers))
    assert (found.support is Support.SUPPORTED) == ((one, unit) == (other, other_unit))


@given(st.decimals(0, 10**6, places=2), st.sampled_from(("kg", "km", "%")), st.text("abc ,.", max_size=12))
def test_numbers_lead_back_to_their_text(number: Decimal, unit: str, after: str) -> None:
    text = f"it is {number}{unit} {after}"
    first = next(numbers(text))
    assert text[first.start : first.end].startswith(f"{number}{unit}"[: first.end - first.start])


def test_claims_are_values() -> None:
    one: Any = Membership(label="Rope")
    assert one == Membership(label="Rope")
    assert len({one, Membership(label="Rope"), Existence()}) == 2


odd = st.text(alphabet="aA1.,-5% \n\"'()[]\\*$\u00ad\ufb01\u2019kgm|not", max_size=24)


@given(
    st.one_of(
        st.builds(
            Membership, label=odd, text=odd, cites=st.lists(st.builds(Cite, st.integers(1, 3), odd, odd), max_size=2)
        ),
        st.builds(CompleteSet, labels=st.lists(odd, max_size=3).map(tuple), text=odd),
        st.builds(Count, relation=st.sampled_from(Relation), number=st.integers(0, 9), text=odd),
        st.builds(Value, label=st.sampled_from(NAMES), value=odd, name=odd, text=odd),
        st.builds(Universal, predicate=odd, text=odd),
        st.builds(Existence, text=odd, cites=st.lists(st.builds(Cite, st.just(1), odd, st.just("d1")), max_size=2)),
    ),
    odd,
)
def test_no_words_break_the_check(claim: Claim, text: str) -> None:
    papers = Papers({"d1": [f"Parts:\nRope {text}\nLamp 5 kg\n"]})
    source = answer(item("Rope", papers, detail=text), item("Lamp", papers, detail="5 kg"), question=ASKED)
    found = support(replace(claim, cites=tuple(claim.cites)), source, now(papers))
    assert found.support in Support
