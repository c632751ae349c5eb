"""From blocks to members: the label of an item, its detail and its aliases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.domain.flow import Flow, join_flows
from app.domain.structure import Block, Member
from app.layout.sentences import sentences

_COLON = re.compile(r":(?=\s|$)|\uff1a")
_DASH = re.compile(
    r"\s[\u2013\u2014\u2012\u2015\u2212-]{1,2}\s|(?<=\w)\u2014(?=\w)|(?<=[)\w])\u2014\s"
    r"|(?<=\w\w)[-\u2013]\s(?!(?:and|or|to|und|oder|et)\b)"
)
_CLAUSE = re.compile(r";(?=\s|$)")
_REMARK = re.compile(r"\s+\[[^\[\]\s]+(?:\s[^\[\]]+)+\]$")  # two words or more in square brackets at the end
_TRAILING = re.compile(r"(?:[\s.,;:\u2013\u2014-]|[;,]\s*(?:and|or|and/or|et|ou|und|oder)\s*$)+$")
_ENDS = ".,;:\u2013\u2014-drtu"  # the last letters of what `_TRAILING` finds, white space aside
_SHORT_NAME = re.compile(r"[A-Z0-9][\w./&+-]{0,11}$")
_WORDS = re.compile(r"[^\W\d_]{2,}")
# Ends of run-in titles that a splitter of sentences leaves out: "Proceedings, Etc. Any ...", "Attachment. (i) Any ...".
_TITLE_STOP = re.compile(r"(?:\b[Ee]tc\.(?=\s+[A-Z])|[a-z)]\.(?=\s+\([a-zivx0-9]{1,4}\)\s))")
_NEAR = 110  # a colon or dash further in does not end a label


class Label(NamedTuple):
    """Where a label stands in a text, and other readings of it."""

    start: int
    end: int
    aliases: tuple[str, ...] = ()


def label_in(text: str, start: int, bold: int = 0) -> Label:
    """The label of an item whose body is text[start:]: `bold` characters of it are a run-in heading."""
    body = text[start:]
    if 0 < bold < len(body.rstrip()) and len(_WORDS.findall(body[:bold])) > 0 and bold <= 160:
        end = _trimmed(body, bold)
        if end:
            first = _cut(body)
            aliases = [body[:first]] if first > end and first <= 200 else []
            return _unfolded(text, start, start + end, aliases)
    end = _cut(body)
    whole = _trimmed(body, _first_sentence(body))
    return _unfolded(text, start, start + end, [body[:whole]] if end < whole <= 240 else [])


def title_label(text: str, start: int) -> Label:
    """The label of a section: its whole title; the part before a colon or dash is an alias."""
    body = text[start:]
    end = _trimmed(body, len(body)) or len(body)
    first = _cut(body)
    return _unfolded(text, start, start + end, [body[:first]] if first < end else [])


def _cut(body: str) -> int:
    """End of the text up to the first colon, dash or end of the first sentence or clause."""
    ends = [_first_sentence(body)]
    body = body[: max(ends[0], _NEAR)]
    near = body[:_NEAR]
    colon, dash = ":" in near or "\uff1a" in near, "-" in near or not near.isascii()  # most texts hold neither
    for pattern in [p for p, may in ((_COLON, colon), (_DASH, dash)) if may]:
        match = next((m for m in pattern.finditer(body, 0, _NEAR) if _outside(body, m.start())), None)
        if match is not None and _WORDS.search(body, 0, match.start()):
            ends.append(match.start())
    clauses = _CLAUSE.finditer(body, 0, 2000) if ";" in body else ()
    clause = next((m for m in clauses if _outside(body, m.start())), None)
    if clause is not None and clause.start() > 1 and not _title_like(body[: ends[0]]):
        ends.append(clause.start())
    return _trimmed(body, min(ends)) or _trimmed(body, len(body)) or len(body)


def _title_like(text: str) -> bool:
    """A short sentence in title case, such as "Failure to Pay; Attachment"."""
    words = [word for word in text.split() if word[:1].isalpha() and len(word) > 3]
    return bool(words) and len(text.split()) <= 12 and all(word[0].isupper() for word in words)


def _outside(body: str, at: int) -> bool:
    return body.count("(", 0, at) <= body.count(")", 0, at)


def _first_sentence(body: str) -> int:
    found = sentences(body[:2000])
    end = found[0][1] if found else len(body)
    stop = _TITLE_STOP.search(body, 0, min(end, 160))
    return min(end, stop.end()) if stop else end


def _trimmed(body: str, end: int) -> int:
    """`end` moved left over closing punctuation and a joining "and"; a balanced bracket stays."""
    if end and body[end - 1] not in _ENDS and not body[end - 1].isspace():
        return end  # most texts, without a search
    low = max(0, end - 80)
    match = _TRAILING.search(body, low, end)
    return match.start() if match else end


def _unfolded(text: str, start: int, end: int, aliases: Sequence[str]) -> Label:
    """A short name or a remark in brackets behind the label is taken off and kept as an alias."""
    label = text[start:end]
    names = list(aliases)
    remark = _REMARK.search(label) if len(label) < 500 else None
    if remark is not None:  # "globs (a mapping) [no longer used]"
        names = [label, *names]
        label = label[: remark.start()]
        end = start + len(label)
    found = _bracketed(label) if len(label) < 500 else None
    if found is not None:
        stop, name = found
        if _SHORT_NAME.match(name):
            names = [name, label, *names]
            end = start + stop
        elif len(name.split()) > 4:
            names = [label, *names]
            end = start + stop
        else:
            names = [label[:stop], *names]
    return Label(start, end, _distinct(names, text[start:end]))


def _bracketed(label: str) -> tuple[int, str] | None:
    """Where the name ends that stands before a bracket at the end, and what stands in the bracket; brackets nest."""
    if not label.endswith(")"):
        return None
    depth = 0
    for at in range(len(label) - 1, 0, -1):
        depth += (label[at] == ")") - (label[at] == "(")
        if depth == 0:
            name = label[:at].rstrip()
            return (len(name), label[at + 1 : -1].strip()) if name and label[at - 1].isspace() else None
    return None


def _distinct(names: Sequence[str], label: str) -> tuple[str, ...]:
    """At most three aliases, folded over line ends, other than the label."""
    folded = (" ".join(name.split()) for name in names)
    return tuple(name for name in dict.fromkeys(folded) if name and name != " ".join(label.split()))[:3]


def member_of(blocks: Sequence[Block]) -> Member:
    """A member from the block it begins with and the blocks that belong to it."""
    first = blocks[0]
    label = label_in(first.text, first.body_at, first.bold_prefix)
    return member_at(blocks, label)


def member_at(blocks: Sequence[Block], label: Label, aliases: Sequence[str] = ()) -> Member:
    """A member whose label stands at a known place of the first block's text."""
    first = blocks[0]
    more = [block.text for block in blocks[1:]]
    detail = _TRAILING_HEAD.sub("", first.text[label.end :])
    name = " ".join(first.text[label.start : label.end].split())
    return Member(
        label=name,
        spans=first.flow.spans(label.start, label.end),
        marker=first.marker,
        detail="\n".join(part for part in [detail.strip(), *more] if part),
        aliases=_distinct([*aliases, *label.aliases], name),
        text="\n".join([first.text[first.body_at :], *more]),
        counted=_OPTIONAL.match(name) is None,
        hidden=any(block.hidden for block in blocks),
    )


_OPTIONAL = re.compile(r"\W*optional\b|.*\(optional\)\W*$", re.IGNORECASE)
_TRAILING_HEAD = re.compile(r"^[\s.,;:\u2013\u2014-]+")


def whole_flow(blocks: Sequence[Block]) -> Flow:
    """The text of several blocks as one flow, a line each."""
    return join_flows([block.flow for block in blocks], "\n")
