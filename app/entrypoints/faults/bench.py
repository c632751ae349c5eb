"""The fault bench: mutants by class, each checked twice, and true claims that must pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from app.entrypoints.faults import corpus_faults, page_faults, text_faults
from app.entrypoints.faults.checking import ACCEPTED, Checker
from app.entrypoints.faults.claim_faults import ClaimFaults
from app.entrypoints.faults.evidence_faults import EvidenceFaults
from app.entrypoints.faults.mutants import FaultClass, Mutant
from app.entrypoints.faults.true_claims import TrueClaims, TrueClass
from app.entrypoints.faults.worlds import samples

TRIES = 8  # seeds tried for each case: not every seed gives a mutant that is false
MOST_NAMED = 5  # misses told in full

NOT_COVERED = (
    "A list without numbers, a stated count or numbered pages, cut at a page end: nothing in the text tells, and the "
    "verdict is `complete` for what is there.",
    "Another list of unnumbered bullets or rows directly behind, without a word or a count: it is read as one list.",
    "A text that is wrong in itself: a count changed together with its list, a wrong value, a false denial.",
    "A document that was never given to the service.",
    "Claims in other words than the text's: they are refused, rightly or not.",
    "Answers that the service does not prove: mutants start from answers that are right and called whole, and what is "
    "never called whole cannot be laundered into it.",
    "Damage to PDF files themselves: pages are placed as the PDF reader hands them over; only the sample corpus goes "
    "through the reader.",
    "Languages other than English; pictures, formulas and charts.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counted:
    """One class of faults. `without`: parts of the check that were switched off in the second run."""

    name: str
    about: str
    cases: int
    caught: int
    without: tuple[str, ...]
    caught_without: int
    missed: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """All were caught, and none is once the part that does it is switched off."""
        return self.cases > 0 and self.caught == self.cases and self.caught_without == 0


@dataclass(frozen=True, slots=True)
class Accepted:
    """One kind of true claim."""

    name: str
    cases: int
    accepted: int
    refused: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.cases > 0 and self.accepted == self.cases


Done = TypeVar("Done", Counted, Accepted)


@dataclass(frozen=True, slots=True)
class Figures:
    cases: int  # asked for in each class
    faults: tuple[Counted, ...]
    true: tuple[Accepted, ...]

    @property
    def holds(self) -> bool:
        return all(each.holds for each in self.faults) and all(each.holds for each in self.true)


def measured(cases: int, sample: Path, told: Callable[[str], None] = lambda _: None) -> Figures:
    """Every class with this many cases. `sample`: a folder with documents and questions.jsonl; it may be missing.

    `told` is called with the name of each class that is done.
    """
    bases = ClaimFaults(samples(sample))
    return Figures(
        cases,
        tuple(_telling(counted(kind, cases), told) for kind in fault_classes(bases)),
        tuple(_telling(accepted(kind, cases), told) for kind in TrueClaims(bases).classes()),
    )


def classes() -> int:
    """How many classes there are, of faults and of true claims."""
    bases = ClaimFaults()
    return len(fault_classes(bases)) + len(TrueClaims(bases).classes())


def fault_classes(bases: ClaimFaults) -> tuple[FaultClass, ...]:
    own = (*bases.classes(), *EvidenceFaults(bases).classes())
    return (*own, *page_faults.classes(), *text_faults.classes(), *corpus_faults.classes())


def _telling(done: Done, told: Callable[[str], None]) -> Done:
    told(done.name)
    return done


def counted(kind: FaultClass, cases: int) -> Counted:
    mutants = list(_mutants(kind, cases))
    missed = [mutant for mutant in mutants if Checker().accepts(mutant.submission)]
    passing = sum(Checker(mutant.without).accepts(mutant.submission) for mutant in mutants)
    without = sorted({str(part) for mutant in mutants for part in mutant.without})
    told = tuple(mutant.told for mutant in missed[:MOST_NAMED])
    caught = len(mutants) - len(missed)
    return Counted(kind.name, kind.about, len(mutants), caught, tuple(without), len(mutants) - passing, told)


def _mutants(kind: FaultClass, cases: int) -> Iterator[Mutant]:
    found = 0
    for seed in range(cases * TRIES):
        mutant = kind.make(seed)
        if mutant is not None:
            yield mutant
            found += 1
        if found == cases:
            return


def accepted(kind: TrueClass, cases: int) -> Accepted:
    given, passed, refused = 0, 0, []
    for seed in range(cases * TRIES):
        submission = kind.make(seed)
        if submission is None:
            continue
        given += 1
        if kind.weakly:
            good = Checker().support(submission, submission.answer) in ACCEPTED
        else:
            good = Checker().proves(submission)
        passed += good
        refused += [] if good else [f"seed {seed}: {submission.claim or submission.candidate}"]
        if given == cases:
            break
    return Accepted(kind.name, given, passed, tuple(refused[:MOST_NAMED]))
