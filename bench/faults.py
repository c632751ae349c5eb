"""Kills the server at random moments, with uploads, questions and jobs under way, and looks what is left.

Each trial: a server that serves; clients that upload, ask and make jobs; kill -9 of the whole process group, or, with
several server processes, of one of them; a start on the same data folder. Then, of everything that was acknowledged:
every document is there and is read, every answer is equal to the one given, every job ends and its last event is its
answer, no key made two things, no verdict claims what is not so, and the database is whole.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[1]
DEADLINE_S = 120.0
_KINDS = ("mooring", "signal", "harbour", "storage", "ferry", "survey", "dredging", "pilot", "fuel", "rescue")
_ACTS = ("Prepare", "Inspect", "Record", "Notify", "Measure", "Approve", "Publish", "Release", "Verify", "Assign")


@dataclass
class Paper:
    """A document with one list, and what the true answer to its question is."""

    number: int
    name: str = ""
    items: tuple[str, ...] = ()
    text: str = ""
    question: str = ""

    def __post_init__(self) -> None:
        draw = random.Random(self.number)
        kind = f"{draw.choice(_KINDS)} number {self.number}"
        acts = draw.sample(_ACTS, draw.randint(3, 8))
        self.items = tuple(f"{act} the ledger" for act in acts)
        self.name = f"paper-{self.number}.md"
        listed = "\n".join(f"- {item}" for item in self.items)
        heading = f"# The {kind} procedure\n\nThe {kind} procedure has {len(acts)} steps:\n\n"
        filler = "\n\n".join(f"Remark {n}. The clerk keeps the {kind} book dry." for n in range(draw.randint(1, 60)))
        self.text = f"{heading}{listed}\n\nNothing else belongs to it.\n\n## Remarks\n\n{filler}\n"
        self.question = f"Which are the steps of the {kind} procedure?"


@dataclass
class Told:
    """What the server acknowledged, and what it was asked without an acknowledgement."""

    corpora: dict[str, str] = field(default_factory=dict)  # key -> id
    papers: list[tuple[str, str, Paper]] = field(default_factory=list)  # corpus, document id
    answers: dict[str, bytes] = field(default_factory=dict)
    jobs: list[tuple[str, Paper | None]] = field(default_factory=list)
    unanswered: list[tuple[str, dict[str, Any], dict[str, str]]] = field(default_factory=list)  # path, body, headers
    wrong: list[str] = field(default_factory=list)


class Server:
    """The program in a process group of its own, on one port and one folder over all its lives."""

    def __init__(self, folder: Path, processes: int) -> None:
        self.folder, self.processes = folder, processes
        folder.mkdir(parents=True, exist_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [sys.executable, "-m", "app.entrypoints.cli", "serve", "--port", str(self.port)]
        words += ["--data", str(self.folder / "data"), "--workers", str(self.processes)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                words,
                cwd=ROOT,
                env={**os.environ, "EVERYLAST_WORKERS": "2"},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + DEADLINE_S
        with self.client() as http:
            while time.monotonic() < end:
                try:
                    if http.get("/readyz").is_success:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
        raise RuntimeError("the server did not start: " + (self.folder / "log").read_text(errors="replace")[-2000:])

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)

    def kill_one(self, draw: random.Random) -> bool:
        """One of the processes that serve; False where there is only one."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = [int(each) for each in children.read_text().split()] if children.exists() else []
        serving = [pid for pid in found if b"spawn_main" in _command(pid)]
        if self.processes < 2 or not serving:
            return False
        os.kill(draw.choice(serving), signal.SIGKILL)
        return True


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


# ---------------------------------------------------------------- clients


