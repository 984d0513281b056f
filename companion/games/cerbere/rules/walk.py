"""A pawn walks, one step at a time (3.10, 3.11), at Board level.

What stops it: the distance is spent, a question, a full boat, an occupied stilt, Cerberus, or a seat in the boat.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere.events import Blocked, BridgeGone, PawnMoved
from companion.games.cerbere.names import RUNNER, Asks, By, Via
from companion.games.cerbere.rules import boats
from companion.games.cerbere.rules.chase import tell_portal
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import enterable, portal_open, swappable, ways
from companion.games.cerbere.state import CaughtQuestion, Ops, Walk


class Trail:
    """The steps of a pawn since the last event about it (reading 14)."""

    def __init__(self, context: MoveContext, pawn: int) -> None:
        self.w = context
        self.pawn = pawn
        self.at = context.state.place_of(pawn) or 0
        self.source = self.at
        self.path: list[int] = []

    def step(self, to: int) -> None:
        self.at = to
        self.path.append(to)

    def tell(self) -> None:
        """Emit the steps so far as one move."""
        if self.path:
            before = portal_open(self.w.state, None)
            self.w.emit(PawnMoved(self.w.name(self.pawn), self.source, self.at, tuple(self.path)))
            self.source, self.path = self.at, []
            if self.w.state.path.stele is not None:
                tell_portal(self.w, before)


def walk(context: MoveContext, task: Walk) -> None:
    """Take the walk on top of the agenda as far as it goes without a question."""
    context.agenda.pop()
    if context.state.seats[task.pawn].side is not RUNNER:
        return
    if task.made == 0 and not task.ahead and context.state.aboard(task.pawn):
        trail = _out_of_the_boat(context, task.pawn)
        task = replace(task, left=task.left - 1, made=1)
        if _arrived(context, task, trail):
            return
    else:
        trail = Trail(context, task.pawn)
    if task.made and not trail.path and trail.at == context.state.cerberus:
        context.push(
            CaughtQuestion((task.pawn,))
        )  # reading 16: he was met on the space where the boat had to be revealed first
        return
    by: By | None = None
    while task.left > 0 and by is None:
        if not task.stay and task.via is None and swappable(context.state, task.pawn, trail.at):
            _ask(context, task, trail, Asks.NACELLE)
            return
        found = ways(context.state, task.pawn, trail.at, task.ahead, task.made == 0)
        if task.via is None and len(found) > 1:
            _ask(context, task, trail, Asks.PATH)
            return
        if not found:
            break  # CB-153
        via, to = found[0] if task.via is None else next((way for way in found if way[0] is task.via), found[0])
        if not enterable(context.state, task.pawn, to):
            by = By.FULL_BOAT if to >= context.state.path.boat else By.STILT
            break
        leaves = task.made == 0 and trail.at == context.state.path.stele and not portal_open(context.state, task.pawn)
        trail.step(to)
        if leaves:
            trail.tell()  # CB-169: the portal closes as its pawn goes; one that only passes the stele opens nothing
        task = replace(task, left=task.left - 1, made=task.made + 1, via=None, stay=False)
        if via is Via.BRIDGE:
            trail.tell()
            context.emit(BridgeGone())  # CB-167
        if _arrived(context, task, trail):
            return
    trail.tell()
    if by is not None and task.made:
        context.emit(Blocked(context.name(task.pawn), by))
    _stop(context, task, trail.at)


def _arrived(context: MoveContext, task: Walk, trail: Trail) -> bool:
    """What entering a space brings: the boat's reveal, a seat, Cerberus. True: the walk is over, or waits."""
    s = context.state
    if s.boats.revealed is None and trail.at >= s.path.end_first:
        trail.tell()
        rest = context.push
        depth = len(context.agenda)
        boats.reach_end(context, task.pawn)  # CB-110: before anything else on this space
        if context.over:
            return True
        if len(context.agenda) > depth:
            asked = context.agenda.pop()
            rest(task)
            rest(asked)
            return True
    if trail.at >= s.path.boat:
        trail.tell()
        boats.enter_boat(context, task.pawn)  # CB-114: the rest of the move is lost
        return True
    if trail.at == s.cerberus:
        trail.tell()
        context.push(CaughtQuestion((task.pawn,)))  # CB-071, CB-Q02, CB-Q03; reading 17: only the mover
        return True
    return False


def _out_of_the_boat(context: MoveContext, pawn: int) -> Trail:
    """CB-117: from the boat to the last space is one step."""
    boats.leave_boat(context, pawn)
    trail = Trail(context, pawn)
    trail.source = context.state.path.boat
    trail.path = [trail.at]
    return trail


def _ask(context: MoveContext, task: Walk, trail: Trail, kind: Asks) -> None:
    """CB-165: the nacelle is the active player's; CB-Q17: the way is the owner's of the pawn."""
    trail.tell()
    context.push(replace(task, asked=kind))
    context.ask(context.state.turn.active if kind is Asks.NACELLE else task.pawn, kind)


def _stop(context: MoveContext, task: Walk, at: int) -> None:
    """CB-160, CB-161, CB-Q10, CB-Q11: the symbol under a pawn that stopped there after at least one step."""
    symbol = context.state.path.spaces[at].sym
    if task.made and symbol and at not in task.fired:
        context.push(Ops(task.pawn, symbol, task.pawn, (*task.fired, at)))


# -- answers --------------------------------------------------------------------


def go_by(context: MoveContext, task: Walk, via: Via) -> None:
    """CB-166..168: how the next step of the walk that waits is taken.

    :raises Refused: `path_closed` if that way is none (reading 3).
    """
    at = context.state.place_of(task.pawn) or 0
    if via not in {way for way, _ in ways(context.state, task.pawn, at, task.ahead, task.made == 0)}:
        raise Refused("path_closed", via=via.value)
    context.agenda[-1] = replace(task, asked=None, via=via)


def stay(context: MoveContext, task: Walk) -> None:
    """Reading 13: the nacelle is declined for the next step."""
    context.agenda[-1] = replace(task, asked=None, stay=True)


def swap_nacelle(context: MoveContext, task: Walk, other: int) -> None:
    """CB-165, CB-Q26: one step spent, the two pawns change places; the other one pays and triggers nothing.

    :raises Refused: `swap_unavailable` unless it is on the other space.
    """
    here = context.state.place_of(task.pawn) or 0
    if other not in swappable(context.state, task.pawn, here):
        raise Refused("swap_unavailable")
    there = context.state.place_of(other) or 0
    context.emit(PawnMoved(context.name(task.pawn), here, there, (there,)))
    context.emit(PawnMoved(context.name(other), there, here, (here,)))  # one of them is on the stele as before
    context.agenda[-1] = replace(task, asked=None, left=task.left - 1, made=task.made + 1, stay=False)
