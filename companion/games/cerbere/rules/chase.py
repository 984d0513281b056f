"""Cerberus runs (3.5, CB-155), catches (3.6), and the game ends (3.9).

He ignores symbols and all special places (CB-065, CB-162). CB-Q24: place, retreat, reset, check the win, roles (3.7).
CB-133: both sides never win at once, for a full boat means enough runners.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.refused import Refused
from companion.games.cerbere import events as ev
from companion.games.cerbere.names import BONUS, LAST_DARK, PAWNS, Boating, Deck, Role, Side, Why, Winner, Zone
from companion.games.cerbere.rules import rage
from companion.games.cerbere.rules.decks import reshuffle
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import portal_open
from companion.games.cerbere.state import Catch, Caught, CerbereState

SHOWN_AFTER_MS = 10_000
"""CB-R39. Kept boats stay covered so long after the end: an end that came of a wrong touch is taken back meanwhile."""


def runners_win(w: MoveContext) -> None:
    """CB-053, CB-118, CB-130: the passengers win, all others lose."""
    _over(w, Winner.RUNNERS, tuple(w.name(i) for i in w.state.boats.aboard))


def cerberus_wins(w: MoveContext) -> None:
    """CB-095, CB-131, CB-132: the players on Cerberus's side before the ending capture win; there may be none."""
    winners = tuple(seat.name for seat in w.state.seats if seat.side is Side.CERBERUS)
    _over(w, Winner.CERBERUS, winners)


def too_few(s: CerbereState) -> bool:
    """CB-075, CB-111, CB-132: no runner is left, or fewer than the boat has seats."""
    return s.runners < max(1, s.boats.revealed or 0)


def _over(w: MoveContext, side: Winner, winners: tuple[str, ...]) -> None:
    w.emit(ev.GameOver(side, winners))
    if may_show(w.state):
        w.emit(ev.BoatsToShow(w.at + SHOWN_AFTER_MS))


def may_show(s: CerbereState) -> bool:
    """CB-R39: whether the game is over and kept boats that are known still lie covered."""
    boats = s.boats
    known = boats.boating is Boating.KEPT and None not in boats.slots.reveal()
    return s.over is not None and known and not boats.shown


def show_boats(w: MoveContext) -> None:
    """All three kept boats, whatever ended the game.

    :raises Refused: `wrong_phase` before the end, or if there is nothing to show.
    """
    if not may_show(w.state):
        raise Refused("wrong_phase")
    w.emit(ev.BoatsShown(tuple(seats or 0 for seats in w.state.boats.slots.reveal())))


# -- captures ----------------------------------------------------------------------------------------------------------


def take(w: MoveContext, pawns: Sequence[int], zones: Sequence[Zone | None]) -> None:
    """CB-025, CB-072: these pawns, in this order, each with the zone where it was caught."""
    before, open_before = w.state, portal_open(w.state, None)
    left = before.runners - len(pawns)
    ends = left == 0 or (before.boats.revealed is not None and left < before.boats.revealed)
    converts = []
    for pawn, zone in zip(pawns, zones, strict=True):
        index = w.state.home
        role = Role.OUT if ends else role_at(index, zone)
        if role is Role.CERBERUS:
            converts.append((pawn, zone))
        w.emit(ev.Captured(w.name(pawn), index, PAWNS - index, zone, role))
    _forget_option(w, pawns)
    _retreat(w)
    rage.home(w)
    rage.reset_speed(w)
    if before.armed:
        w.emit(ev.HuntDisarmed())  # CB-024, CB-079
    if before.board:
        tell_portal(w, open_before)
    if ends:
        cerberus_wins(w)  # CB-075, CB-120, CB-132
        return
    for pawn, zone in converts:
        _convert(w, pawn, zone)


def role_at(index: int, zone: Zone | None) -> Role:
    """CB-076..078, CB-096: dark and not on the End board: a Cerberus player; else out."""
    return Role.CERBERUS if index <= LAST_DARK and zone is not Zone.END else Role.OUT


