"""/v1/coverage/check: what the numbers of a client's own retrieval can carry."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app.domain.carrying import carried
from app.domain.claim_kinds import SHAPES, ClaimKind, ClaimShape
from app.domain.claims.kinds import Relation
from app.domain.reported import Counts, Report, Selection, Unit, contradictions
from app.entrypoints import accounting
from app.entrypoints.http import accounting_models as models
from app.entrypoints.http.problems import ProblemError
from app.entrypoints.http.routing import StrictRoute, json_response, problems

router = APIRouter(prefix="/v1", tags=["coverage"], route_class=StrictRoute)


@router.post(
    "/coverage/check",
    response_model=models.CoverageCheck,
    responses=problems(
        "malformed_body", "unsupported_media_type", "body_too_large", "invalid_request", "contradictory_counts"
    ),
)
def check_coverage(body: models.NewCoverageCheck) -> Response:
    """Which claims the numbers of a retrieval of your own can carry, at most; what is missing, and who can close it.

    The numbers are yours: nothing of them is verified here, only contradictions among them are refused.
    """
    shapes = _shapes(body.claims)
    report = _report(body)
    if found := contradictions(report):
        errors = [
            {"field": field, "code": "contradictory_counts", "detail": each.why}
            for each in found
            for field in each.fields
        ]
        raise ProblemError("contradictory_counts", "; ".join(each.why for each in found[:5]), errors)
    return json_response(accounting.checked(report, carried(report, shapes)), 200, {})


def _shapes(claims: list[models.ReportedClaim] | None) -> list[ClaimShape]:
    found = []
    for number, each in enumerate(claims or []):
        if (each.type == "count") != (each.relation is not None):
            raise ProblemError(
                "invalid_request", f"claims.{number}.relation: a count needs one, nothing else takes one"
            )
        found.append(ClaimShape(ClaimKind(each.type), Relation(each.relation) if each.relation else None))
    return list(dict.fromkeys(found)) or list(SHAPES)


def _report(body: models.NewCoverageCheck) -> Report:
    given = {Unit.DOCUMENTS: body.documents, Unit.PAGES: body.pages, Unit.PASSAGES: body.passages}
    counts = tuple(Counts(unit, **each.model_dump()) for unit, each in given.items() if each)
    if not counts:
        raise ProblemError("invalid_request", "documents, pages, passages: at least one is needed")
    return Report(counts, Selection(body.selection) if body.selection else None, body.search_decides)
