"""The program as a user starts it: a process, a port, a file, a question, an end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

TEXT = """# Release procedure

The release procedure has three steps:

- Prepare
- Build
- Publish

Nothing else is part of the procedure.
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes], Path]]:
    port, log = free_port(), tmp_path / "log"
    words = [
        sys.executable,
        "-m",
        "app.entrypoints.cli",
        "serve",
        "--port",
        str(port),
        "--data",
        str(tmp_path / "data"),
    ]
    limits = {"EVERYLAST_WORKERS": "1", "EVERYLAST_MAX_BODY_BYTES": "100000"}
    with log.open("wb") as sink:
        process = subprocess.Popen(words, env={**os.environ, **limits}, stdout=sink, stderr=sink)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            _await(http, process, log)
            yield http, process, log
    finally:
        process.kill()
        process.wait(30)


def _await(http: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            if http.get("/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


def test_upload_ask_and_stop(server: tuple[httpx.Client, subprocess.Popen[bytes], Path]) -> None:
    http, process, log = server
    corpus = http.post("/v1/corpora", json={"name": "x"}).json()["id"]
    files = [("files", ("procedure.md", TEXT.encode(), "text/markdown"))]
    reply = http.post(f"/v1/corpora/{corpus}/documents", files=files, headers={"prefer": "wait=60"})
    assert reply.status_code == 201, reply.text
    question = {"question": "Which are the steps of the release procedure?"}
    answer = http.post(f"/v1/corpora/{corpus}/enumerations", json=question)
    assert answer.status_code == 200
    assert [item["label"] for item in answer.json()["items"]] == ["Prepare", "Build", "Publish"]
    assert http.get(f"/v1/enumerations/{answer.json()['id']}").content == answer.content

    too_much = http.post(f"/v1/corpora/{corpus}/documents", files=[("files", ("a.txt", b"x" * 5_000_000))])
    assert (too_much.status_code, too_much.json()["code"]) == (413, "body_too_large")
    assert http.get("/healthz").status_code == 200

    process.send_signal(signal.SIGTERM)
    process.wait(30)
    told = log.read_text()
    assert "Traceback" not in told
    assert "Prepare" not in told
    assert "release procedure" not in told
