"""Every size, type role and time of the kiosk, with its unit. Pure data: no Kivy, no widget, no game.

u (`Metrics.u`: a sixtieth of the short side) is the unit of every length; `Metrics` turns it into px for one display.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from companion.engine.hearing import DEAF_MS
from companion.presentation.fonts import FontFace

# ---------------------------------------------------------------- type

TypeSize = Literal["normal", "large"]
TextRole = Literal["last", "clock", "order", "clock2", "count", "name", "title", "event", "key", "body", "small"]

LARGE = 1.2
"""The factor of the setting "large" for words, wherever there is room."""
HUGE: tuple[TextRole, ...] = ("last", "clock", "clock2", "count", "order", "name")
"""Roles that are large already and stay as they are."""


@dataclass(frozen=True)
class Type:
    """One role: its face and sizes in u, wide and upright. `steps` are the smaller sizes it may step down to."""

    face: FontFace
    wide: float
    upright: float
    steps: tuple[float, ...] = ()


TYPE: dict[TextRole, Type] = {
    "last": Type("black", 50.5, 46.6),
    "clock": Type("black", 35.5, 28.33),
    "order": Type("black", 19, 19, (14, 11)),
    "clock2": Type("black", 13, 13),
    "count": Type("black", 8.25, 8.67, (7, 6)),
    "name": Type("black", 6.5, 7.6, (5.5, 5, 4.25)),
    "title": Type("bold", 4.25, 5.16, (3.75, 3.25)),
    "event": Type("text_bold", 4.75, 5.33, (4.25, 3.75, 3.25)),
    "key": Type("text_bold", 3.1, 3.1, (2.9, 2.7)),
    "body": Type("text", 3.25, 3, (2.9, 2.7)),
    "small": Type("text", 2.5, 2.5),
}
SMALLEST = 2.5
"""u. No text is smaller, but for the letter inside a seat shape."""
ACROSS = 11.0
"""u. What must be read from 2 m is never smaller."""

CAPITAL = {"black": 0.67, "bold": 0.67, "text": 0.71, "text_bold": 0.71}
"""Height of a capital, in em."""
FIGURE_CELL = 0.56
COLON_CELL = 0.27
COLON_RAISE = 0.075
"""em of the Black face: every figure has a cell of its own, so nothing shifts when one changes."""

# ---------------------------------------------------------------- grid (u) and lines (px)

MARGIN = 4.0
GAP = 1.2
KEY_HEIGHT = 8.2
UNDO_WIDE = 27.0
"""u of Undo on the pages of a game, unless it says otherwise: lower left."""
KEY_LEAST = 8.0
CORNER_KEY = 1.25
PAD = 1.6
"""Inside a key, left of its icon."""
PAD_TEXT = 0.9
"""No text comes nearer than this to the edge of its key."""
ICON_KEY = 4.0
ICON_LEAST_PX = 24
RAIL = 47.7
"""Where the rail begins, from the top, on a wide display."""

LINE = 2.0
LINE_CHOSEN = 4.0
RING = 4.0


BOARD_SIDE, MAP_SIDE = 30.6, 34.0
"""u of the column beside Cerbère's board, and beside HellRail's map, wide."""


class KeyPlaces(NamedTuple):
    """The places of the keys of a game that no other key ever takes, in u. Upright all of them share the lowest row.

    `undo`: how wide Undo is. `ends`: how many keys end a turn, `end`: how wide each of them is. `beside`: on a wide
    display, what is right of them (the column of a board); else they are in the corner.
    """

    undo: float = UNDO_WIDE
    ends: int = 0
    end: float = 0.0
    beside: float = 0.0

    @property
    def zone(self) -> float:
        """u of the keys that end a turn, with the gap after them."""
        return self.ends * (self.end + GAP)

    @property
    def right(self) -> float:
        """u right of the keys that end a turn, wide."""
        return self.beside + GAP if self.beside else MARGIN


# ---------------------------------------------------------------- motion (seconds)


@dataclass(frozen=True)
class Motion:
    """Curves: out_cubic arrives, in_quad falls, linear for bars. Nothing bounces."""

    cross_fade: float = 0.18
    appear: float = 0.16
    """A band, a question, a drawer."""
    order_in: float = 0.16
    clock_slide: float = 0.24
    order_scale: float = 1.06
    fall: float = 0.42
    fall_apart: float = 0.08
    fall_drop: float = 10.0
    """u."""
    background_turn: float = 0.6
    turn_rate: float = 15.0
    """Positions a second of a background that turns: each is a frame of the whole screen."""
    background_period: float = 6.0
    background_swing: float = 0.12
    ambient_rate: float = 10.0
    """Positions a second of sparks and background."""
    ambient_idle: float = 20.0
    """Fire and sparks live this long after the last touch or event; then there are no frames at all."""
    ambient_clock: float = 6.0
    """The same while a game clock runs: one breath after each event, so that the seconds cost next to nothing."""
    fangs: float = 0.3
    fangs_every: float = 10.0
    lid: float = 0.5
    pressed: float = 0.12
    deaf: float = DEAF_MS / 1000
    """How long what has just appeared takes no touch: a double touch or a finger on its way does not mean it."""
    slide: float = 0.16
    band_stays: float = 3.0
    question: float = 3.0
    hold_ring: float = 0.4
    heartbeat: float = 0.3
    heartbeat_scale: float = 1.14
    heartbeat_every: float = 10.0
    heartbeat_rate: float = 20.0
    """Positions a second: every other one comes with one of the flare."""
    flare: float = 0.6
    """The background at each ten seconds of the clock: brighter by `flare_by`, and back."""
    flare_by: float = 0.7


MOTION = Motion()

# ---------------------------------------------------------------- a display


SHORT = 60.0
"""u of a display's short side, at most,"""
LONG_WIDE, LONG_UPRIGHT = 100.0, 1280 / 12
"""and of its long side, at least: 5:3 lying, 9:16 standing."""


