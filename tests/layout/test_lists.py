"""Lists: which items, which nesting, which lead-in, and whether the end was seen."""

from __future__ import annotations

from app.domain.structure import ContextRole, Ending, Region
from app.layout.blocks import build_blocks
from app.layout.lists import find_lists
from tests.layout.sketch import sketch


def lists_of(text: str) -> list[Region]:
    lines, pages = sketch(text)
    return find_lists(build_blocks(lines, pages, ()), pages)


def labels(region: Region) -> list[str]:
    return [member.label for member in region.members]


PAD = "This line is only here to make the column as wide as a page usually is in a document."


def test_bullets_with_lead_in_and_end() -> None:
    (region,) = lists_of(f"""
        {PAD}

        Boats are made of few things. The harbour holds three kinds of boat:

          \u2022 Rafts: flat and slow
          \u2022 Punts: long and narrow
          \u2022 Skiffs

        After the list the text goes on.
    """)
    assert labels(region) == ["Rafts", "Punts", "Skiffs"]
    assert region.context(ContextRole.LEAD_IN) == "The harbour holds three kinds of boat:"
    assert region.context(ContextRole.BEFORE) == "Boats are made of few things."
    assert region.ending is Ending.NEXT_BLOCK
    assert region.closed


def test_list_goes_on_over_a_page_with_a_note_a_float_and_a_running_head() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The harbour holds:

          1. rafts,
          2. punts, which are
        ^ 1 A note.
        ~ 12
        =====
        ~ The harbour
        Table 3. Depth of water

            long and narrow,
          3. skiffs.

        After the list the text goes on.
    """)
    assert labels(region) == ["rafts", "punts, which are long and narrow", "skiffs"]
    assert (region.first_page, region.last_page) == (1, 2)
    assert region.closed


def test_nested_list_has_its_parent() -> None:
    outer, inner = lists_of(f"""
        {PAD}

        The rules are:

          1. Keep left.
          2. Ring the bell:
             (a) at dusk;
             (b) in fog.
          3. Be kind.
    """)
    assert labels(outer) == ["Keep left", "Ring the bell", "Be kind"]
    assert labels(inner) == ["at dusk", "in fog"]
    assert (inner.parent, inner.parent_member, inner.level) == (outer.number, 1, 1)
    assert inner.context(ContextRole.LEAD_IN).endswith("Ring the bell:")


def test_letter_i_after_h_stays_a_letter_until_ii_comes() -> None:
    letters = "".join(f"  ({c}) rule {c};\n" for c in "abcdefgh")
    (region,) = lists_of(f"{PAD}\n\nThe rules are:\n\n{letters}  (i) rule i;\n  (j) rule j.\n\nThe end.")
    assert [m.marker for m in region.members][-2:] == ["(i)", "(j)"]
    outer, inner = lists_of(f"{PAD}\n\nThe rules are:\n\n{letters}  (i) first;\n  (ii) second.\n\nThe end.")
    assert [m.marker for m in outer.members][-1] == "(h)"
    assert [m.marker for m in inner.members] == ["(i)", "(ii)"]
    assert (inner.parent, inner.parent_member) == (outer.number, 7)


def test_continuation_left_of_the_marker() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The lender may, at any time after the notice under this section has been given in
        writing:

              (a) end the loan and ask for all the money that was lent under this contract and
        that has not been paid back;
              (b) sell the house and everything in it that belongs to the borrower or to those
        who live there.

        The end.
    """)
    assert len(region.members) == 2
    assert region.members[0].text.endswith("that has not been paid back;")


def test_gap_in_the_numbers_is_a_problem() -> None:
    (region,) = lists_of(f"{PAD}\n\nThe rules are:\n\n  1. one\n  2. two\n  4. four\n\nThe end.")
    assert region.problems == ("gap:3",)
    assert not region.closed


def test_start_not_seen() -> None:
    (region,) = lists_of(f"{PAD}\n\n  3. three\n  4. four\n\nThe end of the text.")
    assert not region.start_seen
    assert not region.closed


