"""/v1/claims/check: what an agent may say."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.bootstrap import Service
from app.claims import Checked, ground_of
from app.domain.aggregates import Attribute, Place
from app.domain.answer import Answer
from app.domain.claims import check, kinds
from app.domain.claims.ground import Ground
from app.domain.ports import CorpusView
from app.entrypoints import answers
from app.entrypoints.claims import result
from app.entrypoints.http import claim_models as models
from app.entrypoints.http.enumerations import request_of
from app.entrypoints.http.idempotency import resource_id
from app.entrypoints.http.models import Ask
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import (
    ServiceOf,
    StrictRoute,
    find_corpus,
    json_response,
    problems,
    stored_answer,
)
from app.stored import load

MOST_CITES = 200
router = APIRouter(prefix="/v1", tags=["claims"], route_class=StrictRoute)


@router.post(
    "/claims/check",
    response_model=models.ClaimResults,
    responses=problems(
        "unknown_answer",
        "unknown_corpus",
        "result_expired",
        "malformed_body",
        "unsupported_media_type",
        "body_too_large",
        "invalid_request",
        "empty_question",
        "question_too_long",
        "unknown_scope",
    ),
)
def check_claims(body: models.Claims, request: Request, service: ServiceOf) -> Response:
    """Whether the evidence carries what is about to be said, claim by claim, and what may be said instead.

    A claim is tied to a stored answer, or to a corpus and a question: that is asked, and its answer stored. Evidence is
    looked up again in the stored text. A claim over an answer that is not known whole is never more than
    `weakly_supported`.
    """
    for number, each in enumerate(body.claims):
        _check_source(number, each)
    if sum(len(each.cites) for each in body.claims) > MOST_CITES:
        raise ProblemError("invalid_request", f"claims: more than {MOST_CITES} cites in one request")
    sources = Sources(service, resource_id(request) or uuid.uuid4().hex)
    found = [sources.answer(each) for each in body.claims]
    with ExitStack() as stack:
        views = {id_: _view(service, id_, stack) for id_ in {each.corpus_id for each in found}}
        grounds = {each.id: ground_of(each, views[each.corpus_id]) for each in found}
        results = [_result(each, grounds[answer.id]) for each, answer in zip(body.claims, found, strict=True)]
    return json_response({"results": results}, 200, {})


def _check_source(number: int, stated: models.Stated) -> None:
    if any((each.document_id is None) == (each.document is None) for each in stated.cites):
        raise ProblemError("invalid_request", f"claims.{number}.cites: give either `document_id` or `document`")
    asks = stated.corpus_id is not None and stated.question is not None
    part = stated.corpus_id is not None or stated.question is not None or stated.documents is not None
    if (stated.enumeration_id is None) != asks or (stated.enumeration_id is not None and part):
        raise ProblemError(
            "invalid_request", f"claims.{number}: give either `enumeration_id`, or `corpus_id` and `question`"
        )


class Sources:
    """The answers behind the claims of one request; the same question is asked once."""

    def __init__(self, service: Service, made_id: str) -> None:
        self._service, self._made_id = service, made_id
        self._known: dict[object, Answer] = {}
        self._asked = 0

    def answer(self, stated: models.Stated) -> Answer:
        if stated.enumeration_id is not None:
            return self._once(stated.enumeration_id, lambda: stored_answer(self._service, str(stated.enumeration_id)))
        key = (stated.corpus_id, stated.question, tuple(stated.documents or ()))
        return self._once(key, lambda: self._ask(stated))

    def _once(self, key: object, text: Callable[[], str]) -> Answer:
        if key not in self._known:
            self._known[key] = load(text())
        return self._known[key]

    def _ask(self, stated: models.Stated) -> str:
        corpus_id = str(stated.corpus_id)
        find_corpus(self._service, corpus_id)
        asked = request_of(self._service, corpus_id, Ask(question=str(stated.question), documents=stated.documents))
        self._asked += 1
        try:
            return answers.ask(self._service, corpus_id, asked, answer_id=f"{self._made_id}-{self._asked}")[1]
        except KeyError:
            find_corpus(self._service, corpus_id)  # deleted meanwhile: 404
            raise


def _view(service: Service, corpus_id: str, stack: ExitStack) -> CorpusView | None:
    try:
        view = service.store.open(corpus_id)
    except KeyError:
        return None
    stack.callback(view.close)
    return view


def _result(stated: Any, ground: Ground) -> answers.Json:
    return result(stated.type, Checked(ground, check(claim_of(stated), ground)))


# ---------------------------------------------------------------- claims of the wire as values


def claim_of(stated: Any) -> kinds.Claim:
    cites = tuple(kinds.Cite(each.page, each.quote, each.document_id or each.document or "") for each in stated.cites)
    return _MAKE[type(stated)](stated, {"as_of": stated.as_of_revision, "cites": cites, "text": stated.text})


def _count(stated: models.CountClaim, common: dict[str, Any]) -> kinds.Claim:
    labels = None if stated.labels is None else tuple(stated.labels)
    return kinds.Count(relation=kinds.Relation(stated.relation), number=stated.number, labels=labels, **common)


def _value(stated: models.ValueClaim, common: dict[str, Any]) -> kinds.Claim:
    return kinds.Value(label=stated.label, value=stated.value, name=stated.name, **common)


def _superlative(stated: models.SuperlativeClaim, common: dict[str, Any]) -> kinds.Claim:
    given = stated.attribute
    attribute = Attribute(Place(given.place), given.unit, given.name)
    extreme = kinds.Extreme(stated.extreme)
    return kinds.Superlative(label=stated.label, extreme=extreme, attribute=attribute, **common)


_MAKE: Mapping[type, Callable[[Any, dict[str, Any]], kinds.Claim]] = {
    models.ExistenceClaim: lambda _, common: kinds.Existence(**common),
    models.AbsenceClaim: lambda _, common: kinds.Absence(**common),
    models.CountClaim: _count,
    models.MembershipClaim: lambda stated, common: kinds.Membership(label=stated.label, **common),
    models.CompleteSetClaim: lambda stated, common: kinds.CompleteSet(labels=tuple(stated.labels), **common),
    models.ValueClaim: _value,
    models.UniversalClaim: lambda stated, common: kinds.Universal(predicate=stated.predicate, **common),
    models.SuperlativeClaim: _superlative,
}
