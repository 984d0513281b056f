"""The hub's store: of every game its sealed entries, and its owner. The hub can read none of them.

The rules are here, the tables in SQL: whatever a table sends is stored, known already, out of order or refused, and the
answer is always the mark: how far the hub has that game. A mark is given after the transaction is durable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from companion.uplink.link.wire import GameResult, HeadPayload, digest, payload, read_payload

T = TypeVar("T")
QUOTA_BYTES = 4_000_000_000
"""Of one table: some 2,500 evenings."""
MOST_AT_ONCE = 64
"""Entries of one answer."""


class Arrived(Struct, frozen=True):
    """An entry of a table; `seq` 0 is the opening: that one is signed, by `owner`, and names the game's `uuid`."""

    table: str
    game: str
    epoch: int
    seq: int
    sealed: bytes
    owner: bytes = b""
    uuid: str = ""

    @property
    def signed(self) -> bool:
        return bool(self.owner)


class Claimed(Struct, frozen=True):
    """A table plays on another one's game, after the entry `base`. `proof`: the signature."""

    table: str
    game: str
    epoch: int
    base: int
    proof: str
    digest: str
    signed = True


class HeadOf(Struct, frozen=True):
    """The part of a game that changes without an entry."""

    table: str
    game: str
    payload: HeadPayload
    signed = False


class GameForgotten(Struct, frozen=True):
    """The players want a game forgotten, as their table has it in that epoch."""

    table: str
    game: str
    epoch: int
    owner: bytes
    uuid: str
    signed = True


TableMessage = Arrived | Claimed | HeadOf | GameForgotten


class StoreOutcome(StrEnum):
    STORED = "stored"
    KNOWN = "known"
    GAP = "gap"
    """An entry before it is missing: it will come again."""
    OLD = "old"
    """Another table plays this game on."""
    FOREIGN = "foreign"
    """The game is another table's, or the hub knows other entries of it."""
    FULL = "full"
    """The table has no room left at the hub."""
    BAD = "bad"
    """Nothing that can be stored."""


class GameState(Struct):
    """`entries`: the highest number that is stored, -1 for none; `digest`: of that one. `head`: the digest of its
    head. `full`: there was no room for what came last. `also`: another table that has it, too;
    `former`: the one that had it until just now."""

    game: str
    table: str
    epoch: int
    entries: int
    digest: str
    base: int
    proof: str
    forgotten: bool
    head: str = ""
    full: bool = False
    also: str = ""
    former: str = ""
    owner: bytes = b""
    uuid: str = ""
    base_digest: str = ""


class OpenGame(Struct, frozen=True):
    """A game that is not over, as far as the hub knows. `head`: sealed; empty if there is none."""

    table: str
    uuid: str
    epoch: int
    head: bytes


class Database(Protocol):
    """A transaction of a store. `execute` takes `?` for a value."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]: ...


VERSION = 4
"""Of the tables. A store of another version is begun anew: every table sends its games again."""
_FORMAT = "CREATE TABLE IF NOT EXISTS format (version INTEGER NOT NULL)"
_TABLES = (
    "CREATE TABLE game (game TEXT PRIMARY KEY, owner {blob} NOT NULL, uuid TEXT NOT NULL, holder TEXT NOT NULL,"
    " epoch INTEGER NOT NULL, entries INTEGER NOT NULL, digest TEXT NOT NULL, base INTEGER NOT NULL,"
    " base_digest TEXT NOT NULL, proof TEXT NOT NULL, forgotten INTEGER NOT NULL, played BIGINT NOT NULL,"
    " head_digest TEXT NOT NULL, head {blob}, evening {blob}, bytes BIGINT NOT NULL, also TEXT NOT NULL)",
    "CREATE TABLE entry (game TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL,"
    " sealed {blob} NOT NULL, PRIMARY KEY (game, seq))",
    "CREATE TABLE cut_off (game TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL,"
    " sealed {blob} NOT NULL, PRIMARY KEY (game, epoch, seq))",
    "CREATE INDEX game_owner ON game (owner, played)",
    "CREATE INDEX game_holder ON game (holder)",
    "CREATE INDEX game_played ON game (played)",
)
"""`owner`: the public half of the owner's key; `holder`: the table whose game it is. `cut_off`: what a table had sent
of a game beyond the entry after which another one took it up. `played` grows from each game that is played to the next.
`bytes`: what the game takes, with what was cut off."""
ROW_BYTES = 5_000
"""What a game takes besides its entries: its row, with its head."""
SPARE_BYTES = 10_000_000
"""Beyond its room a table may still say that games are to be forgotten."""


def make_tables(db: Database, blob: str) -> None:
    """Make the tables, if they are not there or are of another version.

    :param blob: the type of bytes.
    """
    db.execute(_FORMAT)
    if [int(row[0]) for row in db.execute("SELECT version FROM format")] == [VERSION]:
        return
    for table in ("game", "entry", "cut_off"):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in _TABLES:
        db.execute(statement.format(blob=blob))
    db.execute("DELETE FROM format")
    db.execute("INSERT INTO format VALUES (?)", (VERSION,))


class Room:
    """The space that tables use at the hub, and may use.

    :param most: bytes of one table.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._used: dict[str, int] = {}

    def left(self, db: Database, table: str) -> int:
        """Return the free bytes of a table; below 0 if it takes more than it may."""
        used = self._used.get(table)
        if used is None:
            rows = db.execute("SELECT COALESCE(SUM(bytes), 0) FROM game WHERE holder=?", (table,))
            used = self._used[table] = int(rows[0][0])
        return self._most - used

    def take(self, table: str, size: int) -> None:
        """Count bytes of a table; only after `left`."""
        self._used[table] += size

    def unknown(self) -> None:
        """Forget the counts: they have to be taken from the store again."""
        self._used.clear()


