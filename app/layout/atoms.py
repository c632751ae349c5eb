"""Atoms: the smallest pieces of text that layout moves about, made from the fragments of a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from app.domain.geometry import Box
from app.domain.page import Fragment, Run

# Half the cost of the constructor of a NamedTuple; there are several for each cell of a table. Likewise `box + (...)`
# is a fifth of the cost of `(*box, ...)`.
_new = tuple.__new__
_WIDE_SPACE = re.compile(r" {3,}")
_SPACES = re.compile(" {2,}")
_SPACED_LETTERS = re.compile(r"(?:[^\W\d_] ){3,}[^\W\d_](?: {2,}(?:[^\W\d_] )*[^\W\d_])*")


class Atom(NamedTuple):
    """A stretch of text on one baseline without a wide gap inside. Coordinates in points."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str  # stripped, never empty
    runs: tuple[Run, ...]  # their texts joined are `text`
    size: float  # of most of the letters
    order: int  # native order on the page
    hidden: bool = False

    @property
    def box(self) -> Box:
        return _new(Box, self[:4])


def atoms_of(fragments: Sequence[Fragment]) -> tuple[list[Atom], list[Atom]]:
    """(upright atoms, rotated atoms) of a page; doubled and empty ones dropped."""
    upright: list[Atom] = []
    rotated: list[Atom] = []
    for fragment in fragments:
        runs, _, horizontal = fragment
        target = upright if horizontal else rotated
        if len(runs) == 1 and _is_plain(runs[0].text):  # by far the most frequent kind, the short way
            text, box, _, size, _, _, _, hidden = runs[0]
            target.append(_new(Atom, box + (text, runs, size, len(upright) + len(rotated), hidden)))  # noqa: RUF005 (see `_new`)
            continue
        for part in _visibility(runs):
            target.extend(_cut(part, len(upright) + len(rotated), horizontal))
    return _without_doubles(upright), _without_doubles(rotated)


def _is_plain(text: str) -> bool:
    """Nothing to strip, to cut or to join: no space at the ends, none behind the first letter, no two in a row."""
    return text.strip() == text != "" and "  " not in text and text[1:2] != " "


def _visibility(runs: tuple[Run, ...]) -> Sequence[tuple[Run, ...]]:
    """Hidden and shown runs part, so that no line mixes them."""
    if len(runs) == 1:
        return (runs,)
    if all(run.hidden == runs[0].hidden for run in runs):
        return [runs]
    parts: list[list[Run]] = []
    for run in runs:
        if parts and parts[-1][-1].hidden == run.hidden:
            parts[-1].append(run)
        else:
            parts.append([run])
    return [tuple(part) for part in parts]


def _cut(runs: tuple[Run, ...], order: int, cuttable: bool) -> Iterator[Atom]:
    """Cut at three or more spaces in a row: columns of a listing set with blanks."""
    if len(runs) == 1 and "   " not in runs[0].text:
        atom = _single(runs[0], order)
    elif cuttable and any("   " in run.text for run in runs):
        yield from _cut_wide(runs, order)
        return
    else:
        atom = _atom(runs, order)
    if atom is not None:
        yield atom


def _cut_wide(runs: tuple[Run, ...], order: int) -> Iterator[Atom]:
    current: list[Run] = []
    for run in runs:
        pieces = _pieces(run)
        for number, piece in enumerate(pieces):
            if number and (atom := _atom(tuple(current), order)) is not None:
                yield atom
                order += 1
            current = [*current, piece] if not number else [piece]
    if (atom := _atom(tuple(current), order)) is not None:
        yield atom


def _pieces(run: Run) -> list[Run]:
    """The parts of a run between wide spaces, boxes narrowed in proportion to the characters."""
    if "   " not in run.text or _SPACED_LETTERS.fullmatch(run.text.strip()):
        return [run]
    step = run.box.width / max(len(run.text), 1)
    pieces: list[Run] = []
    at = 0
    for gap in [*_WIDE_SPACE.finditer(run.text), None]:
        end = gap.start() if gap else len(run.text)
        box = Box(run.box.x0 + at * step, run.box.y0, run.box.x0 + end * step, run.box.y1)
        pieces.append(Run(run.text[at:end], box, *run[2:]))
        at = gap.end() if gap else end
    return pieces


