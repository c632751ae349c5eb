"""/v1/enumerations/{answer_id}/estimate and /v1/estimates: how much may be missing, labelled an estimate."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app.bootstrap import Service
from app.domain.answer import Answer
from app.domain.estimates import Overlap, RefusedEstimateError, Screening, recaptured, screened
from app.domain.recall import Recall, Searches
from app.entrypoints import estimating
from app.entrypoints.http import estimate_models as models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, StrictRoute, json_response, problems, stored_answer
from app.estimation import estimate
from app.stored import load

router = APIRouter(prefix="/v1", tags=["estimates"], route_class=StrictRoute)

_OF_AN_ANSWER = ("unknown_answer", "result_expired", "corpus_changed")
_OF_A_BODY = ("malformed_body", "unsupported_media_type", "body_too_large", "invalid_request")


@router.post(
    "/enumerations/{answer_id}/estimate",
    response_model=models.RecallEstimate,
    responses=problems(
        "unknown_answer",
        "result_expired",
        "corpus_changed",
        "insufficient_overlap",
        "nothing_new",
        "no_second_search",
        *_OF_A_BODY,
    ),
)
def estimate_recall(answer_id: str, body: models.NewEstimate, service: ServiceOf) -> Response:
    """How much of what there is may the answer hold? From two searches and what they have in common.

    The answer, its verdict above all, stays as it is: an estimate never proves that a set is whole. What would have to
    hold for the estimate to be right stands in `assumptions`, with what it does to the number where it does not.
    """
    stored = load(stored_answer(service, answer_id))
    try:
        found = _estimated(service, stored, body)
    except RefusedEstimateError as error:
        raise _problem(error) from None
    return json_response(estimating.recall(stored, found), 200, {})


def _estimated(service: Service, stored: Answer, body: models.NewEstimate) -> Recall:
    changed = ProblemError("corpus_changed", "The corpus is no longer the one that the answer saw; ask anew.")
    try:
        view = service.store.open(stored.corpus_id)
    except KeyError:
        raise changed from None
    try:
        if view.info.revision != stored.revision:
            raise changed
        return estimate(view, stored, service.extractors, Searches(body.searches))
    finally:
        view.close()


@router.post(
    "/estimates/overlap",
    response_model=models.OverlapEstimate,
    responses=problems("insufficient_overlap", "contradictory_counts", *_OF_A_BODY),
)
def estimate_overlap(body: models.NewOverlap) -> Response:
    """How many there are in all, from what two independent searches of your own found."""
    given = Overlap(body.first, body.second, body.both)
    try:
        total = recaptured(given, body.known, body.confidence)
    except RefusedEstimateError as error:
        raise _problem(error) from None
    return json_response(estimating.overlap(given, body.known, total, body.confidence), 200, {})


@router.post(
    "/estimates/screening",
    response_model=models.ScreeningEstimate,
    responses=problems("contradictory_counts", *_OF_A_BODY),
)
def estimate_screening(body: models.NewScreening) -> Response:
    """May a screening of thousands stop? The most hits that can still be among the unseen, and how many more it takes.

    A random sample of what was not screened bounds what is missed (hypergeometric, one-sided).
    """
    given = Screening(body.collection, body.before, body.hits_before, body.sample, body.hits_in_sample)
    try:
        found = screened(given, body.confidence, body.recall)
    except RefusedEstimateError as error:
        raise _problem(error) from None
    return json_response(estimating.screening(given, found, body.confidence, body.recall), 200, {})


def _problem(error: RefusedEstimateError) -> ProblemError:
    errors = [{"field": field, "code": error.code, "detail": error.detail} for field in error.fields]
    return ProblemError(error.code, error.detail, errors or None)
