"""The shared measuring cases, asked in process: nothing said wrongly, and the milestone figures.

The files lie beside the project, in ../shared, and are no part of it; without them these tests skip.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.bootstrap import Service
from tests.golden.asking import ask, read, service

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = "cases/cases.jsonl"
LONGLIST = "bench/longlist/cases.jsonl"
CUT = "bench/longlist/cases_cut.jsonl"
LIMIT = "bench/limit_small/cases.jsonl"

# Least figures of the first milestone; none of a file's figures may fall below them.
LEAST: dict[str, dict[str, float]] = {
    CASES: {"recall": 0.80, "precision": 0.80, "exact": 0.65, "proved": 0.60},
    LONGLIST: {"item_recall": 0.85, "exact": 0.50},
    CUT: {"named_incomplete": 0.75},
    LIMIT: {"recall": 0.90, "precision": 0.90},
}
NO_MORE_THAN = {LIMIT: 200}  # of many small questions every fifth says as much

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not there: the shared cases are not measured")


@pytest.fixture(scope="module")
def measure() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shared_measure", SHARED / "measure" / "measure.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses and annotations look themselves up there
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with service(tmp_path_factory.mktemp("shared")) as running:
        yield running


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", list(LEAST))
def test_cases(measure: ModuleType, made: Service, name: str) -> None:
    rows = scored(measure, made, SHARED / name, NO_MORE_THAN.get(name))
    figures = measure.summary(rows)
    told = json.dumps(figures)
    assert [row["id"] for row in rows if row["false_complete"]] == [], told
    assert [row["id"] for row in rows if row["false_absent"]] == [], told
    short = {figure: figures[figure] for figure, least in LEAST[name].items() if not figures[figure] >= least}
    assert short == {}, told


def scored(measure: ModuleType, made: Service, path: Path, limit: int | None) -> list[dict[str, Any]]:
    """One row of figures for each case; documents are read once for each distinct set of them."""
    cases = measure.read_jsonl(path)
    cases = cases[:: max(1, len(cases) // limit)] if limit else cases
    corpora: dict[tuple[Path, ...], str] = {}
    rows = []
    for case in cases:
        paths = tuple(measure.document_paths(case, path.parent))
        if paths not in corpora:
            corpora[paths] = read(made, f"{path.stem}-{len(corpora)}", paths)
        rows.append(measure.score_case(case, answered(made, corpora[paths], case)))
    return rows


def answered(made: Service, corpus: str, case: dict[str, Any]) -> dict[str, Any]:
    began = time.perf_counter()
    answer = ask(made, corpus, case["question"])
    return {
        "id": case["id"],
        "items": [{"text": item.label, "aliases": list(item.aliases[:3])} for item in answer.items],
        "verdict": str(answer.completeness.verdict),
        "seconds": time.perf_counter() - began,
    }
