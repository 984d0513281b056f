"""`companion link`: a pipe between a table and the broker. It holds no key, and what the table gives it is sealed."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import threading
import time
from pathlib import Path

import msgspec

from companion.engine import supervised
from companion.engine.rate import RateLimit
from companion.notify import Watchdog, notify, watchdog_s
from companion.uplink.link import wire
from companion.uplink.link.broker import Broker
from companion.uplink.link.frames import (
    BROKER,
    DROPPED,
    LEFT_OUT,
    LIMITS,
    REACH,
    SETTINGS,
    SUBSCRIBE,
    TABLE,
    FrameLine,
    MqttFrame,
    read_wanted,
)
from companion.uplink.link.prober import Prober
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import LinkSettings

log = logging.getLogger(__name__)

WELL, NO_TABLE = 0, 3
LONGEST_TAP = 8192
"""Bytes; the rest of a longer message is cut off."""


class Limit:
    """Limit for one topic on which other clients publish. Above it the table would wait for them."""

    def __init__(self) -> None:
        self.rate = RateLimit(per_s=60, burst=120)
        self.dropped = 0


class LinkService:
    """
    :raises OSError: if no table is there.
    """

    def __init__(self, path: Path) -> None:
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(path))
        self._line = FrameLine(line)
        self._frames = self._line.frames()
        self._line.send(MqttFrame(SETTINGS, b""))
        told = next(self._frames, None)
        if told is None or told.topic != SETTINGS:
            raise ConnectionError("no settings")
        self._settings = settings = wire.read_payload(told.payload, LinkSettings)
        self._own = wire.up(settings.table, "")
        self._online = wire.up(settings.table, wire.ONLINE)
        self._discovery = wire.discovery_topic(settings.table)
        self._clash_topic = wire.down(settings.table, "clash")
        self._limits: dict[str, Limit] = {}
        self._run_id = secrets.token_hex(8).encode()
        """Distinguishes two links with one name."""
        self._prober = Prober(settings, self._hindered)
        self._line.send(MqttFrame(TABLE, settings.table.encode()))
        self._since: float | None = None
        """The moment at which the current frame was begun, s of the machine's clock."""

    def run(self) -> None:
        """Carry messages until the table closes the line. Without a usable certificate nothing is carried."""
        settings = self._settings
        topics = (wire.HUB_ONLINE, wire.down(settings.table, "#"))
        try:
            broker = Broker(
                settings, settings.table, topics, self._online, self._connected, self._heard,
                self._prober.refused, self._left_out,
            )  # fmt: skip
        except OSError as fault:  # ssl.SSLError is one
            log.error("the certificate cannot be used: %s", fault)
            self._hindered(Hindrance(Obstacle.CERTIFICATE, str(fault)))
            for _frame in self._frames:
                pass
            return
        self._broker = broker
        broker.start()
        self._prober.start()
        try:
            for frame in self._frames:
                self._since = time.monotonic()
                if frame.topic.startswith(self._own) or frame.topic == self._discovery:
                    broker.send(frame.topic, frame.payload, frame.retain)
                elif frame.topic == SUBSCRIBE:
                    self._want(frame.payload)
                self._since = None
        finally:
            self._prober.close()
            broker.close()

    def close(self) -> None:
        self._line.close()

    def alive(self, seconds: float) -> bool:
        """Return whether no frame has been carried for longer than that."""
        since = self._since
        return since is None or time.monotonic() - since < seconds

    def _connected(self, there: bool) -> None:
        self._prober.connected(there)
        if there:
            self._broker.send(self._online, self._run_id, retain=True)
            self._line.send(MqttFrame(LIMITS, wire.payload(self._broker.limits)))
        self._line.send(MqttFrame(BROKER, b"1" if there else b""))

    def _hindered(self, found: Hindrance) -> None:
        self._line.send(MqttFrame(REACH, wire.payload(found)))

    def _left_out(self, topic: str) -> None:
        self._line.send(MqttFrame(LEFT_OUT, topic.encode()))

    def _want(self, payload: bytes) -> None:
        try:
            wanted = read_wanted(payload)
        except msgspec.MsgspecError as error:
            log.error("no topics: %s", error)
            return
        self._limits = {one.topic: Limit() for one in wanted if not one.retained}
        self._broker.want(wanted)

    def _heard(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic == self._clash_topic:
            self._broker.clashes()
        limit = self._limits.get(topic)
        if limit is not None:
            now = time.monotonic()
            if not limit.rate.allows(now):
                limit.dropped += 1
                return
            if limit.dropped:
                self._line.send(MqttFrame(f"{DROPPED}{topic}", b"%d" % limit.dropped))
                limit.dropped = 0
            payload = payload[:LONGEST_TAP]
        self._line.send(MqttFrame(topic, payload, retained))


def link(path: Path) -> int:
    """
    :param path: the link's socket of the table.
    :return: 0 once the table has closed it, 3 without a table.
    """
    try:
        running = LinkService(path)
    except (OSError, msgspec.MsgspecError):
        log.error("no table offers a link at %s", path)
        return NO_TABLE
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: threading.Thread(target=running.close, name="closing").start())
    supervised.supervise_threads(is_table=supervised.every)
    notify("READY=1")
    period = watchdog_s()
    watchdog = Watchdog(running.alive, period) if period is not None else None
    running.run()
    if watchdog is not None:
        watchdog.stop()
    return WELL
