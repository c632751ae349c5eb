"""/v1/enumerations/{answer_id}/explain: why something is, or is not, in an answer."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.answer import Answer
from app.domain.explaining import Explanation
from app.entrypoints import explaining
from app.entrypoints.http import explaining_models as models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, StrictRoute, json_response, problems, stored_answer
from app.explain import NothingToLookForError, explain
from app.stored import load

router = APIRouter(prefix="/v1", tags=["explanations"], route_class=StrictRoute)


@router.post(
    "/enumerations/{answer_id}/explain",
    response_model=models.Explained,
    responses=problems(
        "unknown_answer",
        "unknown_corpus",
        "result_expired",
        "malformed_body",
        "unsupported_media_type",
        "body_too_large",
        "invalid_request",
        "unknown_scope",
    ),
)
def explain_item(answer_id: str, body: models.NewExplanation, service: ServiceOf) -> Response:
    """Why is this not in the list? Or, where it is: why is it in it?

    The question is answered once more over the corpus as it stands, to see how; `as_of` says whether that gave the
    stored answer. `cause` is how far the thing got, `repair` what to do about it.
    """
    stored = load(stored_answer(service, answer_id))
    return json_response(explaining.explanation(_explained(service, stored, body)), 200, {})


def _explained(service: Service, stored: Answer, body: models.NewExplanation) -> Explanation:
    try:
        view = service.store.open(stored.corpus_id)
    except KeyError:
        raise ProblemError(
            "unknown_corpus", "The corpus of the answer is gone, and nothing can be looked up."
        ) from None
    try:
        if body.document_id is not None and body.document_id not in {each.id for each in view.documents()}:
            raise ProblemError("unknown_scope", f"The corpus holds no document with the id {body.document_id[:80]!r}.")
        return explain(view, stored, service.extractors, body.item, body.document_id or "")
    except NothingToLookForError:
        raise ProblemError("invalid_request", "item: there are no letters or digits in it") from None
    finally:
        view.close()
