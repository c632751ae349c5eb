"""Completeness checks, one signal kind each, in the order in which an answer shows them."""

from app.checks.absence import stated_absence
from app.checks.additions import additions, announced_elsewhere
from app.checks.cardinality import cardinality
from app.checks.continuations import continuations
from app.checks.exhaustive import exhaustive
from app.checks.named_elsewhere import named_elsewhere
from app.checks.shape import shape_closure
from app.checks.structural import structural

# What speaks for a set, and what speaks against one that would be called complete (looked for only then).
CHECKS = (structural, cardinality, exhaustive, stated_absence)
DOUBTS = (continuations, additions, announced_elsewhere, named_elsewhere, shape_closure)
