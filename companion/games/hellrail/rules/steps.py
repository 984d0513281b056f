"""The 15 circle effects (2.8): what each does if it is not stopped, and the steps that wait for a player: prices, rail
cards, flips, cars and cards that change hands.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.hellrail import events as ev
from companion.games.hellrail import state as st
from companion.games.hellrail.board import board_moves
from companion.games.hellrail.moves import CardRef, CardRefs
from companion.games.hellrail.names import Effect, FlipReason, Source
from companion.games.hellrail.rules import drawing, tokens, train
from companion.games.hellrail.rules.cards import card_of, claim, from_hand, in_train, known, on_table
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import OF_THE_TABLE, TOKEN_OF, ahead
from companion.games.hellrail.state import (
    DealEffectsTask,
    DrawTokenTask,
    FlipTask,
    PickCarTask,
    PriceTask,
    TakeTask,
    UseTask,
)

FLIPS = {Effect.GERYON: FlipReason.GERYON, Effect.LUST: FlipReason.LUST, Effect.THIEVERY: FlipReason.THIEVERY}


def run_use(context: MoveContext, use: UseTask) -> None:
    """The use on top of the agenda: it begins, or (on top again) it is over."""
    if use.begun:
        _finish(context, use)
        return
    context.agenda[-1] = replace(use, begun=True)
    name = context.name(use.seat)
    if context.state.light and use.effect in OF_THE_TABLE:
        if use.effect is Effect.GLUTTONY:
            context.emit(ev.GluttonyOn())
        return
    match use.effect:
        case Effect.ABYSS | Effect.FALSE_PATH:
            context.push(PriceTask(use.seat, use.effect))
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER:  # HR-089, HR-090, HR-104
            context.emit(ev.TokenTaken(name, TOKEN_OF[use.effect]))
        case Effect.HERESY if use.token is not None:  # HR-099
            context.emit(ev.TokenTaken(name, use.token))
        case Effect.CHAOS:
            context.push(DealEffectsTask(use.seat))
        case Effect.DELINQUENCY:  # HR-092
            context.emit(ev.MarkerPlaced(name, use.node))
        case Effect.GUARD_DUTY if use.to is not None:  # HR-097
            context.emit(ev.CerberusMoved(name, use.to))
        case Effect.INFERNAL:
            context.push(DrawTokenTask(use.seat))
        case Effect.SHIFT:
            _shift(context, use)
        case Effect.GLUTTONY:
            context.emit(ev.GluttonyOn())
            if not ahead(context.state, use.seat):
                context.push(TakeTask(use.seat, use.target, use.target if use.redirected else None))
        case Effect.THIEVERY if use.redirected:  # HR-Q11: the car is chosen anew on the new train
            if use.target is not None and context.seat(use.target).train:
                context.push(PickCarTask(use.seat))
        case Effect.GERYON | Effect.LUST | Effect.THIEVERY:
            flip_due(context, use.seat, FLIPS[use.effect])
        case _:
            pass


def flip_due(context: MoveContext, seat: int, why: FlipReason) -> None:
    """HR-Q08: a flip falls due like a draw: first the recharge, or the end."""
    if drawing.ready(context):
        context.push(FlipTask(seat, why))


def _shift(context: MoveContext, use: UseTask) -> None:
    """HR-103, HR-Q26, reading 17."""
    held = use.source is Source.HELD
    if use.target is not None:
        if context.seat(use.target).held is None:
            return  # redirected to a player without a token
        other = context.name(use.target)
        places = (context.name(use.seat) if held else use.circle, other)
    else:
        other = use.to or ""
        places = (context.name(use.seat) if held else use.circle, other if other in context.state.effects else "unused")
    got = tokens.swap(context, use.circle, held, use.seat, other)
    context.emit(ev.EffectsSwapped(places, None if context.state.secret else got))


def _finish(context: MoveContext, use: UseTask) -> None:
    """HR-087, HR-101, reading 16: first that it is resolved, then a held token goes back."""
    context.agenda.pop()
    drawing.put_down(context)
    context.emit(ev.EffectResolved(context.name(use.seat), use.effect))
    if use.source is Source.HELD:
        tokens.give_back(context, use.seat)


def use_of(context: MoveContext) -> st.UseTask:
    """Return the declared effect under the open step."""
    for task in reversed(context.agenda):
        if isinstance(task, st.UseTask):
            return task
    raise Refused("wrong_phase", phase=context.state.phase.value)


# -- Abyss, False Path --------------------------------------------------------------------


def price(context: MoveContext, task: st.PriceTask, refs: CardRefs) -> None:
    """HR-088 step 1, HR-094 step 1: one card of the hand.

    :raises Refused: `wrong_count`, `hand_empty`, `card_elsewhere` ...
    """
    if len(refs) != 1:
        raise Refused("wrong_count", needs=1, has=len(refs))
    cards = from_hand(context, task.seat, refs)
    brimstone = card_of(context.state, cards[0]).brimstone
    context.agenda.pop()
    context.emit(ev.CardsDiscarded(context.name(task.seat), cards))
    if task.effect is Effect.ABYSS:
        context.push(st.PickRailTask(task.seat, brimstone))
    else:
        context.push(st.TurnRailTask(task.seat, brimstone))


def _rail_card(context: MoveContext, ref: CardRef, brimstone: int | None) -> tuple[str, str | None]:
    """HR-065, HR-066, HR-Q40: an unoccupied rail card of that brimstone: its id and its cell.

    :raises Refused: `no_rail_card`, `card_occupied`, `brimstone_differs`.
    """
    s = context.state
    card = known(s, ref) if isinstance(ref, str) else on_table(s, ref)
    cell = s.grid.cell_of(card) if s.map else None
    if (s.map and cell is None) or (not s.map and card not in s.table):
        raise Refused("no_rail_card", card=card)
    if cell is not None and board_moves.occupied(cell, [seat.stand for seat in s.seats]):
        raise Refused("card_occupied", card=card)
    has = card_of(s, card).brimstone
    if brimstone is not None and has is not None and has != brimstone:
        raise Refused("brimstone_differs", needs=brimstone, has=has)
    return card, cell


def pick_rail(context: MoveContext, task: st.PickRailTask, ref: CardRef | None) -> None:
    """HR-088 steps 2 and 3, HR-069, HR-Q21: a rail card leaves the table, or none (reading 14)."""
    if ref is None:
        context.agenda.pop()
        return
    card, cell = _rail_card(context, ref, task.brimstone)
    context.agenda.pop()
    if cell is None:
        context.emit(ev.RailRemoved(card, None, 0))
        return
    gone = board_moves.removed(context.state.grid, cell, context.state.deck.rulings, context.state.markers)
    for i, taken in enumerate(gone.cards):
        context.emit(ev.RailRemoved(taken, cell, gone.returned if i == 0 else 0))


def turn_rail(context: MoveContext, task: st.TurnRailTask, ref: CardRef, rotation: int) -> None:
    """HR-094 steps 2 and 3: by one, two or three quarter turns; then again at will."""
    if rotation not in (1, 2, 3):
        raise BadInput(field="rotation", value=rotation, expected="1 to 3 quarter turns")
    card, cell = _rail_card(context, ref, task.brimstone)
    context.agenda.pop()
    context.emit(ev.RailTurned(card, cell, rotation))
    context.push(st.PriceTask(task.seat, Effect.FALSE_PATH, more=True))


# -- flips --------------------------------------------------------------------


def flipped(context: MoveContext, task: st.FlipTask, ref: CardRef) -> None:
    """HR-095, HR-102, HR-105: what the card that was turned over decides."""
    u = use_of(context)
    brimstone = drawing.flip(context, task.seat, ref, task.why)
    context.agenda.pop()
    match task.why:
        case FlipReason.GERYON if u.car is not None and u.car in context.seat(u.seat).train:
            if card_of(context.state, u.car).brimstone == brimstone:
                context.push(st.DeliverTask(u.seat, u.car))
            else:
                context.emit(ev.CarsDropped(context.name(u.seat), (u.car,)))
        case FlipReason.LUST if u.target is not None:
            context.push(st.GiveCardsTask(u.target, u.seat, brimstone))
        case FlipReason.THIEVERY if (
            u.target is not None and u.car is not None and u.car in context.seat(u.target).train
        ):
            _thievery(context, u, u.target, u.car, brimstone)
        case _:
            pass


def _thievery(context: MoveContext, use: st.UseTask, target: int, car: str, brimstone: int) -> None:
    """HR-105, HR-Q01: equal to the chosen car: it may be taken; else a match of the user's own has to be given."""
    if card_of(context.state, car).brimstone == brimstone:
        context.push(st.TakeCarTask(use.seat, target, car))
    elif _matches(context, use.seat, brimstone):
        context.push(st.GiveCarTask(use.seat, target, brimstone))


