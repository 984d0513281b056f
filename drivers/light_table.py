"""`config/lamps.toml`: which light belongs to which cue, and the glows between them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.config import BadValue, load_toml
from companion.engine.text import N_, Text
from drivers.glow import Mood, Pattern

SHORTEST_FLASH_MS = 334
"""No light may flash more than three times a second: that can harm photosensitive people."""
_TOO_FAST = Text(
    N_("light that repeats faster than every {least} ms can harm photosensitive people"), {"least": SHORTEST_FLASH_MS}
)


class CueLight(Struct, frozen=True, forbid_unknown_fields=True):
    """The pattern of a cue, with a count of its own where the cue brings none."""

    pattern: str
    n: Annotated[int, Meta(ge=0, le=99)] | None = None


class LightTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`cues`: cue -> pattern, or pattern and count. What is not listed has the pattern of its name, else `default`."""

    default: str
    moods: dict[str, Mood]
    patterns: dict[str, Pattern]
    cues: dict[str, str | CueLight]

    def light(self, cue: str, count: int | None = None) -> tuple[Pattern, int | None]:
        """The pattern of `cue` and the count that goes with it."""
        listed = self.cues.get(cue)
        count = listed.n if isinstance(listed, CueLight) and count is None else count
        return self.patterns[self.pattern_of(cue)], count

    def pattern_of(self, cue: str) -> str:
        """The name of the pattern of `cue`."""
        match self.cues.get(cue, cue if cue in self.patterns else self.default):
            case CueLight(pattern=name) | str(name):
                return name

    def mood(self, name: str) -> Mood:
        """The glow of that name.

        :raises KeyError: if there is none; the message lists those that exist.
        """
        try:
            return self.moods[name]
        except KeyError:
            raise KeyError(f"no mood {name!r} in lamps.toml; known are {', '.join(self.moods)}") from None


def load_lights(path: Path) -> LightTable:
    """Read `config/lamps.toml`.

    :raises ConfigError: naming file, line and key.
    """
    return load_toml(path, LightTable, _check)


def _check(table: LightTable) -> None:
    if table.default not in table.patterns:
        raise BadValue(("default",), _no_pattern(table.default))
    if "idle" not in table.moods:
        raise BadValue(("moods",), Text(N_("the mood `idle` is needed: the lamps begin with it")))
    for name, mood in table.moods.items():
        if 0 < mood.pulse_ms < SHORTEST_FLASH_MS:
            raise BadValue(("moods", name, "pulse_ms"), _TOO_FAST)
    for name, pattern in table.patterns.items():
        if pattern.blinks > 1 and pattern.ms < SHORTEST_FLASH_MS:
            raise BadValue(("patterns", name, "ms"), _TOO_FAST)
    for cue, light in table.cues.items():
        wanted = light if isinstance(light, str) else light.pattern
        if wanted not in table.patterns:
            raise BadValue(("cues", cue), _no_pattern(wanted))


def _no_pattern(name: str) -> Text:
    return Text(N_("there is no pattern `{word}`"), {"word": name})
