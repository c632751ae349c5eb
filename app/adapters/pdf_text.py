"""From MuPDF's "dict" answer to fragments: upright coordinates, styles, hidden letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pymupdf as _pymupdf

from app.adapters.glyphs import clean, clean_dingbats, font_traits
from app.domain.geometry import Box
from app.domain.page import Fragment, Run

pymupdf: Any = _pymupdf  # its annotations are partial

# Half the cost of the constructor of a NamedTuple; there are several for each cell of a table. Likewise tuples that are
# added cost a fifth of what it costs to unpack one inside the other.
_new = tuple.__new__
_FILLED, _STROKED = 16, 32  # char_flags: neither of the two set means an invisible render mode
_RAISED, _ITALIC, _BOLD = 1, 2, 16  # span flags
_WHITE = 0xFAFAFA
_LEVEL = (1.0, 0.0)  # direction of nearly every line
_UPRIGHT = 0.18  # sine of the largest slope that still counts as horizontal (a skewed scan)


def turn_of(lines: Iterable[dict[str, Any]]) -> int:
    """Degrees (0, 90, 180, 270) by which a page must be turned clockwise so that most of its letters stand upright."""
    lines = list(lines)
    if {line["dir"] for line in lines} <= {_LEVEL}:
        return 0
    counts: dict[int, int] = {}
    for line in lines:
        turn = _turn(line["dir"])
        counts[turn] = counts.get(turn, 0) + sum([len(span["text"]) for span in line["spans"]])
    counts.pop(-1, None)
    return max(counts, key=lambda turn: counts[turn]) if counts else 0


class View:
    """From MuPDF's unrotated page to the page as it is read upright; sizes in points."""

    def __init__(self, page: Any, turn: int) -> None:
        rect = page.rect
        width, height = (rect.height, rect.width) if page.rotation in (90, 270) else (rect.width, rect.height)
        self.turn = turn
        self.width, self.height = (height, width) if turn in (90, 270) else (width, height)
        self._plain_width, self._plain_height = width, height

    def box(self, bbox: tuple[float, float, float, float]) -> Box:
        x0, y0, x1, y1 = bbox
        if self.turn == 0:
            return _new(Box, (x0, y0, x1, y1))
        if self.turn == 90:
            return Box(self._plain_height - y1, x0, self._plain_height - y0, x1)
        if self.turn == 180:
            return Box(self._plain_width - x1, self._plain_height - y1, self._plain_width - x0, self._plain_height - y0)
        return Box(y0, self._plain_width - x1, y1, self._plain_width - x0)


def _turn(direction: tuple[float, float]) -> int:
    x, y = direction
    if abs(y) <= _UPRIGHT:
        return 0 if x > 0 else 180
    if abs(x) <= _UPRIGHT:
        return 90 if y < 0 else 270
    return -1


def fragments_of(lines: Iterable[dict[str, Any]], view: View, grounds: Grounds) -> tuple[Fragment, ...]:
    """The lines of MuPDF's answer without those of which nothing can be seen or read."""
    if view.turn:
        found = [_fragment(line, view, grounds) for line in lines]
    else:  # level lines of one span, by far the most frequent kind, the short way
        found = [
            _level(line, grounds)
            if len(line["spans"]) == 1 and line["dir"] == _LEVEL
            else _fragment(line, view, grounds)
            for line in lines
        ]
    return tuple([fragment for fragment in found if fragment is not None])


def _level(line: dict[str, Any], grounds: Grounds) -> Fragment | None:
    """`_single` for a level line on an upright page, in one function: there is one for each cell of a table."""
    span = line["spans"][0]
    text = span["text"]
    dingbat, style = _look(span["font"], size := span["size"], span["flags"])
    if dingbat or not (text.isascii() and text.isprintable()):
        text = clean_dingbats(text) if dingbat else clean(text, starts_line=True)
    if not text or text.isspace():
        return None
    x0, y0, x1, y1 = span["bbox"]
    if 0.4 * size < y1 - y0 < 3 * size:  # as `_even_box`
        y: float = span["origin"][1]
        y0, y1 = y - 0.8 * size, y + 0.2 * size
    run = _new(Run, (text, _new(Box, (x0, y0, x1, y1))) + style + (_hidden(span, grounds),))  # noqa: RUF005 (see `_new`)
    return _new(Fragment, ((run,), _new(Box, line["bbox"]), True))


