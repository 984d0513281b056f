"""The state of a table's link, and the games of other tables at the hub, as the screen shows them."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import Text
from companion.uplink.link.pieces import Limits
from companion.uplink.link.reach import Obstacle, Word
from companion.uplink.outbox.key_file import Lacking


class Standing(Struct, frozen=True):
    """
    `link`: whether its process is there, `broker` and `hub`, whether these are. `reach`: what hinders, where it was
    looked for, `detail` in the broker's own words. `behind`: entries that the hub has not stored. `full`: the hub has
    no room left for this table. `clash`: another table has this one's name. `limits`: what the broker takes;
    `left_out`: topics of which a message was too large for it. `fault`: why it could not be switched on; `lacking`: it
    is the owner's key that is missing. `authority`: who signed the broker's certificate, where that is not known yet
    (`Hindrance`).
    """

    on: bool = False
    link: bool = False
    broker: bool = False
    hub: bool = False
    reach: Obstacle | None = None
    behind: int = 0
    full: bool = False
    clash: bool = False
    limits: Limits = Limits()
    left_out: tuple[str, ...] = ()
    fault: Text | None = None
    lacking: Lacking | None = None
    detail: str = ""
    authority: str = ""

    @property
    def word(self) -> Word:
        """Return the state for programs."""
        return Word(
            self.broker, self.hub, self.reach, self.detail, self.behind, self.full, self.clash, self.limits.packet,
            self.limits.retain, self.left_out,
        )  # fmt: skip


class OwnedGame(Struct, frozen=True):
    """A game of the owner's that could be played on here, and the table that plays it, or did: `game`, who plays it,
    since when (`wall`), empty where that is not known yet. `age_s`: since the hub has heard of that table; None: not
    since it runs, or it is this one. `uuid`: the game's own name."""

    table: str
    age_s: int | None = None
    game: str = ""
    names: tuple[str, ...] = ()
    wall: str = ""
    uuid: str = ""
