"""A game as JSON that a person can write, and back again. Everything but the seats may be left out.

Without `reveal` nothing in it tells what is secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine import typed
from companion.engine.codec import private_json
from companion.engine.game import GameSetup
from companion.engine.player_names import check_names, plain
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.hellrail import state as st
from companion.games.hellrail.board.layout import Grid, Laid, Stand, placed
from companion.games.hellrail.data.deck import Card, Deck, Rulings
from companion.games.hellrail.names import (
    CARDS,
    CIRCLES,
    COLOURS,
    HAND,
    LAYOUTS,
    MARKERS,
    NUMBERED,
    Effect,
    Level,
    Phase,
    Token,
    Variant,
)
from companion.games.hellrail.position.checks import check, read_agenda
from companion.games.hellrail.position.deck import deck_of
from companion.games.hellrail.position.keys import DOWN, PositionData, SeatIn, read, wrong
from companion.games.hellrail.rules import setup
from companion.games.hellrail.rules.setup import FEWEST, MOST, Options
from companion.games.hellrail.state import RailState, Seat, Task, Turn

ADVOCATE = "devils_advocate"
BEFORE = (Phase.PLACING, Phase.SETUP)
"""Nothing is dealt yet."""


def import_position(order: GameSetup, position: Mapping[str, Any], config_dir: Path | None) -> RailState:
    """The state that `position` describes; what it does not say follows from the options, then from the set-up.

    :raises BadInput: naming the field that is wrong.
    :raises Refused: `bad_setup` for seats that the opening names, not the position.
    """
    w = read(position)
    options = _options(order)
    deck = deck_of(w.deck, w.rulings, options.rulings, options.deck, config_dir)
    seats = _players(order, w)
    state = _table(w, _base(w, options, deck, seats))
    state = placeholders(_seats(state, w), w)
    state = _books(tokens(state, w), w)
    rest = 0 if state.light else _rest(state)
    state = replace(state, draw=rest if w.draw is None else w.draw, agenda=read_agenda(state, w.agenda))
    check(state)
    return state


def _options(order: GameSetup) -> Options:
    try:
        return typed.convert(dict(order.options), Options)
    except msgspec.ValidationError as error:
        raise BadInput(option="options", reason=str(error)) from error


def _players(order: GameSetup, w: PositionData) -> tuple[Seat, ...]:
    """HR-001, HR-Q35."""
    if w.seats is None:
        return setup.players(order.seats)
    if not FEWEST <= len(w.seats) <= MOST:
        wrong("seats", f"{FEWEST} to {MOST} seats", value=len(w.seats))
    colours = [seat.colour for seat in w.seats if seat.colour]
    free = iter([colour for colour in COLOURS if colour not in colours])
    made: list[Seat] = []
    check_names(seat.seat for seat in w.seats)
    for i, seat in enumerate(w.seats):
        if any(plain(seat.seat) == plain(other.name) for other in made):
            wrong(f"seats[{i}].seat", "a name of its own", value=seat.seat)
        if seat.colour and (seat.colour not in COLOURS or any(seat.colour == other.colour for other in made)):
            wrong(f"seats[{i}].colour", "a colour of its own: " + ", ".join(COLOURS), value=seat.colour)
        made.append(Seat(seat.seat, seat.colour or next(free)))
    return tuple(made)


def _base(w: PositionData, options: Options, deck: Deck, seats: tuple[Seat, ...]) -> RailState:
    """Level, variants and where the circles lie."""
    level = w.level or options.level
    variants = frozenset(options.variants if w.variants is None else w.variants)
    if variants >= LAYOUTS:
        wrong("variants", "one layout of the circles", value=sorted(LAYOUTS))
    if level is Level.MAP and deck.without_rails:
        wrong("deck", "cards with their tracks: the map needs them")
    circles, layout = w.grid.circles, w.layout if w.layout is not None else options.layout
    if Variant.DEVILS_ADVOCATE in variants:
        circles, layout = circles or {}, layout or ADVOCATE
    elif circles is None:
        layout = layout or setup.layout_id(deck, replace(options, level=level, layout=None), variants)
        known = deck.layouts.get(layout)
        if known is None and layout:
            wrong("layout", ", ".join(deck.layouts), value=layout)
        circles = {} if known is None else placed(known)
    return RailState(
        level,
        layout or "",
        variants,
        deck,
        seats,
        phase=w.phase,
        grid=Grid(circles),
        readers=dict(options.readers if w.readers is None else w.readers),
        strangers=w.strangers,
    )


def _table(w: PositionData, s: RailState) -> RailState:
    """Rail cards, markers, Cerberus, the piles that lie open."""
    stacks: dict[str, tuple[Laid, ...]] = {}
    for card in w.grid.cards:
        stacks[card.cell] = (*stacks.get(card.cell, ()), card.laid)
    if w.grid.cards and not s.map:
        wrong("grid.cards", "nothing: without a map `table` tells what lies there")
    if w.table and s.map:
        wrong("table", "nothing: the map tells what lies there")
    if len(set(w.table)) != len(w.table):
        wrong("table", "each card once")
    markers = w.markers if w.markers is not None else () if s.map else 0
    if isinstance(markers, int) == s.map:
        wrong("markers", "ties" if s.map else "a number")
    on_map, out = ((), markers) if isinstance(markers, int) else (markers, 0)
    if len(on_map) > MARKERS:
        wrong("markers", f"at most {MARKERS}", value=len(on_map))
    return replace(
        s,
        discard=w.discard,
        table=frozenset(w.table),
        limbo=w.limbo,
        grid=Grid(s.grid.circles, stacks),
        markers=on_map,
        markers_out=out,
        checks=MARKERS - out - len(on_map),
        cerberus=w.cerberus,
        recharges=w.recharges,
        toll=w.toll,
        sealed=Secret(frozenset(w.sealed)),
        named=frozenset(w.named),
    )


def _seats(s: RailState, w: PositionData) -> RailState:
    given = w.seats or tuple(SeatIn(seat.name) for seat in s.seats)
    dealt = 0 if s.light or s.phase in BEFORE else HAND
    return replace(s, seats=tuple(_seat(seat, said, dealt) for seat, said in zip(s.seats, given, strict=True)))


def _seat(base: Seat, w: SeatIn, dealt: int) -> Seat:
    """Cars and deliveries that are only counted come later."""
    delivered = () if isinstance(w.delivered, int) else w.delivered
    return replace(
        base,
        hand=dealt if w.hand is None else w.hand,
        known=Secret(frozenset(w.known)),
        train=tuple(car if isinstance(car, str) else "" for car in w.loaded),
        delivered=Secret(delivered),
        count=w.delivered if isinstance(w.delivered, int) else len(delivered),
        tender=w.tender,
        boatman=w.boatman,
        soul_catcher=w.soul_catcher,
        heresy=None if w.heresy is None else Token(w.heresy),
        stand=Stand(w.at, w.heading),
        circles=w.circles,
        loaded_worth=w.loaded_worth,
    )


def _books(s: RailState, w: PositionData) -> RailState:
    """Whose turn, what was counted, how it ended."""
    said = {"active": w.active, "first": w.first, "placer": w.placer, "looked": w.looked}
    active, first, placer, looked = (_index(s, name, key) for key, name in said.items())
    still: tuple[int, ...] = ()
    if s.level is Level.KEEPER:
        others = tuple(i for i in range(len(s.seats)) if i != (active or 0))
        told = w.turn.still
        still = others if told is None else tuple(_index(s, name, "turn.still") or 0 for name in told)
    turn = Turn(active or 0, w.turn.n, w.turn.drawn, w.turn.returned, w.turn.tender, w.turn.gluttony, still)
    return replace(
        s,
        turn=turn,
        first=first,
        placer=placer,
        looked=looked,
        reason=w.reason,
        tally=w.tally,
        scores=w.scores,
        opened=w.opened,
    )


def _index(s: RailState, name: str | None, key: str) -> int | None:
    found = None if name is None else s.index(name)
    if found is None and name is not None:
        wrong(key, ", ".join(seat.name for seat in s.seats), value=name)
    return found


def _rest(s: RailState) -> int:
    """What lies nowhere else is on the draw pile."""
    lying = s.laid + len(s.discard) + sum(len(seat.train) + seat.count + seat.hand for seat in s.seats)
    return CARDS - lying - (s.limbo is not None)


Place = tuple[str, str]
"""The field that names a token, and what it says."""


def tokens(s: RailState, w: PositionData) -> RailState:
    """Tokens as they lie. Those that are only said to be `down` are mixed out of what is left.

    :raises BadInput: naming the field that is wrong.
    """
    given = w.seats or ()
    named = dict(_places(w, given))
    said = {field: _effect(s, field, text) for field, text in named.items()}
    taken: list[Effect] = [] if w.in_use is None else [w.in_use]
    for field, effect in said.items():
        if effect in taken:
            wrong(field, "each token in one place", value=effect)
        taken += [] if effect is None else [effect]
    unused, mixed = _unused(s, w, taken, sum(effect is None for effect in said.values()))
    pool = iter(mixed)
    lying = {field: next(pool) if effect is None else effect for field, effect in said.items()}
    effects = {circle: lying[f"effects.{circle}"] for circle in w.effects}
    helds = (lying.get(f"seats[{i}].held") for i in range(len(s.seats)))
    seats = tuple(replace(seat, held=held) for seat, held in zip(s.seats, helds, strict=True))
    return replace(s, effects=effects, unused=(*unused, *pool), seats=seats, in_use=w.in_use)


def _places(w: PositionData, seats: tuple[SeatIn, ...]) -> Iterator[Place]:
    for circle, text in w.effects.items():
        if circle not in NUMBERED:
            wrong(f"effects.{circle}", "numbered circles: C1 to C9")
        yield f"effects.{circle}", text
    for i, seat in enumerate(seats):
        if seat.held is not None:
            yield f"seats[{i}].held", seat.held


def _effect(s: RailState, field: str, text: str) -> Effect | None:
    """None: it lies face down."""
    if text == DOWN and s.secret:
        return None
    if text not in set(Effect):
        wrong(field, ", ".join(Effect), value=text)
    return Effect(text)


def _unused(s: RailState, w: PositionData, taken: list[Effect], down: int) -> tuple[tuple[Effect, ...], list[Effect]]:
    """The unused pile as far as it is said, and what is mixed: for the tokens face down, the rest for the pile."""
    listed = w.unused if isinstance(w.unused, tuple) else ()
    if len(set(listed)) != len(listed) or set(listed) & set(taken):
        wrong("unused", "each token in one place")
    before = s.phase in (Phase.PLACING, Phase.SETUP)
    if before and not taken and not down and not listed:
        return (), []
    left = [effect for effect in Effect if effect not in taken and effect not in listed]
    over = len(left) - down
    if over < 0 or (isinstance(w.unused, tuple) and over) or (isinstance(w.unused, int) and over != w.unused):
        wrong("unused", f"{len(Effect)} tokens in all", value=len(listed) or w.unused)
    if down:
        Random(over * 100_000 + w.turn.n * 100 + len(w.discard)).shuffle(left)
    return listed, left


def placeholders(s: RailState, w: PositionData) -> RailState:
    """Each of them becomes a card that nobody can describe; whatever was delivered is sealed.

    :raises BadInput: for strangers that are called like no stranger.
    """
    for name, card in s.strangers.items():
        if not _number(name) or card.id != name:
            wrong(f"strangers.{name}", "~ and a number")
    strangers = dict(sorted(s.strangers.items(), key=lambda named: int(named[0][1:])))
    sealed = set(s.sealed.reveal())
    fresh = _fresh(strangers)
    seats = []
    for seat in s.seats:
        train = tuple(id or next(fresh) for id in seat.train)
        sealed |= {new for new, old in zip(train, seat.train, strict=True) if not old}
        delivered = seat.delivered.reveal()
        delivered += tuple(next(fresh) for _ in range(seat.count - len(delivered)))
        sealed |= set(delivered)
        seats.append(replace(seat, train=train, delivered=Secret(delivered)))
    return replace(s, seats=tuple(seats), strangers=strangers, sealed=Secret(frozenset(sealed)))


def _number(name: str) -> int | None:
    """The number of a stranger: `~3`."""
    digits = name[1:]
    proper = name.startswith("~") and digits.isascii() and digits.isdigit() and len(digits) < 6 and digits[0] != "0"
    return int(digits) if proper else None


def _fresh(strangers: dict[str, Card]) -> Iterator[str]:
    while True:
        id = f"~{1 + max((int(name[1:]) for name in strangers), default=0)}"
        strangers[id] = Card(id)
        yield id


def write_position(s: RailState, at: int, reveal: bool) -> dict[str, Any]:
    """Everything that is public; with `reveal` everything, so that it comes back exactly."""
    told: dict[str, Any] = {
        "level": s.level.value,
        "layout": s.layout,
        "variants": sorted(v.value for v in s.variants),
        "phase": s.phase.value,
        "active": s.seats[s.turn.active].name,
        "first": _name(s, s.first),
        "placer": _name(s, s.placer),
        "turn": {
            "n": s.turn.n,
            "drawn": s.turn.drawn,
            "returned": s.turn.returned,
            "tender": s.turn.tender,
            "gluttony": s.turn.gluttony,
            "still": [s.seats[i].name for i in s.turn.still],
        },
        "seats": [_seat_told(s, i, reveal) for i in range(len(s.seats))],
        "draw": s.draw,
        "discard": list(s.discard),
        "limbo": s.limbo,
        "table": sorted(s.table),
        "grid": {
            "circles": dict(s.grid.circles),
            "cards": [
                {"card": laid.card, "cell": cell, "q": laid.q}
                for cell, stack in s.grid.stacks.items()
                for laid in stack
            ],
        },
        "effects": {circle: _token(s, circle, reveal) for circle in s.effects},
        "unused": [effect.value for effect in s.unused] if reveal or not s.secret else len(s.unused),
        "in_use": None if s.in_use is None else s.in_use.value,
        "markers": list(s.markers) if s.map else s.markers_out,
        "cerberus": s.cerberus,
        "recharges": s.recharges,
        "reason": s.reason,
        "toll": list(s.toll),
        "looked": _name(s, s.looked),
        "readers": dict(s.readers),
        "agenda": [_plain(task if reveal else _by_place(s, task)) for task in s.agenda],
        "tally": _plain(s.tally),
        "scores": _plain(s.scores),
        "opened": _plain(s.opened),
        "strangers": _plain(
            {id: card for id, card in s.strangers.items() if reveal or not _secret(s, id) or s.in_the_open(id)}
        ),
        "deck": _deck(s.deck),
    }
    if s.named:
        told["named"] = sorted(s.named)
    if reveal:
        told["sealed"] = sorted(s.sealed.reveal())
    return told


def _name(s: RailState, seat: int | None) -> str | None:
    return None if seat is None else s.seats[seat].name


def _token(s: RailState, circle: str, reveal: bool) -> str:
    """HR-118, HR-119: face down but while it is used."""
    effect = s.effects[circle]
    shown = any(isinstance(task, st.Use) and (task.circle, task.effect) == (circle, effect) for task in s.agenda)
    return effect.value if reveal or shown or not s.secret else DOWN


def _secret(s: RailState, card: str) -> bool:
    """Delivered, or covered after an undone delivery. After the reveal nothing is."""
    if s.revealed:
        return False
    return card in s.sealed.reveal() or any(card in seat.delivered.reveal() for seat in s.seats)


def _seat_told(s: RailState, i: int, reveal: bool) -> dict[str, Any]:
    seat = s.seats[i]
    told: dict[str, Any] = {
        "seat": seat.name,
        "colour": seat.colour,
        "hand": seat.hand,
        "loaded": [id if reveal or id not in s.sealed.reveal() else {"covered": True} for id in seat.train],
        "delivered": list(seat.delivered.reveal()) if reveal or s.revealed else seat.count,
        "tender": seat.tender,
        "boatman": seat.boatman,
        "soul_catcher": seat.soul_catcher,
        "heresy": None if seat.heresy is None else seat.heresy.value,
        "held": None if seat.held is None else seat.held.value if reveal or not s.secret else DOWN,
        "at": seat.stand.node,
        "heading": seat.stand.heading,
    }
    if seat.circles:
        told["circles"] = list(seat.circles)
    if seat.loaded_worth is not None:
        told["loaded_worth"] = seat.loaded_worth
    if reveal:
        told["known"] = sorted(seat.known.reveal())
    return told


def _by_place(s: RailState, task: Task) -> Task:
    """What is begun, its cars called by their places: a car that is named may be delivered, or be a covered one."""
    match task:
        case st.Use(seat=seat, target=target, car=car, to=to):
            # What was chosen face down from the unused pile is known to nobody.
            hidden = s.secret and to is not None and to not in CIRCLES
            owner = seat if target is None else target
            return msgspec.structs.replace(task, car=_place(s, owner, car), to="unused" if hidden else to)
        case st.Deliver(seat=seat, car=car):
            return msgspec.structs.replace(task, car=_place(s, seat, car) or "")
        case st.TakeCar(target=target, car=car):
            return msgspec.structs.replace(task, car=_place(s, target, car) or "")
        case st.Marker(seat=seat, cards=cards):
            return msgspec.structs.replace(task, cards=tuple(_place(s, seat, car) or "" for car in cards))
        case _:
            return task


def _place(s: RailState, seat: int, car: str | None) -> str | None:
    train = s.seats[seat].train
    return f"#{train.index(car) + 1}" if car in train else None


def _deck(deck: Deck) -> dict[str, Any]:
    """The whole deck, so that it is the same wherever the position is read; of the rulings those that were changed."""
    told: dict[str, Any] = _plain(deck)
    standard = _plain(Rulings())
    return told | {"rulings": {key: value for key, value in told["rulings"].items() if value != standard[key]}}


def _plain(value: Any) -> Any:
    return typed.from_json(private_json(value))
