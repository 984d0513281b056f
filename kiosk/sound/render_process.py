"""`python -m kiosk.sound` in a process of its own: it takes no time from the sound, and leaves no memory behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from companion.engine.foreign import verbatim
from companion.engine.program import ProgramError, ProgramFault


class RenderProcess:
    """One run after the other. `cancel` may be called from another thread: it ends the run, and those to come.

    :param longest_s: a run that takes longer hangs.
    """

    def __init__(self, longest_s: float) -> None:
        self._longest_s = longest_s
        self._child: subprocess.Popen[str] | None = None
        self._cancelled = False
        self._lock = threading.Lock()

    def run(self, *words: str, text: str = "") -> None:
        """Wait for its end.

        :param words: its command and what belongs to it.
        :param text: its standard input.
        :raises OSError: with what it said last; `ProgramError` where another program is to blame.
        """
        root = str(Path(__file__).resolve().parents[2])
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
        with subprocess.Popen(
            [sys.executable, "-m", "kiosk.sound", *words], env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True,
        ) as child:  # fmt: skip
            with self._lock:
                self._child = child
                if self._cancelled:
                    self._kill()
            try:
                _, said = child.communicate(text, self._longest_s)
            except subprocess.TimeoutExpired:
                raise OSError(f"rendering took longer than {self._longest_s} s") from None
            finally:
                with self._lock:
                    self._kill()
                    self._child = None
        last = said.strip().rpartition("\n")[2]
        if child.returncode in {fault.value for fault in ProgramFault}:
            raise ProgramError(words[0], ProgramFault(child.returncode), verbatim(last))
        if child.returncode != 0:
            raise OSError(last or f"rendering ended with {child.returncode}")

    def cancel(self) -> None:
        """End it, and whatever would be started from now on."""
        with self._lock:
            self._cancelled = True
            self._kill()

    def _kill(self) -> None:
        """End the process with all that it has started."""
        if self._child is not None and self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)
