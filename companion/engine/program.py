"""Programs of other people that we start (espeak-ng, systemctl, wpa_cli, vcgencmd ...): here and nowhere else.

So each fault of such a program has a name.
"""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.engine.foreign import of_system
from companion.engine.text import N_, Text


class ProgramFault(Enum):
    """The fault of a program. The value is the exit status by which a process of ours passes it on."""

    MISSING = 21
    NOT_ALLOWED = 22
    NOT_STARTED = 23
    HANGS = 24
    FAILED = 25
    GARBAGE = 26


class ProgramError(OSError):
    """A program did not do what it was started for. `what` says why, in words."""

    def __init__(self, program: str, fault: ProgramFault, what: Text) -> None:
        super().__init__(str(what))
        self.program = program
        self.fault = fault
        self.what = what


class ProgramResult(Struct, frozen=True):
    """The end of a program: its exit status, and its output, as far as that is text."""

    status: int
    out: str
    err: str = ""


def start_program(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Return the program, running, its pipes as bytes.

    :param how: as of `subprocess.Popen`.
    :raises ProgramError: `MISSING`, `NOT_ALLOWED`, `NOT_STARTED`.
    """
    try:
        return subprocess.Popen(command, **how)
    except OSError as error:
        raise _not_started(command[0], error) from error


def ended(command: Sequence[str], seconds: float, given: str = "") -> ProgramResult:
    """Run a program to its end, without a shell. One that takes longer is killed.

    :param given: its standard input.
    :raises ProgramError: as `start_program`, and `HANGS`. That it failed is in its status.
    """
    pipe = subprocess.PIPE
    with start_program(command, stdin=pipe if given else subprocess.DEVNULL, stdout=pipe, stderr=pipe) as child:
        try:
            out, err = child.communicate(given.encode() or None, timeout=seconds)
        except subprocess.TimeoutExpired as late:
            child.kill()
            raise hangs(command[0], seconds) from late
    return ProgramResult(child.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def hangs(program: str, seconds: float) -> ProgramError:
    what = Text(N_("{program} did not end within {seconds} s"), {"program": program, "seconds": f"{seconds:g}"})
    return ProgramError(program, ProgramFault.HANGS, what)


def failed(program: str, status: int) -> ProgramError:
    return ProgramError(
        program, ProgramFault.FAILED, Text(N_("{program} ended with {n}"), {"program": program, "n": status})
    )


def garbage(program: str) -> ProgramError:
    return ProgramError(
        program, ProgramFault.GARBAGE, Text(N_("{program} gave no answer of its kind"), {"program": program})
    )


def _not_started(program: str, error: OSError) -> ProgramError:
    """Return the error: Python raises the same one for a missing program and for a missing interpreter in its first
    line."""
    facts: dict[str, str | int | Text] = {"program": program}
    if error.errno == errno.ENOENT and not _is_there(program):
        return ProgramError(program, ProgramFault.MISSING, Text(N_("{program} is not installed"), facts))
    if error.errno in (errno.EACCES, errno.EPERM):
        return ProgramError(program, ProgramFault.NOT_ALLOWED, Text(N_("{program} may not be run"), facts))
    if error.errno == errno.ENOENT:
        what = Text(N_("{program} cannot be run: the program that its first line names is missing"), facts)
        return ProgramError(program, ProgramFault.NOT_STARTED, what)
    what = Text(N_("{program} cannot be run: {detail}"), {**facts, "detail": of_system(error)})
    return ProgramError(program, ProgramFault.NOT_STARTED, what)


def _is_there(program: str) -> bool:
    folders = [""] if os.sep in program else os.get_exec_path()
    return any(os.path.lexists(Path(folder) / program) for folder in folders)
