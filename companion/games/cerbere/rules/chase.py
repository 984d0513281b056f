"""Cerberus runs (3.5, CB-155), catches (3.6), and the game ends (3.9).

He ignores symbols and all special places (CB-065, CB-162). CB-Q24: place, retreat, reset, check the win, roles (3.7).
CB-133: both sides never win at once, for a full boat means enough runners.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.refused import Refused
from companion.games.cerbere import events as ev
from companion.games.cerbere.names import (
    BONUS,
    LAST_DARK,
    PAWNS,
    Boating,
    CapturedRole,
    CaptureZone,
    CerberusReason,
    DeckKind,
    Side,
    Winner,
)
from companion.games.cerbere.rules import rage
from companion.games.cerbere.rules.decks import reshuffle
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import portal_open
from companion.games.cerbere.state import CatchQuestion, CaughtQuestion, CerbereState

SHOWN_AFTER_MS = 10_000
"""CB-R39. Kept boats stay covered so long after the end: an end that came of a wrong touch is taken back meanwhile."""


def runners_win(context: MoveContext) -> None:
    """CB-053, CB-118, CB-130: the passengers win, all others lose."""
    _over(context, Winner.RUNNERS, tuple(context.name(i) for i in context.state.boats.aboard))


def cerberus_wins(context: MoveContext) -> None:
    """CB-095, CB-131, CB-132: the players on Cerberus's side before the ending capture win; there may be none."""
    winners = tuple(seat.name for seat in context.state.seats if seat.side is Side.CERBERUS)
    _over(context, Winner.CERBERUS, winners)


def too_few(state: CerbereState) -> bool:
    """CB-075, CB-111, CB-132: no runner is left, or fewer than the boat has seats."""
    return state.runners < max(1, state.boats.revealed or 0)


def _over(context: MoveContext, side: Winner, winners: tuple[str, ...]) -> None:
    context.emit(ev.GameOver(side, winners))
    if may_show(context.state):
        context.emit(ev.BoatsToShow(context.at + SHOWN_AFTER_MS))


def may_show(state: CerbereState) -> bool:
    """CB-R39: whether the game is over and kept boats that are known still lie covered."""
    boats = state.boats
    known = boats.boating is Boating.KEPT and None not in boats.slots.reveal()
    return state.over is not None and known and not boats.shown


def show_boats(context: MoveContext) -> None:
    """All three kept boats, whatever ended the game.

    :raises Refused: `wrong_phase` before the end, or if there is nothing to show.
    """
    if not may_show(context.state):
        raise Refused("wrong_phase")
    context.emit(ev.BoatsShown(tuple(seats or 0 for seats in context.state.boats.slots.reveal())))


# -- captures ----------------------------------------------------------------------------------------------------------


def take(context: MoveContext, pawns: Sequence[int], zones: Sequence[CaptureZone | None]) -> None:
    """CB-025, CB-072: these pawns, in this order, each with the zone where it was caught."""
    before, open_before = context.state, portal_open(context.state, None)
    left = before.runners - len(pawns)
    ends = left == 0 or (before.boats.revealed is not None and left < before.boats.revealed)
    converts = []
    for pawn, zone in zip(pawns, zones, strict=True):
        index = context.state.home
        role = CapturedRole.OUT if ends else role_at(index, zone)
        if role is CapturedRole.CERBERUS:
            converts.append((pawn, zone))
        context.emit(ev.Captured(context.name(pawn), index, PAWNS - index, zone, role))
    _forget_option(context, pawns)
    _retreat(context)
    rage.home(context)
    rage.reset_speed(context)
    if before.armed:
        context.emit(ev.HuntDisarmed())  # CB-024, CB-079
    if before.board:
        tell_portal(context, open_before)
    if ends:
        cerberus_wins(context)  # CB-075, CB-120, CB-132
        return
    for pawn, zone in converts:
        _convert(context, pawn, zone)


def role_at(index: int, zone: CaptureZone | None) -> CapturedRole:
    """CB-076..078, CB-096: dark and not on the End board: a Cerberus player; else out."""
    return CapturedRole.CERBERUS if index <= LAST_DARK and zone is not CaptureZone.END else CapturedRole.OUT


