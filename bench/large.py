"""An answer of very many items, from a document to the last page of its items: seconds and megabytes of the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx

from bench.faults import Server

T = TypeVar("T")
QUESTION = "Which moorings does the register list?"


def measure(folder: Path, items: int) -> dict[str, Any]:
    """Read a list of so many items, ask for it, page through it, export it, ask again as a job and follow that."""
    server = Server(folder, 1)
    server.start()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=600) as http:
            return _measured(http, server, items)
    finally:
        server.kill()


def _measured(http: httpx.Client, server: Server, items: int) -> dict[str, Any]:
    corpus = http.post("/v1/corpora", json={"name": "large"}).json()["id"]
    reading, _ = timed(lambda: _read(http, corpus, items))
    asking, answer = timed(lambda: http.post(f"/v1/corpora/{corpus}/enumerations", json={"question": QUESTION}).json())
    path = f"/v1/enumerations/{answer['id']}"
    paging, paged = timed(lambda: paged_items(http, path))
    exporting, lines = timed(lambda: http.get(f"{path}/export").text.count("\n"))
    working, job = timed(lambda: _job(http, corpus))
    following, events = timed(lambda: http.get(f"{job}/events").text.count("\nid: "))
    return {
        "items": len(answer["items"]),
        "verdict": answer["completeness"]["verdict"],
        "paged_equal": paged == answer["items"],
        "lines": lines,
        "events": events,
        "read_s": reading,
        "ask_s": asking,
        "pages_of_1000_s": paging,
        "export_s": exporting,
        "job_s": working,
        "follow_s": following,
        "peak_mb": peak_mb(server),
    }


def timed(act: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    found = act()
    return round(time.perf_counter() - began, 1), found


def _read(http: httpx.Client, corpus: str, items: int) -> None:
    rows = "\n".join(f"- Mooring M{number:06d} at quay {number % 97}" for number in range(items))
    text = f"# Register\n\nThe register lists the following moorings:\n\n{rows}\n\nNo other moorings are kept.\n"
    files = [("files", ("register.md", text.encode(), "text/markdown"))]
    http.post(f"/v1/corpora/{corpus}/documents", files=files).raise_for_status()
    while http.get(f"/v1/corpora/{corpus}").json()["status"] != "ready":
        time.sleep(0.05)


def paged_items(http: httpx.Client, path: str) -> list[dict[str, Any]]:
    """All items, a thousand at a time."""
    found: list[dict[str, Any]] = []
    query: dict[str, Any] = {"limit": 1000}
    while True:
        page = http.get(f"{path}/items", params=query).raise_for_status().json()
        found += page["items"]
        if page["next"] is None:
            return found
        query["cursor"] = page["next"]


def _job(http: httpx.Client, corpus: str) -> str:
    asked = {"question": QUESTION}
    reply = http.post(f"/v1/corpora/{corpus}/enumerations", json=asked, headers={"prefer": "respond-async"})
    path: str = reply.raise_for_status().headers["location"]
    while http.get(path).json()["state"] in ("queued", "running"):
        time.sleep(0.05)
    return path


def peak_mb(server: Server) -> int:
    """Highest resident size of the server so far; 0 where the system does not tell."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        return 0
    rows = dict(row.split(":", 1) for row in status.read_text().splitlines() if ":" in row)
    return int(rows["VmHWM"].split()[0]) // 1024
