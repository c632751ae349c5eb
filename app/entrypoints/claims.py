"""Checked claims as JSON-ready dictionaries."""

from __future__ import annotations

from app.claims import Checked
from app.domain.claims.finding import Differences
from app.domain.claims.ground import Ground
from app.entrypoints.answers import Json, evidence


def result(name: str, value: Checked) -> Json:
    """`name`: the type of the claim."""
    found = value.finding
    return {
        "type": name,
        "enumeration_id": value.ground.answer.id,
        "verdict": str(found.support),
        "reasons": [str(each) for each in found.reasons],
        "checked": found.checked,
        "say_instead": found.say_instead,
        "evidence": [evidence(each) for each in found.evidence],
        "differences": differences(found.differences),
        "answer": basis(value.ground),
    }


def differences(value: Differences) -> Json:
    return {
        "dropped": list(value.dropped),
        "added": list(value.added),
        "duplicated": list(value.duplicated),
        "failing": [{"label": label, "reason": str(reason)} for label, reason in value.failing],
    }


def basis(value: Ground) -> Json:
    """The answer, and what it is worth now."""
    said, now = value.answer.completeness, value.now
    return {
        "verdict": str(said.verdict),
        "qualifier": said.qualifier,
        "level": str(said.level),
        "level_now": str(value.level_now.level),
        "revision": value.answer.revision,
        "corpus_revision": now.revision if now else None,
        "pending": now.pending if now else None,
    }
