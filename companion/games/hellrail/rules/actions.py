"""Card actions (2.4, 2.6, 2.9): Move, Boatman, Lay, Upgrade; and what people report of the board (reading 19)."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.board import board_moves, drive
from companion.games.hellrail.board.drive import check_path, derail, enter
from companion.games.hellrail.board.layout import Stand, cell_text
from companion.games.hellrail.moves import CardRef, CardRefs, Go, LayRail, PlayBoat, ReportMove, Upgrade
from companion.games.hellrail.names import CIRCLES, GATES, OFF, RAIL, What
from companion.games.hellrail.rules import train
from companion.games.hellrail.rules.cards import card_of, from_hand
from companion.games.hellrail.rules.drawing import NO_CARDS
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import other_seat
from companion.games.hellrail.state import ArriveTask, DriveTask, RailState, SoulTask, rail_cards


def driven(context: MoveContext, seat: int, ref: CardRef, tolls: CardRefs) -> tuple[str, tuple[str, ...]]:
    """HR-028: the card that pays for a Move, and the cards of its toll."""
    card, paid = train.paid_with(context, seat, ref, tolls)
    found, needs = card_of(context.state, card).brimstone, train.fuel(context.state, seat)
    if found is not None and found < needs:
        raise Refused("not_enough_brimstone", needs=needs, has=found)
    return card, paid


def carried(context: MoveContext, seat: int, ref: CardRef, tolls: CardRefs) -> tuple[str, tuple[str, ...]]:
    """HR-115: the card that pays for a Boatman, and the cards of its toll."""
    if not context.seat(seat).boatman:
        raise Refused("no_boatman")
    return train.paid_with(context, seat, ref, tolls)


def go(context: MoveContext, seat: int, move: Go) -> None:
    """HR-028, HR-029: a card pays for a Move; the toll comes first (HR-043).

    :raises Refused: `hand_empty`, `toll_missing`, `toll_too_small`, `not_enough_brimstone`, and why a path is none.
    """
    card, tolls = driven(context, seat, move.card, move.toll)
    found = card_of(context.state, card)
    if not context.state.map:
        _check_place(move.to)
        train.pay(context, seat, tolls)
        context.emit(ev.FuelSpent(context.name(seat), card, found.car))
        arrive(context, seat, move.to, found.car or 0)
        return
    path = check_path(context, seat, move.path, found.car)
    train.pay(context, seat, tolls)
    context.emit(ev.FuelSpent(context.name(seat), card, found.car))
    context.push(DriveTask(seat, path))


def _check_place(to: str | None) -> None:
    if to is not None and to not in (*CIRCLES, RAIL, OFF):
        raise Refused("bad_target", to=to)


def arrive(context: MoveContext, seat: int, to: str | None, limit: int, boat: bool = False) -> None:
    """Keeper: where the engine stopped; None: people will report it (reading 19)."""
    if to is None:
        context.push(ArriveTask(seat, limit, boat))
    elif to == OFF:
        derail(context, seat)
    elif to == RAIL:
        context.emit(ev.Stepped(context.name(seat), RAIL, None))
    else:
        enter(context, seat, to)


def boat(context: MoveContext, seat: int, move: PlayBoat) -> None:
    """HR-115..117, HR-Q24: a Boatman and a card carry the engine straight over empty spaces. Light: the token alone is
    followed; an arrival is announced as any other.

    :raises Refused: `no_boatman`, `no_gap`, `gap_too_wide`, `no_track_facing`, and the toll's.
    """
    if context.state.light:
        if not context.seat(seat).boatman:
            raise Refused("no_boatman")
        context.emit(ev.BoatUsed(context.name(seat)))
        return
    card, tolls = carried(context, seat, move.card, move.toll)
    brimstone = card_of(context.state, card).brimstone
    landing: Stand | None = None
    if context.state.map:
        gap, landing, code = board_moves.boat_gap(
            rail_cards(context.state),
            context.state.grid,
            context.seat(seat).stand,
            move.direction and move.direction.value,
        )
        if code is not None:
            raise Refused(code)
    else:
        _check_place(move.to)
        if move.gap is None or move.gap < 1 or move.to == OFF:
            raise Refused("no_gap")
        gap = move.gap
    if brimstone is not None and brimstone < gap:
        raise Refused("gap_too_wide", gap=gap, has=brimstone)
    train.pay(context, seat, tolls)
    context.emit(ev.BoatUsed(context.name(seat), card, gap))
    if landing is not None:
        context.push(DriveTask(seat, (landing,)))
    else:
        arrive(context, seat, move.to, 0, boat=True)


# -- rail --------------------------------------------------------------------------------------------------------------


def _cell(move: LayRail | Upgrade) -> tuple[str, int]:
    cell = None if move.cell is None else cell_text(move.cell)
    if cell is None:
        raise BadInput(field="cell", value=move.cell, expected="x,y")
    if not 0 <= move.rotation <= 3:
        raise BadInput(field="rotation", value=move.rotation, expected="0 to 3 quarter turns")
    return cell, move.rotation


def rail_of_hand(context: MoveContext, seat: int, ref: CardRef) -> str:
    """Return a card that can be laid, wherever it would lie."""
    (card,) = from_hand(context, seat, (ref,))
    if context.state.map and not card_of(context.state, card).rails:
        raise BadInput(field="rails", expected="the tracks of the card")
    return card


def lay(context: MoveContext, seat: int, move: LayRail) -> None:
    """HR-061, HR-062, HR-068, HR-Q20.

    :raises Refused: `cell_not_empty`, `no_neighbour`.
    """
    card = rail_of_hand(context, seat, move.card)
    if not context.state.map:
        context.emit(ev.RailLaid(context.name(seat), card))
        return
    cell, q = _cell(move)
    code = board_moves.lay_refusal(rail_cards(context.state), context.state.grid, cell)
    if code is not None:
        raise Refused(code, cell=cell)
    context.emit(ev.RailLaid(context.name(seat), card, cell, q))


def upgrade(context: MoveContext, seat: int, move: Upgrade) -> None:
    """HR-063, HR-064, HR-Q03, HR-Q41.

    :raises Refused: `no_rail_card`, `card_occupied`, `card_carries_marker`, `tracks_not_covered`.
    """
    card = rail_of_hand(context, seat, move.card)
    s = context.state
    if not s.map:
        if not s.table:
            raise Refused("no_rail_card")
        context.emit(ev.RailUpgraded(context.name(seat), card))
        return
    cell, q = _cell(move)
    stands = [other.stand for other in s.seats]
    code, facts = board_moves.upgrade_refusal(
        rail_cards(s), s.grid, cell, card_of(s, card), q, stands, s.markers, s.deck.rulings
    )
    if code in ("card_occupied", "card_carries_marker"):
        lies = s.grid.at(cell)
        raise Refused(code, card=lies.card if lies is not None else "")
    if code is not None:
        raise Refused(code, **{name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()})
    context.emit(ev.RailUpgraded(context.name(seat), card, cell, q))


def report_move(context: MoveContext, seat: int, move: ReportMove) -> None:
    """Record what people report of the board (HR-036, HR-048, HR-050, HR-093, HR-112). At level light an arrival is
    reported without a Move, and also that no card is left (HR-078).

    :raises Refused: `wrong_phase` at Map level, for an arrival that is not awaited, and where no engine was moved;
        `bad_target`; `no_check` where none is on the map; `no_gap` for a Boatman that lands nowhere.
    """
    if context.state.map:
        raise Refused("wrong_phase", phase=context.state.phase.value)
    task = context.top if isinstance(context.top, ArriveTask) else None
    if move.what is What.MARKER and not context.state.markers_out:
        raise Refused("no_check")
    if move.what in ON_THE_WAY:
        _check_way(context, seat, move)
    match move.what:
        case What.ARRIVED | What.ON_RAIL:
            if task is None and (not context.state.light or move.what is What.ON_RAIL):
                raise Refused("wrong_phase", phase=context.state.phase.value)
            to = RAIL if move.what is What.ON_RAIL else move.circle
            if to is None or to not in (*CIRCLES, RAIL):
                raise Refused("bad_target", circle=move.circle or "")
            if task is not None:
                context.agenda.pop()
            arrive(context, seat, to, 0 if task is None else task.limit)
        case What.RAMMED:
            target = other_seat(context, seat, move.target)
            context.emit(ev.Rammed(context.name(seat), context.name(target)))
            if context.seat(seat).soul_catcher and (context.state.light or context.seat(target).train):
                context.push(SoulTask(seat, target))
        case What.PUSHED:
            target = other_seat(context, seat, move.target)
            if move.circle is None:
                context.emit(ev.Pushed(context.name(target), RAIL, None))
            elif move.circle in CIRCLES:
                context.emit(ev.PushedIntoCircle(context.name(target), move.circle))
            else:
                raise Refused("bad_target", circle=move.circle)
        case What.DERAILED:
            target = seat if move.target is None else _any(context, move.target)
            if target == seat and task is not None:
                if task.boat:
                    raise Refused("no_gap", reason="lands")  # HR-Q24: he lands on rail or in a circle
                context.agenda.pop()
            derail(context, target)
        case What.MARKER:
            drive.hit(context, seat if move.target is None else _any(context, move.target), None)
        case What.NO_CARDS:
            if not context.state.light:
                raise Refused("wrong_phase", phase=context.state.phase.value)
            context.emit(ev.GameEnded(NO_CARDS))


ON_THE_WAY = (What.RAMMED, What.PUSHED, What.DERAILED, What.MARKER)
"""What happens to an engine between circles."""


def _check_way(context: MoveContext, seat: int, move: ReportMove) -> None:
    """:raises Refused: as `no_way`, for the seat that is meant."""
    target = seat if move.target is None else context.state.index(move.target)
    refused = no_way(context.state) or (None if target is None else in_circle(context.state, target))
    if refused is not None:
        raise refused


def no_way(state: RailState) -> Refused | None:
    """HR-028: Keeper: no engine is on its way in a turn in which no card has moved one."""
    if state.turn.active in state.turn.still:
        return Refused("wrong_phase", phase=state.phase.value, reason="unmoved")
    return None


def in_circle(state: RailState, index: int) -> Refused | None:
    """HR-037, HR-047: no engine is rammed, pushed or derailed in a circle, nor comes onto a marker there. Keeper: what
    happened to an engine that has moved in this turn, before it came there, is not known."""
    stands = (
        _waits_at_gates(state, index)
        if state.light
        else index in state.turn.still and state.seats[index].stand.node in CIRCLES
    )
    return Refused("bad_target", target=state.seats[index].name, reason="in_circle") if stands else None


def _waits_at_gates(state: RailState, index: int) -> bool:
    """Light: it has had no turn since all began at the Gates (HR-004), or since it derailed (HR-056)."""
    if state.first is None or state.tally.corrected or state.seats[index].stand.node != GATES:
        return False
    n = len(state.seats)
    first_turn = 1 + (index - state.first) % n
    derailed = (turn for turn, seat in state.tally.derailments if seat == index)
    next_turns = (turn + ((index - state.first - turn + 1) % n or n) for turn in derailed)
    return state.turn.n < max([first_turn, *next_turns])


def _any(context: MoveContext, name: str) -> int:
    found = context.state.index(name)
    if found is None:
        raise Refused("bad_target", target=name)
    return found
