"""After a correction: questions that were open look at the table again (the table is right)."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.games.cerbere.names import Side
from companion.games.cerbere.rules.capture import catchable
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import (
    Boat,
    Catch,
    Caught,
    CerbereState,
    EndCheck,
    Ops,
    Paid,
    Pick,
    Reveal,
    Several,
    Task,
    Walk,
)


def revise(w: MoveContext) -> None:
    """Drop what is no question any more, forget half answers, and put the rest anew."""
    s = w.state
    w.agenda = [task for old in w.agenda if (task := _again(s, old)) is not None]
    if w.play is not None:
        several = None if w.play.several is None else tuple(i for i in w.play.several if _runs(s, i))
        w.play = replace(w.play, donors=(), several=several)
        if several == ():  # nobody is left for the effect that was going on
            left = tuple(i for i in w.play.left if i != w.play.going)
            w.play = replace(w.play, left=left, going=None, several=None)


def _runs(s: CerbereState, seat: int) -> bool:
    return s.seats[seat].side is Side.RUNNER


def _again(s: CerbereState, task: Task) -> Task | None:
    match task:
        case Boat() | Reveal() if s.boats.revealed is not None:
            return None
        case Walk(pawn=pawn):
            return replace(task, asked=None, via=None, stay=False) if _runs(s, pawn) else None
        case Catch():
            picked = tuple(i for i in task.picked if i in catchable(s, task))
            return replace(task, picked=picked, picking=True)
        case Caught(pawns=pawns):
            left = tuple(i for i in pawns if _runs(s, i) and i not in s.boats.aboard)
            return replace(task, pawns=left, order=(), asked=False) if left else None
        case Several(pawns=pawns):
            left = tuple(i for i in pawns if _runs(s, i))
            return replace(task, pawns=left) if left else None
        case Pick():
            return replace(task, asked=False)
        case Boat() | Reveal() | Ops() | Paid() | EndCheck():
            return task
        case _:
            assert_never(task)
