"""Moves worth offering now (the protocol's `legal`, random play, tests): a few of each kind, not all.

What lies in a hand is known to nobody, so cards are offered that lie nowhere in the open. That some of them were
delivered is a secret: the offer never depends on it, and such a card is then refused like any card that is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.secret import Secret
from companion.games.hellrail import board_moves, routes, table
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.cards import rail_cards, sign
from companion.games.hellrail.deck import Card
from companion.games.hellrail.drawing import may_draw
from companion.games.hellrail.drive import engine_on, graph
from companion.games.hellrail.graph import segments_at
from companion.games.hellrail.layout import places
from companion.games.hellrail.names import (
    CIRCLES,
    HERESIES,
    NUMBERED,
    RAIL,
    Dir,
    Effect,
    Heresy,
    Phase,
    Source,
    What,
    YesNo,
)
from companion.games.hellrail.segments import fitting_rotations
from companion.games.hellrail.state import RailState
from companion.games.hellrail.toll import owed as toll_owed
from companion.games.hellrail.train import fuel
from companion.games.hellrail.turning import may_fan
from companion.games.hellrail.using import others, unavailable

FEW = 2
MORE = 4
"""Where one card has to be found that is refused in no case: a few more."""


def unlocated(s: RailState) -> list[Card]:
    """Cards that lie nowhere in the open, beginning at a place that changes from turn to turn."""
    sealed = s.sealed.reveal()
    open_: set[str] = {*s.discard, *s.table}
    for stack in s.grid.stacks.values():
        open_.update(laid.card for laid in stack)
    for seat in s.seats:
        open_.update(car for car in seat.train if car not in sealed)
    if s.limbo is not None:
        open_.add(s.limbo)
    found = [card for card in s.deck.cards.values() if card.id not in open_]
    if not found:
        return []
    start = (7 * s.draw + 3 * s.turn.n + 5 * len(s.discard)) % len(found)
    return found[start:] + found[:start]


def legal(s: RailState) -> list[Any]:
    """Answers while something is owed, else the turn's commands."""
    if s.phase is Phase.ENDED:
        return [] if s.scores is not None else [mv.Reveal()]
    if s.task is not None:
        return list(_answers(s, s.task))
    match s.phase:
        case Phase.PLACING:
            return _places(s)
        case Phase.SETUP:
            return [mv.Deal()]
        case Phase.ACTIONS:
            return list(_actions(s))
        case _:
            moves: list[Any] = [mv.Draw(n=n) for n in may_draw(s)]
            if s.phase is Phase.START and s.seats[s.turn.active].tender:
                moves.append(mv.DropTender())
            return moves


def _places(s: RailState) -> list[Any]:
    left = [circle for circle in CIRCLES if circle not in s.grid.circles]
    seat = s.seats[table.placers(s)[0]].name
    return [mv.PlaceCircle(seat=seat, circle=left[0], cell=cell) for cell in places(s.grid.circles)[:6]]


# -- the turn --------------------------------------------------------------------


def _actions(s: RailState) -> Iterator[Any]:
    active = s.turn.active
    me = s.seats[active]
    circle = me.stand.node if ":" not in me.stand.node and me.stand.node != RAIL else None
    if circle is not None:
        for place, id in enumerate(me.train):
            card = s.card(id)
            if id not in s.sealed.reveal() and card is not None and card.setout in (None, sign(circle)):
                yield mv.Setout(card=Secret(f"#{place + 1}"))
    if me.hand:
        cards = unlocated(s)
        if circle is not None:
            yield from (mv.Pickup(card=c.id) for c in _some(cards, lambda c: c.pickup == sign(circle)))
        yield from _moves(s, active, cards)
        yield from _rails(s, cards)
        if may_fan(s) is None and cards:
            yield from (mv.Fan(card=card.id) for card in cards[:FEW])
        if s.turn.gluttony:
            yield from (mv.Discard(cards=(card.id,)) for card in cards[:MORE])
    if not (s.turn.gluttony and me.hand):
        yield mv.EndOfTurn()


def _some(cards: list[Card], good: Callable[[Card], bool], n: int = FEW) -> list[Card]:
    found = []
    for card in cards:
        if good(card):
            found.append(card)
            if len(found) == n:
                break
    return found


