"""One sentence about the set, generated from the fields of the answer."""

from __future__ import annotations

from app.domain.answer import Coverage, Outcome, Signal, SignalKind, Verdict

_WHY = {
    "unread_pages": "some pages in scope could not be read",
    "open_by_its_words": "the text calls its own list a selection",
    "rival_region": "another place in scope may add to it",
    "same_shape_elsewhere": "the same kind of identifier stands elsewhere in scope",
    "fewer_than_stated": "the text states a higher count",
    "search_incomplete": "the search did not see everything",
    "members_without_value": "some rows carry no value",
    "no_external_signal": "nothing in the text says where the set ends",
    "region_not_bound": "nothing in the text ties the list to the question",
    "restricted_by_its_words": "the text may speak of fewer than the question asks for",
    "condition_not_decided": "nothing in the text decides the condition",
    "matched_not_extracted": "passages speak of it, but no list could be read off them",
    "count_stated_not_listed": "a number is stated, but the items are not listed",
    "not_a_listing_question": "this is no listing question",
    "noun_not_in_scope": "no passage in scope holds the words asked for",
    "denied_by_the_text": "the text denies that there are any",
    "end_not_seen": "the end of the list was not seen",
    "start_not_seen": "the beginning of the list was not seen",
    "question_says_another_number": "the question speaks of another number",
    "addition_in_prose": "a sentence elsewhere may add to it",
    "named_elsewhere": "the text gives the name to something that is not among them",
    "continued_elsewhere": "another list may continue it",
    "header_not_known": "a header may stand among the rows",
    "row_of_one_cell": "some rows hold a single cell",
    "hidden_text": "some items stand in hidden text only",
    "inputs_complete": "every set it is made from is whole, and items are compared by label",
    "nothing_remains": "nothing remains of sets that are whole, where items are compared by label",
    "input_incomplete": "a set it is made from is not known whole",
    "input_conflicting": "the text contradicts itself about a set it is made from",
    "subtrahend_incomplete": "what was taken away is not known whole, so that some of these may have to go",
    "subtrahend_uncertain": "what was taken away need not all belong to its set, so that some may be missing",
    "same_item_possible": "two labels may name one thing",
    "members_uncertain": "some items need not be members",
    "different_revisions": "the sets were seen at different revisions of the corpus",
    "text_beyond_items": "more text may concern an item than was recorded of it",
    "document_not_proven": "the part of the set in the document is not proven whole",
}  # fmt: skip


def qualifier(
    verdict: Verdict, size: int, reasons: tuple[str, ...], signals: tuple[Signal, ...], coverage: Coverage
) -> str:
    """For people and agents: what may be said about the set."""
    if verdict is Verdict.COMPLETE:
        return f"All {size}: {_proof(signals)}."
    if verdict is Verdict.NONE_FOUND:
        read = f"{coverage.pages_read} of {coverage.pages_planned} pages read"
        return f"None: {_first(reasons)} ({read})."
    if verdict is Verdict.AT_LEAST:
        return f"At least {size}: {_why(reasons, coverage)}."
    if verdict is Verdict.CONFLICTING:
        return f"{size} found, but the text contradicts itself: {_failed(signals)}."
    if size == 0:
        return f"No items, and no proof that there are none: {_why(reasons, coverage)}."
    return f"{size} found, not proven to be all: {_why(reasons, coverage)}."


def _proof(signals: tuple[Signal, ...]) -> str:
    passed = [s for s in signals if s.outcome is Outcome.PASSED and s.kind is not SignalKind.STATED_ABSENCE]
    return ", and ".join(dict.fromkeys(s.explanation for s in passed[:3])) or "every check passed"


def _failed(signals: tuple[Signal, ...]) -> str:
    return "; ".join(s.explanation for s in signals if s.outcome is Outcome.FAILED) or "see the signals"


def _first(reasons: tuple[str, ...]) -> str:
    return _WHY.get(reasons[0], reasons[0]) if reasons else "nothing matches"


def _why(reasons: tuple[str, ...], coverage: Coverage) -> str:
    said = []
    for code in reasons[:3]:
        if code == "unread_pages":
            said.append(_unread(coverage))
        else:
            said.append(_WHY.get(code, code.replace("_", " ")))
    return "; ".join(said) or "no signal speaks"


def _unread(coverage: Coverage) -> str:
    said = []
    if coverage.documents_pending:
        said.append(f"{coverage.documents_pending} documents are still being read")
    waiting = dict(coverage.pages_unread).get("pending", 0)
    missing = coverage.pages_planned - coverage.pages_read - waiting
    if missing > 0:
        states = ", ".join(f"{n} {s.replace('_', ' ')}" for s, n in coverage.pages_unread if s != "pending")
        said.append(f"{missing} of {coverage.pages_planned} pages could not be read ({states})")
    return "; ".join(said) or f"{len(coverage.documents_unread)} documents could not be read"


def derived_qualifier(verdict: Verdict, size: int, lower: int, closed: bool, reasons: tuple[str, ...]) -> str:
    """Of a set made from others. `lower`: how many are certain; `closed`: nothing outside the items is a member."""
    why = "; ".join(_WHY.get(code, code.replace("_", " ")) for code in reasons[:3]) or "nothing says where it ends"
    if verdict is Verdict.COMPLETE:
        return f"All {size}: {why}."
    if verdict is Verdict.NONE_FOUND:
        return f"None: {why}."
    if verdict is Verdict.AT_LEAST:
        return f"At least {size}: {why}."
    if verdict is Verdict.CONFLICTING:
        return f"{size} found, but {why}."
    if closed:
        return f"At most {size}, of which {lower} are certain: {why}."
    if size == 0:
        return f"No items, and no proof that there are none: {why}."
    return f"{size} found, of which {lower} are certain, not proven to be all: {why}."