def _fragment(line: dict[str, Any], view: View, grounds: Grounds) -> Fragment | None:
    """One line of MuPDF's answer; None where nothing of it can be seen or read.

    MuPDF parts spans of one style for reasons of its own; their runs are one.
    """
    turn = 0 if line["dir"] == _LEVEL else _turn(line["dir"])
    level = turn == view.turn == 0
    if len(line["spans"]) == 1:  # by far the most frequent kind
        return _single(line, view, grounds, turn)
    runs: list[Run] = []
    more: list[str] = []  # texts that go on with the last run
    end = 0.0
    style: tuple[Any, ...] = ()
    for span in line["spans"]:
        text = _text(span, starts_line=not runs)
        if not text or (not runs and not text.strip()):
            continue
        drawn = span["char_flags"] & (_FILLED | _STROKED)  # its other bits part words from the spaces between them
        own = (span["font"], span["size"], span["flags"], drawn, span["alpha"], span["color"])
        if own == style and level and abs(runs[-1].box.y1 - span["origin"][1] - 0.2 * own[1]) < 0.5:
            more.append(text)
            end = span["bbox"][2]
        else:
            if more:
                runs[-1] = _extended(runs[-1], more, end)
                more = []
            runs.append(_run(text, span, view, grounds, turn))
        style = own
    if not runs:
        return None
    if more:
        runs[-1] = _extended(runs[-1], more, end)
    return Fragment(tuple(runs), view.box(line["bbox"]), turn == view.turn)


def _single(line: dict[str, Any], view: View, grounds: Grounds, turn: int) -> Fragment | None:
    span = line["spans"][0]
    text = _text(span, starts_line=True)
    if not text or text.isspace():
        return None
    box = _new(Box, line["bbox"]) if turn == view.turn == 0 else view.box(line["bbox"])
    return _new(Fragment, ((_run(text, span, view, grounds, turn),), box, turn == view.turn))


def _text(span: dict[str, Any], starts_line: bool) -> str:
    text: str = span["text"]
    if font_traits(span["font"]).dingbat:
        return clean_dingbats(text)
    return text if text.isascii() and text.isprintable() else clean(text, starts_line)


def _extended(run: Run, texts: list[str], x1: float) -> Run:
    box = run.box
    return Run(run.text + "".join(texts), Box(box.x0, box.y0, x1, box.y1), *run[2:])


def _run(text: str, span: dict[str, Any], view: View, grounds: Grounds, turn: int) -> Run:
    box = _level_box(span) if turn == view.turn == 0 else view.box(_even_box(span, turn))
    _, style = _look(span["font"], span["size"], span["flags"])
    return _new(Run, (text, box, *style, _hidden(span, grounds)))


def _hidden(span: dict[str, Any], grounds: Grounds) -> bool:
    if not span["char_flags"] & (_FILLED | _STROKED) or span["alpha"] == 0:
        return True
    color = span["color"]
    return color >= _WHITE and _white(color) and grounds.hide(span["bbox"])


@lru_cache(maxsize=4096)
def _look(font: str, size: float, flags: int) -> tuple[bool, tuple[str, float, bool, bool, bool]]:
    """Dingbats or not; and font, size in points, bold, italic and raised, as the fields of a run."""
    traits = font_traits(font)
    bold, italic = traits.bold or bool(flags & _BOLD), traits.italic or bool(flags & _ITALIC)
    return traits.dingbat, (font, round(size, 2), bold, italic, bool(flags & _RAISED))


