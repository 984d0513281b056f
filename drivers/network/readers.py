"""All readers of a table that are on the network: a subscriber of the outbox."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from companion.engine.clock import Clock
from companion.engine.signals import ReaderState, Signal
from companion.engine.wall import local_now
from drivers.network.reader import LINK_OFF, NetworkReader, NetworkSettings
from drivers.network.topics import TopicRole

log = logging.getLogger(__name__)


class NetworkReaders:
    """`post` and `known` are called on the threads of the outbox and must return at once.

    A tap is judged by the moment of its arrival at this table.
    """

    def __init__(
        self,
        settings: Iterable[NetworkSettings],
        post: Callable[[Signal], object],
        clock: Clock,
        known: Callable[[str], bool],
        now: Callable[[], datetime] = local_now,
    ) -> None:
        self.readers = {one.name: NetworkReader(one, known, now) for one in settings}
        self._post, self._clock = post, clock
        self._of = {topic: reader for reader in self.readers.values() for topic in reader.settings.topics.all}
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False

    # -- the subscriber ---------------------------------------------------------------------------------------------

    def joined(self, _table: str, _say: object) -> Sequence[tuple[str, bool]]:
        return [(topic, reader.settings.topics.role(topic) is TopicRole.STATUS) for topic, reader in self._of.items()]

    def there(self, broker: bool) -> None:
        with self._lock:
            at = self._clock.now_ms()
            for reader in self.readers.values():
                self._tell(reader.there(broker, at))
        self._wait()

    def hear(self, topic: str, payload: bytes, retained: bool) -> bool:
        reader = self._of.get(topic)
        if reader is None:
            return False
        with self._lock:
            before = reader.wrong, reader.dropped
            self._tell(reader.hear(topic, payload, retained, self._clock.now_ms()))
            if reader.wrong is not None and reader.wrong != before[0]:
                log.warning("reader %s: %s: %r", reader.settings.name, reader.wrong.fault.name.lower(), reader.sample)
            if reader.dropped and not before[1]:
                log.warning("reader %s says too much: what is above the limit is dropped", reader.settings.name)
        return True

    def dropped(self, topic: str, count: int) -> None:
        reader = self._of.get(topic)
        if reader is not None:
            with self._lock:
                reader.dropped += count
            log.warning("reader %s says too much: the link has dropped %d messages", reader.settings.name, count)

    # -- the table -------------------------------------------------------------------------------------------------

    def switched(self, on: bool) -> None:
        with self._lock:
            at = self._clock.now_ms()
            for reader in self.readers.values():
                if not on:
                    self._tell(reader.there(False, at, LINK_OFF))
                elif reader.broker is None or reader.switched_off:
                    reader.begin(at)
        self._wait()

    def tick(self) -> None:
        """Readers of which nothing was heard for long are lost."""
        with self._lock:
            now = self._clock.now_ms()
            for reader in self.readers.values():
                self._tell(reader.tick(now))
        self._wait()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._timer is not None:
                self._timer.cancel()

    def _wait(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            due = min((due for reader in self.readers.values() if (due := reader.due) is not None), default=None)
            seconds = None if due is None else self._clock.seconds_until(due)
            if seconds is not None and not self._closed:
                self._timer = threading.Timer(seconds, self.tick)
                self._timer.daemon = True
                self._timer.start()

    def _tell(self, signals: list[Signal]) -> None:
        for signal in signals:
            if isinstance(signal, ReaderState):
                log.info("reader %s: %s", signal.reader, "is there" if signal.connected else signal.detail)
            try:
                self._post(signal)
            except Exception:
                log.exception("reader %s: nobody took its signal", signal)
