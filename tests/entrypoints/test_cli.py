"""The command line, on fakes: what is printed where, and the exit status."""

from __future__ import annotations

import hashlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app import bootstrap
from app.adapters.download import DownloadError, Source, fetch, sources
from app.domain.answer import Verdict
from app.domain.geometry import Box
from app.domain.page import LineBox, Page, PageState
from app.domain.structure import DocumentStructure
from app.entrypoints import cli, demonstration, terminal
from tests.entrypoints.fakes import FakeStore, fake_service


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(store: FakeStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(bootstrap, "build", lambda settings, _reads=True: fake_service(settings, store))
    return runner(monkeypatch, capsys)


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def go(*words: object) -> Ran:
        monkeypatch.setattr("sys.argv", ["everylast", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        printed = capsys.readouterr()
        code = end.value.code
        return Ran(code if isinstance(code, int) else int(bool(code)), printed.out, printed.err)

    return go


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text("Prepare\nBuild")
    (tmp_path / "in" / "deep" / "b.md").write_text("Check")
    (tmp_path / "in" / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / "in" / ".hidden.txt").write_text("no")
    return tmp_path / "in"


# ---------------------------------------------------------------- the way through


def test_ingest_ask_and_list(run: Run, folder: Path) -> None:
    told = run("ingest", folder)
    assert told.status == 0
    assert "2 documents; 2 of 2 pages read" in told.out
    assert "photo.png" in told.out
    assert "hidden" not in told.out
    answer = run("ask", "Which are the steps?")
    assert answer.status == 0
    assert "complete: All." in answer.out
    assert "Prepare" in answer.out
    assert "a.txt p. 1" in answer.out
    assert "pass 1: 1 passages" in answer.out
    listed = run("corpora")
    assert "default" in listed.out
    assert "1 documents, 1 known before" in run("ingest", folder / "a.txt").out


def test_json_is_the_stored_answer(run: Run, folder: Path, store: FakeStore) -> None:
    run("ingest", folder)
    body = json.loads(run("ask", "Which?", "--json", "--document", "b.md").out)
    assert store.answers[body["id"]] == json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    assert [each["label"] for each in body["items"]] == ["Check"]
    assert json.loads(run("corpora", "--json").out)["corpora"][0]["name"] == "default"
    assert json.loads(run("ingest", "--json", folder).out)["skipped"][0].endswith("photo.png")


def test_what_cannot_be_read_is_named_and_the_status_says_so(run: Run, folder: Path) -> None:
    (folder / "scan.pdf").write_bytes(b"\xff\x00")
    told = run("ingest", folder)
    assert told.status == 3
    assert "failed: scan.pdf: the file holds no text" in told.out
    answer = run("ask", "Which are the steps?")
    assert answer.status == 3
    assert "at least" in answer.out
    assert "not read: scan.pdf" in answer.out


def test_an_empty_answer_is_status_0(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n")
    assert run("ingest", tmp_path / "empty.txt", "--corpus", "other").status == 0
    assert run("ask", "Which?", "--corpus", "other").status in (0, 3)


def test_delete_and_reindex(run: Run, folder: Path, store: FakeStore) -> None:
    run("ingest", folder, "--corpus", "gone")
    assert "2 entries written" in run("reindex").out
    assert run("reindex", "--corpus", "gone").status == 0
    assert "removed gone: 2 documents" in run("corpora", "delete", "gone").out
    assert not store.names
    assert "no corpora yet" in run("corpora").out


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        ((), 2, "Usage"),
        (("nonsense",), 2, "nonsense"),
        (("ask",), 2, "question"),
        (("ask", " "), 2, "the question is empty"),
        (("ask", "x" * 10_000), 2, "10000 characters"),
        (("ask", "Which?", "--k", "3"), 2, "--k needs"),
        (("ask", "Which?", "--mode", "magic"), 2, "magic"),
        (("ask", "Which?", "--corpus", "nowhere"), 1, "there is no corpus 'nowhere'"),
        (("ingest", "no-such-file"), 2, "no-such-file"),
        (("corpora", "delete", "nowhere"), 1, "there is no corpus"),
        (("corpora", "fetch", "nowhere"), 1, "there is no source 'nowhere'"),
        (("serve", "--port", "99999999"), 2, "port"),
    ],
)
def test_errors_are_one_sentence(run: Run, words: tuple[str, ...], status: int, text: str) -> None:
    told = run(*words)
    assert told.status == status
    assert text in told.err + told.out
    assert "Traceback" not in told.err


def test_an_unknown_document_and_a_doubtful_name(run: Run, folder: Path, store: FakeStore) -> None:
    run("ingest", folder)
    assert "no document 'z.pdf'" in run("ask", "Which?", "--document", "z.pdf").err
    store.create_corpus("default")
    told = run("ask", "Which?")
    assert told.status == 1
    assert "2 corpora are called 'default'" in told.err
    assert run("ask", "Which?", "--corpus", "c1").status == 0


def test_a_broken_environment_is_wrong_usage(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVERYLAST_WORKERS", "many")
    told = run("corpora")
    assert told.status == 2
    assert "workers" in told.err


def test_an_error_of_the_system_is_status_1(run: Run, store: FakeStore) -> None:
    store.broken = PermissionError("the folder cannot be written")
    told = run("corpora")
    assert told.status == 1
    assert told.err == "error: the folder cannot be written\n"


def test_documents_do_not_steer_the_terminal() -> None:
    assert terminal.safe("a\x1b[31mb\u202ec\nd") == "a [31mb c d"


# ---------------------------------------------------------------- inspect


def test_inspect(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(1, "i", 612, 792, "Hello", PageState.READ, "", (LineBox(0, 5, Box(1, 2, 3, 4)),))
    structure = DocumentStructure("a.txt", "", (page,), 1, PageState.READ, "")
    monkeypatch.setattr(bootstrap, "understand", lambda *_: structure)
    monkeypatch.setattr(bootstrap, "picture", lambda *_: b"PNG")
    file = tmp_path / "a.txt"
    file.write_text("Hello")
    told = run("inspect", file, "--page", 1, "--image", tmp_path / "out.png")
    assert told.status == 0
    assert "Page 1 (printed i): read, 1 lines" in told.out
    assert (tmp_path / "out.png").read_bytes() == b"PNG"
    body = json.loads(run("inspect", file, "--json").out)
    assert body["pages"][0]["lines"] == [{"text": "Hello", "bbox": [1, 2, 3, 4]}]
    assert run("inspect", file, "--page", 2).status == 2


# ---------------------------------------------------------------- demo


def test_demo(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = tmp_path / "corpora" / "sample"
    sample.mkdir(parents=True)
    (sample / "a.txt").write_text("Prepare\nBuild")
    case = {"question": "Which are the steps?", "docs": ["a.txt"], "verdict": ["complete"], "kind": "list"}
    (sample / "questions.jsonl").write_text(json.dumps(case) + "\n")
    monkeypatch.setattr(cli, "CORPORA", tmp_path / "corpora")
    told = run("demo", "--data", tmp_path / "data")
    assert told.status == 0
    assert "Which are the steps?" in told.out
    assert told.out.rstrip().splitlines()[-1].strip().startswith(".venv/bin/everylast ask")
    assert "everylast serve --data" in told.out
    monkeypatch.setattr(cli, "CORPORA", tmp_path / "nowhere")
    assert run("demo").status == 1


def test_the_demo_asks_questions_of_several_verdicts(tmp_path: Path) -> None:
    rows = [{"question": f"q{n}", "docs": [], "verdict": [v], "kind": "k"} for n, v in enumerate(Verdict)]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    asked = demonstration.questions(path, [])
    assert [each.question for each in asked] == ["q0", "q1", "q2", "q3", "q4"]
    assert asked[0].documents is None


# ---------------------------------------------------------------- fetch


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, bytes]]]:
    """A local server with the files of a dictionary."""
    held: dict[str, bytes] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = held.get(self.path.strip("/"))
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: Any) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as web:
        thread = threading.Thread(target=web.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{web.server_port}", held
        web.shutdown()
        thread.join()


def test_fetch_downloads_verifies_and_reads(run: Run, server: tuple[str, dict[str, bytes]], tmp_path: Path) -> None:
    url, held = server
    held["a.txt"] = b"Prepare\nBuild"
    digest = hashlib.sha256(held["a.txt"]).hexdigest()
    listed = tmp_path / "sources.toml"
    listed.write_text(
        f'[good]\nurl = "{url}/a.txt"\nsha256 = "{digest}"\n[bad]\nurl = "{url}/a.txt"\nsha256 = "00"\n'
        f'[missing]\nurl = "{url}/b.txt"\nsha256 = "00"\n[offline]\nurl = "http://127.0.0.1:9/x"\nsha256 = "00"\n'
    )

    def fetched(name: str) -> Ran:
        return run("corpora", "fetch", name, "--sources", listed, "--data", tmp_path / "data")

    told = fetched("good")
    assert told.status == 0
    assert "1 documents" in told.out
    assert (tmp_path / "data" / "fetched" / "a.txt").read_bytes() == held["a.txt"]
    bad = fetched("bad")
    assert bad.status == 1
    assert "SHA-256" in bad.err
    assert "answered 404" in fetched("missing").err
    assert "offline?" in fetched("offline").err
    assert not list((tmp_path / "data" / "fetched").glob("*.part"))
    held.clear()
    assert fetched("good").status == 0  # verified before, so not fetched again
    listed.write_text("[broken")
    assert "sources.toml cannot be read" in fetched("good").err


def test_progress_is_told(server: tuple[str, dict[str, bytes]], tmp_path: Path) -> None:
    url, held = server
    held["big.bin"] = b"x" * 300_000
    heard: list[tuple[int, int | None]] = []
    source = Source("big", f"{url}/big.bin", hashlib.sha256(held["big.bin"]).hexdigest())
    fetch(source, tmp_path, lambda size, total: heard.append((size, total)))
    assert heard[-1] == (300_000, 300_000)
    assert len(heard) > 1


def test_the_sources_of_the_repository_are_well_formed() -> None:
    for source in sources(cli.CORPORA / "sources.toml").values():
        assert len(source.sha256) == 64
        assert source.url.startswith("https://")
        assert source.licence


def test_a_source_with_an_unknown_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sources.toml"
    path.write_text('[a]\nurl = "x"\nsha256 = "y"\ncolour = "red"\n')
    with pytest.raises(DownloadError, match="colour"):
        sources(path)
