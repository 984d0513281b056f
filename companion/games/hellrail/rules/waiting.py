"""Who owes what: the task on top as the matrix names it (`answer_due`)."""

from __future__ import annotations

from companion.games.hellrail import state as st
from companion.games.hellrail.names import Effect, Owes


def owed(task: st.Task | None) -> tuple[Owes, tuple[int, ...]] | None:
    """What is awaited and from whom; None: nothing but the turn's own commands."""
    if task is None:
        return None
    match task:
        case st.Entry(seat=seat):
            return Owes.ENTRY, (seat,)
        case st.Window(holders=holders):
            return Owes.HERESY, holders
        case st.Price(seat=seat) | st.DumpHand(seat=seat):
            return Owes.DISCARD, (seat,)
        case st.PickRail(seat=seat) | st.PickCar(seat=seat):
            return Owes.PICK, (seat,)
        case st.TurnRail(seat=seat):
            return Owes.TURN_RAIL, (seat,)
        case st.Flip(seat=seat):
            return Owes.FLIP, (seat,)
        case st.Marker(seat=seat, drop=drop):
            return (Owes.DROP_CARS if drop else Owes.FLIP), (seat,)
        case st.Deliver(seat=seat) | st.TakeCar(seat=seat):
            return Owes.ANSWER, (seat,)
        case st.GiveCar(seat=seat) | st.GiveCards(seat=seat):
            return Owes.GIVE, (seat,)
        case st.Take(seat=seat):
            return Owes.TAKE, (seat,)
        case st.DrawToken(seat=seat):
            return Owes.DRAW_TOKEN, (seat,)
        case st.DealEffects(seat=seat):
            return Owes.DEAL_EFFECTS, (seat,)
        case st.Soul(seat=seat):
            return Owes.SOULCATCH, (seat,)
        case st.Branch(seat=seat):
            return Owes.BRANCH, (seat,)
        case st.Arrive(seat=seat):
            return Owes.ARRIVAL, (seat,)
        case _:
            return None


def optional(task: st.Task | None) -> bool:
    """The answer may be that there is none: `pick` nothing, `done`."""
    match task:
        case st.PickRail() | st.TurnRail():
            return True
        case st.Price(effect=Effect.FALSE_PATH, more=True):
            return True
        case _:
            return False
