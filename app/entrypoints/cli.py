"""The program `everylast`. Exit status: 0 complete or none found, 1 error, 2 wrong usage, 3 not complete."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn

from app import bootstrap
from app.adapters.download import DownloadError, fetch, sources
from app.bootstrap import Service
from app.domain.answer import Verdict
from app.domain.names import safe_name
from app.domain.ports import CorpusInfo, DocumentInfo
from app.domain.question import Mode, Request
from app.domain.structure import DocumentStructure
from app.entrypoints import answers, demonstration, inspection, names, terminal, usage
from app.entrypoints.batch import progress, questions, run
from app.entrypoints.usage import Refusal, UsageError
from app.plugins import PluginError

CORPORA = Path(__file__).resolve().parents[2] / "corpora"

app = typer.Typer(
    help="Lists every item that a question asks for, with proof, and says whether the list is complete.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
corpora_app = typer.Typer(help="List, remove and fetch corpora.", invoke_without_command=True)
app.add_typer(corpora_app, name="corpora")

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Folder of the store.")]
CorpusName = Annotated[str, typer.Option("--corpus", metavar="NAME", help="Name or id of the corpus.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def main() -> None:
    """Entry point: errors that a user can cause or mend are one sentence on stderr."""
    try:
        app()
    except UsageError as error:
        _fail(str(error), 2)
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (Refusal, PluginError, DownloadError, OSError, sqlite3.Error) as error:
        _fail(str(error) or type(error).__name__, 1)


def _fail(message: str, status: int) -> None:
    terminal.console(stderr=True).print(f"error: {terminal.safe(message)}")
    sys.exit(status)


# ---------------------------------------------------------------- what commands share


@contextmanager
def _open(data: Path | None, reads: bool = False) -> Iterator[Service]:
    service = bootstrap.build(usage.settings(data=data), reads)
    try:
        yield service
    finally:
        service.close()


def _find(service: Service, name: str) -> CorpusInfo | None:
    """By id or by name; a name that two corpora carry is no answer."""
    rows = service.store.corpora()
    found = [each for each in rows if each.id == name] or [each for each in rows if each.name == name]
    if len(found) > 1:
        raise Refusal(f"{len(found)} corpora are called {name!r}; give an id: {', '.join(each.id for each in found)}")
    return found[0] if found else None


def _corpus(service: Service, name: str) -> CorpusInfo:
    found = _find(service, name)
    if found is None:
        known = ", ".join(sorted({each.name for each in service.store.corpora()})) or "none yet"
        raise Refusal(f"there is no corpus {name!r}; known: {known}")
    return found


# ---------------------------------------------------------------- commands


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [default: 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [default: 8000].")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve [default: 1].")] = None,
    data: Data = None,
) -> None:
    """Serve the HTTP interface; its description is at /docs."""
    from app.entrypoints import serving  # here, since no other command needs a web server

    serving.serve(usage.settings(host=host, port=port, data=data, server_processes=workers))


@app.command()
def ingest(
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Files, or folders with all that is in them.")],
    corpus: CorpusName = "default",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Read files into a corpus. Status 3 where not everything could be read."""
    files, skipped = _collect(paths)
    with _open(data, reads=True) as service:
        target = _find(service, corpus) or service.store.create_corpus(names.clean(corpus, "default"))
        rows, duplicates = _read(service, target.id, files)
    if as_json:
        body = {"corpus": target.id, "documents": [answers.document(each) for each in rows], "skipped": skipped}
        typer.echo(json.dumps(body, ensure_ascii=False))
    else:
        terminal.show_reading(terminal.console(), rows, duplicates, skipped)
    if any(each.state != "read" for each in rows):
        raise typer.Exit(3)