class Clients:
    """Three that go on until the server is gone: uploads, questions, jobs."""

    def __init__(self, server: Server, told: Told, seed: int) -> None:
        self.server, self.told, self.seed = server, told, seed
        self.stop = threading.Event()
        self.papers: list[tuple[str, Paper]] = []  # acknowledged in this trial
        self.corpus = ""
        self.numbers = iter(range(seed * 1000, seed * 1000 + 1000))
        self.threads = [
            threading.Thread(target=self._go, args=(each,)) for each in (self._upload, self._ask, self._job)
        ]

    def __enter__(self) -> Clients:
        with self.server.client() as http:
            key = f"corpus-{self.seed}"
            body = self._post(http, "/v1/corpora", {"name": key}, {"idempotency-key": key})
            self.corpus = str(body["id"]) if body else ""
        self.told.corpora[f"corpus-{self.seed}"] = self.corpus
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def _go(self, act: Callable[[httpx.Client, int], None]) -> None:
        with self.server.client() as http:
            for number in range(10_000):
                if self.stop.is_set():
                    return
                try:
                    act(http, number)
                except httpx.TransportError:
                    if self.stop.wait(0.02):  # with several processes the next one answers
                        return

    def _post(self, http: httpx.Client, path: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
        """The answer of an acknowledged request; an unacknowledged one is noted, to be sent again."""
        try:
            reply = http.post(path, json=body, headers=headers)
        except httpx.TransportError:
            self.told.unanswered.append((path, body, headers))
            raise
        if reply.status_code >= 400:
            if reply.status_code != 503:  # it is going down
                self.told.wrong.append(f"{path}: {reply.status_code} {reply.text[:300]}")
            return None
        return reply.json()

    def _upload(self, http: httpx.Client, number: int) -> None:
        paper = Paper(next(self.numbers))
        files = [("files", (paper.name, paper.text.encode(), "text/markdown"))]
        headers = {"prefer": "respond-async"} if number % 3 == 0 else {}
        reply = http.post(f"/v1/corpora/{self.corpus}/documents", files=files, headers=headers)
        if reply.status_code == 503:
            return
        if reply.status_code not in (201, 202):
            self.told.wrong.append(f"upload: {reply.status_code} {reply.text[:300]}")
            return
        body = reply.json()
        if "documents" in body:
            self.told.papers.append((self.corpus, body["documents"][0]["id"], paper))
        else:
            self.told.jobs.append((body["id"], None))
        self.papers.append((self.corpus, paper))

    def _ask(self, http: httpx.Client, number: int) -> None:
        if not self.papers:
            time.sleep(0.005)
            return
        corpus, paper = self.papers[-1 - number % min(3, len(self.papers))]
        reply = http.post(f"/v1/corpora/{corpus}/enumerations", json={"question": paper.question})
        if reply.status_code == 200:
            self.told.answers[reply.json()["id"]] = reply.content
            self.told.wrong += judged(reply.json(), paper)
        elif reply.status_code != 503:
            self.told.wrong.append(f"question: {reply.status_code} {reply.text[:300]}")

    def _job(self, http: httpx.Client, number: int) -> None:
        if not self.papers:
            time.sleep(0.005)
            return
        corpus, paper = self.papers[-1]
        headers = {"prefer": "respond-async", "idempotency-key": f"job-{self.seed}-{number}"}
        path = f"/v1/corpora/{corpus}/enumerations"
        body = self._post(http, path, {"question": paper.question}, headers)
        if body is not None:
            self.told.jobs.append((body["id"], paper))
        time.sleep(0.01)


def judged(answer: dict[str, Any], paper: Paper) -> list[str]:
    """What an answer claims that is not so; the document was acknowledged before it was asked."""
    verdict = answer["completeness"]["verdict"]
    labels = [item["label"] for item in answer["items"]]
    if verdict == "complete" and labels != list(paper.items):
        return [f"falsely complete: {paper.name}: {labels} for {list(paper.items)}"]
    return [f"falsely none: {paper.name}"] if verdict == "none_found" else []


# ---------------------------------------------------------------- what is left


def inspect(server: Server, told: Told) -> list[str]:
    """Everything that is not as it was acknowledged."""
    with server.client() as http:
        found = [*told.wrong, *_sent_again(http, told), *_corpora(http, told), *_documents(http, told)]
        found += [f"answer {i} is lost or torn" for i, body in told.answers.items() if _answer(http, i) != body]
        for job_id, paper in told.jobs:
            found += _job_wrong(http, job_id, paper)
        found += _asked_again(http, told)
    return found + _database(server.folder / "data" / "everylast.sqlite")


def _answer(http: httpx.Client, answer_id: str) -> bytes:
    return http.get(f"/v1/enumerations/{answer_id}").content


def _sent_again(http: httpx.Client, told: Told) -> list[str]:
    """What was not acknowledged is sent again with its key, twice: it succeeds, and both get the same."""
    wrong = []
    for path, body, headers in told.unanswered:
        first, second = (http.post(path, json=body, headers=headers) for _ in range(2))
        if not first.is_success or first.content != second.content:
            wrong.append(f"sent again: {path} {first.status_code} {second.status_code} {first.text[:200]}")
        elif path == "/v1/corpora":
            told.corpora[body["name"]] = first.json()["id"]
    return wrong


def _corpora(http: httpx.Client, told: Told) -> list[str]:
    names = [each["name"] for each in http.get("/v1/corpora").json()["corpora"]]
    return [f"corpus {name}: {names.count(name)} times" for name in told.corpora if names.count(name) != 1]


def _documents(http: httpx.Client, told: Told) -> list[str]:
    """Every document is there and ends read."""
    wrong = []
    for corpus in dict.fromkeys(corpus for corpus, _, _ in told.papers):
        rows = _ready(http, corpus)
        states = {row["id"]: row["state"] for row in rows}
        for where, document_id, paper in told.papers:
            if where == corpus and states.get(document_id) != "read":
                wrong.append(f"document {paper.name}: {states.get(document_id, 'lost')}")
    return wrong


def _ready(http: httpx.Client, corpus: str) -> list[dict[str, Any]]:
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end and http.get(f"/v1/corpora/{corpus}").json().get("pending"):
        time.sleep(0.05)
    rows: list[dict[str, Any]] = http.get(f"/v1/corpora/{corpus}/documents").json().get("documents", [])
    return rows


def _job_wrong(http: httpx.Client, job_id: str, paper: Paper | None) -> list[str]:
    end = time.monotonic() + DEADLINE_S
    while (body := http.get(f"/v1/jobs/{job_id}").json()).get("state") in ("queued", "running"):
        if time.monotonic() > end:
            return [f"job {job_id} does not end"]
        time.sleep(0.05)
    if body.get("state") != "succeeded":
        return [f"job {job_id}: {body.get('state', 'lost')} {body.get('error')}"]
    events = _events(http.get(f"/v1/jobs/{job_id}/events").text)
    if [number for number, _, _ in events] != list(range(1, len(events) + 1)):
        return [f"job {job_id}: events leave out numbers"]
    if paper is None:
        return [] if json.loads(events[-1][2]) == body["result"] else [f"job {job_id}: the last event differs"]
    answer = _answer(http, body["links"]["answer"].rsplit("/", 1)[1])
    if events[-1][2].encode() != answer:
        return [f"job {job_id}: the last event differs from the answer"]
    return judged(json.loads(answer), paper)


def _events(text: str) -> list[tuple[int, str, str]]:
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines() if line[0] != ":") for block in text.split("\n\n")
    ]
    return [(int(each["id"]), each["event"], each["data"]) for each in blocks if each]


