"""Fetch one public file: streamed, measured, verified by its SHA-256, and only then given its name."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

_TIMEOUT = httpx.Timeout(30.0, connect=10.0)


class DownloadError(Exception):
    """The file could not be had; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of sources.toml."""

    name: str
    url: str
    sha256: str
    title: str = ""
    licence: str = ""

    @property
    def file_name(self) -> str:
        return self.url.rstrip("/").rsplit("/", 1)[-1] or f"{self.name}.pdf"


def sources(path: Path) -> dict[str, Source]:
    """The entries of a sources file by name."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Source(name=name, **entry) for name, entry in table.items()}
    except (OSError, TypeError, tomllib.TOMLDecodeError) as error:
        raise DownloadError(f"{path.name} cannot be read: {error}") from error


def fetch(source: Source, folder: Path, progress: Callable[[int, int | None], None]) -> Path:
    """The verified file; kept from an earlier time where it is still the same.

    `progress` hears (bytes so far, bytes in all where known).
    """
    target = folder / source.file_name
    if target.is_file() and hashlib.sha256(target.read_bytes()).hexdigest() == source.sha256:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        found = _stream(source.url, part, progress)
        if found != source.sha256:
            raise DownloadError(
                f"{source.name}: the file has SHA-256 {found}, but {source.sha256} is expected; it was not kept"
            )
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _stream(url: str, part: Path, progress: Callable[[int, int | None], None]) -> str:
    """Write the body to `part`; returns its SHA-256."""
    digest, size = hashlib.sha256(), 0
    try:
        with (
            httpx.stream("GET", url, timeout=_TIMEOUT, follow_redirects=True) as reply,
            part.open("wb") as sink,
        ):
            reply.raise_for_status()
            total = reply.headers.get("content-length", "")
            for chunk in reply.iter_bytes():
                digest.update(chunk)
                size += len(chunk)
                sink.write(chunk)
                progress(size, int(total) if total.isdigit() else None)
    except httpx.HTTPStatusError as error:
        raise DownloadError(f"{url} answered {error.response.status_code}") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DownloadError(f"{url} cannot be reached ({type(error).__name__}); is this machine offline?") from error
    return digest.hexdigest()
