"""Errors that whoever runs a command can mend, and the settings as options give them."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from app.config import Settings


class UsageError(Exception):
    """Wrong usage: exit status 2."""


class Refusal(Exception):  # noqa: N818 (it is an outcome that the caller sees, status 1, not a fault of the program)
    """What was asked for cannot be done."""


def settings(**given: Any) -> Settings:
    """Options win over the environment, the environment over defaults."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        parts = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        raise UsageError(f"settings (options or EVERYLAST_*): {'; '.join(parts)}") from error
