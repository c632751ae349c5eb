"""Each kind of bad input, through the real service: a clear error or a named state, and nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from app import bootstrap
from app.adapters.store import SqliteStore
from app.adapters.workers import Limits, ReaderPool
from app.bootstrap import Service, background
from app.config import Settings
from app.enumeration import run
from app.ingestion import Ingestion
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_http import ask, is_problem, upload

WAIT = "wait=60"
READ_OR_KNOWN = {"read", "blank", "partial", "no_text", "garbled", "timed_out", "failed", "locked", "missing"}


def pdf(*pages: str, **save: Any) -> bytes:
    """A PDF with one text to a page."""
    with pymupdf.open() as document:
        for text in pages:
            document.new_page().insert_textbox((72, 72, 540, 700), text, fontsize=11)
        return bytes(document.tobytes(**save))


def picture_pdf() -> bytes:
    """A page that is a picture of text, as a scanner makes it."""
    with pymupdf.open(stream=pdf("The tools are:\n- saw\n- plane"), filetype="pdf") as source:
        image = source[0].get_pixmap(dpi=60)
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_image(page.rect, pixmap=image)
        return bytes(document.tobytes())


def no_pages() -> bytes:
    objects = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>")
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (at, each) for at, each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R/Size 3>>\n%%EOF"


GOOD = pdf("The release has two steps:\n\n- Prepare\n- Publish\n\nThat is the end of the procedure, as agreed.")
LOCKED = pdf("secret", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="user", owner_pw="owner")
GARBLED = pdf("\u00a4\u00b6\u00a7\u00d7 \u00ac\u00b1\u00b5\u00b8 \u00a1\u00bf\u00d8\u00de " * 120)
MANY = pdf(*(f"Page number {n} of a long report." for n in range(2_500)), deflate=True)


@pytest.fixture(scope="module")
def module_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder: Path = tmp_path_factory.mktemp("bad-input")
    return Settings(data=folder, workers=1)


@pytest.fixture(scope="module")
def real(module_settings: Settings) -> Iterator[Client]:
    with running(module_settings, bootstrap.build) as client:
        yield client


def new_corpus(call: Client) -> str:
    return str(call("POST", "/v1/corpora", json={"name": "bad input"}).json()["id"])


def upload_raw(call: Client, corpus: str, name: str, data: bytes) -> Any:
    """As a client may send it that encodes nothing in the name."""
    head = f'--b\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    body = head.encode() + data + b"\r\n--b--\r\n"
    headers = {"content-type": "multipart/form-data; boundary=b", "prefer": WAIT}
    reply = call("POST", f"/v1/corpora/{corpus}/documents", content=body, headers=headers)
    assert reply.status_code == 201, reply.text
    return reply.json()["documents"][0]


@pytest.mark.parametrize(
    ("name", "data", "states", "unread"),
    [
        pytest.param("a.pdf", b"GIF89a, no PDF at all", {"failed"}, True, id="not a PDF"),
        pytest.param("a.pdf", b"", {"failed"}, True, id="empty"),
        pytest.param("a.txt", b"", {"failed", "read"}, None, id="empty text"),
        pytest.param("a.pdf", GOOD[: len(GOOD) // 2], {"failed", "partial"}, True, id="truncated"),
        pytest.param("a.pdf", LOCKED, {"failed"}, True, id="locked"),
        pytest.param("a.pdf", picture_pdf(), {"failed", "partial"}, True, id="image only"),
        pytest.param("a.pdf", GARBLED, {"failed", "partial"}, True, id="garbled"),
        pytest.param("a.pdf", no_pages(), {"failed"}, True, id="no pages"),
        pytest.param("a.xyz", bytes(range(256)) * 40, {"failed", "partial"}, True, id="unknown bytes"),
    ],
)
def test_a_bad_file_has_a_state_and_a_reason_and_harms_no_other(
    real: Client, name: str, data: bytes, states: set[str], unread: bool | None
) -> None:
    corpus = new_corpus(real)
    reply = upload(real, corpus, (name, data), ("good.pdf", GOOD), prefer=WAIT)
    assert reply.status_code == 201
    bad, good = reply.json()["documents"]
    assert good["state"] == "read"
    assert bad["state"] in states, bad
    assert bad["reason"] or bad["state"] == "read"
    assert set(bad["pages"]["by_state"]) <= READ_OR_KNOWN
    assert sum(bad["pages"]["by_state"].values()) == bad["pages"]["planned"]
    assert real("GET", f"/v1/corpora/{corpus}").json()["status"] == "ready"
    answer = ask(real, corpus, question="Which are the steps of the release?")
    assert answer.status_code == 200
    said = answer.json()["completeness"]
    if unread:
        assert said["verdict"] in ("at_least", "unproven", "conflicting")
        assert said["coverage"]["documents"]["unread"] or said["coverage"]["pages"]["unread"]


def test_thousands_of_pages(real: Client) -> None:
    corpus = new_corpus(real)
    document = upload(real, corpus, ("long.pdf", MANY), prefer=WAIT).json()["documents"][0]
    assert document["pages"]["planned"] == 2_500
    assert document["pages"]["read"] == 2_500


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("C:\\Users\\x\\report.pdf", "report.pdf"),
        ("/absolute/name.pdf", "name.pdf"),
        ("a\x01b\u202ec.pdf", "abc.pdf"),
        ("n" * 400 + ".pdf", "n" * 196 + ".pdf"),
    ],
)
def test_names_are_labels_and_never_paths(real: Client, module_settings: Settings, sent: str, kept: str) -> None:
    corpus = new_corpus(real)
    before = {path.name for path in module_settings.data.parent.iterdir()}
    row = upload_raw(real, corpus, sent, GOOD)
    assert row["name"] == kept
    assert real("GET", f"/v1/corpora/{corpus}/documents").json()["documents"][0]["name"] == kept
    assert {path.name for path in module_settings.data.parent.iterdir()} == before
    assert not list(module_settings.data.rglob("*passwd*"))


def test_the_same_file_twice_at_once_is_one_document(real: Client) -> None:
    corpus = new_corpus(real)
    rows = upload(real, corpus, ("a.pdf", GOOD), ("b.pdf", GOOD)).json()["documents"]
    assert [row["duplicate"] for row in rows] == [False, True]
    replies: list[int] = []
    threads = [
        threading.Thread(target=lambda: replies.append(upload(real, corpus, ("a.pdf", GOOD), prefer=WAIT).status_code))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [201] * 4
    documents = real("GET", f"/v1/corpora/{corpus}/documents").json()["documents"]
    assert [(row["id"], row["state"]) for row in documents] == [(rows[0]["id"], "read")]


def test_a_corpus_without_documents_can_be_asked(real: Client) -> None:
    answer = ask(real, new_corpus(real))
    assert answer.status_code == 200
    assert answer.json()["items"] == []
    assert answer.json()["completeness"]["verdict"] != "complete"


def test_a_text_that_is_no_listing_question_is_answered(real: Client) -> None:
    corpus = new_corpus(real)
    upload(real, corpus, ("a.pdf", GOOD), prefer=WAIT)
    for text in ("Hello there.", "?!", "\u200b \u4f60\u597d", "x" * 2000, "which which which which"):
        answer = ask(real, corpus, question=text)
        assert answer.status_code == 200, answer.text
        assert answer.json()["completeness"]["verdict"] != "complete"
    body = ask(real, corpus, question="Hello there.").json()
    assert (body["question"]["kind"], body["items"], body["completeness"]["verdict"]) == ("other", [], "unproven")


# ---------------------------------------------------------------- readers that misbehave


@pytest.fixture
def misbehaving(settings: Settings) -> Iterator[Client]:
    """The real service with a reader that hangs or dies on command (see tests/adapters/readers.py)."""
    limits = Limits(page_deadline_s=0.7, analysis_base_s=1.0, restarts=1)

    def make(given: Settings) -> Service:
        store = SqliteStore(given.data)
        pool = ReaderPool(1, limits, "tests.adapters.readers", "tests.adapters.readers")
        return Service(given, store, Ingestion(store, pool), (), run, background(given, store.database))

    with running(settings, make) as client:
        yield client


def test_a_worker_that_dies_costs_its_page_only(misbehaving: Client) -> None:
    corpus = new_corpus(misbehaving)
    text = b"first page\f!kill here\fthird page"
    rows = upload(misbehaving, corpus, ("a.txt", text), ("b.txt", b"fine"), prefer=WAIT).json()["documents"]
    assert rows[0]["pages"]["by_state"] == {"read": 2, "failed": 1}
    assert rows[0]["state"] == "partial"
    assert rows[1]["state"] == "read"
    unread = misbehaving("GET", f"/v1/corpora/{corpus}/documents/{rows[0]['id']}").json()["unread"]
    assert [(each["page"], each["state"]) for each in unread] == [(2, "failed")]
    assert unread[0]["reason"]
    again = misbehaving("POST", f"/v1/corpora/{corpus}/documents/{rows[0]['id']}/retry")
    assert again.status_code == 202


def test_a_corpus_that_is_still_being_read_says_so(misbehaving: Client) -> None:
    corpus = new_corpus(misbehaving)
    reply = upload(misbehaving, corpus, ("slow.txt", b"first\f!hang here\fthird"))
    assert reply.status_code == 202
    assert misbehaving("GET", f"/v1/corpora/{corpus}").json()["status"] == "reading"
    body = ask(misbehaving, corpus).json()
    assert body["completeness"]["verdict"] not in ("complete", "none_found")
    assert body["completeness"]["coverage"]["documents"]["pending"] == 1
    done = upload(misbehaving, corpus, ("slow.txt", b"first\f!hang here\fthird"), prefer=WAIT).json()["documents"][0]
    assert done["pages"]["by_state"] == {"read": 2, "timed_out": 1}


def test_what_was_stored_is_there_after_a_restart(module_settings: Settings, tmp_path: Path) -> None:
    settings = module_settings.model_copy(update={"data": tmp_path / "again"})
    with running(settings, bootstrap.build) as call:
        corpus = new_corpus(call)
        upload(call, corpus, ("a.pdf", GOOD))  # perhaps still being read when it stops
        first = ask(call, corpus)
    with running(settings, bootstrap.build) as call:
        upload(call, corpus, ("a.pdf", GOOD), prefer=WAIT)
        assert call("GET", f"/v1/corpora/{corpus}").json()["status"] == "ready"
        assert call("GET", f"/v1/enumerations/{first.json()['id']}").content == first.content
        assert call("GET", f"/v1/corpora/{corpus}/documents").json()["documents"][0]["state"] == "read"
        assert is_problem(ask(call, "unknown"), "unknown_corpus")


def test_a_service_that_only_asks_reads_nothing(settings: Settings) -> None:
    service = bootstrap.build(settings, reads=False)
    try:
        with pytest.raises(RuntimeError, match="takes no files"):
            service.ingestion.add("c", "a.txt", b"x")
        with pytest.raises(RuntimeError, match="reads no files"):
            service.ingestion.retry("d")
    finally:
        service.close()
