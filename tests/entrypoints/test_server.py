"""The program as a user starts it: a process, a port, a file, a question, an end."""

from __future__ import annotations

import signal

from tests.entrypoints.serving import Server

TEXT = """# Release procedure

The release procedure has three steps:

- Prepare
- Build
- Publish

Nothing else is part of the procedure.
"""


def test_upload_ask_and_stop(server: Server) -> None:
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
