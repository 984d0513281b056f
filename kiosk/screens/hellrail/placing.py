"""Devil's Advocate: the players place the circles, one after another, the Gates first."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.requests import Leave, Undo
from companion.engine.update import Update
from companion.figures.hellrail.rails import CirclePicture, TablePicture, Touchables, picture_of
from companion.games.hellrail.names import GATES
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _, spoken
from companion.presentation.refusals import refusal
from companion.presentation.words import undo_text
from kiosk.display.theme import Metrics
from kiosk.screens.hellrail.map_picture import MapGround
from kiosk.screens.hellrail.rail_view import RailMap
from kiosk.screens.screen import Screen
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Layers, Leaf, Node, Row, Split
from kiosk.widgets.tile import Tile

SIDE = 34.0
"""u of the column beside a wide map."""
UPRIGHT_HEAD, UPRIGHT_FOOT = 13.0, 45.0
"""u above and below the map of an upright screen."""


def _gates_next(view: HellRailView) -> bool:
    """Whether no circle lies yet: the Gates are the first (HR-122)."""
    return not any(circle.cell for circle in view.circles)


class Placing(Screen):
    """Who, which circle, where; the lit key lays it."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: HellRailView | None = None
        self.seat = ""
        self.circle: str | None = None
        self.cell: str | None = None
        self._undoes = ""
        self.undoable = False
        self.background = Background(SETUP)
        self.map = RailMap(self._touched)
        self.grounds = (MapGround(), MapGround())
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "title", face="bold", lines=2)
        self.hint = Text("", "small", lines=2)
        self.dealt = Text("", "small", lines=6)
        """Once the companion dealt the circles: who has which, until the first one lies."""
        self.seats: list[Tile] = []
        self.tiles: list[Tile] = []
        self.undo = Key(_("Undo"), "undo", action=lambda: context.ask.send(Undo()))
        self.leave = Key(_("Home"), "back", icon_size=3, action=lambda: context.ask.send(Leave()))
        self.done = Key(_("Lay it"), "check", kind="prime", action=self.place)
        self.deal = Key(_("Deal the circles"), "rings", action=lambda: context.ask.act("deal"))
        self.demo = Text(_("demo deck"), "small")
        self.band = Band(room_right=4)
        self.map.air = (1.5, 1.5, 1.5, 1.5)

    # ------------------------------------------------------------ news

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView) or view.placing is None:
            return
        first, self.view = self.view is None, view
        if update.events or first:
            self.circle = self.cell = None
            self.seat = view.placing.seat
            self.band.hush()
            if _gates_next(view):
                self.circle, self.cell = GATES, view.placing.cells[0]
        if update.refusal is not None:
            said = refusal(update.refusal, update.game)
            self.band.say(said.title, said.hint)
        self._undoes = "" if update.undo is None else undo_text(update.undo)
        self.undoable = update.undo is not None
        self._show()

    # ------------------------------------------------------------ fingers

    def choose_seat(self, name: str) -> None:
        self.seat = name
        self._show()

    def choose(self, circle: str) -> None:
        self.circle = circle
        self._show()

    def _touched(self, name: str) -> None:
        if self.view is not None and self.view.placing is not None and name in self.view.placing.cells:
            self.cell = None if name == self.cell else name
            self._show()

    def place(self) -> None:
        """It lies there. Who is only asked where several may; where the Gates lie, never."""
        if self.circle is None or self.cell is None or self.view is None or self.view.placing is None:
            return
        if self.circle == GATES:
            self.context.ask.act(self.seat)
        elif len(self.view.placing.may) > 1:
            self.context.ask.act(self.seat, self.circle, self.cell)
        else:
            self.context.ask.act(self.circle, self.cell)

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        view = self.view
        if view is None or view.placing is None:
            return
        placing = view.placing
        may = placing.may
        self.seats = [
            Tile(
                "" if self.m.wide else seat.name, seat=(seat.colour, seat.name[:1]), chosen=seat.name == self.seat,
                style="line", action=partial(self.choose_seat, seat.name),
            )
            for seat in view.seats
        ]  # fmt: skip
        for tile, name in zip(self.seats, (seat.name for seat in view.seats), strict=True):
            tile.enabled = name in may
        gates = _gates_next(view)
        prompt = self.context.table.prompt
        lines = spoken(prompt.text) if gates and prompt is not None and prompt.id == "place_gates" else ""
        self.tiles = [
            Tile(figure=id[1:], style="fill", chosen=id == self.circle, action=partial(self.choose, id))
            for id in (() if gates else placing.left)
        ]  # fmt: skip
        self.demo.visible = view.placeholder
        self.who.show("" if gates else _("{name} places a circle").format(name=self.seat))
        self.title.show(spoken(prompt.title) if gates and prompt is not None else _("Which one, and where?"))
        self.dealt.show(lines)
        self.hint.show("" if lines else self._hint(gates))
        self.deal.visible = gates and self.context.table.may("deal")
        self.done.enabled = self.circle is not None and self.cell is not None
        self._show_map(view)
        self.compose(self._layout())

    def _hint(self, gates: bool) -> str:
        if gates:
            return _("Touch who drew them. All others lie round them.")
        if self.circle is None:
            return _("Touch the number of the circle.")
        return _("Touch a place: corner to corner with one or two.") if self.cell is None else ""

    def _show_map(self, view: HellRailView) -> None:
        assert view.placing is not None
        picture = picture_of(view)
        circles = picture.circles
        if self.circle is not None and self.cell is not None:
            circles = (*circles, CirclePicture(self.circle, self.circle[1:], self.cell))
        self.map.show(TablePicture(circles))
        self.map.want(
            Touchables(cells=frozenset(view.placing.cells), chosen=self.circle if self.cell is not None else None)
        )

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        super().arrange(metrics)
        self.undo.show(second=self._undoes)
        if not self.undo.second_fit().fits:
            self.undo.show(second="")

    def _layout(self) -> Node:
        """The map, and beside it, upright above and below it, who places which circle."""
        head = (Row(FreeSpace((0, 4)), self.who, gap=0, size=2.6), Leaf(self.title, (8.6, 5)))
        seats = Row(*self.seats, gap=(0.8, 1.2), size=(7, 9.4))
        tiles = Grid(*self.tiles, columns=1 if len(self.tiles) == 1 else (4, 5), most=(7.4, 8.2), gap=0.9)
        deal = Leaf(self.deal, (7.4, 8.2)) if self.deal.visible else None
        first = Leaf(self.undo if self.undoable else self.leave, weight=(15, 20))
        keys = Row(first, Leaf(self.done, weight=(14, 31)), size=8.2)
        below = (
            seats,
            deal,
            self.dealt if self.dealt.text else Leaf(tiles, kept=True),
            Leaf(self.hint, (6.0, 4.6)),
            keys,
        )
        note = Column(FreeSpace(), Row(Leaf(self.demo, 22), FreeSpace(), size=2.6), pad=((2, 4), 0, 0, 1))
        wide = Row(
            Layers(self.map, note, Column(FreeSpace(), Leaf(self.band, 9.9), pad=(0, 0, 2, 0))),
            Layers(self.grounds[0], Column(*head, *below, pad=(1.6, 3.4, 2.6, 1)), size=SIDE),
            gap=0,
        )
        above = Layers(self.grounds[1], Column(*head, gap=0.4, pad=(4, 3.6, 4, 0)), self.band, size=UPRIGHT_HEAD)
        foot = Layers(self.grounds[0], Column(*below, pad=(4, 1.4, 4, 1.33)), size=UPRIGHT_FOOT)
        return Layers(self.background, Split(wide=wide, upright=Column(above, Layers(self.map, note), foot, gap=0)))
