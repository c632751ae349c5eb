from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pydantic import ValidationError

from app import plugins
from app.config import Settings
from app.entrypoints import names


def test_it_listens_on_this_machine_only_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().host == "127.0.0.1"
    monkeypatch.setenv("EVERYLAST_HOST", "0.0.0.0")
    monkeypatch.setenv("EVERYLAST_DATA", "/somewhere")
    assert (Settings().host, Settings().data) == ("0.0.0.0", Path("/somewhere"))
    assert Settings(host="::1").host == "::1"


@pytest.mark.parametrize("given", [{"port": 70_000}, {"workers": 0}, {"page_deadline_s": 0}, {"colour": "red"}])
def test_settings_that_make_no_sense_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings(**given)  # type: ignore[arg-type]


def test_names_of_corpora_are_one_clean_line() -> None:
    assert names.clean(" a/b\n\x00c\u202e ", "unnamed") == "a/b c"
    assert names.clean("\x01\u200b", "unnamed") == "unnamed"
    assert names.clean("\ud800x", "unnamed") == "x"
    assert len(names.clean("x" * 999, "unnamed")) == 200


# ---------------------------------------------------------------- plug-ins


class Good:
    name = "good"
    version = "7"

    def propose(self, _question: object, _batch: object) -> tuple[()]:
        return ()


class Nameless(Good):
    name = ""


class Mute:
    name = "mute"


class Narrow:
    name = "narrow"

    def propose(self, _question: object) -> tuple[()]:
        return ()


class Failing:
    def __init__(self) -> None:
        raise RuntimeError("no licence")


def point(attribute: str, name: str = "x") -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{attribute}", plugins.EXTRACTORS)


def test_ours_come_through_the_same_table() -> None:
    loaded = {each.name: each for each in plugins.load()}
    assert {"definitions", "documents", "patterns", "regions", "subjects"} <= set(loaded)
    assert all(each.version and each.distribution for each in loaded.values())


def test_a_plugin_carries_its_version() -> None:
    (loaded,) = plugins.load([point("Good")])
    assert (loaded.name, loaded.version, loaded.distribution) == ("good", "7", "")


@pytest.mark.parametrize(
    ("attribute", "fault"),
    [
        ("Nameless", "has no `name`"),
        ("Mute", "has no method `propose"),
        ("Narrow", "does not take"),
        ("Failing", "cannot be loaded: RuntimeError: no licence"),
        ("Nowhere", "cannot be loaded: AttributeError"),
    ],
)
def test_a_broken_plugin_is_a_clear_error(attribute: str, fault: str) -> None:
    with pytest.raises(plugins.PluginError, match="extractor 'x'") as error:
        plugins.load([point(attribute)])
    assert fault in str(error.value)


def test_two_of_one_name_are_an_error() -> None:
    with pytest.raises(plugins.PluginError, match="two extractors are called 'good'"):
        plugins.load([point("Good"), point("Good", "y")])
