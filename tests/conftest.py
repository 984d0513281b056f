"""For every test: no window on a desktop, no sound from a speaker, nothing in the home folder, nothing left open."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import islice

import pytest

from tests import open_files

for name, value in {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
}.items():
    os.environ.setdefault(name, value)
if "KIVY_HOME" not in os.environ:
    os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="companion-kivy-")
    atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)
if "COMPANION_TEST_SOUND" not in os.environ:  # one for all workers
    os.environ["COMPANION_TEST_SOUND"] = tempfile.mkdtemp(prefix="companion-sound-")
    atexit.register(shutil.rmtree, os.environ["COMPANION_TEST_SOUND"], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The first worker begins with the tests of real processes, one after another, for they listen in real time and
    wait more than they reckon; the others begin with the slow ones. So no long test is left when all else has ended.

    Written for `--dist worksteal`, which deals out the tests in as many equal runs as there are workers.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if any(item.iter_markers("slow"))]
    process = [item for item in items if any(item.iter_markers("process")) and item not in slow]
    long = {*process, *slow}
    short = iter([item for item in items if item not in long])
    first = [process, *(slow[i :: workers - 1] for i in range(workers - 1))] if workers > 1 else [[*process, *slow]]
    left = len(items)
    ordered: list[pytest.Item] = []
    for i, begin in enumerate(first):
        part = left // (workers - i)
        left -= part
        ordered += [*begin, *islice(short, max(0, part - len(begin)))]
    items[:] = [*ordered, *short]


def pytest_collection_finish() -> None:
    """Take what pytest keeps of ten thousand tests out of the garbage collector’s sight, and let it look more rarely:
    it took half the time of a test that makes many widgets."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    """Close the journals that the test owns; fail it if anything else that it opened is still open."""
    with open_files.Watch() as watch:
        with open_files.closing_journals():
            yield
        left = watch.left_open()
    assert not left, "this test leaves open: " + "; ".join(left)
