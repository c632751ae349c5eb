"""Passages and regions out of plain strings, as a store would hand them over."""

from __future__ import annotations

from app.domain.answer import Candidate
from app.domain.flow import Flow, Stretch, join
from app.domain.geometry import Box, Span
from app.domain.ports import Batch, DocumentInfo, Passage, StoredRegion
from app.domain.structure import Context, ContextRole, Ending, Member, Region, RegionKind
from app.domain.words import words

BOX = Box(0, 0, 100, 10)


def flow_of(text: str, page: int = 1) -> Flow:
    """A flow of the lines of a text; its page text is `text`."""
    stretches, at = [], 0
    for line in text.split("\n"):
        stretches.append(Stretch(line, page, at, BOX))
        at += len(line) + 1
    return join(stretches, lambda word: "-" not in word)


class Library:
    """Documents of one page each, one passage a document; knows the page texts."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts
        self.passages = tuple(
            Passage(i, name, 0, flow_of(text), (), False, False, 1, 1) for i, (name, text) in enumerate(texts.items())
        )
        self.documents = tuple(DocumentInfo(name, f"{name}.pdf", "", "read", "", 1, ()) for name in texts)

    def batch(self, **more: object) -> Batch:
        return Batch(passages=self.passages, documents=self.documents, **more)  # type: ignore[arg-type]

    def quote(self, candidate: Candidate) -> str:
        """What the stored page says at the spans of a candidate."""
        text = self.texts[candidate.document_id]
        return "".join(text[span.start : span.end] for span in candidate.spans)


def same_letters(one: str, other: str) -> bool:
    return "".join(words(one)) == "".join(words(other))


def glossary(heading: str, terms: dict[str, str], document: str = "doc") -> StoredRegion:
    """A region of definitions under a heading."""
    members = []
    at = 0
    for term, meaning in terms.items():
        members.append(Member(term, (Span(1, at, at + len(term), BOX),), detail=meaning))
        at += len(term) + 1
    contexts = (Context(ContextRole.HEADING, heading),)
    return StoredRegion(
        1, document, Region(0, RegionKind.DEFINITIONS, contexts, tuple(members), Ending.NEXT_BLOCK, 1, 1)
    )
