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
from companion.games.hellrail.moves import CardRef, Cards
from companion.games.hellrail.names import Effect, Source, Why
from companion.games.hellrail.rules import drawing, tokens, train
from companion.games.hellrail.rules.cards import card_of, claim, from_hand, in_train, known, on_table
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import OF_THE_TABLE, TOKEN_OF, ahead
from companion.games.hellrail.state import DealEffects, DrawToken, Flip, PickCar, Price, Take, Use

FLIPS = {Effect.GERYON: Why.GERYON, Effect.LUST: Why.LUST, Effect.THIEVERY: Why.THIEVERY}


def run(w: MoveContext, u: Use) -> None:
    """The use on top of the agenda: it begins, or (on top again) it is over."""
    if u.begun:
        _finish(w, u)
        return
    w.agenda[-1] = replace(u, begun=True)
    name = w.name(u.seat)
    if w.state.light and u.effect in OF_THE_TABLE:
        if u.effect is Effect.GLUTTONY:
            w.emit(ev.GluttonyOn())
        return
    match u.effect:
        case Effect.ABYSS | Effect.FALSE_PATH:
            w.push(Price(u.seat, u.effect))
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER:  # HR-089, HR-090, HR-104
            w.emit(ev.TokenTaken(name, TOKEN_OF[u.effect]))
        case Effect.HERESY if u.token is not None:  # HR-099
            w.emit(ev.TokenTaken(name, u.token))
        case Effect.CHAOS:
            w.push(DealEffects(u.seat))
        case Effect.DELINQUENCY:  # HR-092
            w.emit(ev.MarkerPlaced(name, u.node))
        case Effect.GUARD_DUTY if u.to is not None:  # HR-097
            w.emit(ev.CerberusMoved(name, u.to))
        case Effect.INFERNAL:
            w.push(DrawToken(u.seat))
        case Effect.SHIFT:
            _shift(w, u)
        case Effect.GLUTTONY:
            w.emit(ev.GluttonyOn())
            if not ahead(w.state, u.seat):
                w.push(Take(u.seat, u.target, u.target if u.redirected else None))
        case Effect.THIEVERY if u.redirected:  # HR-Q11: the car is chosen anew on the new train
            if u.target is not None and w.seat(u.target).train:
                w.push(PickCar(u.seat))
        case Effect.GERYON | Effect.LUST | Effect.THIEVERY:
            flip_due(w, u.seat, FLIPS[u.effect])
        case _:
            pass


def flip_due(w: MoveContext, seat: int, why: Why) -> None:
    """HR-Q08: a flip falls due like a draw: first the recharge, or the end."""
    if drawing.ready(w):
        w.push(Flip(seat, why))


def _shift(w: MoveContext, u: Use) -> None:
    """HR-103, HR-Q26, reading 17."""
    held = u.source is Source.HELD
    if u.target is not None:
        if w.seat(u.target).held is None:
            return  # redirected to a player without a token
        other = w.name(u.target)
        places = (w.name(u.seat) if held else u.circle, other)
    else:
        other = u.to or ""
        places = (w.name(u.seat) if held else u.circle, other if other in w.state.effects else "unused")
    got = tokens.swap(w, u.circle, held, u.seat, other)
    w.emit(ev.EffectsSwapped(places, None if w.state.secret else got))


def _finish(w: MoveContext, u: Use) -> None:
    """HR-087, HR-101, reading 16: first that it is resolved, then a held token goes back."""
    w.agenda.pop()
    drawing.put_down(w)
    w.emit(ev.EffectResolved(w.name(u.seat), u.effect))
    if u.source is Source.HELD:
        tokens.give_back(w, u.seat)


def use_of(w: MoveContext) -> st.Use:
    """Return the declared effect under the open step."""
    for task in reversed(w.agenda):
        if isinstance(task, st.Use):
            return task
    raise Refused("wrong_phase", phase=w.state.phase.value)


# -- Abyss, False Path --------------------------------------------------------------------


def price(w: MoveContext, task: st.Price, refs: Cards) -> None:
    """HR-088 step 1, HR-094 step 1: one card of the hand.

    :raises Refused: `wrong_count`, `hand_empty`, `card_elsewhere` ...
    """
    if len(refs) != 1:
        raise Refused("wrong_count", needs=1, has=len(refs))
    cards = from_hand(w, task.seat, refs)
    brimstone = card_of(w.state, cards[0]).brimstone
    w.agenda.pop()
    w.emit(ev.CardsDiscarded(w.name(task.seat), cards))
    if task.effect is Effect.ABYSS:
        w.push(st.PickRail(task.seat, brimstone))
    else:
        w.push(st.TurnRail(task.seat, brimstone))


