"""On what an answer depends: settings, code, documents. Where one of them differs, the question is asked again."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import app
from app import plugins
from app.bootstrap import Service
from app.domain.ports import DocumentInfo
from app.entrypoints.batch.questions import Asked

Json = dict[str, Any]


def of_run(service: Service, max_passes: int, documents: Sequence[DocumentInfo]) -> Json:
    """Three parts, so that it can be said which one differs."""
    read = [(each.id, each.name, each.state, each.pages_planned, each.pages_read) for each in documents]
    return {
        "settings": {"max_passes": max_passes, "page_deadline_s": service.settings.page_deadline_s},
        "code": f"{app.__version__}+{_code(service)}",
        "documents": _digest(sorted(read)),
    }


def key(run: Json, asked: Asked) -> str:
    """32 hexadecimal digits; the same question in the same run has the same key."""
    return _digest([run, asked.id, asked.text, list(asked.documents)])


def differences(before: object, now: Json) -> list[str]:
    """Names of the parts that differ; none without a fingerprint before."""
    return [part for part in now if before.get(part) != now[part]] if isinstance(before, dict) else []


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _code(service: Service) -> str:
    """Of the program's source and of its extractors, which may come from elsewhere."""
    files = set(Path(app.__file__).parent.rglob("*.py"))
    files |= {Path(inspect.getfile(type(each))) for each in service.extractors}
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    for each in plugins.load():
        digest.update(f"{each.name} {each.version}".encode())
    return digest.hexdigest()[:16]
