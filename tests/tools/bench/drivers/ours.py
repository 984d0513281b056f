"""Run as a process of its own by the bench: our readers, which print each event with the moment of it.

python -m tests.tools.bench.drivers.ours events PROTOCOL PORT        until its input ends; prints `ready` first
python -m tests.tools.bench.drivers.ours idle PROTOCOL SECONDS PORT...       prints the seconds of CPU that were used
python -m tests.tools.bench.drivers.ours bare PROTOCOL SECONDS PORT...       the same, bytes of R200s are thrown away
python -m tests.tools.bench.drivers.ours flood PROTOCOL COUNT PORT           prints the moment of the COUNTth placement
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable

from companion.engine.clock import RealClock
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import ReaderConfig
from drivers.readers.loop import ReaderLoop
from drivers.readers.ports import MOST_BYTES, SerialLine, open_port
from drivers.readers.r200_talker import POLL, STOP


def _loops(protocol: str, ports: list[str], post: Callable[[Signal], None]) -> list[ReaderLoop]:
    settings = [ReaderConfig(name=f"r{n}", port=port, protocol=protocol).settings() for n, port in enumerate(ports)]
    loops = [ReaderLoop(one, post, RealClock(), lambda _uid: True) for one in settings]
    for loop in loops:
        loop.start()
    return loops


def _flush_for_ever() -> None:
    """Events are told a little later, so that telling one (which wakes the bench) does not hold up the next."""
    while True:
        time.sleep(0.01)
        sys.stdout.flush()


def _events(protocol: str, port: str) -> None:
    def post(signal: Signal) -> None:
        now = time.monotonic_ns()
        if isinstance(signal, Tag):
            print(now, "+" if signal.present else "-", signal.uid)
        elif isinstance(signal, ReaderState) and signal.connected:
            print("ready", flush=True)

    loops = _loops(protocol, [port], post)
    threading.Thread(target=_flush_for_ever, daemon=True).start()
    sys.stdin.read()
    for loop in loops:
        loop.stop()


def _idle(protocol: str, seconds: float, ports: list[str]) -> None:
    loops = _loops(protocol, ports, lambda _signal: None)
    while not all(loop.connected for loop in loops):
        time.sleep(0.05)
    time.sleep(0.5)
    before = time.process_time()
    time.sleep(seconds)
    print(time.process_time() - before, flush=True)
    for loop in loops:
        loop.stop()


def _bare(seconds: float, ports: list[str]) -> None:
    def read_on(fd: int) -> None:
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        while True:
            poll.poll()
            os.read(fd, MOST_BYTES)

    lines = [open_port(port, 115_200) for port in ports]  # held: a port that nobody holds is closed
    for line in lines:
        assert isinstance(line, SerialLine)
        line.write(STOP)
        time.sleep(0.1)
        line.write(POLL)
        threading.Thread(target=read_on, args=(line.fileno(),), daemon=True).start()
    time.sleep(0.5)
    before = time.process_time()
    time.sleep(seconds)
    print(time.process_time() - before, flush=True)


def _flood(protocol: str, count: int, port: str) -> None:
    done = threading.Event()
    placed = 0

    def post(signal: Signal) -> None:
        nonlocal placed
        if isinstance(signal, ReaderState):
            print("ready", flush=True)
        elif isinstance(signal, Tag) and signal.present:
            placed += 1
            if placed == count:
                print(time.monotonic_ns(), flush=True)
                done.set()

    loops = _loops(protocol, [port], post)
    done.wait(60)
    for loop in loops:
        loop.stop()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["events", protocol, port]:
            _events(protocol, port)
        case ["idle", protocol, seconds, *ports]:
            _idle(protocol, float(seconds), ports)
        case ["bare", "r200", seconds, *ports]:
            _bare(float(seconds), ports)
        case ["flood", protocol, count, port]:
            _flood(protocol, int(count), port)
        case _:
            sys.exit(__doc__)