_STATE = "game, holder, epoch, entries, digest, base, proof, forgotten, head_digest, also, owner, uuid, base_digest"
_NEXT = "(SELECT COALESCE(MAX(played), 0) + 1 FROM game)"


def game_state(db: Database, game: str) -> GameState | None:
    rows = db.execute(f"SELECT {_STATE} FROM game WHERE game=?", (game,))
    if not rows:
        return None
    game, table, epoch, entries, named, base, proof, forgotten, head, also, owner, uuid, base_digest = rows[0]
    return GameState(
        game, table, epoch, entries, named, base, proof, bool(forgotten), head, also=also, owner=bytes(owner),
        uuid=uuid, base_digest=base_digest,
    )  # fmt: skip


def take_message(db: Database, message: TableMessage, room: Room) -> tuple[StoreOutcome, GameState | None]:
    """Judge and store one message; return the state of the game afterwards."""
    state = game_state(db, message.game)
    match message:
        case Arrived():
            return _entry(db, message, state, room)
        case Claimed():
            room.unknown()
            return _claim(db, message, state)
        case HeadOf():
            return _head(db, message, state)
        case GameForgotten():
            return _forget(db, message, state, room)


def _head(db: Database, message: HeadOf, state: GameState | None) -> tuple[StoreOutcome, GameState | None]:
    head = message.payload
    if state is None or (state.table, state.epoch) != (message.table, head.epoch) or state.forgotten:
        return StoreOutcome.OLD, state
    state.head = head.digest
    played = _NEXT if head.last else "played"
    evening = None if head.evening is None else payload(head.evening)
    values = (head.sealed, state.head, evening, message.game)
    db.execute(f"UPDATE game SET head=?, head_digest=?, evening=?, played={played} WHERE game=?", values)
    return StoreOutcome.STORED, state


def _entry(
    db: Database, message: Arrived, state: GameState | None, room: Room
) -> tuple[StoreOutcome, GameState | None]:
    named = digest(message.sealed)
    size = len(message.sealed)
    if state is None:
        if not message.signed:
            return StoreOutcome.GAP, None
        size += ROW_BYTES
        if room.left(db, message.table) < size:
            return StoreOutcome.FULL, _begun(message, -1, "", full=True)
        room.take(message.table, size)
        _insert(db, message, 0, named, size, forgotten=False)
        db.execute("INSERT INTO entry VALUES (?, 0, ?, ?)", (message.game, message.epoch, message.sealed))
        return StoreOutcome.STORED, _begun(message, 0, named)
    if state.forgotten or message.epoch < state.epoch:
        return StoreOutcome.OLD, state
    if message.table != state.table or message.epoch > state.epoch:
        return StoreOutcome.FOREIGN, state
    if message.seq > state.entries + 1:
        return StoreOutcome.GAP, state
    if message.seq <= state.entries:
        rows = db.execute("SELECT sealed FROM entry WHERE game=? AND seq=?", (message.game, message.seq))
        same = message.seq <= state.base or bytes(rows[0][0]) == message.sealed
        return (StoreOutcome.KNOWN if same else StoreOutcome.FOREIGN), state
    if room.left(db, message.table) < size:
        state.full = True
        return StoreOutcome.FULL, state
    room.take(message.table, size)
    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (message.game, message.seq, message.epoch, message.sealed))
    values = (message.seq, named, size, message.game)
    db.execute("UPDATE game SET entries=?, digest=?, bytes=bytes+? WHERE game=?", values)
    state.entries, state.digest = message.seq, named
    return StoreOutcome.STORED, state


