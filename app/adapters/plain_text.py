"""Plain text and Markdown as pages of fragments on a monospace grid, so that layout treats them like any document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.adapters.glyphs import clean
from app.domain.geometry import Box
from app.domain.page import Fragment, PageState, RawDocument, RawPage, Run

_ADVANCE, _PITCH, _SIZE = 6.0, 12.0, 10.0  # points: width of a character, height of a line, font size
_MARGIN = 72.0
_LINES_PER_PAGE = 3000
_HEADING_SIZES = {1: 20.0, 2: 17.0, 3: 15.0, 4: 13.0, 5: 12.0, 6: 11.5}

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE_LINE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_STRUCK = re.compile(r"~~(?=[^\s~])(.+?)(?<=[^\s~])~~")
_CELL_BAR = re.compile(r"(?<!\\)\|")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")


def read_text(name: str, data: bytes, markdown: bool = False) -> RawDocument:
    """A text file as a document; binary data comes back failed with the reason."""
    text = _decode(data)
    if text is None:
        return RawDocument(name, "", (), state=PageState.FAILED, reason="the file holds binary data, not text")
    if not text.strip():
        return RawDocument(name, "", (), state=PageState.FAILED, reason="the file is empty")
    pages = tuple(_page(number, lines, markdown) for number, lines in enumerate(_pages(text), start=1))
    return RawDocument(name, _title(text) if markdown else "", pages, planned_pages=len(pages))


def _decode(data: bytes) -> str | None:
    """UTF-8, UTF-16 with a byte-order mark, else Windows-1252; None for binary data."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            return None
    if b"\x00" in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    controls = len(_CONTROLS.findall(text))
    return None if controls > 0.01 * len(text) + 2 else text


def _pages(text: str) -> Iterator[list[str]]:
    """A form feed ends a page; so do very many lines. Empty pages at the end are none."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for sheet in plain.rstrip("\n\f").split("\f"):
        lines = sheet.split("\n")
        for at in range(0, max(len(lines), 1), _LINES_PER_PAGE):
            yield lines[at : at + _LINES_PER_PAGE]


def _title(text: str) -> str:
    for line in text.splitlines():
        if found := _HEADING.match(line):
            return _plain(found.group(2))
    return ""


def _page(number: int, lines: list[str], markdown: bool) -> RawPage:
    fragments: list[Fragment] = []
    y = _MARGIN
    fenced = False
    for line, behind in zip(lines, [*lines[1:], ""], strict=True):
        clear = clean(line.expandtabs(4), starts_line=False)
        fenced ^= markdown and clear.lstrip().startswith(("```", "~~~"))
        size = _SIZE
        if not _is_rule(clear):
            made = list(_fragments(clear, y, markdown and not fenced))
            if _is_row(clear) and _is_rule(behind):
                made = [_as_header(fragment) for fragment in made]
            if markdown and not fenced and _STRUCK.search(clear):
                made = [_as_hidden(fragment) for fragment in made]
            fragments.extend(made)
            size = max((run.size for fragment in made for run in fragment.runs), default=_SIZE)
        y += _PITCH * max(size / _SIZE, 1.0)
    width = max([612.0, *(fragment.box.x1 + _MARGIN for fragment in fragments)])
    state = PageState.READ if fragments else PageState.BLANK
    return RawPage(number, width, y + _MARGIN, tuple(fragments), state, label=str(number))


def _fragments(line: str, y: float, markdown: bool) -> Iterator[Fragment]:
    if not line.strip():
        return
    if markdown and (heading := _HEADING.match(line)):
        size = _HEADING_SIZES[len(heading.group(1))]
        yield _fragment([(_plain(heading.group(2)), True)], 0, y, size)
        return
    if _is_row(line):
        yield from _row(line, y, markdown)
        return
    lead = len(line) - len(line.lstrip())
    yield _fragment(_parts(line.strip()) if markdown else [(line.strip(), False)], lead, y, _SIZE)


def _is_row(line: str) -> bool:
    """Cells between bars: a table row of Markdown, or values parted by " | "."""
    stripped = line.strip()
    return (stripped.startswith("|") and stripped.endswith("|") and len(stripped) > 2) or stripped.count(" | ") >= 1


def _is_rule(line: str) -> bool:
    """The line that parts the header of a Markdown table from its rows."""
    return "|" in line and bool(_RULE_LINE.match(line))


def _as_header(fragment: Fragment) -> Fragment:
    """A header cell is set in bold, as a renderer of Markdown would."""
    return fragment._replace(runs=tuple(run._replace(bold=True) for run in fragment.runs))


def _as_hidden(fragment: Fragment) -> Fragment:
    """A line with struck-out words counts as hidden: it is shown with a flag, and no set with it is called complete."""
    return fragment._replace(runs=tuple(run._replace(hidden=True) for run in fragment.runs))


def _row(line: str, y: float, markdown: bool) -> Iterator[Fragment]:
    """One fragment a cell; at least two characters lie between two cells, since a bar and blanks do."""
    at = 0
    for bar in [*_CELL_BAR.finditer(line), None]:
        end = bar.start() if bar else len(line)
        cell = line[at:end]
        if cell.strip():
            text = cell.strip().replace("\\|", "|")
            lead = at + len(cell) - len(cell.lstrip())
            yield _fragment(_parts(text) if markdown else [(text, False)], lead, y, _SIZE)
        at = bar.end() if bar else end


def _parts(text: str) -> list[tuple[str, bool]]:
    """(text, bold) with the stars and tildes of Markdown taken off."""
    text = _STRUCK.sub(r"\1", text)
    parts: list[tuple[str, bool]] = []
    at = 0
    for found in _BOLD.finditer(text):
        if found.start() > at:
            parts.append((text[at : found.start()], False))
        parts.append((found.group(2), True))
        at = found.end()
    if at < len(text):
        parts.append((text[at:], False))
    return parts


def _plain(text: str) -> str:
    return "".join(part for part, _ in _parts(text.strip())).strip()


def _fragment(parts: list[tuple[str, bool]], lead: int, y: float, size: float) -> Fragment:
    advance = _ADVANCE * size / _SIZE
    x = _MARGIN + lead * _ADVANCE
    runs = []
    at = x
    for text, bold in parts:
        width = len(text) * advance
        runs.append(Run(text, Box(at, y, at + width, y + size), "monospace", size, bold))
        at += width
    return Fragment(tuple(runs), Box(x, y, at, y + size))