def pick_car(context: MoveContext, task: st.PickCarTask, ref: CardRef | None) -> None:
    """HR-Q11: Thievery was redirected; a car of the new train, then the flip."""
    at = next(i for i in range(len(context.agenda) - 1, -1, -1) if isinstance(context.agenda[i], st.UseTask))
    u = context.agenda[at]
    if not isinstance(u, st.UseTask) or u.target is None or not isinstance(ref, str):
        raise Refused("bad_target", car="")
    car = in_train(context, u.target, ref)
    context.agenda[at] = replace(u, car=car)
    context.agenda.pop()
    flip_due(context, task.seat, FlipReason.THIEVERY)


def answer_task(context: MoveContext, task: st.DeliverTask | st.TakeCarTask, yes: bool) -> None:
    """HR-095 deliver? HR-105 take?"""
    context.agenda.pop()
    if not yes:
        return
    if isinstance(task, st.DeliverTask):
        train.deliver(context, task.seat, task.car)
    else:
        context.emit(ev.CarMoved(context.name(task.target), context.name(task.seat), task.car))


def moot(context: MoveContext, task: st.Task) -> bool:
    """Return whether no player can answer any more, as the table corrected a train in the middle of an effect."""
    match task:
        case st.MarkerTask(seat=seat, drop=drop):
            return bool(drop) and not context.seat(seat).train
        case st.DeliverTask(seat=seat, car=car):
            return car not in context.seat(seat).train
        case st.TakeCarTask(target=target, car=car):
            return car not in context.seat(target).train
        case st.GiveCarTask(seat=seat, brimstone=brimstone):
            return not _matches(context, seat, brimstone)
        case st.PickCarTask():
            u = use_of(context)
            return u.target is None or not context.seat(u.target).train
        case _:
            return False


