from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import anyio.from_thread
import httpx
import pytest

from app.bootstrap import Service
from app.config import Settings
from app.entrypoints.http.application import create_app
from tests.entrypoints.fakes import FakeStore, fake_service


class Client:
    """A synchronous client of an ASGI application whose lifespan runs."""

    def __init__(self, portal: anyio.from_thread.BlockingPortal, http: httpx.AsyncClient) -> None:
        self.portal, self.http = portal, http

    def __call__(self, method: str, path: str, **given: object) -> httpx.Response:
        async def send() -> httpx.Response:
            return await self.http.request(method, path, **given)  # type: ignore[arg-type]

        return self.portal.call(send)


@contextmanager
def running(settings: Settings, make: Callable[[Settings], Service]) -> Iterator[Client]:
    app = create_app(settings, make)
    with (
        anyio.from_thread.start_blocking_portal() as portal,
        portal.wrap_async_context_manager(app.router.lifespan_context(app)),
    ):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        http = httpx.AsyncClient(transport=transport, base_url="http://test")
        with portal.wrap_async_context_manager(http):
            yield Client(portal, http)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "store", workers=1, max_body_bytes=50_000)


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def start(settings: Settings) -> Callable[[Callable[[Settings], Service]], AbstractContextManager[Client]]:
    return lambda make: running(settings, make)


@pytest.fixture
def call(settings: Settings, store: FakeStore) -> Iterator[Client]:
    with running(settings, lambda given: fake_service(given, store)) as client:
        yield client


@pytest.fixture
def corpus(call: Client) -> str:
    return str(call("POST", "/v1/corpora", json={"name": "test"}).json()["id"])
