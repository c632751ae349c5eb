"""An answer as lines: JSONL and CSV. What is said about the whole set comes first, in both.

Takes the JSON shape of `answers.render`, so that a stored answer and one just given are written alike.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]

COLUMNS = (
    "verdict",
    "qualifier",
    "count_lower",
    "count_upper",
    "question",
    "number",
    "label",
    "detail",
    "aliases",
    "verified",
    "document",
    "page",
    "quote",
    "places",
    "key",
    "found_in_pass",
)
_ABOUT_THE_SET = 5  # columns that every row repeats

# A spreadsheet takes a cell that begins so for a formula; the wide forms are folded by some programs first.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def jsonl(answer: Json) -> Iterator[str]:
    """One object a line, each with its `record`: first "answer" (all but the items), then "item" by "item"."""
    whole = {name: value for name, value in answer.items() if name != "items"}
    whole["total"] = total(answer)
    yield line({"record": "answer", **whole})
    for number, item in enumerate(answer["items"], 1):
        yield line({"record": "item", "number": number, **item})


def csv_lines(answer: Json) -> Iterator[str]:
    """The header, then `rows`, as lines of CSV (RFC 4180)."""
    yield csv_line(COLUMNS)
    for row in rows(answer):
        yield csv_line(row)


def rows(answer: Json) -> Iterator[tuple[Any, ...]]:
    """A row for each item in the order of COLUMNS. Without items one row stands: the verdict, and empty cells."""
    about = _about(answer)
    if not answer["items"]:
        yield (*about, *[None] * (len(COLUMNS) - _ABOUT_THE_SET))
    for number, item in enumerate(answer["items"], 1):
        yield (*about, number, *_cells(item))


def _about(answer: Json) -> tuple[Any, ...]:
    said = answer["completeness"]
    count = said["count"]
    return said["verdict"], said["qualifier"], count["lower"], count["upper"], answer["question"]["text"]


def _cells(item: Json) -> tuple[Any, ...]:
    """Of one item; document, page and quote are those of its first evidence, `places` counts them all."""
    places = item["evidence"]
    first = places[0] if places else {"document": None, "page": None, "quote": None}
    return (
        item["label"],
        item["detail"],
        "; ".join(item["aliases"]),
        item["verified"],
        first["document"],
        first["page"],
        first["quote"],
        len(places),
        item["key"],
        item["found_in_pass"],
    )


def csv_line(cells: Sequence[Any]) -> str:
    """One line with its end; None is an empty cell, truth values are "true" and "false", texts are guarded."""
    out = io.StringIO()
    csv.writer(out).writerow([_cell(each) for each in cells])
    return out.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return guarded(value)
    return "" if value is None else str(value)


def guarded(text: str) -> str:
    """The text with an apostrophe in front where a spreadsheet would compute it; numbers of ours are no texts."""
    return "'" + text if text.lstrip(" \u00a0").startswith(_FORMULA) or text.startswith(_FORMULA) else text


def total(answer: Json) -> Json:
    """How many items the answer holds: exact for the answer, whatever is known of the set."""
    return {"value": len(answer["items"]), "relation": "eq"}


def in_chunks(lines: Iterable[str], size: int = 65_536) -> Iterator[str]:
    """The same text in pieces of about `size` characters, for sending."""
    held: list[str] = []
    length = 0
    for line in lines:
        held.append(line)
        length += len(line)
        if length >= size:
            yield "".join(held)
            held, length = [], 0
    if held:
        yield "".join(held)


def line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
