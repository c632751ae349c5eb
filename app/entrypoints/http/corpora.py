"""/v1/corpora"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.entrypoints import answers, names
from app.entrypoints.http import models
from app.entrypoints.http.idempotency import resource_id
from app.entrypoints.http.routing import ServiceOf, StrictRoute, find_corpus, problems

router = APIRouter(prefix="/v1/corpora", tags=["corpora"], route_class=StrictRoute)


@router.post(
    "",
    status_code=201,
    response_model=models.Corpus,
    responses=problems("malformed_body", "unsupported_media_type", "invalid_request", "body_too_large"),
)
def create_corpus(
    body: models.NewCorpus,
    request: Request,
    service: ServiceOf,
    response: Response,
) -> answers.Json:
    """Create an empty corpus. Two corpora may carry the same name; the id tells them apart."""
    made = service.store.create_corpus(names.clean(body.name, "unnamed"), resource_id(request))
    response.headers["Location"] = f"/v1/corpora/{made.id}"
    return answers.corpus(made)


@router.get("", response_model=models.Corpora, responses=problems())
def list_corpora(service: ServiceOf) -> answers.Json:
    """All corpora."""
    return {"corpora": [answers.corpus(each) for each in service.store.corpora()]}


@router.get("/{corpus_id}", response_model=models.Corpus, responses=problems("unknown_corpus"))
def get_corpus(corpus_id: str, service: ServiceOf) -> answers.Json:
    """One corpus. Its status is "ready" once everything uploaded has been read or has failed with its reason."""
    return answers.corpus(find_corpus(service, corpus_id))


@router.delete("/{corpus_id}", status_code=204, responses=problems("unknown_corpus"))
def delete_corpus(corpus_id: str, service: ServiceOf) -> None:
    """Remove a corpus with its documents and answers."""
    find_corpus(service, corpus_id)
    service.store.delete_corpus(corpus_id)
