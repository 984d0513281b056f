"""One reader on the network: what is said on its topics -> signals. No thread and no clock, every moment is given (ms).

A reader is lost when its will says so, or when the broker or the link is gone. That says nothing about its tags: none
is removed, and one that is still there when it is back is not played again. What the broker had retained is no tap.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from companion.engine.rate import RateLimit
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.network.payload import LONGEST, Format, ReaderMessage, Tap, Wrong, online, read_message
from drivers.network.topics import TopicRole, Topics
from drivers.presence import Presence, PresenceRules, TagChange, TagPlaced
from drivers.readers.counters import ReaderCounters
from drivers.readers.read import Read

PER_S, BURST = 40, 80
"""Messages of one reader: ESPHome's rdm6300 repeats a disc 15 times a second."""
ABSENT_MS = 5_000
"""Firmware that has a will reports at once, retained, whether it is there; after so long it was never there."""
LINK_MS = 15_000
"""Within this the link is there after the start."""
OFF_S = 120
"""A reader's clock that is further off is reported."""
TAKEN_OVER_MS, TAKEN_OVER = 60_000, 4
"""A reader that comes and goes so often in so long: two devices have one name, and throw each other out."""
KEPT = 40
"""Bytes of a message that was not understood."""

BROKER_GONE = "the broker is gone"
LINK_GONE = "the link is gone"
LINK_OFF = "link.toml does not switch the link on"
NEVER_HEARD = "nothing was ever heard on {topic}"
OFFLINE = "{topic} says that it is offline"


class NetworkSettings(Struct, frozen=True):
    """`rules`: they always say that the reader sends once."""

    name: str
    format: Format
    topics: Topics
    rules: PresenceRules


