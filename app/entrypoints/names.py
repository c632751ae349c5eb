"""Names of corpora as they may be stored and shown, and of files that are read."""

from __future__ import annotations

import unicodedata

LONGEST = 200
SUFFIXES = frozenset({".pdf", ".txt", ".text", ".md", ".markdown"})  # of files in folders


def clean(raw: str, fallback: str) -> str:
    """One line without control, format, surrogate or unassigned characters, at most 200 characters."""
    spaced = "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter for letter in raw)
    kept = "".join(letter for letter in spaced if unicodedata.category(letter) not in ("Cf", "Cs", "Cn"))
    return " ".join(kept.split())[:LONGEST].strip() or fallback
