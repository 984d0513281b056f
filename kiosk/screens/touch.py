"""Checks that a finger arrives where the eye sees it. Three corners are touched; a panel that was built in another way
round is learnt from them, and a fourth corner proves it.

The only key is in the middle: there it is found whichever way round the panel is.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line

from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.screens.screen import Screen
from kiosk.storage.settings import Rotation
from kiosk.table.context import KioskContext
from kiosk.table.services import TouchPanel
from kiosk.touch.calibration import Axes, Point, find_axes, is_near
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row

INSET = 0.1
CORNERS: tuple[Point, ...] = ((INSET, INSET), (1 - INSET, INSET), (INSET, 1 - INSET), (1 - INSET, 1 - INSET))
"""The places of the targets on the picture: from its left and upper edge, as shares of its sides."""
LEARNT = 3
"""So many corners distinguish all eight ways of mounting a panel; the last one is the proof."""


def on_glass(place: Point, rotation: Rotation) -> Point:
    """Return where on the glass a place of the picture is: the picture is rotated anticlockwise."""
    x, y = place
    match rotation:
        case 0:
            return x, y
        case 90:
            return y, 1 - x
        case 180:
            return 1 - x, 1 - y
        case 270:
            return 1 - y, x


class Target(Drawn):
    """A ring to be touched; and, once it was, a cross where the finger arrived."""

    draws_itself = True

    def __init__(self, **kwargs: Any) -> None:
        self.hit = False
        super().__init__(**kwargs)

    def draw(self) -> None:
        u = self.m.u
        tone = C.ok if self.hit else C.ember
        Color(*tone)
        for radius in (4 * u, 2 * u):
            Line(circle=(self.center_x, self.center_y, radius), width=0.35 * u)
        Line(points=[self.center_x - 5 * u, self.center_y, self.center_x + 5 * u, self.center_y], width=0.2 * u)
        Line(points=[self.center_x, self.center_y - 5 * u, self.center_x, self.center_y + 5 * u], width=0.2 * u)


class TouchScreen(Screen):
    """One target after the other; what was learnt is kept when the last one is hit, and forgotten otherwise."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        self.say = Text("", "key", lines=3, align="center")
        self.more = Text("", "small", lines=4, align="center")
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        middle = Row(FreeSpace(), Leaf(back, 24), FreeSpace(), size=9)
        self.compose(
            Column(FreeSpace(), Leaf(self.say, 13), middle, Leaf(self.more, 13), FreeSpace(), gap=2, pad=(14, 0, 14, 0))
        )
        self.targets = [Target() for _corner in CORNERS]
        self.contacts: list[Point] = []
        self.over = False
        self.panel = context.services.fingers
        if self.panel is not None:
            self.before = self.panel.axes
            self.panel.listener = self._came
        self._tell()

    def closed(self) -> None:
        """Drop the axes that were not confirmed."""
        if self.panel is not None:
            self.panel.listener = lambda _place: None
            if not self.over:
                self.panel.use_axes(self.before)

    def _came(self, contact: Point) -> None:
        """A finger came down: at that place of the panel."""
        if self.panel is None or self.over or self._middle(contact):
            return
        self.contacts.append(contact)
        places = [on_glass(corner, self.context.owner.display.way.rotation) for corner in CORNERS]
        if len(self.contacts) == LEARNT:
            self._learn(self.panel, places[:LEARNT])
        elif len(self.contacts) > LEARNT:
            self._prove(self.panel, places[LEARNT])
        self._tell()

    @staticmethod
    def _middle(contact: Point) -> bool:
        """The key in the middle is meant, whichever way round."""
        return abs(contact[0] - 0.5) < 0.2 and abs(contact[1] - 0.5) < 0.2

    def _learn(self, panel: TouchPanel, targets: list[Point]) -> None:
        axes = find_axes(targets, self.contacts)
        if axes is None:
            self._again(panel)
        else:
            panel.use_axes(axes)

    def _prove(self, panel: TouchPanel, target: Point) -> None:
        if is_near(panel.axes.place(*self.contacts[-1]), target):
            panel.keep_axes(panel.axes)
            self.over = True
        else:
            self._again(panel)

    def _again(self, panel: TouchPanel) -> None:
        self.contacts = []
        panel.use_axes(self.before)
        self.more.show(_("That was not where the targets are. Once more, in order."))

    def _tell(self) -> None:
        done = len(self.contacts)
        for i, target in enumerate(self.targets):
            target.hit = i < done
            target.visible = self.panel is not None and i <= done
            target.redraw()
        if self.panel is None:
            self.say.show(_("No touchscreen is read here."))
            self.more.show(_("This window gets its touches from the desktop, or there is only a mouse."))
        elif self.over:
            self.say.show(_("A finger arrives where you see it."), C.ok)
            turned = self.panel.axes != Axes()
            self.more.show(_("The panel was built in another way round: this is remembered.") if turned else "")
        else:
            self.say.show(_("Touch the target: {n} of {all}").format(n=done + 1, all=len(CORNERS)), C.bone)
            if done:
                self.more.show("")

    def arrange(self, metrics: Metrics) -> None:
        super().arrange(metrics)
        for target, (x, y) in zip(self.targets, CORNERS, strict=True):
            self.put(target, left=x * metrics.columns - 5, width=10, top=y * metrics.rows - 5, height=10)
