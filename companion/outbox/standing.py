"""How the link of a table stands, and what the hub has of others: what the screen shows."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import Text
from companion.link.reach import Reach


class Standing(Struct, frozen=True):
    """
    `link`: whether its process is there, `broker` and `hub`, whether these are. `reach`: what hinders, where it was
    looked for. `behind`: entries that the hub has not stored. `fault`: why it could not be switched on.
    """

    on: bool = False
    link: bool = False
    broker: bool = False
    hub: bool = False
    reach: Reach | None = None
    behind: int = 0
    fault: Text | None = None


class Known(Struct, frozen=True):
    """Another table of the owner, and its last game: `game`, who plays it, since when (`wall`), empty where that is not
    known yet. `age_s`: since the hub has heard of that table; None: not since it runs."""

    table: str
    age_s: int | None = None
    game: str = ""
    names: tuple[str, ...] = ()
    wall: str = ""
