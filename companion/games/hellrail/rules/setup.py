"""A new table (2.1, 2.10): level, layout, variants, deck, seats; circles, tokens and hands, up to the first draw."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import typed
from companion.engine.codec import to_kind
from companion.engine.game import GameSetup, Player
from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.board.layout import TableGrid, cell_text, place_ok, placed
from companion.games.hellrail.data.deck import Deck, Rulings
from companion.games.hellrail.data.deck_written import deck_of
from companion.games.hellrail.events import CirclePlaced, CirclesDealt, FirstPlayerSet, GameStarted, HandsDealt, Placed
from companion.games.hellrail.names import CARDS, CIRCLES, COLOURS, GATES, HAND, LAYOUTS, Effect, Level, Phase, Variant
from companion.games.hellrail.rules import tokens
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState, Seat

FEWEST, MOST = 2, 4


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a game is opened. `deck`: "" the owner's, `demo`, or written out."""

    level: Level = Level.KEEPER
    layout: str | None = None
    variants: tuple[Variant, ...] = ()
    deck: str | dict[str, Any] = ""
    readers: dict[str, str] = {}
    rulings: dict[str, Any] = {}


def setup(order: GameSetup, config_dir: Path | None, rng: Random) -> tuple[RailState, list[Any]]:
    """HR-001..HR-008: seats, layout, deck; tokens and hands come with `deal`.

    :raises Refused: `bad_setup` with the key that is wrong.
    """
    options: Options = to_kind(dict(order.options), Options)
    state = build(players(order.seats), options, deck_of(options.deck, config_dir))
    names = tuple(seat.name for seat in state.seats)
    return state, [GameStarted(names, state.level, state.layout, tuple(sorted(state.variants)))]


def build(seats: tuple[Seat, ...], options: Options, deck: Deck) -> RailState:
    """Return the table before anything was dealt."""
    deck = replace(deck, rulings=rulings_of(deck.rulings, options.rulings))
    variants = frozenset(options.variants)
    if variants >= LAYOUTS:
        raise Refused("bad_setup", key="variants")
    advocate = Variant.DEVILS_ADVOCATE in variants
    layout = "devils_advocate" if advocate else layout_id(deck, options, variants)
    if options.level is Level.MAP and (bare := deck.without_rails):
        raise Refused("bad_setup", key="rails", card=bare[0])
    grid = TableGrid() if advocate or not layout else TableGrid(placed(deck.layouts[layout]))
    return RailState(
        level=options.level,
        layout=layout,
        variants=variants,
        deck=deck,
        seats=seats,
        phase=Phase.PLACING if advocate else Phase.SETUP,
        draw=0 if options.level is Level.LIGHT else CARDS,
        grid=grid,
        readers=dict(options.readers),
    )


def rulings_of(base: Rulings, given: Mapping[str, Any]) -> Rulings:
    """Return the deck file's rulings with the table's own over them.

    :raises BadInput: naming what is wrong.
    """
    plain = msgspec.to_builtins(base)
    try:
        return typed.convert({**plain, **given}, Rulings)
    except msgspec.ValidationError as error:
        raise BadInput(option="rulings", reason=str(error)) from error


def layout_id(deck: Deck, options: Options, variants: frozenset[Variant]) -> str:
    """HR-002, HR-121: the figure asked for; else the printed one, if the owner has filled it in, else the invented one.

    :raises Refused: `bad_setup` where a map cannot be laid out.
    """
    wanted = options.layout or ("sacrilege" if Variant.SACRILEGE in variants else None)
    if wanted is not None:
        if wanted not in deck.layouts or (options.level is Level.MAP and not deck.layouts[wanted].spots):
            raise Refused("bad_setup", key="layout", layout=wanted)
        return wanted
    filled = [id for id, layout in deck.layouts.items() if layout.spots and id != "sacrilege"]
    if not filled and options.level is Level.MAP:
        raise Refused("bad_setup", key="layout", layout="")
    return "standard" if "standard" in filled else filled[0] if filled else ""


def players(named: tuple[Player, ...]) -> tuple[Seat, ...]:
    """HR-001, HR-Q35: 2 to 4, a colour each.

    :raises Refused: `bad_setup`.
    """
    if not FEWEST <= len(named) <= MOST:
        raise Refused("bad_setup", key="seats", n=len(named))
    names = [player.name for player in named]
    if len(set(names)) != len(names) or not all(names):
        raise Refused("bad_setup", key="names")
    chosen = [player.colour for player in named if player.colour]
    if len(set(chosen)) != len(chosen) or any(colour not in COLOURS for colour in chosen):
        raise Refused("bad_setup", key="colours")
    free = iter([colour for colour in COLOURS if colour not in chosen])
    return tuple(Seat(player.name, player.colour or next(free)) for player in named)


