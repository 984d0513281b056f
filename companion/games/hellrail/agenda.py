"""Working off the agenda: the task on top is done, or it waits for somebody's answer."""

from __future__ import annotations

from companion.games.hellrail import derail, drive, effects, steps, turning
from companion.games.hellrail.state import Derail, Drive, DumpHand, EndTurn, Marker, Take, Use
from companion.games.hellrail.work import Work


def run(w: Work) -> None:
    """Do all that needs nobody's answer."""
    while w.agenda and not w.over:
        match w.agenda[-1]:
            case Use() as task:
                effects.run(w, task)
            case Drive() as task:
                drive.drive(w, task)
            case Derail() as task:
                derail.finish(w, task)
            case EndTurn():
                turning.pass_on(w)
            case Take() as task if steps.take_over(w, task):
                w.agenda.pop()
            case DumpHand(seat=seat) if not w.seat(seat).hand:
                w.agenda.pop()
            case Marker(seat=seat, drop=drop) if drop and not w.seat(seat).train:
                w.agenda.pop()
            case _:
                return
