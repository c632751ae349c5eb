"""/healthz and /readyz"""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, problems

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=models.Health, responses=problems())
async def healthz() -> answers.Json:
    """The process answers."""
    return {"status": "ok", "version": version("everylast")}


@router.get("/readyz", response_model=models.Health, responses=problems("not_ready"))
def readyz(service: ServiceOf) -> answers.Json:
    """The store answers, too."""
    try:
        service.store.corpora()
    except Exception as error:
        raise ProblemError("not_ready", f"The store does not answer ({type(error).__name__}).") from error
    return {"status": "ready", "version": version("everylast")}
