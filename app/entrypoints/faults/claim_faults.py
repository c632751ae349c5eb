"""False claims over true answers: members and counts."""

from __future__ import annotations

import random
from dataclasses import dataclass

from app.domain.claims.kinds import Claim, CompleteSet, Count, Relation, Value
from app.domain.words import item_key
from app.entrypoints.faults.checking import Part, Submission
from app.entrypoints.faults.mutants import COMPARISON, FaultClass, Mutant, truth_of
from app.entrypoints.faults.papers import UNITS
from app.entrypoints.faults.worlds import World, proven, short


@dataclass(frozen=True)
class ClaimFaults:
    """Classes that start from the proved answers of the bench's own papers and of a sample corpus."""

    samples: tuple[World, ...] = ()

    def classes(self) -> tuple[FaultClass, ...]:
        return (
            FaultClass("member_dropped", "one member is left out of the complete set", self.dropped),
            FaultClass("member_added", "the complete set holds something else of the same documents", self.added),
            FaultClass("wrong_member", "the count is right, one member is another thing", self.swapped),
            FaultClass("duplicates_counted", "one member is counted twice, under two spellings", self.counted_twice),
            FaultClass("unit_or_magnitude", "a value with another unit, or ten times as large", self.other_unit),
        )

    def base(self, seed: int) -> World | None:
        """A world with a proved answer: every third from the sample corpus, where there is one."""
        if self.samples and seed % 3 == 0:
            return self.samples[seed // 3 % len(self.samples)]
        return proven(short(seed))

    def dropped(self, seed: int) -> Mutant | None:
        world, draw = self.base(seed), random.Random(seed)
        if world is None or len(world.labels) < 2:
            return None
        gone = draw.choice(world.labels)
        left = _shuffled(draw, [label for label in world.labels if label != gone])
        return _mutant(world, _whole_or_count(seed, left), COMPARISON, f"without {gone!r}")

    def added(self, seed: int) -> Mutant | None:
        world, draw = self.base(seed), random.Random(seed)
        if world is None or not world.others:
            return None
        more = draw.choice(world.others)
        labels = _shuffled(draw, [*world.labels, more])
        return _mutant(world, _whole_or_count(seed, labels), COMPARISON, f"with {more!r}")

    def swapped(self, seed: int) -> Mutant | None:
        world, draw = self.base(seed), random.Random(seed)
        if world is None or not world.others:
            return None
        gone, other = draw.choice(world.labels), draw.choice(world.others)
        labels = tuple(other if label == gone else label for label in world.labels)
        return _mutant(world, _whole_or_count(seed, labels), COMPARISON, f"{other!r} for {gone!r}")

    def counted_twice(self, seed: int) -> Mutant | None:
        world, draw = self.base(seed), random.Random(seed)
        if world is None:
            return None
        twice = draw.choice(world.labels)
        again = draw.choice((twice, twice.upper(), f" {twice} "))
        if item_key(again) != item_key(twice):
            return None
        labels = _shuffled(draw, [*world.labels, again])
        claim = Count(relation=(Relation.EXACTLY, Relation.AT_LEAST)[seed % 2], number=len(labels), labels=labels)
        return _mutant(world, claim, COMPARISON, f"{twice!r} twice")

    def other_unit(self, seed: int) -> Mutant | None:
        plan = short(seed, ("bullets", "numbered", "lettered")[seed % 3], measured=True)
        world, draw = proven(plan), random.Random(seed)
        if world is None or world.paper is None:
            return None
        at = draw.randrange(len(world.members))
        right = world.paper.weights[at]
        number, unit = right.split(" ")
        wrong = (
            f"{number} {draw.choice([each for each in UNITS if each != unit])}",
            f"{number}0 {unit}",
            f"{number[0]}.{number[1:]} {unit}",
        )[seed % 3]
        return _mutant(world, Value(label=world.members[at], value=wrong), COMPARISON, f"{wrong!r} for {right!r}")


def _shuffled(draw: random.Random, labels: list[str]) -> tuple[str, ...]:
    draw.shuffle(labels)
    return tuple(labels)


def _whole_or_count(seed: int, labels: tuple[str, ...]) -> Claim:
    """The labels as the complete set, or as what was counted."""
    if seed % 2:
        return CompleteSet(labels=labels)
    return Count(relation=Relation.EXACTLY, number=len(labels), labels=labels)


def _mutant(world: World, claim: Claim, without: frozenset[Part], told: str) -> Mutant | None:
    """None where the claim happens to be true."""
    if truth_of(world).holds(claim):
        return None
    return Mutant(Submission(world.answer, world.view, claim), without, told)
