"""`companion hub`: keeps the journals of all tables, and reports how far it has each."""

from __future__ import annotations

import logging
import signal
import threading
import time
from functools import partial
from pathlib import Path

import msgspec

from companion.engine import supervised
from companion.engine.config import ConfigError
from companion.hub.ingest import Ingest
from companion.hub.settings import USER, HubSettings, load_hub
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import QUOTA_BYTES, Store, StoreAway, StoreOutcome
from companion.hub.waiting import Waiting
from companion.hub.wall import Tables, Tell, Wall
from companion.notify import notify
from companion.uplink.link import wire
from companion.uplink.link.broker import Broker
from companion.uplink.link.prober import Prober
from companion.uplink.link.reach import Hindrance, Obstacle

log = logging.getLogger(__name__)

WELL, FAILED, WRONG, SECOND = 0, 1, 2, 4
MOST_IN_A_BATCH = 500
GATHER_S = 0.01
"""An act is an entry and a head: in one transaction, and answered once."""
REST_S = 1.0
"""After a batch that could not be stored."""
YOUNG_S = 60.0
"""A hub that another one throws out of the broker within this is the second there, and ends."""
APART_S = 2
"""A hub that was there before takes its account back after this."""
LONGEST_RUN_ID = 32
HINDERS = {
    Obstacle.NO_BROKER: "it cannot be reached",
    Obstacle.SILENT: "nobody answers there",
    Obstacle.PASSWORD: f"it does not take the account {USER} with this password",
    Obstacle.CERTIFICATE: "its certificate is not trusted",
    Obstacle.DATE: "its certificate is not valid on this machine's date",
    Obstacle.NO_TLS: "it does not speak TLS",
}
"""Why the hub is not ready; what is not here, the broker says itself."""


