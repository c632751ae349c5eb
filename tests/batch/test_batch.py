"""`everylast batch` as a whole, on the real store and loop."""

from __future__ import annotations

import csv
import fcntl
import html
import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.config import Settings
from app.entrypoints import cli, tables
from app.entrypoints.batch import asking, manifest, report
from tests.entrypoints.conftest import running, settings  # noqa: F401 (a fixture)
from tests.jobs.test_jobs_http import LAMPS, LIST, MORE, OPEN, STEPS, ask, ended, events, real

Json = dict[str, Any]
QUESTIONS = f'{{"id": "steps", "question": "{STEPS}"}}\n{{"id": "lamps", "question": "{LAMPS}"}}\n'


class Ran(NamedTuple):
    status: int
    told: str
    out: Path
    manifest: Json
    records: list[Json]


def ran(status: int, told: str, out: Path) -> Ran:
    """With what the files hold now; a later run may write them anew."""
    files = [out / "manifest.json", out / "results.jsonl"]
    said, lines = [path.read_bytes() if path.is_file() else b"{}" for path in files]
    return Ran(status, told, out, json.loads(said), [json.loads(line) for line in lines.splitlines()])


Batch = Callable[..., Ran]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in (("a.md", LIST), ("b.md", OPEN), ("c.md", MORE)):
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def batch(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Batch:
    monkeypatch.setenv("EVERYLAST_WORKERS", "1")

    def go(*words: str, questions: str = QUESTIONS, out: Path = tmp_path / "out") -> Ran:
        (tmp_path / "q.jsonl").write_text(questions)
        line = ["everylast", "batch", str(tmp_path / "q.jsonl"), "--corpus", str(corpus), "--out", str(out), *words]
        monkeypatch.setattr("sys.argv", line)
        with pytest.raises(SystemExit) as end:
            cli.main()
        printed = capsys.readouterr()
        code = end.value.code
        return ran(code if isinstance(code, int) else int(bool(code)), printed.out + printed.err, out)

    return go


def timeless(answer: Json) -> Json:
    """Without ids, milliseconds, and the revision, which counts how documents came in."""
    passes = [{**each, "milliseconds": 0} for each in answer["passes"]]
    return {**answer, "id": "", "corpus": {}, "passes": passes}


# ---------------------------------------------------------------- what comes out


def test_a_run_gives_results_in_every_form(batch: Batch) -> None:
    done = batch()
    assert done.status == 3
    assert [(each["id"], each["state"]) for each in done.records] == [("steps", "answered"), ("lamps", "answered")]
    assert done.records[0]["verdict"] == "complete"
    told = done.manifest
    assert (told["state"], told["planned"], told["done"], told["failed"]) == ("done", 2, 2, 0)
    assert told["incomplete"] == 1
    assert sum(told["verdicts"].values()) == 2
    assert [each["path"] for each in told["documents"]] == ["a.md", "b.md", "c.md"]
    rows = list(csv.DictReader(io.StringIO((done.out / "results.csv").read_text(), newline="")))
    assert list(rows[0])[:4] == ["id", "state", "verdict", "qualifier"]
    assert [each["label"] for each in rows if each["id"] == "steps"] == ["Prepare", "Build", "Publish"]
    page = (done.out / "report.html").read_text()
    assert html.escape(STEPS) in page
    assert "a.md, p. 1" in page
    assert "question 2 of 2: lamps: " in done.told


def test_the_status_can_leave_incomplete_answers_to_the_report(batch: Batch) -> None:
    assert batch("--on-incomplete", "report").status == 0
    assert batch(questions=f'{{"question": "{STEPS}"}}').status == 0


def test_several_processes_give_the_same(batch: Batch, tmp_path: Path) -> None:
    one = batch()
    two = batch("--jobs", "2", out=tmp_path / "other")
    assert [timeless(a["answer"]) for a in one.records] == [timeless(b["answer"]) for b in two.records]
    for name in ("results.csv", "report.html", "manifest.json"):
        assert (one.out / name).read_bytes() == (two.out / name).read_bytes()


def test_every_interface_gives_one_answer(batch: Batch, corpus: Path, settings: Settings) -> None:  # noqa: F811
    """REST, events, the command line and batch drain the same generator."""
    records = batch().records
    with running(settings, real()) as call:
        made = call("POST", "/v1/corpora", json={"name": "papers"}).json()["id"]
        for path in sorted(corpus.iterdir()):
            files = {"files": (path.name, path.read_bytes())}
            call("POST", f"/v1/corpora/{made}/documents", files=files, headers={"prefer": "wait=60"})
        for record in records:
            direct = ask(call, made, record["question"], {}).json()
            job = ask(call, made, record["question"]).headers["location"]
            ended(call, job)
            last = events(call, job)[-1][2]
            assert timeless(direct) == timeless(last) == timeless(record["answer"])


def test_ask_gives_the_same_as_batch(
    batch: Batch, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = batch()
    for record in done.records:
        words = ["--corpus", done.manifest["corpus"]["id"], "--data", str(done.out / "store"), "--json"]
        monkeypatch.setattr("sys.argv", ["everylast", "ask", record["question"], *words])
        with pytest.raises(SystemExit):
            cli.main()
        assert timeless(json.loads(capsys.readouterr().out)) == timeless(record["answer"])


# ---------------------------------------------------------------- again


def test_what_was_answered_is_not_asked_again_and_a_torn_line_is(batch: Batch) -> None:
    first = batch()
    path = first.out / "results.jsonl"
    whole = path.read_bytes()
    again = batch()
    assert path.read_bytes() == whole
    assert "2 questions were answered before and are kept" in again.told
    lines = whole.splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:200])
    torn = batch()
    assert "1 questions were answered before" in torn.told
    assert path.read_bytes().splitlines(keepends=True)[0] == lines[0]
    assert [timeless(a["answer"]) for a in torn.records] == [timeless(b["answer"]) for b in first.records]


