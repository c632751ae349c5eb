"""Body lines gathered into groups: one group becomes one block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.page import Line
from app.domain.structure import BlockKind
from app.layout.headings import Outline, Setting, is_heading
from app.layout.line_kinds import LineKind, line_kinds
from app.layout.marker_tracker import MarkerTracker
from app.layout.markers import Marker, read_marker
from app.layout.measures import Measures, fits
from app.layout.term_lines import TermLines

# Words behind which a number at the start of a line belongs to the sentence: "as in paragraph / 6. The fee ...".
_REFERS = re.compile(
    r"\b(?:(?:section|paragraph|item|clause|article|chapter|part|step|point|table|figure|rule|note|no|page)s?\.?"
    r"|see|under|in|of|to|by|from|than|with|at|for)$",
    re.IGNORECASE,
)
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_CODE_FONT = re.compile(r"mono|courier|typewriter|consol|tt\d+$", re.IGNORECASE)
_CLOSERS = ")]\"'\u201d\u2019\u00bb"
_PAGE_NUMBER = re.compile(
    r"[-\u2013\u2014\s]*(?:(?:page|p\.|seite)?\s*(?:[A-Z]{1,2}-)?\d{1,4}(?:\s*(?:of|/|von|sur|de)\s*\d{1,4})?|[ivxlc]{1,6})"
    r"[-\u2013\u2014\s]*$",
    re.IGNORECASE,
)
_RULING = re.compile(r"[\W_]{4,}$|[-\u2013\u2014]\s?\d{1,4}\s?[-\u2013\u2014]$")  # a line of signs, "- 12 -"
_ASIDE = {"row": BlockKind.TABLE_ROW, "contents": BlockKind.CONTENTS, "caption": BlockKind.CAPTION}  # by LineKind
_SENTENCE_ENDS = ".!?:;\u3002"


@dataclass(slots=True)
class Group:
    """Lines of one block to be."""

    kind: BlockKind
    lines: list[Line]
    marker: Marker | None = None
    level: int = 0
    hanging: float | None = None  # inset of the continuation lines of a list item


def ends_sentence(text: str) -> bool:
    """Whether a text ends like a sentence, a list item or a lead-in."""
    body = text.rstrip().rstrip(_CLOSERS)
    return body[-1:] in _SENTENCE_ENDS if body else False


def starts_lower(text: str) -> bool:
    return text.lstrip("\"'(\u201c\u2018 ")[:1].islower()


def group_lines(lines: Sequence[Line], measures: Measures, outline: Outline) -> list[Group]:
    """Groups of body lines in order of their first lines."""
    markers = [read_marker(line.text) for line in lines]
    grouper = _Grouper(lines, markers, line_kinds(lines, markers), measures, outline)
    for at in range(len(lines)):
        grouper.take(at)
    for group in grouper.groups:
        if group.kind is BlockKind.HEADING and _too_long(group):
            group.kind, group.marker = BlockKind.PARAGRAPH, None
    return grouper.groups


def _too_long(group: Group) -> bool:
    """Large or bold running text, no title."""
    letters = sum(len(line.text) for line in group.lines)
    return letters > 220 or (len(group.lines) > 2 and letters > 120 and group.lines[-1].text.rstrip().endswith("."))


class _Grouper:
    """Walks over the lines once; `text` is the open paragraph, list item or heading."""

    def __init__(
        self,
        lines: Sequence[Line],
        markers: Sequence[Marker | None],
        kinds: Sequence[LineKind],
        measures: Measures,
        outline: Outline,
    ) -> None:
        self.lines, self.markers, self.kinds = lines, markers, kinds
        self.measures, self.outline = measures, outline
        self.groups: list[Group] = []
        self.text: Group | None = None
        self.aside: Group | None = None  # the float right above, if the last line belonged to one
        self.tracker = MarkerTracker()
        self.at = 0
        self.terms = TermLines(measures)
        self.hangs: dict[str, bool] = {}  # by marker style: do continuation lines stand right of the marker?

    def take(self, at: int) -> None:
        self.at = at
        kind = self.kinds[at]
        if self._page_number(at) or _RULING.match(self.lines[at].text):
            self.groups.append(Group(BlockKind.FURNITURE, [self.lines[at]]))
            return
        if kind is LineKind.TEXT and not self._goes_on_with_caption(at):
            self.aside = None
            self._take_text(at)
        elif kind is not LineKind.TEXT:
            self._take_aside(at, kind)

    def _page_number(self, at: int) -> bool:
        """A number alone on the first or last line of a page."""
        line = self.lines[at]
        if len(line.text) > 16 or not _PAGE_NUMBER.match(line.text) or line.size > self.measures.body * 1.25:
            return False
        edges = (at - 1, at + 1)
        return any(not 0 <= other < len(self.lines) or self.lines[other].page != line.page for other in edges)

    # ------------------------------------------------------------ asides

    def _take_aside(self, at: int, kind: LineKind) -> None:
        self.aside = Group(_ASIDE[kind.value], [self.lines[at]])
        self.groups.append(self.aside)
        if self.text is not None and self.text.kind is BlockKind.HEADING:
            self.text = None

    def _goes_on_with_caption(self, at: int) -> bool:
        """A caption goes on over lines of its size and step that are no markers and fill no new paragraph."""
        aside = self.aside
        if aside is None or aside.kind is not BlockKind.CAPTION:
            return False
        line, before = self.lines[at], aside.lines[-1]
        same = line.page == before.page and line.column == before.column and abs(line.size - before.size) < 0.3
        step = line.box.y0 - before.box.y0
        if not same or not 0 < step < 1.5 * line.size or (line.bold != before.bold and len(aside.lines) > 1):
            return False
        if fits(before, line, self.measures.right(line)) and not starts_lower(line.text):
            return False
        aside.lines.append(line)
        return True

    # ------------------------------------------------------------ text

    def _take_text(self, at: int) -> None:
        line, marker, group = self.lines[at], self.markers[at], self.text
        if group is not None and group.kind is BlockKind.HEADING and self._goes_on_with_heading(group, at):
            group.lines.append(line)
            return
        broken = group is None or self._broken(group, line)
        if self._heads(at, broken):
            self.terms.close()
            self._open(BlockKind.HEADING, line, marker if marker and not marker.is_bullet else None)
        elif marker is not None and not self.terms.is_last(line) and self._starts_item(marker, line, broken):
            self._open(BlockKind.LIST_ITEM, line, marker)
            self.tracker.note(marker, line)
        elif group is None or broken or group.kind is BlockKind.HEADING or self.terms.is_last(line):
            self._open(BlockKind.PARAGRAPH, line, None)
        else:
            self._extend(group, line)

    def _open(self, kind: BlockKind, line: Line, marker: Marker | None) -> None:
        self.text = Group(kind, [line], marker)
        self.groups.append(self.text)

    def _extend(self, group: Group, line: Line) -> None:
        if group.kind is BlockKind.LIST_ITEM and group.hanging is None:
            group.hanging = self.measures.inset(line)
            if group.marker is not None:
                self.hangs[group.marker.style] = line.box.x0 > group.lines[0].box.x0 + 3
        group.lines.append(line)

    # ------------------------------------------------------------ headings

    def _heads(self, at: int, broken: bool) -> bool:
        line, marker = self.lines[at], self.markers[at]
        special = line.bold or line.italic or line.size > self.measures.body * 1.1 or marker is not None
        title = line.text[marker.end :] if marker else line.text
        possible = (broken or special) and len(title) < 160 and not title.endswith((".", ",", ";"))
        outlined = possible and self.outline.holds(title, line.page)
        if not (special or outlined or line.text.isupper()):
            return False
        if not broken and not (line.bold or line.size > self.measures.body * 1.1):
            return False
        if outlined and not (special or broken):
            return False
        if not outlined and (marker is None or marker.word) and self._is_term(at):
            return False
        return is_heading(line, marker, self._setting(at, broken), self.measures, outlined)

    def _is_term(self, at: int) -> bool:
        group = self.text
        heading = group is not None and group.kind is BlockKind.HEADING
        title = " ".join(line.text for line in group.lines) if group is not None and heading else ""
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        return self.terms.holds(self.lines[at], following, group.lines[-1] if group else None, title)

    def _setting(self, at: int, broken: bool) -> Setting:
        line = self.lines[at]
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if following is None or following.page != line.page or following.column != line.column:
            return Setting(broken, True, True)
        step = following.box.y0 - line.box.y0
        wide = step > 1.25 * self.measures.leading * line.size
        below = wide or (fits(line, following, self.measures.right(line)) and not starts_lower(following.text))
        plain = not following.bold and following.size <= self.measures.body * 1.1
        return Setting(broken, below, plain)

    def _goes_on_with_heading(self, group: Group, at: int) -> bool:
        """A second or third line of the same look, or the title below a number that stands alone."""
        line, before, first = self.lines[at], group.lines[-1], group.lines[0]
        if line.page != before.page or len(group.lines) > 3 or self.kinds[at] is not LineKind.TEXT:
            return False
        step = line.box.y0 - before.box.y0
        alone = group.marker is not None and len(group.lines) == 1 and not first.text[group.marker.end :].strip()
        if alone and -2 < step < 4 * max(line.size, before.size):
            return self.markers[at] is None and self._like_title(line, first)
        same = abs(line.size - before.size) < 0.4 and line.bold == before.bold and line.italic == before.italic
        if not same or not 0 < step < 1.6 * line.size or self.markers[at] is not None:
            return False
        if before.text.rstrip().endswith((".", ":")):
            return False
        return line.size > self.measures.body * 1.1 or starts_lower(line.text) or not self._chosen_end(before, line)

    def _like_title(self, line: Line, number: Line) -> bool:
        return len(line.text) < 120 and (
            line.bold or line.size >= number.size - 0.3 or line.text.isupper() or not ends_sentence(line.text)
        )

    def _chosen_end(self, before: Line, line: Line) -> bool:
        return fits(before, line, self.measures.right(before))

    # ------------------------------------------------------------ list items

    def _starts_item(self, marker: Marker, line: Line, broken: bool) -> bool:
        if marker.is_bullet:
            return self._starts_bullet(marker, line, broken)
        follows = self.tracker.follows(marker)
        first = any(value == 1 for _, value in marker.readings)
        if marker.bare and not marker.word:
            own_cell = len(line.cells) > 1 and line.cells[0].text.strip() == marker.text
            deep = len(marker.path) > 1
            return broken and (
                deep or (own_cell and (first or follows)) or (follows and self.tracker.aligned(marker, line))
            )
        if broken:
            return not (marker.bare and marker.word) or follows or first or marker.end >= len(line.text)
        if self.tracker.near(marker) and self.tracker.aligned(marker, line) and ends_sentence(self._text_before()):
            return True
        if follows and (self._over_edge(line) or self._next_below(marker, line)):
            return True
        if follows and (self.tracker.aligned(marker, line) or self._apart(line)):
            return ends_sentence(self._text_before()) or self._apart(line) or self._ends_with_joiner()
        if marker.bare:
            return False
        if self._text_before().endswith((":", "\u2014", ":-")):
            return True  # also "4.": the list may go on from another place
        return first and self._steps_in(line)

    def _next_below(self, marker: Marker, line: Line) -> bool:
        """Whether the marker stands right below that of the open item and is of its kind: an item of one full line."""
        group = self.text
        if group is None or group.marker is None or marker.bare or marker.style != group.marker.style:
            return False
        below = abs(line.box.x0 - group.lines[0].box.x0) < 0.15 * line.size
        return below and not _REFERS.search(self._text_before())

    def _steps_in(self, line: Line) -> bool:
        """Whether the line begins deeper than every line of the list item above it, whose sentence has ended."""
        group = self.text
        if group is None or group.marker is None or not ends_sentence(self._text_before()):
            return False
        return line.box.x0 > max(other.box.x0 for other in group.lines) + 0.6 * line.size

    def _starts_bullet(self, marker: Marker, line: Line, broken: bool) -> bool:
        if marker.text in ">+~" and _CODE_FONT.search(line.font):
            return False  # the prompt of a session, a line of code
        if marker.text not in f"{_DASHES}*\u00b0+~>\u00a7\u00b7":
            return True
        if broken or self._text_before().endswith(":") or self._beside_bullet(line):
            return True
        return self.tracker.follows(marker) and self.tracker.aligned(marker, line)

    def _beside_bullet(self, line: Line) -> bool:
        """Whether a dash stands where the bullet of the open item stands: one more item, typed otherwise."""
        group = self.text
        if group is None or group.marker is None or not group.marker.is_bullet or group.marker.text in _DASHES:
            return False
        return abs(self.measures.inset(line) - self.measures.inset(group.lines[0])) < 0.15 * line.size

    def _over_edge(self, line: Line) -> bool:
        """Whether the line stands on another page or in another column than the text above it."""
        before = self.text.lines[-1] if self.text else line
        return line.page != before.page or line.column != before.column

    def _text_before(self) -> str:
        return self.text.lines[-1].text.rstrip() if self.text else ""

    def _ends_with_joiner(self) -> bool:
        return self._text_before().lower().endswith((";", ",", " and", " or", "; and", "; or"))

    def _apart(self, line: Line) -> bool:
        """Whether the line begins at another x than the line above."""
        group = self.text
        return group is not None and abs(group.lines[-1].box.x0 - line.box.x0) > 0.6 * line.size

    # ------------------------------------------------------------ breaks

    def _broken(self, group: Group, line: Line) -> bool:
        """Whether something new begins with this line, by its place and look."""
        before = group.lines[-1]
        if self.terms.is_last(before):
            return True
        if group.marker is not None and len(group.lines) == 1 and not before.text[group.marker.end :].strip():
            return not (line.page == before.page and line.box.y0 - before.box.y0 < 2.2 * line.size)
        if abs(line.size - before.size) > 0.7 and min(len(line.text), len(before.text)) > 3:
            return True
        if line.hidden != before.hidden:
            return True
        step = line.box.y0 - before.box.y0
        if line.page != before.page or line.column != before.column or line.columns != before.columns or step < -1:
            return self._broken_over_edge(group, before, line)
        usual = self._usual_step(group)
        if step > usual * 1.3 + 1 or (ends_sentence(before.text) and self._set_apart(before, line, step, usual)):
            return True
        if group.kind is BlockKind.LIST_ITEM:
            return self._item_ends(group, before, line)
        return self._paragraph_ends(group, before, line)

    def _set_apart(self, before: Line, line: Line, step: float, usual: float) -> bool:
        """Behind the end of a sentence: a little more space, or bold words that begin a line."""
        if step > usual * 1.12 + 0.5 and not before.marks and not line.marks:
            return True
        head = line.text[: line.bold_prefix].rstrip()
        return len(head) > 2 and not before.bold and line.bold_prefix < len(line.text) and head[-1] in ".:\u2014\u2013"

    def _usual_step(self, group: Group) -> float:
        lines = group.lines
        if len(lines) >= 3:
            step = lines[-1].box.y0 - lines[-2].box.y0
            other = lines[-2].box.y0 - lines[-3].box.y0
            if abs(step - other) < 1.5 and step > 0:
                return step
        return self.measures.leading * lines[-1].size

    def _broken_over_edge(self, group: Group, before: Line, line: Line) -> bool:
        """Over a column or page end."""
        if group.kind is BlockKind.HEADING:
            return True
        if starts_lower(line.text) and self.markers[self.at] is None:
            return before.text.rstrip().endswith(":")
        if fits(before, line, self.measures.right(before)) or self._leaves_hanging(group, line):
            return True  # the line above had room left
        if not ends_sentence(before.text):
            return self.measures.inset(line) > self._inset_of(group) + 1.5 * line.size
        if group.kind is BlockKind.LIST_ITEM and group.hanging is not None:
            inset = self.measures.inset(line)
            hangs = group.hanging > self.measures.inset(group.lines[0]) + 4 and abs(inset - group.hanging) < 3
            return not hangs or fits(before, line, self.measures.right(before))
        return True

    def _leaves_hanging(self, group: Group, line: Line) -> bool:
        """A line left of the marker of an item whose kind has its continuation lines right of it."""
        if group.marker is None or not self.hangs.get(group.marker.style):
            return False
        return self.measures.inset(line) < self.measures.inset(group.lines[0]) - 3

    def _inset_of(self, group: Group) -> float:
        return group.hanging if group.hanging is not None else max(map(self.measures.inset, group.lines[-2:]))

    def _item_ends(self, group: Group, before: Line, line: Line) -> bool:
        """Below a line of a list item: a continuation hangs below the body, or stands left of the marker."""
        chosen = fits(before, line, self.measures.right(before))
        ended = ends_sentence(before.text)
        lower = starts_lower(line.text) and self.markers[self.at] is None  # "(c) ..." is not lower case, but a marker
        if lower and not before.text.rstrip().endswith((":", ";")):
            return False
        start = group.lines[0].box.x0
        hanging = line.box.x0 > start + 3
        if hanging:
            known = group.hanging is not None and group.lines[0].page == line.page
            deeper = known and self.measures.inset(line) > (group.hanging or 0.0) + 1.2 * line.size
            return bool(deeper and (chosen or ended))
        if group.hanging is not None and group.hanging > self.measures.inset(group.lines[0]) + 3:
            return True  # the item hangs, this line does not
        left = line.box.x0 < start - 3
        if left and group.marker is not None and self.hangs.get(group.marker.style):
            return True  # others of its kind hang
        if left and line.bold_prefix > 2 and not before.bold_prefix:
            return True
        return chosen or (ended and line.box.x0 < start - 3)

    def _paragraph_ends(self, group: Group, before: Line, line: Line) -> bool:
        chosen = fits(before, line, self.measures.right(before))
        ended = ends_sentence(before.text)
        if chosen and (ended or not starts_lower(line.text)):
            return True
        shift = line.box.x0 - before.box.x0
        if len(group.lines) == 1 and shift < 0:
            return False  # the first line was indented
        if abs(shift) <= 0.8 * line.size:
            return False
        if shift > 0 and len(group.lines) == 1 and not ended:
            return False  # a hanging indent
        return ended or not starts_lower(line.text)
