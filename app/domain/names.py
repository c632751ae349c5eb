"""Names of documents as they may be stored and shown."""

from __future__ import annotations

import unicodedata

LONGEST = 200  # code points of a name


def safe_name(raw: str) -> str:
    """The last part of a path, without control, format and surrogate characters, on one line; never empty.

    A long name is cut in its stem, so that a short suffix stays.
    """
    last = raw.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    name = " ".join("".join(" " if _is_blank(c) else c for c in last if not _is_hidden(c)).split())
    if len(name) > LONGEST:
        stem, dot, suffix = name.rpartition(".")
        name = f"{stem[: LONGEST - len(suffix) - 1]}.{suffix}" if dot and len(suffix) <= 10 else name[:LONGEST]
    return "unnamed" if name in ("", ".", "..") else name


def _is_blank(letter: str) -> bool:
    return letter.isspace()


def _is_hidden(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn", "Co") and not letter.isspace()
