"""The page "What may I say?": its example runs, its tables are what happens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer, Verdict
from app.domain.claims.kinds import (
    Absence,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Extreme,
    Membership,
    Relation,
    Superlative,
    Universal,
    Value,
)
from tests.claims.making import Papers, answer, checked, item, now
from tests.docs.test_docs import table
from tests.docs.transcript import ROOT
from tests.entrypoints.serving import Server

PAGE = ROOT / "docs" / "what-may-i-say.md"
TEXT = "Stations:\nNorth Quay 5 m, has a roof\nMill Lane 7 m, has a roof\n"
LABELS = ("North Quay", "Mill Lane")


def source(verdict: Verdict) -> Answer:
    papers = Papers({"d1": [TEXT]})
    items = [item(each, papers, detail=f"{size} m, has a roof") for each, size in zip(LABELS, (5, 7), strict=True)]
    return answer(
        *([] if verdict is Verdict.NONE_FOUND else items), verdict=verdict, read=40 if _is_whole(verdict) else 37
    )


def _is_whole(verdict: Verdict) -> bool:
    return verdict in (Verdict.COMPLETE, Verdict.NONE_FOUND)


def _claims(size: int) -> Mapping[str, Claim]:
    """True claims of each type about an answer of so many items."""
    return {
        "existence": Existence(),
        "membership": Membership(label="Mill Lane"),
        "value": Value(label="Mill Lane", value="7 m"),
        "count at_least": Count(relation=Relation.AT_LEAST, number=max(size, 1)),
        "count at_most": Count(relation=Relation.AT_MOST, number=size),
        "count exactly": Count(relation=Relation.EXACTLY, number=size),
        "complete_set": CompleteSet(labels=LABELS[:size]),
        "universal": Universal(predicate="has a roof"),
        "superlative": Superlative(label="Mill Lane", extreme=Extreme.HIGHEST, attribute=Attribute(Place.DETAIL)),
        "absence": Absence(),
    }


def test_the_table_of_strengths_is_what_happens() -> None:
    rows = table("what-may-i-say.md", 0, 1, 2, 3, 4, 5)
    (start,) = (at for at, row in enumerate(rows) if row[1:] == tuple(f"{each}" for each in COLUMNS))
    written = {row[0].replace("`", ""): row[1:] for row in rows[start + 1 : start + 1 + len(_claims(2))]}
    assert written == {name: tuple(_strength(name, each) for each in COLUMNS) for name in _claims(2)}


COLUMNS = (Verdict.COMPLETE, Verdict.AT_LEAST, Verdict.UNPROVEN, Verdict.CONFLICTING, Verdict.NONE_FOUND)


def _strength(name: str, verdict: Verdict) -> str:
    asked = source(verdict)
    return str(checked(_claims(len(asked.items))[name], asked, now(Papers({"d1": [TEXT]}))).support)


def sentences() -> dict[str, str]:
    state = now(Papers({"d1": [TEXT]}))
    later = now(Papers({"d1": [TEXT]}), revision=5)
    told = {f"`{each}`": checked(Existence(), source(each), state).say_instead for each in COLUMNS}
    told["`unproven`, empty"] = checked(Existence(), answer(verdict=Verdict.UNPROVEN, read=37), state).say_instead
    told["`complete`, an older revision"] = checked(Existence(), source(Verdict.COMPLETE), later).say_instead
    return told


def test_the_sentences_are_what_is_said() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [row for row in _rows(sentences()) if row not in text] == []


def _rows(told: Mapping[str, str]) -> list[str]:
    return [f"| {name} | {said} |" for name, said in told.items()]


def test_the_example_runs_and_prints_what_stands(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(ROOT)
    scope: dict[str, Any] = {}
    try:
        exec(example.replace("http://127.0.0.1:8000", str(server.http.base_url)), scope)
    finally:
        opened = scope.get("http")
        if isinstance(opened, httpx.Client):
            opened.close()
        for _, file in scope.get("files", ()):
            file.close()
    assert capsys.readouterr().out == printed
