"""Settings: few, each readable from the environment as EVERYLAST_<NAME>."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _data() -> Path:
    return user_data_path("everylast", appauthor=False)


def _workers() -> int:
    return max(1, min(4, os.cpu_count() or 1))


class Settings(BaseSettings):
    """Every setting of the program. The descriptions stand in docs/settings.md too, and a test compares them."""

    model_config = SettingsConfigDict(env_prefix="EVERYLAST_", extra="forbid", frozen=True, validate_default=True)

    host: str = Field("127.0.0.1", description="Address that `serve` listens on.")
    port: int = Field(8000, ge=0, le=65535, description="Port that `serve` listens on; 0 takes a free one.")
    data: Path = Field(default_factory=_data, description="Folder of the store and the search index.")
    workers: int = Field(default_factory=_workers, ge=1, le=64, description="Processes that read documents.")
    page_deadline_s: float = Field(20.0, gt=0, description="Seconds that one page may take to read.")
    max_body_bytes: int = Field(512 * 2**20, ge=1024, description="Largest request body, bytes.")
    max_question_chars: int = Field(2000, ge=1, description="Longest question, characters.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="How much `serve` logs.")
    server_processes: int = Field(1, ge=1, le=64, description="Processes that serve; the readers are shared out.")
    job_threads: int = Field(2, ge=1, le=64, description="Background questions that one process answers at a time.")
    result_days: float = Field(30.0, gt=0, description="Days that answers and ended jobs can be read; then 410.")
    idempotency_hours: float = Field(24.0, gt=0, description="Hours that the reply to an Idempotency-Key is kept.")
