"""The view of each audience (4.2): counts of what is secret, nothing of what is covered or face down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.audience import Seat as SeatAudience
from companion.engine.recent import Recent
from companion.games.hellrail import state as st
from companion.games.hellrail import view as vw
from companion.games.hellrail.board.graph import segments_at
from companion.games.hellrail.board.layout import places
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.names import CIRCLES, Owes, Phase, Token, number_of
from companion.games.hellrail.rules import drawing, train
from companion.games.hellrail.rules.cards import sign
from companion.games.hellrail.rules.ending import level_seats, may_fan, waits
from companion.games.hellrail.rules.setup import left_to_place, placers
from companion.games.hellrail.rules.using import usable
from companion.games.hellrail.state import RailState, owed, rail_cards

COVERED = vw.CarView(None, None, None, None, covered=True)


def build_view(state: RailState, audience: Audience, at: int) -> vw.HellRailView:
    """Return the view of `audience`: everybody's, and what a seat alone may see."""
    who = state.index(audience.name) if isinstance(audience, SeatAudience) else None
    due = (Owes.LOADED, level_seats(state)) if waits(state) else owed(state.task)
    circle = state.seats[who].stand.node if who is not None else ""
    return vw.HellRailView(
        level=state.level,
        layout=state.layout,
        variants=tuple(sorted(state.variants)),
        phase=state.phase,
        seats=tuple(_seat(state, i, who) for i in range(len(state.seats))),
        turn=_turn(state),
        draw=state.draw,
        discard=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        table=state.laid,
        limbo=state.limbo,
        circles=tuple(_circle(state, id) for id in CIRCLES),
        map=map_view(state),
        markers=state.markers,
        checks=state.checks,
        supply={token.value: state.supply(token) for token in Token},
        unused=len(state.unused),
        unused_tokens=None if state.secret else state.unused,
        looking=None if state.looked is None else state.seats[state.looked].name,
        seen=state.effects.get(circle) if who is not None and who == state.looked else None,
        usable=usable(state, who, circle) if who is not None and who == state.looked else None,
        owed=None if due is None else vw.OwedView(due[0].value, tuple(state.seats[i].name for i in due[1])),
        using=_using(state),
        placing=_placing(state),
        official=state.official,
        placeholder=state.deck.placeholder and not state.light,
        ended=state.reason,
        scores=_scores(state),
        recap=_recap(state),
        toll_tapped=state.toll,
    )


def _car(state: RailState, id: str, here: str | None) -> vw.CarView:
    if id in state.sealed.reveal():
        return COVERED
    card = state.card(id)
    if card is None:
        return vw.CarView(id, None, None, None)
    return vw.CarView(id, card.car, card.setout, card.brimstone, here=here is not None and card.setout in (None, here))


def _seat(state: RailState, index: int, who: int | None) -> vw.SeatView:
    seat = state.seats[index]
    circle = seat.stand.node if seat.stand.node in CIRCLES else None
    here = sign(circle) if circle is not None else None
    own = who == index
    return vw.SeatView(
        name=seat.name,
        colour=seat.colour,
        hand=seat.hand,
        train=tuple(_car(state, id, here) for id in seat.train),
        delivered=seat.count,
        tender=seat.tender,
        boatman=seat.boatman,
        soul_catcher=seat.soul_catcher,
        heresy=seat.heresy,
        held=seat.held if not state.secret or (own and _may_look(state, index)) else None,
        held_down=state.secret and seat.held is not None,
        fuel=train.fuel(state, index),
        node=seat.stand.node,
        heading=seat.stand.heading,
        known=tuple(_car(state, id, None) for id in sorted(seat.known.reveal())) if own else (),
    )


def _may_look(state: RailState, seat: int) -> bool:
    """HR-120, HR-Q30: the owner of a face-down token looks at any time, or (a ruling) only where it could be used."""
    entering = isinstance(state.task, st.EntryTask) and state.task.seat == seat
    return state.deck.rulings.q30_secret_infernal_owner_may_look or entering


def _turn(state: RailState) -> vw.TurnView:
    active = state.turn.active
    me = state.seats[active]
    open_ = state.phase is Phase.ACTIONS and state.task is None
    act = open_ and me.hand > 0
    circle = me.stand.node if me.stand.node in CIRCLES else None
    sealed = state.sealed.reveal()
    cars = []
    for place, id in enumerate(me.train):
        card = state.card(id)
        fits = circle is not None and card is not None and card.setout in (None, sign(circle))
        if open_ and fits and id not in sealed:
            cars.append(f"#{place + 1}")
    more_than = train.toll_owed(state, active)
    return vw.TurnView(
        player=me.name,
        n=state.turn.n,
        phase=state.phase,
        draws=drawing.may_draw(state),
        drop_tender=state.phase is Phase.START and me.tender and state.task is None,
        act=act,
        move=act and (more_than is None or me.hand > 1),
        boat=act and me.boatman,
        setout=tuple(cars),
        pickup=act and circle is not None,
        fan=open_ and may_fan(state) is None,
        end=open_ and not (state.turn.gluttony and me.hand),
        toll=more_than,
        gluttony=state.turn.gluttony,
    )


