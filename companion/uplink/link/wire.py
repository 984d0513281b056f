"""Topics and payloads between tables and the hub, over the broker. MessagePack; docs/network.md.

A table writes below `companion/<table>/` only, the hub below `hub/` only.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion.engine import typed

UP, DOWN = "companion", "hub"
HUB_ONLINE = "hub/online"
"""Retained: the hub that runs; empty once it is gone."""
ONLINE = "online"
"""Below a table, retained: the link that is there, by a name of its own at each start; empty once it is gone."""
_TABLE, _GAME = r"[a-z0-9][a-z0-9-]{0,31}", r"[0-9a-f]{32}"
HOME = "home"
"""Below a table: what Home Assistant shows of it, and its buttons."""
TABLE = re.compile(_TABLE)
"""Names of tables; also their users at the broker."""
GAME = re.compile(_GAME)
LONGEST_SEALED = 1_000_000
"""Bytes of one sealed entry."""
LONGEST_HEAD = 70_000
MOST_ENTRIES = 1_000_000
MOST_GAMES = 1_000
"""In one hello; of more games there are several."""
MOST_OF_A_COURSE = 20_000
"""Entries that one answer names."""
MOST_KNOWN = 300
"""Games in one answer."""
OWNER_BYTES, SIGNATURE_BYTES = 32, 64
"""Of Ed25519."""

T = TypeVar("T")


_encode = msgspec.msgpack.Encoder().encode


def digest(sealed: bytes) -> str:
    """Return the digest that identifies sealed bytes."""
    return hashlib.sha256(sealed).hexdigest()[:32]


def hub_name(owner: bytes, uuid: str) -> str:
    """Return the name of a game at the hub: only its owner can be the first to use it.

    :param owner: the public half of the owner's key.
    :param uuid: the journal's own random name of the game.
    """
    return hashlib.sha256(b"companion game\0" + owner + uuid.encode()).hexdigest()[:32]


def statement(topic: str, body: bytes) -> bytes:
    """Return what the owner signs: the topic says what, by which table and of which game, the body the rest."""
    return b"companion 1\0" + topic.encode() + b"\0" + body


Count = Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
GameName = Annotated[str, Meta(pattern=rf"^{_GAME}\Z")]
TableName = Annotated[str, Meta(pattern=rf"^{_TABLE}\Z")]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]*\Z", max_length=128)]
SealedBytes = Annotated[bytes, Meta(max_length=LONGEST_SEALED)]
Short = Annotated[str, Meta(max_length=200)]
ShortWords = Annotated[dict[Short, Short], Meta(max_length=8)]
"""By language."""
SealedHead = Annotated[bytes, Meta(max_length=LONGEST_HEAD)]
Uuid = Annotated[str, Meta(pattern=rf"^({_GAME})?\Z")]
Ms = Annotated[int, Meta(ge=0, le=2**53)]


class Signed(Struct, frozen=True, array_like=True):
    """A payload that counts from the owner alone: `signature` of the `statement` with the private half of `owner`.

    Openings, claims, what is to be forgotten, and questions. `uuid`: of the game, "" where it is about none.
    """

    owner: Annotated[bytes, Meta(min_length=OWNER_BYTES, max_length=OWNER_BYTES)]
    uuid: Uuid
    body: Annotated[bytes, Meta(max_length=LONGEST_SEALED + 100)]
    signature: Annotated[bytes, Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]


class HubMark(Struct, frozen=True, array_like=True):
    """The hub's progress with a game: all entries up to `seq` (-1: nothing), the last of them with that digest.

    `proof`, where the table `table` took the game up in this epoch: the signature of its claim, after the entry `base`
    with the digest `base_digest`. `head`: the digest of the head that is stored. `full`: what came last is not stored,
    as the hub has no room left for this table. `also`: another table that has the game, too. `run`: the hub that says
    so; "": it says nothing but that it wants to be greeted, as the game is another table's.
    """

    epoch: Count
    seq: Annotated[int, Meta(ge=-1, le=MOST_ENTRIES)]
    digest: Short = ""
    base: Annotated[int, Meta(ge=-1, le=MOST_ENTRIES)] = -1
    table: Short = ""
    proof: Short = ""
    head: Short = ""
    forgotten: bool = False
    full: bool = False
    also: Short = ""
    run: Short = ""
    base_digest: Short = ""


class EntryPayload(Struct, frozen=True, array_like=True):
    """`journal/<game>/<seq>`; that of an opening is signed."""

    epoch: Count
    sealed: SealedBytes


class GameResult(Struct, frozen=True):
    """The result of a finished game, for the wall: without names, unless they are shared, and without its entries.

    `table`: its title. `game`: title of the game, `how`: how it ended, both by language. `begun`: ISO 8601. `lost`: by
    all of them together; None: some of them win.
    """

    table: Short
    game: ShortWords
    begun: Short
    length_ms: Ms
    seats: Annotated[int, Meta(ge=0, le=99)]
    how: ShortWords
    lost: bool | None = None
    names: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()


class HeadPayload(Struct, frozen=True, array_like=True):
    """`head/<game>`. `last`: it is the game that this table plays, or played last. `evening`: how it ended."""

    epoch: Count
    sealed: SealedHead
    last: bool
    evening: GameResult | None = None

    @property
    def digest(self) -> str:
        return digest(_encode(self))


class ClaimPayload(Struct, frozen=True, array_like=True):
    """`claim/<game>`, signed. `base`: the last entry that it takes over, -1: none; `digest`: of that entry."""

    epoch: Count
    base: Annotated[int, Meta(ge=-1, le=MOST_ENTRIES)]
    digest: Digits = ""


class ForgetPayload(Struct, frozen=True, array_like=True):
    """`forget/<game>`, signed: what this table has of the game in that epoch is forgotten."""

    epoch: Count


class AskCourse(Struct, frozen=True, array_like=True):
    """`course/<game>`, signed: which entries of a game the hub has."""


class CoursePayload(Struct, frozen=True, array_like=True):
    """`course/<game>`, the answer: of each entry, the opening first, its epoch and digest; none of an unknown game."""

    entries: Annotated[tuple[tuple[Count, Digits], ...], Meta(max_length=MOST_OF_A_COURSE)]
    run: Short = ""


class Hello(Struct, frozen=True, array_like=True):
    """`hello`, signed: games that a table has. The hub answers with `marks`, under the same `id`. `run`: the hub that
    is greeted: one that was said to another, or comes once more, says nothing of how it is now."""

    id: Short
    games: Annotated[tuple[GameName, ...], Meta(max_length=MOST_GAMES)]
    run: Short = ""


class HubMarks(Struct, frozen=True, array_like=True):
    """`marks`: of the games of a hello those that the hub has. `run`: the hub that says so."""

    id: Short
    run: Short
    marks: Annotated[dict[GameName, HubMark], Meta(max_length=MOST_GAMES)]


class ClockReport(Struct, frozen=True, array_like=True):
    """`left_ms` is None where it counts up."""

    running: bool
    elapsed_ms: Ms
    left_ms: Ms | None


class WallState(Struct, frozen=True):
    """`state`, retained: the state of a table, for the wall. Names of players are in it only if they are shared.

    `title`: of the table. `game`: its title, by language; empty while none is open. `seats`: how many sit there;
    `turn`: which of them is asked, from 1; 0: any seat, or none. `who`: that one's name. `trouble`: what is wrong with
    the machine, each by language. `help`: the table calls for help, for the `call`th time.
    """

    title: Short
    game: ShortWords = {}
    over: bool = False
    clock: ClockReport | None = None
    seats: Annotated[int, Meta(ge=0, le=99)] = 0
    turn: Annotated[int, Meta(ge=0, le=99)] = 0
    who: Short = ""
    trouble: Annotated[tuple[ShortWords, ...], Meta(max_length=20)] = ()
    help: bool = False
    call: Count = 0


class Fetch(Struct, frozen=True, array_like=True):
    """`fetch`, signed: a game of this owner, from the entry `first` on; without a `game` the one that a table plays, or
    played last."""

    id: Short
    table: TableName
    first: Count = 0
    game: Uuid = ""


class AskGames(Struct, frozen=True, array_like=True):
    """`ask`, signed: which games of this owner could be fetched."""

    id: Short


class KnownGame(Struct, frozen=True, array_like=True):
    """A game that is not over, and the table that plays it, or did; its `head` is sealed. `age_s`: since that table
    said something; None: since before this hub runs."""

    table: TableName
    uuid: GameName
    epoch: Count
    head: SealedHead = b""
    age_s: Ms | None = None


class GamesPayload(Struct, frozen=True, array_like=True):
    """`games`: the answer; those that were played last come first."""

    id: Short
    games: Annotated[tuple[KnownGame, ...], Meta(max_length=MOST_KNOWN)] = ()


class FetchedPayload(Struct, frozen=True, array_like=True):
    """`fetched`: the answer, as much as fits into one; without a `uuid` there is none.

    `entries`: epoch and sealed bytes of entry `first` and those that follow it, of `count`; the opening is one.
    """

    id: Short
    uuid: Uuid = ""
    epoch: Count = 0
    head: SealedHead = b""
    entries: tuple[tuple[Count, SealedBytes], ...] = ()
    first: Count = 0
    count: Count = 0


def discovery_topic(table: str) -> str:
    """Return the topic under which Home Assistant discovers a table."""
    return f"homeassistant/device/companion-{table}/config"


def payload(value: Struct) -> bytes:
    return _encode(value)


def read_payload(data: bytes, kind: type[T]) -> T:
    """
    :raises msgspec.MsgspecError: if it is none.
    """
    found: T = typed.from_msgpack(data, kind)
    return found


def up(table: str, *parts: str | int) -> str:
    """Return a topic of a table."""
    return "/".join((UP, table, *map(str, parts)))


def down(table: str, *parts: str | int) -> str:
    """Return a topic of the hub for a table."""
    return "/".join((DOWN, table, *map(str, parts)))
