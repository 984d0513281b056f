"""When memory is given back. What it is worth is measured (`make bench`, the evening)."""

import gc
from types import SimpleNamespace

import pytest

from kiosk.display import memory
from kiosk.display.memory import QUIET_S, REST_S, TREES_MOST, Sweeper
from tests.kiosk.later import Later


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: done.append("collected"))
    monkeypatch.setattr(memory, "trim", lambda: done.append("given back"))
    return done


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def sweeper(later: Later, done: list[str]) -> Sweeper:
    sweeper = Sweeper()
    sweeper.start(later, lambda: done.append("more"))
    return sweeper


def test_it_is_swept_once_nothing_leaves_any_more(sweeper: Sweeper, later: Later, done: list[str]) -> None:
    sweeper.left()
    assert later.seconds == QUIET_S
    later.next()
    assert done == [], "one has left since it was swept"
    later.next()
    assert done == ["collected"] and later.seconds == REST_S
    later.next()
    assert done == ["collected", "more", "given back"]
    assert later.calls == []


def test_while_somebody_plays_no_memory_is_given_back(sweeper: Sweeper, later: Later, done: list[str]) -> None:
    """The next card would have to take it again, page by page."""
    for _ in range(5):
        sweeper.left()
        assert later.seconds == QUIET_S and len(later.calls) == 1
        later.next()
        later.next()
        assert later.seconds == REST_S
    assert done == ["collected"] * 5
    later.next()
    assert done[5:] == ["more", "given back"]


def test_while_somebody_plays_nothing_is_done_that_takes_frames(
    sweeper: Sweeper, later: Later, done: list[str]
) -> None:
    for _ in range(TREES_MOST):
        sweeper.left()
    assert later.seconds == 0
    later.next()
    assert done == ["collected"]
    assert later.seconds == QUIET_S
    later.next()
    later.next()
    assert done == ["collected", "collected", "more", "given back"], "the rest follows at rest"


def test_each_tree_that_leaves_plans_nothing_of_its_own(sweeper: Sweeper, later: Later) -> None:
    sweeper.left()
    planned = list(later.calls)
    sweeper.left()
    assert later.calls == planned


def test_stopped_it_waits_for_nothing(sweeper: Sweeper, later: Later) -> None:
    sweeper.left()
    sweeper.stop()
    sweeper.left()
    assert later.calls == []


def test_what_a_frame_frees_stays_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only large blocks are returned at once: the rest of a frame is a few megabytes."""
    said: dict[int, int] = {}
    monkeypatch.setattr(memory, "_libc", SimpleNamespace(mallopt=said.__setitem__))
    memory.limit_allocator()
    assert said[memory._M_TRIM_THRESHOLD] >= 2 * 2**20
    assert said[memory._M_MMAP_THRESHOLD] <= 2**20, "glibc would raise it by itself"
