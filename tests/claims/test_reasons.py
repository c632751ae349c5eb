"""Every reason code is documented, and reached by a test."""

from __future__ import annotations

import re

import pytest

from app.domain.claims.reasons import MEANING, Reason
from tests.docs.test_docs import table
from tests.docs.transcript import ROOT

TESTS = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "claims").glob("test_*.py"))


def test_every_reason_has_its_meaning_in_the_docs() -> None:
    rows = dict(table("what-may-i-say.md", 0, 1))
    assert {code: rows.get(code) for code in Reason} == dict(MEANING)


@pytest.mark.parametrize("code", Reason)
def test_every_reason_is_named_by_a_test(code: Reason) -> None:
    assert re.search(rf'"{code}"|Reason\.{code.name}\b', TESTS), code