class HubService:
    """
    :raises OSError: if a certificate cannot be used.
    """

    def __init__(self, settings: HubSettings, store: Store) -> None:
        self._store = store
        self._ingest = Ingest(store)
        self._waiting = Waiting()
        self._closed = False
        self.second = False
        """Whether it has ended because another hub was there before."""
        self._began: float | None = None
        self._rest = threading.Event()
        self._tables = Tables()
        self._tables.answer = self._seen
        self._stores = False
        self._where = f"{settings.broker}:{settings.port}"
        self._hindrance: Hindrance | None = None
        """The one that was said last."""
        self._wall = Wall(settings.wall, self._tables, self._metrics, self._ask) if settings.wall.password else None
        self._prober = Prober(settings, self._hindered)
        self._broker = Broker(
            settings, USER, (f"{wire.UP}/#",), wire.HUB_ONLINE, self._connected, self._heard, self._prober.refused,
            apart_s=(APART_S, APART_S),
        )  # fmt: skip

    def run(self) -> None:
        """Serve until `close`, or until another hub turns out to have been there before.

        :raises OSError: if the wall's port cannot be opened.
        """
        if self._wall is not None:
            log.info("the wall is served on port %d", self._wall.start())
        else:
            log.info("no wall is served: [wall] of hub.toml has no password")
        log.info("the broker is looked for at %s", self._where)
        self._broker.start()
        self._prober.start()
        try:
            while not self._closed:
                self._batch()
        finally:
            self._prober.close()
            self._broker.close()
            if self._wall is not None:
                self._wall.close()
            self._ingest.close()

    def reach(self) -> None:
        """Log at once whether the store is there; it may come later."""
        try:
            self._store.transact(lambda _db: None)
        except StoreAway as fault:
            log.error("nothing can be stored yet in %s: %s", self._store.where, fault)
        else:
            self._storing()

    def _storing(self) -> None:
        if not self._stores:
            self._stores = True
            log.info("what tables send is stored in %s", self._store.where)

    def close(self) -> None:
        """End the hub, from another thread; it never waits."""
        self._closed = True
        self._rest.set()
        self._waiting.close()

    def _connected(self, there: bool) -> None:
        self._prober.connected(there)
        if there:
            self._began = self._began or time.monotonic()
            self._hindrance = None
            log.info("ready: the broker at %s is there", self._where)
            self._broker.send(wire.HUB_ONLINE, self._ingest.run.encode(), retain=True)

    def _hindered(self, found: Hindrance) -> None:
        if found.reach is not Obstacle.NAME_TAKEN:
            if found != self._hindrance:
                self._hindrance = found
                words = HINDERS.get(found.reach, "it refuses")
                log.error("not ready: the broker at %s: %s (%s)", self._where, words, found.detail or found.reach)
            return
        if self._began is not None and time.monotonic() - self._began < YOUNG_S:
            log.error("another hub serves this broker already, with the account %s: this one ends", USER)
            self.second = True
            self.close()
        else:
            log.error("a second hub came to this broker, with the account %s", USER)

    def _heard(self, topic: str, payload: bytes, _retained: bool = False) -> None:
        _up, table, kind, *_rest = [*topic.split("/"), "", ""]
        if kind == wire.HOME or wire.TABLE.fullmatch(table) is None:
            return
        if kind in ("state", wire.ONLINE):
            self._show(table, kind, payload)
        elif not self._waiting.put(table, topic, payload):
            log.debug("too much at once: %s is dropped", topic[:100])

    def _show(self, table: str, kind: str, payload: bytes) -> None:
        if kind == wire.ONLINE:
            if self._tables.online(table, payload[:LONGEST_RUN_ID]):
                log.error("two tables have the name %s", table)
                self._broker.send(wire.down(table, "clash"), b"")
        elif payload:
            try:
                self._tables.on_state(table, wire.read_payload(payload, wire.WallState))
            except msgspec.MsgspecError as error:
                log.warning("%s: %s", table, str(error)[:200])

    def _seen(self, table: str, call: int) -> None:
        self._broker.send(wire.down(table, "seen"), str(call).encode())

    def _metrics(self) -> dict[str, int]:
        outcomes = {f"messages_{outcome.value}": self._ingest.outcomes[outcome] for outcome in StoreOutcome}
        waiting = {"messages_waiting": len(self._waiting), "messages_dropped": self._waiting.dropped}
        return {**outcomes, **waiting, "tables_full": len(self._ingest.full)}

    def _ask(self, tell: Tell) -> None:
        """Fetch the finished evenings on the hub's thread and hand them over."""
        if not self._waiting.do(partial(self._tell, tell)):
            tell(None)

    def _tell(self, tell: Tell) -> None:
        try:
            tell(self._ingest.past())
        except StoreAway as fault:
            log.error("the evenings cannot be read: %s", fault)
            tell(None)

    def _batch(self) -> None:
        """Store the messages that have arrived meanwhile."""
        self._waiting.wait()
        self._rest.wait(GATHER_S)
        arrived, jobs = self._waiting.take(MOST_IN_A_BATCH)
        try:
            for said in self._ingest.take(arrived):
                self._broker.send(said.topic, said.payload)
            self._tables.full(self._ingest.full)
            if arrived:
                self._storing()
        except StoreAway as fault:
            self._stores = False
            log.error("nothing can be stored: %s", fault)
            self._rest.wait(REST_S)
        for job in jobs:
            job()


def open_store(address: str, data: Path, quota: int = QUOTA_BYTES) -> Store:
    """
    :param quota: bytes that one table may take.
    :raises StoreAway: if it cannot be opened.
    """
    if not address.startswith(("postgresql://", "postgres://")):
        return SqliteStore(Path(address) if address else data / "hub.db", quota)
    try:
        from companion.hub.postgres_store import PostgresStore
    except ImportError as missing:
        raise StoreAway(f"PostgreSQL needs psycopg, which is not installed here ({missing})") from missing

    return PostgresStore(address, quota)


def hub(data: Path, config: Path, store: str | None = None) -> int:
    """
    :param store: another one than hub.toml says.
    :return: 0 after SIGTERM, 1 if the store cannot be opened, 2 for wrong settings, 4 if another hub was there before.
    """
    try:
        settings = load_hub(config)
    except ConfigError as error:
        log.error("%s", error)
        return WRONG
    try:
        kept = open_store(settings.store if store is None else store, data, settings.quota_mb * 1_000_000)
    except StoreAway as fault:
        log.error("the store cannot be opened: %s", fault)
        return FAILED
    try:
        running = HubService(settings, kept)
    except OSError as fault:  # ssl.SSLError is one
        kept.close()
        log.error("a certificate cannot be used: %s", fault)
        return WRONG
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: threading.Thread(target=running.close, name="closing").start())
    supervised.supervise_threads(is_table=supervised.every)
    notify("READY=1")
    running.reach()
    try:
        running.run()
    except OSError as fault:
        log.error("the wall's port %d cannot be opened: %s", settings.wall.port, fault.strerror or fault)
        return FAILED
    return SECOND if running.second else WELL