def _insert(
    db: Database, message: Arrived | GameForgotten, entries: int, named: str, size: int, *, forgotten: bool
) -> None:
    db.execute(
        f"INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, -1, '', '', ?, {_NEXT}, '', NULL, NULL, ?, '')",
        (
            message.game, message.owner, message.uuid, message.table, message.epoch, entries, named, int(forgotten),
            size,
        ),
    )  # fmt: skip


def _begun(message: Arrived | GameForgotten, entries: int, named: str, **more: bool) -> GameState:
    return GameState(
        message.game, message.table, message.epoch, entries, named, -1, "", more.get("forgotten", False),
        full=more.get("full", False), owner=message.owner, uuid=message.uuid,
    )  # fmt: skip


def _claim(db: Database, message: Claimed, state: GameState | None) -> tuple[StoreOutcome, GameState | None]:
    if state is None:
        return StoreOutcome.GAP, None
    if state.epoch == message.epoch and state.table == message.table:
        return StoreOutcome.KNOWN, state
    if message.epoch <= state.epoch or state.forgotten:
        return StoreOutcome.OLD, state
    if message.base > state.entries or _digest_of(db, message.game, message.base) != message.digest:
        return StoreOutcome.GAP, state  # the hub came back from an older copy: that table has to look again
    where = "WHERE game=? AND seq>?"
    db.execute(f"INSERT INTO cut_off SELECT game, seq, epoch, sealed FROM entry {where}", (message.game, message.base))
    db.execute(f"DELETE FROM entry {where}", (message.game, message.base))
    named = message.digest
    db.execute(
        "UPDATE game SET holder=?, epoch=?, entries=?, digest=?, base=?, base_digest=?, proof=?, also='',"
        f" played={_NEXT}, head_digest='', head=NULL, evening=NULL WHERE game=?",
        (message.table, message.epoch, message.base, named, message.base, named, message.proof, message.game),
    )
    return StoreOutcome.STORED, GameState(
        message.game, message.table, message.epoch, message.base, named, message.base, message.proof, False,
        former=state.table, owner=state.owner, uuid=state.uuid, base_digest=named,
    )  # fmt: skip


def _digest_of(db: Database, game: str, seq: int) -> str:
    rows = db.execute("SELECT sealed FROM entry WHERE game=? AND seq=?", (game, seq))
    return digest(bytes(rows[0][0])) if rows else ""


def note_other(db: Database, state: GameState, table: str) -> bool:
    """Note that another table has the game, too; return whether that is new."""
    if state.forgotten or table in (state.table, state.also):
        return False
    db.execute("UPDATE game SET also=? WHERE game=?", (table, state.game))
    state.also = table
    return True


def game_course(db: Database, game: str, most: int) -> list[tuple[int, str]]:
    """Return the epoch and digest of each entry of a game, the opening first."""
    state = game_state(db, game)
    if state is None or state.forgotten:
        return []
    rows = db.execute("SELECT epoch, sealed FROM entry WHERE game=? AND seq<? ORDER BY seq", (game, most))
    return [(int(epoch), digest(bytes(sealed))) for epoch, sealed in rows]


def _forget(
    db: Database, message: GameForgotten, state: GameState | None, room: Room
) -> tuple[StoreOutcome, GameState | None]:
    if state is None:  # what of it is on its way still is not stored either
        if room.left(db, message.table) + SPARE_BYTES < ROW_BYTES:
            return StoreOutcome.FULL, None
        room.take(message.table, ROW_BYTES)
        _insert(db, message, -1, "", ROW_BYTES, forgotten=True)
        return StoreOutcome.STORED, _begun(message, -1, "", forgotten=True)
    if state.forgotten:
        return StoreOutcome.KNOWN, state
    if message.epoch < state.epoch or (message.epoch == state.epoch and message.table != state.table):
        return StoreOutcome.FOREIGN, state  # another table has it by now
    if state.table != message.table:  # it was taken up there, and forgotten before the hub heard of that
        state.former, state.table, state.epoch = state.table, message.table, message.epoch
    for table in ("entry", "cut_off"):
        db.execute(f"DELETE FROM {table} WHERE game=?", (message.game,))
    db.execute(
        "UPDATE game SET forgotten=1, holder=?, epoch=?, head_digest='', head=NULL, evening=NULL, bytes=? WHERE game=?",
        (state.table, state.epoch, ROW_BYTES, message.game),
    )
    room.unknown()
    state.forgotten, state.head = True, ""
    return StoreOutcome.STORED, state


