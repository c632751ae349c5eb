"""`report.html`: for people, in one file without scripts or anything from elsewhere. All text is escaped."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from app.entrypoints.accounting import pages_read

Json = dict[str, Any]
SHOWN_ITEMS = 1000  # of one question; results.csv has all, and the report says so
_SHOWN_PLACES = 3
_MEANING = {
    "complete": "proved: nothing that the documents give is missing",
    "none_found": "proved: there are none",
    "at_least": "more exist, or may stand on pages that were not read",
    "conflicting": "the documents contradict themselves",
    "unproven": "nothing in the text proves that these are all",
}
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin:0 0 .4rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid #ddd}
th{font-weight:600;font-size:.85rem}td.n{text-align:right;color:#555;width:2rem}td.v{white-space:nowrap;width:9rem}
td{overflow-wrap:anywhere}section{margin:2.2rem 0;padding-top:1rem;border-top:2px solid #1c1c1c}
.v b{display:inline-block;padding:.05rem .55rem;border-radius:.3rem;font-size:.85rem;font-weight:600;white-space:nowrap}
.complete,.none_found{background:#d9f0dd;color:#0b4a1c}.at_least,.unproven{background:#fdeec2;color:#5a4100}
.conflicting,.failed{background:#f9d8d5;color:#7a1209}.quote,.small{color:#444;font-size:.9rem}
.missing{border-left:4px solid #d9a400;padding:.2rem .8rem;margin:.6rem 0;background:#fffaf0}
a{color:inherit;text-decoration-color:#bbb}ul{margin:.3rem 0;padding-left:1.2rem}
@media print{section{break-inside:auto}tr{break-inside:avoid}body{margin:0;max-width:none}}
"""
_HEAD = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Everylast: answers</title><style>{_STYLE}</style></head><body>
"""


def pages(about: Json, overview: Iterable[Json], records: Iterable[Json]) -> Iterator[str]:
    """The report in pieces: what the whole is worth, a line for each question, then each answer.

    `about`: the manifest. `overview`: `record` without its answer, and with `items`, how many there are.
    """
    yield _HEAD
    yield from _summary(about)
    yield from _documents(about)
    yield from _overview(overview)
    for number, record in enumerate(records, 1):
        yield from _answer(number, record)
    yield "</body></html>\n"


def text(value: object) -> str:
    """Escaped, without characters that steer or hide."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in str(value))
    return html.escape("".join(kept))


def _badge(record: Json) -> str:
    verdict = record["verdict"] or "failed"
    return f'<b class="{text(verdict)}">{text(verdict.replace("_", " "))}</b>'


def _summary(about: Json) -> Iterator[str]:
    corpus = about["corpus"]
    yield f"<h1>{about['planned']} questions to {text(corpus['folder'])}</h1><p>"
    yield f"{about['done'] - about['incomplete']} answered with proof that nothing is missing, "
    yield f"{about['incomplete']} without, {about['failed']} failed. "
    yield f"{corpus['documents']} documents, {pages_read(corpus['pages_read'], corpus['pages_planned'])}.</p>"
    yield "<table>"
    for verdict, number in about["verdicts"].items():
        if number:
            yield f'<tr><td class="v">{_badge({"verdict": verdict})}</td><td class="n">{number}</td>'
            yield f"<td>{text(_MEANING.get(verdict, ''))}</td></tr>"
    yield "</table>"


def _documents(about: Json) -> Iterator[str]:
    """By name whatever was not read; nothing is left out in silence."""
    unread = [each for each in about["documents"] if each["state"] != "read"]
    if unread:
        yield '<div class="missing"><b>Not read, or not wholly:</b><ul>'
        for each in unread:
            yield f"<li>{text(each['path'])}: {text(each['reason'] or each['state'])}</li>"
        yield "</ul></div>"
    if about["skipped"]:
        names = ", ".join(text(name) for name in about["skipped"])
        yield f'<p class="small">Skipped, neither PDF nor plain text nor Markdown: {names}</p>'
    if about["same_bytes"]:
        names = ", ".join(f"{text(each['path'])} (as {text(each['as'])})" for each in about["same_bytes"])
        yield f'<p class="small">Counted once, the bytes are the same: {names}</p>'


