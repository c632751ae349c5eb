"""Jobs in the store: one worker at a time, whatever processes and clocks do."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.adapters.clock import Clock, iso
from app.adapters.job_store import MOST_TRIES, SqliteJobs
from app.adapters.owners import Owners
from app.adapters.replies import SqliteReplies
from app.adapters.store import SqliteStore
from app.domain.jobs import JobError, JobKind, JobState, LoopState, NewEvent, Progress, Task
from app.domain.ports import Outcome, Reply
from app.domain.question import Request
from tests.jobs.stored import DAY_S, QUESTION, Ticks

LOOP = LoopState(0, 0.0, (), (), (), (), 0, (), ())


def other(store: SqliteStore, folder: Path, ticks: Ticks) -> tuple[SqliteJobs, Owners]:
    """As another process would see the same store."""
    owners = Owners(folder / "data" / "owners")
    return SqliteJobs(store.database, owners, Clock(ticks.wall, ticks.steady), 30 * DAY_S), owners


def test_a_job_goes_from_queued_to_succeeded(jobs: SqliteJobs, store: SqliteStore, corpus: str) -> None:
    made = jobs.create(corpus, QUESTION)
    assert (made.state, made.progress, made.expires) == (JobState.QUEUED, Progress(0, 3), None)
    job = jobs.claim(JobKind.QUESTION)
    assert job is not None and (job.id, job.state, job.attempt) == (made.id, JobState.RUNNING, 1)
    assert jobs.record(job, [NewEvent("pass.started", "{}")], Progress(1, 3))
    assert jobs.succeed(job, [NewEvent("run.completed", "a1")], ("a1", '{"items":[]}'), "", None)
    done = jobs.job(made.id)
    assert done is not None and done.state is JobState.SUCCEEDED and done.answer_id == "a1"
    assert done.expires is not None
    assert store.answer("a1") == '{"items":[]}'
    assert [tuple(each) for each in jobs.events(made.id, 0)] == [(1, "pass.started", "{}"), (2, "run.completed", "a1")]
    assert [each.number for each in jobs.events(made.id, 1)] == [2]


def test_an_id_that_exists_gives_that_job(jobs: SqliteJobs, corpus: str) -> None:
    assert jobs.create(corpus, QUESTION, "x") == jobs.create(corpus, Task(JobKind.UPLOAD), "x")


def test_many_claim_and_each_job_is_taken_once(jobs: SqliteJobs, corpus: str) -> None:
    made = {jobs.create(corpus, QUESTION).id for _ in range(20)}
    taken: list[str] = []

    def work() -> None:
        while (job := jobs.claim(JobKind.QUESTION)) is not None:
            taken.append(job.id)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken += iter(lambda: (job := jobs.claim(JobKind.QUESTION)) and job.id, None)  # lost races are looked for again
    assert sorted(taken) == sorted(made)


def test_a_living_owner_keeps_its_job_whatever_the_clock_says(
    jobs: SqliteJobs, store: SqliteStore, corpus: str, tmp_path: Path, ticks: Ticks
) -> None:
    jobs.create(corpus, QUESTION)
    mine = jobs.claim(JobKind.QUESTION)
    theirs, owners = other(store, tmp_path, ticks)
    for seconds in (400 * DAY_S, -800 * DAY_S):
        ticks.jump(seconds)
        assert theirs.claim(JobKind.QUESTION) is None
    assert mine is not None and jobs.record(mine, [])
    owners.close()


def test_the_job_of_a_dead_process_is_taken_over_and_the_dead_can_write_nothing(
    jobs: SqliteJobs, owners: Owners, store: SqliteStore, corpus: str, tmp_path: Path, ticks: Ticks
) -> None:
    jobs.create(corpus, QUESTION)
    mine = jobs.claim(JobKind.QUESTION)
    assert mine is not None
    owners.close()  # as the kernel does at the end of a process
    theirs, others = other(store, tmp_path, ticks)
    taken = theirs.claim(JobKind.QUESTION)
    assert taken is not None and (taken.id, taken.attempt) == (mine.id, 2)
    assert taken.error is not None and taken.error.code == "server_stopped"
    assert not jobs.record(mine, [NewEvent("item.added", "{}")])
    assert not jobs.succeed(mine, [], ("a1", "{}"), "", None)
    assert not jobs.fail(mine, JobError("internal_error", ""))
    assert store.answer("a1") is None
    assert theirs.events(mine.id, 0) == []
    others.close()


def test_a_job_that_outlives_three_processes_fails_with_its_reason(
    store: SqliteStore, corpus: str, tmp_path: Path, ticks: Ticks
) -> None:
    first, owner = other(store, tmp_path, ticks)
    made = first.create(corpus, QUESTION)
    for _ in range(MOST_TRIES):
        assert first.claim(JobKind.QUESTION) is not None
        owner.close()
        first, owner = other(store, tmp_path, ticks)
    assert first.claim(JobKind.QUESTION) is None
    failed = first.job(made.id)
    assert failed is not None and failed.state is JobState.FAILED
    assert failed.error is not None and failed.error.code == "server_stopped"
    assert [each.name for each in first.events(made.id, 0)] == ["run.failed"]
    owner.close()


def test_being_given_back_costs_no_try(jobs: SqliteJobs, corpus: str) -> None:
    jobs.create(corpus, QUESTION)
    for attempt in range(1, 3 * MOST_TRIES):
        job = jobs.claim(JobKind.QUESTION)
        assert job is not None and job.attempt == attempt
        assert jobs.release(job)


def test_a_cancelled_job_takes_nothing_more(jobs: SqliteJobs, store: SqliteStore, corpus: str) -> None:
    made = jobs.create(corpus, QUESTION)
    job = jobs.claim(JobKind.QUESTION)
    assert job is not None
    cancelled = jobs.cancel(made.id)
    assert cancelled is not None and cancelled.state is JobState.CANCELLED
    assert not jobs.holds(job)
    assert not jobs.succeed(job, [], ("a1", "{}"), "", None)
    assert not jobs.release(job)
    assert store.answer("a1") is None
    assert jobs.cancel(made.id) == cancelled
    assert jobs.cancel("none") is None
    assert [each.name for each in jobs.events(made.id, 0)] == ["run.cancelled"]


def test_only_a_kept_loop_can_be_extended(jobs: SqliteJobs, corpus: str) -> None:
    made = jobs.create(corpus, QUESTION)
    more = Request("Which are the steps?", max_passes=9)
    assert jobs.extend(made.id, more) is None  # not ended
    job = jobs.claim(JobKind.QUESTION)
    assert job is not None and jobs.succeed(job, [], ("a1", "{}"), "", LOOP)
    again = jobs.extend(made.id, more)
    assert again is not None and (again.state, again.task.request, again.answer_id) == (JobState.QUEUED, more, "a1")
    assert jobs.loop(made.id) == LOOP
    job = jobs.claim(JobKind.QUESTION)
    assert job is not None and jobs.succeed(job, [], ("a2", "{}"), "", None)
    assert jobs.extend(made.id, more) is None  # nothing kept
    assert jobs.loop(made.id) is None


def test_a_removed_corpus_takes_its_jobs_along(jobs: SqliteJobs, store: SqliteStore, corpus: str) -> None:
    made = jobs.create(corpus, QUESTION)
    job = jobs.claim(JobKind.QUESTION)
    store.delete_corpus(corpus)
    assert jobs.job(made.id) is None
    assert job is not None and not jobs.succeed(job, [], ("a1", "{}"), "", None)


# ---------------------------------------------------------------- clocks


def ended(jobs: SqliteJobs, corpus: str) -> str:
    made = jobs.create(corpus, QUESTION)
    job = jobs.claim(JobKind.QUESTION)
    assert job is not None and jobs.succeed(job, [NewEvent("run.completed", "a1")], ("a1", "{}"), "", LOOP)
    return made.id


def is_over(jobs: SqliteJobs, job_id: str) -> bool:
    job = jobs.job(job_id)
    assert job is not None
    assert jobs.is_over(job) == jobs.answer_is_over(job.answer_id)
    return jobs.is_over(job)


def test_results_expire_after_the_time_that_is_set(jobs: SqliteJobs, corpus: str, ticks: Ticks) -> None:
    made = ended(jobs, corpus)
    ticks.pass_by(29.9 * DAY_S)
    assert not is_over(jobs, made)
    ticks.pass_by(0.2 * DAY_S)
    assert is_over(jobs, made)


@pytest.mark.parametrize("seconds", [-5000 * DAY_S, -1.0, 5000 * DAY_S, 1e12])
def test_a_jump_of_the_clock_ends_and_deletes_nothing(
    jobs: SqliteJobs, store: SqliteStore, corpus: str, ticks: Ticks, seconds: float
) -> None:
    made = ended(jobs, corpus)
    ticks.jump(seconds)
    assert not is_over(jobs, made)
    ticks.pass_by(7200)
    assert jobs.purge() == 0
    assert store.answer("a1") == "{}"
    later = jobs.create(corpus, QUESTION)
    assert later.state is JobState.QUEUED


def test_a_process_that_begins_with_a_wrong_clock_deletes_nothing_at_once(
    jobs: SqliteJobs, owners: Owners, store: SqliteStore, corpus: str, ticks: Ticks
) -> None:
    ended(jobs, corpus)
    ticks.jump(3650 * DAY_S)
    wrong = SqliteJobs(store.database, owners, Clock(ticks.wall, ticks.steady), 30 * DAY_S)
    assert wrong.purge() == 0
    ticks.jump(-3650 * DAY_S)  # set right again before the hour is over
    ticks.pass_by(7200)
    assert wrong.purge() == 0
    assert store.answer("a1") == "{}"


def test_what_expired_long_ago_leaves_the_disk_and_says_so(
    jobs: SqliteJobs, store: SqliteStore, corpus: str, ticks: Ticks
) -> None:
    made = ended(jobs, corpus)
    ticks.pass_by(30.5 * DAY_S)
    assert jobs.purge() == 0  # a day of grace
    ticks.pass_by(DAY_S)
    assert jobs.purge() == 2
    assert store.answer("a1") == ""
    assert is_over(jobs, made)
    assert jobs.events(made, 0) == []
    assert jobs.purge() == 0


def test_a_moment_is_text_whatever_the_clock_says() -> None:
    assert [iso(each)[:4] for each in (-1e15, 0.0, 1e15)] == ["1970", "1970", "9999"]


# ---------------------------------------------------------------- owners


def test_an_owner_lives_as_long_as_its_process(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from app.adapters.owners import Owners; o = Owners(pathlib.Path(sys.argv[1]));"
        "print(o.me, flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdin is not None
    name = process.stdout.readline().strip()
    mine = Owners(tmp_path)
    assert mine.alive(name) and mine.alive(mine.me)
    process.kill()
    process.wait(30)
    process.stdin.close()
    process.stdout.close()
    assert not mine.alive(name)
    assert not mine.alive(name)
    assert not mine.alive("")
    mine.close()
    assert not mine.alive(mine.me)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- replies


def replies(store: SqliteStore, owners: Owners, ticks: Ticks) -> SqliteReplies:
    return SqliteReplies(store.database, owners, Clock(ticks.wall, ticks.steady), DAY_S)


def test_a_key_is_new_then_in_flight_then_known_then_free(store: SqliteStore, owners: Owners, ticks: Ticks) -> None:
    kept = replies(store, owners, ticks)
    opening = kept.open("k", "f")
    assert opening.outcome is Outcome.NEW and opening.resource_id
    assert kept.open("k", "f").outcome is Outcome.IN_FLIGHT
    assert kept.open("k", "g").outcome is Outcome.OTHER_REQUEST
    reply = Reply(201, {"location": "/v1/x"}, b'{"a":1}')
    kept.leave("k")  # it could not be stored, for instance
    assert kept.open("k", "f") == opening
    kept.save("k", reply)
    assert kept.open("k", "f").reply == reply
    assert kept.open("k", "g").outcome is Outcome.OTHER_REQUEST
    ticks.pass_by(DAY_S + 1)
    again = kept.open("k", "g")
    assert again.outcome is Outcome.NEW and again.resource_id != opening.resource_id
    kept.drop("k")
    assert kept.open("k", "f").outcome is Outcome.NEW


def test_a_key_of_a_dead_process_is_new_with_the_same_id(
    store: SqliteStore, owners: Owners, tmp_path: Path, ticks: Ticks
) -> None:
    dying = Owners(tmp_path / "data" / "owners")
    first = replies(store, dying, ticks).open("k", "f")
    kept = replies(store, owners, ticks)
    assert kept.open("k", "f").outcome is Outcome.IN_FLIGHT
    dying.close()
    assert kept.open("k", "g").outcome is Outcome.OTHER_REQUEST
    again = kept.open("k", "f")
    assert again == first
    assert kept.open("k", "f").outcome is Outcome.IN_FLIGHT


def test_old_replies_are_removed(store: SqliteStore, owners: Owners, ticks: Ticks) -> None:
    kept = replies(store, owners, ticks)
    kept.open("k", "f")
    kept.save("k", Reply(200, {}, b""))
    ticks.pass_by(1.9 * DAY_S)
    assert kept.purge() == 0
    ticks.pass_by(0.2 * DAY_S)
    assert kept.purge() == 1
