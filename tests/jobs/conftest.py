from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.clock import Clock
from app.adapters.job_store import SqliteJobs
from app.adapters.owners import Owners
from app.adapters.store import SqliteStore
from tests.entrypoints.conftest import settings  # noqa: F401 (a fixture)
from tests.jobs.stored import DAY_S, Ticks


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def owners(tmp_path: Path) -> Iterator[Owners]:
    made = Owners(tmp_path / "data" / "owners")
    yield made
    made.close()


@pytest.fixture
def jobs(store: SqliteStore, owners: Owners, ticks: Ticks) -> SqliteJobs:
    return SqliteJobs(store.database, owners, Clock(ticks.wall, ticks.steady), 30 * DAY_S)


@pytest.fixture
def corpus(store: SqliteStore) -> str:
    return store.create_corpus("Papers").id
