"""The prompts of HellRail as sheets, each drawn as what it is about, and the menu of a turn."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Any

from companion.engine.prompt import MAIN, Option, Prompt
from companion.engine.text import N_, NOTHING, Text
from companion.figures.hellrail.pieces import WHEELS, Car, car_of, circle_figure
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.prompts.readings import PLAY
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import SEATS, C
from companion.presentation.i18n import _, spoken
from kiosk.display import theme
from kiosk.display.theme import Metrics
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.marks import put_car, put_player, put_ringed
from kiosk.screens.hellrail.routing import LOOK, GoTo
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.menu import menu_tiles
from kiosk.screens.prompt_sheet import Explain, PromptSheet, explains
from kiosk.screens.sheet import SheetKey
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Badge, Key, Touchable
from kiosk.widgets.label import put_line, width
from kiosk.widgets.layout import FreeSpace, Grid, Leaf, Row
from kiosk.widgets.panel import put_panel
from kiosk.widgets.parts import Drawing
from kiosk.widgets.seat import BareMark, put_seat
from kiosk.widgets.tile import Tile


class CarTile(Touchable):
    """A car to be chosen: the wagon with its circle, value and brimstone below, the owner's mark in the corner."""

    def __init__(
        self, car: Car, owner: tuple[str, str] | None = None, place: int = 0, action: Action | None = None
    ) -> None:
        self.car, self.owner, self.place = car, owner, place
        self.label = self._words()
        self.chosen = False
        super().__init__(action=action)

    def choose(self, on: bool) -> None:
        if on != self.chosen:
            self.chosen = on
            self.redraw()

    def _words(self) -> str:
        return " · ".join(part for part in (self.car.value, self.car.brimstone) if part)

    def draw(self) -> None:
        u, skin, radius = self.m.u, self.skin, theme.CORNER_KEY * self.m.u
        if self.width < 8:
            return
        fill = skin.key_down if self._pressed else skin.key if self._enabled else skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = C.ember if self.chosen else SEATS[self.owner[0]].colour.fade(0.6) if self.owner else skin.key_line
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.chosen else 2)
        self.put_ring(radius)
        side = min(self.width - 2.4 * u, (self.height - 5.4 * u) / 0.72, 14 * u)
        rail = self.y + 4.6 * u + max(0.0, (self.height - 5.4 * u - 0.72 * side) / 2)
        put_car(self.center_x - side / 2, rail - WHEELS * side, side, self.car, C.bone if self._enabled else C.rim)
        self._put_values(u)
        if self.owner is not None:
            mark = 3.4 * u
            put_seat(self.x + 0.6 * u, self.top - mark - 0.6 * u, mark, *self.owner)

    def _put_values(self, u: float) -> None:
        size, icon = 3 * u, 2.7 * u
        parts = [("crown", self.car.value, C.ash), ("flame", self.car.brimstone, C.brim)]
        shown = [part for part in parts if part[1]]
        wide = sum(icon + 0.4 * u + width(words, "text_bold", round(size)) for _n, words, _t in shown)
        x = self.center_x - (wide + 1.2 * u * (len(shown) - 1)) / 2
        base = self.y + 1.3 * u
        for name, words, tone in shown:
            put_icon(name, x, base - 0.15 * u, icon, tone)
            x += icon + 0.4 * u
            x += put_line(words, "text_bold", size, x, base, self.skin.first) + 1.2 * u


PANEL: dict[str, Badge] = {"a": "disc", "b": "square"}
WIDEST, HIGHEST = 23.4, 17.0
"""u of a car, a circle or a figure."""
PASS = "pass:"
"""Begins the keys of Heresy with which a holder lets it be."""


