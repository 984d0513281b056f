"""What the lamps show between two cues: how near the Hunt is. The names are moods of `config/lamps.toml`."""

from __future__ import annotations

from companion.games.cerbere.names import Winner
from companion.games.cerbere.view import CerbereView

FAR = 4
"""From so many steps to the Hunt on the glow is the same."""
ENDINGS = {Winner.RUNNERS: "won", Winner.CERBERUS: "lost"}


def glow(view: CerbereView) -> str:
    """`rage_4` to `rage_1`: steps from the die to Hunt; `armed`, `chase`; `won` for the runners, else `lost`."""
    if view.over is not None:
        return ENDINGS[view.over.side]
    if view.turn.chasing:
        return "chase"
    return "armed" if view.rage.steps <= 0 else f"rage_{min(view.rage.steps, FAR)}"
