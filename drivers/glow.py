"""What a lamp shows at a moment: a base glow, and over it the light of the cues. Pure, time given in ms.

A cue's light is a few blinks of one colour. A more urgent one (a time cue) takes the place of a less urgent
one; otherwise it waits its turn, at most `MOST_WAITING` of them: a light that comes late says nothing.
"""

from __future__ import annotations

import math
import re
from collections import deque
from typing import Annotated, Literal

from msgspec import Meta, Struct

from drivers.pins import RgbDuty

MOST_WAITING = 2
FRAME_MS = 80
"""Time between two steps of a fading light."""
LIT = 0.6
"""The part of a blink in which the lamp is lit; the rest is dark, so that blinks can be counted."""
DARK: RgbDuty = (0.0, 0.0, 0.0)

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
HexColour = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]
"""`#RRGGBB`."""


class Mood(Struct, frozen=True, forbid_unknown_fields=True):
    """The glow between cues. `level` 0 to 1; `pulse_ms`: it breathes with this period, 0: it is steady."""

    colour: HexColour
    level: Annotated[float, Meta(ge=0, le=1)] = 1.0
    pulse_ms: Annotated[int, Meta(ge=0, le=600_000)] = 0


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """The light of a cue: `blinks` of `ms` milliseconds each.

    `shape`: `blink` on and off, `fade` bright to dark, `swell` dark to bright. `counted`: as many blinks as
    the cue's own count says, up to `blinks`. `urgent`: takes the place of others instead of waiting.
    """

    colour: HexColour
    blinks: Annotated[int, Meta(ge=1, le=20)] = 1
    ms: Annotated[int, Meta(ge=40, le=5000)] = 400
    shape: Literal["blink", "fade", "swell"] = "blink"
    counted: bool = False
    urgent: bool = False


class _Running(Struct, frozen=True):
    pattern: Pattern
    blinks: int
    since: int

    @property
    def end(self) -> int:
        return self.since + self.blinks * self.pattern.ms


class Glow:
    """The sequence of one lamp's light. Every method takes the moment; moments must not go back."""

    def __init__(self, mood: Mood) -> None:
        self._mood = mood
        self._mood_since = 0
        self._running: _Running | None = None
        self._waiting: deque[tuple[Pattern, int]] = deque()
        self.dropped = 0
        """Cues whose light was left out because too many waited."""

    def set_mood(self, mood: Mood, now: int) -> None:
        """The base glow from now on; a cue's light that runs goes on over it."""
        if mood != self._mood:
            self._mood, self._mood_since = mood, now

    def start(self, pattern: Pattern, now: int, count: int | None = None) -> None:
        """Show `pattern`, now or after those that run; `count`: the cue's."""
        self._advance(now)
        blinks = min(max(count, 1), pattern.blinks) if pattern.counted and count is not None else pattern.blinks
        if self._running is None or pattern.urgent:  # of two time cues the later one is the truth
            self._running = _Running(pattern, blinks, now)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append((pattern, blinks))
        else:
            self.dropped += 1

    def at(self, now: int) -> RgbDuty:
        """The colour at `now`."""
        self._advance(now)
        if self._running is None:
            return rgb_duty(self._mood.colour, self._mood.level * self._breath(now))
        pattern = self._running.pattern
        done = (now - self._running.since) % pattern.ms / pattern.ms
        match pattern.shape:
            case "blink":
                level = 1.0 if done < LIT else 0.0
            case "fade":
                level = 1.0 - done
            case "swell":
                level = done
        return rgb_duty(pattern.colour, level)

    def next_change(self, now: int) -> int | None:
        """Return when to ask `at` again; None: the light is steady until the next request."""
        self._advance(now)
        if self._running is None:
            return now + FRAME_MS if self._mood.pulse_ms else None
        if self._running.pattern.shape != "blink":
            return min(now + FRAME_MS, self._running.end)
        ms = self._running.pattern.ms
        blink_began = now - (now - self._running.since) % ms
        goes_dark = blink_began + math.ceil(LIT * ms)
        return goes_dark if now < goes_dark else blink_began + ms

    def _advance(self, now: int) -> None:
        while self._running is not None and now >= self._running.end:
            ended = self._running.end
            if self._waiting:
                pattern, blinks = self._waiting.popleft()
                self._running = _Running(pattern, blinks, ended)
            else:
                self._running = None

    def _breath(self, now: int) -> float:
        """From 1 down to 0.35 and back, without a corner."""
        if not self._mood.pulse_ms:
            return 1.0
        phase = (now - self._mood_since) / self._mood.pulse_ms
        return 0.675 + 0.325 * math.cos(2 * math.pi * phase)


def rgb_duty(colour: HexColour, level: float) -> RgbDuty:
    """`#RRGGBB` at a level from 0 to 1.

    :raises ValueError: if it is neither.
    """
    if not (_COLOUR.fullmatch(colour) and 0 <= level <= 1):
        raise ValueError(f"no light: {colour!r} at level {level}; a colour is #RRGGBB, a level 0 to 1")
    red, green, blue = (int(colour[i : i + 2], 16) / 255 * level for i in (1, 3, 5))
    return (red, green, blue)
