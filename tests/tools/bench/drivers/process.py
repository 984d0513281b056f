"""A reading process of the bench, ours or a rival's, and what it prints."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from tests.tools.bench.engine.rivals import RIVALS_PYTHON

ROOT = Path(__file__).resolve().parents[4]
PATIENCE_S = 60.0

Whose = Literal["ours", "rivals"]


class Process:
    """Started at once; `line()` gives what it prints, line by line."""

    def __init__(self, whose: Whose, *args: str) -> None:
        command = [sys.executable, "-m", "tests.tools.bench.drivers.ours"]
        if whose == "rivals":  # by its path: that environment has nothing of ours
            command = [str(RIVALS_PYTHON), "-P", str(Path(__file__).with_name("rivals.py"))]
        self._process = subprocess.Popen(
            [*command, *args],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def line(self) -> str:
        """The next line.

        :raises queue.Empty: if none comes.
        """
        return self._lines.get(timeout=PATIENCE_S)

    def event(self, what: str, uid: str = "") -> int:
        """The moment (ns) of the next event of this kind; others are left aside."""
        while True:
            at, kind, *rest = self.line().split()
            if kind == what and (not uid or rest == [uid]):
                return int(at)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _type: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _read(self) -> None:
        if self._process.stdout is not None:
            for line in self._process.stdout:
                self._lines.put(line.strip())
