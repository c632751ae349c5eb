"""A picture of a page with labelled boxes, to see what was understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pymupdf as _pymupdf

from app.adapters.pdf import page_turn
from app.domain.geometry import Box

pymupdf: Any = _pymupdf

_SCALE = 1.5
_COLOURS = {
    "red": (0.8, 0.1, 0.1), "green": (0.0, 0.5, 0.1), "blue": (0.1, 0.2, 0.8), "orange": (0.9, 0.5, 0.0),
    "purple": (0.5, 0.0, 0.6), "grey": (0.5, 0.5, 0.5), "black": (0.0, 0.0, 0.0),
}  # fmt: skip


def draw(data: bytes, page: int, boxes: Sequence[tuple[Box, str, str]]) -> bytes:
    """PNG of a page (1-based) of a PDF; each box comes with its colour (a name of ours) and a label.

    Boxes are those of layout: in points on the page as it is read upright.
    """
    with pymupdf.open(stream=data, filetype="pdf") as document:
        source = document[page - 1]
        turn = page_turn(source)
        picture = _upright(source, turn)
    with pymupdf.open() as sheet:
        width, height = picture.width / _SCALE, picture.height / _SCALE
        canvas = sheet.new_page(width=width, height=height)
        canvas.insert_image(canvas.rect, pixmap=picture)
        for box, colour, label in boxes:
            _box(canvas, box, _COLOURS.get(colour, _COLOURS["red"]), label)
        png: bytes = canvas.get_pixmap(matrix=pymupdf.Matrix(_SCALE, _SCALE)).tobytes("png")
        return png


def _upright(page: Any, turn: int) -> Any:
    """The page without its own rotation, turned so that its text stands upright."""
    page.set_rotation(0)
    return page.get_pixmap(matrix=pymupdf.Matrix(_SCALE, _SCALE).prerotate(turn))


def _box(canvas: Any, box: Box, colour: tuple[float, float, float], label: str) -> None:
    canvas.draw_rect(pymupdf.Rect(box), color=colour, width=0.7)
    if label:
        canvas.insert_text((box.x0, max(box.y0 - 1, 5)), label[:40], fontsize=5, color=colour)
