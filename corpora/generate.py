"""Write the sample corpus: sources/*.toml -> sample/*.pdf, and the plain text files. Same bytes on every run.

A source holds the style of the page and a body in a light mark-up, line by line:

    # Heading, ## Sub-heading            a paragraph is one line; **bold**, __italic__, [^footnote]
    - item, 1. item, (a) item            two spaces in front for each level of nesting
    !table 60,200,100                    rows "| a | b | c |" follow; the first is the header; "|= text" is a group line
    !card                                "Label: value" lines follow, up to an empty line
    !columns 2   !newpage   !figure 120 Caption   !side note text   !image line / line   !term Term: text
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from corpora.typesetting import Style, Typesetter

HERE = Path(__file__).resolve().parent
_ITEM = re.compile(r"( *)(-|\(?[0-9]{1,3}[.)]|\(?[a-z]{1,4}\)|[A-Z]\.)\s+(.*)")


def generate(target: Path) -> list[Path]:
    """Write every document to `target`; returns the paths."""
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for source in sorted((HERE / "sources").iterdir()):
        if source.suffix == ".toml":
            path = target / f"{source.stem}.pdf"
            path.write_bytes(typeset(tomllib.loads(source.read_text(encoding="utf-8"))))
        else:
            path = target / source.name
            path.write_bytes(source.read_bytes())
        written.append(path)
    return written


def typeset(source: dict[str, object]) -> bytes:
    """One source as the bytes of a PDF."""
    setter = Typesetter(Style(**source.get("style", {})))  # type: ignore[arg-type]
    lines = str(source["body"]).splitlines()
    at = 0
    while at < len(lines):
        at = block(setter, lines, at)
    setter.close_page()
    if source.get("outline", True):
        setter.pdf.set_toc(setter.outline)
    setter.pdf.set_metadata({"title": str(source["title"]), "creator": "corpora/generate.py"})
    data: bytes = setter.pdf.tobytes(garbage=3, deflate=True, no_new_id=True)
    return data


def block(setter: Typesetter, lines: list[str], at: int) -> int:
    """Set the block that begins at line `at`; returns the line behind it."""
    line = lines[at]
    if not line.strip():
        setter.y += 5
    elif line.startswith("#"):
        level = len(line) - len(line.lstrip("#"))
        setter.heading(line[level:].strip(), level)
    elif line.startswith("!"):
        return directive(setter, lines, at)
    elif match := _ITEM.fullmatch(line):
        setter.item(match[2], match[3], len(match[1]) // 2)
    else:
        setter.text(line)
    return at + 1


def directive(setter: Typesetter, lines: list[str], at: int) -> int:
    name, _, rest = lines[at][1:].partition(" ")
    end = at + 1
    if name in ("table", "card"):
        while end < len(lines) and lines[end].strip():
            end += 1
        rows(setter, name, rest, lines[at + 1 : end])
    elif name == "columns":
        setter.set_columns(int(rest))
    elif name == "newpage":
        setter.new_page()
    elif name == "figure":
        height, _, caption = rest.partition(" ")
        setter.figure(float(height), caption)
    elif name == "side":
        setter.side_note(rest)
    elif name == "image":
        setter.image_page(rest.split(" / "))
    elif name == "term":
        term, _, text = rest.partition(": ")
        setter.text(f"**{term}** {text}")
        setter.y += 3
    else:
        raise ValueError(f"unknown directive: {lines[at]}")
    return end


def rows(setter: Typesetter, name: str, rest: str, lines: list[str]) -> None:
    if name == "card":
        setter.card([(label + ":", value.strip()) for label, _, value in (line.partition(":") for line in lines)])
        return
    widths = [float(w) for w in rest.split(",")]
    cells = [[line[2:].strip()] if line.startswith("|=") else split_row(line) for line in lines]
    setter.table(widths, cells)


def split_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


if __name__ == "__main__":
    for written in generate(HERE / "sample"):
        sys.stdout.write(f"{written.name}\n")
