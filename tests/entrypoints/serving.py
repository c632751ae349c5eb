"""The program in a process of its own, on a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest


class Server(NamedTuple):
    http: httpx.Client
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    port, log = free_port(), folder / "log"
    program = [sys.executable, "-m", "app.entrypoints.cli", "serve"]
    words = [*program, "--port", str(port), "--data", str(folder / "data")]
    limits = {"EVERYLAST_WORKERS": "1", "EVERYLAST_MAX_BODY_BYTES": "100000"}
    with log.open("wb") as sink:
        process = subprocess.Popen(words, env={**os.environ, **limits}, stdout=sink, stderr=sink)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            _await(http, process, log)
            yield Server(http, process, log)
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
