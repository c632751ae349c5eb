"""Why a claim is carried by its evidence, or is not: a closed list, each with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    # What carries a claim.
    EVIDENCE_STANDS = "evidence_stands"
    SET_WHOLE = "set_whole"
    # What the answer does not carry.
    ANSWER_PARTIAL = "answer_partial"
    ANSWER_UNPROVEN = "answer_unproven"
    ANSWER_CONFLICTING = "answer_conflicting"
    ANSWER_INCONSISTENT = "answer_inconsistent"
    MEMBERS_UNCERTAIN = "members_uncertain"
    # Time.
    STALE = "stale"
    DOCUMENTS_PENDING = "documents_pending"
    OTHER_REVISION = "other_revision"
    CORPUS_GONE = "corpus_gone"
    # The evidence of the items.
    DOCUMENT_REMOVED = "document_removed"
    PAGE_NOT_STORED = "page_not_stored"
    QUOTE_CHANGED = "quote_changed"
    LABEL_NOT_CARRIED = "label_not_carried"
    HIDDEN_TEXT = "hidden_text"
    NOT_VERIFIED = "not_verified"
    DENIED_IN_TEXT = "denied_in_text"
    # Members and counts.
    NO_ITEMS = "no_items"
    NONE_FOUND = "none_found"
    ITEMS_FOUND = "items_found"
    NOT_A_MEMBER = "not_a_member"
    NOT_AMONG_ITEMS = "not_among_items"
    SAME_ITEM_POSSIBLE = "same_item_possible"
    MEMBER_DROPPED = "member_dropped"
    MEMBER_ADDED = "member_added"
    MEMBER_SWAPPED = "member_swapped"
    COUNT_DIFFERS = "count_differs"
    MORE_THAN_FOUND = "more_than_found"
    MORE_ITEMS_STAND = "more_items_stand"
    DUPLICATES_COUNTED = "duplicates_counted"


MEANING: Mapping[Reason, str] = {
    Reason.EVIDENCE_STANDS: "the evidence stands verbatim at its place in the stored text",
    Reason.SET_WHOLE: "the set is known whole",
    Reason.ANSWER_PARTIAL: "the answer is `at_least`: more exist or may exist",
    Reason.ANSWER_UNPROVEN: "the answer is `unproven`: nothing says where the set ends",
    Reason.ANSWER_CONFLICTING: "the answer is `conflicting`: the text contradicts itself",
    Reason.ANSWER_INCONSISTENT: "the counts, the search and the verdict of the answer do not go together",
    Reason.MEMBERS_UNCERTAIN: "some items need not be members",
    Reason.STALE: "the corpus has changed since the answer; as of now nothing is known of the set",
    Reason.DOCUMENTS_PENDING: "documents of the corpus are still being read",
    Reason.OTHER_REVISION: "the claim is about another revision than the answer",
    Reason.CORPUS_GONE: "the corpus no longer exists",
    Reason.DOCUMENT_REMOVED: "a document that evidence stands in was removed from the corpus",
    Reason.PAGE_NOT_STORED: "a page that evidence stands on is not stored",
    Reason.QUOTE_CHANGED: "a quote does not stand on its page",
    Reason.LABEL_NOT_CARRIED: "the quotes of an item do not hold its label",
    Reason.HIDDEN_TEXT: "an item stands in hidden text only",
    Reason.NOT_VERIFIED: "an item was not verified when the answer was made",
    Reason.DENIED_IN_TEXT: "the sentence of the evidence denies it",
    Reason.NO_ITEMS: "the answer holds no item",
    Reason.NONE_FOUND: "the answer is `none_found`: there is none",
    Reason.ITEMS_FOUND: "items were found",
    Reason.NOT_A_MEMBER: "the set is known whole, and this is not in it",
    Reason.NOT_AMONG_ITEMS: "this is not among the items found; the set may be larger",
    Reason.SAME_ITEM_POSSIBLE: "an item of another label may be meant",
    Reason.MEMBER_DROPPED: "the claim leaves members out",
    Reason.MEMBER_ADDED: "the claim names what is not in the set",
    Reason.MEMBER_SWAPPED: "the claim names something else in the place of a member",
    Reason.COUNT_DIFFERS: "the set has another size",
    Reason.MORE_THAN_FOUND: "fewer items stand than the claim says",
    Reason.MORE_ITEMS_STAND: "more items stand than the claim allows",
    Reason.DUPLICATES_COUNTED: "the claim counts the same item more than once",
}  # fmt: skip
