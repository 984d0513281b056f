"""For every test: no window on a desktop, no sound from a speaker, nothing in the home folder, nothing left open."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests import unhurried

unhurried.change()  # before anything of the program is imported

from tests import open_files  # noqa: E402
from tests.thorough import rounds  # noqa: E402

settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=rounds(25, 300)
)
settings.load_profile("any-machine")
# Hypothesis also tries constants of all modules that are loaded: those of whatever test ran before. It parses each of
# our files for them, in each worker.
providers._get_local_constants = lambda: providers._local_constants
gc.disable()  # until the tests are collected: nothing of that is garbage
os.environ["PATH"] += os.pathsep + "/usr/sbin"
"""Where Debian has mkfs.fat, sfdisk and others, which anybody may use on a file."""
os.environ |= {
    "LANG": "C.UTF-8",  # no language: a command speaks English, or the one last chosen
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
}
for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
if "KIVY_HOME" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:  # two that import Kivy at once would collide
    os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="companion-kivy-")
    atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # the many processes that tests start need not compile all anew
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="companion-compiled-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)
if "COMPANION_TEST_SOUND" not in os.environ:  # one for all workers
    os.environ["COMPANION_TEST_SOUND"] = tempfile.mkdtemp(prefix="companion-sound-")
    atexit.register(shutil.rmtree, os.environ["COMPANION_TEST_SOUND"], ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    """Let a worker tell the outcome of a test alone. That it begins, was set up and taken down well is most of what
    xdist would send, and nobody reads it but who asks for durations."""
    if config.option.durations is None:
        _of_worker(config.hook.pytest_runtest_logreport, lambda tell: partial(_send_outcome, tell))
        _of_worker(config.hook.pytest_runtest_logstart, lambda _tell: _send_nothing)


def _of_worker(hook: Any, change: Callable[[Any], Any]) -> None:
    """Change what xdist does in a worker when this is called."""
    for one in hook.get_hookimpls():
        if type(one.plugin).__name__ == "WorkerInteractor":
            one.function = change(one.function)


def _send_outcome(tell: Callable[[pytest.TestReport], object], report: pytest.TestReport) -> None:
    if report.when == "call" or not report.passed:
        tell(report)


def _send_nothing(nodeid: str, location: object) -> None:
    """Nothing is sent."""


WAITING = 2
"""Workers that begin with real processes."""
READING = Path(__file__).parent / "project"
"""Tests that parse the whole program: in one worker, where it is parsed once. What stands last in its part would be
taken over by others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers begin with the tests of real processes, which wait more than they reckon; the others begin with the
    slow ones. So no long test is left when all else has ended. The last one goes on with those that read the program.

    Written for `--dist worksteal`, which deals out the tests in as many equal runs as there are workers.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if any(item.iter_markers("slow"))]
    process = [item for item in items if any(item.iter_markers("process")) and item not in slow]
    long = {*process, *slow}
    reading = [item for item in items if item.path.is_relative_to(READING) and item not in long]
    begun = {*long, *reading}
    short = iter([item for item in items if item not in begun])
    busy = workers - WAITING
    if busy > 0:
        first = [*(process[i::WAITING] for i in range(WAITING)), *(slow[i::busy] for i in range(busy))]
    else:
        first = [[*process, *slow][i::workers] for i in range(workers)]
    first[-1] += reading
    left = len(items)
    ordered: list[pytest.Item] = []
    for i, begin in enumerate(first):
        part = left // (workers - i)
        left -= part
        ordered += [*begin, *islice(short, max(0, part - len(begin)))]
    items[:] = [*ordered, *short]


SKIPS = "SKIPS"
"""`allowed` in this variable: tests that are left out do not fail the run (make test SKIPS=allowed)."""


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run that left a test out: who reads that all is well must be right."""
    if exitstatus == pytest.ExitCode.OK and skipped(session.config) and os.environ.get(SKIPS) != "allowed":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Leave what is there now out of the eight searches for garbage that pytest and Python make before they end."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say whether all tests ran."""
    count = skipped(config)
    if not count:
        terminalreporter.write_line("no test was left out")
    elif os.environ.get(SKIPS) == "allowed":
        terminalreporter.write_line(f"{count} tests were left out, which {SKIPS} allows", yellow=True)
    else:
        terminalreporter.write_line(
            f"{count} tests were left out: the run fails ({SKIPS}=allowed lets it pass)", red=True
        )


def skipped(config: pytest.Config) -> int:
    """How many tests were skipped, by this process and its workers."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", ())) if reporter is not None else 0


def pytest_collection_finish() -> None:
    """Load all games, so that what a test finds does not depend on the tests before it: a game brings its words when it
    is first wanted.

    Leave pytest's items out of garbage collection from now on, and collect less often than Python does: it took half
    the time of a test that makes many widgets."""
    from companion.games.registry import GAMES

    list(GAMES)
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 1000, 20)


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    """Close the journals that the test owns; fail it if anything else that it opened is still open."""
    with open_files.Watch() as watch:
        with open_files.closing_journals():
            yield
        open_files.wait_for_keepers()
        left = watch.left_open()
    assert not left, "this test leaves open: " + "; ".join(left)