def zone_matters(state: CerbereState, index: int) -> bool:
    """Return whether the zone of a pawn that comes to `index` settles anything: on a light space it does not."""
    return index <= LAST_DARK


def _retreat(context: MoveContext) -> None:
    """CB-073: to the last mark that he passed; from a mark to the one before; else to the den."""
    s = context.state
    if not s.board:
        context.emit(ev.CerberusRetreatPrompt())
        return
    to = max((mark for mark in s.path.marks if mark < s.cerberus), default=0)
    if to != s.cerberus:
        context.emit(ev.CerberusMoved(s.cerberus, to, CerberusReason.RETREAT))


def _convert(context: MoveContext, pawn: int, zone: CaptureZone | None) -> None:
    """CB-090..094: Survival cards away, all Action cards back, the bonus of the zone."""
    name = context.name(pawn)
    context.emit(ev.SurvivalDiscarded(name, context.state.seats[pawn].survival))
    context.emit(ev.ActionsRestored(name))
    bonus = BONUS.get(zone, 0) if zone is not None else 0
    context.emit(ev.BetrayalBonus(name, reshuffle(context, DeckKind.BETRAYAL, bonus)))


def _forget_option(context: MoveContext, pawns: Sequence[int]) -> None:
    """A card whose option is not chosen yet was not played: its player changes sides and takes another."""
    if context.play is not None and context.play.option is None and context.play.player in pawns:
        context.play = None


def tell_portal(context: MoveContext, before: bool) -> None:
    """`before`: whether it was open before what just happened."""
    now = portal_open(context.state, None)
    if now != before:
        context.emit(ev.Portal(now))


def zones_open(state: CerbereState) -> tuple[CaptureZone, ...]:
    """CB-078: on the End board no pawn can have been caught while the boats are hidden."""
    every = tuple(CaptureZone)
    return every if state.boats.revealed is not None else every[:-1]


def walkers(state: CerbereState) -> tuple[int, ...]:
    """Runners on the path."""
    aboard = state.boats.aboard
    return tuple([i for i, seat in enumerate(state.seats) if seat.side is Side.RUNNER and i not in aboard])


def catchable(state: CerbereState, task: CatchQuestion) -> tuple[int, ...]:
    """Return who can have been caught: runners on the path; after a move back, the one that moved."""
    return tuple(i for i in walkers(state) if task.pawn in (None, i))


# -- the run -----------------------------------------------------------------------------------------------------------


def run_of(speed: int) -> int:
    """CB-060: how many spaces Cerberus runs in a chase."""
    return speed


def spaces(state: CerbereState) -> int:
    """Return how many he runs now."""
    return run_of(state.speed)


def reach(state: CerbereState, steps: int) -> int:
    """CB-064: the last space that Cerberus can come to with so many steps."""
    return max(state.cerberus, min(state.cerberus + steps, state.path.length - 1))


def run_to(state: CerbereState, steps: int) -> tuple[int, tuple[int, ...]]:
    """CB-060, CB-061, CB-064, CB-Q01: where Cerberus stops after at most so many steps, and whom he finds there."""
    here = state.cerberus
    farthest = reach(state, steps)
    at = min([seat.at for seat in state.seats if seat.at is not None and here < seat.at <= farthest], default=None)
    if at is None:
        return farthest, ()
    return at, tuple([i for i, seat in enumerate(state.seats) if seat.at == at])


def go(context: MoveContext, steps: int, why: CerberusReason) -> bool:
    """Board: move Cerberus; the pawns he catches wait for the capture. Return False if there are none."""
    s = context.state
    to, found = run_to(s, steps)
    if to != s.cerberus:
        context.emit(ev.CerberusMoved(s.cerberus, to, why))
    if found:
        context.push(CaughtQuestion(found))
    return bool(found)


def miss(context: MoveContext) -> None:
    """CB-062, CB-036, CB-Q23: one faster from the face that shows, and the die goes home."""
    context.emit(ev.HuntMissed())
    rage.faster(context, 1)
    rage.home(context)