class HellRailPrompt(PromptSheet):
    """Any prompt. Words beside a row of drawings are keys."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(context, explain=explain)

    @property
    def burning(self) -> Fire:
        return fires.ALARM if self.prompt is not None and self.prompt.icon == "derail" else fires.CALM

    def make_mark(self) -> BareMark:
        return BareMark(put_player)

    def show_mark(self, view: HellRailView, name: str) -> None:
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)

    def words_of(self, prompt: Prompt) -> str:
        words = super().words_of(prompt)
        if not self.context.table.reads or prompt.reader is None or prompt.reader.key == PLAY:
            return words
        return " ".join(filter(None, (words, _("The reader works, too."))))

    # ------------------------------------------------------------ tiles

    def tile(self, view: HellRailView, option: Option, number: int, action: Callable[[], object]) -> Any:
        made: Any = self._car(view, option, action)
        if made is None:
            made = super().tile(view, option, number, action)
            if drawn_as(option) == "circle":
                made.show(label="", figure=circle_figure(option.place))
            elif option.place in CIRCLES and option.why is None:
                made.show(second="")  # its circle is drawn
            many = len(self.shown(self.prompt)) > (2 if option.seat else 4) if self.prompt is not None else True
            made.badge = None if many else PANEL.get(option.badge)  # of many none is conspicuous
        explains(made, option, self.explain, GAME)
        return made

    def _car(self, view: HellRailView, option: Option, action: Callable[[], object]) -> CarTile | None:
        prompt, seat = self.prompt, seat_of(view, option.seat)
        if prompt is None or seat is None or drawn_as(option) != "car":
            return None
        car = seat.train[int(option.place[1:]) - 1]
        owner = (seat.colour, seat.name[:1]) if seat.name != prompt.who else None
        made = CarTile(car_of(car, car.here and prompt.id == "deliver"), owner, action=action)
        made.choose(option.chosen)
        return made

    def drawing(self, view: HellRailView, option: Option) -> Drawing | None:
        """Return a circle, or the one with a token on it."""
        if option.place not in CIRCLES or option.seat:
            return None
        dog = drawn_as(option) == "circle" and any(c.id == option.place and c.cerberus for c in view.circles)
        tone = C.bone if option.why is None else C.rim
        return partial(put_ringed, figure=circle_figure(option.place), tone=tone, guarded=dog)

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        drawn = any(map(drawn_as, prompt.options))
        return tuple(
            option for option in prompt.options if not option.key.startswith(PASS) and (drawn_as(option) or not drawn)
        )

    def beside(self, prompt: Prompt) -> list[Key]:
        shown = self.shown(prompt)
        passes = [option for option in prompt.options if option.key.startswith(PASS)]
        rest = [o for o in prompt.options if o not in shown and o not in passes and o.badge != MAIN]
        keys = []
        for option in rest:
            words = spoken(option.second) if self.m.wide else ""
            second = tuple(dict.fromkeys((words, words.partition(",")[0])))  # where it is narrow, the first of it
            key = Key(
                spoken(option.label), option.icon, second if words else "", icon_size=3, action=self._choose(option)
            )
            explains(key, option, self.explain, GAME)
            keys.append(key)
        if passes:
            keys.append(Key(_("Nobody"), "next", kind="prime", action=partial(self._all_pass, passes)))
        return keys

    def _all_pass(self, passes: list[Option]) -> None:
        for option in passes:
            self.choose(option)

    # ------------------------------------------------------------ layout

    def answers(self, metrics: Metrics) -> Any:
        if not any(map(drawn_as, self.prompt.options if self.prompt is not None else ())):
            return super().answers(metrics)
        circles = len(self.tiles) == len(CIRCLES)
        columns = 5 if circles else min(len(self.tiles), 6 if metrics.wide else 4)
        grid = Grid(*self.tiles, columns=columns, most=HIGHEST)
        return Row(Leaf(grid, columns * WIDEST), FreeSpace(), gap=0)


def drawn_as(option: Option) -> str:
    """Return how an option is drawn: `car`, `circle`, `figure`; "" as words."""
    if option.icon == "car" and option.seat:
        return "car"
    if option.icon == "rings" and option.place in CIRCLES and option.second == NOTHING:
        return "circle"
    return "figure" if spoken(option.label).isdecimal() else ""


TITLE = Text(N_("What else?"))


class MoreSheet(HellRailPrompt):
    """What cannot be done now is dim.

    :param on_page: the keys of the options that the page of the turn had room for.
    """

    def __init__(
        self, context: KioskContext, explain: Explain, go: GoTo, on_page: Callable[[], Container[str]]
    ) -> None:
        super().__init__(context, explain)
        self.go, self.on_page = go, on_page
        self.held: str | None = None
        """The seat whose token is held face down."""
        self._shown: Any = None
        self.close = Key(_("Back"), "back", icon_size=3, action=lambda: go(None))

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        prompt = self.context.table.prompt
        self.held = view.turn.player if view.active.held_down else None
        shown = (prompt, self.held)
        if prompt is None or shown == self._shown:
            return
        self._shown = shown
        turn = prompt.options if prompt.id == "turn" else ()
        page = self.on_page()
        rest = (option for option in turn if not option.place and option.key not in page)
        self.show(view, Prompt("turn", TITLE, tuple(rest)), ())
        self.set_keys(self.close)

    @property
    def crowded(self) -> bool:
        return True

    def choose(self, option: Option) -> None:
        self.context.ask.act(option.key)

    def more(self) -> list[Any]:
        tiles = []
        if self.held is not None:
            look = partial(self.go, SheetKey(LOOK, self.held, "held"))
            tiles.append(Tile(_("Look at your own token"), "lock", tone=C.hex, action=look))
        circles = Tile(_("{hr.circle:many}"), "map", tone=C.ash, action=partial(self.go, SheetKey(routing.CIRCLES)))
        return [*tiles, circles, *menu_tiles(self.context, "hellrail_correct")]
