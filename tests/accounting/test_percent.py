"""A share in percent never says more than is true."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.percent import percent

SHARES = st.integers(1, 10**9).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole)))


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 7, "0 %"),
        (7, 7, "100 %"),
        (9_997, 10_000, "99.9 %"),
        (10**9 - 1, 10**9, "99.9 %"),
        (1, 10_000, "<0.1 %"),
        (1, 1000, "0.1 %"),
        (1, 3, "33.3 %"),
        (1, 2, "50 %"),
        (5_004, 10_000, "50.0 %"),
    ],
)
def test_examples(part: int, whole: int, text: str) -> None:
    assert percent(part, whole) == text


@given(SHARES)
def test_all_and_nothing_only_when_literally_so_and_never_more_than_true(share: tuple[int, int]) -> None:
    part, whole = share
    text = percent(part, whole)
    assert (text == "100 %") == (part == whole)
    assert (text == "0 %") == (part == 0)
    if text == "<0.1 %":
        assert 0 < Fraction(part, whole) < Fraction(1, 1000)
    else:
        said = Fraction(text.removesuffix(" %")) / 100
        assert said <= Fraction(part, whole) < said + Fraction(1, 1000)


@pytest.mark.parametrize(("part", "whole"), [(0, 0), (2, 1), (-1, 3), (1, -1)])
def test_what_is_no_share_is_refused(part: int, whole: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        percent(part, whole)
