"""The view of each audience (4.2): counts of what is secret, nothing of what is covered or face down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.audience import Seat as SeatAudience
from companion.engine.recent import Recent
from companion.games.hellrail import state
from companion.games.hellrail import view as vw
from companion.games.hellrail.board.graph import segments_at
from companion.games.hellrail.board.layout import places
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.names import CIRCLES, Owes, Phase, Token, number_of
from companion.games.hellrail.rules import drawing, train
from companion.games.hellrail.rules.cards import sign
from companion.games.hellrail.rules.ending import level, may_fan, waits
from companion.games.hellrail.rules.setup import left_to_place, placers
from companion.games.hellrail.rules.using import usable
from companion.games.hellrail.state import RailState, owed, rail_cards

COVERED = vw.CarView(None, None, None, None, covered=True)


def build_view(s: RailState, audience: Audience, at: int) -> vw.HellRailView:
    """Return the view of `audience`: everybody's, and what a seat alone may see."""
    who = s.index(audience.name) if isinstance(audience, SeatAudience) else None
    due = (Owes.LOADED, level(s)) if waits(s) else owed(s.task)
    circle = s.seats[who].stand.node if who is not None else ""
    return vw.HellRailView(
        level=s.level,
        layout=s.layout,
        variants=tuple(sorted(s.variants)),
        phase=s.phase,
        seats=tuple(_seat(s, i, who) for i in range(len(s.seats))),
        turn=_turn(s),
        draw=s.draw,
        discard=len(s.discard),
        discard_top=s.discard[-1] if s.discard else None,
        table=s.laid,
        limbo=s.limbo,
        circles=tuple(_circle(s, id) for id in CIRCLES),
        map=map_view(s),
        markers=s.markers,
        checks=s.checks,
        supply={token.value: s.supply(token) for token in Token},
        unused=len(s.unused),
        unused_tokens=None if s.secret else s.unused,
        looking=None if s.looked is None else s.seats[s.looked].name,
        seen=s.effects.get(circle) if who is not None and who == s.looked else None,
        usable=usable(s, who, circle) if who is not None and who == s.looked else None,
        owed=None if due is None else vw.OwedView(due[0].value, tuple(s.seats[i].name for i in due[1])),
        using=_using(s),
        placing=_placing(s),
        official=s.official,
        placeholder=s.deck.placeholder and not s.light,
        ended=s.reason,
        scores=_scores(s),
        recap=_recap(s),
        toll_tapped=s.toll,
    )


def _car(s: RailState, id: str, here: str | None) -> vw.CarView:
    if id in s.sealed.reveal():
        return COVERED
    card = s.card(id)
    if card is None:
        return vw.CarView(id, None, None, None)
    return vw.CarView(id, card.car, card.setout, card.brimstone, here=here is not None and card.setout in (None, here))


def _seat(s: RailState, i: int, who: int | None) -> vw.SeatView:
    seat = s.seats[i]
    circle = seat.stand.node if seat.stand.node in CIRCLES else None
    here = sign(circle) if circle is not None else None
    own = who == i
    return vw.SeatView(
        name=seat.name,
        colour=seat.colour,
        hand=seat.hand,
        train=tuple(_car(s, id, here) for id in seat.train),
        delivered=seat.count,
        tender=seat.tender,
        boatman=seat.boatman,
        soul_catcher=seat.soul_catcher,
        heresy=seat.heresy,
        held=seat.held if not s.secret or (own and _may_look(s, i)) else None,
        held_down=s.secret and seat.held is not None,
        fuel=train.fuel(s, i),
        node=seat.stand.node,
        heading=seat.stand.heading,
        known=tuple(_car(s, id, None) for id in sorted(seat.known.reveal())) if own else (),
    )


def _may_look(s: RailState, seat: int) -> bool:
    """HR-120, HR-Q30: the owner of a face-down token looks at any time, or (a ruling) only where it could be used."""
    entering = isinstance(s.task, state.EntryTask) and s.task.seat == seat
    return s.deck.rulings.q30_secret_infernal_owner_may_look or entering


