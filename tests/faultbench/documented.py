"""The page about the fault bench, made from its figures.

python -m tests.faultbench.documented        writes the tables of the page anew
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs" / "figures" / "faults.json"
PAGE = ROOT / "docs" / "fault-bench.md"
SECTIONS = ("False claims", "True claims", "Not covered")


def figures() -> Any:
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def blocks(found: Any) -> dict[str, str]:
    """What must stand at the end of each section."""
    return dict(zip(SECTIONS, (_faults(found), _true(found), _not_covered(found)), strict=True))


def _faults(found: Any) -> str:
    rows = ["| fault | caught | without | what it is |", "|---|---|---|---|"]
    for each in found["faults"]:
        without = f"{each['caught_without']} / {each['cases']} without {' and '.join(each['without'])}"
        rows.append(f"| `{each['class']}` | {each['caught']} / {each['cases']} | {without} | {each['about']} |")
    return "\n".join(rows)


def _true(found: Any) -> str:
    rows = ["| claim | accepted |", "|---|---|"]
    rows += [f"| `{each['class']}` | {each['accepted']} / {each['cases']} |" for each in found["true_claims"]]
    return "\n".join(rows)


def _not_covered(found: Any) -> str:
    return "\n".join(f"- {each}" for each in found["not_covered"])


def section(text: str, name: str) -> str:
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, name
    return found.group(1)


def anew(text: str) -> str:
    """The page with the tables and the list of these figures; they are the last block of their sections."""
    for name, block in blocks(figures()).items():
        old = section(text, name)
        kept = old.strip().split("\n\n")[:-1]
        text = text.replace(old, "\n" + "\n\n".join([*kept, block]) + "\n\n")
    return text.rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
