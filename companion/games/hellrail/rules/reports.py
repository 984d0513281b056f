"""Keeper and light: what people report of the board (`report`, reading 19)."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.hellrail.board import drive
from companion.games.hellrail.events import GameEnded, Pushed, PushedIntoCircle, Rammed
from companion.games.hellrail.moves import Report
from companion.games.hellrail.names import CIRCLES, RAIL, What
from companion.games.hellrail.rules.actions import arrive
from companion.games.hellrail.rules.derail import derail
from companion.games.hellrail.rules.drawing import NO_CARDS
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import Arrive, Soul


def report(w: MoveContext, seat: int, move: Report) -> None:
    """Record what people report of the board (HR-036, HR-048, HR-050, HR-093, HR-112). At level light an arrival is
    reported without a Move, and also that no card is left (HR-078).

    :raises Refused: `wrong_phase` at Map level or for an arrival that nobody waits for; `bad_target`; `no_check`
        where none lies on the map; `no_gap` for a Boatman that lands nowhere.
    """
    if w.state.map:
        raise Refused("wrong_phase", phase=w.state.phase.value)
    task = w.top if isinstance(w.top, Arrive) else None
    match move.what:
        case What.ARRIVED | What.ON_RAIL:
            if task is None and (not w.state.light or move.what is What.ON_RAIL):
                raise Refused("wrong_phase", phase=w.state.phase.value)
            to = RAIL if move.what is What.ON_RAIL else move.circle
            if to is None or to not in (*CIRCLES, RAIL):
                raise Refused("bad_target", circle=move.circle or "")
            if task is not None:
                w.agenda.pop()
            arrive(w, seat, to, 0 if task is None else task.limit)
        case What.RAMMED:
            target = _other(w, seat, move.target)
            w.emit(Rammed(w.name(seat), w.name(target)))
            if w.seat(seat).soul_catcher and (w.state.light or w.seat(target).train):
                w.push(Soul(seat, target))
        case What.PUSHED:
            target = _other(w, seat, move.target)
            if move.circle is None:
                w.emit(Pushed(w.name(target), RAIL, None))
            elif move.circle in CIRCLES:
                w.emit(PushedIntoCircle(w.name(target), move.circle))
            else:
                raise Refused("bad_target", circle=move.circle)
        case What.DERAILED:
            target = seat if move.target is None else _any(w, move.target)
            if target == seat and task is not None:
                if task.boat:
                    raise Refused("no_gap")  # HR-Q24: he lands on rail or in a circle
                w.agenda.pop()
            derail(w, target)
        case What.MARKER:
            if not w.state.markers_out:
                raise Refused("no_check")
            drive.hit(w, seat if move.target is None else _any(w, move.target), None)
        case What.NO_CARDS:
            if not w.state.light:
                raise Refused("wrong_phase", phase=w.state.phase.value)
            w.emit(GameEnded(NO_CARDS))


def _any(w: MoveContext, name: str) -> int:
    found = w.state.index(name)
    if found is None:
        raise Refused("bad_target", target=name)
    return found


def _other(w: MoveContext, seat: int, name: str | None) -> int:
    found = None if name is None else w.state.index(name)
    if found is None or found == seat:
        raise Refused("bad_target", target=name or "")
    return found
