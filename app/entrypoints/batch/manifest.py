"""`manifest.json`: what was planned, what came of it, and from which documents and settings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from app.domain.answer import Verdict
from app.domain.ports import DocumentInfo
from app.entrypoints import answers
from app.entrypoints.batch import folder
from app.entrypoints.batch.records import Place, write
from app.entrypoints.usage import Refusal

Json = dict[str, Any]
FORMAT = "everylast-batch/1"
NAME = "manifest.json"
CLOSED = frozenset({Verdict.COMPLETE, Verdict.NONE_FOUND})


def before(out: Path) -> Json | None:
    """What an earlier run left; None without one. Refusal where a file of that name is something else."""
    path = out / NAME
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Refusal(f"{path} was not written by a batch run; choose another --out")
    return found


def save(out: Path, value: Json) -> None:
    write(out / NAME, [json.dumps(value, ensure_ascii=False, indent=1).encode(), b"\n"])


def counts(planned: int, places: Iterable[Place], over: bool) -> Json:
    """`incomplete` are the answered ones whose verdict is neither complete nor none_found."""
    verdicts = Counter(place.verdict for place in places)
    failed = verdicts.pop("", 0)
    done = sum(verdicts.values())
    return {
        "state": "done" if over else "running",
        "planned": planned,
        "done": done,
        "failed": failed,
        "incomplete": sum(number for verdict, number in verdicts.items() if verdict not in CLOSED),
        "verdicts": {str(each): verdicts.get(str(each), 0) for each in Verdict},
    }


def about(
    root: Path, corpus_id: str, rows: Sequence[DocumentInfo], found: folder.Listing, taken: folder.Taken, run: Json
) -> Json:
    """The corpus of the run: each document with its path below the folder, what was skipped, what is there twice."""
    paths = {each.id: taken.paths.get(each.id, root / each.name) for each in rows}  # a shared store may hold others
    documents = [{"path": folder.shown(paths[each.id], root), **answers.document(each)} for each in rows]
    return {
        "fingerprint": run,
        "corpus": {
            "id": corpus_id,
            "folder": folder.shown(root, root.parent) if root.name else str(root),
            "documents": len(rows),
            "read": sum(each.state == "read" for each in rows),
            "pages_planned": sum(each.pages_planned for each in rows),
            "pages_read": sum(each.pages_read for each in rows),
        },
        "documents": sorted(documents, key=lambda each: each["path"]),
        "skipped": [folder.shown(path, root) for path in found.skipped],
        "same_bytes": [
            {"path": folder.shown(path, root), "as": folder.shown(first, root)} for path, first in taken.same_bytes
        ],
    }
