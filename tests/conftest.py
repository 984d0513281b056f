"""For every test: no window on a desktop, no sound from a speaker, nothing in the home folder, nothing left open."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

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
