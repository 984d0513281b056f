"""The background: one radial texture behind everything, breathing slowly; and the sparks above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil, floor, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Callback, Color, Ellipse, Rectangle
from kivy.graphics.opengl import GL_COLOR_BUFFER_BIT, glClear, glClearColor

from companion.presentation.colours import C, Colour
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.ambient import ambient
from kiosk.widgets.base import Drawn
from kiosk.widgets.paint import painted
from kiosk.widgets.partial_frames import change_within
from kiosk.widgets.radial import HEARTH, radial


@dataclass(frozen=True)
class Fire:
    """A background: colour, strength 0 to 1, middle and reach in parts of the screen (y from the top)."""

    colour: Colour = C.glow
    strength: float = 0.5
    x: float = 0.5
    y: float = 1.04
    reach_x: float = 0.75
    reach_y: float = 0.8
    ground: Colour | None = None
    """None: the skin's ground."""


OUT = Fire(strength=0)
HOME = Fire(C.glow, 0.5, 0.5, 1.1, 0.85, 0.75)
SETUP = Fire(C.glow, 0.4, 0.5, 1.1, 0.85, 0.7)
CALM = Fire(C.glow, 0.5, 0.62, 1.06, 0.85, 0.78)
ALARM = Fire(C.danger, 0.34, 0.3, 1.02, 0.9, 0.8)
LAST_MINUTE = Fire(C.danger, 0.6, 0.42, 0.95, 0.95, 1, C.jawpit)
SILENCE = Fire(C.ice_glow, 0.5, 0.5, -0.1, 0.9, 0.9, C.icepit)
UTURN = Fire(C.brim, 0.2, 0.86, -0.05, 0.7, 0.9)
WON = Fire(C.brim, 0.34, 0.16, 1.05, 0.7, 1)


class Background(Drawn):
    """The ground of a screen with its fire. `burn` changes it in 600 ms; it breathes with `ambient`."""

    draws_itself = True

    def __init__(self, fire: Fire = HOME, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (1, 1))
        self._fire = self._from = fire
        self._turn = 1.0
        self._breath = 1.0
        self._event: Any = None
        self._floor: Any = None
        self._glow: Any = None
        self._lit: Any = None
        self._flare = 0.0
        self._flaring: Any = None
        super().__init__(**kwargs)
        self._followed: Any = None
        self.fbind("parent", self._follow)
        ambient.join(self._tick)
        ambient.poke()

    def _follow(self, _: Any, parent: Any) -> None:
        """Fill every new parent, so that screens need not place it."""
        if self._followed is not None:
            self._followed.unbind(pos=self._fill, size=self._fill)
        self._followed = parent
        if parent is not None:
            parent.bind(pos=self._fill, size=self._fill)
            self._fill(parent)

    def _fill(self, parent: Any, *_: Any) -> None:
        self.pos, self.size = parent.pos, parent.size

    @property
    def fire(self) -> Fire:
        return self._fire

    def burn(self, fire: Fire) -> None:
        """Turn into another fire over 600 ms."""
        if fire == self._fire:
            return
        self._from, self._fire = self.now(), fire
        ambient.poke()
        if look.motion and self.get_parent_window() is not None:
            self._turn = 0.0
            if self._event is None:
                self._event = Clock.schedule_interval(self._step, 1 / MOTION.turn_rate)
        else:
            self._turn = 1.0
        self.redraw()

    def _step(self, dt: float) -> bool:
        self._turn = min(1.0, self._turn + dt / MOTION.background_turn)
        self.redraw()
        if self._turn >= 1:
            self._event = None
            return False
        return True

    def flare(self) -> None:
        """Brighten at once, and fade in 600 ms, ten times a second: a pulse of the light, not of the layout."""
        if not look.motion or self.get_parent_window() is None:
            return
        self._flare = 1.0
        if self._flaring is None:
            self._flaring = Clock.schedule_interval(self._fade, 1 / MOTION.ambient_rate)
        self._light()

    def _fade(self, dt: float) -> bool:
        self._flare = max(0.0, self._flare - dt / MOTION.flare)
        self._light()
        if self._flare <= 0:
            self._flaring = None
            return False
        return True

    def _light(self) -> None:
        if self._glow is not None and self.visible and self._fire.strength and self.get_parent_window() is not None:
            (x, y), (wide, high) = self._lit.pos, self._lit.size
            box = floor(x), floor(y), ceil(x + wide), ceil(y + high)
            change_within(partial(setattr, self._glow, "a", self._strength(self._fire)), box)

    def _strength(self, fire: Fire) -> float:
        return min(1.0, fire.strength * self._breath * (1 + MOTION.flare_by * self._flare))

    def now(self) -> Fire:
        """Return the fire at this moment, between two while it turns."""
        a, b, t = self._from, self._fire, self._turn
        if t >= 1:
            return b
        ease = 1 - (1 - t) ** 3

        def mix(before: float, after: float) -> float:
            return before + (after - before) * ease

        def tone(before: Colour, after: Colour) -> Colour:
            return Colour(*(mix(v, w) for v, w in zip(before, after, strict=True)))

        ground = tone(a.ground or self.skin.ground, b.ground or self.skin.ground)
        return Fire(
            tone(a.colour, b.colour), mix(a.strength, b.strength), mix(a.x, b.x), mix(a.y, b.y),
            mix(a.reach_x, b.reach_x), mix(a.reach_y, b.reach_y), ground,
        )  # fmt: skip

    def _tick(self, now: float) -> None:
        self._breath = 1 + MOTION.background_swing * sin(2 * pi * now / MOTION.background_period)
        self._light()

    def _lay(self, ground: Colour) -> None:
        """Clear the window, within a frame, where nothing shines through: that costs less than to fill it.

        (With software GL 2.1 ms of a frame of 7 ms, 800x480.)
        """
        whole = self._covers()
        if whole:
            glClearColor(*ground[:3], 1)
            glClear(GL_COLOR_BUFFER_BIT)
        size = (0, 0) if whole else self.size
        if tuple(self._floor.size) != tuple(size):
            self._floor.size = size

    def _covers(self) -> bool:
        """Whether it hides all that was drawn before it in this frame."""
        from kivy.core.window import Window

        above: Any = self
        while above is not None and above is not Window:
            if above.opacity < 1:
                return False
            above = above.parent
        return tuple(self.pos) == (0, 0) and tuple(self.size) == tuple(Window.size)

    def draw(self) -> None:
        fire = self.now()
        ground = fire.ground or self.skin.ground
        Callback(lambda _instruction: self._lay(ground))
        Color(*ground)
        self._floor = Rectangle(pos=self.pos, size=self.size)
        self._glow = None
        if fire.strength <= 0:
            return
        wide, high = self.width * fire.reach_x, self.height * fire.reach_y
        x, y = self.x + self.width * fire.x, self.y + self.height * (1 - fire.y)
        self._glow = Color(*fire.colour.fade(self._strength(fire)))
        self._lit = Rectangle(texture=radial(HEARTH), pos=(x - wide, y - high), size=(2 * wide, 2 * high))


