"""Runs the HTTP interface, in one process or in several on the same store."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Any

import uvicorn
from fastapi import FastAPI

from app import bootstrap
from app.adapters.collection import collect_seldom
from app.config import Settings
from app.entrypoints.http.application import create_app

_GRACE_S = 10  # for connections under way when the service is told to stop


def serve(settings: Settings) -> None:
    """Until it is told to stop. Processes beside the first get the settings by the environment, as anyone does."""
    if settings.server_processes == 1:
        web: FastAPI | str = create_app(settings, bootstrap.build)
        collect_seldom()
    else:
        os.environ.update({f"EVERYLAST_{name.upper()}": str(value) for name, value in settings})
        web = "app.entrypoints.serving:one_of_several"
    uvicorn.run(
        web,
        factory=settings.server_processes > 1,
        workers=settings.server_processes,
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        timeout_graceful_shutdown=_GRACE_S,
    )


def one_of_several() -> FastAPI:
    """The application in one of several processes, with its share of the readers."""
    from_environment: dict[str, Any] = {}
    settings = Settings(**from_environment)
    threading.Thread(target=_follow_parent, name="parent", daemon=True).start()
    readers = max(1, settings.workers // settings.server_processes)
    web = create_app(settings.model_copy(update={"workers": readers}), bootstrap.build)
    collect_seldom()
    return web


def _follow_parent() -> None:
    """Stop in good order when the first process is gone: nobody would stop this one, and it holds the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