def _turn(s: RailState) -> vw.TurnView:
    active = s.turn.active
    me = s.seats[active]
    open_ = s.phase is Phase.ACTIONS and s.task is None
    act = open_ and me.hand > 0
    circle = me.stand.node if me.stand.node in CIRCLES else None
    sealed = s.sealed.reveal()
    cars = []
    for place, id in enumerate(me.train):
        card = s.card(id)
        fits = circle is not None and card is not None and card.setout in (None, sign(circle))
        if open_ and fits and id not in sealed:
            cars.append(f"#{place + 1}")
    more_than = train.owed(s, active)
    return vw.TurnView(
        player=me.name,
        n=s.turn.n,
        phase=s.phase,
        draws=drawing.may_draw(s),
        drop_tender=s.phase is Phase.START and me.tender and s.task is None,
        act=act,
        move=act and (more_than is None or me.hand > 1),
        boat=act and me.boatman,
        setout=tuple(cars),
        pickup=act and circle is not None,
        fan=open_ and may_fan(s) is None,
        end=open_ and not (s.turn.gluttony and me.hand),
        toll=more_than,
        gluttony=s.turn.gluttony,
    )


def _circle(s: RailState, id: str) -> vw.CircleView:
    effect = s.effects.get(id)
    down = s.secret and effect is not None
    return vw.CircleView(id, number_of(id), None if down else effect, down, s.cerberus == id, s.grid.circles.get(id))


def _using(s: RailState) -> vw.EffectView | None:
    for task in reversed(s.agenda):
        if isinstance(task, state.UseTask):
            target = None if task.target is None else s.seats[task.target].name
            return vw.EffectView(task.effect, target)
    return None


def _placing(s: RailState) -> vw.PlacingView | None:
    if s.phase is not Phase.PLACING:
        return None
    seats = placers(s)
    may = tuple(s.seats[i].name for i in seats)
    return vw.PlacingView(may[0], left_to_place(s, seats[0]), places(s.grid.circles), may)


def _scores(s: RailState) -> tuple[vw.ScoreView, ...] | None:
    if s.scores is None:
        return None
    found = []
    for score in s.scores:
        cards = s.opened[score.seat] if score.seat < len(s.opened) else ()
        cars = []
        for id in cards:
            card = s.card(id)
            cars.append((id, None if card is None else card.car))
        found.append(vw.ScoreView(s.seats[score.seat].name, score.delivered, score.loaded, score.rank, tuple(cars)))
    return tuple(found)


def _recap(s: RailState) -> vw.RecapView | None:
    if s.scores is None:
        return None
    t, name = s.tally, [seat.name for seat in s.seats]
    return vw.RecapView(
        turns=s.turn.n,
        deliveries=tuple((turn, name[i]) for turn, i in t.deliveries),
        rams=tuple((turn, name[i], name[k]) for turn, i, k in t.rams),
        derailments=tuple((turn, name[i]) for turn, i in t.derailments),
        longest=(t.longest[0], name[t.longest[1]]) if t.longest[0] else None,
        recharges=s.recharges,
        corrected=t.corrected,
    )


_RECENT: Recent[tuple[vw.RailView, ...]] = Recent(8)


def map_view(s: RailState) -> tuple[vw.RailView, ...]:
    """Return every rail card on top."""
    of = (s.grid, s.deck, s.strangers)
    return _RECENT.get(of, lambda: tuple(_rail(s, cell) for cell in s.grid.stacks)) if s.map else ()


def _rail(s: RailState, cell: str) -> vw.RailView:
    stack = s.grid.stacks[cell]
    top = stack[-1]
    lie = segments_at(rail_cards(s), s.grid, cell)
    card = s.card(top.card)
    rails = tuple(name for name in SEGMENTS if name in lie)
    return vw.RailView(cell, top.card, rails, top.q, None if card is None else card.brimstone, len(stack) - 1)


def unsaid(s: RailState) -> frozenset[str]:
    """Cards that are not to be named: delivered, or covered after an undone delivery. After the reveal: none."""
    if s.revealed:
        return frozenset()
    delivered = (card for seat in s.seats for card in seat.delivered.reveal())
    return frozenset(delivered) | s.sealed.reveal() | s.named


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
            begun["agenda"] = [_untold(task) for task in older["agenda"]]
        return older | begun
    return older


def _untold(task: dict[str, Any]) -> dict[str, Any]:
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
