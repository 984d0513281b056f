"""Asks and listens on one serial port to learn what is connected to it."""

from __future__ import annotations

import errno
import termios
import time
import typing
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from serial.tools import list_ports

from drivers.discovery.entry import best_name
from drivers.discovery.recognise import ASKED, ASKED_SPEED, PROBES, SPEEDS, Candidate, Recogniser
from drivers.readers.ports import TunablePort, is_absent, open_port
from drivers.readers.sketch import Learner

PortTrouble = Literal["", "absent", "denied", "busy", "fails"]
MORE_S = 0.6
"""How long to listen on after the first read, to see whether it is sent again."""

LAST_S = 0.1
"""How long to listen on after the last question: what came may have been its acknowledgement only."""


class Socket(Struct, frozen=True):
    """A serial port of this machine. `port`: its stable name if it has one; `device`: its short one."""

    port: str
    device: str
    about: str = ""


class ProbeResult(Struct, frozen=True):
    """What was learnt of a port. `candidates`: the likeliest first; `received`: bytes, with those not understood;
    `strange`: lines of text in which no tag was found."""

    trouble: PortTrouble = ""
    detail: str = ""
    candidates: tuple[Candidate, ...] = ()
    baud: int = 0
    received: int = 0
    strange: tuple[str, ...] = ()


def sockets() -> list[Socket]:
    """All serial ports of this machine."""
    return [
        Socket(best_name(info.device), info.device, info.description if info.description != "n/a" else "")
        for info in sorted(list_ports.comports())
    ]


def find_reader(port: str, wait_s: float, silent: Callable[[], object]) -> ProbeResult:
    """Ask first; without an answer, call `silent` (to have a tag put on) and listen for `wait_s` seconds."""
    try:
        line = typing.cast(TunablePort, open_port(port, ASKED_SPEED))
        try:
            answered = _ask(line)
            if answered.candidates:
                return answered
            silent()
            heard = _listen(line, wait_s)
            return replace(heard, received=heard.received + answered.received)
        finally:
            line.close()
    except (OSError, termios.error, ValueError) as error:
        return ProbeResult(_trouble(port, error), " ".join(str(error).split()))


def _ask(line: TunablePort) -> ProbeResult:
    seen = Recogniser(ASKED)
    for name, words, wait_s in PROBES:
        seen.answering.clear()
        line.write(words)
        if _hear(line, seen, time.monotonic() + wait_s, name):
            break
    else:
        _hear(line, seen, time.monotonic() + LAST_S)
    return ProbeResult(candidates=seen.found(), baud=ASKED_SPEED, received=seen.received)


def _listen(line: TunablePort, wait_s: float) -> ProbeResult:
    end = time.monotonic() + wait_s
    received = 0
    learners = {baud: Learner() for baud in SPEEDS}
    while time.monotonic() < end:
        for baud, seconds in SPEEDS.items():
            line.baudrate = baud
            seen = Recogniser(learner=learners[baud])
            if _hear(line, seen, min(end, time.monotonic() + seconds)):
                _hear(line, seen, time.monotonic() + MORE_S, to_the_end=True)
                return ProbeResult(candidates=seen.found(), baud=baud, received=seen.received)
            received += seen.received
    strange = max((tuple(learner.strange) for learner in learners.values()), key=len)
    return ProbeResult(received=received, strange=strange)


def _hear(line: TunablePort, seen: Recogniser, end: float, asked: str = "", *, to_the_end: bool = False) -> bool:
    """Feed what comes until `end`, or until something was recognised or who was asked answers; whether it was."""
    while (left := end - time.monotonic()) > 0:
        line.timeout = left
        data = line.read(1)
        if data:
            seen.feed(data + line.read(line.in_waiting))
        if (seen.found() or asked in seen.answering) and not to_the_end:
            break
    return bool(seen.found())


def _trouble(port: str, error: Exception) -> PortTrouble:
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return "absent"
        case errno.EACCES | errno.EPERM:
            return "denied"
        case errno.EBUSY | errno.EAGAIN:
            return "busy"
        case _ if is_absent(port):  # it was pulled out while we listened
            return "absent"
        case _:
            return "fails"
