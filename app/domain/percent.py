"""Shares in percent that never say more than is true."""

from __future__ import annotations


def percent(part: int, whole: int) -> str:
    """A share as text: "100 %" or "0 %" only when literally so, else cut to a tenth: "99.9 %", "<0.1 %".

    Raises ValueError where there is no share: a whole of nothing, a part that is negative or more than the whole.
    """
    if whole <= 0 or not 0 <= part <= whole:
        raise ValueError(f"{part} of {whole} is no share")
    if part * 100 % whole == 0:
        return f"{part * 100 // whole} %"
    tenths = part * 1000 // whole
    return f"{tenths // 10}.{tenths % 10} %" if tenths else "<0.1 %"