def _rail_card(w: MoveContext, ref: CardRef, brimstone: int | None) -> tuple[str, str | None]:
    """HR-065, HR-066, HR-Q40: an unoccupied rail card of that brimstone: its id and its cell.

    :raises Refused: `no_rail_card`, `card_occupied`, `brimstone_differs`.
    """
    s = w.state
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


def pick_rail(w: MoveContext, task: st.PickRail, ref: CardRef | None) -> None:
    """HR-088 steps 2 and 3, HR-069, HR-Q21: a rail card leaves the table, or none (reading 14)."""
    if ref is None:
        w.agenda.pop()
        return
    card, cell = _rail_card(w, ref, task.brimstone)
    w.agenda.pop()
    if cell is None:
        w.emit(ev.RailRemoved(card, None, 0))
        return
    gone = board_moves.removed(w.state.grid, cell, w.state.deck.rulings, w.state.markers)
    for i, taken in enumerate(gone.cards):
        w.emit(ev.RailRemoved(taken, cell, gone.returned if i == 0 else 0))


def turn_rail(w: MoveContext, task: st.TurnRail, ref: CardRef, rotation: int) -> None:
    """HR-094 steps 2 and 3: by one, two or three quarter turns; then again at will."""
    if rotation not in (1, 2, 3):
        raise BadInput(field="rotation", value=rotation, expected="1 to 3 quarter turns")
    card, cell = _rail_card(w, ref, task.brimstone)
    w.agenda.pop()
    w.emit(ev.RailTurned(card, cell, rotation))
    w.push(st.Price(task.seat, Effect.FALSE_PATH, more=True))


# -- flips --------------------------------------------------------------------


def flipped(w: MoveContext, task: st.Flip, ref: CardRef) -> None:
    """HR-095, HR-102, HR-105: what the card that was turned over decides."""
    u = use_of(w)
    brimstone = drawing.flip(w, task.seat, ref, task.why)
    w.agenda.pop()
    match task.why:
        case Why.GERYON if u.car is not None and u.car in w.seat(u.seat).train:
            if card_of(w.state, u.car).brimstone == brimstone:
                w.push(st.Deliver(u.seat, u.car))
            else:
                w.emit(ev.CarsDropped(w.name(u.seat), (u.car,)))
        case Why.LUST if u.target is not None:
            w.push(st.GiveCards(u.target, u.seat, brimstone))
        case Why.THIEVERY if u.target is not None and u.car is not None and u.car in w.seat(u.target).train:
            _thievery(w, u, u.target, u.car, brimstone)
        case _:
            pass


def _thievery(w: MoveContext, u: st.Use, target: int, car: str, brimstone: int) -> None:
    """HR-105, HR-Q01: equal to the chosen car: it may be taken; else a match of the user's own has to be given."""
    if card_of(w.state, car).brimstone == brimstone:
        w.push(st.TakeCar(u.seat, target, car))
    elif _matches(w, u.seat, brimstone):
        w.push(st.GiveCar(u.seat, target, brimstone))


def pick_car(w: MoveContext, task: st.PickCar, ref: CardRef | None) -> None:
    """HR-Q11: Thievery was redirected; a car of the new train, then the flip."""
    at = next(i for i in range(len(w.agenda) - 1, -1, -1) if isinstance(w.agenda[i], st.Use))
    u = w.agenda[at]
    if not isinstance(u, st.Use) or u.target is None or not isinstance(ref, str):
        raise Refused("bad_target", car="")
    car = in_train(w, u.target, ref)
    w.agenda[at] = replace(u, car=car)
    w.agenda.pop()
    flip_due(w, task.seat, Why.THIEVERY)


def answer(w: MoveContext, task: st.Deliver | st.TakeCar, yes: bool) -> None:
    """HR-095 deliver? HR-105 take?"""
    w.agenda.pop()
    if not yes:
        return
    if isinstance(task, st.Deliver):
        train.deliver(w, task.seat, task.car)
    else:
        w.emit(ev.CarMoved(w.name(task.target), w.name(task.seat), task.car))


def moot(w: MoveContext, task: st.Task) -> bool:
    """Return whether no player can answer any more, as the table corrected a train in the middle of an effect."""
    match task:
        case st.Marker(seat=seat, drop=drop):
            return bool(drop) and not w.seat(seat).train
        case st.Deliver(seat=seat, car=car):
            return car not in w.seat(seat).train
        case st.TakeCar(target=target, car=car):
            return car not in w.seat(target).train
        case st.GiveCar(seat=seat, brimstone=brimstone):
            return not _matches(w, seat, brimstone)
        case st.PickCar():
            u = use_of(w)
            return u.target is None or not w.seat(u.target).train
        case _:
            return False


