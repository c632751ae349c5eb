"""What one item of the answer is: a phrase, a pattern, a defined term, a footnote, a whole document, a subject."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.question import ItemKind
from app.questions import words as w
from app.questions.clauses import Clause
from app.questions.tokens import Token

_PATTERN_NOUNS = {
    "e-mail": "email", "email": "email", "e-mails": "email", "emails": "email", "url": "url", "urls": "url",
    "link": "url", "links": "url", "hyperlink": "url", "hyperlinks": "url", "website": "url", "websites": "url",
    "date": "date", "dates": "date", "rfc": "rfc", "rfcs": "rfc", "isbn": "isbn", "isbns": "isbn", "doi": "doi",
    "dois": "doi", "cve": "cve", "cves": "cve", "phone": "phone", "telephone": "phone", "phones": "phone",
    "fax": "phone", "ip": "ip", "uuid": "uuid", "uuids": "uuid", "percentages": "percentage",
    "hashtags": "hashtag", "identifiers": "identifier", "ids": "identifier", "identifier": "identifier",
}  # fmt: skip
_HEAD_OF_PATTERN = w.word_set("address addresses numbers number ids identifiers links urls ip")
_PREFIX = re.compile(r"[A-Z]{2,8}$")
_PREFIX_PLURAL = re.compile(r"([A-Z]{2,8})s$")
_TERM_HEADS = w.word_set("terms term acronyms acronym abbreviations abbreviation initialisms definitions words")
_DEFINED = w.word_set("defined glossary definition definitions define defines")
_SELF_DEFINED = w.word_set("acronyms acronym abbreviations abbreviation initialisms definitions")
_CLAUSE_VERBS = w.word_set(
    "contain contains contained mention mentions mentioned include includes included have has had discuss discusses"
    " describe describes refer refers cite cites cover covers address addresses state states specify specifies"
    " lack lacks omit omits concern concerns"
)
_STRONG_VERBS = w.word_set(
    "are is were was allow allows grant grants require requires restrict restricts prohibit prohibits permit permits"
    " provide provides expire expires govern define defines involve involves do does can may must that whose with"
    " governed dated signed entered between relate relates use uses set limit limits give gives"
)


_KINDS = frozenset({"type", "types", "kind", "kinds"})
_BEFORE_VERB = w.RELATIVES | w.ADVERBS | {"do", "does", "did", "don't", "doesn't", "didn't"}


def item_kind(clause: Clause) -> tuple[ItemKind, str]:
    """The kind of item and, where the text decides, the name of the pattern."""
    pattern = _pattern(clause)
    if clause.form == "verb":
        return ItemKind.SUBJECT, ""
    head = clause.phrase.head
    if head is None:
        return ItemKind.TEXT, ""
    if head.low in ("footnotes", "endnotes", "footnote", "endnote"):
        return ItemKind.FOOTNOTE, ""
    if _is_definition(clause):
        return ItemKind.DEFINITION, ""
    if _is_document(clause):
        return ItemKind.DOCUMENT, ""
    if pattern and (pattern not in ("date", "percentage", "phone") or _is_mention(clause.rest)):
        return ItemKind.PATTERN, pattern
    return ItemKind.TEXT, pattern


def _pattern(clause: Clause) -> str:
    for chunk in (clause.phrase.chunk, *clause.phrase.brackets):
        named = _chunk_pattern(chunk, clause.rest)
        if named:
            return named
    carried = any(chunk[-1].low in ("identifiers", "ids", "identifier") for chunk in clause.phrase.others if chunk)
    return "identifier" if carried else ""


def _chunk_pattern(chunk: Sequence[Token], rest: Sequence[Token]) -> str:
    if not chunk:
        return ""
    head = chunk[-1]
    if head.low in _PATTERN_NOUNS and (len(chunk) == 1 or _PATTERN_NOUNS[head.low] not in ("identifier", "date")):
        return _PATTERN_NOUNS[head.low]
    if head.low in _HEAD_OF_PATTERN and len(chunk) > 1:
        before = chunk[-2]
        if before.low in ("web", "section", "postal"):
            return {"web": "url", "section": "section_number"}.get(before.low, "")
        if before.low in _PATTERN_NOUNS and before.low not in ("date", "dates"):
            return _PATTERN_NOUNS[before.low]
        if _PREFIX.match(before.text):
            return f"prefix:{before.text}"
    plural = _PREFIX_PLURAL.match(head.text)
    return f"prefix:{plural[1]}" if plural and _is_mention(rest) else ""


def _is_mention(rest: Sequence[Token]) -> bool:
    """Whether the rest only asks where the things stand ("are mentioned in ..."), so that the text decides."""
    words = [token for token in rest if token.is_word]
    if not words:
        return True
    verbs = [token.low for token in words if token.low in w.MENTION_VERBS]
    return bool(verbs) or words[0].low in ("in", "of", "on", "from")


def _is_definition(clause: Clause) -> bool:
    head = clause.phrase.head
    if head is None or head.low not in _TERM_HEADS:
        return False
    if head.low in _SELF_DEFINED:
        return True
    around = {token.low for token in (*clause.rest, *clause.phrase.chunk)}
    return bool(around & _DEFINED)


def _is_document(clause: Clause) -> bool:
    head = clause.phrase.head
    rest = [token.low for token in clause.rest if token.is_word]
    if head is None or head.low not in w.DOCUMENT_NOUNS | w.WEAK_DOCUMENT_NOUNS or clause.phrase.carrier in _KINDS:
        return False
    if any(token.low in w.COLLECTION_NOUNS for token in clause.rest):
        return True
    if clause.form == "be" or not rest or _has_other_subject(clause.rest):
        return False
    verb = next((low for low in rest if low not in _BEFORE_VERB), "")
    if verb in _CLAUSE_VERBS:
        return True
    strong = head.low in ("contract", "contracts", "agreement", "agreements", "paper", "papers")
    return strong and verb in _STRONG_VERBS and clause.form in ("noun", "order")


def _has_other_subject(rest: Sequence[Token]) -> bool:
    """ "Which agreements does the company have": an auxiliary and a subject of its own."""
    if not rest or rest[0].low not in ("do", "does", "did", "can", "must", "should", "may", "will", "has", "have"):
        return False
    following = rest[1].low if len(rest) > 1 else ""
    return rest[0].low not in ("has", "have") and (following in w.DETERMINERS | w.PRONOUNS or following not in (
        "not", "contain", "mention", "include", "have", "discuss", "allow", "require", "cite", "refer"
    ))  # fmt: skip
