"""`companion hub`: keeps the journals of all tables, and says how far it has each."""

from __future__ import annotations

import contextlib
import logging
import queue
import secrets
import signal
import threading
from pathlib import Path

import msgspec

from companion.engine import supervised
from companion.engine.config import ConfigError
from companion.hub.ingest import Ingest
from companion.hub.settings import USER, HubSettings, load_hub
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import Outcome, Store, StoreAway
from companion.hub.wall import Tables, Tell, Wall
from companion.link import wire
from companion.link.broker import Broker
from companion.notify import notify

log = logging.getLogger(__name__)

WELL, FAILED, WRONG = 0, 1, 2
MOST_IN_A_BATCH = 500
MOST_WAITING = 20_000
"""Messages; more are dropped: their tables send them again."""
GATHER_S = 0.01
"""An act is an entry and a head: in one transaction, and answered once."""
REST_S = 1.0
"""After a batch that could not be stored."""


class Hub:
    """
    :raises OSError: if a certificate cannot be used.
    """

    def __init__(self, settings: HubSettings, store: Store) -> None:
        self._store = store
        self._ingest = Ingest(store)
        self._arrived: queue.Queue[tuple[str, bytes] | Tell | None] = queue.Queue(MOST_WAITING)
        self._closed = False
        self._rest = threading.Event()
        self._tables = Tables()
        self._tables.answer = self._seen
        self._wall = Wall(settings.wall, self._tables, self._metrics, self._ask) if settings.wall.password else None
        self._run_id = secrets.token_hex(8).encode()
        self._broker = Broker(settings, USER, (f"{wire.UP}/#",), wire.HUB_ONLINE, self._connected, self._heard)

    def run(self) -> None:
        """Until `close`.

        :raises OSError: if the wall's port cannot be opened.
        """
        if self._wall is not None:
            log.info("the wall is served on port %d", self._wall.start())
        self._broker.start()
        try:
            while not self._closed:
                self._batch()
        finally:
            self._broker.close()
            if self._wall is not None:
                self._wall.close()
            self._ingest.close()

    def reach(self) -> None:
        """Whether the store is there is said at once; it may come later."""
        try:
            self._store.transact(lambda _db: None)
        except StoreAway as fault:
            log.error("nothing can be stored yet: %s", fault)

    def close(self) -> None:
        """From another thread; it never waits."""
        self._closed = True
        self._rest.set()
        with contextlib.suppress(queue.Full):  # then the batch that is waited for is there
            self._arrived.put_nowait(None)

    def _connected(self, there: bool) -> None:
        if there:
            self._broker.send(wire.HUB_ONLINE, self._run_id, retain=True)

    def _heard(self, topic: str, payload: bytes, _retained: bool = False) -> None:
        _up, table, kind, *_rest = [*topic.split("/"), "", ""]
        if kind in ("state", wire.ONLINE) and wire.TABLE.fullmatch(table):
            self._show(table, kind, payload)
            return
        if kind == wire.HOME:
            return
        try:
            self._arrived.put_nowait((topic, payload))
        except queue.Full:
            log.warning("too much at once: %s is dropped", topic)

    def _show(self, table: str, kind: str, payload: bytes) -> None:
        if kind == wire.ONLINE:
            self._tables.online(table, bool(payload))
        elif payload:
            try:
                self._tables.told(table, wire.read(payload, wire.State))
            except msgspec.MsgspecError as error:
                log.warning("%s: %s", table, str(error)[:200])

    def _seen(self, table: str, call: int) -> None:
        self._broker.send(wire.down(table, "seen"), str(call).encode())

    def _metrics(self) -> dict[str, int]:
        outcomes = {f"messages_{outcome.value}": self._ingest.outcomes[outcome] for outcome in Outcome}
        return {**outcomes, "messages_waiting": self._arrived.qsize()}

    def _ask(self, tell: Tell) -> None:
        """Have the evenings told that are over."""
        try:
            self._arrived.put_nowait(tell)
        except queue.Full:
            tell(None)

    def _tell(self, tell: Tell) -> None:
        try:
            tell(self._ingest.past())
        except StoreAway as fault:
            log.error("the evenings cannot be read: %s", fault)
            tell(None)

    def _batch(self) -> None:
        """Take what has come meanwhile."""
        batch = [self._arrived.get()]
        self._rest.wait(GATHER_S)
        with contextlib.suppress(queue.Empty):
            while len(batch) < MOST_IN_A_BATCH:
                batch.append(self._arrived.get_nowait())
        try:
            for said in self._ingest.take([one for one in batch if isinstance(one, tuple)]):
                self._broker.send(said.topic, said.payload, said.retain)
        except StoreAway as fault:
            log.error("nothing can be stored: %s", fault)
            self._rest.wait(REST_S)
        for one in batch:
            if callable(one):
                self._tell(one)


def open_store(address: str, data: Path) -> Store:
    """
    :raises StoreAway: if it cannot be opened.
    """
    if not address.startswith(("postgresql://", "postgres://")):
        return SqliteStore(Path(address) if address else data / "hub.db")
    from companion.hub.postgres_store import PostgresStore

    return PostgresStore(address)


def hub(data: Path, config: Path, store: str | None = None) -> int:
    """
    :param store: another one than hub.toml says.
    :return: 0 after SIGTERM, 1 if the store cannot be opened, 2 for wrong settings.
    """
    try:
        settings = load_hub(config)
    except ConfigError as error:
        log.error("%s", error)
        return WRONG
    try:
        kept = open_store(settings.store if store is None else store, data)
    except StoreAway as fault:
        log.error("the store cannot be opened: %s", fault)
        return FAILED
    try:
        running = Hub(settings, kept)
    except OSError as fault:  # ssl.SSLError is one
        kept.close()
        log.error("a certificate cannot be used: %s", fault)
        return WRONG
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: threading.Thread(target=running.close, name="closing").start())
    supervised.install(is_table=supervised.every)
    notify("READY=1")
    running.reach()
    try:
        running.run()
    except OSError as fault:
        log.error("the wall's port %d cannot be opened: %s", settings.wall.port, fault.strerror or fault)
        return FAILED
    return WELL
