"""The table of the Keeper level: whose turn, the brimstone a move needs, the train on the rail, everybody's trains."""

from __future__ import annotations

from companion.engine.prompt import Prompt
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.icons import Icon
from kiosk.layout import Row
from kiosk.screens.hellrail.marks import Crews, Dog, Piles, PlayerMark
from kiosk.screens.hellrail.prompts import Explain
from kiosk.screens.hellrail.turn_keys import Go, TurnKeys
from kiosk.screens.hellrail.words import PHASES, cars_of, sign, where
from kiosk.screens.screen import Box
from kiosk.screens.sheet import Sheet, key_wide
from kiosk.theme import CAPITAL, FIGURE_CELL, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Drawn
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.label import Text
from kiosk.widgets.rail import Rail
from kiosk.widgets.train import Chip, Flight, Train

MANY = 4
"""Keys from which on they share one row with their words below their icons."""
UPRIGHT_FOOT = 30.4
RAIL = 47.0
HUGE_WIDE, HUGE_UPRIGHT = 0.24, 0.22
"""Of the screen's height: a capital of the one figure that a turn is about."""
FUEL_WIDE = 24.4
"""u that it may take; two figures are smaller where they would take more."""
CREWS = 36.0
"""u of the players' counts, wide."""


class Table(Sheet):
    """Everything on one rail, as in every game."""

    sparks = True

    def __init__(self, context: KioskContext, go: Go, explain: Explain) -> None:
        super().__init__(context)
        self.turn_keys = TurnKeys(context, go)
        self.turn_keys.explain = explain
        self.view: HellRailView | None = None
        self.mark = PlayerMark()
        self.name = Text("", "name")
        self.where = Text("", "body", C.ash)
        self.chip = Chip()
        self.piles = Piles()
        self.dog = Dog()
        self.demo = Text(_("demo deck"), "small", align="right")
        self.line = EventLine(size=3.4)
        self.flame = Icon("flame", C.brim)
        self.fuel = Figures("", size=17, colour=C.brim)
        self.fuel_words = Text("", "body", lines=2)
        self.crews = Crews()
        self.rail = Rail()
        self.train = Train()
        self.flight = Flight()
        for widget in (
            self.mark, self.name, self.where, self.chip, self.piles, self.dog, self.demo, self.line, self.flame,
            self.fuel, self.fuel_words, self.crews, self.rail, self.train, self.flight,
        ):  # fmt: skip
            self.add_widget(widget)

    # ------------------------------------------------------------ news

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        before, self.view = self.view, view
        seat = view.active
        self.mark.show(seat)
        self.name.show(seat.name)
        self.where.show(where(seat.node))
        here = next((circle for circle in view.circles if circle.id == seat.node), None)
        self.chip.show(sign(seat.node), C.bone, here.cerberus if here is not None else False)
        self.chip.visible = here is not None
        self.piles.show(view.draw, view.discard)
        self.dog.show(view)
        self.demo.visible = view.placeholder
        self._show_fuel(view)
        self.crews.show(view.seats, view.turn.player)
        more = view.turn.pickup and self.m.wide
        cars = cars_of(seat, view.turn.setout)
        self.train.show(seat.colour, cars, seat.tender, seat.soul_catcher, more)
        keys = self.turn_keys.keys(view)
        for key in keys:
            stacked = len(keys) > MANY or (len(keys) == MANY and key is not keys[-1])
            key.stacked = True if stacked and key.label else None
            key.redraw()
        self.set_keys(*keys)
        if before is None or before.active != seat or len(before.seats) != len(view.seats):
            self.rearrange()

    @staticmethod
    def _warning(view: HellRailView) -> tuple[str, str]:
        """What weighs on this turn whatever just happened: icon and words."""
        if view.turn.gluttony:
            return "hand", _("{hr.gluttony}: the hand must go")
        if view.turn.toll is not None:
            return "cerberus", _("{hr.cerberus} wants more than {n}").format(n=view.turn.toll)
        return "", ""

    def _show_fuel(self, view: HellRailView) -> None:
        """The huge number: what a move needs; before the draw how many cards there are to draw."""
        figures = len(self.fuel.text)
        draws = view.turn.draws
        seat = view.active
        self.flame.show("pile" if draws else "flame", C.ash if draws else C.brim)
        self.fuel.show(str(max(draws)) if draws else str(seat.fuel), C.bone if draws else C.brim)
        self.fuel_words.show(_("to draw") if draws else _("brimstone\nfor a move"))
        if len(self.fuel.text) != figures:
            self.rearrange()

    def say(self, text: str, icon: str, tone: str) -> None:
        view = self.view
        sign_, words = ("", "") if view is None else self._warning(view)
        if words:
            self.line.say(words, sign_, C.danger)
        elif text or view is None:
            self.line.say(text, icon, colour(tone) if tone else None)
        else:
            self.line.say(_(PHASES.get(view.phase, "")), "next", C.ash)

    def delivered(self, name: str) -> None:
        """A sealed wagon flies from the rail to where the delivered ones of that player are counted."""
        x, y, side = self.crews.landing(name)
        self.flight.fly((self.train.center_x, self.train.y), (x, y), side)

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        return (self.line,)

    @property
    def burning(self) -> Fire:
        return fires.CALM

    # ------------------------------------------------------------ layout

    def tip_box(self, m: Metrics) -> Box | None:
        return Box(3, m.columns - 54, 34, 10.6) if m.wide else Box(3, 3, 50, 11.6)

    def lay(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.put(self.mark, left=4, width=7.2, top=3.4, height=7.2)
        name = min(24.0, cols - 76.0)
        self.put(self.name, left=13, width=name, baseline=9)
        at = 13 + min(name, self.name.natural(name)[0]) + 2
        self.put(self.where, left=at, width=15, baseline=9)
        chip = at + self.where.natural(15)[0] + 1.4
        self.where.visible = not self.chip.visible or chip + 7 <= cols - 42  # Cerberus is told there, or the pile
        if not self.where.visible:
            chip = at
        self.put(self.chip, left=chip, width=7, top=2.9, height=7)
        self.put(self.piles, right=4, width=26, top=3.2, height=7)
        self.put(self.dog, right=31, width=12, top=4.4, height=4.8)
        self.put(self.demo, right=4, width=20, baseline=2.6)
        self.demo.align = "right"
        self.put(self.line, left=4, right=4, top=12, height=4)
        left = cols - 4 - CREWS
        self._lay_fuel(m, 18, left)
        self.put(self.crews, left=left, width=CREWS, top=17.9, height=14.7)
        self.put(self.rail, left=0, right=0, top=RAIL, height=1.2)
        self.put(self.train, left=4, right=4, top=32.8, height=RAIL - 32.8)

    def _lay_fuel(self, m: Metrics, top: float, end: float) -> None:
        """The huge figure, `HUGE` of the screen's height, with its sign before it and its words behind it."""
        high = (HUGE_WIDE if m.wide else HUGE_UPRIGHT) * m.rows
        size = high / CAPITAL["black"]
        cell = FIGURE_CELL * size
        sign_ = min(10.4, 0.72 * high)
        self.put(self.flame, left=4, width=sign_, top=top + (high - sign_) / 2, height=sign_)
        left = 4 + sign_ + 1.2
        self.fuel.resize(size)
        wide = min(cell * len(self.fuel.text), FUEL_WIDE) + 0.2
        self.put(self.fuel, left=left, width=wide, top=top, height=high)
        words = left + wide + 1.6
        self.put(self.fuel_words, left=words, width=end - words, top=top - 0.2, height=7)

    def _upright(self, m: Metrics) -> None:
        self.put(self.mark, left=4, width=9, top=4.4, height=9)
        self.put(self.name, left=15, right=4, baseline=11)
        self.where.visible = not self.chip.visible
        self.put(self.where, left=15.2, width=14, baseline=17.2)
        self.put(self.chip, left=15.2, width=5.6, top=12.8, height=5.6)
        self.put(self.piles, right=4, width=25, top=12.8, height=6.6)
        self.put(self.dog, right=4, width=12, top=5, height=5)
        self.put(self.demo, left=8, width=20, baseline=3.4)
        self.demo.align = "left"
        self.put(self.line, left=4, right=4, top=18.9, height=3.6)
        self._lay_fuel(m, 26, m.columns - 4)
        rail = m.rows - UPRIGHT_FOOT - 1.6
        self.put(self.crews, left=4, right=4, top=50.2, height=11.2)
        self.put(self.rail, left=0, right=0, top=rail, height=1.2)
        self.put(self.train, left=4, right=4, top=61.6, height=rail - 61.6)

    def lay_keys(self, m: Metrics) -> None:
        keys = self.keys
        if len(keys) < MANY:
            super().lay_keys(m)
        elif m.wide:
            weights = [16 if len(keys) <= MANY + 2 else 12.5, *(key_wide(key, m) for key in keys)]
            self.put(Row(self.undo, *keys, weights=weights, gap=1), left=4, right=4, bottom=1, height=8.2)
        else:
            self.put(self.undo, left=4, right=4, bottom=1.33, height=8.4)
            half = 2 if len(keys) == MANY + 2 else -(-len(keys) // 2)
            for row, bottom in ((keys[half:], 10.7), (keys[:half], 20.3)):
                self.put(
                    Row(*row, weights=[key_wide(key, m) for key in row]), left=4, right=4, bottom=bottom, height=8.6
                )
