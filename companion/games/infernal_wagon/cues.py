"""What is worth sounding and lighting (section 6.2; names as in docs/sound.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.cues import Cue
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import PenaltyKind, Reason
from companion.games.infernal_wagon.state import WagonState

SHORT_TRACK = 2


def cues(before: WagonState, events: Sequence[Any], after: WagonState) -> tuple[Cue, ...]:
    """In the order of the events; the heartbeat last, when the track has just become short.

    Not at the start: the Start cards are a short track, and no card of it was lost.
    """
    made = [cue for event in events if event.announced and (cue := _cue(event)) is not None]
    if _short(after) and before.live and len(after.track) != len(before.track):
        made.append(Cue("heartbeat"))
    return tuple(made)


def _cue(event: Any) -> Cue | None:
    match event:
        case ev.CueEvent(id=name):
            return Cue(name)
        case ev.Mismatch(kind=PenaltyKind.DISCARD, n=n):
            return Cue("thuds", n)
        case ev.Mismatch(kind=PenaltyKind.NO_DRAW):
            return Cue("plank")
        case ev.CurseCleared(left=left):
            return Cue("curse_last" if left == 0 else "curse")
        case ev.Lost(reason=reason):
            # The time's own end is cue A7.
            return None if reason is Reason.TIME else Cue("collapse")
        case _:
            return Cue(event.cue) if event.cue else None


def _short(state: WagonState) -> bool:
    """Two cards or fewer behind the wagon. The player of the sound lets ten seconds pass between two beats."""
    return state.live and len(state.track) - 1 <= SHORT_TRACK
