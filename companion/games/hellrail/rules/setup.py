"""A new table (2.1): level, layout, variants, deck, seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import typed
from companion.engine.game import GameSetup, Player
from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.board.grid import Grid
from companion.games.hellrail.board.layout import placed
from companion.games.hellrail.data.deck import Deck
from companion.games.hellrail.data.deck_checks import without_rails
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.data.rulings import Rulings
from companion.games.hellrail.events import GameStarted
from companion.games.hellrail.names import CARDS, COLOURS, LAYOUTS, Level, Phase, Variant
from companion.games.hellrail.state import RailState, Seat

FEWEST, MOST = 2, 4


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a game is opened. `deck`: "" the owner's, `demo`, or cards written out."""

    level: Level = Level.KEEPER
    layout: str | None = None
    variants: tuple[Variant, ...] = ()
    deck: str = ""
    readers: dict[str, str] = {}
    rulings: dict[str, Any] = {}


def setup(order: GameSetup, config_dir: Path | None, rng: Random) -> tuple[RailState, list[Any]]:
    """HR-001..HR-008: seats, layout, deck; tokens and hands come with `deal`.

    :raises Refused: `bad_setup` with the key that is wrong.
    """
    try:
        options = typed.convert(dict(order.options), Options)
    except msgspec.ValidationError as error:
        raise BadInput(reason=str(error)) from error
    state = build(players(order.seats), options, load_deck(options.deck, config_dir))
    names = tuple(seat.name for seat in state.seats)
    return state, [GameStarted(names, state.level, state.layout, tuple(sorted(state.variants)))]


def build(seats: tuple[Seat, ...], options: Options, deck: Deck) -> RailState:
    """The table before anything was dealt."""
    deck = replace(deck, rulings=rulings_of(deck.rulings, options.rulings))
    variants = frozenset(options.variants)
    if variants >= LAYOUTS:
        raise Refused("bad_setup", key="variants")
    advocate = Variant.DEVILS_ADVOCATE in variants
    layout = "devils_advocate" if advocate else layout_id(deck, options, variants)
    if options.level is Level.MAP and (bare := without_rails(deck)):
        raise Refused("bad_setup", key="rails", card=bare[0])
    grid = Grid() if advocate or not layout else Grid(placed(deck.layouts[layout]))
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
    """The deck file's rulings with the table's own over them.

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
