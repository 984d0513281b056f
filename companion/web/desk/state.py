"""The table's knowledge of its pages, and the pages' knowledge of the set-up."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from companion.engine.text import N_, Text


class Phone(Struct, frozen=True):
    """A seat's phone. `here`: its page is open."""

    seat: str
    here: bool


class Wish(StrEnum):
    """What letting a phone in would do."""

    FREE = "free"
    """It gets a seat of the set-up that has no phone."""
    NEW = "new"
    """Its name gets a seat of the set-up."""
    HAD = "had"
    """It gets a seat that another phone had this evening."""
    PLAYING = "playing"
    """It gets a seat of a game that has begun."""
    TAKEN = "taken"
    """It ends the phone that has the seat."""


WISHES: dict[Wish, str] = {
    Wish.FREE: N_("a free seat"),
    Wish.NEW: N_("a new name"),
    Wish.HAD: N_("another phone had it"),
    Wish.PLAYING: N_("a seat of this game"),
    Wish.TAKEN: N_("ends the phone there"),
}
TABLE = N_("At the table")
GAME_LINE = "game"
"""Key of the line that chooses the game (`SetUpLine`)."""


class Arrival(Struct, frozen=True):
    """A phone that waits to be let in. `name`: of the seat that it asks for. `signs`: two icons that its page shows,
    too; no other phone that waits has both."""

    id: int
    name: str
    signs: tuple[str, str]
    wish: Wish


class SetUpSeat(Struct, frozen=True):
    """A seat of the next game. `spare`: nobody has named it, so a new name may have it."""

    name: str
    colour: str = ""
    spare: bool = False


class SetUpLine(Struct, frozen=True):
    """Something that is chosen before a game: one of a few values, each with its words."""

    key: str
    label: Text
    values: tuple[tuple[str, Text], ...]
    chosen: str


class SetUpTable(Struct, frozen=True):
    """How the table is set up for the next game. `most`: so many can play it. `lines`: what a host may choose."""

    seats: tuple[SetUpSeat, ...] = ()
    most: int = 0
    lines: tuple[SetUpLine, ...] = ()


class PagesState(Struct, frozen=True):
    """`urls`: where the pages are; empty until their server has come. `asking`: phones that wait to be let in, the
    first one first. `everybody`: phones are let in without a touch. `named`: players who were let in and have no seat
    in the set-up yet. `host`: the seat whose phone may do what the table may. `taking`: the seat that wants to take
    back what was seen by somebody, until a second one agrees. `screens`: pages without a seat. `codes`: seats whose
    code is unused. `fault`: why there is no server."""

    urls: tuple[str, ...] = ()
    phones: tuple[Phone, ...] = ()
    asking: tuple[Arrival, ...] = ()
    screens: int = 0
    codes: tuple[str, ...] = ()
    fault: Text | None = None
    everybody: bool = False
    named: tuple[str, ...] = ()
    host: str = ""
    taking: str = ""
