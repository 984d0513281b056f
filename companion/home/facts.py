"""The published facts of a table: from the public view alone, and without names unless they are shared. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from msgspec import Struct

from companion.engine.player_names import seat_asked
from companion.engine.update import Update
from companion.web.desk.games import page_of

SET_UP, OVER = "set_up", "over"


class HomeState(Struct, frozen=True):
    """`game`: its name, as in the journal; None while none is open. `clock_s`: what is left, or how long it has run
    where it counts up. `ends`: when the clock will have run out, with its time zone. `turn`: who is asked: a name if
    names are shared, else the number of the seat, from 1. `rage`: steps to Cerberus's Hunt. `event`: the last one of
    the game, by its name in the protocol. `number`: of the update."""

    game: str | None = None
    title: str | None = None
    phase: str | None = None
    clock_s: int | None = None
    clock_runs: bool = False
    ends: str | None = None
    turn: str | None = None
    rage: int | None = None
    event: str | None = None
    number: int = 0


class Mood(Protocol):
    """As `drivers.glow.Mood`."""

    @property
    def colour(self) -> str: ...
    @property
    def level(self) -> float: ...
    @property
    def pulse_ms(self) -> int: ...


class Pattern(Protocol):
    """As `drivers.glow.Pattern`."""

    @property
    def colour(self) -> str: ...
    @property
    def blinks(self) -> int: ...
    @property
    def ms(self) -> int: ...


class Lights(Protocol):
    """As `drivers.light_table.LightTable`."""

    @property
    def patterns(self) -> Mapping[str, Pattern]: ...
    def mood(self, name: str) -> Mood: ...
    def pattern_of(self, cue: str) -> str: ...
    def light(self, cue: str, count: int | None = None) -> tuple[Pattern, int | None]: ...


class LightState(Struct, frozen=True):
    """The glow of the table's lamps. `brightness`: 0 to 255; `pulse_ms`: period of its breathing, 0 if it is still."""

    mood: str
    colour: str
    rgb: tuple[int, int, int]
    brightness: int
    pulse_ms: int


class LightCue(Struct, frozen=True, omit_defaults=True):
    """A cue, by the name of its light; `cue` is its own name, `n` its count."""

    event_type: str
    cue: str
    n: int | None = None
    colour: str = ""
    blinks: int = 0
    ms: int = 0


def home_state(
    update: Update, event: str | None, *, over: bool, names: bool, title: str | None, now: datetime
) -> HomeState:
    """
    :param event: the last event that was announced.
    :param title: of the game, in words.
    :param now: this moment, with its time zone.
    """
    if update.game is None or update.view is None:
        return HomeState(number=update.number)
    who = update.prompt.who if update.prompt is not None else ""
    seat = seat_asked(update.view, who)
    turn = (who if names else str(seat)) if seat else None
    face = update.face if page_of(update.game).clock else None
    seconds, runs, ends = None, False, None
    if face is not None:
        left = face.left(update.at)
        seconds, runs = (face.elapsed(update.at) if left is None else left) // 1000, face.running
        if runs and left is not None:
            ends = (now + timedelta(milliseconds=left)).isoformat(timespec="seconds")
    rage = getattr(getattr(update.view, "rage", None), "steps", None)
    return HomeState(
        update.game, title, _phase(update, over), seconds, runs, ends, turn,
        rage if isinstance(rage, int) else None, event, update.number,
    )  # fmt: skip


def event_of(update: Update) -> str | None:
    """Return the last event of an update that was not made by the clock."""
    made = [event for event in update.events if event.announced and not event.by_clock]
    return str(made[-1].__struct_config__.tag) if made else None


def light_of(lights: Lights, mood: str) -> LightState:
    found = lights.mood(mood)
    red, green, blue = (int(found.colour[i : i + 2], 16) for i in (1, 3, 5))
    return LightState(mood, found.colour, (red, green, blue), round(255 * found.level), found.pulse_ms)


def light_cue(lights: Lights | None, name: str, count: int | None) -> LightCue:
    if lights is None:
        return LightCue("cue", name, count)
    pattern, count = lights.light(name, count)
    return LightCue(lights.pattern_of(name), name, count, pattern.colour, pattern.blinks, pattern.ms)


def _phase(update: Update, over: bool) -> str:
    """Return the game's own phase, else what the table is asked."""
    phase = getattr(update.view, "phase", None)
    if over:
        return OVER
    return str(phase) if phase is not None else update.prompt.id if update.prompt is not None else SET_UP
