"""How an answer's coverage goes over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.entrypoints.http.closed import Closed

Matched = Annotated[int | None, Field(description="Null: a cap left matches out whose places are not known.")]
Extracted = Annotated[int, Field(description="What extractors went through.")]


class Gap(Closed):
    """What was not covered, and who can close it."""

    what: str
    amount: Annotated[int | None, Field(description="Null: nobody knows.")]
    unit: str
    closable_by: Literal["data", "tool", "person", "prerequisite", "scope", "deployment", "nobody"]
    by: Annotated[str, Field(description="What closes it.")]
    documents: Annotated[list[str], Field(description="Ids, where it is known which; the first hundred.")]


class UnreadDocument(Closed):
    id: str
    name: str
    reason: str


class CoverageDocuments(Closed):
    planned: int
    read: int
    pending: int
    matched: Matched
    retrieved: int
    read_by_extractors: Extracted
    cited: int
    unread: list[UnreadDocument]


class CoveragePages(Closed):
    planned: int
    read: int
    matched: Matched
    retrieved: int
    read_by_extractors: Extracted
    cited: int
    unread: dict[str, int]


class CoveragePassages(Closed):
    corpus: Annotated[int, Field(description="All in scope.")]
    matched: int
    retrieved: int
    read: Annotated[int, Field(description="By extractors: themselves, or a list or table in them.")]
    cited: int


class Coverage(Closed):
    documents: CoverageDocuments
    pages: CoveragePages
    layers_not_read: list[str]
    passages: CoveragePassages
    gaps: list[Gap]