def test_a_changed_file_is_read_again_an_unchanged_one_not_a_vanished_one_leaves(batch: Batch, corpus: Path) -> None:
    first = batch()
    (corpus / "a.md").write_text(LIST.replace("- Build\n", "- Build\n- Sign\n").replace("three", "four"))
    (corpus / "c.md").unlink()
    again = batch()
    assert "2 documents: 1 to read, 2 earlier ones are no longer in the folder" in again.told
    assert "2 earlier results are dropped (other documents)" in again.told
    assert [each["label"] for each in again.records[0]["answer"]["items"]] == ["Prepare", "Build", "Sign", "Publish"]
    assert [each["path"] for each in again.manifest["documents"]] == ["a.md", "b.md"]
    assert first.manifest["fingerprint"]["documents"] != again.manifest["fingerprint"]["documents"]


def test_other_settings_ask_again_and_say_so(batch: Batch) -> None:
    batch()
    assert "2 earlier results are dropped (other settings)" in batch("--max-passes", "2").told


def test_a_renamed_file_stands_under_its_new_name(batch: Batch, corpus: Path) -> None:
    batch()
    (corpus / "a.md").rename(corpus / "release.md")
    (item, *_) = batch().records[0]["answer"]["items"]
    assert item["evidence"][0]["document"] == "release.md"


# ---------------------------------------------------------------- what is not there, what is odd


def test_a_file_that_cannot_be_opened_forbids_complete(batch: Batch, corpus: Path) -> None:
    (corpus / "lost.pdf").symlink_to(corpus / "nowhere.pdf")
    done = batch()
    assert done.records[0]["verdict"] != "complete"
    (lost,) = [each for each in done.manifest["documents"] if each["path"] == "lost.pdf"]
    assert (lost["state"], lost["reason"]) == ("failed", "the file cannot be opened: No such file or directory")
    assert "lost.pdf: the file cannot be opened" in (done.out / "report.html").read_text()
    (corpus / "lost.pdf").unlink()
    assert batch().records[0]["verdict"] == "complete"


def test_odd_names_and_the_same_bytes_twice(batch: Batch, corpus: Path) -> None:
    (corpus / "z.md").write_text(LIST)
    Path(os.fsdecode(os.fsencode(corpus) + b"/odd\xff\n<b>.md")).write_text("# Tides\n\nThe tide is high.\n")
    done = batch()
    assert done.manifest["same_bytes"] == [{"path": "z.md", "as": "a.md"}]
    assert len(done.manifest["documents"]) == 4
    assert "<b>.md" not in (done.out / "report.html").read_text()


