"""A capture (3.6) and what becomes of the captured (3.7). CB-Q24: place, retreat, reset, check the win, roles."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cerbere.events import (
    ActionsRestored,
    BetrayalBonus,
    Captured,
    CerberusMoved,
    CerberusRetreatPrompt,
    HuntDisarmed,
    Portal,
    SurvivalDiscarded,
)
from companion.games.cerbere.names import BONUS, LAST_DARK, PAWNS, Deck, Role, Side, Why, Zone
from companion.games.cerbere.rules import ending, rage, speed
from companion.games.cerbere.rules.decks import reshuffle
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import portal_open
from companion.games.cerbere.state import Catch, CerbereState


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
        w.emit(Captured(w.name(pawn), index, PAWNS - index, zone, role))
    _forget_option(w, pawns)
    _retreat(w)
    rage.home(w)
    speed.reset(w)
    if before.armed:
        w.emit(HuntDisarmed())  # CB-024, CB-079
    if before.board:
        tell_portal(w, open_before)
    if ends:
        ending.cerberus_wins(w)  # CB-075, CB-120, CB-132
        return
    for pawn, zone in converts:
        _convert(w, pawn, zone)


def role_at(index: int, zone: Zone | None) -> Role:
    """CB-076..078, CB-096: dark and not on the End board: a Cerberus player; else out."""
    return Role.CERBERUS if index <= LAST_DARK and zone is not Zone.END else Role.OUT


def zone_matters(s: CerbereState, index: int) -> bool:
    """Whether the zone of a pawn that comes to `index` settles anything: on a light space it does not."""
    return index <= LAST_DARK


def _retreat(w: MoveContext) -> None:
    """CB-073: to the last mark that he passed; from a mark to the one before; else to the den."""
    s = w.state
    if not s.board:
        w.emit(CerberusRetreatPrompt())
        return
    to = max((mark for mark in s.path.marks if mark < s.cerberus), default=0)
    if to != s.cerberus:
        w.emit(CerberusMoved(s.cerberus, to, Why.RETREAT))


def _convert(w: MoveContext, pawn: int, zone: Zone | None) -> None:
    """CB-090..094: Survival cards away, all Action cards back, the bonus of the zone."""
    name = w.name(pawn)
    w.emit(SurvivalDiscarded(name, w.state.seats[pawn].survival))
    w.emit(ActionsRestored(name))
    bonus = BONUS.get(zone, 0) if zone is not None else 0
    w.emit(BetrayalBonus(name, reshuffle(w, Deck.BETRAYAL, bonus)))


def _forget_option(w: MoveContext, pawns: Sequence[int]) -> None:
    """A card whose option is not chosen yet was not played: its player changes sides and takes another."""
    if w.play is not None and w.play.option is None and w.play.player in pawns:
        w.play = None


def tell_portal(w: MoveContext, before: bool) -> None:
    """`before`: whether it was open before what just happened."""
    now = portal_open(w.state, None)
    if now != before:
        w.emit(Portal(now))


def zones_open(s: CerbereState) -> tuple[Zone, ...]:
    """CB-078: on the End board nobody can have been caught while the boats are hidden."""
    every = tuple(Zone)
    return every if s.boats.revealed is not None else every[:-1]


def walkers(s: CerbereState) -> tuple[int, ...]:
    """Runners on the path."""
    aboard = s.boats.aboard
    return tuple([i for i, seat in enumerate(s.seats) if seat.side is Side.RUNNER and i not in aboard])


def catchable(s: CerbereState, task: Catch) -> tuple[int, ...]:
    """Who can have been caught: runners on the path; after a move back, the one that moved."""
    return tuple(i for i in walkers(s) if task.pawn in (None, i))