def test_numbers_that_begin_again_are_another_list() -> None:
    first, second = lists_of(f"{PAD}\n\nThe rules are:\n\n  1. one\n  2. two\n  1. uno\n  2. due\n\nThe end.")
    assert labels(first) == ["one", "two"]
    assert labels(second) == ["uno", "due"]
    assert first.ending is Ending.NEXT_REGION


def test_two_lists_with_a_sentence_between() -> None:
    first, second = lists_of(f"""
        {PAD}

        The red ones are:

          \u2022 rafts
          \u2022 punts

        The green ones are:

          \u2022 skiffs
          \u2022 ships

        The end.
    """)
    assert (labels(first), labels(second)) == (["rafts", "punts"], ["skiffs", "ships"])
    assert second.context(ContextRole.LEAD_IN) == "The green ones are:"
    assert first.closed


def test_bullets_cut_by_a_remark_are_not_closed() -> None:
    first, _ = lists_of(f"""
        {PAD}

        The red ones are:

          \u2022 rafts
          \u2022 punts

        Nobody knows why.

          \u2022 skiffs
          \u2022 ships

        The end.
    """)
    assert not first.closed


def test_numbers_that_begin_anew_behind_a_remark_leave_the_list_open() -> None:
    first, _ = lists_of(
        f"{PAD}\n\nThe red ones are:\n\n  1. rafts\n  2. punts\n\nNobody knows why.\n\n  1. skiffs\n  2. ships"
    )
    assert "resumes" in first.problems
    first, _ = lists_of(
        f"{PAD}\n\nThe red ones are:\n\n  1. rafts\n  2. punts\n\nThe green ones are:\n\n  1. skiffs\n  2. ships"
    )
    assert "resumes" not in first.problems


def test_last_item_that_ends_with_and_is_open() -> None:
    (region,) = lists_of(f"{PAD}\n\nThey are:\n\n  (a) rafts;\n  (b) punts; and\n\n# Next part\n\nMore text here.")
    assert "open_end" in region.problems


def test_second_paragraph_of_an_item_belongs_to_it() -> None:
    (region,) = lists_of(f"""
        {PAD}

        They are:

          1. Rafts. These are flat.

             They are slow as well.

          2. Punts.

        The end of the text.
    """)
    assert labels(region) == ["Rafts", "Punts"]
    assert "slow as well" in region.members[0].text


def test_short_name_in_brackets_is_an_alias() -> None:
    (region,) = lists_of(
        f"{PAD}\n\nDuties:\n\n  \u2022 STEER (ST) \u2014 Hold the course\n  \u2022 WATCH (WA) \u2014 Look out\n\nEnd."
    )
    assert labels(region) == ["STEER", "WATCH"]
    assert "ST" in region.members[0].aliases


def test_marker_is_stripped_and_digits_stay() -> None:
    (region,) = lists_of(f"{PAD}\n\nRates:\n\n  \u2022 10% minimum\n  \u2022 20% maximum\n\nThe end.")
    assert labels(region) == ["10% minimum", "20% maximum"]


def test_labels_stand_at_their_spans() -> None:
    text = f"{PAD}\n\nThe duties are:\n\n  \u2022 Steer: hold the course\n  \u2022 Watch: look out\n\nThe end."
    lines, pages = sketch(text)
    (region,) = find_lists(build_blocks(lines, pages, ()), pages)
    for member in region.members:
        stored = " ".join(pages[span.page - 1].text[span.start : span.end] for span in member.spans)
        assert stored == member.label


def test_list_over_two_columns() -> None:
    (region,) = lists_of("""
        The harbour is old and
        holds boats such as these
        three, all made of wood:

          1. rafts
          2. punts
        |||
          3. skiffs

        The end of the text in
        the second column.
    """)
    assert labels(region) == ["rafts", "punts", "skiffs"]


def test_nothing_gives_nothing() -> None:
    assert find_lists((), ()) == []


