"""Gaps of answers over files that cannot be read, or not all of it, through the real service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app import bootstrap
from app.config import Settings
from app.entrypoints.http import models
from tests.entrypoints.conftest import Client, running
from tests.entrypoints.test_bad_input import GARBLED, GOOD, LOCKED, no_pages, picture_pdf
from tests.entrypoints.test_http import ask, upload


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with running(Settings(data=tmp_path_factory.mktemp("gaps"), workers=1), bootstrap.build) as client:
        yield client


@pytest.mark.parametrize(
    ("name", "data", "what", "unit", "closer"),
    [
        ("a.pdf", LOCKED, "file_locked", "documents", "data"),
        ("a.pdf", b"", "file_empty", "documents", "nobody"),
        ("a.pdf", no_pages(), "file_failed", "documents", "data"),
        ("a.xyz", bytes(range(256)) * 40, "file_unsupported", "documents", "tool"),
        ("a.pdf", picture_pdf(), "no_text", "pages", "tool"),
        ("a.pdf", GARBLED, "garbled", "pages", "tool"),
        ("a.pdf", GOOD[: len(GOOD) // 2], "f", "", "data"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_read_is_a_gap_with_who_can_close_it(
    real: Client, name: str, data: bytes, what: str, unit: str, closer: str
) -> None:
    corpus = str(real("POST", "/v1/corpora", json={"name": "gaps"}).json()["id"])
    bad, _ = upload(real, corpus, (name, data), ("good.pdf", GOOD), prefer="wait=60").json()["documents"]
    answer: Any = ask(real, corpus, question="Which are the steps of the release?").json()
    models.Answer.model_validate(answer)
    found = [gap for gap in answer["completeness"]["coverage"]["gaps"] if bad["id"] in gap["documents"]]
    assert len([gap for gap in found if not gap["what"].startswith("layer:")]) == 1
    assert found[0]["what"].startswith(what)
    assert (found[0]["closable_by"], found[0]["amount"]) == (closer, 1)
    assert found[0]["unit"] == unit or not unit