class Sparks(Drawn):
    """Sparks that rise inside its box, behind the text. They fall asleep with the background."""

    draws_itself = True

    def __init__(self, count: int = 8, colour: Colour = C.ember, **kwargs: Any) -> None:
        self._count, self._colour = count, colour
        self._now = 0.0
        self._sprites: list[tuple[Any, Any, float, float, float, float]] = []
        super().__init__(**kwargs)
        ambient.join(self._tick)

    def draw(self) -> None:
        self._sprites = []
        if self.width < 8 or self.height < 8:
            return
        u = self.m.u
        dot = painted(("spark",), 8, 8, lambda: Ellipse(pos=(0.5, 0.5), size=(7, 7), segments=24))
        seed = 7
        for i in range(self._count):
            seed = (seed * 9301 + 49297) % 233280
            x = self.width * ((i + 0.3 + (seed % 70) / 140) / self._count)
            seed = (seed * 9301 + 49297) % 233280
            phase = seed / 233280
            side = 2 * (0.14 + (seed % 3) * 0.05) * u
            light = 0.25 + (seed % 50) / 100
            tint = Color(*self._colour)
            sprite = Rectangle(texture=dot, size=(side, side))
            self._sprites.append((tint, sprite, x, phase, light, 0.05 + 0.03 * (seed % 7)))
        self._place()

    def _place(self) -> None:
        for tint, sprite, x, phase, light, speed in self._sprites:
            t = (phase + self._now * speed / 2) % 1
            sway = 1.2 * self.m.u * sin(6 * t + 9 * phase)
            sprite.pos = (self.x + x + sway, self.y + t * self.height)
            tint.a = light * min(1.0, 6 * t, 3 * (1 - t))

    def _tick(self, now: float) -> None:
        self._now = now
        if self.visible and self._sprites and self.get_parent_window() is not None:
            self._place()