def _collect(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Files as given; from folders those of a known kind, in order. Hidden ones are left alone, others are named."""
    files: list[Path] = []
    skipped: list[str] = []
    for path in paths:
        if path.is_file():
            files.append(path)
            continue
        for each in sorted(path.rglob("*")):
            if not each.is_file() or any(part.startswith(".") for part in each.relative_to(path).parts):
                continue
            if each.suffix.lower() in names.SUFFIXES:
                files.append(each)
            else:
                skipped.append(str(each))
    return list(dict.fromkeys(files)), skipped


def _read(service: Service, corpus_id: str, files: Sequence[Path]) -> tuple[list[DocumentInfo], int]:
    """Add, then wait with a progress bar until none is pending. Returns the documents and how many were known."""
    ids: dict[str, None] = {}
    duplicates = 0
    for path in files:
        info, new = service.ingestion.add(corpus_id, path.name, path.read_bytes())
        duplicates += not new
        ids[info.id] = None
    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[current]}"))
    with Progress(*columns, console=terminal.console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=len(ids), current="")
        while True:
            rows = [each for each in service.store.documents(corpus_id) if each.id in ids]
            waiting = [each for each in rows if each.pending]
            current = next((each.name for each in waiting if each.state == "reading"), "")
            bar.update(task, completed=len(ids) - len(waiting), current=terminal.safe(current)[:40])
            if not waiting:
                return rows, duplicates
            time.sleep(0.05)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help='For instance "Which are the steps of the procedure?"')],
    corpus: CorpusName = "default",
    document: Annotated[
        list[str] | None, typer.Option(help="Name or id of a document to ask; may be repeated.")
    ] = None,
    max_passes: Annotated[int, typer.Option(min=1, max=50, help="Most passes of the loop.")] = 3,
    mode: Annotated[Mode, typer.Option(help="How each pass retrieves.")] = Mode.EXHAUSTIVE,
    k: Annotated[int | None, typer.Option(min=1, help="Passages a pass may retrieve; not with exhaustive.")] = None,
    time_budget_ms: Annotated[int | None, typer.Option(min=1, help="Milliseconds after which no pass begins.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Ask a listing question: every item with its place, and whether the list is complete."""
    if not question.strip():
        raise UsageError("the question is empty")
    if k is not None and mode is Mode.EXHAUSTIVE:
        raise UsageError("--k needs --mode top_k or adaptive")
    with _open(data) as service:
        limit = service.settings.max_question_chars
        if len(question) > limit:
            raise UsageError(f"the question has {len(question)} characters; {limit} are allowed")
        target = _corpus(service, corpus)
        documents = _documents(service, target.id, document or [])
        request = Request(question, documents, max_passes, mode, k, time_budget_ms=time_budget_ms)
        answer, body = answers.ask(service, target.id, request)
    if as_json:
        typer.echo(body)
    else:
        terminal.show_answer(terminal.console(), answer)
    if answer.completeness.verdict not in (Verdict.COMPLETE, Verdict.NONE_FOUND):
        raise typer.Exit(3)


def _documents(service: Service, corpus_id: str, wanted: Sequence[str]) -> tuple[str, ...] | None:
    """Ids of the documents meant; every document of a name where several carry it."""
    if not wanted:
        return None
    rows = service.store.documents(corpus_id)
    found: dict[str, None] = {}
    for each in wanted:
        hits = [row.id for row in rows if each in (row.id, row.name)]
        if not hits:
            raise Refusal(f"the corpus holds no document {each!r}")
        found.update(dict.fromkeys(hits))
    return tuple(found)


class OnIncomplete(StrEnum):
    """What the exit status of a batch run says of answers that are not proved complete."""

    FAIL = "fail"
    REPORT = "report"


@app.command()
def batch(
    questions_file: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", exists=True, dir_okay=False, help="JSONL, CSV, or one on each line.")
    ],
    corpus: Annotated[
        Path, typer.Option("--corpus", metavar="FOLDER", exists=True, file_okay=False, help="Folder of the documents.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", file_okay=False, help="Folder for the results.")],
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes that answer.")] = 1,
    max_passes: Annotated[int, typer.Option(min=1, max=50, help="Most passes of the loop for each question.")] = 3,
    on_incomplete: Annotated[
        OnIncomplete, typer.Option(help="fail: status 3 where an answer is not proved complete; report: status 0.")
    ] = OnIncomplete.FAIL,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The store [default: OUT/store].")] = None,
) -> None:
    """Ask many questions of a folder; the same command again goes on where it was interrupted."""
    settings = usage.settings(data=data or out / "store")
    asked = questions.load(questions_file, settings.max_question_chars)
    telling = progress.Telling(terminal.console(stderr=True))
    done = run.run(run.Plan(asked, corpus, out, jobs, max_passes), settings, telling)
    terminal.show_batch(terminal.console(), done, out)
    if done["failed"]:
        raise typer.Exit(1)
    if done["incomplete"] and on_incomplete is OnIncomplete.FAIL:
        raise typer.Exit(3)


@app.command()
def reindex(
    corpus: Annotated[str | None, typer.Option("--corpus", metavar="NAME", help="Only this corpus.")] = None,
    data: Data = None,
) -> None:
    """Build the search index anew from the store."""
    with _open(data) as service:
        entries = service.store.reindex(_corpus(service, corpus).id if corpus else None)
    terminal.console().print(f"{entries} entries written")


