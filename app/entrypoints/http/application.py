"""The application: routes, errors, body limit, and a docs page that needs no internet."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import Depends, FastAPI
from fastapi_offline import FastAPIOffline
from starlette.concurrency import run_in_threadpool

from app.bootstrap import Service
from app.config import Settings
from app.entrypoints import work
from app.entrypoints.http import (
    accounting,
    claims,
    corpora,
    documents,
    enumerations,
    estimates,
    explaining,
    health,
    items,
    jobs,
    problems,
    sets,
)
from app.entrypoints.http.body_limit import BodyLimit
from app.entrypoints.http.routing import known_query

_ABOUT = """Answers listing questions ("which are all the ...?") over documents with the whole set, the proof of each
item, and a verdict: whole, with the reason; or what is known to be missing. Errors are `application/problem+json`."""

# The framework can send what clients sent to OpenTelemetry: questions and documents are nobody's business.
_NO_TELEMETRY = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def create_app(settings: Settings, make: Callable[[Settings], Service]) -> FastAPI:
    """The ASGI application. The service is made when it starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = app.state.service = await run_in_threadpool(make, settings)
        runners = app.state.runners = work.start(service, problems.unexpected)
        try:
            yield
        finally:
            service.closing.set()
            await run_in_threadpool(runners.close)
            await run_in_threadpool(service.close)

    app: FastAPI = FastAPIOffline(
        title="Everylast",
        description=_ABOUT,
        version=version("everylast"),
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        redoc_url=None,
        lifespan=lifespan,
        telemetry=_NO_TELEMETRY,
    )
    for part in (
        corpora,
        documents,
        enumerations,
        estimates,
        items,
        sets,
        claims,
        accounting,
        explaining,
        jobs,
        health,
    ):
        app.include_router(part.router, dependencies=[Depends(known_query)])
    problems.install(app)
    app.add_middleware(BodyLimit, limit=settings.max_body_bytes)
    app.add_middleware(problems.Guard)
    return app
