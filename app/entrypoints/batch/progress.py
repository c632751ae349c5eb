"""How far a run is: bars on a terminal, plain lines elsewhere (a log, a pipe)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from app.bootstrap import Service
from app.domain.ports import DocumentInfo
from app.entrypoints import terminal

_LOOK_S = 0.1
_LINE_S = 5.0  # between lines about reading, where there are no bars


class Telling:
    """What is told, where it belongs: on standard error."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.bars = console.is_terminal
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=console, transient=True, disable=not self.bars)

    def line(self, text: str) -> None:
        self.progress.console.print(terminal.safe(text))

    @contextmanager
    def bar(self, *names: str) -> Iterator[tuple[TaskID, ...]]:
        with self.progress:
            tasks = tuple(self.progress.add_task(name, total=None) for name in names)
            yield tasks
            for task in tasks:
                self.progress.remove_task(task)


def wait_until_read(service: Service, corpus_id: str, telling: Telling) -> list[DocumentInfo]:
    """Wait until every document of the corpus was read or failed; tells documents and pages meanwhile."""
    told = 0.0
    with telling.bar("documents", "pages") as (documents, pages):
        while True:
            rows = list(service.store.documents(corpus_id))
            pending = [each.id for each in rows if each.pending]
            begun, planned = _pages(service, corpus_id, rows, pending)
            telling.progress.update(documents, completed=len(rows) - len(pending), total=len(rows))
            telling.progress.update(pages, completed=begun, total=planned)
            if not pending:
                return rows
            if not telling.bars and time.monotonic() - told > _LINE_S:
                told = time.monotonic()
                telling.line(f"reading: {len(rows) - len(pending)} of {len(rows)} documents, {begun} pages")
            time.sleep(_LOOK_S)


def _pages(service: Service, corpus_id: str, rows: list[DocumentInfo], pending: list[str]) -> tuple[int, int]:
    """(begun, known so far): how many pages a file has shows only when it is opened."""
    under_way = service.jobs.readings(corpus_id, pending)
    read = sum(each.pages_planned for each in rows if not each.pending)
    return read + sum(each.begun for each in under_way), read + sum(each.planned for each in under_way)