def _overview(overview: Iterable[Json]) -> Iterator[str]:
    yield "<h2>Questions</h2><table><tr><th>verdict</th><th>items</th><th>question</th></tr>"
    for number, record in enumerate(overview, 1):
        yield f'<tr><td class="v">{_badge(record)}</td><td class="n">{record["items"]}</td>'
        yield f'<td><a href="#q{number}">{text(record["question"])}</a></td></tr>'
    yield "</table>"


def _answer(number: int, record: Json) -> Iterator[str]:
    yield f'<section id="q{number}"><h2>{number}. {text(record["question"])}</h2><p class="v">{_badge(record)} '
    yield f'{text(record["qualifier"] or record["error"])} <span class="small">[{text(record["id"])}]</span></p>'
    if record["answer"] is not None:
        yield from _missing(record["answer"])
        yield from _items(record["answer"])
    yield "</section>"


def _missing(answer: Json) -> Iterator[str]:
    """What is known to be missing, or why nothing proves that all are there."""
    said = answer["completeness"]
    coverage = said["coverage"]
    lines = [f"{each['name']}: {each['reason']}" for each in coverage["documents"]["unread"]]
    pages = [f"{number} {state.replace('_', ' ')}" for state, number in coverage["pages"]["unread"].items()]
    lines += [f"pages not read: {', '.join(pages)}"] if pages else []
    lines += [f"{gap['what'].replace('_', ' ')}: what closes it is {gap['by']}" for gap in _closable(coverage)]
    lines += [f"the cap {cap['name']} of {cap['value']} was reached" for cap in said["caps"] if cap["bound"]]
    codes = ", ".join(said["reasons"]).replace("_", " ")
    lines += [f"why: {codes}"] if codes and said["verdict"] not in ("complete", "none_found") else []
    if lines:
        yield '<div class="missing"><b>What is missing or in doubt</b><ul>'
        yield from (f"<li>{text(line)}</li>" for line in lines)
        yield "</ul></div>"


def _closable(coverage: Json) -> list[Json]:
    """Gaps in the reading that somebody can close."""
    in_reading = [gap for gap in coverage.get("gaps", []) if gap["unit"] == "pages" or gap["what"].startswith("file_")]
    return [gap for gap in in_reading if gap["closable_by"] != "nobody"]


def _items(answer: Json) -> Iterator[str]:
    items = answer["items"]
    if not items:
        return
    yield "<table><tr><th></th><th>item</th><th>document and page</th><th>quote</th></tr>"
    for number, item in enumerate(islice(items, SHOWN_ITEMS), 1):
        yield f'<tr><td class="n">{number}</td><td>{text(item["label"])}{_aside(item)}</td>'
        yield f'<td class="small">{_places(item)}</td><td class="quote">{_quote(item)}</td></tr>'
    yield "</table>"
    if len(items) > SHOWN_ITEMS:
        yield f"<p><b>{len(items) - SHOWN_ITEMS} more items stand in results.csv and results.jsonl.</b></p>"


def _aside(item: Json) -> str:
    parts = [f"also: {', '.join(item['aliases'])}"] if item["aliases"] else []
    parts += [] if item["verified"] else ["not verified"]
    parts += ["hidden text"] if item["hidden"] else []
    return f'<br><span class="small">{text("; ".join(parts))}</span>' if parts else ""


def _places(item: Json) -> str:
    places = list(dict.fromkeys((each["document"], each["page"]) for each in item["evidence"]))
    lines = [f"{text(name)}, p. {page}" for name, page in places[:_SHOWN_PLACES]]
    return "<br>".join([*lines, *([f"and {len(places) - _SHOWN_PLACES} more"] if len(places) > _SHOWN_PLACES else [])])


def _quote(item: Json) -> str:
    return f"“{text(item['evidence'][0]['quote'])}”" if item["evidence"] else ""
