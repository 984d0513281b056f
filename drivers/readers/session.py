"""What the serial loop does between reading and waiting, without the port and the clock: a talker and a presence."""

from __future__ import annotations

from collections.abc import Callable

from drivers.presence import Change, Presence, Rules
from drivers.readers.polled_reader import PolledReader
from drivers.readers.read import Read


class Session:
    """Bytes and moments (milliseconds) in, changes on the reader and bytes to write out.

    A reader that has to be asked and does not answer is as good as unplugged: nothing is removed meanwhile.
    """

    def __init__(self, rules: Rules, talker: PolledReader, known: Callable[[str], bool]) -> None:
        self.presence = Presence(rules, known)
        self.reads: list[Read] = []
        """What the last bytes were understood to be."""
        self._talker = talker
        self._heard = False  # whether the reader was hearing us when last looked at
        self._deaf_at = 0  # since when it is not

    @property
    def hearing(self) -> bool:
        """Whether the reader is at work."""
        return self._heard

    @property
    def asked(self) -> bool:
        """Whether it must be asked; only then its answers may be something else than tags."""
        return self._talker.due() is not None

    @property
    def trouble(self) -> str:
        """What the reader did not answer, in words."""
        return self._talker.trouble

    def deaf_ms(self, now: int) -> int:
        """For how long the reader has not answered."""
        return 0 if self._heard else now - self._deaf_at

    def opened(self, now: int) -> None:
        """The port is open."""
        self._talker.start(now)
        self._heard = False
        self._deaf_at = now
        self._look(now)

    def lost(self) -> None:
        """The port is closed."""
        self._heard = False
        self.presence.reader_lost()

    def say(self, now: int) -> bytes:
        """What to write at `now`."""
        words = self._talker.turn(now)
        self._look(now)
        return words

    def hear(self, data: bytes, now: int) -> list[Change]:
        """`data` had come by `now`, perhaps nothing: what changed on the reader."""
        self.reads = self._talker.feed(data, now) if data else []
        self._look(now)
        changes = [change for read in self.reads for change in self.presence.read(read, now)]
        if self._talker.sure(now):
            changes += self.presence.tick(now)
        return changes

    def asked_at(self) -> int | None:
        """When `say` will have something to say; None: never."""
        return self._talker.due()

    @property
    def mark(self) -> int | None:
        """The byte that is worth waking for while nothing lies there; None: each is."""
        return None if self.presence.present else self._talker.mark

    def gone_at(self, now: int) -> int | None:
        """When a tag will be known to be gone if nothing is heard; None: never, or not while the reader is busy."""
        return self.presence.deadline() if self._talker.sure(now) else None

    def _look(self, now: int) -> None:
        if self._talker.hearing == self._heard:
            return
        self._heard = self._talker.hearing
        if self._heard:
            self.presence.reader_back(now)
        else:
            self._deaf_at = now
            self.presence.reader_lost()
