"""A kit whose parts carry numbers and duties."""

from __future__ import annotations

from app.domain.answer import Answer, Verdict
from app.domain.claims.ground import Now
from app.domain.question import Question, QuestionKind
from tests.claims.making import Papers, answer, item, now

PARTS = """Parts of the kit
Rope 5 kg, 20 m long, requires a permit
Lamp 700 g, requires a permit
Anchor 12 kg or more, requires a permit if it is new
Saw about 3 kg, requires no permit
Fund $3 million
Chain weight 4 kg, load 9 kg, never 11 kg
Dose 2.5 milligrams
Pump
Span 5-10 m
"""
ASKED = Question("Which parts does the kit have?", QuestionKind.LISTING, noun="parts")
ROWS = {line.split()[0]: line.partition(" ")[2] for line in PARTS.splitlines()[1:]}


def kit(*labels: str, verdict: Verdict = Verdict.COMPLETE, text: str = PARTS) -> tuple[Answer, Now]:
    papers = Papers({"d1": [text]})
    rows = {line.split()[0]: line.partition(" ")[2] for line in text.splitlines()[1:]}
    items = (item(each, papers, detail=rows[each]) for each in labels or rows)
    return answer(*items, verdict=verdict, question=ASKED), now(papers)
