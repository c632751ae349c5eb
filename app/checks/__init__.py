"""Completeness checks, one signal kind each, in the order in which an answer shows them."""

from app.checks.absence import stated_absence
from app.checks.additions import additions, announced_elsewhere
from app.checks.cardinality import cardinality
from app.checks.exhaustive import exhaustive
from app.checks.shape import shape_closure
from app.checks.structural import structural

CHECKS = (structural, additions, announced_elsewhere, cardinality, exhaustive, shape_closure, stated_absence)
