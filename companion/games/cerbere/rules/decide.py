"""One door for each command of sections 4.2 and 4.3."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere import moves as mv
from companion.games.cerbere.events import Corrected
from companion.games.cerbere.names import Boating, OpName
from companion.games.cerbere.rules import agenda, answers, boats, costs, effects, play, reports, tracker, turn, walk
from companion.games.cerbere.rules.corrections import corrected
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.revise import revise
from companion.games.cerbere.state import Boat, Caught, Reveal


def decide(w: MoveContext, move: mv.CerbereMove) -> None:
    """Carry out `move`, then all that follows from it without anybody's decision.

    :raises Refused: if it has no effect.
    """
    _check_input(w, move)
    if w.over:
        raise Refused("game_over")
    _command(w, move)
    agenda.run(w)


def _check_input(w: MoveContext, move: mv.CerbereMove) -> None:
    """Reading 21: what cannot be at all is told first.

    :raises BadInput: naming the field.
    """
    match move:
        case mv.PlayCard(card=card, option=option, player=player):
            play.check_names(w.state, card, option, player)
        case mv.EndTurn(player=str(player)) if w.state.index(player) is None:
            raise BadInput(field="player", value=player, expected="a player of this game")
        case mv.TellBoat(seats=n) | mv.LayBoat(seats=n) if n not in (1, 2, 3):
            raise BadInput(field="seats", value=n, expected="1, 2 or 3")
        case mv.BoatPeek(slot=slot):
            boats.check_slot(slot)
        case mv.BoatSwap(a=a, b=b):
            boats.check_slot(a)
            boats.check_slot(b)
        case mv.Symbol(op=op, n=n):
            tracker.check_symbol(op, n)
        case mv.Correct(field=field, value=value):
            corrected(w.state, field, value)
        case _:
            pass


def seat(w: MoveContext, name: str) -> int:
    """:raises Refused: `target_invalid` for a name that nobody here has."""
    found = w.state.index(name)
    if found is None:
        raise Refused("target_invalid", pawn=name)
    return found


def seats(w: MoveContext, names: mv.Names | None) -> tuple[int, ...]:
    """One name or several as seats."""
    if names is None:
        return ()
    return tuple(seat(w, name) for name in ((names,) if isinstance(names, str) else names))


def _command(w: MoveContext, move: mv.CerbereMove) -> None:
    match move:
        case mv.PlayCard(card=card, option=option, player=player, carry=carry):
            play.play(w, card, option, player)
            if carry:
                answers.carry(w)
        case mv.Pay(index=index, who=who):
            costs.pay(w, index, seats(w, who))
        case mv.Done(effect=effect, targets=targets):
            effects.resolve(w, effect, seats(w, targets))
        case mv.Resolve(effect=effect, pawn=pawn):
            effects.resolve(w, effect, seats(w, pawn))
        case mv.Target(slot=slot, pawn=pawn):
            effects.target(w, slot, seat(w, pawn))
        case mv.Choose(pick=pick, player=player):
            answers.choose(w, None if player is None else seat(w, player), pick)
        case mv.Answer(value=value):
            answers.answer(w, value)
        case mv.Ok():
            answers.ok(w)
        case mv.EndTurn(player=player):
            turn.end_turn(w, player)
        case mv.Correct(field=field, value=value):
            w.emit(Corrected(field, value))
            w.peeking = w.state.peeking
            revise(w)
        case mv.TellBoat() | mv.LayBoat() | mv.BoatPeek() | mv.BoatSwap():
            _boat(w, move)
        case mv.ChoosePath() | mv.NacelleSwap() | mv.CaptureOrder():
            _board(w, move)
        case _:
            _tracker(w, move)


def _boat(w: MoveContext, move: mv.TellBoat | mv.LayBoat | mv.BoatPeek | mv.BoatSwap) -> None:
    match move:
        case mv.TellBoat(seats=n):
            tracker.tell_boat(w, n)
        case mv.LayBoat(seats=n):
            _lay(w, n)
        case mv.BoatPeek(slot=slot):
            boats.check_hidden(w)
            boats.peek(w, _peeker(w), slot)
        case mv.BoatSwap(a=a, b=b):
            boats.check_hidden(w)
            _peeker(w)
            boats.swap(w, a, b)


def _peeker(w: MoveContext) -> int:
    """Who may look at a boat or swap two now: whoever was asked, or whose card's turn it is.

    :raises Refused: `wrong_phase` if nobody may.
    """
    task = w.agenda[-1] if w.agenda else None
    p = w.play
    if task is None and p is not None and p.option is not None and not p.owed:
        ops = play.option_of(w.state, p).effect
        due = next((i for i in effects.open_effects(w.state, p) if ops[i].op is OpName.BOAT), None)
        if due is not None:
            effects.resolve(w, due, ())
            task = w.agenda[-1] if w.agenda else None
    if not isinstance(task, Boat):
        raise Refused("wrong_phase")
    w.agenda.pop()
    return task.player


def _lay(w: MoveContext, n: int) -> None:
    """A boat's tag: the answer to an open question about the boats, else the next boat laid down (CB-006). Boats that
    the companion keeps lie nowhere on the table: their tags tell nothing (CB-112).

    :raises Refused: `wrong_phase`.
    """
    boats.check_hidden(w)
    slots = w.state.boats.slots.reveal()
    match w.agenda[-1] if w.agenda else None:
        case Reveal():
            tracker.tell_boat(w, n)
        case _ if w.state.boats.boating is Boating.KEPT:
            raise Refused("wrong_phase")
        case Boat(swap=swap) if n in slots:
            slot = slots.index(n) + 1
            if swap:
                answers.answer(w, str(slot))
            else:
                boats.peek(w, _peeker(w), slot)
        case _:
            boats.lay(w, n)


def _board(w: MoveContext, move: mv.ChoosePath | mv.NacelleSwap | mv.CaptureOrder) -> None:
    match move:
        case mv.ChoosePath(via=via):
            walk.choose_path(w, via)
        case mv.NacelleSwap(a=a, b=b):
            walk.swap_nacelle(w, seat(w, a), seat(w, b))
        case mv.CaptureOrder(pawns=names):
            task = w.agenda[-1] if w.agenda else None
            if not isinstance(task, Caught):
                raise Refused("wrong_phase")
            order = seats(w, names)
            if sorted(order) != sorted(task.pawns):
                raise Refused("target_invalid", pawn=", ".join(names))
            agenda.take_in_order(w, order)


def _tracker(w: MoveContext, move: mv.CerbereMove) -> None:
    match move:
        case mv.TakeCapture(pawns=pawns, zones=zones):
            reports.capture(w, seats(w, pawns), zones)
        case mv.HuntResult(pawns=pawns, zones=zones):
            reports.hunt(w, seats(w, pawns), zones)
        case mv.EndBoardReached(pawn=pawn):
            tracker.end_board_reached(w, seat(w, pawn))
        case mv.TakeSeat(pawn=pawn):
            tracker.take_seat(w, seat(w, pawn))
        case mv.Unseat(pawn=pawn):
            tracker.unseat(w, seat(w, pawn))
        case mv.Symbol(pawn=pawn, op=op, n=n, deck=deck):
            tracker.symbol(w, seat(w, pawn), op, n, deck)
        case mv.BridgeUsed():
            tracker.bridge_used(w)
