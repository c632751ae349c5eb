"""How strongly a noun in the words around a region announces its members."""

from __future__ import annotations

import pytest

from app.domain.announcing import STRONG, noun_strength
from app.domain.structure import Context, ContextRole, Ending, Member, Region, RegionKind


def strength(kind: RegionKind, lead_in: str) -> float:
    members = tuple(Member(f"member {i}", ()) for i in range(3))
    region = Region(0, kind, (Context(ContextRole.LEAD_IN, lead_in),), members, Ending.NEXT_BLOCK, 1, 1)
    return noun_strength(region, {"lamp": 1.0})[0]


@pytest.mark.parametrize(
    ("lead_in", "announced"),
    [
        ("All lamps of the harbour must pass the tests, namely:", False),
        ("The lamps of the harbour are required to be:", False),
        ("The lamps of the harbour must include the following:", True),
        ("The lamps of the harbour are:", True),
        ("The warden must keep these lamps:", True),
    ],
)
def test_what_the_lamps_must_do_is_no_list_of_lamps(lead_in: str, announced: bool) -> None:
    assert (strength(RegionKind.LIST, lead_in) >= STRONG) is announced


def test_a_series_behind_means_is_announced_and_one_that_is_not_included_is_not() -> None:
    assert strength(RegionKind.INLINE, "Lamps shall mean") >= STRONG
    assert strength(RegionKind.INLINE, "The cost of the lamps does not include") < STRONG


def test_a_sentence_in_large_letters_is_no_title() -> None:
    def under(heading: str) -> float:
        contexts = (Context(ContextRole.HEADING, heading),)
        member = Member("Alder", (), text="Alder")
        region = Region(0, RegionKind.TABLE, contexts, (member,), Ending.NEXT_BLOCK, 1, 1)
        return noun_strength(region, {"lamp": 1.0})[0]

    assert under("Lamps of the harbour") >= STRONG
    assert under("The wardens reported that several lamps had gone out in the night.") < STRONG
