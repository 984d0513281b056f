"""A position comes in: a table where the game already runs. Everything but the seats may be left out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.codec import to_kind
from companion.engine.game import Order, Player
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.hellrail import setup
from companion.games.hellrail.deck import Card, Deck
from companion.games.hellrail.deck_file import load_deck
from companion.games.hellrail.grid import Grid, Laid, Stand
from companion.games.hellrail.join_checks import check
from companion.games.hellrail.names import CARDS, GATES, HAND, HERESIES, MARKERS, Effect, Phase
from companion.games.hellrail.setup import Options, build, players
from companion.games.hellrail.state import RailState, Score, Seat, Tally, Task, Turn

KEYS = frozenset(
    (
        *("level", "layout", "variants", "phase", "active", "first", "turn", "seats", "draw", "discard", "limbo"),
        *("table", "grid", "effects", "unused", "in_use", "markers", "cerberus", "deck", "recharges", "scores"),
        *("strangers", "sealed", "agenda", "toll", "mode", "readers", "tally", "reason", "opened", "looked"),
        "rulings",
    )
)
SEAT_KEYS = frozenset(
    (
        *("seat", "colour", "hand", "known", "loaded", "delivered", "tender", "boatman", "soul_catcher"),
        *("heresy", "held", "at", "heading"),
    )
)


def from_position(order: Order, position: Mapping[str, Any], config_dir: Path | None) -> RailState:
    """The state that `position` describes.

    :raises BadInput: naming the field that is wrong.
    :raises Refused: `bad_setup`.
    """
    for key in position:
        if key not in KEYS:
            raise BadInput(field=key, expected=", ".join(sorted(KEYS)))
    written = position.get("seats", [{"seat": p.name, "colour": p.colour} for p in order.seats])
    if not isinstance(written, list | tuple) or not all(isinstance(seat, Mapping) for seat in written):
        raise BadInput(field="seats", expected="a list of seats")
    deck = _deck(position.get("deck", ""), config_dir)
    base = _base(position, written, deck)
    state = _table(position, replace(base, strangers=_get(position, "strangers", dict[str, Card], {})))
    state = replace(state, seats=tuple(_seat(state, i, seat) for i, seat in enumerate(written)))
    state = _placeholders(state, written)
    state = _rest(position, state)
    check(state)
    return state


def _get(position: Mapping[str, Any], key: str, kind: Any, default: Any) -> Any:
    if key not in position:
        return default
    try:
        found = to_kind(position[key], kind)
    except BadInput as error:
        raise BadInput(field=key, reason=error.facts.get("reason", "")) from error
    return found


def _deck(written: Any, config_dir: Path | None) -> Deck:
    """`demo`, "" (the owner's), a whole deck as `position` writes it, or just `cards` and `rulings`."""
    if isinstance(written, str):
        return load_deck(written, config_dir)
    if not isinstance(written, Mapping) or "cards" not in written:
        raise BadInput(field="deck", expected="a name, or cards")
    if isinstance(written["cards"], Mapping):
        whole: Deck = _get({"deck": written}, "deck", Deck, None)
        return whole
    cards: tuple[Card, ...] = _get({"deck.cards": written["cards"]}, "deck.cards", tuple[Card, ...], ())
    known = {card.id: card for card in cards}
    if len(cards) != CARDS or len(known) != CARDS:
        raise BadInput(field="deck.cards", value=len(known), expected=f"{CARDS} different cards")
    demo = load_deck("demo", config_dir)
    rulings = setup.rulings_of(demo.rulings, written.get("rulings", {}))
    return replace(demo, name="inline", cards=known, tags={}, rulings=rulings)


def _base(position: Mapping[str, Any], written: Any, deck: Deck) -> RailState:
    named = tuple(Player(str(seat.get("seat", "")), str(seat.get("colour") or "")) for seat in written)
    options: dict[str, Any] = {
        key: position[key] for key in ("level", "variants", "readers") if position.get(key) is not None
    }
    try:
        found = msgspec.convert(options | {"rulings": dict(position.get("rulings", {}))}, Options)
    except msgspec.ValidationError as error:
        raise BadInput(field="level", reason=str(error)) from error
    layout = position.get("layout")
    grid = position.get("grid")
    if layout in deck.layouts and not (grid and grid.get("circles")):
        found = replace(found, layout=layout)
    state = build(players(named), found, deck)
    return replace(state, layout=str(layout), phase=Phase.ACTIONS) if layout else replace(state, phase=Phase.ACTIONS)


def _table(position: Mapping[str, Any], s: RailState) -> RailState:
    grid = s.grid
    if "grid" in position:
        written = position["grid"]
        if not isinstance(written, Mapping):
            raise BadInput(field="grid", expected="circles and cards")
        circles = _get({"grid.circles": written.get("circles", grid.circles)}, "grid.circles", dict[str, str], {})
        stacks: dict[str, tuple[Laid, ...]] = {}
        for i, card in enumerate(written.get("cards", ())):
            if not isinstance(card, Mapping) or not {"card", "cell"} <= set(card):
                raise BadInput(field=f"grid.cards[{i}]", expected="card, cell, q")
            cell = str(card["cell"])
            stacks[cell] = (*stacks.get(cell, ()), Laid(str(card["card"]), int(card.get("q", 0))))
        grid = Grid(circles, stacks)
    markers = position.get("markers", () if s.map else 0)
    on_map = _get({"markers": markers}, "markers", tuple[str, ...], ()) if s.map else ()
    out = 0 if s.map else _get({"markers": markers}, "markers", int, 0)
    used = len(on_map) + out
    if not 0 <= used <= MARKERS:
        raise BadInput(field="markers", value=used, expected=f"at most {MARKERS}")
    return replace(
        s,
        phase=_get(position, "phase", Phase, Phase.ACTIONS),
        discard=_get(position, "discard", tuple[str, ...], ()),
        table=_get(position, "table", frozenset[str], frozenset()),
        limbo=_get(position, "limbo", str | None, None),
        grid=grid,
        markers=on_map,
        markers_out=out,
        checks=MARKERS - used,
        cerberus=_get(position, "cerberus", str | None, None),
        recharges=_get(position, "recharges", int, 0),
        reason=_get(position, "reason", str | None, None),
        toll=_get(position, "toll", tuple[str, ...], ()),
        mode=_get(position, "mode", tuple[str, str], ("play", "lay")),
    )


def _seat(s: RailState, i: int, written: Mapping[str, Any]) -> Seat:
    base = s.seats[i]
    where = f"seats[{i}]"
    for key in written:
        if key not in SEAT_KEYS:
            raise BadInput(field=f"{where}.{key}", expected=", ".join(sorted(SEAT_KEYS)))

    def get(key: str, kind: Any, default: Any) -> Any:
        return _get({f"{where}.{key}": written[key]}, f"{where}.{key}", kind, default) if key in written else default

    loaded = written.get("loaded", ())
    train = tuple(id if isinstance(id, str) else "" for id in loaded)
    delivered = written.get("delivered", ())
    known = () if isinstance(delivered, int) else get("delivered", tuple[str, ...], ())
    heresy = next((t for t in HERESIES if t == written.get("heresy")), None)
    if written.get("heresy") is not None and heresy is None:
        raise BadInput(field=f"{where}.heresy", value=written["heresy"], expected=" or ".join(HERESIES))
    return replace(
        base,
        hand=get("hand", int, HAND),
        known=Secret(frozenset(get("known", tuple[str, ...], ()))),
        train=train,
        delivered=Secret(known),
        count=delivered if isinstance(delivered, int) else len(known),
        tender=get("tender", bool, False),
        boatman=get("boatman", bool, False),
        soul_catcher=get("soul_catcher", bool, False),
        heresy=heresy,
        held=get("held", Effect | None, None),
        stand=Stand(get("at", str, GATES), get("heading", str | None, None)),
    )


def _placeholders(s: RailState, written: Any) -> RailState:
    """Cars that a position without its secrets only counts become cards that nobody can describe."""
    strangers = dict(s.strangers)
    sealed = set(s.sealed.reveal())

    def stranger() -> str:
        id = f"~{1 + max((int(name[1:]) for name in strangers), default=0)}"
        strangers[id] = Card(id)
        return id

    seats = []
    for seat in s.seats:
        train = []
        for id in seat.train:
            if id:
                train.append(id)
            else:
                train.append(stranger())
                sealed.add(train[-1])
        delivered = list(seat.delivered.reveal())
        while len(delivered) < seat.count:
            delivered.append(stranger())
        seats.append(replace(seat, train=tuple(train), delivered=Secret(tuple(delivered)), count=len(delivered)))
    return replace(s, seats=tuple(seats), strangers=strangers, sealed=Secret(frozenset(sealed)))


def _rest(position: Mapping[str, Any], s: RailState) -> RailState:
    turn = position.get("turn", {})
    if not isinstance(turn, Mapping):
        raise BadInput(field="turn", expected="n, drawn, returned, tender, gluttony")
    flags = _get({"turn": dict(turn)}, "turn", dict[str, int | bool], {})
    active = _name(s, position, "active", 0)
    first = _name(s, position, "first", None)
    try:
        turn_ = Turn(
            0 if active is None else active, int(flags.pop("n", 1)), **{key: bool(flag) for key, flag in flags.items()}
        )
    except TypeError as error:
        raise BadInput(field="turn", expected="n, drawn, returned, tender, gluttony") from error
    effects = _get(position, "effects", dict[str, Effect], {})
    held = [seat.held for seat in s.seats if seat.held is not None]
    in_use = _get(position, "in_use", Effect | None, None)
    placed = {*effects.values(), *held, *(() if in_use is None else (in_use,))}
    unused = _get(position, "unused", tuple[Effect, ...], tuple(e for e in Effect if e not in placed))
    sealed = frozenset(_get(position, "sealed", tuple[str, ...], ())) | s.sealed.reveal()
    delivered = frozenset(card for seat in s.seats for card in seat.delivered.reveal())
    s = replace(
        s,
        turn=turn_,
        first=first,
        effects=effects,
        unused=unused,
        in_use=in_use,
        sealed=Secret(sealed | delivered),
        agenda=_get(position, "agenda", tuple[Task, ...], ()),
        looked=_get(position, "looked", int | None, None),
        scores=_get(position, "scores", tuple[Score, ...] | None, None),
        opened=_get(position, "opened", tuple[tuple[str, ...], ...], ()),
        tally=_get(position, "tally", Tally, Tally()),
    )
    lying = s.laid + len(s.discard) + sum(len(seat.train) + seat.count + seat.hand for seat in s.seats)
    rest = CARDS - lying - (s.limbo is not None)
    return replace(s, draw=_get(position, "draw", int, rest))


def _name(s: RailState, position: Mapping[str, Any], key: str, default: int | None) -> int | None:
    name = position.get(key)
    if name is None:
        return default
    found = s.index(str(name))
    if found is None:
        raise BadInput(field=key, value=name, expected=", ".join(seat.name for seat in s.seats))
    return found
