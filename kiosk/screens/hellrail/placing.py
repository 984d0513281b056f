"""Devil's Advocate: the players place the circles, one after another, the Gates first."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.requests import Leave, Undo
from companion.engine.update import Update
from companion.games.hellrail.names import GATES
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _, spoken
from companion.presentation.refusals import refusal
from companion.presentation.words import undo_words
from kiosk.context import KioskContext
from kiosk.layout import Row
from kiosk.screens.hellrail.map_picture import Ground, picture_of
from kiosk.screens.screen import Screen
from kiosk.theme import Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.rail_map import Kind, RailMap
from kiosk.widgets.rail_picture import Ask, Circle, Picture
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
        self.background = Background(SETUP)
        self.map = RailMap(self._touched)
        self.grounds = (Ground(), Ground())
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "title", face="bold", lines=2)
        self.hint = Text("", "small", lines=2)
        self.dealt = Text("", "small", lines=6)
        """Once the companion dealt the circles: who has which, until the first one lies."""
        self.seats: list[Tile] = []
        self.tiles: list[Tile] = []
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        self.leave = Key(_("Home"), "back", icon_size=3, action=lambda: context.link.send(Leave()))
        self.done = Key(_("Lay it"), "check", kind="prime", action=self.place)
        self.deal = Key(_("Deal the circles"), "rings", action=lambda: context.act("deal"))
        self.demo = Text(_("demo deck"), "small")
        self.band = Band(room_right=4)
        for widget in (
            self.background,
            self.map,
            self.demo,
            *self.grounds,
            self.who,
            self.title,
            self.hint,
            self.dealt,
            self.deal,
            self.done,
            self.band,
        ):
            self.add_widget(widget)

    # ------------------------------------------------------------ news

    def told(self, update: Update) -> None:
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
        self._undoes = "" if update.undo is None else undo_words(update.undo)
        self._show(update.undo is not None)

    # ------------------------------------------------------------ fingers

    def choose_seat(self, name: str) -> None:
        """Somebody else has the card."""
        self.seat = name
        self._show()

    def choose(self, circle: str) -> None:
        """This circle is placed."""
        self.circle = circle
        self._show()

    def _touched(self, kind: Kind, name: str) -> None:
        if kind == "cell":
            self.cell = None if name == self.cell else name
            self._show()

    def place(self) -> None:
        """It lies there. Who is only asked where several may; where the Gates lie, never."""
        if self.circle is None or self.cell is None or self.view is None or self.view.placing is None:
            return
        if self.circle == GATES:
            self.context.act(self.seat)
        elif len(self.view.placing.may) > 1:
            self.context.act(self.seat, self.circle, self.cell)
        else:
            self.context.act(self.circle, self.cell)

    # ------------------------------------------------------------ what it shows

    def _show(self, undo: bool | None = None) -> None:
        view = self.view
        if view is None or view.placing is None:
            return
        placing = view.placing
        may = placing.may
        for tile in (*self.seats, *self.tiles):
            self.remove_widget(tile)
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
        prompt = self.context.prompt
        lines = spoken(prompt.text) if gates and prompt is not None and prompt.id == "place_gates" else ""
        self.tiles = [
            Tile(figure=id[1:], style="fill", chosen=id == self.circle, action=partial(self.choose, id))
            for id in (() if gates else placing.left)
        ]  # fmt: skip
        for tile in (*self.seats, *self.tiles):
            self.add_widget(tile, 1)
        self.demo.visible = view.placeholder
        self.who.show("" if gates else _("{name} places a circle").format(name=self.seat))
        if lines:
            self.title.show(_("{name} begins with the {hr.gates:short}").format(name=self.seat))
        else:
            self.title.show(_("Who has the {hr.gates:short}?") if gates else _("Which one, and where?"))
        self.dealt.show(lines)
        self.hint.show("" if lines else self._hint(gates))
        self.deal.visible = gates and self.context.may("deal")
        self.done.enabled = self.circle is not None and self.cell is not None
        self._show_map(view)
        if undo is not None:
            keys = self.undo if undo else self.leave
            other = self.leave if undo else self.undo
            if other.parent is not None:
                self.remove_widget(other)
            if keys.parent is None:
                self.add_widget(keys, 1)
        self.rearrange()

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
            circles = (*circles, Circle(self.circle, self.circle[1:], self.cell))
        self.map.show(Picture(circles))
        self.map.want(Ask(cells=frozenset(view.placing.cells), chosen=self.circle if self.cell is not None else None))

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        (self._wide if m.wide else self._upright)(m)
        self.undo.show(second=self._undoes)
        if not self.undo.second_fit().fits:
            self.undo.show(second="")

    @property
    def _first_key(self) -> Key:
        return self.undo if self.undo.parent is self else self.leave

    def _wide(self, m: Metrics) -> None:
        left = m.columns - SIDE
        at, right = left + 1.6, 2.6
        self.map.air = (1.5, 1.5, 1.5, 1.5)
        self.put(self.map, left=0, right=SIDE, top=0, bottom=0)
        self.put(self.grounds[0], left=left, right=0, top=0, bottom=0)
        self.grounds[1].visible = False
        self.put(self.demo, left=2, width=22, bottom=1, height=2.6)
        self.put(self.band, left=0, right=SIDE + 2, bottom=0, height=9.9)
        self.put(self.who, left=at, right=right, baseline=6)
        self.put(self.title, left=at, right=right, top=6.8, height=8.6)
        self.put(Row(*self.seats, gap=0.8), left=at, right=right, top=17, height=7)
        self._put_tiles(at, right, 25.2, 7.4)
        self.put(self.dealt, left=at, right=right, top=25.2, bottom=9.8)
        self.put(self.hint, left=at, right=right, bottom=9.8, height=6.0)
        self.put(Row(self._first_key, self.done, weights=[15, 14]), left=at, right=right, bottom=1, height=8.2)

    def _upright(self, m: Metrics) -> None:
        self.map.air = (1.5, 1.5, 1.5, 1.5)
        self.put(self.map, left=0, right=0, top=UPRIGHT_HEAD, bottom=UPRIGHT_FOOT)
        self.put(self.grounds[0], left=0, right=0, bottom=0, height=UPRIGHT_FOOT)
        self.grounds[1].visible = True
        self.put(self.grounds[1], left=0, right=0, top=0, height=UPRIGHT_HEAD)
        self.put(self.demo, left=4, width=22, bottom=UPRIGHT_FOOT + 1, height=2.6)
        self.put(self.band, left=0, right=0, top=0, height=UPRIGHT_HEAD)
        self.put(self.who, left=8, right=4, baseline=6)
        self.put(self.title, left=4, right=4, baseline=10.6)
        top = m.rows - UPRIGHT_FOOT
        self.put(Row(*self.seats), left=4, right=4, top=top + 1.4, height=9.4)
        self._put_tiles(4, 4, top + 12.0, 8.2)
        self.put(self.dealt, left=4, right=4, top=top + 12.0, bottom=10.6)
        self.put(self.hint, left=4, right=4, bottom=10.6, height=4.6)
        self.put(Row(self._first_key, self.done, weights=[20, 31]), left=4, right=4, bottom=1.33, height=8.2)

    def _put_tiles(self, left: float, right: float, top: float, high: float) -> None:
        """In rows of four (wide) or five; of the Gates there is none, but the companion can deal."""
        self.put(self.deal, left=left, right=right, top=top, height=high)
        per = 4 if self.m.wide else 5
        if len(self.tiles) == 1:
            per = 1
        for i in range(0, len(self.tiles), per):
            part: list[Any] = list(self.tiles[i : i + per])
            step = top + (i // per) * (high + 0.9)
            wide = (self.m.columns - left - right - 0.9 * (per - 1)) / per
            for k, tile in enumerate(part):
                self.put(tile, left=left + k * (wide + 0.9), width=wide, top=step, height=high)
