"""Definitions in running text: "X means Y", "X is defined as Y", "the term X refers to Y"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.structure import Block, BlockKind, Definition
from app.layout.sentences import sentence_around

_QUOTED = r"[\"\u201c\u2018]([^\"\u201c\u201d\u2019]{2,80})[\"\u201d\u2019]"
_MEANS = re.compile(
    rf"(?:{_QUOTED}|\b([A-Z][^\s,;:.]*(?:\s[^\s,;:.]+){{0,6}}?))\s*(?:\([^()]{{1,40}}\)\s*)?,?\s"
    r"(?:shall mean|shall have the meaning|has the meaning|means|(?:is|are) defined (?:as|by)|refers? to|denotes?)\b"
)
_QUICK = re.compile(r"\bmean(?:s|ing)?\b|\bdefined (?:as|by)\b|\brefers? to\b|\bdenotes?\b")
_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.TABLE_ROW, BlockKind.FOOTNOTE})
_PRONOUNS = frozenset(("this", "it", "that", "which", "these", "he", "she", "they", "we", "you", "there", "what"))
_LEADING = re.compile(r"(?:The|A|An|In this \w+,?|For purposes of [^,]*,|Here,?)\s+(?:term\s+)?|The term\s+")


def _may_define(text: str) -> bool:
    """A cheap first look, then a closer one: hardly any block defines something."""
    quick = "mean" in text or "refer" in text or "defined" in text or "denote" in text
    return quick and _QUICK.search(text) is not None


def find_definitions(blocks: Sequence[Block]) -> list[Definition]:
    """Term, text and place of each definition in reading order."""
    found = []
    for block in blocks:
        if block.kind not in _KINDS or not _may_define(block.text):
            continue
        for match in _MEANS.finditer(block.text, block.body_at):
            group = 1 if match.group(1) else 2
            start, end = match.span(group)
            leading = _LEADING.match(block.text, start, end)
            start = leading.end() if leading else start
            stop = sentence_around(block.text, match.end() - 1, match.end())[1]
            term, text = block.text[start:end].rstrip(" ,"), block.text[match.end() : stop].strip(" :,")
            if term and text and term.lower() not in _PRONOUNS:
                found.append(Definition(term, text, block.flow.spans(start, start + len(term))))
    return found