def _single(run: Run, order: int) -> Atom | None:
    printed, box, _, size, _, _, _, hidden = run
    text = printed.strip()
    if not text:
        return None
    if len(text) == len(printed) and _is_plain(text):
        return _new(Atom, box + (text, (run,), size, order, hidden))  # noqa: RUF005 (see `_new`)
    x0, y0, x1, y1 = box
    if len(text) != len(run.text):
        step = (x1 - x0) / len(run.text)
        lead = len(run.text) - len(run.text.lstrip())
        x1 = x0 + (lead + len(text)) * step if len(run.text) - lead - len(text) > 1 else x1
        x0 += lead * step
    text = _unspaced(text)
    if "  " in text:
        text = _SPACES.sub(" ", text)
    box = Box(x0, y0, x1, y1)
    return Atom(x0, y0, x1, y1, text, (Run(text, box, *run[2:]),), run.size, order, run.hidden)


def _atom(runs: tuple[Run, ...], order: int) -> Atom | None:
    kept = list(runs)
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if not kept:
        return None
    kept[0] = kept[0]._replace(text=kept[0].text.lstrip())
    kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    if len(kept) == 1:
        return _single(kept[0], order)
    kept = _single_spaced(kept)
    text = "".join(run.text for run in kept)
    main = max(kept, key=_letters)
    boxes = [run.box for run in kept if run.text.strip()]
    low, high = min(b.y0 for b in boxes), max(b.y1 for b in boxes)
    x0, x1 = min(b.x0 for b in boxes), max(b.x1 for b in boxes)
    if len(main.text) * 2 > len(text):  # raised marks must not make the row higher
        low, high = main.box.y0, main.box.y1
    return Atom(x0, low, x1, high, text, tuple(kept), main.size, order, kept[0].hidden)


def _single_spaced(runs: list[Run]) -> list[Run]:
    """One space where the end of one run and the start of the next both bring some."""
    out: list[Run] = []
    ends_open = True
    for run in runs:
        text = run.text.lstrip() if ends_open else run.text
        if "  " in text:
            text = _SPACES.sub(" ", text)
        if text:
            out.append(run if text is run.text else Run(text, *run[1:]))
            ends_open = text.endswith(" ")
    return out


def _letters(run: Run) -> int:
    return len(run.text.strip())


def _unspaced(text: str) -> str:
    """ "I N T R O  O N E" set with spaces between its letters reads "INTRO ONE"."""
    if len(text) < 7 or text[1] != " " or not _SPACED_LETTERS.fullmatch(text):
        return text
    return " ".join(word.replace(" ", "") for word in re.split(" {2,}", text))


def _without_doubles(atoms: list[Atom]) -> list[Atom]:
    """Fake bold prints the same text twice, a fraction of a point apart."""
    seen: dict[tuple[str, bool], list[Atom]] = {}
    kept: list[Atom] = []
    for atom in atoms:
        key = (atom.text, atom.hidden)
        twins = seen.get(key)
        if twins is None:
            seen[key] = [atom]
        elif _is_double(atom, twins[-3:]):
            continue
        else:
            twins.append(atom)
        kept.append(atom)
    return kept


def _is_double(atom: Atom, twins: Sequence[Atom]) -> bool:
    near = 0.2 * atom.size
    y0 = atom.y0
    for twin in twins:  # noqa: SIM110 (a generator costs more here)
        if -near <= twin.y0 - y0 <= near and _same_place(atom, twin):
            return True
    return False


def _same_place(one: Atom, two: Atom) -> bool:
    near = 0.2 * one.size
    return abs(one.x0 - two.x0) <= near and abs(one.y0 - two.y0) <= near and abs(one.x1 - two.x1) <= 2 * near


def body_type(atoms: Iterable[Atom]) -> tuple[float, str]:
    """The font size of most characters, in half points, and the font that most are set in, by the first run of each
    atom; 0 and "" for no text."""
    letters: dict[tuple[float, str], int] = {}
    key, count = (0.0, ""), 0  # neighbours mostly share size and font: they are counted together
    for atom in atoms:
        own = atom.size, atom.runs[0].font
        if own != key:
            letters[key] = letters.get(key, 0) + count
            key, count = own, 0
        count += len(atom.text)
    letters[key] = letters.get(key, 0) + count
    sizes: dict[float, int] = {}
    fonts: dict[str, int] = {}
    for (size, font), count in letters.items():
        half = round(size * 2) / 2
        sizes[half] = sizes.get(half, 0) + count
        fonts[font] = fonts.get(font, 0) + count
    return max(sizes, key=sizes.__getitem__, default=0.0), max(fonts, key=fonts.__getitem__, default="")
