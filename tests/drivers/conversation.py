"""A session and a simulated reader on one wire, in a time of their own: no thread, no port, no waiting."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.clock import ManualClock
from drivers.config import ReaderConfig
from drivers.presence import TagChange, TagPlaced, TagRemoved
from drivers.readers import ReaderWishes, talker
from drivers.readers.session import ReaderSession
from drivers.simulated.reader import peer

Spoil = Callable[[bytes], bytes]


class Conversation:
    """`now` is in ms. `to_host` and `to_reader` may change what is on the wire; `sent` are the host's words so far."""

    def __init__(self, protocol: str, *, single: bool | None = None) -> None:
        config = ReaderConfig(name="table", port="virtual", protocol=protocol, single=single)
        settings = config.settings()
        self.rules = settings.rules
        self.session = ReaderSession(
            {settings.antenna: settings.rules},
            talker(protocol, ReaderWishes(settings.rules.single, settings.rules.frame_ms)),
            lambda uid: True,
        )
        self.peer = peer(protocol)
        self.clock = ManualClock(1_000_000)
        self.to_host: Spoil = bytes
        self.to_reader: Spoil = bytes
        self.sent: list[bytes] = []
        self.told: list[tuple[int, TagChange]] = []
        self._plugged = False
        self._lying: tuple[str, ...] = ()
        self.plug()

    @property
    def now(self) -> int:
        return self.clock.now_ms()

    @property
    def changes(self) -> list[tuple[str, str]]:
        """`("+", uid)` and `("-", uid)`, in order."""
        return [("+" if isinstance(change, TagPlaced) else "-", change.uid) for _at, change in self.told]

    def placed_after(self, begun: int) -> list[int]:
        """Milliseconds from `begun` to each placement since then."""
        return [at - begun for at, change in self.told if isinstance(change, TagPlaced) and at >= begun]

    def removed_after(self, begun: int) -> list[int]:
        """The same of each removal."""
        return [at - begun for at, change in self.told if isinstance(change, TagRemoved) and at >= begun]

    def lay(self, *uids: str) -> None:
        self._lying = uids
        self.peer.lay(uids, self.now)

    def restart(self) -> None:
        """The reader's power fails for a moment."""
        self.peer.power(self.now)
        self.peer.lay(self._lying, self.now)

    def unplug(self) -> None:
        self._plugged = False
        self.session.lost()

    def plug(self) -> None:
        self._plugged = True
        self.peer.power(self.now)
        self.peer.lay(self._lying, self.now)
        self.session.opened(self.now)

    def run(self, ms: int) -> None:
        """Let time pass, one millisecond after the other."""
        for _ in range(ms):
            self._turn()
            self.clock.set_ms(self.now + 1)
        self._turn()

    def until_hearing(self, limit_ms: int = 5000) -> int:
        """Wait for the reader to be at work; the milliseconds that it took."""
        begun = self.now
        while not self.session.hearing:
            assert self.now - begun < limit_ms, f"not at work after {limit_ms} ms: {self.session.trouble}"
            self.run(1)
        return self.now - begun

    def _turn(self) -> None:
        data = self.peer.turn(self.now)
        if not self._plugged:
            return
        words = self.session.say(self.now)
        if words:
            self.sent.append(words)
            self.peer.hear(self.to_reader(words), self.now)
        if data:
            data = self.to_host(data)
        self.told += [(self.now, change) for change in self.session.hear(data, self.now)]
