"""The deck as data: rail cards, layouts, rulings. The owner's file is `hellrail/deck.toml`."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hellrail.data.rulings import Rulings


class Card(Struct, frozen=True):
    """A rail card. `pickup`, `setout`: `G` or `1`..`9` (None: nobody told); `rails`: segments as printed."""

    id: str
    car: int | None = None
    pickup: str | None = None
    setout: str | None = None
    brimstone: int | None = None
    rails: tuple[str, ...] = ()
    name: str = ""


class Spot(Struct, frozen=True):
    """Where a circle lies: x east, y south."""

    circle: str
    x: int
    y: int


class Layout(Struct, frozen=True):
    """A figure of the ten circles; `spots` is empty where the owner has not filled it in."""

    id: str
    status: str
    spots: tuple[Spot, ...]


class TagOf(Struct, frozen=True):
    """What bears a tag: `card` (a rail card's id), `circle`, `effect` or `piece`; one of them is set."""

    card: str = ""
    circle: str = ""
    effect: str = ""
    piece: str = ""


class Deck(Struct, frozen=True):
    """The 45 cards by id, layouts by id, tags by UID.

    `placeholder`: not the printed cards, results are never called official.
    """

    name: str
    cards: dict[str, Card]
    layouts: dict[str, Layout]
    tags: dict[str, TagOf]
    rulings: Rulings = Rulings()
    placeholder: bool = False
    verified: bool = False

    @property
    def official(self) -> bool:
        return self.verified and not self.placeholder
