"""An engine drives over the map (4.5): ties, rams, pushes, markers, circles, the end of the rail, derailment."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.board.graph import Graph, graph_of, trace
from companion.games.hellrail.board.layout import Stand
from companion.games.hellrail.moves import CardRef, CardRefs
from companion.games.hellrail.names import GATES, OFF, FlipReason
from companion.games.hellrail.rules import drawing
from companion.games.hellrail.rules.cards import from_hand, in_train
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import (
    BranchTask,
    DerailTask,
    DriveTask,
    DumpHandTask,
    EndTurnTask,
    EntryTask,
    MarkerTask,
    RailState,
    SoulTask,
    rail_cards,
)

LOST = ("hand", "loaded_cars", "soul_catcher")
"""What a derailment takes, unless a ruling (HR-Q05) leaves it out."""


def derail(context: MoveContext, seat: int) -> None:
    """The hand is tapped first (nothing to tap if it is empty), then the rest follows (4.5)."""
    context.push(DerailTask(seat))
    if context.seat(seat).hand and "hand" in context.state.deck.rulings.q05_derail_loses:
        context.push(DumpHandTask(seat))


def dump_hand(context: MoveContext, task: DumpHandTask, refs: CardRefs) -> None:
    """HR-054: the whole hand, card by card.

    :raises Refused: `wrong_count`, `card_elsewhere` ...
    """
    needs = context.seat(task.seat).hand
    if len(refs) != needs:
        raise Refused("wrong_count", needs=needs, has=len(refs))
    cards = from_hand(context, task.seat, refs)
    context.agenda.pop()
    context.emit(ev.HandDumped(context.name(task.seat), cards))


def finish_derailment(context: MoveContext, task: DerailTask) -> None:
    """HR-055, HR-056, HR-059, HR-060; HR-057, HR-058, HR-Q17: in the own turn it ends the turn."""
    context.agenda.pop()
    loses = context.state.deck.rulings.q05_derail_loses
    seat = context.seat(task.seat)
    cars = seat.train if "loaded_cars" in loses else ()
    keeps = tuple(what for what in LOST if what not in loses)
    context.emit(ev.Derailed(seat.name, cars, seat.soul_catcher and "soul_catcher" in loses, keeps))
    if task.seat == context.state.turn.active:
        context.agenda.clear()
        context.push(EndTurnTask())


def hit(context: MoveContext, seat: int, node: str | None, more: int = 0) -> None:
    """HR-093: the owner of that engine turns over the top card, once for each marker.

    :param more: further markers on the same tie (HR-Q32).
    """
    context.emit(ev.MarkerHit(context.name(seat), node))
    if drawing.ready(context):
        context.push(MarkerTask(seat, node, more=more))


def flipped_for_marker(context: MoveContext, task: MarkerTask, ref: CardRef) -> None:
    """HR-093: more cars than brimstone, and as many have to go. HR-Q12: the Tender is no car here."""
    brimstone = drawing.flip(context, task.seat, ref, FlipReason.DELINQUENCY)
    cars = len(context.seat(task.seat).train)
    if context.state.deck.rulings.q12_tender_counts == "everywhere":
        cars += context.seat(task.seat).tender
    drop = min(cars - brimstone, len(context.seat(task.seat).train))
    context.agenda.pop()
    if drop > 0:
        context.push(replace(task, drop=drop))
    else:
        _over(context, task)


def drop_cars(context: MoveContext, task: MarkerTask, refs: tuple[str, ...]) -> None:
    """HR-093: cars of the owner's own choice.

    :raises Refused: `wrong_count`, `not_on_train`.
    """
    if len(refs) != task.drop:
        raise Refused("wrong_count", needs=task.drop, has=len(refs))
    cars = tuple(in_train(context, task.seat, ref) for ref in refs)
    if len(set(cars)) != len(cars):
        raise Refused("not_on_train", card=refs[0])
    context.agenda.pop()
    context.emit(ev.CarsDropped(context.name(task.seat), cars))
    _over(context, task)


def _over(context: MoveContext, task: MarkerTask) -> None:
    drawing.put_down(context)
    if not context.state.deck.rulings.q06_check_marker_stays:
        context.emit(ev.MarkerGone(task.node))
    if task.more:
        hit(context, task.seat, task.node, task.more - 1)


def graph(state: RailState) -> Graph:
    """Return the rails as they lie now."""
    return graph_of(rail_cards(state), state.grid, state.deck.rulings)


def engine_on(state: RailState, node: str, but: int | None = None) -> int | None:
    """HR-036, HR-037: whose engine is on that tie; circles hold any number and never ram."""
    if ":" not in node:
        return None
    return next((i for i, seat in enumerate(state.seats) if seat.stand.node == node and i != but), None)


def check_path(context: MoveContext, seat: int, path: tuple[str, ...] | None, limit: int | None) -> tuple[Stand, ...]:
    """HR-029..035, HR-041, HR-042, HR-Q19, HR-Q38: the states of a path.

    :raises Refused: `zero_move`, `too_many_ties`, `no_track`, `reversing`.
    """
    if path is None:
        raise BadInput(field="path", expected="the nodes entered")
    if not path and not context.state.deck.rulings.q19_zero_tie_move:
        raise Refused("zero_move")
    if limit is not None and len(path) > limit:
        raise Refused("too_many_ties", limit=limit)
    states, code = trace(graph(context.state), context.seat(seat).stand, path)
    if code is not None:
        raise Refused(code, node=path[len(states)])
    return states


def drive(context: MoveContext, task: DriveTask) -> None:
    """The drive on top of the agenda, as far as it goes without anybody's answer."""
    context.agenda.pop()
    while task.path:
        ahead = task.path[0]
        if ahead.node == OFF:
            derail(context, task.seat)  # HR-053
            return
        if ":" not in ahead.node:
            enter(context, task.seat, ahead.node)  # HR-038, HR-049
            return
        rammed = engine_on(context.state, ahead.node, task.seat)
        if rammed is not None:
            again = _ram(context, task, rammed)
            if again is None:
                return
            task = again
            continue
        context.emit(ev.Stepped(context.name(task.seat), ahead.node, ahead.heading))
        task = replace(task, path=task.path[1:], branches=tuple((d - 1, n) for d, n in task.branches if d > 1))
        if ahead.node in context.state.markers:
            context.push(task)
            hit(context, task.seat, ahead.node, context.state.markers.count(ahead.node) - 1)
            return