def _circle(state: RailState, id: str) -> vw.CircleView:
    effect = state.effects.get(id)
    down = state.secret and effect is not None
    return vw.CircleView(
        id, number_of(id), None if down else effect, down, state.cerberus == id, state.grid.circles.get(id)
    )


def _using(state: RailState) -> vw.EffectView | None:
    for task in reversed(state.agenda):
        if isinstance(task, st.UseTask):
            target = None if task.target is None else state.seats[task.target].name
            return vw.EffectView(task.effect, target)
    return None


def _placing(state: RailState) -> vw.PlacingView | None:
    if state.phase is not Phase.PLACING:
        return None
    seats = placers(state)
    may = tuple(state.seats[i].name for i in seats)
    return vw.PlacingView(may[0], left_to_place(state, seats[0]), places(state.grid.circles), may)


def _scores(state: RailState) -> tuple[vw.ScoreView, ...] | None:
    if state.scores is None:
        return None
    found = []
    for score in state.scores:
        cards = state.opened[score.seat] if score.seat < len(state.opened) else ()
        cars = []
        for id in cards:
            card = state.card(id)
            cars.append((id, None if card is None else card.car))
        found.append(vw.ScoreView(state.seats[score.seat].name, score.delivered, score.loaded, score.rank, tuple(cars)))
    return tuple(found)


def _recap(state: RailState) -> vw.RecapView | None:
    if state.scores is None:
        return None
    t, name = state.tally, [seat.name for seat in state.seats]
    return vw.RecapView(
        turns=state.turn.n,
        deliveries=tuple((turn, name[i]) for turn, i in t.deliveries),
        rams=tuple((turn, name[i], name[k]) for turn, i, k in t.rams),
        derailments=tuple((turn, name[i]) for turn, i in t.derailments),
        longest=(t.longest[0], name[t.longest[1]]) if t.longest[0] else None,
        recharges=state.recharges,
        corrected=t.corrected,
    )


_RECENT: Recent[tuple[vw.RailView, ...]] = Recent(8)


def map_view(state: RailState) -> tuple[vw.RailView, ...]:
    """Return every rail card on top."""
    of = (state.grid, state.deck, state.strangers)
    return _RECENT.get(of, lambda: tuple(_rail(state, cell) for cell in state.grid.stacks)) if state.map else ()


def _rail(state: RailState, cell: str) -> vw.RailView:
    stack = state.grid.stacks[cell]
    top = stack[-1]
    lie = segments_at(rail_cards(state), state.grid, cell)
    card = state.card(top.card)
    rails = tuple(name for name in SEGMENTS if name in lie)
    return vw.RailView(cell, top.card, rails, top.q, None if card is None else card.brimstone, len(stack) - 1)


def unsaid(state: RailState) -> frozenset[str]:
    """Cards that are not to be named: delivered, or covered after an undone delivery. After the reveal: none."""
    if state.revealed:
        return frozenset()
    delivered = (card for seat in state.seats for card in seat.delivered.reveal())
    return frozenset(delivered) | state.sealed.reveal() | state.named


def redact(older: Any, now: RailState) -> Any:
    """Return an older event or view as it may be shown at `now`.

    A card that was only gathered, not yet paid, may be one that was delivered: none of them is named.
    """
    hidden = unsaid(now)
    if not now.revealed:
        older = _unpaid(older)
    if not hidden:
        return older
    if isinstance(older, vw.HellRailView):
        seats = tuple(
            replace(seat, train=tuple(COVERED if car.id in hidden else car for car in seat.train))
            for seat in older.seats
        )
        older = replace(older, seats=seats, turn=replace(older.turn, setout=()))
    if isinstance(older, dict) and "options" in older:
        # Of a position all but the deck: that a card is left out there would tell which it is.
        return {key: part if key == "options" else _struct(part, hidden) for key, part in older.items()}
    return _struct(older, hidden)


def _unpaid(older: Any) -> Any:
    if isinstance(older, vw.HellRailView) and older.toll_tapped:
        return replace(older, toll_tapped=("",) * len(older.toll_tapped))
    if isinstance(older, dict) and "options" in older:
        begun: dict[str, Any] = {"toll": [""] * len(older["toll"])} if "toll" in older else {}
        if "agenda" in older:
            begun["agenda"] = [_without_cards(task) for task in older["agenda"]]
        return older | begun
    return older


def _without_cards(task: dict[str, Any]) -> dict[str, Any]:
    return task | {"cards": [""] * len(task["cards"])} if "cards" in task else task


def _struct(thing: Any, hidden: frozenset[str]) -> Any:
    """Return a struct, list or text without those names."""
    match thing:
        case str():
            return "" if thing in hidden else thing
        case tuple():
            return tuple(_struct(part, hidden) for part in thing)
        case list():
            return [_struct(part, hidden) for part in thing]
        case dict():
            return {name: _struct(part, hidden) for name, part in thing.items()}
        case Struct():
            changes = {}
            for name in thing.__struct_fields__:
                old = getattr(thing, name)
                if isinstance(old, str | tuple | list | dict | Struct):
                    new = _struct(old, hidden)
                    if new != old:
                        changes[name] = new
            return replace(thing, **changes) if changes else thing
        case _:
            return thing
