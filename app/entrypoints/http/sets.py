"""/v1/sets and /v1/enumerations/{answer_id}/aggregates: what is made from stored answers."""

from __future__ import annotations

import uuid

from fastapi import APIRouter, Request
from starlette.responses import Response

from app import sets
from app.bootstrap import Service
from app.domain.aggregates import Attribute, Function, Place, RefusedError, aggregate, needs_attribute
from app.domain.answer import Answer
from app.domain.levels import UNKNOWN, AsOf, RetrievalLevel, as_of_now, level_of
from app.domain.sets import known
from app.entrypoints import answers
from app.entrypoints.http import models
from app.entrypoints.http.idempotency import resource_id
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import ServiceOf, StrictRoute, json_response, problems, stored_answer
from app.sets import Field, Made, Operation, Predicate
from app.stored import load

router = APIRouter(prefix="/v1", tags=["sets"], route_class=StrictRoute)

_OF_ONE = (Operation.FILTER, Operation.GROUP)


@router.post(
    "/sets",
    status_code=201,
    response_model=models.Answer,
    responses=problems(
        "unknown_answer",
        "result_expired",
        "malformed_body",
        "unsupported_media_type",
        "body_too_large",
        "invalid_request",
        "different_corpora",
    ),
)
def make_set(body: models.NewSet, request: Request, service: ServiceOf) -> Response:
    """A new stored answer from stored answers: union, intersection, difference, filter, or the parts by document.

    Its verdict follows from theirs and is never better; `derived` says what it was made from and which items are not
    certain. Items are compared by their keys.
    """
    operation = Operation(body.operation)
    _check(operation, body)
    inputs = [load(stored_answer(service, each)) for each in body.answers]
    if len({each.corpus_id for each in inputs}) > 1:
        raise ProblemError("different_corpora", "A set is made from answers over one corpus.")
    made = _made(operation, inputs, body.predicate, resource_id(request) or uuid.uuid4().hex)
    where = {"location": f"/v1/enumerations/{made.answer.id}"}
    return Response(answers.keep(service, made), 201, where, media_type="application/json")


def _check(operation: Operation, body: models.NewSet) -> None:
    if (operation in _OF_ONE) != (len(body.answers) == 1):
        wanted = "one answer" if operation in _OF_ONE else "at least two answers"
        raise ProblemError("invalid_request", f"answers: {operation} takes {wanted}")
    if (operation is Operation.FILTER) != (body.predicate is not None):
        raise ProblemError("invalid_request", "predicate: a filter needs one, and nothing else takes one")
    if body.predicate and body.predicate.whole and body.predicate.field != "label":
        raise ProblemError("invalid_request", "predicate.whole: only a label can be compared as a whole")


def _made(operation: Operation, inputs: list[Answer], wanted: models.Predicate | None, answer_id: str) -> Made:
    if operation is Operation.GROUP:
        return sets.grouped(inputs[0], answer_id)
    if wanted is None:
        return sets.combined(operation, inputs, answer_id)
    return sets.filtered(inputs[0], Predicate(Field(wanted.field), tuple(wanted.any_of), wanted.whole), answer_id)


@router.post(
    "/enumerations/{answer_id}/aggregates",
    response_model=models.Aggregated,
    responses=problems(
        "unknown_answer",
        "result_expired",
        "malformed_body",
        "unsupported_media_type",
        "body_too_large",
        "invalid_request",
        "biased_aggregate",
        "mixed_units",
        "no_numbers",
    ),
)
def make_aggregate(answer_id: str, body: models.NewAggregate, service: ServiceOf) -> Response:
    """A number made from the items of an answer, with the way it is bounded.

    Over a set that is not known whole, a mean or a median is refused unless `accept_bias` is given.
    """
    function = Function(body.function)
    if needs_attribute(function) and body.attribute is None:
        raise ProblemError("invalid_request", f"attribute: {function} needs one")
    source = load(stored_answer(service, answer_id))
    given = body.attribute
    attribute = Attribute(Place(given.place), given.unit, given.name) if given else None
    try:
        value = aggregate(known(source), level_of(source.completeness), function, attribute, body.accept_bias)
    except RefusedError as error:
        raise ProblemError(error.code, error.detail) from None
    return json_response(answers.aggregated(source, value, _now(service, source)), 200, {})


def _now(service: Service, source: Answer) -> RetrievalLevel:
    """What the answer's level is worth at this moment."""
    info = service.store.corpus(source.corpus_id)
    if info is None:
        return UNKNOWN
    return as_of_now(level_of(source.completeness), AsOf(source.revision), info.revision, info.pending)