def placers(state: RailState) -> tuple[int, ...]:
    """HR-123, reading 21: who may place a circle now: anybody the first one, then clockwise; in the last round seats
    without a card left are passed over, and a seat that was passed over has none."""
    n, placed = len(state.seats), len(state.grid.circles)
    if dealt(state):
        begins = next((i for i, seat in enumerate(state.seats) if GATES in seat.circles), None)
        after = begins if begins is not None else state.after(state.placer or 0)
        return (next(i % n for i in range(after, after + n) if state.seats[i % n].circles),)
    if placed == 0:
        return tuple(range(n))
    first = state.first if state.first is not None else 0
    full = n * (len(CIRCLES) // n)
    if placed < full:
        return ((first + placed) % n,)
    last = state.placer if state.placer is not None else (first + placed - 1) % n
    begun = 0 if placed == full else (last - first) % n + 1
    return tuple((first + i) % n for i in range(begun, n)) or (last,)


def dealt(state: RailState) -> bool:
    """Return whether the companion dealt the circles, and some are still to be placed."""
    return any(seat.circles for seat in state.seats)


def left_to_place(state: RailState, seat: int) -> tuple[str, ...]:
    """Return the circles that a seat may still place: its own once they are dealt, else any that is left."""
    return state.seats[seat].circles if dealt(state) else tuple(c for c in CIRCLES if c not in state.grid.circles)


def deal_circles(context: MoveContext) -> None:
    """HR-122: shuffled and dealt one by one, uneven hands accepted.

    :raises Refused: `wrong_phase` once they are dealt or the first one is placed.
    """
    s = context.state
    if s.phase is not Phase.PLACING or s.grid.circles or dealt(s):
        raise Refused("wrong_phase", phase=s.phase.value)
    circles = list(CIRCLES)
    context.rng.shuffle(circles)
    n = len(s.seats)
    context.emit(CirclesDealt({seat.name: tuple(circles[i::n]) for i, seat in enumerate(s.seats)}))


def place_circle(context: MoveContext, seat: int, circle: str, cell: str | None) -> None:
    """HR-122..125: the Gates first, then diagonally to one or two circles; the last one settles who begins.

    :raises Refused: `not_your_turn`, `bad_target`, `gates_first`, `no_diagonal_neighbour`, `too_many_neighbours`.
    """
    s = context.state
    if seat not in placers(s):
        raise Refused("not_your_turn", active=s.seats[placers(s)[0]].name)
    if circle not in left_to_place(s, seat):
        raise Refused("bad_target", circle=circle)
    at = None if cell is None else cell_text(cell)
    if at is None:
        raise BadInput(field="cell", value=cell, expected="x,y")
    code = place_ok(s.grid.circles, at, circle)
    if code is not None:
        raise Refused(code, cell=at)
    context.emit(CirclePlaced(context.name(seat), circle, at))
    if len(context.state.grid.circles) == len(CIRCLES):
        context.emit(FirstPlayerSet(context.name(s.after(seat))))
        context.emit(Placed())


def deal(context: MoveContext, effects: Mapping[str, Effect] | None, first: str | None) -> None:
    """HR-005, HR-007, HR-009: tokens on the circles, three cards each, the first player.

    :raises Refused: `bad_setup`, `gates_take_no_effect`.
    """
    s = context.state
    found = s.first if s.first is not None else 0
    if first is not None and Variant.DEVILS_ADVOCATE not in s.variants:
        index = s.index(first)
        if index is None:
            raise Refused("bad_setup", key="first")
        found = index
    tokens.deal_tokens(context, effects)
    n = len(s.seats)
    context.emit(HandsDealt(HAND, 0 if s.light else CARDS - HAND * n))
    context.emit(FirstPlayerSet(context.name(found)))


def game_started(state: RailState) -> GameStarted:
    """A game begins at this table."""
    return GameStarted(
        tuple(seat.name for seat in state.seats), state.level, state.layout, tuple(sorted(state.variants))
    )


def opening(state: RailState) -> GameSetup:
    """Return the seats and options of a game like this one, with the whole deck: it is the same wherever it is read."""
    deck = msgspec.to_builtins(state.deck)
    usual = msgspec.to_builtins(Rulings())
    deck["rulings"] = {key: value for key, value in deck["rulings"].items() if value != usual[key]}
    options = {
        "level": state.level.value,
        "layout": state.layout or None,
        "variants": sorted(v.value for v in state.variants),
    }
    return GameSetup(
        tuple(Player(seat.name, seat.colour) for seat in state.seats),
        {**options, "deck": deck, "readers": dict(state.readers)},
    )


def again(state: RailState) -> RailState:
    """Return a fresh game with that opening."""
    variants = tuple(sorted(state.variants))
    options = Options(state.level, state.layout or None, variants, readers=state.readers)
    return build(tuple(Seat(seat.name, seat.colour) for seat in state.seats), options, state.deck)
