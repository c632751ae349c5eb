"""Answers and summaries on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.domain.answer import Answer, Evidence, Item, PassReport, Verdict
from app.domain.ports import CorpusInfo, DocumentInfo
from app.entrypoints.accounting import pages_read

_STYLES = {Verdict.COMPLETE: "bold green", Verdict.NONE_FOUND: "bold green", Verdict.CONFLICTING: "bold red"}


def console(stderr: bool = False) -> Console:
    """Nothing in the output is taken for mark-up: it comes from documents."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=True)


def safe(text: str) -> str:
    """One line without control characters: a document must not steer a terminal."""
    return "".join(" " if unicodedata.category(letter) in ("Cc", "Cf") else letter for letter in text)


def show_answer(out: Console, answer: Answer) -> None:
    """The verdict in one sentence, the items with their places, what was not read, the passes."""
    said = answer.completeness
    out.print(Text(safe(answer.question.text), style="bold"))
    verdict = str(said.verdict).replace("_", " ")
    out.print(Text.assemble((verdict, _STYLES.get(said.verdict, "bold yellow")), ": ", safe(said.qualifier)))
    for number, item in enumerate(answer.items, 1):
        out.print(_item_line(number, item))
    for name, why in _unread(answer):
        out.print(Text(f"  not read: {safe(name)} ({safe(why)})", style="yellow"))
    for report in answer.passes:
        out.print(Text(pass_line(report), style="dim"))
    out.print(Text(f"  stopped: {str(answer.stop_reason).replace('_', ' ')}", style="dim"))


def _item_line(number: int, item: Item) -> Text:
    aliases = f" ({', '.join(item.aliases)})" if item.aliases else ""
    mark = "" if item.verified else " [not verified]"
    return Text.assemble(
        f"{number:4}. ", (safe(item.label + aliases) + mark, "default"), ("  " + places(item.evidence), "cyan")
    )


def places(evidence: Sequence[Evidence]) -> str:
    """Where an item stands: each document once, with its pages."""
    pages: dict[str, list[int]] = {}
    for each in evidence:
        pages.setdefault(each.document, []).append(each.page)
    parts = [f"{safe(name)} p. {', '.join(map(str, sorted(set(found))))}" for name, found in pages.items()]
    return "; ".join(parts[:3]) + (f" and {len(parts) - 3} more" if len(parts) > 3 else "")


def _unread(answer: Answer) -> Iterable[tuple[str, str]]:
    """Documents with what is missing of them; else pages by state."""
    coverage = answer.completeness.coverage
    if coverage.documents_unread:
        return [(name, why) for _, name, why in coverage.documents_unread]
    return [(f"{number} pages", str(state).replace("_", " ")) for state, number in coverage.pages_unread]


def pass_line(report: PassReport) -> str:
    terms = ", ".join(safe(term.text) for term in report.terms[:6]) + (" ..." if len(report.terms) > 6 else "")
    return (
        f"  pass {report.number}: {report.retrieved} passages, {report.new_passages} new; "
        f"{report.new_items} items new, {report.merged_items} merged, {len(report.rejected)} rejected; "
        f"{report.milliseconds:.1f} ms" + (f"; terms: {terms}" if terms else "")
    )


def show_corpora(out: Console, rows: Sequence[CorpusInfo]) -> None:
    table = Table("name", "id", "status", "documents", "pages", "revision", box=None, pad_edge=False)
    for each in rows:
        counts = (str(each.documents), str(each.pages), str(each.revision))
        table.add_row(Text(safe(each.name)), each.id, each.status, *counts)
    out.print(table if rows else "no corpora yet: `everylast ingest PATH...` makes one")


def show_reading(out: Console, rows: Sequence[DocumentInfo], duplicates: int, skipped: Sequence[str]) -> None:
    """What came in, and by name what could not be read."""
    pages = sum(each.pages_read for each in rows)
    planned = sum(each.pages_planned for each in rows)
    again = f", {duplicates} known before" if duplicates else ""
    out.print(f"{len(rows)} documents{again}; {pages_read(pages, planned)}")
    for each in rows:
        if each.state != "read":
            states = ", ".join(f"{number} {str(state).replace('_', ' ')}" for state, number in each.pages)
            why = each.reason or states or each.state
            out.print(Text(f"  {each.state}: {safe(each.name)}: {safe(why)}", style="yellow"))
    for name in skipped:
        out.print(Text(f"  skipped: {safe(name)}: neither PDF nor plain text nor Markdown", style="yellow"))


def show_batch(out: Console, done: dict[str, Any], folder: Path) -> None:
    """Numbers of the run, and where its files are."""
    corpus = done["corpus"]
    out.print(f"{corpus['documents']} documents; {pages_read(corpus['pages_read'], corpus['pages_planned'])}")
    for each in done["documents"]:
        if each["state"] != "read":
            line = f"  {each['state']}: {safe(each['path'])}: {safe(each['reason'] or each['state'])}"
            out.print(Text(line, style="yellow"))
    said = [f"{number} {verdict.replace('_', ' ')}" for verdict, number in done["verdicts"].items() if number]
    said += [f"{done['failed']} failed"] if done["failed"] else []
    out.print(f"{done['planned']} questions: {', '.join(said)}")
    out.print(safe(f"{folder}: report.html, results.csv, results.jsonl, manifest.json"))
