"""The console blocks of the README: run what they show, and compare or write it.

python -m tests.docs.transcript        writes the README anew
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
ANSWERS = "/tmp/answers"  # where the examples write; it stands for a place below the temporary folder
_BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def played(text: str) -> str:
    """The text with what its commands print now. Milliseconds are left out: they differ from run to run."""
    with tempfile.TemporaryDirectory() as folder:
        return _BLOCK.sub(lambda block: _play(block.group(), folder), text)


def _play(block: str, folder: str) -> str:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n\n".join(f"$ {command}\n{_output(command, folder)}" for command in commands) + "\n"


def _output(command: str, folder: str) -> str:
    program, *words = shlex.split(command.replace(ANSWERS, f"{folder}{ANSWERS}"))
    assert program == "everylast", command
    done = subprocess.run(
        [sys.executable, "-m", "app.entrypoints.cli", *words],
        cwd=ROOT,
        env={**os.environ, "EVERYLAST_DATA": folder, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr
    return re.sub(r"; \d+\.\d+ ms", "", done.stdout.replace(f"{folder}{ANSWERS}", ANSWERS)).rstrip()


if __name__ == "__main__":
    README.write_text(played(README.read_text(encoding="utf-8")), encoding="utf-8")
