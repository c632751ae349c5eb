"""How an item came into an answer, and what became of candidates that did not become one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.answer import Answer, Item, PassReport, Source, Term
from app.domain.explaining import Listed, Trail
from app.domain.jobs import Kept
from app.domain.spellings import Spelling, equals
from app.domain.words import item_key, stems
from app.enumeration import Trace
from app.explain.regions import Places
from app.verification import evidence_for, failure

_OTHER_NAMES = frozenset({"in_brackets", "without_brackets"})  # a part of a name may be another thing


def named(tried: Iterable[Spelling]) -> list[Spelling]:
    """The spellings under which a name counts as the same."""
    return [each for each in tried if each.how not in _OTHER_NAMES]


def match(item: Item, tried: Sequence[Spelling]) -> str:
    """ "label" or "alias" where the item goes by one of the spellings, else ""."""
    same = named(tried)
    if equals(same, item.label) or item.key == item_key(tried[0].text):
        return "label"
    return "alias" if any(equals(same, alias) for alias in item.aliases) else ""


def listed(answer: Answer, tried: Sequence[Spelling], document_id: str) -> tuple[Item, str] | None:
    """The item that goes by the name, one with that label before one with that alias; and which of the two."""
    found = [(item, match(item, tried)) for item in answer.items if _in_document(item, document_id)]
    matching = [each for each in found if each[1]]
    return min(matching, key=lambda each: each[1] != "label", default=None)


def _in_document(item: Item, document_id: str) -> bool:
    return not document_id or any(e.document_id == document_id for e in item.evidence)


def provenance(item: Item, matched: str, trace: Trace | None) -> Listed:
    """Evidence, extractor, pass, region with what announced and ended it, and the terms that led there."""
    again = next((i for i in trace.answer.items if i.key == item.key), None) if trace else None
    source = again.sources[0] if again and again.sources else None
    note, terms = None, tuple[Term, ...]()
    if trace and source:
        stored = next(iter(trace.scan.view.regions([source.region])), None) if source.region >= 0 else None
        note = Places(trace).region(stored) if stored else None
        terms = _leading(trace, source)
    because = _because(item, note is not None, source)
    if note:
        because += (
            f": member of the region {note.number} ({note.kind}, p. {note.first_page}), {_announced(note.words)}; "
        )
        because += f"it {'closes' if note.closed else 'does not close'} ({note.ending})"
    return Listed(item.label, item.key, matched, item.found_in_pass, item.evidence, note, terms, because)


def _announced(words: str) -> str:
    return f'announced by "{words}"' if words else "announced by nothing"


def _because(item: Item, region: bool, source: Source | None) -> str:
    extractors = ", ".join(dict.fromkeys(e.extractor for e in item.evidence)) or "none"
    told = f"found in pass {item.found_in_pass} by {extractors}"
    return told if region or source is None else f"{told}, in a passage that was read"


def _leading(trace: Trace, source: Source) -> tuple[Term, ...]:
    """Terms that stand in the words around the region, or in the passage."""
    view = trace.scan.view
    texts: list[str] = []
    for stored in view.regions([source.region]) if source.region >= 0 else ():
        texts += [*(c.text for c in stored.region.contexts), *(c.name for c in stored.region.columns)]
    texts += [p.flow.text for p in view.passages([source.passage])] if source.passage >= 0 else []
    own = {s for text in texts for s in stems(text)}
    return tuple(term for term in trace.terms if term.text in own)


# ---------------------------------------------------------------- candidates


def trail(stored: Answer, trace: Trace, tried: Sequence[Spelling], document_id: str) -> list[Trail]:
    """What became of candidates under this name: merged into another item, rejected, or proposed and not looked at."""
    same = named(tried)
    found = [each for kept in trace.collected.kept() for each in _outcome(kept, trace, same, document_id)]
    told = {(each.pass_number, each.text) for each in found}
    earlier = [each for report in stored.passes for each in _rejected(report, same)]
    return found + [each for each in earlier if (each.pass_number, each.text) not in told]


def _outcome(kept: Kept, trace: Trace, same: Sequence[Spelling], document_id: str) -> Iterable[Trail]:
    candidate = kept.candidate
    names = (candidate.label, *candidate.aliases)
    if (document_id and candidate.document_id != document_id) or not any(equals(same, name) for name in names):
        return
    if kept.evidence is None:
        return  # of a region that was not chosen: the place says why
    into = next((i.label for i in trace.collected.items() if i.key == item_key(candidate.label)), "")
    if into:
        yield Trail(
            kept.number, candidate.label, "merged", "the keys are equal, or the text says that it is another name", into
        )
    elif kept.evidence:
        yield Trail(kept.number, candidate.label, "rejected", "denied: a sentence says that there are none")
    else:
        page_of = trace.scan.view.page
        proof = evidence_for(candidate, trace.scan.names.get(candidate.document_id, ""), page_of)
        yield Trail(kept.number, candidate.label, "rejected", failure(candidate, proof, page_of))


def _rejected(report: PassReport, same: Sequence[Spelling]) -> Iterable[Trail]:
    """Rejections of the stored answer, but for those of regions that bind less well: their place says more."""
    for each in report.rejected:
        if equals(same, each.text) and not each.why.startswith("region "):
            yield Trail(report.number, each.text, "rejected", each.why)
