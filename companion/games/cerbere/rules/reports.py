"""`capture` and `hunt_result` as the matrix writes them: pawns in order, one zone each; what is missing is asked."""

from __future__ import annotations

from companion.engine.refused import BadInput
from companion.games.cerbere.names import Zone
from companion.games.cerbere.rules import answers, tracker
from companion.games.cerbere.rules.capture import zone_matters
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import Catch

Zones = tuple[Zone | None, ...] | Zone | None


def capture(w: MoveContext, pawns: tuple[int, ...], zones: Zones) -> None:
    """An answer to `catch_asked`, or somebody caught unasked."""
    told = _zones(pawns, zones)
    if not _incomplete(w, pawns, told):
        tracker.report_capture(w, pawns, told)
        return
    tracker.check_capture(w, pawns)
    task = tracker.open_catch(w)
    if task is None:
        task = Catch(asked=True)
        w.push(task)
    answers.ask_zones(w, task, pawns, told)


def hunt(w: MoveContext, pawns: tuple[int, ...], zones: Zones) -> None:
    """The chase's result.

    :raises Refused: `wrong_phase` unless a chase waits for it.
    """
    told = _zones(pawns, zones)
    task = tracker.open_catch(w)
    if task is None or not task.hunt or not _incomplete(w, pawns, told):
        tracker.report_hunt(w, pawns, told)
        return
    tracker.check_caught(w, pawns)
    answers.ask_zones(w, task, pawns, told)


def _zones(pawns: tuple[int, ...], zones: Zones) -> tuple[Zone | None, ...]:
    told = () if zones is None else (zones,) if isinstance(zones, Zone) else zones
    if len(told) > len(pawns):
        raise BadInput(field="zones", value=[z for z in told if z], expected="one for each pawn")
    return told + (None,) * (len(pawns) - len(told))


def _incomplete(w: MoveContext, pawns: tuple[int, ...], told: tuple[Zone | None, ...]) -> bool:
    """A zone that settles something was not told."""
    return any(zone is None and zone_matters(w.state, w.state.home + i) for i, zone in enumerate(told))
