"""A reader and an analyser that misbehave on command, imported by worker processes in tests.

A file is text; its pages are parted by form feeds. A page that begins with "!" is an order: "!hang", "!kill",
"!segfault", "!raise", "!end" (no more pages). Orders on the first line of the file are for opening ("!!hang"),
those anywhere in the form "?hang", "?kill", "?raise" for understanding.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

from app.adapters.reader_process import plain_structure
from app.domain.geometry import Box
from app.domain.page import Fragment, PageState, RawDocument, RawPage, Run
from app.domain.structure import DocumentStructure


def read_head(name: str, data: bytes) -> RawDocument:
    text = data.decode()
    if text.startswith("!!"):
        _obey(text[2:].split()[0])
    return RawDocument(name, name.upper(), (), planned_pages=text.count("\f") + 1)


def read_pages(name: str, data: bytes, first_page: int = 1) -> Iterator[RawPage]:  # noqa: ARG001 - the reader's signature
    for number, text in enumerate(data.decode().split("\f"), 1):
        if number < first_page:
            continue
        if text.startswith("!end"):
            return
        if text.startswith("!") and not text.startswith("!!"):
            _obey(text[1:].split()[0])
        box = Box(0.0, 0.0, 100.0, 10.0)
        yield RawPage(number, 600.0, 800.0, (Fragment((Run(text, box, "serif", 10.0),), box),))


def analyse(raw: RawDocument) -> DocumentStructure:
    for page in raw.pages:
        for fragment in page.fragments:
            for word in fragment.runs[0].text.split():
                if word.startswith("?"):
                    _obey(word[1:])
    plain = plain_structure(raw)
    understood = {p.number: p for p in raw.pages if p.state is PageState.READ}
    pages = tuple(_read(page) if page.number in understood else page for page in plain.pages)
    return DocumentStructure(
        raw.name, raw.title, pages, plain.planned_pages, raw.state, raw.reason, passages=plain.passages
    )


def _read(page):  # type: ignore[no-untyped-def]
    return type(page)(page.number, page.label, page.width, page.height, page.text, PageState.READ, "", page.lines)


def _obey(order: str) -> None:
    if order == "hang":
        time.sleep(3600)
    elif order == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif order == "segfault":
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif order == "raise":
        raise RuntimeError("told to")
