"""Whether the sentence that a quote stands in denies what the quote alone would say."""

from __future__ import annotations

import re

_NEGATION = re.compile(
    r"\b(?:not|never|no|none|neither|nor|without|cannot|excludes?|excluding|except|forbids?|prohibits?)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^\W*(?:(?:is|are|was|were|do|does|did|shall|must|may|can|will|has|have|had|should|need)\s+"
    r"(?:not|never|no longer)\b"
    r"|(?:is|are|was|were)\s+(?:forbidden|prohibited|excluded|withdrawn|repealed)\b|cannot\b|\w+n['\u2019]t\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?;:](?=\s)|(?<=[a-z)])[.!?][\"')\]]?\d{0,3}(?=\s)|\n\s*\n|\n(?=\s*[^a-z\s])")
_SUBORDINATE = re.compile(
    r"\b(?:if|when|where|unless|until|while|although|though|because|since|whether)\b[^,]*,", re.IGNORECASE
)
_HARMLESS = re.compile(
    r"\bnot\s+only\b|\bno\s+(?:more|fewer|less|later)\s+than\b|\b(?:No|no)\.?\s*(?=\d)", re.IGNORECASE
)
REACH = 400  # code points of a page to either side of a quote that may belong to its sentence


_HEDGES = re.compile(
    r"\b(?:if|unless|except|only|where|when|until|may|might|can|could|should|optional(?:ly)?|sometimes|some|or|usually)\b"
)


def qualified(sentence: str, own: str = "") -> bool:
    """Whether a sentence makes what it says depend on something, other than with words of the claim's own."""
    return bool(set(_HEDGES.findall(sentence.casefold())) - set(_HEDGES.findall(own.casefold())))


def holds_negation(text: str) -> bool:
    return bool(_NEGATION.search(_HARMLESS.sub("", text)))


def denied(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] stands under a negation that the quote itself leaves out."""
    before = text[max(start - REACH, 0) : start]
    ends = [match.end() for match in _SENTENCE_END.finditer(f"{before}{text[start]}") if match.end() <= len(before)]
    clause = _SUBORDINATE.sub("", before[ends[-1] if ends else 0 :])
    return holds_negation(clause) or bool(_AFTER.match(text[end : end + REACH]))
