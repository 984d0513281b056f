"""Working off the agenda: the task on top is done, or it waits for somebody's answer."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.hellrail import derail, drive, effects, steps, turning
from companion.games.hellrail.move_context import MoveContext
from companion.games.hellrail.state import Derail, Drive, DumpHand, EndTurn, Marker, Take, Use


def run(w: MoveContext) -> None:
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
            case task if steps.moot(w, task):  # only a correction makes it so
                w.agenda.pop()
            case Marker(seat=seat, drop=drop) as task if drop > len(train := w.seat(seat).train):
                w.agenda[-1] = replace(task, drop=len(train), cards=tuple(car for car in task.cards if car in train))
            case _:
                return
