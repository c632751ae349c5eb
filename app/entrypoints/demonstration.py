"""What `everylast demo` asks, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.domain.ports import DocumentInfo
from app.domain.question import Request

MOST = 6


def questions(path: Path, rows: Sequence[DocumentInfo]) -> list[Request]:
    """A few questions of the sample corpus, of as many kinds as there are."""
    ids = {each.name: each.id for each in rows}
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    chosen = [each for each in cases if each.get("demo")] or _one_of_each_kind(cases)
    return [
        Request(each["question"], tuple(ids[name] for name in each["docs"] if name in ids) or None)
        for each in chosen[:MOST]
    ]


def _one_of_each_kind(cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first question of each kind, spread over the verdicts that are expected."""
    chosen: list[dict[str, Any]] = []
    for field in ("verdict", "kind"):
        seen = {str(each.get(field)) for each in chosen}
        for each in cases:
            if str(each.get(field)) not in seen and each not in chosen:
                seen.add(str(each.get(field)))
                chosen.append(each)
    return chosen


def how_to_serve(folder: Path, corpus_id: str) -> str:
    return f"""Serve this over HTTP:
  .venv/bin/everylast serve --data {folder}
and open http://127.0.0.1:8000/docs, or ask:
  curl -s http://127.0.0.1:8000/v1/corpora/{corpus_id}/enumerations \\
    -H 'content-type: application/json' -d '{{"question": "Which are the ...?"}}'
Your own documents:
  .venv/bin/everylast ingest FOLDER
  .venv/bin/everylast ask "Which are the ...?\""""
