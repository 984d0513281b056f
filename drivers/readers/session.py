"""What the serial loop does between reading and waiting, without the port and the clock: a talker and a presence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from drivers.presence import Presence, PresenceRules, TagChange
from drivers.readers.polled_reader import PolledReader
from drivers.readers.read import Read

ONLY = 0
"""The antenna of a reader that is none of a board's."""


class ReaderSession:
    """Bytes and moments (milliseconds) in, changes on the reader and bytes to write out.

    A reader that has to be asked and does not answer is as good as unplugged: nothing is removed meanwhile.

    :param rules: of each antenna; what others see is left aside.
    """

    def __init__(self, rules: Mapping[int, PresenceRules], talker: PolledReader, known: Callable[[str], bool]) -> None:
        self.presences = {antenna: Presence(of_it, known) for antenna, of_it in rules.items()}
        self.reads: list[Read] = []
        """What the last bytes were understood to be."""
        self._talker = talker
        self._heard = False  # whether the reader was hearing us when last looked at
        self._working: frozenset[int] = frozenset()
        self._deaf_at = 0  # since when it is not

    @property
    def hearing(self) -> bool:
        """Whether the reader is at work."""
        return self._heard

    @property
    def asked(self) -> bool:
        """Whether it must be asked, or gives signs of life; only then what comes may be something else than tags."""
        return self._talker.due() is not None

    @property
    def trouble(self) -> str:
        """What the reader did not answer, in words."""
        return self._talker.trouble

    def works(self, antenna: int) -> bool:
        """Whether the reader is at work, and this antenna of it."""
        return antenna in self._working

    def deaf_ms(self, now: int) -> int:
        """For how long the reader has not answered."""
        return 0 if self._heard else now - self._deaf_at

    def opened(self, now: int) -> None:
        """The port is open."""
        self._talker.start(now)
        self._heard, self._working = False, frozenset()
        self._deaf_at = now
        self._look(now)

    def lost(self) -> None:
        """The port is closed."""
        self._heard, self._working = False, frozenset()
        for presence in self.presences.values():
            presence.reader_lost()

    def say(self, now: int) -> bytes:
        """What to write at `now`."""
        words = self._talker.turn(now)
        self._look(now)
        return words

    def hear(self, data: bytes, now: int) -> list[TagChange]:
        """`data` had come by `now`, perhaps nothing: what changed on the reader."""
        self.reads = self._talker.feed(data, now) if data else []
        self._look(now)
        changes = [change for read in self.reads for change in self._taken(read, now)]
        if self._talker.sure(now):
            for antenna, presence in self.presences.items():
                changes += _of(antenna, presence.tick(now))
        return changes

    def _taken(self, read: Read, now: int) -> list[TagChange]:
        presence = self.presences.get(read.antenna)
        return [] if presence is None else _of(read.antenna, presence.read(read, now))

    def asked_at(self) -> int | None:
        """When `say` will have something to say; None: never."""
        return self._talker.due()

    @property
    def mark(self) -> int | None:
        """The byte that is worth waking for while no tag is there; None: each is."""
        return None if any(presence.present for presence in self.presences.values()) else self._talker.mark

    def gone_at(self, now: int) -> int | None:
        """When a tag will be known to be gone if nothing is heard; None: never, or not while the reader is busy."""
        if not self._talker.sure(now):
            return None
        moments = (presence.deadline() for presence in self.presences.values())
        return min((moment for moment in moments if moment is not None), default=None)

    def _look(self, now: int) -> None:
        if self._talker.hearing != self._heard:
            self._heard = self._talker.hearing
            if not self._heard:
                self._deaf_at = now
        working = frozenset(self.presences) - self._talker.broken if self._heard else frozenset()
        for antenna in working ^ self._working:
            if antenna in working:
                self.presences[antenna].reader_back(now)
            else:
                self.presences[antenna].reader_lost()
        self._working = working


def _of(antenna: int, changes: list[TagChange]) -> list[TagChange]:
    return [replace(change, antenna=antenna) for change in changes] if antenna != ONLY else changes