def test_first_item_behind_a_title() -> None:
    regions = lists_of(f"""
        {PAD}

        4. Term. (a) This contract ends in May of the year after the one in which it began.

           (b) It may be ended before.

           (c) It may be drawn out by a year.

        # Next part

        The end.
    """)
    region = next(region for region in regions if len(region.members) == 3)
    assert [m.marker for m in region.members] == ["(a)", "(b)", "(c)"]
    assert labels(region)[0].startswith("This contract ends in May")
    assert region.closed


def test_paragraph_at_a_page_top_is_not_taken_into_a_short_item() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The boats are:

          \u2022 Rafts
          \u2022 Punts
        =====
        The ships in the harbour are another matter and are told of in the second book.
    """)
    assert labels(region) == ["Rafts", "Punts"]
    assert region.closed


def test_item_that_breaks_off_is_not_closed() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The boats are:

          \u2022 Rafts float on the water.
          \u2022 Punts are pushed with the help of

        # Next part

        The end.
    """)
    assert "cut_sentence" in region.problems


def test_same_number_twice_is_a_problem() -> None:
    (region,) = lists_of(f"{PAD}\n\nThey are:\n\n  1. one\n  2. two\n  2. three\n\nThe end.")
    assert labels(region) == ["one", "two", "three"]
    assert "restart" in region.problems


def test_optional_item_is_not_counted() -> None:
    (region,) = lists_of(
        f"{PAD}\n\nTasks:\n\n  \u2022 Optional swimming\n  \u2022 Rowing\n  \u2022 Sailing\n\nThe end."
    )
    assert [m.counted for m in region.members] == [False, True, True]


def test_letters_below_an_item_whose_sentence_has_ended_are_a_list_below_it() -> None:
    outer, inner = lists_of(f"""
        {PAD}

        These rules hold:
          1) Sweep the bench.
          2) Shut the door.
              a) in winter always;
        =====
              b) in summer at night.
          3) Report every cut.
    """)
    assert labels(outer) == ["Sweep the bench", "Shut the door", "Report every cut"]
    assert labels(inner) == ["in winter always", "in summer at night"]
    assert not inner.context(ContextRole.HEADING)


def test_a_list_below_a_label_stands_under_the_title_line_of_the_labels() -> None:
    (region,) = lists_of(f"""
        {PAD}

        # Ways to moor

        **Small rafts** These float on barrels.

        **Calm:** Tie them to the pier with one rope and let them drift with the wind.

        **Storm:** Two ways are open:
          1. Sink the raft.
          2. Drag it ashore.

        {PAD}
    """)
    assert region.context(ContextRole.HEADING) == "Small rafts"
    assert region.context(ContextRole.PATH) == "Ways to moor"
    assert region.context(ContextRole.LEAD_IN) == "Storm: Two ways are open:"


def test_remarks_in_brackets_behind_a_name_are_no_part_of_the_label() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The files are:
          \u2022 ropes (holds a table of all ropes and knots) [no longer used]
          \u2022 sails (holds pairs of (mast, sail) for each boat)
          \u2022 keels

        {PAD}
    """)
    assert labels(region) == ["ropes", "sails", "keels"]


def test_a_list_whose_next_number_stands_behind_it_is_not_closed() -> None:
    (region,) = lists_of(f"""
        {PAD}

        The boats are:

        1. Raft
        2. Punt

        3.Skiff and what was set too near to its number

        {PAD}
    """)
    assert region.problems == ("counts_on",)


def test_a_page_that_holds_nothing_but_a_list_goes_on_with_it() -> None:
    rows = [f"  {number}. Vessel{number}" for number in range(1, 25)]
    first, second = ("\n        ".join(part) for part in (rows[:12], rows[12:20]))
    (region,) = lists_of(f"""
        {PAD}

        The boats are:

        {first}
        =====
        {second}
        =====
        {PAD}
    """)
    assert labels(region) == [f"Vessel{number}" for number in range(1, 21)]
    assert region.closed
