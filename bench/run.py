"""Costs, as ratios measured in one run: reading, asking, memory. Writes bench/results.json.

    python -m bench [--quick]

reading   reading and understanding pages, divided by PyMuPDF's own get_text("dict") on the same pages (at most 4)
asking    median milliseconds over HTTP for a question that matches 1,000 of 100,000 passages (under 30)
large     an answer of 50,000 items: seconds to read, ask, page, export, follow; peak of the server, MB
faults    kills of a server at work, and what was lost of what it had acknowledged (nothing); only with --only
batches   kills of a batch run, and what the run after them had lost or repeated (nothing); only with --only
memory    highest resident size of a process that reads a document of 2,000 pages, MB
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pymupdf

from app.adapters import pdf
from app.adapters.reader_process import Job, read_document
from app.domain.structure import DocumentStructure
from app.layout.analysis import analyse
from bench import batches, faults, large, papers

ROOT = Path(__file__).resolve().parents[1]


SHARED = ROOT.parent / "shared"
DICT_FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, says little")
    parser.add_argument("--memory-of", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--only", choices=["reading", "asking", "memory", "large", "faults", "batches"])
    arguments = parser.parse_args()
    if arguments.memory_of:
        sys.stdout.write(json.dumps(peak(arguments.memory_of)))
        return
    parts: dict[str, Callable[[bool], dict[str, Any]]] = {
        "reading": reading,
        "memory": memory,
        "asking": asking,
        "large": large_answer,
    }
    results: dict[str, Any] = {"machine": machine()}
    if arguments.only == "faults":
        parts["faults"] = kills
    if arguments.only == "batches":
        parts["batches"] = batch_kills
    for name, part in parts.items():
        if arguments.only in (None, name):
            results[name] = part(arguments.quick)
            sys.stdout.write(f"{name}: {json.dumps(results[name], indent=1)}\n")
    if not arguments.quick and arguments.only is None:
        (ROOT / "bench" / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    versions = {"python": platform.python_version(), "pymupdf": pymupdf.VersionBind}
    return {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1), **versions}


# ---------------------------------------------------------------- large answers


def large_answer(quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return large.measure(Path(folder), 2_000 if quick else 50_000)


# ---------------------------------------------------------------- faults


def kills(quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return faults.trials(Path(folder), 5 if quick else 60, say=sys.stderr.write)


def batch_kills(quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return batches.trials(Path(folder), 4 if quick else 25, say=sys.stderr.write)


# ---------------------------------------------------------------- reading


def reading(quick: bool) -> dict[str, Any]:
    pages = 20 if quick else 100
    found = {"prose": compare([papers.prose(pages)]), "dense_tables": compare([papers.tables(pages)])}
    for name, folder in (("shared_cases", "cases/pdfs"), ("shared_longlist", "bench/longlist/docs")):
        paths = sorted((SHARED / folder).rglob("*.pdf"))
        if paths:
            found[name] = compare([path.read_bytes() for path in paths[: 3 if quick else None]])
    return found


def compare(files: list[bytes]) -> dict[str, float]:
    """Sums over the files of the best of some rounds, both sides in turn for each file: what else the machine does
    then weighs on neither."""
    pairs = [[(seconds(plain_text, data), seconds(understood, data)) for _ in range(ROUNDS)] for data in files]
    plain = sum(min(one for one, _ in rounds) for rounds in pairs)
    ours = sum(min(two for _, two in rounds) for rounds in pairs)
    pages = sum(len(pymupdf.open("pdf", data)) for data in files)
    return {
        "pages": pages,
        "ratio": round(ours / plain, 2),
        "plain_ms_per_page": round(plain * 1000 / pages, 3),
        "ours_ms_per_page": round(ours * 1000 / pages, 3),
    }


def plain_text(data: bytes) -> None:
    with pymupdf.open("pdf", data) as document:
        for page in document:
            page.get_text("dict", flags=DICT_FLAGS)


def understood(data: bytes) -> DocumentStructure:
    """One document as a worker process reads it."""
    said: list[tuple[Any, ...]] = []
    read_document(Job("paper.pdf", data), pdf, analyse, said.append)
    structure: DocumentStructure = said[-1][1]
    return structure


def seconds(work: Callable[[bytes], object], data: bytes) -> float:
    """Processor time, so that a busy machine does not blur the ratio: both sides run in this one process. What comes
    of a document is let go before the next one, as a worker process does."""
    began = time.process_time()
    work(data)
    return time.process_time() - began


# ---------------------------------------------------------------- memory


def memory(quick: bool) -> dict[str, Any]:
    """The peak of a fresh process, so that nothing else counts."""
    pages = 200 if quick else 2000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pdf"
        path.write_bytes(repeated(papers.prose(50), papers.tables(50), pages))
        command = [sys.executable, "-m", "bench.run", "--memory-of", str(path)]
        found: dict[str, Any] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return found


def repeated(prose: bytes, tables: bytes, pages: int) -> bytes:
    book = pymupdf.open()
    with pymupdf.open("pdf", prose) as first, pymupdf.open("pdf", tables) as second:
        while len(book) < pages:
            book.insert_pdf(first)
            book.insert_pdf(second)
    return papers.write(book)


def peak(path: Path) -> dict[str, Any]:
    before = highest_kb()
    structure = understood(path.read_bytes())
    return {"pages": len(structure.pages), "peak_mb": highest_kb() // 1024, "before_mb": before // 1024}


def highest_kb() -> int:
    """Highest resident size so far. Linux passes ru_maxrss on to child processes, so /proc is asked first."""
    status = Path("/proc/self/status")
    if status.exists():
        rows = dict(row.split(":", 1) for row in status.read_text().splitlines() if ":" in row)
        return int(rows["VmHWM"].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# ---------------------------------------------------------------- asking


def asking(quick: bool) -> dict[str, Any]:
    passages, matching = (2_000, 100) if quick else (100_000, 1_000)
    with tempfile.TemporaryDirectory() as folder, service(Path(folder) / "store") as http:
        files = papers.texts(Path(folder), passages, matching)
        began = time.perf_counter()
        corpus = upload(http, files)
        ingested = time.perf_counter() - began
        found = {
            "list": times(http, corpus, f"List all {papers.WORD}s."),
            "absent": times(http, corpus, "Which submarine cables are listed?"),
        }
        return {"ingest_s": round(ingested, 1), **found}


def times(http: httpx.Client, corpus: str, question: str, rounds: int = 25) -> dict[str, Any]:
    spent: list[float] = []
    body: dict[str, Any] = {}
    for _ in range(rounds):
        began = time.perf_counter()
        reply = http.post(f"/v1/corpora/{corpus}/enumerations", json={"question": question})
        spent.append((time.perf_counter() - began) * 1000)
        reply.raise_for_status()
        body = reply.json()
    coverage = body["completeness"]["coverage"]
    return {
        "question": question,
        "median_ms": round(statistics.median(spent), 1),
        "p95_ms": round(sorted(spent)[int(len(spent) * 0.95)], 1),
        "first_ms": round(spent[0], 1),
        "passages": coverage.get("passages"),
        "items": len(body["items"]),
        "verdict": body["completeness"]["verdict"],
    }


def upload(http: httpx.Client, paths: list[Path]) -> str:
    corpus: str = http.post("/v1/corpora", json={"name": "bench"}).raise_for_status().json()["id"]
    for first in range(0, len(paths), 50):
        files = [("files", (path.name, path.read_bytes(), "text/plain")) for path in paths[first : first + 50]]
        http.post(f"/v1/corpora/{corpus}/documents", files=files).raise_for_status()
    deadline = time.monotonic() + 1800
    while http.get(f"/v1/corpora/{corpus}").json()["status"] != "ready":
        if time.monotonic() > deadline:
            raise TimeoutError("the corpus was not ready after 30 minutes")
        time.sleep(0.2)
    return corpus


@contextmanager
def service(data: Path) -> Iterator[httpx.Client]:
    """A real server process on a free port."""
    data.mkdir(parents=True, exist_ok=True)
    port = free_port()
    command = [sys.executable, "-m", "app.entrypoints.cli", "serve", "--port", str(port), "--data", str(data)]
    with (data.parent / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=600) as http:
                wait_until_ready(http, process, data.parent / "server.log")
                yield http
        finally:
            process.terminate()
            process.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(http: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            if http.get("/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server did not start: " + log.read_text(errors="replace")[-1000:])


if __name__ == "__main__":
    main()
