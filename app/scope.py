"""Which documents a question is about: those of the request, the one it names, or the whole corpus."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import PurePath

from app.domain.answer import Scope
from app.domain.ports import DocumentInfo
from app.domain.question import Question, Request
from app.domain.words import words
from app.questions.words import word_set

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|_")
_EMPTY = word_set("the a an of for and on in to by with document file pdf txt md")


def resolve(question: Question, request: Request, documents: Sequence[DocumentInfo]) -> Scope:
    """The scope, with the reason shown in the answer. A doubtful name leaves the scope at the whole corpus."""
    every = tuple(document.id for document in documents)
    if request.documents is not None:
        wanted = frozenset(request.documents)
        chosen = tuple(one for one in every if one in wanted)
        return Scope("documents", chosen, f"the request names {len(chosen)} document{'s' * (len(chosen) != 1)}")
    if len(every) < 2:
        return Scope("corpus", every, "the corpus has one document" if every else "the corpus has no document")
    named = _named(question, documents)
    if named is None:
        return Scope("corpus", every, f"all {len(every)} documents of the corpus")
    document, hint = named
    return Scope("named_document", (document.id,), f"the question names {hint!r}: {document.name}")


def _named(question: Question, documents: Sequence[DocumentInfo]) -> tuple[DocumentInfo, str] | None:
    """The one document that the names in the question point at; None where they point at none, or at several."""
    found: dict[str, tuple[DocumentInfo, str]] = {}
    known = [(document, _vocabulary(document.name, document.title)) for document in documents]
    for hint in (*question.document_hints, *question.phrases):
        wanted = _hint_words(hint)
        matching = [document for document, own in known if wanted and wanted <= own]
        if len(matching) == 1 and _is_name(hint, wanted, matching[0]):
            found.setdefault(matching[0].id, (matching[0], hint))
        elif len(matching) > 1 and len(wanted) > 1:
            return None
    return next(iter(found.values())) if len(found) == 1 else None


def _hint_words(hint: str) -> frozenset[str]:
    return frozenset(word for word in _pieces(hint) if word not in _EMPTY)


def _pieces(text: str) -> list[str]:
    """Words of a name, also the parts of "FIPS199", "creditAgreement" and "loss_run"."""
    return words(text) + words(_CAMEL.sub(" ", text))


@lru_cache(maxsize=4096)
def _vocabulary(name: str, title: str) -> frozenset[str]:
    """What may name a document: words of its file name and title, and the initials of its title."""
    return frozenset([*_pieces(PurePath(name).stem), *_pieces(title), *_initials(title)])


def _initials(title: str) -> Iterable[str]:
    """Initials of every run of three or more capitalised words: "Application Security Verification Standard"."""
    capitals = [word[0] for word in re.findall(r"[^\W\d_]\w*", title) if word[0].isupper()]
    letters = "".join(capitals).lower()
    for start in range(len(letters)):
        for end in range(start + 3, len(letters) + 1):
            yield letters[start:end]


def _is_name(hint: str, wanted: frozenset[str], document: DocumentInfo) -> bool:
    """Whether a hint is enough of a name: two words, a number with letters, or all there is of name or title."""
    if len(wanted) > 1 or (any(c.isdigit() for c in hint) and any(c.isalpha() for c in hint)):
        return True
    own = (PurePath(document.name).stem, document.title)
    return any(wanted == _hint_words(name) for name in own if name)
