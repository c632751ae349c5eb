"""What was stored comes back."""

from __future__ import annotations

import json

from app.entrypoints import answers
from app.entrypoints.http import examples
from app.stored import load


def test_an_answer_comes_back_as_it_was_stored() -> None:
    body = examples.answer()
    body["question"]["conditions"] = [{"value": "Open", "column": "status", "negated": True}]
    body["question"]["reference"] = {"kind": "table", "number": "2"}
    assert answers.render(load(json.dumps(body))) == body


def test_answers_stored_before_sets_existed_are_read_too() -> None:
    body = examples.answer()
    del body["derived"], body["question"]["negates"], body["question"]["compares"], body["question"]["bounds"]
    assert answers.render(load(json.dumps(body))) == examples.answer()