@dataclass(frozen=True)
class Metrics:
    """One display: `width` and `height` in px and the user's size of type."""

    width: float
    height: float
    type_size: TypeSize = "normal"

    @cached_property
    def u(self) -> float:
        """px of one u: a display that is less long than the layouts need has smaller ones, and is wider in them."""
        short, long = sorted((self.width, self.height))
        return min(short / SHORT, long / (LONG_WIDE if self.wide else LONG_UPRIGHT))

    @cached_property
    def wide(self) -> bool:
        return self.width >= self.height

    @cached_property
    def columns(self) -> float:
        """Width in u."""
        return self.width / self.u

    @cached_property
    def rows(self) -> float:
        """Height in u."""
        return self.height / self.u

    def px(self, length: float) -> int:
        """Return a length in u as whole px."""
        return round(length * self.u)

    def type(self, role: TextRole) -> float:
        """Return the font size of a role in px, before any step down."""
        kind = TYPE[role]
        size = kind.wide if self.wide else kind.upright
        if role == "clock":
            if self.wide:  # 30 % of the extra width goes to the clock
                return (35.5 + (self.columns - 100) * 0.3) * self.u
            return (self.width - 4.75 * self.u) / (3 * FIGURE_CELL + COLON_CELL)
        if role not in HUGE:
            size *= self.grown
        return size * self.u

    @property
    def grown(self) -> float:
        """How much larger words are than usual."""
        return LARGE if self.type_size == "large" else 1.0

    def larger_first(self, sizes: tuple[float, ...]) -> tuple[float, ...]:
        """Return `sizes` to try in turn; with large words, the enlarged first one comes before them."""
        return (sizes[0] * LARGE, *sizes) if self.type_size == "large" else sizes

    def steps(self, role: TextRole) -> tuple[float, ...]:
        """Return font sizes in px to try in turn, the largest first."""
        found = self._steps.get(role)
        if found is None:
            kind, first = TYPE[role], self.type(role)
            usual = kind.wide if self.wide else kind.upright
            least = SMALLEST * self.u
            found = (first, *(s * self.u for s in (usual, *kind.steps) if least <= s * self.u < first))
            self._steps[role] = found
        return found

    @cached_property
    def _steps(self) -> dict[TextRole, tuple[float, ...]]:
        """Those that were asked for: each text asks at each drawing."""
        return {}
