"""Before the first turn (3.1): players, board, difficulty, die, boats, decks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.codec import to_kind
from companion.engine.game import GameSetup, Player
from companion.engine.player_names import check_names
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.cerbere import events as ev
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.faces import BoardFaces, Path, load_faces
from companion.games.cerbere.data.files import loaded_file
from companion.games.cerbere.data.rulings import GatesZone, Rulings, load_rulings
from companion.games.cerbere.data.tags import DEMO, load_tags
from companion.games.cerbere.names import BOATS, COLOURS, FASTEST, PAWNS, SLOWEST, Boating, Level
from companion.games.cerbere.state import Boats, CerbereState, DeckCount, Seat, Tally, Turn, TurnMark

FEWEST = 3
PRESET = "REF"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a game is opened; None: as the advice or the owner's file has it."""

    level: Level = Level.TRACKER
    preset: str | None = None
    start_face: str | None = None
    mids: tuple[str, ...] | None = None
    end_face: str | None = None
    m: Annotated[int, Meta(ge=0, le=99)] | None = None
    first: str | None = None
    boats: Boating = Boating.UNKNOWN
    box: str = ""
    fast_die: bool | None = None
    gates_zone: GatesZone | None = None
    follow_cards: bool | None = None


def setup(order: GameSetup, config_dir: FilePath | None, rng: Random) -> tuple[CerbereState, list[Any]]:
    """CB-001..014: return the table as the first turn begins, and the events.

    :raises Refused: `bad_setup` with a reason.
    :raises BadInput: naming the option that is wrong.
    """
    options = read_options(order.options)
    state = build(players(order.seats), options, config_dir)
    state = replace(state, boats=_boats(options.boats, rng))
    first = state.turn.active if options.first is None else state.index(options.first)
    if first is None:
        raise BadInput(option="first", value=options.first, expected="a player of this game")
    mark = TurnMark(1, state.die, state.home, state.speed)
    state = replace(state, turn=Turn(first), tally=Tally((mark,)))
    return state, [
        ev.GameStarted(tuple(seat.name for seat in state.seats)),
        ev.RageSet(state.die),
        ev.SpeedSet(state.speed),
        ev.Difficulty(difficulty(state.path, len(state.seats), state.m)),
        ev.TurnStarted(state.seats[first].name),
    ]


def opening(state: CerbereState) -> GameSetup:
    """Return the seats and options of a game like this one."""
    faces = state.path.faces
    line = (
        {"preset": faces[0]} if len(faces) == 1 else {"start_face": faces[0], "mids": faces[1:3], "end_face": faces[3]}
    )
    own = {"level": state.level, "boats": state.boats.boating, "box": DEMO if state.demo else "", **line}
    rulings = {
        "fast_die": state.rulings.fast_die,
        "gates_zone": state.rulings.gates_zone,
        "follow_cards": state.rulings.follow_cards,
    }
    return GameSetup(tuple(Player(seat.name, seat.colour) for seat in state.seats), {**own, **rulings})


def read_options(options: Mapping[str, Any]) -> Options:
    """:raises BadInput: naming the option that is wrong."""
    found: Options = to_kind(dict(options), Options)
    return found


def build(seats: tuple[Seat, ...], options: Options, config_dir: FilePath | None) -> CerbereState:
    """Return the table before anything was played: CB-005 Cerberus in his den, CB-009 pawns on the Gates, CB-011 the
    die on the first free space, CB-013 full decks."""
    rulings = _rulings(options, config_dir)
    n = len(seats)
    path = _path(options, rulings, config_dir)
    m = minimum(n, options.m, rulings)
    catalogue = loaded_file(load_catalogue, "cards.toml", config_dir)
    tags = load_tags(options.box, config_dir)
    if options.level is Level.BOARD:
        seats = tuple(replace(seat, at=path.gates) for seat in seats)
    return CerbereState(
        level=options.level,
        seats=seats,
        path=path,
        catalogue=catalogue,
        tags=tags,
        rulings=rulings,
        m=m,
        speed=m,
        die=PAWNS - n,
        turn=Turn(0),
        survival=DeckCount(catalogue.survival),
        betrayal=DeckCount(catalogue.betrayal),
        boats=Boats(options.boats),
        demo=tags.demo,
    )