@app.command()
def inspect(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A PDF, plain text or Markdown file.")],
    page: Annotated[int | None, typer.Option(min=1, help="Only this page (1-based, physical).")] = None,
    image: Annotated[Path | None, typer.Option(help="Draw the page with what was understood into a PNG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what reading understands of a file: lines, blocks, regions with their members, stated counts."""
    data = file.read_bytes()
    structure = bootstrap.understand(safe_name(file.name), data, usage.settings())
    if page is not None and page > max(structure.planned_pages, len(structure.pages)):
        raise UsageError(f"{file.name} has {structure.planned_pages} pages")
    if image is not None:
        image.write_bytes(_picture(data, structure, page or 1))
        terminal.console(stderr=True).print(f"page {page or 1} drawn to {image}")
    found = inspection.render(structure, page)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    out = terminal.console()
    for row in inspection.lines(found):
        out.print(terminal.safe(row))


def _picture(data: bytes, structure: DocumentStructure, page: int) -> bytes:
    try:
        return bootstrap.picture(data, page, inspection.boxes(structure, page))
    except ValueError as error:
        raise Refusal(str(error)) from error


@app.command()
def faults(
    cases: Annotated[int, typer.Option(min=1, max=10_000, help="Cases of each class.")] = 100,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures there, as JSON.")] = None,
) -> None:
    """Submit false claims and damaged documents to the checks, and true claims that must pass."""
    from app.entrypoints.faults import bench, report  # here, since no other command needs the readers in this process

    with Progress(console=terminal.console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=bench.classes())
        figures = bench.measured(cases, CORPORA / "sample", lambda _: bar.advance(task))
    if out is not None:
        report.write(figures, out)
    typer.echo(report.text(figures) if as_json else "\n".join(report.lines(figures)))
    if not figures.holds:
        raise typer.Exit(1)


@app.command()
def demo(data: Data = None) -> None:
    """Read the sample corpus, ask it some questions, and tell how to serve it."""
    folder = data or Path("demo-data")
    sample = CORPORA / "sample"
    if not sample.is_dir():
        raise Refusal("the sample corpus is part of the repository and was not found: run this from a clone")
    with _open(folder, reads=True) as service:
        target = _find(service, "sample") or service.store.create_corpus("sample")
        out = terminal.console()
        rows, duplicates = _read(service, target.id, _collect([sample])[0])
        terminal.show_reading(out, rows, duplicates, [])
        for request in demonstration.questions(sample / "questions.jsonl", rows):
            out.print()
            terminal.show_answer(out, answers.ask(service, target.id, request)[0])
    out.print()
    out.print(demonstration.how_to_serve(folder, target.id))


# ---------------------------------------------------------------- corpora


@corpora_app.callback()
def corpora(context: typer.Context, data: Data = None, as_json: AsJson = False) -> None:
    """List the corpora."""
    if context.invoked_subcommand is not None:
        context.obj = data
        return
    with _open(data) as service:
        rows = service.store.corpora()
    if as_json:
        typer.echo(json.dumps({"corpora": [answers.corpus(each) for each in rows]}, ensure_ascii=False))
    else:
        terminal.show_corpora(terminal.console(), rows)


@corpora_app.command("delete")
def delete(
    context: typer.Context, name: Annotated[str, typer.Argument(help="Name or id of the corpus.")], data: Data = None
) -> None:
    """Remove a corpus with its documents and answers."""
    with _open(data or context.obj) as service:
        found = _corpus(service, name)
        service.store.delete_corpus(found.id)
    terminal.console().print(f"removed {terminal.safe(found.name)}: {found.documents} documents")


@corpora_app.command("fetch")
def fetch_corpus(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="An entry of corpora/sources.toml.")],
    data: Data = None,
    sources_file: Annotated[Path, typer.Option("--sources", help="Another file of sources.")] = CORPORA
    / "sources.toml",
) -> None:
    """Download a public document, verify its checksum, and read it into a corpus of that name."""
    known = sources(sources_file)
    if name not in known:
        raise Refusal(f"there is no source {name!r}; known: {', '.join(sorted(known))}")
    with _open(data or context.obj, reads=True) as service:
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        with Progress(*columns, console=terminal.console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"fetching {name}", total=None)
            path = fetch(
                known[name],
                service.settings.data / "fetched",
                lambda size, total: bar.update(task, completed=size, total=total),
            )
        target = _find(service, name) or service.store.create_corpus(name)
        rows, duplicates = _read(service, target.id, [path])
    terminal.show_reading(terminal.console(), rows, duplicates, [])
    terminal.console().print(f'ask it: everylast ask --corpus {name} "Which are the ...?"')


if __name__ == "__main__":
    main()
