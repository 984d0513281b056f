"""What happened on the table and no card says: told in two touches. And the way to counts, player aid and home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from companion.engine.choice import Choice
from companion.engine.requests import Leave
from companion.games.cerbere.card_words import ADVANCE, BACK, TABLE
from companion.games.cerbere.names import Deck, OpName, Side
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.i18n import N_, _
from kiosk.screens.cerbere.caught import result
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.mode import REPORT, REPORTS, Place
from kiosk.screens.cerbere.sheet import Sheet
from kiosk.screens.cerbere.tiles import Tiles
from kiosk.screens.sheet import band_foot
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile_grid import put_grid

Go = Callable[[Place | None], object]


class Report(NamedTuple):
    """Something that is told: icon, words, the question who, and the move that it is (with the pawn's name)."""

    icon: str
    label: str
    question: str
    move: str
    tone: Colour = C.ember


CAPTURE = "capture"
SYMBOL = "symbol"
REPORT_KINDS: dict[str, Report] = {
    CAPTURE: Report("hunt", N_("Captured"), N_("Who is caught?"), "capture", C.danger),
    "end": Report("boat", N_("Last board"), N_("Who is there first?"), "end_board_reached", C.bone),
    "seat": Report("boat1", N_("Gets into the boat"), N_("Who gets in?"), "seat", C.ok),
    "unseat": Report("back", N_("Leaves the boat"), N_("Who gets out?"), "unseat"),
    SYMBOL: Report("flame", N_("On a symbol"), N_("Whose pawn?"), "symbol"),
    "bridge": Report("bridge", N_("Crosses the bridge"), "", "bridge_used"),
}


class Printed(NamedTuple):
    """A printed symbol: what it does. `each`: the words with a number; the table is asked for it."""

    icon: str
    label: str
    op: OpName
    n: int = 1
    deck: Deck | None = None
    each: str = ""


SYMBOLS = (
    Printed("draw", N_("Draw 1 Survival"), OpName.DRAW, 1, Deck.SURVIVAL),
    Printed("hunt", N_("Rage +1"), OpName.RAGE_FORWARD),
    Printed("hunt", N_("Rage −1"), OpName.RAGE_BACK),
    Printed("die", N_("Speed −1"), OpName.SPEED_DOWN),
    Printed("boat", N_("Look or swap"), OpName.BOAT),
    Printed("cerberus", N_("The chase wakes"), OpName.HUNT),
    Printed("pawn", N_("Forward"), OpName.MOVE, each=ADVANCE["self"]),
    Printed("back", N_("Back again"), OpName.MOVE, -1, each=BACK["self"]),
    Printed("cerberus", N_("Cerberus runs"), OpName.CERBERUS, each=TABLE[OpName.CERBERUS]),
)
MOST = 3
"""Spaces that a printed symbol moves somebody."""


def may(kind: str, view: CerbereView) -> bool:
    """Whether there is anything of this kind to tell."""
    boats = view.boats
    match kind:
        case "end":
            return boats.revealed is None
        case "seat":
            return boats.revealed is not None and len(boats.aboard) < boats.revealed
        case "unseat":
            return bool(boats.aboard)
        case "bridge":
            return view.bridge
    return True


def pawns(kind: str, view: CerbereView) -> tuple[str, ...]:
    """Whom it can be about."""
    running = [seat for seat in view.seats if seat.side is Side.RUNNER]
    if kind == "unseat":
        return tuple(seat.name for seat in running if seat.aboard)
    return tuple(seat.name for seat in running if not seat.aboard)


class Reports(Sheet):
    """All that can be told, as tiles; Board level knows the pawns itself and has only the house's keys."""

    def __init__(self, house: House, go: Go) -> None:
        super().__init__(house)
        self.go = go
        self.title = Text(_("On the table"), "title", size=4.75)
        self.add_widget(self.title)
        self.tiles: list[BigTile] = []
        self._shown: tuple[object, ...] = ()
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=lambda: go(None)))

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        told = [k for k in REPORT_KINDS if view.path is None and not view.turn.chasing and may(k, view)]
        shown = (tuple(told),)
        if shown == self._shown:
            return
        self._shown = shown
        for tile in self.tiles:
            self.remove_widget(tile)
        self.tiles = [
            BigTile(_(report.label), report.icon, tone=report.tone, action=partial(self._tell, kind))
            for kind, report in ((kind, REPORT_KINDS[kind]) for kind in told)
        ]
        open_screen = self.house.open_screen
        self.tiles += [
            BigTile(_("Put right"), "swap", tone=C.ash, action=partial(open_screen, "cerbere_correct")),
            BigTile(_("Player aid"), "list", tone=C.ash, action=partial(open_screen, "aid")),
            BigTile(_("Leave"), "back", tone=C.ash, action=partial(self.house.link.send, Leave())),
        ]
        for tile in self.tiles:
            self.add_widget(tile)
        self.rearrange()

    def _tell(self, kind: str) -> None:
        if kind == "bridge":
            self.house.move("bridge_used")
            self.go(None)
        else:
            self.go(Place(REPORT, kind))

    def lay(self, m: Metrics) -> None:
        top = 3.0 if m.wide else 9.0
        self.put(self.title, left=4, right=4, top=top, height=6)
        first = top + (8 if m.wide else 10)
        put_grid(self, self.tiles, 4, first, m.columns - 8, m.rows - band_foot(m) - 1 - first)