def zone_matters(s: CerbereState, index: int) -> bool:
    """Return whether the zone of a pawn that comes to `index` settles anything: on a light space it does not."""
    return index <= LAST_DARK


def _retreat(w: MoveContext) -> None:
    """CB-073: to the last mark that he passed; from a mark to the one before; else to the den."""
    s = w.state
    if not s.board:
        w.emit(ev.CerberusRetreatPrompt())
        return
    to = max((mark for mark in s.path.marks if mark < s.cerberus), default=0)
    if to != s.cerberus:
        w.emit(ev.CerberusMoved(s.cerberus, to, Why.RETREAT))


def _convert(w: MoveContext, pawn: int, zone: Zone | None) -> None:
    """CB-090..094: Survival cards away, all Action cards back, the bonus of the zone."""
    name = w.name(pawn)
    w.emit(ev.SurvivalDiscarded(name, w.state.seats[pawn].survival))
    w.emit(ev.ActionsRestored(name))
    bonus = BONUS.get(zone, 0) if zone is not None else 0
    w.emit(ev.BetrayalBonus(name, reshuffle(w, Deck.BETRAYAL, bonus)))


def _forget_option(w: MoveContext, pawns: Sequence[int]) -> None:
    """A card whose option is not chosen yet was not played: its player changes sides and takes another."""
    if w.play is not None and w.play.option is None and w.play.player in pawns:
        w.play = None


def tell_portal(w: MoveContext, before: bool) -> None:
    """`before`: whether it was open before what just happened."""
    now = portal_open(w.state, None)
    if now != before:
        w.emit(ev.Portal(now))


def zones_open(s: CerbereState) -> tuple[Zone, ...]:
    """CB-078: on the End board no pawn can have been caught while the boats are hidden."""
    every = tuple(Zone)
    return every if s.boats.revealed is not None else every[:-1]


def walkers(s: CerbereState) -> tuple[int, ...]:
    """Runners on the path."""
    aboard = s.boats.aboard
    return tuple([i for i, seat in enumerate(s.seats) if seat.side is Side.RUNNER and i not in aboard])


def catchable(s: CerbereState, task: Catch) -> tuple[int, ...]:
    """Return who can have been caught: runners on the path; after a move back, the one that moved."""
    return tuple(i for i in walkers(s) if task.pawn in (None, i))


# -- the run -----------------------------------------------------------------------------------------------------------


def run_of(speed: int) -> int:
    """CB-060: how many spaces Cerberus runs in a chase."""
    return speed


def spaces(s: CerbereState) -> int:
    """Return how many he runs now."""
    return run_of(s.speed)


def reach(s: CerbereState, n: int) -> int:
    """CB-064: the last space that Cerberus can come to with `n` steps."""
    return max(s.cerberus, min(s.cerberus + n, s.path.length - 1))


def run_to(s: CerbereState, n: int) -> tuple[int, tuple[int, ...]]:
    """CB-060, CB-061, CB-064, CB-Q01: where Cerberus stops after at most `n` steps, and whom he finds there."""
    here = s.cerberus
    farthest = reach(s, n)
    at = min([seat.at for seat in s.seats if seat.at is not None and here < seat.at <= farthest], default=None)
    if at is None:
        return farthest, ()
    return at, tuple([i for i, seat in enumerate(s.seats) if seat.at == at])


def go(w: MoveContext, n: int, why: Why) -> bool:
    """Board: move Cerberus; the pawns he catches wait for the capture. Return False if there are none."""
    s = w.state
    to, found = run_to(s, n)
    if to != s.cerberus:
        w.emit(ev.CerberusMoved(s.cerberus, to, why))
    if found:
        w.push(Caught(found))
    return bool(found)


def miss(w: MoveContext) -> None:
    """CB-062, CB-036, CB-Q23: one faster from the face that shows, and the die goes home."""
    w.emit(ev.HuntMissed())
    rage.faster(w, 1)
    rage.home(w)
