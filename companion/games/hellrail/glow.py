"""What the lamps show between two cues: where the turn stands. The names are moods of `config/lamps.toml`.

Public things only: that something is awaited, not what it is about; that cars are sealed, not what they are worth.
"""

from __future__ import annotations

from companion.games.hellrail.names import Owes, Phase
from companion.games.hellrail.view import HellRailView


def glow(view: HellRailView) -> str:
    """`rail_start` before the draw, `rail_fire` with cards to burn or under way, `rail_embers` without; `rail_asked`
    while somebody has to answer; `rail_sealed` at the end until the cars are opened, then `won`."""
    if view.phase is Phase.ENDED:
        return "rail_sealed" if view.scores is None else "won"
    if view.phase in (Phase.PLACING, Phase.SETUP):
        return "setup"
    if view.owed is not None:
        return "rail_fire" if view.owed.what == Owes.ARRIVAL else "rail_asked"
    if view.phase is not Phase.ACTIONS:
        return "rail_start"
    return "rail_fire" if view.turn.act else "rail_embers"
