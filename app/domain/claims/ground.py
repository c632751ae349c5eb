"""What a claim may stand on: an answer, looked at again in the stored text as it is now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol

from app.domain.answer import Answer, Cap, Evidence, Item, Level, Verdict
from app.domain.claims.denial import denied
from app.domain.claims.quoting import find
from app.domain.claims.reasons import Reason
from app.domain.levels import AsOf, RetrievalLevel, as_of_now, level_of
from app.domain.page import Page
from app.domain.sets import Known, known
from app.domain.words import fold, item_key, letters

_UNIT = re.compile(r"\d[ \u00a0]?([^\W\d_]{1,3})\b")
_MARK = r"[\d]{0,3}"  # of a footnote, between the words of a label


class Pages(Protocol):
    """The stored pages of a corpus; of what is not in it there are none."""

    def page(self, document_id: str, number: int) -> Page | None: ...
    def pages(self, document_id: str) -> Sequence[Page]: ...


@dataclass(frozen=True, slots=True)
class Now:
    """The corpus at this moment. `documents`: id and name of each."""

    revision: int
    pending: int
    documents: Mapping[str, str]
    pages: Pages


@dataclass(frozen=True, slots=True)
class Ground:
    """standing: of each item that stands, the evidence that does. failing: why another does not."""

    answer: Answer
    known: Known
    now: Now | None  # None: the corpus is gone
    standing: Mapping[str, tuple[Evidence, ...]]
    failing: Mapping[str, Reason]
    named: Mapping[str, tuple[Item, ...]]  # by the keys of labels and aliases

    @property
    def items(self) -> tuple[Item, ...]:
        """Those that stand."""
        return tuple(each for each in self.answer.items if each.key in self.standing)

    @property
    def certain(self) -> int:
        """How many there are at least: items that are members for certain and stand."""
        return max(len(self.known.certain & self.standing.keys()) - self.known.slack, 0)

    @property
    def level_now(self) -> RetrievalLevel:
        level = level_of(self.answer.completeness)
        if self.now is None:
            return as_of_now(level, AsOf(self.answer.revision), -1, 0)
        return as_of_now(level, AsOf(self.answer.revision), self.now.revision, self.now.pending)

    @property
    def gaps(self) -> tuple[Reason, ...]:
        """Why the answer is not a set known whole; empty where it is."""
        return tuple(dict.fromkeys(_gaps(self.answer, self.known)))

    def find(self, label: str) -> Item | None:
        """The item of this label, or the only one that has it as an alias."""
        key = item_key(label)
        alike = [each for each in self.named.get(key, ()) if _is_same(label, key, each)]
        own = [each for each in alike if each.key == key]
        return own[0] if own else alike[0] if len(alike) == 1 else None


def _is_same(label: str, key: str, item: Item) -> bool:
    """Units of equal case: "5 mW" are not "5 MW"."""
    names = [each for each in (item.label, *item.aliases) if item_key(each) == key]
    return any(_UNIT.findall(label) == _UNIT.findall(each) for each in names or [label])


def _named(items: Iterable[Item]) -> Mapping[str, tuple[Item, ...]]:
    found: dict[str, dict[str, Item]] = {}
    for each in items:
        for key in (each.key, *(item_key(alias) for alias in each.aliases)):
            found.setdefault(key, {})[each.key] = each
    return {key: tuple(each.values()) for key, each in found.items()}


def ground(answer: Answer, now: Now | None) -> Ground:
    standing: dict[str, tuple[Evidence, ...]] = {}
    failing: dict[str, Reason] = {}
    for each in answer.items:
        found = _standing(each, answer, now) if now else Reason.CORPUS_GONE
        if isinstance(found, Reason):
            failing[each.key] = found
        else:
            standing[each.key] = found
    return Ground(answer, known(answer), now, standing, failing, _named(answer.items))


def _gaps(answer: Answer, found: Known) -> Iterable[Reason]:
    said = answer.completeness
    by_verdict = {
        Verdict.AT_LEAST: Reason.ANSWER_PARTIAL,
        Verdict.UNPROVEN: Reason.ANSWER_UNPROVEN,
        Verdict.CONFLICTING: Reason.ANSWER_CONFLICTING,
    }
    if said.verdict in by_verdict:
        yield by_verdict[said.verdict]
        if not found.sound:
            yield Reason.MEMBERS_UNCERTAIN
    elif _contradicts_itself(answer):
        yield Reason.ANSWER_INCONSISTENT


def _contradicts_itself(answer: Answer) -> bool:
    """A whole set has as many items as it counts, was not cut, and is empty only where none was found."""
    said, size = answer.completeness, len(answer.items)
    counted = said.count_lower == size and said.count_upper == size
    cut = answer.derivation is None and (said.level is not Level.EXACT or any(_cuts(cap) for cap in said.caps))
    return not counted or cut or (size == 0) != (said.verdict is Verdict.NONE_FOUND)


def _cuts(cap: Cap) -> bool:
    """A bound on passes or time ends a search that may be done by then; any other leaves something out."""
    return cap.bound and cap.name not in ("max_passes", "time_budget_ms")


# ---------------------------------------------------------------- evidence


def _standing(item: Item, answer: Answer, now: Now) -> tuple[Evidence, ...] | Reason:
    """The evidence of an item that stands now; else why it does not."""
    if item.hidden:
        return Reason.HIDDEN_TEXT
    if not item.verified:
        return Reason.NOT_VERIFIED
    reasons = [failure(each, now) for each in item.evidence]
    stands = tuple(each for each, reason in zip(item.evidence, reasons, strict=True) if reason is None)
    if not stands:
        return next((reason for reason in reasons if reason), Reason.LABEL_NOT_CARRIED)
    gone = next((reason for reason in reasons if reason), None)
    names = (item.label, *item.aliases) if gone else (item.label,)
    if not any(_carries(name, stands) for name in names):
        return gone or Reason.LABEL_NOT_CARRIED
    if answer.question.negates:
        return stands
    return tuple(each for each in stands if not _is_denied(each, now)) or Reason.DENIED_IN_TEXT


def failure(evidence: Evidence, now: Now) -> Reason | None:
    """Why a quote does not stand; None where it does."""
    if evidence.document_id not in now.documents:
        return Reason.DOCUMENT_REMOVED
    page = now.pages.page(evidence.document_id, evidence.page)
    if page is None:
        return Reason.PAGE_NOT_STORED
    stands = page.text[evidence.start : evidence.end] == evidence.quote or find(evidence.quote, page.text)
    return None if stands and evidence.quote.strip() else Reason.QUOTE_CHANGED


def _carries(name: str, evidence: Sequence[Evidence]) -> bool:
    """Whether the quotes hold a label, whole or piece by piece; of a whole document its name does."""
    if any(fold(name) == fold(PurePath(each.document).stem) for each in evidence):
        return True
    words = [letters(word) for word in name.split()]
    wanted = "".join(
        f"{_MARK if at and word[0].isalpha() else ''}{re.escape(word)}" for at, word in enumerate(filter(None, words))
    )
    texts = [letters(each.quote) for each in evidence]
    return bool(wanted) and any(re.search(wanted, text) for text in (*texts, "".join(texts)))


def _is_denied(evidence: Evidence, now: Now) -> bool:
    page = now.pages.page(evidence.document_id, evidence.page)
    text = page.text if page else ""
    start, end = evidence.start, evidence.end
    if text[start:end] != evidence.quote:
        start, end = find(evidence.quote, text) or (0, 0)
    return end > start and denied(text, start, end)