def players(named: tuple[Player, ...]) -> tuple[Seat, ...]:
    """CB-001: 3 to 7 players in clockwise order, a colour of the seven each; CB-010: four Action cards in hand.

    :raises Refused: `bad_setup`.
    """
    if not FEWEST <= len(named) <= PAWNS:
        raise Refused("bad_setup", reason="players", n=len(named), least=FEWEST, most=PAWNS)
    names = [player.name for player in named]
    check_names(names)
    chosen = [player.colour for player in named if player.colour]
    for colour in chosen:
        if colour not in COLOURS:
            raise Refused("bad_setup", reason="colour", colour=colour, known=", ".join(COLOURS))
        if chosen.count(colour) > 1:
            raise Refused("bad_setup", reason="colour_twice", colour=colour)
    free = iter([colour for colour in COLOURS if colour not in chosen])
    return tuple(Seat(player.name, player.colour or next(free)) for player in named)


def least_minimum(count: int) -> int:
    """CB-007, CB-008: with three players the die begins on 5 at least."""
    return 5 if count == FEWEST else SLOWEST


def minimum(count: int, chosen: int | None, rulings: Rulings) -> int:
    """CB-007, CB-008, CB-Q22: the chosen minimum of the die.

    :raises Refused: `bad_setup` outside 3..6 (5..8 with three players, 3..8 by a house switch).
    """
    least = least_minimum(count)
    most = FASTEST if count == FEWEST or rulings.fast_die else 6
    chosen = least if chosen is None else chosen
    if not least <= chosen <= most:
        raise Refused("bad_setup", reason="minimum", m=chosen, least=least, most=most)
    return chosen


def difficulty(path: Path, count: int, chosen: int) -> int:
    """CB-003, CB-007, CB-008: skulls of the four faces, and one for each step of the die's minimum."""
    return path.skulls + chosen - least_minimum(count)


def _path(options: Options, rulings: Rulings, config_dir: FilePath | None) -> Path:
    """CB-002: a preset, or Start, two different middle faces, End; what is not named is as in the preset."""
    faces = loaded_file(load_faces, "boards.toml", config_dir)
    named = (options.start_face, options.mids, options.end_face)
    base = faces.preset(options.preset or PRESET, rulings)
    if all(part is None for part in named):
        return base
    known = base.faces if len(base.faces) == 4 else faces.preset(PRESET, rulings).faces
    mids = options.mids if options.mids is not None else known[1:3]
    if len(mids) != 2:
        raise Refused("bad_setup", reason="mids", n=len(mids))
    return faces.path(options.start_face or known[0], (mids[0], mids[1]), options.end_face or known[3], rulings)


def _rulings(options: Options, config_dir: FilePath | None) -> Rulings:
    switches = {
        name: value
        for name in ("fast_die", "gates_zone", "follow_cards")
        if (value := getattr(options, name)) is not None
    }
    return replace(loaded_file(load_rulings, "rulings.toml", config_dir), **switches)


def _boats(boating: Boating, rng: Random) -> Boats:
    """CB-006: with boats of its own the companion shuffles them, in secret."""
    if boating is not Boating.KEPT:
        return Boats(boating)
    slots = list(BOATS)
    rng.shuffle(slots)
    return Boats(boating, Secret(tuple(slots)), laid=len(slots))


MOST = 6


class TableFiles(Struct, frozen=True):
    """The data files of one table, read once."""

    faces: BoardFaces
    catalogue: CardCatalogue
    rulings: Rulings

    def limits(self, count: int, fast: bool) -> tuple[int, int]:
        """CB-007, CB-008, CB-Q22: the least and the most that the die's minimum may be for so many players."""
        return least_minimum(count), FASTEST if fast or count == FEWEST else MOST

    def difficulty(self, start: str, mids: tuple[str, ...], end: str, count: int, chosen: int) -> int | None:
        """CB-003: the skulls in all; None while the faces do not make a path."""
        if len(mids) != 2:
            return None
        try:
            path = self.faces.path(start, (mids[0], mids[1]), end, self.rulings)
        except Refused:
            return None
        return difficulty(path, count, chosen)


def load_book(config_dir: FilePath | None) -> TableFiles:
    """Return all of it; a file that did not change is not read again.

    :raises ConfigError: naming file, line and key.
    """
    return TableFiles(
        loaded_file(load_faces, "boards.toml", config_dir),
        loaded_file(load_catalogue, "cards.toml", config_dir),
        loaded_file(load_rulings, "rulings.toml", config_dir),
    )
