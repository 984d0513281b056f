"""Cables out and in, in mid-frame and with tags changed meanwhile: no placement is lost, none is false."""

from __future__ import annotations

import logging
import queue
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import ReaderConfig
from drivers.readers import KEYBOARD, PROTOCOLS, protocol
from drivers.readers.loop import Backoff, ReaderLoop
from drivers.simulated.encoders import EXAMPLES, encode
from drivers.simulated.reader import VirtualReader
from tests.drivers.inbox import Lived
from tests.patience import PATIENCE_S
from tests.tools.soak.report import Finding


class Broken(Exception):
    """A placement was lost or false."""


def soak_replugs(count: int, seed: int = 1) -> list[Finding]:
    """`count` cycles of every protocol, all protocols at the same time."""
    cables = {name: _Cable(name, count, Random(f"{seed} {name}")) for name in (*PROTOCOLS, KEYBOARD)}
    threads = [threading.Thread(target=cable.run, name=f"replugs-{name}") for name, cable in cables.items()]
    log = logging.getLogger("drivers.readers.loop")
    level = log.level
    log.setLevel(logging.ERROR)  # it warns of each cable
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log.setLevel(level)
    return [cable.finding() for cable in cables.values()]


class _Cable:
    """One reader whose cable goes out and in. Each tag that is put down is a new one."""

    def __init__(self, name: str, count: int, chance: Random) -> None:
        self._name = name
        self._count = count
        self._chance = chance
        self._known = protocol(name)
        self._inbox: queue.Queue[Signal] = queue.Queue()
        self._fresh = self._uids()
        self._due: set[str] = set()  # were taken away; their removal may still come
        self._cycles = self._placed = 0
        self._back_s: list[float] = []
        self._trouble: str | None = None

    def finding(self) -> Finding:
        """What came of it."""
        worst = round(max(self._back_s, default=0), 2)
        figures = {"cycles": self._cycles, "placements": self._placed, "worst s to be back": worst}
        return Finding(f"replugs of {self._name}", figures, self._trouble)

    def run(self) -> None:
        """All cycles, or up to the first that broke."""
        with tempfile.TemporaryDirectory(prefix="companion-replug-") as folder:
            reader = VirtualReader(self._name, Path(folder))
            config = ReaderConfig(name="table", port=reader.port, protocol=self._name)
            clock = Lived()
            clock.readers.append(reader)
            loop = ReaderLoop(
                config.settings(), self._inbox.put, clock, lambda _uid: True, Backoff(first=0.01, longest=0.05)
            )
            loop.start()
            try:
                self._connected(True)
                lying: str | None = None
                while self._cycles < self._count:
                    self._cycles += 1
                    lying = self._cycle(reader, lying)
                self._last(reader, lying)
            except (Broken, queue.Empty) as fault:
                self._trouble = f"cycle {self._cycles}: {str(fault) or 'nothing more came'}"
            finally:
                loop.stop()
                reader.close()

    def _cycle(self, reader: VirtualReader, lying: str | None) -> str:
        """Out and in; what lies there may be another tag then, or none. Then one more tag proves that all is told."""
        time.sleep(self._chance.uniform(0, 0.05))
        if self._chance.random() < 0.3:
            frame = encode(self._name, next(self._fresh))
            reader.send(frame[: self._chance.randrange(1, len(frame) - 1)])
        reader.unplug()
        self._connected(False)
        # A reader that sends once does so before the port can be open again: nobody can hear of a tag put down now.
        then = self._chance.choice([lying, next(self._fresh) if self._known.repeats else lying, None])
        if then != lying:
            reader.lift()
            if then is not None:
                reader.place(then)
        time.sleep(self._chance.uniform(0, 0.02))
        begun = time.monotonic()
        reader.plug()
        self._connected(True)
        self._back_s.append(time.monotonic() - begun)
        if then != lying:
            self._gone(lying)
            if then is not None:
                self._arrives(then)
        marker = next(self._fresh)
        if not self._known.single:
            reader.lift()
        reader.place(marker)
        self._gone(then)
        self._arrives(marker)
        return marker

    def _last(self, reader: VirtualReader, lying: str | None) -> None:
        """Take everything away: every removal that is due must come, and nothing else."""
        reader.lift()
        self._gone(lying)
        while self._due:
            self._take()

    def _gone(self, uid: str | None) -> None:
        if uid is not None and self._known.repeats:
            self._due.add(uid)

    def _arrives(self, uid: str) -> None:
        while (signal := self._take()) is None:
            pass
        if signal.uid != uid:
            raise Broken(f"{signal.uid} was placed, not {uid}")
        self._placed += 1

    def _take(self) -> Tag | None:
        """The next tag that was placed; None if one was removed that had been taken away."""
        signal = self._inbox.get(timeout=PATIENCE_S)
        if not isinstance(signal, Tag):
            raise Broken(f"{signal} without a cable being touched")
        if signal.present:
            return signal
        if signal.uid not in self._due:
            raise Broken(f"{signal.uid} was not taken away")
        self._due.discard(signal.uid)
        return None

    def _connected(self, connected: bool) -> None:
        """Wait for the cable's news; removals that are due may come before, and that it has not answered yet."""
        while True:
            signal = self._inbox.get(timeout=PATIENCE_S)
            if isinstance(signal, ReaderState) and signal.connected == connected:
                return
            if isinstance(signal, ReaderState) and connected:
                continue
            if not isinstance(signal, Tag) or signal.present or signal.uid not in self._due:
                raise Broken(f"{signal} is false")
            self._due.discard(signal.uid)

    def _uids(self) -> Iterator[str]:
        digits = len(EXAMPLES[self._name][0])
        head = "A" if self._name == KEYBOARD else ""  # else nobody knows whether they are hex
        while True:
            number = self._chance.randrange(1, 10 ** min(digits - 1, 11))
            yield f"{head}{number:0{digits - len(head)}d}"
