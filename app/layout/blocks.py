"""Lines become blocks: headings, paragraphs, list items, captions, footnotes, table rows, contents, furniture.

Body text is joined over line, column and page ends. What stands aside of the flow (running heads, margin text,
footnotes, captions, rows) becomes blocks of its own and does not cut it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.domain.flow import Flow, Piece, Stretch, join, whole_line
from app.domain.page import Line, LineRole, OutlineEntry, Page
from app.domain.structure import Block, BlockKind
from app.layout.grouping import Group, group_lines
from app.layout.headings import HeadingLook, Outline, heading_levels
from app.layout.markers import PART_WORDS, Marker, read_marker
from app.layout.measures import Measures, measure
from app.layout.nesting import list_runs
from app.layout.running_heads import mark_running_heads

_new = tuple.__new__  # half the cost of the constructor of a NamedTuple; there is one for each line


def build_blocks(
    lines: Sequence[Line], pages: Sequence[Page] = (), outline: Sequence[OutlineEntry] = ()
) -> tuple[Block, ...]:
    """The blocks of a document in reading order. `lines` in reading order; `pages` are not needed."""
    del pages
    body = [line for line in lines if line.role is LineRole.BODY and line.text.strip()]
    measures = measure(body)
    known = Outline(outline)
    groups = group_lines(body, measures, known)
    groups += _aside(lines)
    groups.sort(key=lambda group: group.lines[0].index)
    return _finish(groups, measures, known)


def _aside(lines: Sequence[Line]) -> list[Group]:
    """Furniture, margin text and footnotes."""
    groups: list[Group] = []
    note: Group | None = None
    for line in lines:
        if line.role is LineRole.BODY or not line.text.strip():
            continue
        if line.role is not LineRole.FOOTNOTE:
            groups.append(Group(BlockKind.FURNITURE, [line]))
        elif note is not None and _continues_note(note, line):
            note.lines.append(line)
        else:
            note = Group(BlockKind.FOOTNOTE, [line], note_marker(line))
            groups.append(note)
    return groups


def note_marker(line: Line) -> Marker | None:
    """The mark before a footnote: a raised number or sign, or a number without punctuation."""
    if line.marks and line.marks[0][0] == 0:
        end = line.marks[0][1]
        printed = line.text[:end].strip()
        rest = line.text[end:]
        return Marker(printed, end + len(rest) - len(rest.lstrip()), "#", (), (printed,))
    marker = read_marker(line.text)
    if marker is not None and (marker.word or len(marker.path) > 1 or marker.text[:1] in "(\u2022"):
        return None
    if marker is None and line.text[:1] in "*\u2020\u2021\u00a7\u00b6":
        size = len(line.text) - len(line.text.lstrip("*\u2020\u2021\u00a7\u00b6 "))
        return Marker(line.text[:size].strip(), size, "*", (), ())
    return marker


def _continues_note(note: Group, line: Line) -> bool:
    """A line without a mark of its own goes on with the note above, also over a page end."""
    marker = note_marker(line)
    if marker is None:
        return True
    return marker.bare and not line.marks and not _follows(note.marker, marker)


def _follows(before: Marker | None, marker: Marker) -> bool:
    if before is None or not before.text.isdecimal() or not marker.text.isdecimal():
        return True
    return 0 < int(marker.text) - int(before.text) < 6 or int(marker.text) == 1


# ---------------------------------------------------------------- from groups to blocks


@dataclass(slots=True)
class _Levels:
    """Numbers of the open headings by level, to tell the section of a block."""

    open: list[tuple[int, int]] = field(default_factory=list)

    def section(self) -> int:
        return self.open[-1][1] if self.open else -1

    def enter(self, level: int, number: int) -> int:
        while self.open and self.open[-1][0] >= level:
            self.open.pop()
        above = self.section()
        self.open.append((level, number))
        return above


def _finish(groups: Sequence[Group], measures: Measures, outline: Outline) -> tuple[Block, ...]:
    mark_running_heads(groups)
    _read_split_numbers(groups)
    flows = [flow_of(group.lines, measures) for group in groups]
    looks = [_look(g, f, outline) for g, f in zip(groups, flows, strict=True) if g.kind is BlockKind.HEADING]
    levels = iter(heading_levels(looks))
    sections = _Levels()
    blocks = []
    for number, (group, flow) in enumerate(zip(groups, flows, strict=True)):
        level = group.level
        if group.kind is BlockKind.HEADING:
            level = next(levels)
            section = sections.enter(level, number)
        else:
            section = sections.section()
        blocks.append(_block(number, group, flow, section, level, measures))
    return _with_depths(blocks)


def _read_split_numbers(groups: Sequence[Group]) -> None:
    """ "CHAPTER" on one line, "FIVE" on the next: the marker is read over both. Changed in place."""
    for group in groups:
        several = group.kind is BlockKind.HEADING and group.marker is None and len(group.lines) > 1
        if several and group.lines[0].text.strip().lower() in PART_WORDS:
            group.marker = read_marker(" ".join(line.text.strip() for line in group.lines)[:64])


def _with_depths(blocks: list[Block]) -> tuple[Block, ...]:
    """List items with their depth of nesting as level."""
    for run in list_runs(blocks):
        depth = run.depth
        if depth:
            for item in run.items:  # an item may be no more than the end of its block
                at = item[0].number
                if blocks[at].marker == item[0].marker:
                    blocks[at] = blocks[at]._replace(level=depth)
    return tuple(blocks)


def _block(number: int, group: Group, flow: Flow, section: int, level: int, measures: Measures) -> Block:
    first = group.lines[0]
    marker = group.marker
    body_at = _body_at(flow.text, first, marker) if marker else 0
    if group.kind is BlockKind.HEADING:
        body_at = _heading_body(flow.text, body_at)
    lines = tuple([line.index for line in group.lines])
    prefix = _bold_prefix(group.lines, flow, body_at)
    hidden = any([line.hidden for line in group.lines])  # noqa: C419 (a generator costs more here)
    inset = measures.inset(first) if group.kind is not BlockKind.FURNITURE else 0.0
    return _new(
        Block,
        (
            number, group.kind, flow, lines, section, level, marker.text if marker else "", body_at, first.box.x0,
            prefix, first.size, hidden, inset,
        ),
    )  # fmt: skip


def _body_at(text: str, first: Line, marker: Marker | None) -> int:
    if marker is None:
        return 0
    lead = len(first.text) - len(first.text.lstrip())
    at = min(marker.end - lead, len(text))
    if first.marks and first.marks[0][0] == 0:  # the mark was cut out of the flow
        at = 0
    while at < len(text) and text[at].isspace():
        at += 1
    return max(at, 0)


def _heading_body(text: str, at: int) -> int:
    """A heading that is nothing but a number is its own title."""
    return at if at < len(text) else 0


def _bold_prefix(lines: Sequence[Line], flow: Flow, body_at: int) -> int:
    """Characters of the body, from its start, that are bold or italic, over as many lines as it goes on."""
    total = 0
    for at, line in enumerate(lines):
        prefix = line.bold_prefix or line.italic_prefix
        if line.italic_prefix > prefix:
            prefix = line.italic_prefix
        if at and not prefix:
            break
        total += prefix + (1 if at else 0)
        if prefix < len(line.text.rstrip()):
            break
    return max(0, min(total, len(flow.text)) - body_at)


def _look(group: Group, flow: Flow, outline: Outline) -> HeadingLook:
    first = group.lines[0]
    marker = group.marker
    body = flow.text[_body_at(flow.text, first, marker) :] or flow.text
    return HeadingLook(
        size=round(max(line.size for line in group.lines) * 2) / 2,
        bold=first.bold,
        upper=body.isupper(),
        italic=first.italic,
        number=marker.path if marker else (),
        shape=marker.style if marker else "",
        outline=outline.level(body, first.page) or outline.level(flow.text, first.page),
    )


def flow_of(lines: Sequence[Line], measures: Measures) -> Flow:
    """Lines joined; raised footnote and citation marks cut out."""
    stretches = [_new(Stretch, (line.text, line.page, line.start, line.box)) for line in lines]
    flow = join(stretches, measures.is_word) if len(stretches) > 1 else whole_line(stretches[0])
    cuts = {(line.page, line.start + a, line.start + b) for line in lines for a, b in line.marks}
    return _without(flow, cuts) if cuts else flow


def _without(flow: Flow, cuts: set[tuple[int, int, int]]) -> Flow:
    text: list[str] = []
    pieces: list[Piece] = []
    size = 0
    done = 0
    for piece in flow.pieces:
        text.append(flow.text[done : piece.at])
        size += piece.at - done
        done = piece.at + piece.end - piece.start
        for low, high in _kept(piece, cuts):
            span = flow.spans(piece.at + low - piece.start, piece.at + high - piece.start)
            box = span[0].box if span else piece.box
            pieces.append(Piece(size, piece.page, low, high, box))
            text.append(flow.text[piece.at + low - piece.start : piece.at + high - piece.start])
            size += high - low
    return Flow("".join(text), tuple(pieces))


def _kept(piece: Piece, cuts: set[tuple[int, int, int]]) -> list[tuple[int, int]]:
    inside = sorted((a, b) for page, a, b in cuts if page == piece.page and a < piece.end and b > piece.start)
    kept = []
    at = piece.start
    for low, high in inside:
        if at < low:
            kept.append((at, low))
        at = max(at, high)
    if at < piece.end:
        kept.append((at, piece.end))
    return kept