def latest(db: Database, owner: bytes, table: str) -> str | None:
    """Return the game of an owner that a table played last."""
    rows = db.execute(
        "SELECT game FROM game WHERE owner=? AND holder=? AND forgotten=0 ORDER BY played DESC LIMIT 1", (owner, table)
    )
    return str(rows[0][0]) if rows else None


def open_games(db: Database, owner: bytes, most: int) -> list[OpenGame]:
    """Return the games of an owner that are not over, those that were played last first."""
    rows = db.execute(
        "SELECT holder, uuid, epoch, head FROM game WHERE owner=? AND forgotten=0 AND evening IS NULL"
        " ORDER BY played DESC LIMIT ?",
        (owner, most),
    )
    return [OpenGame(table, uuid, epoch, bytes(head or b"")) for table, uuid, epoch, head in rows]


def fetched(
    db: Database, game: str, first: int, most: int | None
) -> tuple[GameState, bytes | None, list[tuple[int, bytes]]] | None:
    """Return a game with its head and, of each entry from a number on, its epoch and what was sealed.

    :param most: bytes of the entries together; at least one entry is given.
    """
    state = game_state(db, game)
    if state is None or state.forgotten:
        return None
    head = db.execute("SELECT head FROM game WHERE game=?", (game,))[0][0]
    some = "" if most is None else f" LIMIT {MOST_AT_ONCE}"
    rows = db.execute(f"SELECT epoch, sealed FROM entry WHERE game=? AND seq>=? ORDER BY seq{some}", (game, first))
    found: list[tuple[int, bytes]] = []
    size = 0
    for epoch, sealed in rows:
        size += len(sealed)
        if found and most is not None and size > most:
            break
        found.append((int(epoch), bytes(sealed)))
    return state, None if head is None else bytes(head), found


def evenings(db: Database) -> list[tuple[str, GameResult]]:
    """Return tables and their finished games, the last first."""
    rows = db.execute("SELECT holder, evening FROM game WHERE evening IS NOT NULL ORDER BY played DESC")
    return [(str(table), read_payload(bytes(data), GameResult)) for table, data in rows]


class StoreAway(Exception):
    """The store cannot be reached, or cannot write, now."""


class Store(ABC):
    """Used on one thread. `room`: what tables may take. `where`: it is, in words, without a password."""

    where: str

    @abstractmethod
    def transact(self, work: Callable[[Database], T]) -> T:
        """Do it in one transaction, which is durable when this returns.

        :raises StoreAway: if it could not be done now.
        """

    @abstractmethod
    def close(self) -> None: ...

    def __init__(self, quota: int = QUOTA_BYTES) -> None:
        """
        :param quota: bytes of one table.
        """
        self.room = Room(quota)

    def take(self, messages: Sequence[TableMessage]) -> list[tuple[StoreOutcome, GameState | None]]:
        try:
            return self.transact(lambda db: [take_message(db, message, self.room) for message in messages])
        except BaseException:
            self.room.unknown()
            raise

    def states(self, games: Sequence[str]) -> list[GameState]:
        found = self.transact(lambda db: [game_state(db, game) for game in games])
        return [state for state in found if state is not None]

    def noted(self, owner: bytes, table: str, games: Sequence[str]) -> tuple[list[GameState], list[GameState]]:
        """Return the states of an owner's games that a table says it has; and those of which it is new that this table
        has them, too.

        :param table: "": whether one has them is not known.
        """

        def work(db: Database) -> tuple[list[GameState], list[GameState]]:
            found = (game_state(db, game) for game in games)
            states = [state for state in found if state is not None and state.owner == owner]
            return states, [state for state in states if table and note_other(db, state, table)]

        return self.transact(work)

    def course(self, game: str, most: int) -> list[tuple[int, str]]:
        return self.transact(lambda db: game_course(db, game, most))

    def latest(self, owner: bytes, table: str) -> str | None:
        return self.transact(lambda db: latest(db, owner, table))

    def open_games(self, owner: bytes, most: int) -> list[OpenGame]:
        return self.transact(lambda db: open_games(db, owner, most))

    def evenings(self) -> list[tuple[str, GameResult]]:
        return self.transact(evenings)

    def fetched(
        self, game: str, first: int = 0, most: int | None = None
    ) -> tuple[GameState, bytes | None, list[tuple[int, bytes]]] | None:
        return self.transact(lambda db: fetched(db, game, first, most))
