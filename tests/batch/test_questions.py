"""Files of questions: three forms, and what is wrong named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.entrypoints.batch.questions import Asked, load
from app.entrypoints.usage import UsageError


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("q.txt", "# mine\nWhich lamps?\n\n  Which oars?\r\n"),
        ("q.txt", "\ufeffWhich lamps?\nWhich oars?"),
        ("q.csv", "\ufeffquestion\r\nWhich lamps?\r\n\r\nWhich oars?\r\n"),
        ("q.csv", "id;question\n1;Which lamps?\n;Which oars?\n"),
        ("q.jsonl", '{"question": "Which lamps?"}\n\n{"id": 2, "question": "Which oars?"}'),
    ],
)
def test_three_forms_give_the_same(tmp_path: Path, name: str, content: str) -> None:
    found = load(written(tmp_path, name, content), 100)
    assert found == (Asked("1", "Which lamps?"), Asked("2", "Which oars?"))


def test_a_cell_may_hold_commas_and_lines_and_an_object_may_name_documents(tmp_path: Path) -> None:
    assert load(written(tmp_path, "q.csv", 'id,question\na,"Which lamps,\nand oars?"\n'), 100) == (
        Asked("a", "Which lamps,\nand oars?"),
    )
    line = '{"id": "a", "question": "Which?", "documents": ["x.pdf"]}'
    assert load(written(tmp_path, "q.jsonl", line), 100) == (Asked("a", "Which?", ("x.pdf",)),)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("q.jsonl", '{"question": "A?"}\n{"question": ', "q.jsonl, line 2: this is not JSON"),
        ("q.jsonl", '\n["A?"]', "line 2: an object is expected"),
        ("q.jsonl", '{"question": "A?", "topk": 3}', "line 1: unknown field 'topk'"),
        ("q.jsonl", '{"question": "  "}', "line 1: the question is missing or empty"),
        ("q.jsonl", '{"question": "A?", "id": true}', "line 1: an id is a text"),
        ("q.jsonl", '{"question": "A?", "documents": "x"}', "line 1: documents is a list"),
        ("q.jsonl", '{"question": "A\\ud800?"}', "line 1: half a surrogate pair"),
        (
            "q.jsonl",
            '{"id": "a", "question": "A?"}\n{"id": "a", "question": "B?"}',
            "line 2: the id 'a' was given on line 1",
        ),
        ("q.csv", "text,id\nA?,1\n", "line 1: the header must name the columns"),
        ("q.csv", "id,question\n1,A?,more\n", "line 2: 3 cells, but the header has 2"),
        ("q.csv", "id,question\n1,\n", "line 2: the question is missing or empty"),
        ("q.csv", "id,question\n", "q.csv holds no question"),
        ("q.txt", "A?\n" + "B" * 101, "line 2: the question has 101 characters; 100 are allowed"),
        ("q.txt", b"A?\n\xff\xfeB?", "line 2: this is not UTF-8"),
        ("q.txt", "# nothing\n\n", "q.txt holds no question"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    with pytest.raises(UsageError) as error:
        load(written(tmp_path, name, content), 100)
    assert said in str(error.value)