def _ram(context: MoveContext, task: DriveTask, target: int) -> DriveTask | None:
    """HR-044..052: the engine on the next tie is pushed, the whole chain of it, the front one first. None: it waits."""
    if target not in task.met:
        task = replace(task, met=(*task.met, target))
        context.emit(ev.Rammed(context.name(task.seat), context.name(target)))
        if context.seat(task.seat).soul_catcher and context.seat(target).train:
            context.push(task)
            context.push(SoulTask(task.seat, target))  # HR-112, HR-Q04
            return None
    front, depth, at = target, 1, task.path[0]
    while True:
        to = _beyond(context, task, front, depth, at)
        if to is None:
            return None
        further = engine_on(context.state, to.node, task.seat)
        if further is None:
            break
        front, depth, at = further, depth + 1, to  # HR-051, HR-Q23
    return _push(context, task, front, at, to)


def _beyond(context: MoveContext, task: DriveTask, pushed: int, depth: int, at: Stand) -> Stand | None:
    """Return the state one tie beyond `at` in the mover's direction: on its path, the only one there is, or asked
    for."""
    if depth < len(task.path):
        return task.path[depth]
    found = graph(context.state).next(at)
    chosen = next((node for d, node in task.branches if d == depth), None)
    for state in found:
        if len(found) == 1 or state.node == chosen:
            return state
    if not found:
        return Stand(OFF)  # HR-Q18 `blocked`: there is nowhere else to be pushed to
    context.push(task)
    context.push(BranchTask(task.seat, pushed, tuple(state.node for state in found), depth))
    return None


def _push(context: MoveContext, task: DriveTask, pushed: int, at: Stand, to: Stand) -> DriveTask | None:
    """HR-045..048, HR-050: one tie ahead; into a circle; or off the rail. None: the drive waits for something."""
    name = context.name(pushed)
    if to.node == OFF:
        context.push(task)
        derail(context, pushed)
        return None
    if ":" not in to.node:
        context.emit(ev.PushedIntoCircle(name, to.node))
        return task
    same = context.seat(pushed).stand.heading == at.heading
    stands = to if same else graph(context.state).reversed(to)
    context.emit(ev.Pushed(name, stands.node, stands.heading))
    if to.node in context.state.markers:
        context.push(task)
        hit(context, pushed, to.node, context.state.markers.count(to.node) - 1)
        return None
    return task


def branch(context: MoveContext, task: BranchTask, node: str) -> None:
    """HR-Q23: the mover says which way the pushed engine goes.

    :raises Refused: `no_track` for a way that there is not.
    """
    if node not in task.nodes:
        raise Refused("no_track", node=node)
    context.agenda.pop()
    top = context.top
    if isinstance(top, DriveTask):
        context.agenda[-1] = replace(top, branches=(*top.branches, (task.depth, node)))


def soulcatch(context: MoveContext, task: SoulTask, use: bool) -> None:
    """HR-052, HR-112: the last car of the rammed train to the discard pile, the token back to the supply."""
    context.agenda.pop()
    if use:
        card = None if context.state.light else context.seat(task.target).train[-1]
        context.emit(ev.CarRemoved(context.name(task.seat), context.name(task.target), card))


def effect_offered(state: RailState, seat: int, circle: str) -> bool:
    """HR-040, HR-101: a token is there (never at the Gates), or the player holds one."""
    return (circle != GATES and circle in state.effects) or state.seats[seat].held is not None


def enter(context: MoveContext, seat: int, circle: str) -> None:
    """An own entry by a played card: exactly one chance for an effect, now."""
    choice = effect_offered(context.state, seat, circle)
    context.emit(ev.CircleEntered(context.name(seat), circle, choice))
    if choice:
        context.push(EntryTask(seat, circle))
