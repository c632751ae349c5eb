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
    # All of them.
    NO_WORDS = "no_words"
    PREDICATE_NOT_CARRIED = "predicate_not_carried"
    WORDS_SCATTERED = "words_scattered"
    QUALIFIED_IN_TEXT = "qualified_in_text"
    SUBJECT_UNCLEAR = "subject_unclear"
    # Numbers.
    VALUE_NOT_IN_EVIDENCE = "value_not_in_evidence"
    VALUE_DIFFERS = "value_differs"
    UNIT_DIFFERS = "unit_differs"
    UNIT_MISSING = "unit_missing"
    MAGNITUDE_DIFFERS = "magnitude_differs"
    NUMBER_INEXACT = "number_inexact"
    SEVERAL_NUMBERS = "several_numbers"
    CITED_ONLY = "cited_only"
    NUMBER_MISSING = "number_missing"
    MIXED_UNITS = "mixed_units"
    NOT_THE_EXTREME = "not_the_extreme"
    TIE = "tie"
    # What the agent quotes, and its sentence.
    CITED_DOCUMENT_UNKNOWN = "cited_document_unknown"
    CITED_PAGE_UNKNOWN = "cited_page_unknown"
    CITED_OUTSIDE_SCOPE = "cited_outside_scope"
    CITED_QUOTE_NOT_FOUND = "cited_quote_not_found"
    CITED_WRONG_PAGE = "cited_wrong_page"
    CITED_QUOTE_DENIED = "cited_quote_denied"
    ENTITY_NOT_IN_EVIDENCE = "entity_not_in_evidence"
    ENTITY_BESIDE_EVIDENCE = "entity_beside_evidence"
    NUMBER_NOT_IN_EVIDENCE = "number_not_in_evidence"
    TEXT_SAYS_MORE = "text_says_more"
    TEXT_DENIES = "text_denies"
    TEXT_OF_OTHER = "text_of_other"
    CONDITION_LEFT_OUT = "condition_left_out"
    WORDS_LEFT_OUT = "words_left_out"


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
    Reason.NO_WORDS: "the predicate holds no word that could be looked for",
    Reason.PREDICATE_NOT_CARRIED: "the words of the predicate do not stand with every item",
    Reason.WORDS_SCATTERED: "the words of the predicate stand with every item, but with others between them",
    Reason.QUALIFIED_IN_TEXT: "the text makes it depend on something (if, unless, may, or)",
    Reason.SUBJECT_UNCLEAR: "the words stand with an item, but other words before them may be their subject",
    Reason.VALUE_NOT_IN_EVIDENCE: "the value does not stand in the evidence of the item",
    Reason.VALUE_DIFFERS: "another number stands there",
    Reason.UNIT_DIFFERS: "the number stands there with another unit, or without one",
    Reason.UNIT_MISSING: "the claim leaves out the unit of the number",
    Reason.MAGNITUDE_DIFFERS: "the number that stands there is larger or smaller by powers of ten",
    Reason.NUMBER_INEXACT: "the text gives the number as a bound, a range or roughly",
    Reason.SEVERAL_NUMBERS: "several numbers of this unit stand with the item, and nothing says which is meant",
    Reason.CITED_ONLY: "only a quote that the agent brings ties the value to the item",
    Reason.NUMBER_MISSING: "some items carry no number that can be taken",
    Reason.MIXED_UNITS: "the items carry different units",
    Reason.NOT_THE_EXTREME: "another item goes further",
    Reason.TIE: "other items go as far",
    Reason.CITED_DOCUMENT_UNKNOWN: "the corpus holds no such document, or several of this name",
    Reason.CITED_PAGE_UNKNOWN: "the cited page is not stored",
    Reason.CITED_OUTSIDE_SCOPE: "the cited document is outside the scope of the answer",
    Reason.CITED_QUOTE_NOT_FOUND: "the cited words do not stand in the document",
    Reason.CITED_WRONG_PAGE: "the cited words stand on another page",
    Reason.CITED_QUOTE_DENIED: "the cited words are cut out of a sentence that denies them",
    Reason.ENTITY_NOT_IN_EVIDENCE: "a name in the claim does not occur in the evidence",
    Reason.ENTITY_BESIDE_EVIDENCE: "a name in the claim stands on the page, but not in the evidence: cite the words",
    Reason.NUMBER_NOT_IN_EVIDENCE: "a number in the sentence is neither that of the claim nor in the evidence",
    Reason.TEXT_SAYS_MORE: "the sentence says more than the type of the claim",
    Reason.TEXT_DENIES: "the sentence denies, and the claim does not; or the other way round",
    Reason.TEXT_OF_OTHER: "the sentence does not name what the claim is about",
    Reason.CONDITION_LEFT_OUT: "the sentence speaks of all, and leaves out what the question restricts",
    Reason.WORDS_LEFT_OUT: "the sentence speaks of all, and words of the question that may restrict it are not in it",
}  # fmt: skip