def _even_box(span: dict[str, Any], turn: int) -> tuple[float, float, float, float]:
    """The box of a span from 0.8 em above its baseline to 0.2 em below, whatever its font claims.

    Fonts with wild ascenders would make rows overlap. Type 3 fonts may claim a size that is no size: bbox stays.
    """
    bbox: tuple[float, float, float, float] = span["bbox"]
    x0, y0, x1, y1 = bbox
    size: float = span["size"]
    x, y = span["origin"]
    tall = y1 - y0 if turn in (0, 180) else x1 - x0
    if turn < 0 or not 0.4 * size < tall < 3 * size:
        return bbox
    if turn == 0:
        return x0, y - 0.8 * size, x1, y + 0.2 * size
    if turn == 180:
        return x0, y - 0.2 * size, x1, y + 0.8 * size
    if turn == 90:
        return x - 0.8 * size, y0, x + 0.2 * size, y1
    return x - 0.2 * size, y0, x + 0.8 * size, y1


def _level_box(span: dict[str, Any]) -> Box:
    """`_even_box` of a level span on an upright page, by far the most frequent one."""
    x0, y0, x1, y1 = span["bbox"]
    size: float = span["size"]
    if 0.4 * size < y1 - y0 < 3 * size:
        y: float = span["origin"][1]
        y0, y1 = y - 0.8 * size, y + 0.2 * size
    return _new(Box, (x0, y0, x1, y1))


def _white(color: int) -> bool:
    return color & 0xFF >= 0xFA and color >> 8 & 0xFF >= 0xFA


def shown(fragment: Fragment) -> Fragment:
    """The text layer of a scan is invisible by nature: its picture shows it."""
    return fragment._replace(runs=tuple(run._replace(hidden=False) for run in fragment.runs))


class Grounds:
    """What white letters stand on. They are read on a coloured ground and unseen on the bare page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._rects: list[tuple[float, float, float, float]] | None = None
        self._picture: Any = None

    def hide(self, bbox: tuple[float, float, float, float]) -> bool:
        over = [rect for rect in self._all() if _overlap(bbox, rect) >= 0.5]
        if not over:
            return True
        area = 0.7 * self._page.rect.width * self._page.rect.height
        if any((rect[2] - rect[0]) * (rect[3] - rect[1]) < area for rect in over):
            return False
        return self._bare(bbox)  # only a ground as large as the page: it may be white itself

    def _all(self) -> list[tuple[float, float, float, float]]:
        if self._rects is None:
            try:
                log = self._page.get_bboxlog()
            except Exception:  # the ground cannot be looked at: better to flag than to trust
                log = []
            self._rects = [row[1] for row in log if row[0].endswith(("path", "image", "shade", "imgmask"))]
        return self._rects

    def _bare(self, bbox: tuple[float, float, float, float]) -> bool:
        """A look at the pixels of the page at a quarter of its size (MuPDF's unrotated coordinates)."""
        try:
            if self._picture is None:
                self._picture = self._page.get_pixmap(matrix=pymupdf.Matrix(0.25, 0.25), colorspace=pymupdf.csGRAY)
            spot = pymupdf.Rect(bbox) * self._page.rotation_matrix * pymupdf.Matrix(0.25, 0.25)
            part = pymupdf.Pixmap(pymupdf.csGRAY, spot.irect & self._picture.irect)
            part.copy(self._picture, part.irect)
            return not part.samples or min(part.samples) > 0xF0
        except Exception:  # a page that cannot be drawn: better to flag than to trust
            return True


def _overlap(box: tuple[float, float, float, float], rect: tuple[float, float, float, float]) -> float:
    """Share of the box that the rectangle covers."""
    width = min(box[2], rect[2]) - max(box[0], rect[0])
    height = min(box[3], rect[3]) - max(box[1], rect[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / max((box[2] - box[0]) * (box[3] - box[1]), 0.01)
