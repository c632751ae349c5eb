"""Mutants: false claims and damaged documents, each with the proof that it is false."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.claims.kinds import (
    Absence,
    Claim,
    CompleteSet,
    Count,
    Existence,
    Extreme,
    Membership,
    Relation,
    Superlative,
    Universal,
    Value,
)
from app.domain.words import item_key, letters
from app.entrypoints.faults.checking import Part, Submission
from app.entrypoints.faults.worlds import World


@dataclass(frozen=True, slots=True)
class Mutant:
    """What is submitted. `without`: the parts of the check that see it; with them switched off it must pass."""

    submission: Submission
    without: frozenset[Part]
    told: str  # what was done, for the report of one that was not caught


@dataclass(frozen=True, slots=True)
class Truth:
    """What is so, from how the documents were written; never from what the service says."""

    members: tuple[str, ...]
    details: tuple[tuple[str, str], ...] = ()  # label, what is said of it: "its weight is 12 kg"

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(item_key(member) for member in self.members)

    def holds(self, claim: Claim) -> bool:
        """Whether a claim is true."""
        if isinstance(claim, Existence):
            return bool(self.members)
        if isinstance(claim, Absence):
            return not self.members
        if isinstance(claim, Membership):
            return item_key(claim.label) in self.keys
        if isinstance(claim, CompleteSet):
            return frozenset(item_key(label) for label in claim.labels) == self.keys
        if isinstance(claim, Count):
            return self._counts(claim)
        if isinstance(claim, Value):
            return any(label == claim.label and said.endswith(f" is {claim.value}") for label, said in self.details)
        if isinstance(claim, Universal):
            return all(claim.predicate in said for _, said in self.details)
        if isinstance(claim, Superlative):
            return self._is_extreme(claim)
        raise TypeError(f"no truth is known for {type(claim).__name__}")

    def _is_extreme(self, claim: Superlative) -> bool:
        """By the number in what is said; all have the same unit."""
        numbers = {label: int(said.split(" ")[-2]) for label, said in self.details}
        most = max(numbers.values()) if claim.extreme is Extreme.HIGHEST else min(numbers.values())
        return numbers.get(claim.label) == most

    def _counts(self, claim: Count) -> bool:
        size = len(self.keys)
        right = {
            Relation.AT_LEAST: size >= claim.number,
            Relation.AT_MOST: size <= claim.number,
            Relation.EXACTLY: size == claim.number,
        }[claim.relation]
        labels = claim.labels
        if labels is None:
            return right
        named = [item_key(label) for label in labels]
        return right and frozenset(named) <= self.keys and len(named) == len(set(named))


def truth_of(world: World) -> Truth:
    paper = world.paper
    told = [(member, paper.detail(at)) for at, member in enumerate(paper.members)] if paper else []
    return Truth(world.members, tuple(told))


Make = Callable[[int], Mutant | None]


@dataclass(frozen=True, slots=True)
class FaultClass:
    """One way to be wrong. `make` gives the mutant of a seed, None where that seed gives none that is false."""

    name: str
    about: str
    make: Make


MARKS = frozenset({Part.MARKS})
EVIDENCE = frozenset({Part.EVIDENCE})
COMPARISON = frozenset({Part.COMPARISON})
MARKS_AND_EVIDENCE = MARKS | EVIDENCE


def stands_on(quote: str, text: str) -> bool:
    """Whether a text holds the letters of a quote at all; the bench's own test, coarser than that of the service."""
    return letters(quote) in letters(text)
