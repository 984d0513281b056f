"""The patience of a test for the program, in this process and in those that tests start.

The program waits a fraction of a second for its disk, and some seconds for its window or a child; then it plays on
without. Beside others on a slow machine that fraction is too short, and a verdict would tell how busy the machine was.
Here it waits until what is waited for has come. A test of what does not come says so (`tests/engine/disk.py`).
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

ENOUGH_S = 100.0
"""Less than a test waits (`tests/patience.py`): what does not come is told by the program first."""
LIMITS: dict[str, tuple[str, ...]] = {
    "companion.child": ("END_S", "LIFE_S", "STARTING_S"),
    "companion.engine.journal": ("OPEN_S", "READ_S"),
    "companion.engine.journal_writer": ("ANSWER_S", "CLOSE_S", "FORGET_S"),
    "companion.logs": ("CLOSE_S",),
    "kiosk.window.app": ("PICTURE_S",),
}
"""Module -> its constants, in seconds."""
SLOW = "COMPANION_TEST_SLOW"
"""With this variable (`make prove-slow`) each write of a journal takes longer than the table waits for it, and each
thread begins late: whatever a test takes for done by then is not."""
WRITE_S, BEGIN_S = 0.4, 0.1


def let_wait(module: Any) -> None:
    """Give a module of `LIMITS` time enough."""
    for name in LIMITS[module.__name__]:
        assert getattr(module, name) < ENOUGH_S, f"{module.__name__}.{name}"
        setattr(module, name, ENOUGH_S)


def _slow_disk(writer: Any) -> None:
    let_wait(writer)
    write = writer.JournalFile.write

    def slow(self: Any, batch: Any) -> None:
        time.sleep(WRITE_S)
        write(self, batch)

    writer.JournalFile.write = slow


def _late_threads() -> None:
    run = threading.Thread.run

    def late(self: threading.Thread) -> None:
        time.sleep(BEGIN_S)
        run(self)

    threading.Thread.run = late  # type: ignore[method-assign]


class _Changed(Loader):
    """The module as it is, and then the change."""

    def __init__(self, loader: Loader, change: Callable[[Any], None]) -> None:
        self._loader, self._change = loader, change

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._change(module)


class _Finder(MetaPathFinder):
    """Finds modules that are changed once they are imported."""

    def __init__(self, changes: Mapping[str, Callable[[Any], None]]) -> None:
        self._changes = changes

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._changes:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Changed(spec.loader, self._changes[name])
        return spec


def change(more: Mapping[str, Callable[[Any], None]] | None = None) -> None:
    """From now on each module of `LIMITS` has time enough, and those of `more` are changed, once they are imported."""
    changes = {**dict.fromkeys(LIMITS, let_wait), **(more or {})}
    if SLOW in os.environ:
        changes["companion.engine.journal_writer"] = _slow_disk
        _late_threads()
    early = sorted(changes.keys() & sys.modules.keys())
    assert not early, f"imported before they could be changed: {early}"
    sys.meta_path.insert(0, _Finder(changes))
