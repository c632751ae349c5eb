"""A batch run: read the folder, ask what is not answered yet, write the results. Running it again goes on."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from app import bootstrap
from app.bootstrap import Service
from app.config import Settings
from app.domain.ports import DocumentInfo
from app.domain.question import Request
from app.entrypoints import names
from app.entrypoints.batch import asking, fingerprint, folder, manifest, progress, records, report
from app.entrypoints.batch.questions import Asked
from app.entrypoints.usage import Refusal, UsageError

Json = dict[str, Any]


class Plan(NamedTuple):
    """What a run is asked to do. `jobs`: processes that answer."""

    asked: tuple[Asked, ...]
    corpus: Path
    out: Path
    jobs: int
    max_passes: int


def run(plan: Plan, settings: Settings, telling: progress.Telling) -> Json:
    """The manifest of the finished run. Raises UsageError, Refusal and OSError; what was answered before stays."""
    root, out = plan.corpus.resolve(), plan.out.resolve()
    if root == out:
        raise UsageError("--out must be another folder than --corpus")
    out.mkdir(parents=True, exist_ok=True)
    with _alone(out):
        before = manifest.before(out)
        service = bootstrap.build(settings)
        try:
            return _run(plan._replace(corpus=root, out=out), service, before, telling)
        finally:
            service.close()


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Two runs must not write the same files; the lock goes with its process, however that ends."""
    with (out / ".lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refusal(f"another batch run writes to {out}") from error
        yield


def _run(plan: Plan, service: Service, before: Json | None, telling: progress.Telling) -> Json:
    found = folder.listing(plan.corpus, plan.out)
    if not found.files and not found.closed:
        raise Refusal(f"{plan.corpus} holds no PDF, plain text or Markdown file")
    corpus_id = hashlib.sha256(bytes(plan.corpus)).hexdigest()[:32]
    service.store.create_corpus(names.clean(plan.corpus.name, "batch"), corpus_id)
    taken = folder.bring_in(service, corpus_id, found, plan.corpus)
    gone = f", {taken.vanished} earlier ones are no longer in the folder" if taken.vanished else ""
    telling.line(f"{len(taken.paths)} documents: {taken.new} to read{gone}")
    progress.wait_until_read(service, corpus_id, telling)
    folder.mark_closed(service, taken)
    rows = progress.wait_until_read(service, corpus_id, telling)
    kind = fingerprint.of_run(service, plan.max_passes, rows)
    tasks = _tasks(plan, corpus_id, rows, kind)
    results = records.Results(plan.out / "results.jsonl")
    dropped = results.resume({task.key for task in tasks})
    _tell_resumed(
        telling, len(results.places), dropped, fingerprint.differences((before or {}).get("fingerprint"), kind)
    )
    about = manifest.about(plan.corpus, corpus_id, rows, found, taken, kind)
    manifest.save(
        plan.out, {"format": manifest.FORMAT, **manifest.counts(len(tasks), results.places.values(), False), **about}
    )
    _ask(service, tasks, results, plan.jobs, telling)
    return _finish(plan.out, tasks, results, about)


def _tasks(plan: Plan, corpus_id: str, rows: Sequence[DocumentInfo], kind: Json) -> list[asking.Task]:
    tasks = []
    for each in plan.asked:
        unknown = [name for name in each.documents if not any(name in (row.id, row.name) for row in rows)]
        if unknown:
            raise UsageError(f"question {each.id!r}: the folder holds no document {unknown[0]!r}")
        ids = tuple(row.id for row in rows if row.id in each.documents or row.name in each.documents)
        request = Request(each.text, ids or None, plan.max_passes)
        tasks.append(asking.Task(fingerprint.key(kind, each), each.id, corpus_id, request))
    return tasks


def _tell_resumed(telling: progress.Telling, kept: int, dropped: int, different: Sequence[str]) -> None:
    if kept:
        telling.line(f"{kept} questions were answered before and are kept")
    if dropped:
        why = f"other {' and '.join(different)}" if different else "failed, torn, or no longer asked"
        telling.line(f"{dropped} earlier results are dropped ({why}); what is still asked is asked again")


def _ask(
    service: Service, tasks: Sequence[asking.Task], results: records.Results, jobs: int, telling: progress.Telling
) -> None:
    left = [task for task in tasks if task.key not in results.places]
    with telling.bar("questions") as (bar,):
        telling.progress.update(bar, total=len(tasks), completed=len(results.places))
        for record in asking.records(service, left, jobs):
            results.append(record)
            telling.progress.update(bar, completed=len(results.places))
            if not telling.bars or record["error"]:
                said = record["verdict"] or f"failed: {record['error']}"
                telling.line(f"question {len(results.places)} of {len(tasks)}: {record['id']}: {said}")


def _finish(out: Path, tasks: Sequence[asking.Task], results: records.Results, about: Json) -> Json:
    """The results in the order of the questions, then what is made from them; last the manifest says so."""
    results.sort([task.key for task in tasks])
    whole = {"format": manifest.FORMAT, **manifest.counts(len(tasks), results.places.values(), True), **about}
    records.write(out / "results.csv", (line.encode() for line in records.csv_lines(results.records())))
    overview = ({**each, "items": len(each["answer"]["items"]) if each["answer"] else 0} for each in results.records())
    pieces = report.pages(whole, overview, results.records())
    records.write(out / "report.html", (piece.encode() for piece in pieces))
    manifest.save(out, whole)
    return whole
