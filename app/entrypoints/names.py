"""Names that come from outside, made harmless: file names and corpus names are labels, never paths."""

from __future__ import annotations

import unicodedata

LONGEST = 200


def clean(raw: str, fallback: str) -> str:
    """One line without control, format, surrogate or unassigned characters, at most 200 characters."""
    spaced = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in raw)
    kept = "".join(c for c in spaced if unicodedata.category(c) not in ("Cf", "Cs", "Cn"))
    name = " ".join(unicodedata.normalize("NFC", kept).split())
    return name[:LONGEST].strip() or fallback


def file_name(raw: str) -> str:
    """The last part of whatever path was sent, cleaned. The suffix survives the cut at 200 characters."""
    last = raw.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    name = clean(last[:-1] if last.endswith("\x00") else last, "unnamed")
    stem, dot, suffix = last.rpartition(".")
    if dot and len(stem) > LONGEST and len(suffix) <= 10:
        name = clean(stem, "unnamed")[: LONGEST - len(suffix) - 1] + "." + clean(suffix, "")
    return "unnamed" if name in (".", "..") else name
