"""Plug-ins by entry points: our own extractors come through the same table as foreign ones.

PluginError
|- it cannot be imported or made
|- it does not keep the contract (name, version, `propose(question, batch)`)
`- two carry the same name
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from app.domain.ports import Extractor

EXTRACTORS = "everylast.extractors"


class PluginError(Exception):
    """A plug-in that cannot be used. The message names it, its distribution and what is wrong."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One loaded extractor: `version` is that of the distribution it came with, or its own."""

    name: str
    version: str
    distribution: str
    extractor: Extractor


def installed(group: str = EXTRACTORS) -> list[EntryPoint]:
    """The entry points of the group, in order of name; an entry seen twice on the path counts once."""
    unique = {(point.name, point.value): point for point in entry_points(group=group)}
    return [unique[key] for key in sorted(unique)]


def load(points: Iterable[EntryPoint] | None = None) -> tuple[Plugin, ...]:
    """Load and check extractors. One that is broken is an error: an answer without it would miss items silently."""
    plugins: dict[str, Plugin] = {}
    for point in installed() if points is None else points:
        plugin = _load_one(point)
        if plugin.name in plugins:
            raise PluginError(f"two extractors are called {plugin.name!r}: the second is {_whence(point)}")
        plugins[plugin.name] = plugin
    return tuple(plugins[name] for name in sorted(plugins))


def _load_one(point: EntryPoint) -> Plugin:
    try:
        made = point.load()()
    except Exception as error:  # a plug-in may fail in any way; the cause is kept
        raise PluginError(f"{_whence(point)} cannot be loaded: {type(error).__name__}: {error}") from error
    fault = _fault(made)
    if fault:
        raise PluginError(f"{_whence(point)} {fault}")
    distribution, version = _distribution(point)
    return Plugin(made.name, str(getattr(made, "version", version)), distribution, made)


def _fault(made: object) -> str:
    """What breaks the contract, or an empty string."""
    name = getattr(made, "name", None)
    if not isinstance(name, str) or not name.strip():
        return "has no `name` (a non-empty text)"
    propose = getattr(made, "propose", None)
    if not callable(propose):
        return "has no method `propose(question, batch)`"
    try:
        inspect.signature(propose).bind(object(), object())
    except TypeError:
        return "has a `propose` that does not take (question, batch)"
    return ""


def _distribution(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist else ("", "0")


def _whence(point: EntryPoint) -> str:
    distribution, version = _distribution(point)
    origin = f"{distribution} {version}" if distribution else "no distribution"
    return f"extractor {point.name!r} ({point.value}, from {origin})"
