"""Cross references: "see Section 5.4", "Table 2", "Appendix B"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.structure import Block, BlockKind, Reference

_KINDS = {
    "sections": "section", "section": "section", "sec": "section", "§": "section", "tables": "table", "table": "table",
    "figures": "figure", "figure": "figure", "fig": "figure", "figs": "figure", "appendices": "appendix",
    "appendix": "appendix", "annex": "annex", "chapters": "chapter", "chapter": "chapter", "article": "article",
    "articles": "article", "exhibit": "exhibit", "schedule": "schedule", "page": "page", "pages": "page",
    "part": "part", "clause": "clause", "attachment": "attachment", "paragraph": "paragraph",
}  # fmt: skip
_NUMBER = r"(?:\d+(?:\.\d+)*|[A-Z](?:[.-]\d+)*|[IVX]+)(?:\([a-z0-9]{1,4}\))*"
_REFERENCE = re.compile(
    rf"\b(?P<kind>Sections?|Sec\.|Tables?|Figures?|Figs?\.|Appendi(?:x|ces)|Annex|Chapters?|Articles?|Exhibit|Schedule"
    rf"|[Pp]ages?|Part|Clause|Attachment|Paragraph|section|table|figure|chapter|clause|paragraph)\s+(?P<number>{_NUMBER})\b"
)
_SKIPPED = frozenset({BlockKind.CONTENTS, BlockKind.FURNITURE, BlockKind.HEADING})


def find_references(blocks: Sequence[Block]) -> list[Reference]:
    """All cross references in reading order; captions and headings do not refer, they name."""
    found = []
    for block in blocks:
        if block.kind in _SKIPPED:
            continue
        for match in _REFERENCE.finditer(block.text):
            if block.kind is BlockKind.CAPTION and match.start() == block.body_at:
                continue
            kind = _KINDS[match.group("kind").lower().rstrip(".")]
            spans = block.flow.spans(match.start(), match.end())
            found.append(Reference(kind, match.group("number"), block.number, spans))
    return found
