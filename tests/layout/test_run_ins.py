"""Run-in headings."""

from __future__ import annotations

from app.domain.structure import ContextRole, Ending, Region
from app.layout.blocks import build_blocks
from app.layout.run_ins import find_run_ins
from tests.layout.sketch import sketch


def run_ins_of(text: str) -> list[Region]:
    lines, pages = sketch(text)
    return find_run_ins(build_blocks(lines, pages, ()), pages)


TAIL = "It goes on for the rest of the line and then over to the next one, as text does."


def test_bold_run_ins_over_a_page_end() -> None:
    (region,) = run_ins_of(f"""
        A good boat has three traits, and those who build boats have known them for ages.

        **Calm.** The boat lies still on the water when nobody moves in it. {TAIL}

        **Dry.** No water comes in, not even in a storm from the west. {TAIL}
        ~ 3
        =====
        Table 2. Storms

        **Light.** Two people can carry it. {TAIL}

        # The next part

        More text.
    """)
    assert [m.label for m in region.members] == ["Calm", "Dry", "Light"]
    assert region.context(ContextRole.LEAD_IN).startswith("A good boat has three traits")
    assert region.ending is Ending.END_OF_SECTION
    assert region.closed


def test_titles_with_a_colon() -> None:
    (region,) = run_ins_of(f"""
        The crew has these tasks, and each of them is done by one of the people on board.

        Steering: holding the course all night and all day. {TAIL}

        Cooking: making soup when it is cold. {TAIL}

        Watching: looking out for rocks. {TAIL}
    """)
    assert [m.label for m in region.members] == ["Steering", "Cooking", "Watching"]


def test_remarks_are_no_run_ins() -> None:
    assert run_ins_of(f"**Note:** this is one. {TAIL}\n\n**Note:** this is another. {TAIL}") == []


def test_one_run_in_is_no_region() -> None:
    assert run_ins_of(f"Some text first. {TAIL}\n\n**Calm.** The boat lies still. {TAIL}") == []


def test_deeper_run_ins_belong_to_the_member_above_them() -> None:
    outer, inner = run_ins_of(f"""
        The yard offers these services to those who keep a boat at one of its berths.

        **Storage.** Boats are kept in the shed over the winter. {TAIL}

        **Payment.** There are two ways to pay for a berth in the yard. {TAIL}

          **Cash.** The fee is paid at the desk. {TAIL}

          **Labour.** The fee is worked off in the shed. {TAIL}

        # The next part
    """)
    assert [m.label for m in outer.members] == ["Storage", "Payment"]
    assert [m.label for m in inner.members] == ["Cash", "Labour"]
    assert inner.context(ContextRole.HEADING) == "Payment"
