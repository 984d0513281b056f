"""What a rail map shows: the table as it lies, what can be touched, and how it came to be so. Pure data, no rule."""

from __future__ import annotations

from dataclasses import dataclass

OFF = "off"
"""Beyond the end of the rail."""


@dataclass(frozen=True)
class Circle:
    """A circle card. `icon`: its effect token; `down`: the token lies face down."""

    id: str
    label: str
    cell: str
    icon: str = ""
    down: bool = False
    guarded: bool = False


@dataclass(frozen=True)
class Card:
    """A rail card as it lies; `under`: older ones beneath."""

    cell: str
    rails: tuple[str, ...]
    under: int = 0


@dataclass(frozen=True)
class Engine:
    """An engine."""

    name: str
    colour: str
    node: str
    heading: str | None
    active: bool = False


@dataclass(frozen=True)
class Picture:
    """The table as it lies."""

    circles: tuple[Circle, ...] = ()
    cards: tuple[Card, ...] = ()
    engines: tuple[Engine, ...] = ()
    markers: tuple[str, ...] = ()
    room: frozenset[str] = frozenset()
    """Cells that are seen with it, whatever lies there."""

    @property
    def places(self) -> dict[str, str]:
        """Circle -> cell."""
        return {circle.id: circle.cell for circle in self.circles}


@dataclass(frozen=True)
class Ask:
    """What can be touched now, and what was chosen so far.

    nodes: ties and circles; off: the tie over whose edge an engine could leave the rail; cells: places for a card;
    cards: cells whose card can be chosen; ghost: (cell, tracks) of the card in hand; route: nodes from the start;
    rammed: names of engines on the route; chosen: one node that is lit; faint: nearly every tie can be touched.
    """

    nodes: frozenset[str] = frozenset()
    off: str | None = None
    cells: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    ghost: tuple[str, tuple[str, ...]] | None = None
    route: tuple[str, ...] = ()
    rammed: frozenset[str] = frozenset()
    chosen: str | None = None
    faint: bool = False


@dataclass(frozen=True)
class Hop:
    """An engine goes on to a node."""

    name: str
    node: str
    heading: str | None