def test_only_known_documents_can_be_asked(batch: Batch) -> None:
    line = f'{{"id": "x", "question": "{STEPS}", "documents": ["%s"]}}'
    done = batch(questions=line % "a.md")
    assert (done.status, done.records[0]["answer"]["question"]["scope"]["kind"]) == (0, "documents")
    wrong = batch(questions=line % "no.md")
    assert (wrong.status, "question 'x': the folder holds no document 'no.md'" in wrong.told) == (2, True)


def test_a_folder_without_documents_is_refused(batch: Batch, corpus: Path) -> None:
    for path in corpus.iterdir():
        path.unlink()
    (corpus / "photo.png").write_bytes(b"x")
    done = batch()
    assert (done.status, "holds no PDF" in done.told) == (1, True)


def test_places_for_the_results_that_cannot_be(batch: Batch, corpus: Path, tmp_path: Path) -> None:
    same = batch(out=corpus)
    assert (same.status, "must be another folder" in same.told) == (2, True)
    assert sorted(each.name for each in corpus.iterdir()) == ["a.md", "b.md", "c.md"]
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "manifest.json").write_text('{"name": "site"}')
    foreign = batch(out=tmp_path / "foreign")
    assert (foreign.status, "was not written by a batch run" in foreign.told) == (1, True)
    assert (tmp_path / "foreign" / "manifest.json").read_text() == '{"name": "site"}'
    (tmp_path / "file").write_text("x")
    assert batch(out=tmp_path / "file" / "out").status == 1


def test_a_question_that_fails_is_named_and_asked_again(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(service: object, task: asking.Task) -> Json:
        return asking.failed(task, "=1+1") if task.id == "lamps" else whole(service, task)  # type: ignore[arg-type]

    whole = asking.answered
    monkeypatch.setattr(asking, "answered", broken)
    done = batch("--on-incomplete", "report")
    assert done.status == 1
    assert (done.manifest["done"], done.manifest["failed"]) == (1, 1)
    assert "'=1+1" in (done.out / "results.csv").read_text()
    monkeypatch.setattr(asking, "answered", whole)
    assert batch().manifest["done"] == 2


def test_a_process_that_dies_is_an_error_of_its_questions_only(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def dying(_: Settings, tasks: list[asking.Task], __: int) -> Iterator[Json]:
        tries.append(len(tasks))
        yield from (asking.failed(task, "no list") for task in tasks if task.id == "steps")

    monkeypatch.setattr(asking, "_in_processes", dying)
    done = batch("--jobs", "2")
    assert (done.status, tries) == (1, [2, 1])
    assert [each["error"] for each in done.records] == ["no list", "the process that answered it died"]
    assert done.manifest["failed"] == 2


def test_two_runs_never_write_the_same_files(batch: Batch, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with (tmp_path / "out" / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other = batch()
    assert (other.status, "another batch run writes to" in other.told) == (1, True)
    assert batch().status == 3


# ---------------------------------------------------------------- the report


def test_the_report_escapes_everything_and_says_what_it_leaves_out(batch: Batch) -> None:
    done = batch()
    (record, _) = done.records
    evil = "<script>alert(1)</script>\u202e"
    (item, *_) = record["answer"]["items"]
    item = {
        **item,
        "label": evil,
        "aliases": [evil],
        "evidence": [{**item["evidence"][0], "quote": evil, "document": evil}],
    }
    record = {**record, "question": evil, "answer": {**record["answer"], "items": [item] * (report.SHOWN_ITEMS + 1)}}
    page = "".join(report.pages(done.manifest, [{**record, "items": 1}], [record]))
    assert "<script" not in page
    assert "\u202e" not in page
    assert "1 more items stand in results.csv" in page
    assert "default-src 'none'" in page


def test_the_csv_uses_the_one_export(batch: Batch) -> None:
    header = (batch().out / "results.csv").read_text().splitlines()[0]
    assert header == ",".join(("id", "state", *tables.COLUMNS))
    assert manifest.FORMAT.startswith("everylast-batch/")
