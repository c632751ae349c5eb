"""What reading a document finds: blocks, regions with their members, cues, definitions, references, passages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.flow import Flow
from app.domain.geometry import Span
from app.domain.page import OutlineEntry, Page, PageState


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    CONTENTS = "contents"  # a line of a table of contents, list of figures or index
    FURNITURE = "furniture"


class Block(NamedTuple):
    """A heading, paragraph, list item and so on, in reading order; may run over lines, columns and pages."""

    number: int  # position in the document
    kind: BlockKind
    flow: Flow  # its text with the way back to the pages; a list item includes its marker
    lines: tuple[int, ...]  # indexes of its lines
    section: int  # number of the innermost heading block above it, -1 before the first
    level: int = 0  # heading level (1 = top) or list depth (0 = outermost)
    marker: str = ""  # list marker or section number as printed: "(a)", "2.1", a bullet; the text after it is the body
    body_at: int = 0  # where in flow.text the body begins, behind the marker
    indent: float = 0.0  # x0 of the first line, points
    bold_prefix: int = 0  # characters at the start of the *body* that are bold or italic: a run-in heading
    size: float = 10.0
    hidden: bool = False
    inset: float = 0.0  # x0 of the first line less the left edge of its column, points

    @property
    def text(self) -> str:
        return self.flow.text

    @property
    def page(self) -> int:
        return self.flow.pieces[0].page if self.flow.pieces else 0


class RegionKind(StrEnum):
    SECTIONS = "sections"  # the direct sub-sections of a section (or the top-level sections of the document)
    LIST = "list"
    TABLE = "table"
    RECORDS = "records"  # the same labelled block again and again; label-value pairs
    RUN_IN = "run_in"  # paragraphs that each begin with a run-in heading
    INLINE = "inline"  # "A, B, and C"; "(i) ...; and (ii) ..."; "One is ... Another is ..."
    DEFINITIONS = "definitions"  # glossary, acronym list, definition list
    SEQUENCE = "sequence"  # items scattered one by one, each marked: "Finding 7: ..."
    FOOTNOTES = "footnotes"


class ContextRole(StrEnum):
    """Where the words that say what a region lists come from, strongest first."""

    LEAD_IN = "lead_in"  # the sentence that announces the region, directly before it
    CAPTION = "caption"
    HEADING = "heading"  # the heading directly above
    HEADER = "header"  # the header of a column (see Region.columns too)
    LABEL = "label"  # the word each member is marked with: "Finding", "Tier"
    BEFORE = "before"  # the sentence before the lead-in
    PATH = "path"  # headings further up
    TAIL = "tail"  # text behind the members that belongs to the series: "... and Low are the levels of impact"


class Context(NamedTuple):
    role: ContextRole
    text: str
    spans: tuple[Span, ...] = ()


class Field(NamedTuple):
    """The value of one column (or label) in a row or record."""

    column: int  # index into Region.columns
    text: str
    spans: tuple[Span, ...]
    carried: bool = False  # taken over from an earlier row (first column filled once per group) or a group line


class Member(NamedTuple):
    """One member of a region. `label` is verbatim text of `spans` (line ends folded), without its marker."""

    label: str
    spans: tuple[Span, ...]  # where the label stands
    marker: str = ""
    detail: str = ""  # what follows the label in the member's text
    fields: tuple[Field, ...] = ()  # for tables and records
    aliases: tuple[str, ...] = ()  # at most three, from explicit cues: "Govern (GV)"
    text: str = ""  # the member's full text, for "such as" and conditions
    counted: bool = True  # False: a total row, an optional or remark member
    hidden: bool = False


ASSUMED_HEADER = "header_assumed"  # a problem of names only: the first row may be a member


class Ending(StrEnum):
    """What was seen behind the last member."""

    NEXT_BLOCK = "next_block"  # a heading or a paragraph that is no continuation: closed
    NEXT_REGION = "next_region"  # another region begins; closed only if it is told apart by marker, level or lead-in
    END_OF_SECTION = "end_of_section"
    END_OF_DOCUMENT = "end_of_document"
    SENTENCE = "sentence"  # an inline series that its sentence closes
    UNREAD_PAGE = "unread_page"  # a page not read stands inside or directly behind it
    UNKNOWN = "unknown"


CLOSED_ENDINGS = frozenset(
    {Ending.NEXT_BLOCK, Ending.NEXT_REGION, Ending.END_OF_SECTION, Ending.END_OF_DOCUMENT, Ending.SENTENCE}
)


@dataclass(frozen=True, slots=True)
class Column:
    name: str  # header text, lines folded; "" where there is none
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """Something the document itself delimits, with everything that says whether it is whole."""

    number: int  # position in the document
    kind: RegionKind
    contexts: tuple[Context, ...]
    members: tuple[Member, ...]
    ending: Ending
    first_page: int
    last_page: int
    section: int = -1  # block number of the heading it stands under
    numbering: str = ""  # "decimal", "lower_alpha", "upper_alpha", "lower_roman", "upper_roman", "bullet", "none"
    columns: tuple[Column, ...] = ()
    level: int = 0  # nesting depth; members are all of this level
    parent: int = -1  # number of the region one of whose members this one is nested in, -1 for none
    parent_member: int = -1
    start_seen: bool = True  # the first member follows a lead-in, heading, caption, header, or starts its numbering
    problems: tuple[str, ...] = ()  # codes that forbid "closed": "gap:3", "restart", "unaccounted_lines", "hidden", ...
    open_words: tuple[str, ...] = ()  # "such as", "etc.", ... as found in the lead-in or behind the last member

    @property
    def closed(self) -> bool:
        doubted = any(problem != ASSUMED_HEADER for problem in self.problems)
        return self.start_seen and self.ending in CLOSED_ENDINGS and not doubted

    def context(self, role: ContextRole) -> str:
        return " ".join(c.text for c in self.contexts if c.role is role)


class CountRelation(StrEnum):
    EXACTLY = "exactly"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    ABOUT = "about"
    OTHER = "other"  # "the other five", "remaining three"
    PART = "part"  # "N of M": value is M, part is N


@dataclass(frozen=True, slots=True)
class Cue:
    """A count stated in the text: "There are six (6) harbour offices"."""

    number: int
    value: int
    relation: CountRelation
    noun: str  # head noun as printed
    stem: str  # its stem
    modifiers: tuple[str, ...]  # words between the number and the noun, as printed
    spans: tuple[Span, ...]
    quote: str  # the sentence
    section: int
    region: int = -1  # number of the region in whose lead-in it stands, -1 for none
    part: int = 0
    announces: bool = False  # "the following five", or the sentence ends in a colon


@dataclass(frozen=True, slots=True)
class Definition:
    term: str
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Acronym:
    short: str
    long: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A cross reference: "see Section 5.4", "Table 2", "Appendix B"."""

    kind: str  # "section", "table", "figure", "appendix", "page", ...
    number: str
    block: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """What the index returns: some blocks of one section, with their heading path."""

    number: int
    flow: Flow
    headings: tuple[str, ...]
    blocks: tuple[int, ...]
    contents: bool = False  # table of contents or index: no place for answers
    furniture: bool = False


@dataclass(frozen=True, slots=True)
class DocumentStructure:
    """Everything stored of a document; answering needs nothing else."""

    name: str
    title: str
    pages: tuple[Page, ...]
    planned_pages: int
    state: PageState
    reason: str
    blocks: tuple[Block, ...] = ()
    regions: tuple[Region, ...] = ()
    cues: tuple[Cue, ...] = ()
    definitions: tuple[Definition, ...] = ()
    acronyms: tuple[Acronym, ...] = ()
    references: tuple[Reference, ...] = ()
    passages: tuple[PassageDraft, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    layers: frozenset[str] = frozenset()
