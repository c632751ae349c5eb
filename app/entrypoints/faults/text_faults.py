"""Texts that miscount, deny, hide or run on. The answer must not call its set whole."""

from __future__ import annotations

from dataclasses import replace

from app.domain.claims.kinds import CompleteSet, Value
from app.entrypoints.faults.checking import Submission
from app.entrypoints.faults.damage import NAME, asked_anew, changed, complete, unless_true
from app.entrypoints.faults.mutants import COMPARISON, MARKS, FaultClass, Mutant
from app.entrypoints.faults.papers import written
from app.entrypoints.faults.setting import placed
from app.entrypoints.faults.worlds import proven, seen, short, understood


def classes() -> tuple[FaultClass, ...]:
    return (
        FaultClass("next_list_swallowed", "the next list follows without a word", swallowed),
        FaultClass("false_stated_count", "the text counts more than it lists", miscounted),
        FaultClass("decoy_count", "a count of other things fits what was found", decoyed),
        FaultClass("hidden_text", "a member stands in hidden text only", hidden),
        FaultClass("negation_dropped", "the text denies what is claimed of the set, or of a value", negated),
    )


def swallowed(seed: int) -> Mutant | None:
    """Taken for one list: by the reader, where only a count tells; by the claim, where numbers begin anew."""
    kind, counted = (("bullets", True), ("table", True), ("numbered", False), ("lettered", False))[seed % 4]
    plan = short(seed, kind)
    plan = replace(plan, stated=plan.size if counted else 0)
    if counted:
        return changed(plan, next_list=True)
    if proven(plan) is None:
        return None
    paper = written(replace(plan, next_list=True))
    world = seen([understood(placed(paper, NAME))], paper)
    claim = CompleteSet(labels=(*paper.members, *paper.others))
    return unless_true(Submission(world.answer, world.view, claim), paper.members, "both lists as one", COMPARISON)


def miscounted(seed: int) -> Mutant | None:
    plan = short(seed, ("bullets", "inline", "table", "lettered", "numbered")[seed % 5])
    plan = replace(plan, size=max(plan.size, 4))
    return changed(replace(plan, stated=plan.size), dropped=plan.size - 1)


def decoyed(seed: int) -> Mutant | None:
    """A list of examples, or one with a member too few, and as many benches as members were found."""
    plan = short(seed, ("bullets", "numbered", "inline")[seed % 3])
    plan = replace(plan, size=max(plan.size, 4))
    if seed % 2:
        return changed(replace(plan, stated=plan.size), dropped=plan.size - 1, decoy=plan.size - 1)
    base = proven(plan)
    if base is None:
        return None
    examples = written(replace(plan, lead_in="The {owner} has {phrase} such as:", decoy=plan.size))
    return asked_anew(examples, (*base.members, "one that is not named"), "only examples are given")


def hidden(seed: int) -> Mutant | None:
    plan = short(seed, ("bullets", "numbered", "table")[seed % 3])
    base = proven(plan)
    if base is None:
        return None
    struck = seed % plan.size
    left = tuple(member for at, member in enumerate(base.members) if at != struck)
    return asked_anew(written(replace(plan, struck=struck)), left, f"{base.members[struck]!r} is hidden")


TOLD_DENIED = "the lead-in denies"
DENYING = (
    "The {owner} does not have the following {phrase}:",
    "None of the following {phrase} is kept by the {owner}:",
    "The following {phrase} are no longer kept by the {owner}:",
)


def negated(seed: int) -> Mutant | None:
    if seed % 2:
        return _value_denied(seed)
    plan = short(seed, ("bullets", "numbered", "lettered")[seed // 2 % 3])
    if proven(plan) is None:
        return None
    paper = written(replace(plan, lead_in=DENYING[seed // 2 % 3]))
    world = seen([understood(placed(paper, NAME))], paper, ())
    if world.labels:
        return unless_true(Submission(world.answer, world.view, complete(world), verdict=True), (), TOLD_DENIED, MARKS)
    return unless_true(
        Submission(world.answer, world.view, CompleteSet(labels=paper.members)), (), TOLD_DENIED, COMPARISON
    )


def _value_denied(seed: int) -> Mutant | None:
    plan = short(seed, ("bullets", "numbered")[seed // 2 % 2], measured=True)
    denied = seed % plan.size
    world = proven(replace(plan, denied=denied))
    if world is None or world.paper is None or proven(plan) is None:
        return None
    claim = Value(label=world.members[denied], value=world.paper.weights[denied])
    return Mutant(Submission(world.answer, world.view, claim), COMPARISON, f"{claim.value!r} is denied")
