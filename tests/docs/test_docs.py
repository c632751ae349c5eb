"""The documentation is part of the program: what it names exists, what exists is named, what it shows happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer

from app.config import Settings
from app.entrypoints import cli
from app.entrypoints.http.application import create_app
from app.entrypoints.http.problems import CODES
from tests.docs.transcript import README, ROOT, played
from tests.entrypoints.fakes import fake_service
from tests.entrypoints.serving import Server

REASON_SOURCES = ("app/domain/verdict.py", "app/qualifier.py", *(f"app/checks/{n}.py" for n in (
    "structural", "cardinality", "exhaustive", "shape", "absence", "additions")))  # fmt: skip
# Codes are appended to lists, stand alone in a tuple of reasons, or are keys of the qualifier's table.
REASON = r'append\("([a-z_]+)"\)|reasons=\("([a-z_]+)",\)|\("(conflict_[a-z_]+)",\)|^    "([a-z_]+)": "'


def table(name: str, *columns: int) -> list[tuple[str, ...]]:
    """Cells of the tables of a document, without back quotes; header and rule left out."""
    found = []
    for line in (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and not set(cells[0]) <= set("-: "):
            found.append(tuple(cells[column] for column in columns if column < len(cells)))
    return found


def test_every_setting_is_documented_with_its_default() -> None:
    rows = {row[0]: row[1:] for row in table("settings.md", 0, 1, 2)[1:]}
    assert set(rows) == {f"EVERYLAST_{name.upper()}" for name in Settings.model_fields}
    for name, field in Settings.model_fields.items():
        default, meaning = rows[f"EVERYLAST_{name.upper()}"]
        assert meaning == field.description
        assert field.default_factory is not None or default == str(field.default)


def test_every_error_code_is_documented_with_its_status() -> None:
    assert dict(table("errors.md", 0, 1)[1:]) == {code: str(status) for code, (status, _) in CODES.items()}


def test_every_route_is_documented(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path), fake_service)
    served = {f"{method.upper()} {path}" for path, about in app.openapi()["paths"].items() for method in about}
    written = {row[0] for row in table("api.md", 0) if row[0].split(" ")[0] in ("GET", "POST", "DELETE", "PUT")}
    assert written == served


def test_every_field_of_a_question_is_documented(tmp_path: Path) -> None:
    shape = create_app(Settings(data=tmp_path), fake_service).openapi()["components"]["schemas"]["Ask"]
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in shape["properties"] if f"| `{name}` |" not in text] == []


def commands() -> dict[str, Any]:
    """Every command with its options, sub-commands with their group's name in front."""
    found = {}
    for name, command in typer.main.get_command(cli.app).commands.items():  # type: ignore[attr-defined]
        found[name] = command
        found |= {f"{name} {inner}": each for inner, each in getattr(command, "commands", {}).items()}
    return found


def test_every_doubt_of_reading_is_documented() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    part = text[text.index("## Doubts of reading") : text.index("## Reasons")]
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "app" / "layout").glob("*.py")]
    noted = r'(?:append\(|problems=\(|problems, )"([a-z_]+)"\)?'
    codes = {code for source in sources for code in re.findall(noted, source)} - {"total_mismatch"}
    assert {"counts_on", "unclear_order", "resumes", "unaccounted_lines"} <= codes
    assert [code for code in sorted(codes) if f"`{code}`" not in part] == []


def test_every_reason_code_is_documented() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    sources = [(ROOT / source).read_text(encoding="utf-8") for source in REASON_SOURCES]
    codes = {"".join(found) for source in sources for found in re.findall(REASON, source, re.MULTILINE)}
    assert len(codes) > 20
    assert [code for code in sorted(codes) if f"`{code}`" not in text] == []


def test_every_command_and_option_is_documented() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, command in commands().items():
        assert f"`everylast {name}" in text, name
        options = [option for each in command.params for option in each.opts if option.startswith("--")]
        assert [option for option in options if f"{option}" not in text and option != "--help"] == [], name


@pytest.mark.parametrize("path", [README, *sorted((ROOT / "docs").rglob("*.md")), ROOT / "ARCHITECTURE.md"], ids=str)
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_folder_is_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    modules = [path for path in (ROOT / "app").glob("*.py") if path.name != "__init__.py"]
    folders = [path.parent for path in (ROOT / "app").glob("*/__init__.py")]
    named = [f"`{path.relative_to(ROOT)}{'/' if path.is_dir() else ''}`" for path in modules + folders]
    assert [name for name in named if name not in text] == []


def test_the_transcript_of_the_readme_is_what_happens() -> None:
    text = README.read_text(encoding="utf-8")
    assert without_passes(played(text)) == without_passes(text), "run: python -m tests.docs.transcript"


def without_passes(text: str) -> list[str]:
    """How often the loop went round is told to the reader, but is no promise."""
    return [line for line in text.splitlines() if not line.startswith(("  pass ", "  stopped: "))]


def test_the_python_examples_of_the_readme_run(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = "\n".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    monkeypatch.chdir(ROOT)
    scope: dict[str, Any] = {}
    try:
        exec(example.replace("http://127.0.0.1:8000", str(server.http.base_url)), scope)
    finally:
        for each in scope.get("files", []):
            each[1].close()
        if isinstance(scope.get("http"), httpx.Client):
            scope["http"].close()
    printed = capsys.readouterr().out
    assert re.search(r"^(complete|unproven|at_least) ", printed, re.MULTILINE)
    assert printed.endswith("event: run.completed\n")
    assert scope["page"]["total"]["value"] > 1
    assert scope["table"].startswith("verdict,")


def test_links_in_the_make_file_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"demo", "test", "lint", "bench", "serve", "clean"} <= targets
    named = set(re.findall(r"`make ([a-z]+)`|^    make ([a-z]+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert {a or b for a, b in named} <= targets
