"""Enumerations in prose: "One is ... Another is ... The third is ...", "First, ... Second, ... Finally, ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.structure import Block
from app.layout.sentences import sentences

_RANKS = {
    "first": 1, "firstly": 1, "one": 1, "second": 2, "secondly": 2, "another": 0, "third": 3, "thirdly": 3, "fourth": 4,
    "fourthly": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "finally": -1, "lastly": -1, "last": -1, "final": -1, "other": -1,
}  # fmt: skip
_NAMES = "|".join(sorted(_RANKS, key=len, reverse=True))
# One of these stands in every match: a cheap first look.
_HINTS = (
    *(
        "One ",
        "Another ",
        "The other ",
        "The last ",
        "The final ",
        "Last",
        "Final",
        "irst",
        "econd",
        "hird",
        "ourth",
        "ifth",
    ),
    *("ixth", "eventh", "ighth", "inth", "enth"),
)
_OPENING = re.compile(
    rf"(?P<the>The )?(?P<rank>{_NAMES})"
    r"(?:(?P<comma>,)|(?P<noun>(?: (?!is\b|are\b|was\b)[\w-]+){0,3}?) (?:is|are|was|were)\b)\s*:?\s*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r",\s(?:as|which|that|where|when|so|because|since|but|with|and|by|in|if|whereas|while)\b|[:;\u2014]|\s[\u2013-]\s"
)
_FIRST_HINTS = ("One ", "irst")


class Opening(NamedTuple):
    """A sentence that begins with an ordinal: positions in the text of its block."""

    block: int  # number of the block
    start: int  # of the sentence
    body: int  # behind the ordinal words
    label_end: int
    rank: int  # 1, 2, ...; 0: one more ("another"); -1: the last
    form: str  # "the" (The first is), "comma" (First, ...), "one" (One is, Another is)


def openings(block: Block, hints: tuple[str, ...] = _HINTS) -> list[Opening]:
    """The sentences of a block that begin with an ordinal."""
    text = block.text
    if not any([hint in text for hint in hints]):  # noqa: C419  a list is twice as fast here
        return []
    found = []
    for start, end in sentences(block.text):
        at = max(start, block.body_at) if start < block.body_at < end else start
        match = _OPENING.match(block.text, at, end)
        if match and not _refused(match):
            found.append(_opening(block, match, start, end))
    return found


def _refused(match: re.Match[str]) -> bool:
    """ "One, ..." and "Another, ..." are no openings; nor is "The one, ..."."""
    rank = match.group("rank").lower()
    return bool(match.group("comma")) and (
        bool(match.group("the")) or rank in ("one", "another", "other", "last", "final")
    )


def _opening(block: Block, match: re.Match[str], start: int, end: int) -> Opening:
    rank = match.group("rank").lower()
    form = "comma" if match.group("comma") else "is"
    clause = _CLAUSE.search(block.text, match.end() + 3, end)
    label_end = clause.start() if clause else end
    return Opening(block.number, start, match.end(), label_end, _RANKS[rank], form)


def chains(blocks: Sequence[Block], near: int = 4) -> list[list[Opening]]:
    """Runs of openings in ordinal order in one section, at most `near` blocks apart; two at least."""
    found: list[list[Opening]] = []
    run: list[Opening] = []
    for block in blocks:
        for opening in openings(block, _HINTS if run else _FIRST_HINTS):
            if run and not _follows(run, opening, blocks, near):
                found.append(run)
                run = []
            if run or opening.rank == 1:
                run.append(opening)
    found.append(run)
    return [chain for chain in found if len(chain) >= 2]


def _follows(run: Sequence[Opening], opening: Opening, blocks: Sequence[Block], near: int) -> bool:
    last = run[-1]
    if last.rank == -1 or opening.form != last.form or opening.block - last.block > near:
        return False
    if blocks[opening.block].section != blocks[last.block].section:
        return False
    return opening.rank in (0, -1, len(run) + 1)