class NetworkReader:
    """
    :param now: the time of day here, for who compares the reader's.
    """

    def __init__(self, settings: NetworkSettings, known: Callable[[str], bool], now: Callable[[], datetime]) -> None:
        self.settings = settings
        self.counters = ReaderCounters()
        self.presence = Presence(settings.rules, known)
        self.watch: Callable[[bytes], object] | None = None
        """Receives all messages as they come, while the diagnostics show them."""
        self.connected: bool | None = None
        self.detail = ""
        self.broker: bool | None = None
        self.said: bool | None = None
        """What its will or its birth said last."""
        self.messages = self.dropped = self.stale = 0
        """Numbers of those that came, that were too many, and that were retained."""
        self.wrong: Wrong | None = None
        """The last message, if it was not understood."""
        self.sample = b""
        self.clock_off_s = 0
        self.switched_off = False
        self.twice = False
        """Two devices speak on its topics."""
        self._now = now
        self._rate = RateLimit(PER_S, BURST)
        self._lying: set[str] = set()
        """Tags of which it will say that they go."""
        self._turns: deque[int] = deque(maxlen=TAKEN_OVER)
        self._broker_at: int | None = None
        self._began_at: int | None = None

    def begin(self, at: int) -> None:
        """Begin to wait for the link."""
        self._began_at = at

    def there(self, broker: bool, at: int, why: str = BROKER_GONE, keep: bool = False) -> list[Signal]:
        """The broker is there, or nothing can be heard any more.

        :param keep: what was heard counts.
        """
        self.switched_off = why == LINK_OFF
        self.broker, self._began_at = broker, None
        if keep:
            return []
        self.said = None
        self._turns.clear()
        if not broker:
            self._broker_at = None
            return self._lost(why, at)
        self._broker_at = at
        return self._back(at) if self.settings.format == "plain" else []

    @property
    def due(self) -> int | None:
        """When `tick` has something to say if nothing is heard before; None: never."""
        if self._began_at is not None:
            return self._began_at + LINK_MS
        waits = self.said is None and self.connected is not True
        return self._broker_at + ABSENT_MS if waits and self._broker_at is not None else None

    def tick(self, now: int) -> list[Signal]:
        due = self.due
        if due is None or now < due:
            return []
        if self._began_at is not None:
            return self.there(False, now, LINK_GONE)
        self._broker_at = None
        return self._lost(NEVER_HEARD.format(topic=self.settings.topics.status), now)

    def hear(self, topic: str, payload: bytes, retained: bool, at: int) -> list[Signal]:
        """A message on one of its topics."""
        role = self.settings.topics.role(topic)
        if role is None:
            return []
        if role is TopicRole.STATUS:
            return self._status(online(payload), retained, at)
        if not self._rate.allows(at / 1000):
            self.dropped += 1
            return []
        self._count(payload)
        if retained:
            self.stale += 1
            return []
        found = read_message(payload, self.settings.format)
        if isinstance(found, Wrong):
            if role is TopicRole.REMOVED and not payload.strip():
                return [*self._back(at), *self._tags(self._gone("", at))]
            self.wrong, self.sample = found, payload[:KEPT]
            return []
        self.wrong = None
        self._compare(found)
        signals = self._back(at)
        for tap in found.taps:
            self.counters.count(0, [Read(tap.uid)])
            signals += self._tags(self._gone(tap.uid, at) if role is TopicRole.REMOVED else self._tapped(tap, at))
        return signals

    # -- inside ----------------------------------------------------------------------------------------------------

    def _count(self, payload: bytes) -> None:
        self.messages += 1
        self.counters.count(min(len(payload), LONGEST), ())
        if self.watch is not None:
            self.watch(payload[:LONGEST])

    def _status(self, there: bool | None, retained: bool, at: int) -> list[Signal]:
        if there is None:
            return []
        if not retained:
            self.twice = self.twice or (there and self.said is True)
            if there is not self.said:
                self._turns.append(at)
                crowded = len(self._turns) == TAKEN_OVER and at - self._turns[0] <= TAKEN_OVER_MS
                self.twice = self.twice or crowded
        self.said = there
        return self._back(at) if there else self._lost(OFFLINE.format(topic=self.settings.topics.status), at)

    def _tapped(self, tap: Tap, at: int) -> list[TagChange]:
        if tap.present is False:
            return self._gone(tap.uid, at)
        if tap.present and tap.uid in self._lying:
            return []
        changes = self.presence.read(Read(tap.uid, repeats=False), at)
        if tap.present:
            self._lying = {uid for uid in self._lying if uid in self.presence.present} | {tap.uid}
        return changes

    def _gone(self, uid: str, at: int) -> list[TagChange]:
        """This tag went; "": all of them."""
        changes: list[TagChange] = []
        for one in (uid,) if uid else self.presence.present:
            self._lying.discard(one)
            changes += self.presence.taken(one, at)
        return changes

    def _tags(self, changes: list[TagChange]) -> list[Signal]:
        name = self.settings.name
        return [Tag(name, change.uid, isinstance(change, TagPlaced), change.at) for change in changes]

    def _back(self, at: int) -> list[Signal]:
        if self.connected:
            return []
        self.connected, self.detail = True, ""
        self._lying.clear()  # one that was taken away meanwhile may come again
        self.presence.reader_back(at)
        return [ReaderState(self.settings.name, True, self.settings.topics.tap, at)]

    def _lost(self, why: str, at: int) -> list[Signal]:
        if self.connected is False:
            self.detail = why
            return []
        self.counters.lost += self.connected is True
        self.connected, self.detail = False, why
        self.presence.reader_lost()
        return [ReaderState(self.settings.name, False, why, at)]

    def _compare(self, message: ReaderMessage) -> None:
        """The reader's clock with ours; taps count by their arrival, whatever it says."""
        if not message.time:
            return
        try:
            told = datetime.fromisoformat(message.time)
        except ValueError:
            return
        now = self._now()
        ours = now if told.tzinfo is not None else now.replace(tzinfo=None)
        off = round((told - ours).total_seconds())
        self.clock_off_s = off if abs(off) >= OFF_S else 0
