"""Terms and acronyms that a document defines: members of its glossaries, and "long form (SHORT)" in running text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from app.domain.answer import Candidate, Source
from app.domain.ports import Batch, StoredRegion
from app.domain.question import ItemKind, Question
from app.domain.structure import ContextRole, RegionKind
from app.domain.words import stems

_SHORT = re.compile(r"(?=.*[A-Z].*[A-Z])[A-Za-z0-9&/.\u00ae-]{2,14}$")
_ACRONYM_STEMS = frozenset(stems("acronyms abbreviations initialisms"))
_MOST = 0.6  # share of a glossary's terms that look like acronyms


class DefinitionExtractor:
    """Proposes the members of glossaries: acronym lists for acronyms, the others for terms."""

    name = "definitions"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:
        if question.item_kind is not ItemKind.DEFINITION:
            return
        short = question.noun_stem in _ACRONYM_STEMS
        regions = [r for r in batch.regions if r.region.kind is RegionKind.DEFINITIONS and _is_short(r) == short]
        for stored in regions:
            yield from self._members(stored)
        if short and not regions and len(batch.documents) == 1:
            yield from self._acronyms(batch)

    def _members(self, stored: StoredRegion) -> Iterator[Candidate]:
        for index, member in enumerate(stored.region.members):
            if member.counted and member.label.strip():
                yield Candidate(
                    label=member.label,
                    document_id=stored.document_id,
                    spans=member.spans,
                    extractor=self.name,
                    source=Source(stored.document_id, region=stored.id, member=index),
                    detail=member.detail,
                    aliases=member.aliases[:3],
                    hidden=member.hidden,
                    score=1.0,
                )

    def _acronyms(self, batch: Batch) -> Iterator[Candidate]:
        """Acronyms introduced in running text; they carry no document, so only where there is one."""
        document_id = batch.documents[0].id
        for acronym in batch.acronyms:
            if acronym.spans and acronym.short:
                yield Candidate(
                    label=acronym.short,
                    document_id=document_id,
                    spans=acronym.spans,
                    extractor=self.name,
                    source=Source(document_id),
                    detail=acronym.long,
                    score=0.5,
                )


def _is_short(stored: StoredRegion) -> bool:
    """Whether a glossary lists acronyms: its heading says so, or most of its terms look so."""
    region = stored.region
    near = (ContextRole.HEADING, ContextRole.LEAD_IN, ContextRole.CAPTION, ContextRole.HEADER)
    if any(_ACRONYM_STEMS & set(stems(c.text)) for c in region.contexts if c.role in near):
        return True
    labels = [m.label for m in region.members]
    return bool(labels) and sum(bool(_SHORT.match(label)) for label in labels) >= _MOST * len(labels)