def _moves(s: RailState, active: int, cards: list[Card]) -> Iterator[Any]:
    needs = fuel(s, active)
    more_than = toll_owed(s, active)
    me = s.seats[active]
    paying = _some(cards, lambda c: c.brimstone is not None and c.brimstone >= needs)
    farthest = max((card.car or 0 for card in paying), default=0)
    ways = list(routes.reach(graph(s), me.stand, farthest).values()) if s.map else []
    for card in paying:
        toll: tuple[str, ...] = ()
        if more_than is not None:
            tolls = _some(cards, lambda c, but=card: c is not but and (c.car or 0) > more_than, 1)  # type: ignore[misc]
            if not tolls or me.hand < 2:
                continue
            toll = (tolls[0].id,)
        if not s.map:
            for to in (CIRCLES[(s.draw + s.turn.n) % 10], RAIL):
                yield mv.Go(card=card.id, toll=toll, to=to)
            continue
        # The nearest ends come first: what a weaker car reaches is where a stronger one's ways begin.
        reached = [way for way in ways if len(way) <= (card.car or 0)]
        step = max(1, len(reached) // 3)
        for route in reached[-1::-step][:3]:
            yield mv.Go(card=card.id, toll=toll, path=tuple(stand.node for stand in route))
    if me.boatman and cards and more_than is None:
        yield from _boats(s, active, cards)


def _boats(s: RailState, active: int, cards: list[Card]) -> Iterator[Any]:
    if not s.map:
        yield mv.Boat(card=cards[0].id, gap=1, to=CIRCLES[1 + s.draw % 9])
        return
    found = board_moves.crossings(rail_cards(s), s.grid, s.seats[active].stand)
    for side, crossing in found.items():
        fitting = _some(cards, lambda c, gap=crossing.gap: (c.brimstone or 0) >= gap, 1)  # type: ignore[misc]
        for card in fitting:
            yield mv.Boat(card=card.id, direction=Dir(side))


def _rails(s: RailState, cards: list[Card]) -> Iterator[Any]:
    """A few places for the next card, and one card that may be covered."""
    if not cards:
        return
    if not s.map:
        yield mv.Lay(card=cards[0].id)
        return
    cells = board_moves.lay_places(rail_cards(s), s.grid)
    for i in range(min(FEW, len(cells))):
        cell = cells[(s.draw * 5 + s.turn.n + i * (len(cells) // FEW)) % len(cells)]
        yield mv.Lay(card=cards[i % len(cards)].id, cell=cell, rotation=(s.draw + i) % 4)
    stands = [seat.stand for seat in s.seats]
    for cell in list(s.grid.stacks)[s.turn.n % 3 :: 4][:FEW]:
        old = segments_at(rail_cards(s), s.grid, cell)
        for card in cards[:FEW]:
            for q in fitting_rotations(old, card.rails)[:1]:
                code, _ = board_moves.upgrade_refusal(
                    rail_cards(s), s.grid, cell, card, q, stands, s.markers, s.deck.rulings
                )
                if code is None:
                    yield mv.Upgrade(card=card.id, cell=cell, rotation=q)


# -- answers --------------------------------------------------------------------


def _answers(s: RailState, task: st.Task) -> Iterator[Any]:
    match task:
        case st.Entry():
            yield from _entry(s, task)
        case st.Window(holders=holders):
            yield from _window(s, holders)
        case st.Price(more=more):
            yield from (mv.Discard(cards=(c.id,)) for c in unlocated(s)[:MORE] if s.seats[task.seat].hand)
            if more:
                yield mv.Done()
        case st.PickRail(brimstone=brimstone):
            yield mv.Pick()
            yield from (mv.Pick(card=id) for id in _free_rails(s, brimstone))
        case st.TurnRail(brimstone=brimstone):
            yield mv.Done()
            yield from (mv.TurnCard(card=id, rotation=1 + s.draw % 3) for id in _free_rails(s, brimstone))
        case st.Flip() | st.Marker(drop=0):
            yield from (mv.TellFlip(card=c.id) for c in unlocated(s)[:MORE])
        case st.Marker(drop=drop, seat=seat):
            yield mv.DropCars(cards=_cars(s, seat, drop))
        case st.PickCar():
            use = next(u for u in s.agenda[::-1] if isinstance(u, st.Use))
            if use.target is not None:
                yield from (mv.Pick(card=ref) for ref in _cars(s, use.target, len(s.seats[use.target].train)))
        case st.Deliver() | st.TakeCar():
            yield from (mv.Answer(answer=answer) for answer in YesNo)
        case st.GiveCar(seat=seat, brimstone=brimstone):
            for i, id in enumerate(s.seats[seat].train):
                card = s.card(id)
                if card is not None and card.brimstone == brimstone:
                    yield mv.Give(card=_ref(s, seat, i))
        case st.GiveCards(seat=seat):
            yield from (mv.Give(n=n) for n in range(min(2, s.seats[seat].hand) + 1))
        case st.Take(seat=seat):
            yield from _takes(s, task, seat)
        case st.DrawToken():
            yield mv.TakeToken()
        case st.DealEffects():
            yield mv.Redeal()
        case st.Soul():
            yield from (mv.Soulcatch(use=use) for use in YesNo)
        case st.Branch(nodes=nodes):
            yield from (mv.Branching(node=node) for node in nodes)
        case st.DumpHand(seat=seat):
            cards, n = unlocated(s), s.seats[seat].hand
            for i in range(0, len(cards), max(1, len(cards) // (2 * MORE))):
                yield mv.Discard(cards=tuple(c.id for c in (cards[i:] + cards[:i])[:n]))
        case st.Arrive():
            yield from (mv.Report(what=What.ARRIVED, circle=circle) for circle in CIRCLES[s.draw % 5 :: 5])
            yield mv.Report(what=What.ON_RAIL)
        case _:
            pass


def _ref(s: RailState, seat: int, place: int) -> str:
    """A car as it may be called: by its place; a covered one by its card, as whoever taps it would."""
    id = s.seats[seat].train[place]
    return id if id in s.sealed.reveal() else f"#{place + 1}"


def _cars(s: RailState, seat: int, n: int) -> tuple[str, ...]:
    return tuple(_ref(s, seat, place) for place in range(n))


def _free_rails(s: RailState, brimstone: int | None) -> list[str]:
    """Rail cards of that brimstone that may be picked or turned."""
    ids = [stack[-1].card for stack in s.grid.stacks.values()] if s.map else sorted(s.table)
    stands = [seat.stand for seat in s.seats]
    found = []
    for id in ids:
        card, cell = s.card(id), s.grid.cell_of(id) if s.map else None
        free = cell is None or not board_moves.occupied(cell, stands)
        if card is not None and free and brimstone in (None, card.brimstone):
            found.append(id)
    return found[:FEW]


def _entry(s: RailState, task: st.Entry) -> Iterator[Any]:
    yield mv.Decline()
    if s.secret and task.circle in s.effects:
        yield mv.Look()
    for source in Source:
        effect = s.effects.get(task.circle) if source is Source.CIRCLE else s.seats[task.seat].held
        if effect is None:
            continue
        if s.secret:
            yield mv.UseEffect(source=source)  # whatever the token needs: it may be refused to this seat
        elif unavailable(s, task.seat, effect, source) is None:
            yield from _uses(s, task, effect, source)


def _uses(s: RailState, task: st.Entry, effect: Effect, source: Source) -> Iterator[Any]:
    seats = others(s, task.seat)
    match effect:
        case Effect.DELINQUENCY if s.map:
            ties = graph(s).ties()
            free = [n for n in ties[s.draw % 7 :: 7] if n not in s.markers and engine_on(s, n) is None]
            yield from (mv.UseEffect(source=source, node=node) for node in free[:FEW])
        case Effect.GERYON:
            yield mv.UseEffect(source=source, car=_ref(s, task.seat, 0))
        case Effect.GUARD_DUTY:
            yield mv.UseEffect(source=source, circle=CIRCLES[s.draw % 10])
        case Effect.HERESY:
            yield from (mv.UseEffect(source=source, token=t) for t in HERESIES if s.supply(t))
        case Effect.LUST:
            yield from (mv.UseEffect(source=source, target=s.seats[i].name) for i in seats)
        case Effect.THIEVERY:
            for i in seats:
                if s.seats[i].train:
                    yield mv.UseEffect(source=source, target=s.seats[i].name, car=_ref(s, i, 0))
        case Effect.GLUTTONY:
            if all(s.seats[task.seat].hand > s.seats[i].hand for i in seats):
                yield mv.UseEffect(source=source)
            else:
                full = [i for i in seats if s.seats[i].hand]
                yield from (mv.UseEffect(source=source, target=s.seats[i].name) for i in full)
        case Effect.SHIFT:
            others_ = [c for c in NUMBERED if c in s.effects and (c != task.circle or source is Source.HELD)]
            yield from (mv.UseEffect(source=source, with_=circle) for circle in others_[:FEW])
            pile = ["unused"] if s.secret else [e.value for e in s.unused]
            yield from (mv.UseEffect(source=source, with_=name) for name in pile[:1])
            yield from (
                mv.UseEffect(source=source, with_=s.seats[i].name) for i in seats if s.seats[i].held is not None
            )
        case _:
            yield mv.UseEffect(source=source)


def _window(s: RailState, holders: tuple[int, ...]) -> Iterator[Any]:
    use = s.agenda[-2]
    for i in holders:
        seat = s.seats[i]
        yield mv.TellHeresy(seat=seat.name, choice=Heresy.PASS)
        if seat.heresy is HERESIES[0]:
            yield mv.TellHeresy(seat=seat.name, choice=Heresy.CANCEL)
        elif isinstance(use, st.Use) and use.target is not None:
            for k in others(s, use.seat):
                if k != use.target:
                    yield mv.TellHeresy(seat=seat.name, choice=Heresy.REDIRECT, target=s.seats[k].name)


def _takes(s: RailState, task: st.Take, seat: int) -> Iterator[Any]:
    named = [i for i in (task.only, task.first) if i is not None]
    for i in named[:1] or others(s, seat):
        if s.seats[i].hand:
            yield mv.TakeOne(target=s.seats[i].name)
