"""What a finger does on the map: choose a route, a crossing, a place for a card, a tie, a card to turn or to remove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.games.hellrail.names import CIRCLES, OFF
from companion.games.hellrail.offers import Offers
from companion.games.hellrail.segments import SEGMENTS, rotate
from companion.games.hellrail.view import RailView
from kiosk.i18n import _, ngettext
from kiosk.screens.hellrail.map_route import Routing
from kiosk.screens.hellrail.words import place
from kiosk.theme import C, Colour
from kiosk.widgets.rail_map import Kind
from kiosk.widgets.rail_picture import Ask
from kiosk.words import names

Card = Mapping[str, Any] | str


class Said(NamedTuple):
    """A move as the table wants it."""

    name: str
    fields: dict[str, Any]


class MapTask:
    """Override what differs. `title` and `hint` are words; `figure` the huge number, if there is one."""

    icon = "map"
    tone: Colour = C.brim
    turns = False
    """The card in hand can be turned."""
    cancel = True
    """It can be left without an answer."""

    def __init__(self, offers: Offers, seat: str) -> None:
        self.offers, self.seat = offers, seat

    title = ""
    figure = ""
    figure_words = ""

    @property
    def hint(self) -> str:
        return ""

    @property
    def ask(self) -> Ask:
        return Ask()

    def key(self) -> tuple[str, str] | None:
        """Label and icon of the lit key, None while nothing is chosen."""
        return None

    def other(self) -> tuple[str, str, Said] | None:
        """Label, icon and move of the answer beside it ("none", "done")."""
        return None

    def touch(self, kind: Kind, name: str) -> Said | None:
        """A finger; a move if that is the answer already."""
        return None

    def turn(self) -> None:
        """A quarter turn."""

    def said(self) -> Said | None:
        """What the lit key sends."""
        return None


class MoveTask(MapTask):
    """HR-028..039: a card drives the engine."""

    icon = "move"

    def __init__(
        self, offers: Offers, seat: str, card: Card, toll: list[Any], limit: int | None, brimstone: int | None = None
    ) -> None:
        super().__init__(offers, seat)
        self.card, self.toll = card, toll
        self.routing = Routing(offers, seat, limit)
        self.title = _("Where to?")

    @property
    def figure(self) -> str:  # type: ignore[override]  # a number that changes
        return str(self.routing.left) if self.routing.known else ""

    @property
    def figure_words(self) -> str:  # type: ignore[override]
        if self.routing.route:
            return ngettext("tie left", "ties left", self.routing.left)
        return ngettext("tie at most", "ties at most", self.routing.left)

    @property
    def hint(self) -> str:
        rammed = self.routing.rammed()
        if self.routing.end.node == OFF and self.routing.route:
            return _("Off the rail: hand and cars are lost.")
        if rammed:
            return _("Rams {names}").format(names=names(rammed))
        if not self.routing.route:
            return _("Touch the end, or tie after tie. The last one again takes it back.")
        return ""

    @property
    def ask(self) -> Ask:
        r = self.routing
        start = self.offers.engines[self.seat].node
        return Ask(r.nodes(), r.off, route=(start, *r.path), rammed=frozenset(r.rammed()))

    def touch(self, kind: Kind, name: str) -> Said | None:
        if kind in ("node", "circle"):
            self.routing.touch(name)
        return None

    def key(self) -> tuple[str, str] | None:
        if not self.routing.route:
            return None
        end = self.routing.end.node
        if end == OFF:
            return _("Off the rail"), "derail"
        if end in CIRCLES:
            return place(end)[:1].upper() + place(end)[1:], "move"
        return _("Drive"), "move"

    def said(self) -> Said | None:
        if not self.routing.route:
            return None
        return Said("move", {"card": self.card, "toll": self.toll, "path": list(self.routing.path)})


class BoatTask(MapTask):
    """HR-115: a Boatman crosses empty spaces."""

    icon = "boatman"

    def __init__(
        self, offers: Offers, seat: str, card: Card, toll: list[Any], limit: int | None, brimstone: int | None = None
    ) -> None:
        super().__init__(offers, seat)
        self.card, self.toll = card, toll
        self.ways = {
            crossing.landing.node: (side, crossing.gap)
            for side, crossing in offers.crossings(seat, brimstone).items()
            if crossing.landing is not None
        }
        self.chosen: str | None = None
        self.title = _("Over to where?")

    @property
    def hint(self) -> str:
        if not self.ways:
            return _("No shore is near enough for this card.")
        if self.chosen is None:
            return _("Touch where the Boatman lands.")
        gap = self.ways[self.chosen][1]
        return ngettext("Over {n} empty space", "Over {n} empty spaces", gap).format(n=gap)

    @property
    def ask(self) -> Ask:
        start = self.offers.engines[self.seat].node
        route = (start, self.chosen) if self.chosen is not None else (start,)
        return Ask(frozenset(self.ways), route=route)

    def touch(self, kind: Kind, name: str) -> Said | None:
        if name in self.ways:
            self.chosen = None if name == self.chosen else name
        return None

    def key(self) -> tuple[str, str] | None:
        return None if self.chosen is None else (_("Cross over"), "boatman")

    def said(self) -> Said | None:
        if self.chosen is None:
            return None
        return Said("boat", {"card": self.card, "toll": self.toll, "direction": self.ways[self.chosen][0]})


class LayTask(MapTask):
    """HR-061..064: a card is laid, or covers another one."""

    turns = True

    def __init__(self, offers: Offers, seat: str, card: Card, rails: tuple[str, ...], upgrade: bool = False) -> None:
        super().__init__(offers, seat)
        self.card, self.rails, self.upgrade = card, rails, upgrade
        self.icon = "rings" if upgrade else "rail"
        found = offers.upgrades(rails) if upgrade else dict.fromkeys(offers.lay_cells(), (0, 1, 2, 3))
        self.places: Mapping[str, tuple[int, ...]] = found
        self.turns = bool(found)
        self.cell: str | None = None
        self.q = 0
        self.title = _("What does it cover?") if upgrade else _("Where does it lie?")

    @property
    def hint(self) -> str:
        if not self.places:
            return _("This card covers none: all tracks below must be on it.")
        if self.cell is None:
            return _("Touch a place.") if not self.upgrade else _("Touch one of the ringed cards.")
        if len(self._different()) < 2:
            return _("It fits only so.")
        return _("Touch it again to turn it.")

    def _different(self) -> tuple[int, ...]:
        """The turns that look different."""
        seen: dict[frozenset[str], int] = {}
        for q in self.places.get(self.cell or "", ()):
            seen.setdefault(rotate(self.rails, q), q)
        return tuple(seen.values())

    @property
    def ask(self) -> Ask:
        ghost = None if self.cell is None else (self.cell, lying(self.rails, self.q))
        places = frozenset(self.places)
        return Ask(cards=places, ghost=ghost) if self.upgrade else Ask(cells=places, ghost=ghost)

    def touch(self, kind: Kind, name: str) -> Said | None:
        if kind != "cell" or name not in self.places:
            return None
        if name == self.cell:
            self.turn()
            return None
        keep = self.q if self.cell is not None and self.q in self.places[name] else self.places[name][0]
        self.cell, self.q = name, keep
        return None

    def turn(self) -> None:
        turns = self._different()
        if turns:
            later = [q for q in turns if q > self.q]
            self.q = later[0] if later else turns[0]

    def key(self) -> tuple[str, str] | None:
        if self.cell is None:
            return None
        return (_("Cover it"), "rings") if self.upgrade else (_("Lay it"), "rail")

    def said(self) -> Said | None:
        if self.cell is None:
            return None
        name = "upgrade" if self.upgrade else "lay"
        return Said(name, {"card": self.card, "cell": self.cell, "rotation": self.q})


class TieTask(MapTask):
    """HR-092: a check marker on a free tie."""

    icon = "check"

    def __init__(self, offers: Offers, seat: str, source: str) -> None:
        super().__init__(offers, seat)
        self.source = source
        self.free = frozenset(offers.free_ties())
        self.chosen: str | None = None
        self.title = _("Which tie is checked?")

    @property
    def hint(self) -> str:
        return _("Touch a free tie.") if self.chosen is None else ""

    @property
    def ask(self) -> Ask:
        return Ask(self.free, chosen=self.chosen, faint=True)

    def touch(self, kind: Kind, name: str) -> Said | None:
        if kind == "node" and name in self.free:
            self.chosen = None if name == self.chosen else name
        return None

    def key(self) -> tuple[str, str] | None:
        return None if self.chosen is None else (_("Put it there"), "check")

    def said(self) -> Said | None:
        return None if self.chosen is None else Said("use", {"source": self.source, "node": self.chosen})


class BranchTask(MapTask):
    """HR-Q23: which way a pushed engine goes. A touch is the answer."""

    icon = "ram"
    cancel = False

    def __init__(self, offers: Offers, seat: str, nodes: tuple[str, ...], target: str) -> None:
        super().__init__(offers, seat)
        self.ways, self.target = nodes, target
        self.title = _("Which way is {name} pushed?").format(name=target)

    @property
    def hint(self) -> str:
        return _("{name} decides: touch a way.").format(name=self.seat)

    @property
    def ask(self) -> Ask:
        return Ask(frozenset(self.ways), rammed=frozenset([self.target]))

    def touch(self, kind: Kind, name: str) -> Said | None:
        return Said("branch", {"node": name}) if name in self.ways else None


class CardTask(MapTask):
    """HR-088, HR-094: a rail card is turned, or taken away. `brimstone`: what it must bear."""

    cancel = False

    def __init__(self, offers: Offers, seat: str, brimstone: int | None, remove: bool) -> None:
        super().__init__(offers, seat)
        self.brimstone, self.remove = brimstone, remove
        self.icon = "discard" if remove else "uturn"
        self.free = {rail.cell: rail for rail in offers.free_cards(brimstone)}
        self.turns = not remove and bool(self.free)
        self.chosen: RailView | None = None
        self.q = 1
        self.title = _("Which card goes?") if remove else _("Which card turns?")
        self.figure = "" if brimstone is None else str(brimstone)
        self.figure_words = _("brimstone")

    @property
    def hint(self) -> str:
        if not self.free:
            return _("No free card has this brimstone.")
        if self.chosen is None:
            return _("Touch one of the ringed cards.")
        return _("It leaves the table.") if self.remove else _("Touch it again to turn it further.")

    @property
    def ask(self) -> Ask:
        rail = self.chosen
        ghost = None if rail is None else (rail.cell, lying(rail.rails, 0 if self.remove else self.q))
        return Ask(cards=frozenset(self.free), ghost=ghost)

    def touch(self, kind: Kind, name: str) -> Said | None:
        rail = self.free.get(name) if kind == "cell" else None
        if rail is not None and rail is self.chosen:
            self.turn()
        elif rail is not None:
            self.chosen, self.q = rail, 1
        return None

    def turn(self) -> None:
        if self.remove:
            self.chosen = None
        else:
            self.q = self.q % 3 + 1

    def key(self) -> tuple[str, str] | None:
        if self.chosen is None:
            return None
        return (_("Take it away"), "discard") if self.remove else (_("Turn it so"), "uturn")

    def other(self) -> tuple[str, str, Said] | None:
        return (_("None"), "cross", Said("pick", {})) if self.remove else (_("Done"), "check", Said("done", {}))

    def said(self) -> Said | None:
        if self.chosen is None:
            return None
        if self.remove:
            return Said("pick", {"card": self.chosen.card})
        return Said("turn_rail", {"card": self.chosen.card, "rotation": self.q})


def lying(rails: tuple[str, ...], q: int) -> tuple[str, ...]:
    """Tracks after quarter turns, in the order in which they are always written."""
    turned = rotate(rails, q)
    return tuple(name for name in SEGMENTS if name in turned)
