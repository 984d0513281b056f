"""State after an event. Trivial on purpose: no rule and no refusal stands here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.engine.secret import Secret
from companion.games.hellrail import events as ev
from companion.games.hellrail import silent as si
from companion.games.hellrail.board.board_moves import turned
from companion.games.hellrail.board.grid import Grid, Laid, Stand
from companion.games.hellrail.names import ACTIONS, GATES, HERESIES, START, Phase, Variant
from companion.games.hellrail.rules.corrections import corrected
from companion.games.hellrail.state import RailState, Score, Seat, Turn

S = RailState


def apply(s: S, event: Any, at: int) -> S:
    """The state after `event`."""
    change = _APPLY.get(type(event))
    return s if change is None else change(s, event)


def _seat(s: S, name: str, **changes: Any) -> S:
    i = s.index(name)
    if i is None:
        return s
    return replace(s, seats=(*s.seats[:i], replace(s.seats[i], **changes), *s.seats[i + 1 :]))


def _of(s: S, name: str) -> Seat:
    i = s.index(name)
    return s.seats[i if i is not None else 0]


def _out_of_hand(s: S, name: str, cards: Iterable[str]) -> S:
    """Cards leave a hand; what was known of it is known of the rest. If more would be known than is left (a card was
    entered by its values), nothing is."""
    gone = tuple(cards)
    seat = _of(s, name)
    hand, known = seat.hand - len(gone), seat.known.reveal()
    if not known:
        return _seat(s, name, hand=hand)
    known -= set(gone)
    return _seat(s, name, hand=hand, known=Secret(known if len(known) <= hand else frozenset()))


def _open(s: S, cards: tuple[str, ...]) -> S:
    """Nothing about these cards is covered any more."""
    sealed = s.sealed.reveal()
    return s if sealed.isdisjoint(cards) else replace(s, sealed=Secret(sealed.difference(cards)))


def _to_discard(s: S, cards: Iterable[str]) -> S:
    """Cards lie face up on the discard pile."""
    down = tuple(cards)
    return replace(_open(s, down), discard=(*s.discard, *down))


def _without(train: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    gone = set(cards)
    return tuple(car for car in train if car not in gone)


# -- set-up, draw, turn ------------------------------------------------------------------------------------------------


def _fresh(s: S, e: si.Fresh) -> S:
    advocate = Variant.DEVILS_ADVOCATE in s.variants
    return RailState(
        level=s.level,
        layout=s.layout,
        variants=s.variants,
        deck=s.deck,
        seats=tuple(Seat(seat.name, seat.colour) for seat in s.seats),
        phase=Phase.PLACING if advocate else Phase.SETUP,
        grid=Grid() if advocate else Grid(s.grid.circles),
        readers=s.readers,
    )


def _circles_dealt(s: S, e: ev.CirclesDealt) -> S:
    return replace(s, seats=tuple(replace(seat, circles=e.circles[seat.name]) for seat in s.seats))


def _circle_placed(s: S, e: ev.CirclePlaced) -> S:
    first = s.first if s.grid.circles else s.index(e.seat)
    left = tuple(replace(seat, circles=tuple(c for c in seat.circles if c != e.circle)) for seat in s.seats)
    grid = Grid({**s.grid.circles, e.circle: e.cell}, s.grid.stacks)
    return replace(s, grid=grid, first=first, placer=s.index(e.seat), seats=left)


def _placed(s: S, e: si.Placed) -> S:
    return replace(s, phase=Phase.SETUP)


def _first(s: S, e: ev.FirstPlayerSet) -> S:
    i = s.index(e.seat) or 0
    return replace(s, first=i, turn=Turn(i))


def _dealt(s: S, e: ev.HandsDealt) -> S:
    seats = tuple(replace(seat, hand=e.each) for seat in s.seats)
    return replace(s, seats=seats, draw=e.draw, phase=Phase.START)


def _tender_returned(s: S, e: ev.TenderReturned) -> S:
    s = replace(s, phase=Phase.DRAW, turn=replace(s.turn, returned=True))
    return _seat(s, e.seat, tender=False)


def _drawn(s: S, e: ev.CardsDrawn) -> S:
    return _seat(replace(s, draw=s.draw - e.n), e.seat, hand=_of(s, e.seat).hand + e.n)


def _draw_done(s: S, e: si.DrawDone) -> S:
    return replace(s, phase=ACTIONS, turn=replace(s.turn, drawn=True, tender=e.tender))


def _recharged(s: S, e: ev.Recharged) -> S:
    strangers = {id: card for id, card in s.strangers.items() if id not in s.discard}
    return replace(s, draw=s.draw + len(s.discard), discard=(), strangers=strangers, recharges=s.recharges + 1)


def _turn_ended(s: S, e: ev.TurnEnded) -> S:
    return replace(s, phase=START, turn=Turn(s.index(e.next) or 0, s.turn.n + 1), looked=None)


def _game_ended(s: S, e: ev.GameEnded) -> S:
    return replace(s, phase=Phase.ENDED, reason=e.reason, agenda=(), looked=None)


# -- cards out of hands ------------------------------------------------------------------------------------------------


def _toll(s: S, e: ev.TollPaid) -> S:
    return _to_discard(_out_of_hand(s, e.seat, e.cards), e.cards)


def _one(s: S, e: Any) -> S:
    """Fuel, the card that is fanned."""
    return _to_discard(_out_of_hand(s, e.seat, (e.card,)), (e.card,))


def _boat(s: S, e: ev.BoatUsed) -> S:
    return _seat(_one(s, e), e.seat, boatman=False)


def _several(s: S, e: Any) -> S:
    """Cards discarded, a hand dumped."""
    return _to_discard(_out_of_hand(s, e.seat, e.cards), e.cards)


def _rail_laid(s: S, e: Any) -> S:
    s = _open(_out_of_hand(s, e.seat, (e.card,)), (e.card,))
    if not s.map or e.cell is None:
        return replace(s, table=s.table | {e.card})
    stack = (*s.grid.stacks.get(e.cell, ()), Laid(e.card, e.rotation or 0))
    return replace(s, grid=Grid(s.grid.circles, {**s.grid.stacks, e.cell: stack}))


# -- trains ------------------------------------------------------------------------------------------------------------


def _longest(s: S, name: str) -> S:
    i = s.index(name) or 0
    n = len(s.seats[i].train)
    return replace(s, tally=replace(s.tally, longest=(n, i))) if n > s.tally.longest[0] else s


def _car_loaded(s: S, e: ev.CarLoaded) -> S:
    s = _open(_out_of_hand(s, e.seat, (e.card,)), (e.card,))
    return _longest(_seat(s, e.seat, train=(*_of(s, e.seat).train, e.card)), e.seat)


def _sealed(s: S, e: si.Sealed) -> S:
    card = e.card.reveal()
    seat = _of(s, e.seat)
    delivered = Secret((*seat.delivered.reveal(), card))
    s = _seat(s, e.seat, train=_without(seat.train, (card,)), delivered=delivered, count=seat.count + 1)
    tally = replace(s.tally, deliveries=(*s.tally.deliveries, (s.turn.n, s.index(e.seat) or 0)))
    return replace(s, sealed=Secret(s.sealed.reveal() | {card}), tally=tally)


def _uncovered(s: S, e: si.Uncovered) -> S:
    return replace(s, sealed=Secret(s.sealed.reveal() - {e.card.reveal()}))


def _stranger(s: S, e: si.Stranger) -> S:
    card = e.card.reveal()
    return replace(s, strangers={**s.strangers, card.id: card})


def _cars_dropped(s: S, e: ev.CarsDropped) -> S:
    return _to_discard(_seat(s, e.seat, train=_without(_of(s, e.seat).train, e.cards)), e.cards)


def _car_removed(s: S, e: ev.CarRemoved) -> S:
    s = _seat(s, e.target, train=_without(_of(s, e.target).train, (e.card,)))
    return _to_discard(_seat(s, e.seat, soul_catcher=False), (e.card,))


def _car_moved(s: S, e: ev.CarMoved) -> S:
    s = _seat(s, e.source, train=_without(_of(s, e.source).train, (e.card,)))
    return _longest(_seat(s, e.target, train=(*_of(s, e.target).train, e.card)), e.target)


def _card_taken(s: S, e: ev.CardTaken) -> S:
    s = _seat(s, e.source, hand=_of(s, e.source).hand - 1, known=Secret(frozenset()))
    return _seat(s, e.target, hand=_of(s, e.target).hand + 1)


def _cards_given(s: S, e: ev.CardsGiven) -> S:
    giver = _of(s, e.source)
    left = giver.hand - e.n
    known = giver.known if len(giver.known.reveal()) <= left else Secret(frozenset[str]())
    s = _seat(s, e.source, hand=left, known=known)
    return _seat(s, e.target, hand=_of(s, e.target).hand + e.n)


def _cards_known(s: S, e: si.CardsKnown) -> S:
    """They are known in this hand, and in no other."""
    cards = e.cards.reveal()
    for seat in s.seats:
        known = seat.known.reveal()
        s = _seat(s, seat.name, known=Secret(known | cards if seat.name == e.seat else known - cards))
    return s


# -- engines -----------------------------------------------------------------------------------------------------------


def _stands(s: S, e: Any) -> S:
    return _seat(s, e.seat, stand=Stand(e.node, e.heading))


def _in_circle(s: S, e: Any) -> S:
    return _seat(s, e.seat, stand=Stand(e.circle))


def _rammed(s: S, e: ev.Rammed) -> S:
    ram = (s.turn.n, s.index(e.seat) or 0, s.index(e.target) or 0)
    return replace(s, tally=replace(s.tally, rams=(*s.tally.rams, ram)))


def _derailed(s: S, e: ev.Derailed) -> S:
    s = replace(s, tally=replace(s.tally, derailments=(*s.tally.derailments, (s.turn.n, s.index(e.seat) or 0))))
    seat = _of(s, e.seat)
    s = _seat(
        s,
        e.seat,
        train=_without(seat.train, e.cars),
        soul_catcher=seat.soul_catcher and not e.soul_catcher,
        stand=Stand(GATES),
    )
    return _to_discard(s, e.cars)


# -- tokens ------------------------------------------------------------------------------------------------------------


def _token_taken(s: S, e: ev.TokenTaken) -> S:
    if e.token in HERESIES:
        return _seat(s, e.seat, heresy=e.token)
    return _seat(s, e.seat, **{e.token.value: True})


def _heresy_spent(s: S, e: ev.HeresySpent) -> S:
    return _seat(s, e.seat, heresy=None)


def _tokens_placed(s: S, e: si.TokensPlaced) -> S:
    seats = tuple(replace(seat, held=held) for seat, held in zip(s.seats, e.held.reveal(), strict=True))
    return replace(
        s, effects=e.effects.reveal(), unused=e.unused.reveal(), seats=seats, in_use=e.in_use.reveal(), looked=None
    )


def _marker_placed(s: S, e: ev.MarkerPlaced) -> S:
    if e.node is None:
        return replace(s, checks=s.checks - 1, markers_out=s.markers_out + 1)
    return replace(s, checks=s.checks - 1, markers=(*s.markers, e.node))


def _marker_gone(s: S, e: si.MarkerGone) -> S:
    if e.node is None:
        return replace(s, checks=s.checks + 1, markers_out=s.markers_out - 1)
    left = list(s.markers)
    left.remove(e.node)  # another one may lie on the same tie
    return replace(s, checks=s.checks + 1, markers=tuple(left))


def _cerberus(s: S, e: ev.CerberusMoved) -> S:
    return replace(s, cerberus=e.circle)


def _gluttony(s: S, e: si.GluttonyOn) -> S:
    return replace(s, turn=replace(s.turn, gluttony=True))


def _flipped(s: S, e: ev.Flipped) -> S:
    return replace(_open(s, (e.card,)), draw=s.draw - 1, limbo=e.card)


def _flip_done(s: S, e: si.FlipDone) -> S:
    return s if s.limbo is None else _to_discard(replace(s, limbo=None), (s.limbo,))


def _looked(s: S, e: si.Looked) -> S:
    return replace(s, looked=None if e.seat is None else s.index(e.seat))


# -- rail --------------------------------------------------------------------------------------------------------------


def _rail_removed(s: S, e: ev.RailRemoved) -> S:
    """HR-Q06: markers on the card go back to the supply."""
    if e.cell is None or not s.map:
        return _to_discard(replace(s, table=s.table - {e.card}), (e.card,))
    stack = tuple(laid for laid in s.grid.stacks.get(e.cell, ()) if laid.card != e.card)
    stacks = {cell: cards for cell, cards in s.grid.stacks.items() if cell != e.cell}
    if stack:
        stacks[e.cell] = stack
    kept = tuple(node for node in s.markers if not node.startswith(e.cell + ":"))
    s = replace(s, grid=Grid(s.grid.circles, stacks), checks=s.checks + len(s.markers) - len(kept), markers=kept)
    return _to_discard(s, (e.card,))


def _rail_turned(s: S, e: ev.RailTurned) -> S:
    """HR-Q22: the whole stack turns, markers stay on their printed ties."""
    if e.cell is None or not s.map:
        return s
    grid, markers = turned(s.grid, e.cell, e.rotation, s.markers)
    return replace(s, grid=grid, markers=markers)


# -- the end, the books ------------------------------------------------------------------------------------------------


def _scores(s: S, e: ev.ScoresShown) -> S:
    scores = tuple(
        Score(s.index(name) or 0, score.delivered, score.loaded, score.rank) for name, score in e.scores.items()
    )
    return replace(s, scores=scores)


def _opened(s: S, e: si.Opened) -> S:
    return replace(s, opened=e.cards)


def _planned(s: S, e: si.Planned) -> S:
    return replace(s, agenda=e.agenda, toll=e.toll, mode=e.mode)


def _corrected(s: S, e: ev.Corrected) -> S:
    return corrected(s, e.field, e.value)


_APPLY: dict[type, Any] = {
    si.Fresh: _fresh,
    ev.CirclesDealt: _circles_dealt,
    ev.CirclePlaced: _circle_placed,
    si.Placed: _placed,
    ev.FirstPlayerSet: _first,
    ev.HandsDealt: _dealt,
    ev.TenderReturned: _tender_returned,
    ev.CardsDrawn: _drawn,
    si.DrawDone: _draw_done,
    ev.Recharged: _recharged,
    ev.TurnEnded: _turn_ended,
    ev.GameEnded: _game_ended,
    ev.TollPaid: _toll,
    ev.FuelSpent: _one,
    ev.Fanned: _one,
    ev.BoatUsed: _boat,
    ev.CardsDiscarded: _several,
    ev.HandDumped: _several,
    ev.RailLaid: _rail_laid,
    ev.RailUpgraded: _rail_laid,
    ev.CarLoaded: _car_loaded,
    si.Sealed: _sealed,
    si.Uncovered: _uncovered,
    si.Stranger: _stranger,
    ev.CarsDropped: _cars_dropped,
    ev.CarRemoved: _car_removed,
    ev.CarMoved: _car_moved,
    ev.CardTaken: _card_taken,
    ev.CardsGiven: _cards_given,
    si.CardsKnown: _cards_known,
    ev.Stepped: _stands,
    ev.Pushed: _stands,
    ev.CircleEntered: _in_circle,
    ev.PushedIntoCircle: _in_circle,
    ev.Rammed: _rammed,
    ev.Derailed: _derailed,
    ev.TokenTaken: _token_taken,
    ev.HeresySpent: _heresy_spent,
    si.TokensPlaced: _tokens_placed,
    ev.MarkerPlaced: _marker_placed,
    si.MarkerGone: _marker_gone,
    ev.CerberusMoved: _cerberus,
    si.GluttonyOn: _gluttony,
    ev.Flipped: _flipped,
    si.FlipDone: _flip_done,
    si.Looked: _looked,
    ev.RailRemoved: _rail_removed,
    ev.RailTurned: _rail_turned,
    ev.ScoresShown: _scores,
    si.Opened: _opened,
    si.Planned: _planned,
    ev.Corrected: _corrected,
}
"""Events without a line here only tell."""