def _matches(w: MoveContext, seat: int, brimstone: int) -> bool:
    return any(card_of(w.state, own).brimstone == brimstone for own in w.seat(seat).train)


def give_car(w: MoveContext, task: st.GiveCar, ref: str | None) -> None:
    """HR-105: one own car of that brimstone, of the giver's own choice.

    :raises Refused: `not_on_train`, `brimstone_differs`.
    """
    if ref is None:
        raise BadInput(field="card", expected="the car that is given")
    car = in_train(w, task.seat, ref)
    has = card_of(w.state, car).brimstone
    if has != task.brimstone:
        if car in w.state.sealed.reveal():
            raise Refused("brimstone_differs", needs=task.brimstone)
        raise Refused("brimstone_differs", needs=task.brimstone, has=has)
    w.agenda.pop()
    w.emit(ev.CarMoved(w.name(task.seat), w.name(task.target), car))


def give_cards(w: MoveContext, task: st.GiveCards, n: int | None, cards: tuple[str, ...] | None) -> None:
    """HR-102, HR-Q37: all cards of that brimstone; who has none makes it the user's turn to give (reading 13).

    :raises Refused: `wrong_count`, `card_elsewhere`, `brimstone_differs`.
    """
    n = len(cards or ()) if n is None else n
    if not 0 <= n <= w.seat(task.seat).hand or (cards is not None and len(set(cards)) != n):
        raise Refused("wrong_count", needs=w.seat(task.seat).hand if cards is None else n, has=len(cards or ()) or n)
    ids = _shown(w, task, cards or ())
    if cards is None and n:  # all of that brimstone go (HR-102), those that were known of, too
        had = w.seat(task.seat).known.reveal()
        ids = tuple(card for card in sorted(had) if card_of(w.state, card).brimstone == task.brimstone)[:n]
    w.agenda.pop()
    w.emit(ev.CardsGiven(w.name(task.seat), w.name(task.to), n))
    if ids:
        w.emit(ev.CardsKnown(w.name(task.to), Secret(frozenset(ids))))
    if n == 0 and not task.back:
        w.push(st.GiveCards(task.to, task.seat, task.brimstone, back=True))


def _shown(w: MoveContext, task: st.GiveCards, refs: tuple[str, ...]) -> tuple[str, ...]:
    ids = []
    for ref in refs:
        card = known(w.state, ref)
        claim(w, card, ref, task.seat)
        has = card_of(w.state, card).brimstone
        if task.brimstone is not None and has != task.brimstone:
            raise Refused("brimstone_differs", needs=task.brimstone, has=has)
        ids.append(card)
    return tuple(ids)


# -- Gluttony, Infernal Power, Chaos Reigns --------------------------------------------------------------------


def take(w: MoveContext, task: st.Take, target: str) -> None:
    """HR-096: one card more, unseen, from any hand; the first from the one that was named (reading 15)."""
    found = w.state.index(target)
    if found is None or found == task.seat or not w.seat(found).hand:
        raise Refused("bad_target", target=target)
    if (task.first is not None and found != task.first) or (task.only is not None and found != task.only):
        raise Refused("bad_target", target=target)
    w.agenda.pop()
    w.emit(ev.CardTaken(target, w.name(task.seat)))
    w.push(st.Take(task.seat, None, task.only))


def may_stop(s: st.RailState, task: st.Take) -> bool:
    """HR-Q15: by the French book the taking may end after any card."""
    return task.first is None and s.deck.rulings.q15_gluttony == "may_stop"


def take_over(w: MoveContext, task: st.Take) -> bool:
    """HR-Q11, HR-Q15: whether the taking has come to its end."""
    if ahead(w.state, task.seat):
        return True
    hands = [task.only] if task.only is not None else [i for i in range(len(w.state.seats)) if i != task.seat]
    return not any(w.seat(i).hand for i in hands)


def draw_token(w: MoveContext, task: st.DrawToken, effect: Effect | None) -> None:
    """HR-100, HR-Q25."""
    drawn = tokens.draw(w, task.seat, effect)
    w.agenda.pop()
    w.emit(ev.TokenDrawn(w.name(task.seat), None if w.state.secret else drawn))


def deal_effects(w: MoveContext, effects: dict[str, Effect] | None) -> None:
    """HR-091: all fifteen are mixed and dealt anew; the new token here is not usable now (HR-087)."""
    tokens.deal(w, effects)
    w.agenda.pop()
