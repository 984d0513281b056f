"""The same as `ours` with the libraries from PyPI, run by the Python of `build/bench-venv` (requirements/bench.txt).

Each is used as its own documentation shows: `rdm6300.BaseReader` with its heartbeat of half a second,
`adafruit_pn532.uart.PN532_UART` in a loop of `read_passive_target(timeout=0.5)`.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

Event = Callable[[str, str], None]
"""Gets "+" and the uid of a card that came, "-" and "" when it went."""


def _rdm6300(port: str, event: Event) -> None:
    base: Any = importlib.import_module("rdm6300").BaseReader

    def inserted(_self: object, card: Any) -> None:
        event("+", f"{card.type:02X}{card.value:08X}")

    def nothing(_self: object, *_args: object) -> None:
        pass

    methods = {"card_inserted": inserted, "card_removed": lambda _self, _card: event("-", ""), "tick": nothing}
    reader = type("Reader", (base,), {**methods, "invalid_card": nothing})(port)
    event("ready", "")
    reader.start()


def _pn532(port: str, event: Event) -> None:
    serial: Any = importlib.import_module("serial")
    reader: Any = importlib.import_module("adafruit_pn532.uart").PN532_UART(serial.Serial(port, 115200, timeout=0.1))
    reader.SAM_configuration()
    event("ready", "")
    lying = ""
    while True:
        try:
            read = reader.read_passive_target(timeout=0.5)
        except RuntimeError:  # a frame that it could not read; its examples go on, too
            continue
        uid = bytes(read).hex().upper() if read else ""
        if uid == lying:
            continue
        if uid:
            event("+", uid)
        else:
            event("-", "")
        lying = uid


_READERS = {"rdm6300": _rdm6300, "pn532_hsu": _pn532}


def _print(what: str, uid: str) -> None:
    now = time.monotonic_ns()
    print(*(["ready"] if what == "ready" else [now, what, uid]))


def _flush_for_ever() -> None:
    """As in `ours`."""
    while True:
        time.sleep(0.01)
        sys.stdout.flush()


def _start(protocol: str, port: str, event: Event) -> None:
    threading.Thread(target=_READERS[protocol], args=(port, event), daemon=True).start()


def _idle(protocol: str, seconds: float, ports: list[str]) -> None:
    ready = threading.Semaphore(0)
    for port in ports:
        _start(protocol, port, lambda what, _uid: ready.release() if what == "ready" else None)
    for _ in ports:
        ready.acquire()
    time.sleep(0.5)
    before = time.process_time()
    time.sleep(seconds)
    print(time.process_time() - before, flush=True)


def _flood(protocol: str, count: int, port: str) -> None:
    done = threading.Event()
    placed = 0

    def event(what: str, _uid: str) -> None:
        nonlocal placed
        if what == "ready":
            print("ready", flush=True)
        placed += what == "+"
        if placed == count:
            print(time.monotonic_ns(), flush=True)
            done.set()

    _start(protocol, port, event)
    done.wait(60)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["events", protocol, port]:
            threading.Thread(target=_flush_for_ever, daemon=True).start()
            _start(protocol, port, _print)
            sys.stdin.read()
        case ["idle", protocol, seconds, *ports]:
            _idle(protocol, float(seconds), ports)
        case ["flood", protocol, count, port]:
            _flood(protocol, int(count), port)
        case _:
            sys.exit(__doc__)
