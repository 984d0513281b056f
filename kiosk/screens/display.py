"""Which way up the picture is, how large its words are, and when it gets dim. A change is tried before it is kept."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, Triangle

from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.screens.screen import Screen, Title, page, setting
from kiosk.storage.settings import DIM_AFTER, ROTATIONS, Rotation, TypeSize
from kiosk.table.context import KioskContext
from kiosk.table.orientation import Orientation
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Action, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Layers, Leaf, Row, Split
from kiosk.widgets.panel import put_panel
from kiosk.widgets.tile import Tile

SIZES: tuple[tuple[TypeSize, str], ...] = (("normal", N_("Normal")), ("large", N_("Large")))

EVENINGS = ((True, N_("Shown")), (False, N_("Hidden")))


class TurnKey(Tile):
    """A little screen with a flame that points to its upper edge, turned as the picture would be."""

    draws_itself = True

    def __init__(self, rotation: Rotation, chosen: bool, action: Action) -> None:
        self.rotation = rotation
        super().__init__(f"{rotation}°", drawing=self._draw_screen, style="fill", chosen=chosen, action=action)

    def _draw_screen(self, left: float, bottom: float, side: float) -> None:
        x, y, high, ink = left + side / 2, bottom + side / 2, 0.36 * side, self.tones()[4]
        PushMatrix()
        Rotate(angle=self.rotation, origin=(x, y))
        put_panel(x - 1.35 * high, y - high, 2.7 * high, 2 * high, ink, 0.2 * high, 2)
        Color(*ink)
        half = 0.75 * high
        Triangle(points=[x - half, y - 0.6 * half, x + half, y - 0.6 * half, x, y + half])
        PopMatrix()


class DisplayScreen(Screen):
    """One row for each thing, as in the settings; while something is tried, the foot asks whether it stays."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        self.title = Title(_("Display"))
        self.window = Text("", "small", align="right", sit="baseline")
        self.ask = Text("", "event", C.brim, lines=2)
        self.keep = Key(_("Keep it"), "check", kind="ok", icon_size=3, action=context.owner.display.keep)
        self.put_back = Key(_("Put back"), "undo", icon_size=3, action=context.owner.display.put_back)
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        self.test = Key(_("Draw test"), "thumb", icon_size=3, action=lambda: context.go.open("doctor:touch"))
        self.calibrate = Key(_("Calibrate"), "thumb", icon_size=3, action=lambda: context.go.open("touch"))
        context.owner.display.changed = self.fill
        self.fill()

    def closed(self) -> None:
        """Undo what was not confirmed."""
        self.context.owner.display.changed = lambda: None
        self.context.owner.display.put_back()

    def fill(self) -> None:
        """Show what is chosen, and the seconds of a trial."""
        display, now = self.context.owner.display, self.context.owner.now
        way = display.way
        turns = [
            TurnKey(r, r == way.rotation, partial(display.attempt, Orientation(r, way.type_size))) for r in ROTATIONS
        ]
        sizes = [
            self._key(_(words), size == way.type_size, partial(display.attempt, Orientation(way.rotation, size)))
            for size, words in SIZES
        ]
        dims = [self._key(self._minutes(n), n == now.dim_after_min, partial(self.dim, n)) for n in DIM_AFTER]
        shown = [self._key(_(words), on == now.evenings, partial(self.tell, on)) for on, words in EVENINGS]
        names = Key(_("Names"), "list", action=partial(self.context.go.open, "names"))
        trying = display.trying
        self.ask.visible = self.keep.visible = self.put_back.visible = trying
        self.done.visible = self.test.visible = self.calibrate.visible = self.window.visible = not trying
        self.ask.show(_("Keep it like this? {n} s").format(n=display.left_s))
        self.compose(
            page(
                Row(self.title, self.window, Column(self.put_back, pad=(0, (0.8, 1.2), 0, 0), size=(30, 26))),
                setting(Text(_("Rotation"), "body", C.ash), *turns),
                setting(Text(_("Text size"), "body", C.ash), *sizes),
                setting(Text(_("Dim after"), "body", C.ash), *dims),
                setting(Text(_("Who wins"), "body", C.ash), *shown, names),
                Split(upright=FreeSpace(13)),
                Split(
                    wide=Layers(
                        Row(self.test, self.calibrate, self.done, size=8.2),
                        Row(self.ask, self.keep, FreeSpace()),
                        size=8.2,
                    ),
                    upright=Column(
                        Row(self.ask, self.keep), Row(self.test, self.calibrate), Leaf(self.done, kept=True), size=18
                    ),
                ),
            )
        )

    @staticmethod
    def _key(label: str, chosen: bool, action: Any) -> Key:
        return Key(label, align="center", kind="prime" if chosen else "plain", action=action)

    @staticmethod
    def _minutes(minutes: int) -> str:
        return _("{n} min").format(n=minutes) if minutes else _("Never")

    def dim(self, minutes: int) -> None:
        """Set after how many minutes without input the screen gets dim."""
        self.context.owner.set(dim_after_min=minutes)
        self.fill()

    def tell(self, on: bool) -> None:
        """Set whether the memories begin with who played together and who won."""
        self.context.owner.set(evenings=on)
        self.fill()

    def arrange(self, metrics: Metrics) -> None:
        self.window.show(f"{math.floor(metrics.width)} x {math.floor(metrics.height)}")
        super().arrange(metrics)
