"""Kills a batch run at random moments, once or several times, and looks at what the last run leaves.

Each trial: a run in a process group of its own; kill -9 of the group, or of the first process only; the same command
again, until one ends by itself. Then the results equal those of a run that nobody interrupted, no line stands twice,
and every line that was whole at a kill stands there letter by letter: no question was asked again.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.faults import Paper

ROOT = Path(__file__).resolve().parents[1]
_PAPERS, _DEADLINE_S = 8, 180.0
Say = Callable[[str], object]


def trials(folder: Path, number: int, seed: int = 1, say: Say = lambda _: None) -> dict[str, Any]:
    """How many trials and kills, how many of them fell between the first and the last answer, and what was wrong."""
    draw = random.Random(seed)
    corpus, questions = _write(folder)
    began = time.monotonic()
    _finish(corpus, questions, folder / "whole", 1)
    seconds = time.monotonic() - began
    expected = _results(folder / "whole")
    kills = between = 0
    wrong: list[str] = []
    for trial in range(number):
        out, jobs = folder / f"trial-{trial}", draw.choice((1, 2))
        lines: set[bytes] = set()
        for _ in range(draw.randint(1, 3)):
            answers = draw.choice((None, draw.randrange(len(expected))))
            process = _start(corpus, questions, out, jobs)
            _wait(process, out, draw.uniform(0.1, 1.0) * seconds, answers)
            _kill(process, whole_group=draw.random() < 0.5)
            lines |= _whole_lines(out)
            kills += 1
            between += 0 < len(lines) < len(expected)
        _finish(corpus, questions, out, jobs)
        wrong += [f"trial {trial}: {each}" for each in _faults(out, expected, lines)]
        say(f"trial {trial}: {len(lines)} lines at the kills, {len(wrong)} wrong\n")
    return {"trials": number, "kills": kills, "between_answers": between, "wrong": wrong}


def _write(folder: Path) -> tuple[Path, Path]:
    corpus, questions = folder / "papers", folder / "questions.jsonl"
    corpus.mkdir(parents=True)
    papers = [Paper(number) for number in range(_PAPERS)]
    for paper in papers:
        (corpus / paper.name).write_text(paper.text, encoding="utf-8")
    asked = [paper.question for paper in papers] * 3
    lines = [json.dumps({"id": f"q{n}", "question": question}) for n, question in enumerate(asked)]
    questions.write_text("\n".join(lines), encoding="utf-8")
    return corpus, questions


def _start(corpus: Path, questions: Path, out: Path, jobs: int) -> subprocess.Popen[bytes]:
    words = ["batch", str(questions), "--corpus", str(corpus), "--out", str(out), "--jobs", str(jobs)]
    command = [sys.executable, "-m", "app.entrypoints.cli", *words, "--on-incomplete", "report"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=quiet, stderr=subprocess.PIPE)


def _finish(corpus: Path, questions: Path, out: Path, jobs: int) -> None:
    process = _start(corpus, questions, out, jobs)
    try:
        told = process.communicate(timeout=_DEADLINE_S)[1]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    if process.returncode != 0:
        raise RuntimeError(f"status {process.returncode}: {told.decode(errors='replace')}")


def _wait(process: subprocess.Popen[bytes], out: Path, seconds: float, answers: int | None) -> None:
    """For so many seconds, or until so many answers stand in the file; or until the run has ended."""
    end = time.monotonic() + (seconds if answers is None else _DEADLINE_S)
    while process.poll() is None and time.monotonic() < end:
        if answers is not None and len(_whole_lines(out)) > answers:
            return
        time.sleep(0.001)


def _kill(process: subprocess.Popen[bytes], whole_group: bool) -> None:
    """Where only the first process is killed, the others end by themselves: each holds the other end of the pipe."""
    with suppress(ProcessLookupError):  # it may just have ended
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGKILL)
    process.communicate(timeout=_DEADLINE_S)


def _whole_lines(out: Path) -> set[bytes]:
    path = out / "results.jsonl"
    found = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return {line for line in found if line.endswith(b"\n")}


def _results(out: Path) -> list[dict[str, Any]]:
    """In order, without what may differ: milliseconds, and the revision, which counts the steps of reading."""
    found = [json.loads(line) for line in (out / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    for record in found:
        record["answer"]["corpus"].pop("revision")
        for each in record["answer"]["passes"]:
            each.pop("milliseconds")
    return found


def _faults(out: Path, expected: list[dict[str, Any]], lines: set[bytes]) -> list[str]:
    found = _results(out)
    whole = out.parent / "whole"
    faults = []
    if found != expected:
        faults.append("the results differ from those of a whole run")
    if len({record["id"] for record in found}) != len(found):
        faults.append("a line stands twice")
    if not lines <= _whole_lines(out):
        faults.append("a question was asked again")
    names = ("results.csv", "report.html", "manifest.json")
    differ = [name for name in names if (out / name).read_bytes() != (whole / name).read_bytes()]
    faults += [f"{name} differs from that of a whole run" for name in differ]
    return faults + [f"{each.name} was left behind" for each in out.glob(".*.part")]
