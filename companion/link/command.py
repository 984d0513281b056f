"""`companion link`: a pipe between a table and the broker. It holds no key, and what the table gives it is sealed."""

from __future__ import annotations

import logging
import signal
import socket
import ssl
import threading
import time
from pathlib import Path

import msgspec

from companion.engine.config import ConfigError
from companion.engine.rate import Rate
from companion.link import wire
from companion.link.broker import Broker
from companion.link.frames import ADOPT, BROKER, DROPPED, SUBSCRIBE, TABLE, Frame, FrameLine, read_wanted
from companion.link.settings import LinkSettings, load_link
from companion.notify import notify

log = logging.getLogger(__name__)

WELL, FAILED, WRONG, NO_TABLE = 0, 1, 2, 3


LONGEST_TAP = 8192
"""Bytes; the rest of a longer message is cut off."""


class Limit:
    """Of one topic that others speak on. Above it the table would wait for them."""

    def __init__(self) -> None:
        self.rate = Rate(per_s=60, burst=120)
        self.dropped = 0


class Link:
    """
    :raises OSError: if no table is there, or the certificate cannot be read.
    """

    def __init__(self, path: Path, settings: LinkSettings) -> None:
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(path))
        self._line = FrameLine(line)
        self._own = wire.up(settings.table, "")
        self._online = wire.up(settings.table, wire.ONLINE)
        self._discovery = wire.discovery(settings.table)
        self._limits: dict[str, Limit] = {}
        topics = (wire.HUB_ONLINE, wire.down(settings.table, "#"))
        self._broker = Broker(settings, settings.table, topics, self._online, self._connected, self._heard)
        self._line.send(Frame(TABLE, settings.table.encode()))

    def run(self) -> None:
        """Until the table has closed the line."""
        self._broker.start()
        try:
            for frame in self._line.frames():
                if frame.topic.startswith(self._own) or frame.topic == self._discovery:
                    self._broker.send(frame.topic, frame.payload, frame.retain)
                elif frame.topic == SUBSCRIBE:
                    self._want(frame.payload)
        finally:
            self._broker.close()

    def close(self) -> None:
        self._line.close()

    def _connected(self, there: bool) -> None:
        if there:
            self._broker.send(self._online, b"1", retain=True)
        self._line.send(Frame(BROKER, b"1" if there else b""))

    def _want(self, payload: bytes) -> None:
        try:
            wanted = read_wanted(payload)
        except msgspec.MsgspecError as error:
            log.error("no topics: %s", error)
            return
        self._limits = {one.topic: Limit() for one in wanted if not one.retained}
        self._broker.want(wanted)

    def _heard(self, topic: str, payload: bytes, retained: bool) -> None:
        limit = self._limits.get(topic)
        if limit is not None:
            now = time.monotonic()
            if not limit.rate.allows(now):
                limit.dropped += 1
                return
            if limit.dropped:
                self._line.send(Frame(f"{DROPPED}{topic}", b"%d" % limit.dropped))
                limit.dropped = 0
            payload = payload[:LONGEST_TAP]
        self._line.send(Frame(topic, payload, retained))


def link(path: Path, config: Path) -> int:
    """
    :param path: the link's socket of the table.
    :return: 0 once the table has closed it, 2 for wrong settings, 3 without a table.
    """
    try:
        settings = load_link(config)
    except ConfigError as error:
        log.error("%s", error)
        return WRONG
    try:
        running = Link(path, settings)
    except ssl.SSLError as fault:
        log.error("the certificate cannot be used: %s", fault)
        return WRONG
    except OSError:
        log.error("no table offers a link at %s", path)
        return NO_TABLE
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: threading.Thread(target=running.close).start())
    notify("READY=1")
    running.run()
    return WELL


def adopt(path: Path, table: str) -> str:
    """Let the table at this socket play on what another one played last; a code, `ok` if it does.

    :raises OSError: if no table is there.
    """
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        line = FrameLine(connection)
        line.send(Frame(ADOPT, table.encode()))
        return next((frame.payload.decode() for frame in line.frames()), "no_table")
