"""Words that an annotation strikes out: they count as hidden, so no set with them is called complete.

A line that the page itself draws through words is not looked for: the paths of a page cost as much again as its text,
and bars of fractions, lines of charts and rules of tables cross words too.
"""

from __future__ import annotations

from typing import Any

import pymupdf as _pymupdf

from app.adapters.pdf_text import View
from app.domain.geometry import Box
from app.domain.page import Fragment

pymupdf: Any = _pymupdf  # its annotations are partial

_SHORT = 3.0  # points; what is shorter strikes out no word
_MIDDLE = (0.35, 0.7)  # of a line's height from its top, where a line strikes it out
_OVERHANG = 1.0  # em by which such a line may be longer than the words it strikes out


def without_struck(page: Any, view: View, fragments: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
    """The fragments, those of struck rows marked as hidden. A page that cannot be looked at stays as it is."""
    try:
        rules = [view.box(rule) for rule in _annotated(page)]
    except Exception:  # a broken page: its text was read all the same
        return fragments
    struck = [f.box for f in fragments if any(_strikes(rule, f.box) for rule in rules)] if rules else []
    if not struck:
        return fragments
    return tuple(_as_hidden(f) if any(_beside(f.box, s) for s in struck) else f for f in fragments)


def _annotated(page: Any) -> list[tuple[float, float, float, float]]:
    """The middle line of each quadrilateral that a strike-out annotation marks."""
    if not any(row[1] == pymupdf.PDF_ANNOT_STRIKE_OUT for row in page.annot_xrefs()):
        return []
    lines = []
    for annotation in page.annots(types=(pymupdf.PDF_ANNOT_STRIKE_OUT,)):
        corners = annotation.vertices or []
        for at in range(0, len(corners) - 3, 4):
            xs, ys = [c[0] for c in corners[at : at + 4]], [c[1] for c in corners[at : at + 4]]
            middle = (min(ys) + max(ys)) / 2
            lines.append((min(xs), middle, max(xs), middle))
    return lines


def _strikes(rule: Box, words: Box) -> bool:
    height = words.y1 - words.y0
    low, high = (words.y0 + share * height for share in _MIDDLE)
    inside = words.x0 - _OVERHANG * height <= rule.x0 and rule.x1 <= words.x1 + _OVERHANG * height
    return (
        low <= (rule.y0 + rule.y1) / 2 <= high and inside and min(rule.x1, words.x1) - max(rule.x0, words.x0) >= _SHORT
    )


def _beside(one: Box, two: Box) -> bool:
    """On one row: half of the lower one's height is shared."""
    shared = min(one.y1, two.y1) - max(one.y0, two.y0)
    return shared > 0.5 * min(one.y1 - one.y0, two.y1 - two.y0)


def _as_hidden(fragment: Fragment) -> Fragment:
    return fragment._replace(runs=tuple(run._replace(hidden=True) for run in fragment.runs))
