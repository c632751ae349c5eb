"""Words by which a list says that it is a selection: "such as", "including", "etc."."""

from __future__ import annotations

import re

# In the words that announce a list. "includes" and "include" are left out: they open definitive lists as often.
_LEAD_WORDS = (
    r"\bfor (?:example|instance)\b",
    r"\be\.\s?g\.",
    r"\bsuch as\b",
    r"\bsuch (?:[a-z-]+ ){1,3}as\b",
    r"\bincluding\b(?! all\b)",
    r"\bamong (?:other things|others|them)\b",
    r"\bnot limited to\b",
    r"\bwithout limitation\b",
    r"\b(?:some|examples?|a selection|several) of\b",
    r"\bexamples?\b(?= (?:are|include|is)\b)",
    r"\b(?:may|can|might|could) include\b",
    r"\bnotably\b",
    r"\bin particular\b",
    r"\bnot exhaustive\b",
    r"\bnon-exhaustive\b",
    r"\b(?:intentionally |necessarily |deliberately )?incomplete\b",
    r"\bnot (?:a |an )?(?:complete|definitive|full)\b",
    r"\billustrative\b",
    r"\bpar exemple\b",
    r"\bnotamment\b",
    r"\bt(?:el|elle)s? que\b",
    r"\bzum beispiel\b",
    r"\bz\.\s?B\.",
    r"\bunter anderem\b",
)
# At the end of a list, or in a remark right behind it.
_TAIL_WORDS = (
    r"\betc\b\.?",
    r"\bet cetera\b",
    r"\band so (?:on|forth)\b",
    r"\band the like\b",
    r"\b(?:and|or) (?:many |various |any |all )?other(?!wise)(?:s|(?= \w))(?! than\b)",
    r"\band more\b(?! than\b)",
    r"\bamong (?:others|other things)\b",
    r"(?:\u2026|\.\.\.)$",
    r"\bnot (?:intended to be |meant to be |necessarily |a |an )*(?:exhaustive|complete|definitive)\b",
    r"\b(?:list|table|overview|selection|enumeration)\b[^.]{0,40}\b(?:incomplete|provisional|preliminary)\b",
    r"\b(?:list|table)\b[^.]{0,30}\b(?:is|was) (?:\w+ )?(?:revised|replaced|superseded)\b(?! (?:in|on) \d)",
    r"\band (?:many|several|some|a few) (?:more|others)\b",
    r"\bfor (?:further|other|more|additional) \w+[^.]{0,40}\b(?:see|refer)\b",
    r"\bnot limited to\b",
    r"\bnon-exhaustive\b",
    r"\b(?:or|and) similar\b",
    r"\bto name (?:but )?a few\b",
    r"\bwithout limitation\b",
    r"\bu\.\s?s\.\s?w\.",
)
_ASIDE = re.compile(
    r"such as|including|e\.\s?g\.|notably|par exemple|notamment|t(?:el|elle)s? que|z\.\s?B\.", re.IGNORECASE
)
_CLOSED = re.compile(r"[,;)](?!\s*$)")
_FOLLOWING = re.compile(r"\b(?:following|below|these|suivant)", re.IGNORECASE)
_STOP = re.compile(r"[a-z)\u201d][.!?]\s+[A-Z]")
_LEAD = re.compile("|".join(_LEAD_WORDS), re.IGNORECASE)
_TAIL = re.compile("|".join(_TAIL_WORDS), re.IGNORECASE)
# One of these stands in every match above: a cheap first look.
_LEAD_HINTS = (
    *(
        "exampl",
        "instanc",
        "e.",
        "such ",
        "complete",
        "definitive",
        "not a full",
        "includ",
        "among",
        "limit",
        "some of",
        "selection of",
        "several of",
    ),
    *("notab", "in partic", "exhaust", "illustr", "notam", "que ", "beispiel", "z.", "unter"),
)
_TAIL_HINTS = (
    *("etc", "et cet", "and so", "the like", "other", "more", "\u2026", "...", "exhaust", "complete", "simil", "a few"),
    *("limit", "definitive", "u.s", "u. s", "provisional", "preliminary", "revised", "replaced", "superseded", "many"),
    *("several", "some", "further", "additional"),
)


def open_words(lead_in: str, tail: str) -> tuple[str, ...]:
    """The open words of a lead-in and of the text right behind the last member, as printed, in order, each once.

    `lead_in` is the announcing sentence; `tail` is the end of the last member, or what follows it.
    """
    found: list[str] = []
    if _hinted(lead_in, _LEAD_HINTS):
        found += [match.group() for match in _LEAD.finditer(lead_in) if _governs(lead_in, match)]
    if _hinted(tail, _TAIL_HINTS):
        found += [match.group() for match in _TAIL.finditer(tail)]
    return tuple(dict.fromkeys(" ".join(word.split()) for word in found))


def _governs(lead_in: str, match: re.Match[str]) -> bool:
    """Whether the word speaks of what follows the lead-in: in its last sentence, and not of an aside in it.

    "goods, including tools, are sold in these sizes:" says nothing of the sizes.
    """
    rest = lead_in[match.end() :].strip(" ,:(")
    if _STOP.search(lead_in, match.end() - 1):
        return False
    if not _ASIDE.fullmatch(match.group()):
        return True
    whole = rest.rstrip().endswith(".") and rest.count(" ") > 1 and not _FOLLOWING.search(rest)
    return not whole and not _CLOSED.search(rest)


def _hinted(text: str, hints: tuple[str, ...]) -> bool:
    folded = text.lower()
    return any(hint in folded for hint in hints)
