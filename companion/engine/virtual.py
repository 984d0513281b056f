"""A game's virtual table: the pieces that people would hold, in piles; a touch lays one on the virtual reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.engine.message import Line
from companion.engine.text import N_, NOTHING, Text
from companion.engine.update import Update


class PieceMark(Struct, frozen=True):
    """A sign on a piece. `tone`: a palette colour by its name, or `#rrggbb`."""

    icon: str
    tone: str = "ash"


class Piece(Struct, frozen=True):
    """A piece of the virtual table. `uid`: its tag; "" while none of its kind can be laid.

    `colour`: of the seat that owns it, `tone` where no seat does. `lit`: a person would see that it can be played.
    """

    uid: str
    label: Text
    icon: str
    colour: str = ""
    tone: str = ""
    marks: tuple[PieceMark, ...] = ()
    lit: bool = False


class Pile(Struct, frozen=True):
    """Pieces that are shown together. `name`: what the key that leads to them is called.

    `across`: how many are side by side at most, on a wide and on an upright display; by default as many as fit.
    """

    pieces: tuple[Piece, ...]
    name: Text = NOTHING
    icon: str = "list"
    across: tuple[int, int] | None = None


class Holder(Struct, frozen=True):
    """The player whose turn it is. `hollow`: only the outline of the seat's mark is drawn."""

    name: str
    colour: str
    hollow: bool = False


class TableLine(Struct, frozen=True):
    """The line above the pieces. `clock`: the clock of the game; else `holder` is there. `count`: a sign and a
    figure. `news`: what has just happened, or what all players must do; `idle`: what to do when nothing has."""

    clock: bool = False
    holder: Holder | None = None
    count: tuple[str, str] | None = None
    news: Line | None = None
    idle: Line | None = None


class VirtualTable:
    """Follows the updates of the table; each game fills in its pieces."""

    def on_update(self, update: Update) -> None:
        """Move the pieces as people would after `update`."""

    def piles(self) -> tuple[Pile, ...]:
        """Return the present piles; the first shows first."""
        return ()

    def report(self) -> TableLine:
        return TableLine()


class BlankTags(VirtualTable):
    """Tags that are on no piece yet, to try how pieces are enrolled.

    :param uid_of: the uid of a tag by its number, of a kind that the virtual reader can see.
    """

    PER_PILE, PILES = 20, 5

    def __init__(self, uid_of: Callable[[int], str]) -> None:
        self._uid_of = uid_of

    def piles(self) -> tuple[Pile, ...]:
        numbers = range(1, self.PER_PILE * self.PILES + 1)
        pieces = [Piece(self._uid_of(n), Text("{n}", {"n": n}), "tag") for n in numbers]
        starts = range(0, len(pieces), self.PER_PILE)
        named = (Text(N_("Tags {n}+"), {"n": at + 1}) for at in starts)
        return tuple(
            Pile(tuple(pieces[at : at + self.PER_PILE]), name, "tag") for at, name in zip(starts, named, strict=True)
        )

    def report(self) -> TableLine:
        return TableLine(news=Line("tag", "ember", Text(N_("Lay a tag on the reader…"))))


class FromPrompt(VirtualTable):
    """Every piece whose tag can be chosen now.

    :param tags: slot -> the tag of the piece.
    """

    def __init__(self, tags: Mapping[str, str]) -> None:
        self._tags = tags
        self._lying: tuple[Piece, ...] = ()

    def on_update(self, update: Update) -> None:
        options = () if update.prompt is None else update.prompt.options
        self._lying = tuple(
            Piece(self._tags[option.slot], option.label, option.icon or "tag")
            for option in options
            if option.slot in self._tags
        )

    def piles(self) -> tuple[Pile, ...]:
        return (Pile(self._lying),)