def _asked_again(http: httpx.Client, told: Told) -> list[str]:
    """The last documents are asked once more: all are read, so each list is proved."""
    wrong = []
    for corpus, _, paper in told.papers[-3:]:
        answer = http.post(f"/v1/corpora/{corpus}/enumerations", json={"question": paper.question}).json()
        verdict = answer["completeness"]["verdict"]
        labels = [item["label"] for item in answer["items"]]
        if (verdict, labels) != ("complete", list(paper.items)):
            wrong.append(f"{paper.name} afterwards: {verdict} {labels} {answer['completeness']['reasons']}")
    return wrong


def _database(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        (said,) = connection.execute("PRAGMA integrity_check").fetchone()
        broken = connection.execute("SELECT count(*) FROM answers WHERE body != '' AND NOT json_valid(body)").fetchone()
    connection.close()
    return ([] if said == "ok" else [f"database: {said}"]) + ([f"{broken[0]} torn answers"] if broken[0] else [])


# ---------------------------------------------------------------- trials


def trials(folder: Path, number: int, seed: int = 1, say: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """So many kills; every second server has two processes. What went wrong is listed; the rest is counted."""
    draw = random.Random(seed)
    servers = [Server(folder / f"{processes}", processes) for processes in (1, 2)]
    counts = {"trials": 0, "documents": 0, "answers": 0, "jobs": 0, "sent_again": 0, "one_process_killed": 0}
    wrong: list[str] = []
    for trial in range(number):
        server, told = servers[trial % 2], Told()
        if server.process is None or server.process.poll() is not None:
            server.start()
        with Clients(server, told, seed * 1000 + trial):
            time.sleep(draw.uniform(0.05, 2.0))
            if draw.random() < 0.3 and server.kill_one(draw):
                counts["one_process_killed"] += 1
                time.sleep(draw.uniform(0.0, 1.0))
            else:
                server.kill()
        if server.process is not None and server.process.poll() is not None:
            server.start()
        found = inspect(server, told)
        wrong += [f"trial {trial}: {each}" for each in found]
        counts["trials"] += 1
        counts["documents"] += len(told.papers)
        counts["answers"] += len(told.answers)
        counts["jobs"] += len(told.jobs)
        counts["sent_again"] += len(told.unanswered)
        say(f"trial {trial + 1}: {len(told.papers)} documents, {len(told.jobs)} jobs, {len(found)} wrong\n")
    for server in servers:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    return {**counts, "wrong": wrong}
