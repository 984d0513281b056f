"""Buttons that light as they are pressed, and lamps that run through their colours at a touch."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine.signals import Button, DialTurn, Signal
from companion.engine.text import N_
from companion.presentation.colours import C, hex_colour
from companion.presentation.i18n import _
from companion.tools.doctor.live import BUTTON_NAMES, PinsNow
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.screen import page
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, fit, put_line
from kiosk.widgets.layout import Column, Grid, Leaf, Row, Split
from kiosk.widgets.panel import put_panel

COLOURS: tuple[tuple[str, str], ...] = (
    (N_("Red"), "#FF0000"),
    (N_("Green"), "#00FF00"),
    (N_("Blue"), "#0000FF"),
    (N_("White"), "#FFFFFF"),
)
FLASH_S = 0.4
"""A step of a dial is over at once; this is how long its light stays."""
RUN_S = 0.9
"""From one colour to the next when they run by themselves."""


class ButtonTile(Drawn):
    """A button or a direction of a dial: lit while it is pressed, with how often it was."""

    def __init__(self, name: str, label: str, **kwargs: Any) -> None:
        self.name, self.label = name, label
        self.lit, self.count = False, 0
        super().__init__(**kwargs)

    def press(self, on: bool) -> None:
        self.count += on and not self.lit
        self.lit = on
        self.redraw()

    def _fit(self) -> Any:
        u = self.m.u
        return fit(self.label, "text_bold", (2.9 * u, 2.7 * u, 2.5 * u), self.width - 11.6 * u)

    @property
    def fits(self) -> bool:
        return bool(self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.ember if self.lit else C.soot, 1.25 * u)
        ink = C.pit if self.lit else C.bone
        put_icon("button", self.x + 1.4 * u, self.center_y - 2 * u, 4 * u, ink if self.lit else C.ash)
        laid = self._fit()
        put_line(laid.lines[0], "text_bold", laid.size, self.x + 6.4 * u, self.center_y - 1 * u, ink)
        put_line(str(self.count), "text", round(2.7 * u), self.right - 1.4 * u, self.center_y - 1 * u, ink, "right")


class Pins(DoctorPage):
    """Shows what is configured, or that there are no pins."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _("Buttons and lamps"), **kwargs)
        self.live = self.practice.live if self.practice is not None else None
        now = self.live.pins() if self.live is not None else PinsNow()
        steps = [f"{dial}_{way}" for dial in now.encoders for way in ("up", "down")]
        names = dict.fromkeys([*now.buttons, *steps])
        self.buttons = [ButtonTile(name, self._label(name)) for name in names]
        for tile in self.buttons:
            if now.buttons.get(tile.name):
                tile.press(True)
        hint = Text(_("Press each button: it lights up here."), "small", lines=2)
        none = Text(_("Neither buttons nor lamps are set up."), "body", lines=2)
        none.visible = not names and not now.lamps
        hint.visible = bool(names)
        title = Text(_("Lamps"), "body", C.ash)
        self.lamps = [
            Key(
                _(label),
                "seat_disc",
                icon_colour=hex_colour(colour),
                icon_size=3,
                action=partial(self.light, colour),
            )
            for label, colour in COLOURS
        ]
        run = Key(_("Lamps in turn"), "play", icon_size=3, action=self.run_all)
        for widget in (title, *self.lamps, run):
            widget.visible = bool(now.lamps)
        found = Key(_("Findings"), "list", icon_size=3, action=partial(context.go.open, "doctor:found:pins"))
        wiring = Key(_("Wiring"), "eye", icon_size=3.2, action=partial(context.go.open, "doctor:wiring"))
        first, second = self.lamps[:2], self.lamps[2:]
        self.compose(
            page(
                self.title,
                Leaf(none, 8),
                Leaf(hint, 3.2),
                Grid(*self.buttons, columns=(3 if len(self.buttons) <= 12 else 4, 2), most=6.2, gap=1.1),
                Split(
                    wide=Row(*self.lamps, Leaf(run, weight=1.7), size=8),
                    upright=Column(Leaf(title, 4), Row(*first), Row(*second), run, size=32),
                ),
                Row(self.back, wiring, found, size=8.2),
            )
        )
        self._timers: list[Any] = []

    @staticmethod
    def _label(name: str) -> str:
        return _(BUTTON_NAMES[name]) if name in BUTTON_NAMES else name.replace("_up", " +").replace("_down", " −")

    def signal(self, signal: Signal) -> None:
        """Light the tile of a button or of a step of a dial."""
        match signal:
            case Button(name=name, pressed=on):
                self._press(name, on)
            case DialTurn(name=name, steps=steps):
                for on in (True, False):
                    self._press(f"{name}_{'up' if steps > 0 else 'down'}", on)

    def _press(self, name: str, on: bool) -> None:
        for tile in self.buttons:
            if tile.name == name:
                if on:
                    tile.press(True)
                else:
                    self._later(FLASH_S, partial(tile.press, False))

    def light(self, colour: str) -> None:
        if self.live is not None:
            self.live.light(colour)

    def run_all(self) -> None:
        for i, (_label, colour) in enumerate(COLOURS):
            self._later(i * RUN_S, partial(self.light, colour))

    def _later(self, seconds: float, call: Any) -> None:
        self._timers.append(Clock.schedule_once(lambda _dt: call(), seconds))

    def closed(self) -> None:
        super().closed()
        for timer in self._timers:
            timer.cancel()
