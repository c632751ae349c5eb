"""What every model of the interface has: no unknown fields, no text that cannot be encoded."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict


def _encodable(text: str) -> str:
    """JSON can carry half a surrogate pair; no text can."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("the text holds half a surrogate pair")
    return text


Text = Annotated[str, AfterValidator(_encodable)]


class Closed(BaseModel):
    """No field beyond those declared."""

    model_config = ConfigDict(extra="forbid")