def _matches(context: MoveContext, seat: int, brimstone: int) -> bool:
    return any(card_of(context.state, own).brimstone == brimstone for own in context.seat(seat).train)


def give_car(context: MoveContext, task: st.GiveCarTask, ref: str | None) -> None:
    """HR-105: one own car of that brimstone, of the giver's own choice.

    :raises Refused: `not_on_train`, `brimstone_differs`.
    """
    if ref is None:
        raise BadInput(field="card", expected="the car that is given")
    car = in_train(context, task.seat, ref)
    has = card_of(context.state, car).brimstone
    if has != task.brimstone:
        if car in context.state.sealed.reveal():
            raise Refused("brimstone_differs", needs=task.brimstone)
        raise Refused("brimstone_differs", needs=task.brimstone, has=has)
    context.agenda.pop()
    context.emit(ev.CarMoved(context.name(task.seat), context.name(task.target), car))


def give_cards(context: MoveContext, task: st.GiveCardsTask, count: int | None, cards: tuple[str, ...] | None) -> None:
    """HR-102, HR-Q37: all cards of that brimstone; who has none makes it the user's turn to give (reading 13).

    :raises Refused: `wrong_count`, `card_elsewhere`, `brimstone_differs`.
    """
    count = len(cards or ()) if count is None else count
    if not 0 <= count <= context.seat(task.seat).hand or (cards is not None and len(set(cards)) != count):
        raise Refused(
            "wrong_count", needs=context.seat(task.seat).hand if cards is None else count, has=len(cards or ()) or count
        )
    ids = _shown(context, task, cards or ())
    if cards is None and count:  # all of that brimstone go (HR-102), those that were known of, too
        had = context.seat(task.seat).known.reveal()
        ids = tuple(card for card in sorted(had) if card_of(context.state, card).brimstone == task.brimstone)[:count]
    context.agenda.pop()
    context.emit(ev.CardsGiven(context.name(task.seat), context.name(task.to), count))
    if ids:
        context.emit(ev.CardsKnown(context.name(task.to), Secret(frozenset(ids))))
    if count == 0 and not task.back:
        context.push(st.GiveCardsTask(task.to, task.seat, task.brimstone, back=True))


def _shown(context: MoveContext, task: st.GiveCardsTask, refs: tuple[str, ...]) -> tuple[str, ...]:
    ids = []
    for ref in refs:
        card = known(context.state, ref)
        claim(context, card, ref, task.seat)
        has = card_of(context.state, card).brimstone
        if task.brimstone is not None and has != task.brimstone:
            raise Refused("brimstone_differs", needs=task.brimstone, has=has)
        ids.append(card)
    return tuple(ids)


# -- Gluttony, Infernal Power, Chaos Reigns --------------------------------------------------------------------


def take(context: MoveContext, task: st.TakeTask, target: str) -> None:
    """HR-096: one card more, unseen, from any hand; the first from the one that was named (reading 15)."""
    found = context.state.index(target)
    if found is None or found == task.seat or not context.seat(found).hand:
        raise Refused("bad_target", target=target)
    if (task.first is not None and found != task.first) or (task.only is not None and found != task.only):
        raise Refused("bad_target", target=target)
    context.agenda.pop()
    context.emit(ev.CardTaken(target, context.name(task.seat)))
    context.push(st.TakeTask(task.seat, None, task.only))


def may_stop(state: st.RailState, task: st.TakeTask) -> bool:
    """HR-Q15: by the French book the taking may end after any card."""
    return task.first is None and state.deck.rulings.q15_gluttony == "may_stop"


def take_over(state: st.RailState, task: st.TakeTask) -> bool:
    """HR-Q11, HR-Q15: whether the taking has come to its end."""
    if ahead(state, task.seat):
        return True
    hands = [task.only] if task.only is not None else [i for i in range(len(state.seats)) if i != task.seat]
    return not any(state.seats[i].hand for i in hands)


def draw_token(context: MoveContext, task: st.DrawTokenTask, effect: Effect | None) -> None:
    """HR-100, HR-Q25."""
    drawn = tokens.draw_unused(context, task.seat, effect)
    context.agenda.pop()
    context.emit(ev.TokenDrawn(context.name(task.seat), None if context.state.secret else drawn))


def deal_effects(context: MoveContext, effects: dict[str, Effect] | None) -> None:
    """HR-091: all fifteen are mixed and dealt anew; the new token here is not usable now (HR-087)."""
    tokens.deal_tokens(context, effects)
    context.agenda.pop()