class Who(Sheet):
    """Whom a report is about. A capture may be about several, in order; the others are told with one touch."""

    def __init__(self, house: House, kind: str, go: Go) -> None:
        super().__init__(house)
        self.kind, self.go = kind, go
        self.report = REPORT_KINDS[kind]
        self.picked: tuple[str, ...] = ()
        self.title = Text(_(self.report.question), "name", face="bold", size=7)
        self.grid = PlayerGrid(self._touch)
        self.add_widget(self.title)
        self.add_widget(self.grid)
        back = Key(_("Back"), "back", icon_size=3, action=lambda: go(Place(REPORTS)))
        self.done = Key("", align="center", kind="danger", action=self._capture)
        self.set_keys(*((back, self.done) if kind == CAPTURE else (back,)))

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        names = pawns(self.kind, view)
        self.grid.fill({seat.name: (seat, seat.name) for seat in view.seats if seat.name in names})
        self._mark()

    def _mark(self) -> None:
        self.grid.mark(self.picked)
        self.done.show(label=result(self.picked))
        self.done.enabled = bool(self.picked)
        self.rearrange()

    def _touch(self, name: str) -> None:
        if self.kind == CAPTURE:
            self.picked = tuple(p for p in self.picked if p != name) if name in self.picked else (*self.picked, name)
            self._mark()
        elif self.kind == SYMBOL:
            self.go(Place(REPORT, SYMBOL, name))
        else:
            self.house.move(self.report.move, pawn=name)
            self.go(None)  # also where it changes nothing

    def _capture(self) -> None:
        if self.picked:
            self.house.move("capture", pawns=list(self.picked))
            self.go(None)

    def lay(self, m: Metrics) -> None:
        top = 6.0 if m.wide else 14.0
        self.put(self.title, left=4, right=4, baseline=top + 6)
        self.put(self.grid, left=4, right=4, top=top + 11, height=m.rows - band_foot(m) - 1 - top - 11)


class Symbols(Tiles):
    """Which symbol a pawn stopped on."""

    def __init__(self, house: House, pawn: str, go: Go) -> None:
        super().__init__(house)
        self.pawn, self.go = pawn, go
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=lambda: go(Place(REPORT, SYMBOL))))

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        seat = next((s for s in view.seats if s.name == self.pawn), None)
        if seat is None or self.tiles:
            return
        self.mark.show(seat)
        self.who.show(_("{pawn} stops on a symbol").format(pawn=self.pawn))
        self.title.show(_("Which symbol?"))
        hidden = view.boats.revealed is None
        self.fill([
            BigTile(_(p.label), p.icon, action=partial(self._count if p.each else self._tell, p))
            for p in SYMBOLS
            if hidden or p.op is not OpName.BOAT
        ])  # fmt: skip

    def _count(self, printed: Printed) -> None:
        """How many spaces: asked in place of the symbols."""
        self.title.show(_("How many spaces?"))
        self.fill([
            BigTile(_(printed.each).format(n=n), printed.icon, action=partial(self._tell, printed, n))
            for n in range(1, MOST + 1)
        ])  # fmt: skip

    def _tell(self, printed: Printed, n: int = 1) -> None:
        more = {"deck": str(printed.deck)} if printed.deck is not None else {}
        self.house.move("symbol", pawn=self.pawn, op=str(printed.op), n=printed.n * n, **more)
        self.go(None)  # also where it changes nothing
