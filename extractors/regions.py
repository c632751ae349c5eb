"""Members of the regions that the documents themselves delimit: lists, tables, sections, series, glossaries."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.answer import Candidate, Source
from app.domain.binding import Binding, bind
from app.domain.counting import stands_in_lead_in
from app.domain.members import asked_members
from app.domain.ports import Batch, StoredRegion
from app.domain.question import ItemKind, Question
from app.domain.setting import Setting
from app.domain.structure import Cue
from app.domain.words import stems

NOUN_ENOUGH = 0.45  # the head noun stands at least in a heading further up
COVERAGE_ALONE = 0.8  # without the noun, nearly every other word of the question must stand there
ASKED_FOR = frozenset({ItemKind.TEXT, ItemKind.DEFINITION, ItemKind.FOOTNOTE})


class RegionExtractor:
    """Proposes every member of every region that binds to the question; which region is meant is not decided here."""

    name = "regions"

    def propose(self, question: Question, batch: Batch) -> Iterable[Candidate]:
        if question.item_kind not in ASKED_FOR:
            return
        weights = dict(batch.weights)
        titles = {d.id: frozenset(stems(f"{d.title} {d.name}")) for d in batch.documents}
        cues = _by_document(batch)
        for stored in batch.regions:
            setting = Setting(weights, titles.get(stored.document_id, frozenset()), batch.synonyms)
            binding = bind(question, stored.region, setting, _own_cues(stored, cues.get(stored.document_id, [])))
            decided = binding.column >= 0 and bool(question.conditions or question.bounds)
            if binding.noun >= NOUN_ENOUGH or binding.coverage >= COVERAGE_ALONE or binding.reference or decided:
                yield from self._members(question, stored, binding)

    def _members(self, question: Question, stored: StoredRegion, binding: Binding) -> Iterable[Candidate]:
        for asked in asked_members(question, stored.region, binding.column).asked:
            yield Candidate(
                label=asked.label,
                document_id=stored.document_id,
                spans=asked.spans,
                extractor=self.name,
                source=Source(stored.document_id, region=stored.id, member=asked.member),
                detail=asked.detail,
                aliases=asked.aliases,
                hidden=asked.hidden,
                score=binding.score,
            )


def _by_document(batch: Batch) -> dict[str, list[Cue]]:
    found: dict[str, list[Cue]] = {}
    for stored in batch.cues:
        found.setdefault(stored.document_id, []).append(stored.cue)
    return found


def _own_cues(stored: StoredRegion, cues: list[Cue]) -> list[Cue]:
    return [cue for cue in cues if stands_in_lead_in(cue, stored.region)]
