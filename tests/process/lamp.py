"""What glow a lamp shows, by the moods of config/lamps.toml."""

from __future__ import annotations

import tomllib

from companion.options import PACKAGED_CONFIG

MOODS = tomllib.loads((PACKAGED_CONFIG / "lamps.toml").read_text(encoding="utf-8"))["moods"]


def glows(colour: tuple[float, float, float], mood: str) -> bool:
    """Whether a lamp shows that mood of config/lamps.toml, at any depth of its breath and no brighter."""
    wanted = MOODS[mood]
    base = [int(wanted["colour"][i : i + 2], 16) / 255 for i in (1, 3, 5)]
    level = max(colour) / max(base)
    alike = all(abs(channel - level * own) < 0.004 for channel, own in zip(colour, base, strict=True))
    return alike and 0.3 * wanted["level"] < level <= wanted["level"] + 0.001
