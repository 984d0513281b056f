"""A game as JSON that a person can write, and back again (what FEN is to chess). docs/cerbere.md lists the keys.

What a position does not say follows from the rules of the set-up. `play`, `agenda` and `tally` are what only a running
companion knows: the middle of a card or of a capture, and the books of the recap. A position written by hand does
without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.codec import to_plain
from companion.engine.game import GameSetup, Player
from companion.engine.player_names import plain
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.cerbere.data.faces import StartFace, load_faces
from companion.games.cerbere.names import BOATS, LAST_DARK, PAWNS, Boating, Deck, Side, Winner
from companion.games.cerbere.position.keys import BLOCKED, CHOSEN, OverIn, PileIn, PlayerIn, PositionData, read
from companion.games.cerbere.position.midway import read_agenda, read_play, read_tally
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.setup import build, players, read_options
from companion.games.cerbere.state import ALL_ACTIONS, Boats, CerbereState, Mark, Over, Pile, Seat, Tally, Turn

BOARD_OPTIONS = ("preset", "start_face", "mids", "end_face")
_WRONG = {
    "players": "players",
    "minimum": "m",
    "same_face_twice": "faces",
    "unknown_face": "faces",
    "wrong_part": "faces",
    "place_twice": "faces",
    "unknown_preset": "faces",
    "unknown_box": "box",
}
"""Why a set-up is refused -> the key of the position that says so."""


def fresh(order: GameSetup, w: PositionData, config_dir: Path | None) -> tuple[tuple[PlayerIn, ...], CerbereState]:
    """The players as the position has them, and the table before anything was played.

    :raises BadInput: naming the key.
    :raises Refused: `bad_setup`, if an option of the order is wrong that the position does not name.
    """
    told = _players(order, w)
    options = _options(order.options, w, config_dir)
    chosen = read_options(options)
    try:
        seats = players(tuple(Player(player.seat, player.colour or "") for player in told))
        state = build(seats, chosen, config_dir)
        if w.m is not None and w.corrected:
            state = replace(state, m=w.m)
    except Refused as error:
        raise _renamed(error, w) from None
    if w.B is not None and state.path.blanks != w.B:
        raise BadInput(field="B", reason=f"the Rage track of {state.path.faces[0]} has {state.path.blanks}")
    if chosen.first is not None:
        first = state.index(chosen.first)
        if first is None:
            raise BadInput(option="first", value=chosen.first, expected="a player of this game")
        state = replace(state, turn=replace(state.turn, active=first))
    return told, state


def _players(order: GameSetup, w: PositionData) -> tuple[PlayerIn, ...]:
    """The position's players, else the order's seats. A colour that is not told is the order's."""
    colours = {seat.name: seat.colour for seat in order.seats}
    if w.players is None and not order.seats:
        raise BadInput(field="players", reason="nobody plays")
    if w.players is None:
        told: Sequence[PlayerIn] = [PlayerIn(seat.name) for seat in order.seats]
    else:
        told = [PlayerIn(player) if isinstance(player, str) else player for player in w.players]
    names = [plain(player.seat) for player in told]
    if len(set(names)) != len(names) or not all(player.seat for player in told):
        raise BadInput(field="players", reason="each seat needs a name of its own")
    taken = {player.colour for player in told}
    found = []
    for player in told:
        colour = player.colour
        if colour is None and colours.get(player.seat, "") not in taken:
            colour = colours.get(player.seat)
        found.append(replace(player, colour=colour))
    return tuple(found)


def _options(given: Mapping[str, Any], w: PositionData, config_dir: Path | None) -> dict[str, Any]:
    """The order's options, and over them what the position says."""
    options = dict(given)
    if w.faces is not None or w.preset is not None:
        options = {name: value for name, value in options.items() if name not in BOARD_OPTIONS}
    if w.faces is not None:
        options |= _line(w.faces)
    if w.preset is not None:
        options["preset"] = w.preset
    if w.B is not None and not any(options.get(name) for name in BOARD_OPTIONS):
        options |= _start(w.B, config_dir)
    if w.level is not None:
        options["level"] = w.level
    if w.m is not None:
        options["m"] = None if w.corrected else w.m  # a corrected one need not be one that can be chosen
    for name in CHOSEN:
        if getattr(w, name) is not UNSET:
            options[name] = getattr(w, name)
    return options


def _line(faces: tuple[str, ...]) -> dict[str, Any]:
    """Four faces, or the name of a line-up."""
    match faces:
        case (preset,):
            return {"preset": preset}
        case (start, one, two, end):
            return {"start_face": start, "mids": [one, two], "end_face": end}
        case _:
            raise BadInput(field="faces", reason="four are wanted (Start, two in the middle, End), or a preset")


def _start(blanks: int, config_dir: Path | None) -> dict[str, Any]:
    """Where no faces are named, B tells which Start face lies there."""
    faces = load_faces(config_dir).faces.values()
    face = next((face.id for face in faces if isinstance(face, StartFace) and face.rage_blanks == blanks), None)
    if face is None:
        raise BadInput(field="B", reason=f"no Start face has {blanks} plain Rage spaces")
    return {"start_face": face}


def _renamed(error: Refused, w: PositionData) -> Refused:
    """A wrong choice that the position itself names is told by its key."""
    reason = str(error.facts.get("reason"))
    rest = ", ".join(f"{name} = {value}" for name, value in error.facts.items() if name != "reason")
    told = f"{reason}: {rest}"
    if reason in {"colour", "colour_twice"} and w.players is not None:
        colour = error.facts.get("colour")
        for player in w.players[::-1]:
            if isinstance(player, PlayerIn) and player.colour == colour:
                return BadInput(field=f"players.{player.seat}.colour", reason=told)
    field = _WRONG.get(reason)
    if field == "faces" and w.faces is None:
        field = "preset" if w.preset is not None else None
    if field is None or getattr(w, field) in {None, UNSET}:
        return error
    return BadInput(field=field, reason=told)


Slots = tuple[int | None, ...]


def read_boats(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-006, CB-110, CB-114.

    :raises BadInput: naming the key.
    """
    told = w.boats
    boating = s.boats.boating if told.boating is None else told.boating
    slots = _slots(told.hidden, boating, told.revealed is not None or w.corrected)
    if told.revealed is not None and not w.corrected and slots[told.slot - 1] not in {None, told.revealed}:
        raise BadInput(field="boats.revealed", reason="another boat lies in that slot")
    aboard = _aboard(s, w)
    laid = told.laid
    if laid is None:
        laid = 0 if boating is Boating.UNKNOWN else sum(seats is not None for seats in slots)
    covered = w.over is not None and boating is Boating.KEPT and not told.shown
    if told.show_in_ms is not None and not covered:
        raise BadInput(field="boats.show_in_ms", reason="there are no kept boats to show after the end")
    if told.shown and (w.over is None or boating is not Boating.KEPT):
        raise BadInput(field="boats.shown", reason="only kept boats are shown, after the end")
    boats = Boats(
        boating, Secret(slots), laid, told.revealed, told.slot, aboard, show_at=told.show_in_ms, shown=told.shown
    )
    return replace(s, boats=boats)


def _slots(told: Slots | None, boating: Boating, lenient: bool) -> Slots:
    slots: Slots = (None, None, None) if told is None else told
    known = [seats for seats in slots if seats is not None]
    if len(set(known)) != len(known):
        raise BadInput(field="boats.hidden", reason="each boat is there once")
    if boating is Boating.KEPT and not lenient and sorted(known) != list(BOATS):
        raise BadInput(field="boats.hidden", reason="nobody but the companion knows what lies in the slots: tell it")
    return slots


def _aboard(s: CerbereState, w: PositionData) -> tuple[int, ...]:
    """Who is in the boat: `seated`, or whose pawn stands on it."""
    aboard: list[int] = []
    for name in w.boats.seated or ():
        seat = seat_of(s, name, "boats.seated")
        if s.seats[seat].side is not Side.RUNNER:
            raise BadInput(field="boats.seated", reason=f"{name} is no runner")
        if seat in aboard:
            raise BadInput(field="boats.seated", reason=f"{name} is there twice")
        aboard.append(seat)
    key = "boats.seated"
    if s.board:
        for name, at in (w.pos or {}).items():
            pawn = s.index(name)
            on_boat = at == s.path.boat and not isinstance(at, bool)
            if pawn is None or on_boat == (pawn in aboard):
                continue
            if w.boats.seated is not None:
                raise BadInput(field=f"pos.{name}", reason=f"{s.path.boat} is the boat: `seated` says otherwise")
            if s.seats[pawn].side is Side.RUNNER:
                aboard.append(pawn)
                key = f"pos.{name}"
    if aboard and w.boats.revealed is None:
        raise BadInput(field=key, reason="no boat is revealed")
    if len(aboard) > (w.boats.revealed or 0):
        raise BadInput(field=key, reason=f"the boat has {w.boats.revealed} seats")
    return tuple(aboard)


def read_pawns(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-005, CB-009, CB-163: who is not told stands at the Gates, Cerberus in his den.

    :raises BadInput: naming the key.
    """
    s = replace(s, bridge=w.bridge_intact)
    if not s.board:
        for key, value in (("pos", w.pos), ("cerberus", w.cerberus)):
            if value is not None:
                raise BadInput(field=key, reason='only the level "board" knows where the pawns stand')
        return s
    pos = w.pos or {}
    for name in pos:
        _check_place(s, name, pos[name])
    cerberus = w.cerberus or 0
    if cerberus >= s.path.length:
        raise BadInput(field="cerberus", reason=f"the path has the spaces 0 to {s.path.length - 1}")
    seats = tuple(
        seat if seat.side is not Side.RUNNER or s.aboard(i) else replace(seat, at=pos.get(seat.name, s.path.gates))
        for i, seat in enumerate(s.seats)
    )
    for at, space in enumerate(s.path.spaces):
        there = [seat.name for seat in seats if seat.at == at]
        if space.capacity is not None and len(there) > space.capacity:
            raise BadInput(field=f"pos.{there[-1]}", reason=f"space {at} holds {space.capacity}")
    return replace(s, seats=seats, cerberus=cerberus)


def _check_place(s: CerbereState, name: str, at: object) -> None:
    key = f"pos.{name}"
    seat = seat_of(s, name, key)
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= s.path.boat:
        raise BadInput(field=key, reason=f"spaces go from 0 to {s.path.boat}, which is the boat")
    if s.seats[seat].side is not Side.RUNNER:
        raise BadInput(field=key, reason="the pawn stands on the Rage track")


def read_peek(s: CerbereState, w: PositionData) -> CerbereState:
    """CB-112: somebody looks at a boat that the companion keeps.

    :raises BadInput: naming the key.
    """
    if w.peek is None:
        return s
    seat = seat_of(s, w.peek.seat, "peek.seat")
    if s.boats.boating is not Boating.KEPT or s.boats.revealed is not None or s.over is not None:
        raise BadInput(field="peek", reason="there is no hidden boat to look at on the screen")
    return replace(s, peeking=(seat, w.peek.slot))


def import_position(order: GameSetup, position: Mapping[str, Any], config_dir: Path | None) -> CerbereState:
    """The state that `position` describes; what it does not say follows from the rules of the set-up.

    :raises BadInput: naming the field that is wrong.
    """
    w = read(position)
    players, state = fresh(order, w, config_dir)
    state = _sides(state, w, players)
    if state.runners == 0 and w.over is None:
        raise BadInput(field="over", reason="no runner is left: the game is over")
    state = read_pawns(read_boats(state, w), w)
    state = _piles(_rage(state, w), w)
    state = _turn(state, w)
    if w.over is not None:
        state = replace(state, over=_over(state, w.over))
    return _middle(read_peek(state, w), w)


# -- players -----------------------------------------------------------------------------------------------------------


def _sides(s: CerbereState, w: PositionData, players: Sequence[PlayerIn]) -> CerbereState:
    """Sides and Rage track tell each other (section 2): whoever is no runner has a pawn there, and nobody else."""
    caught = _unsaid(players) if w.track is None else _told(s, w.track)
    seats = tuple(_seat(s, i, player, caught, w.corrected) for i, player in enumerate(players))
    return replace(s, seats=seats, caught=caught)


def _unsaid(players: Sequence[PlayerIn]) -> tuple[int, ...]:
    """The Cerberus players were caught first, or they would be none."""
    return tuple(i for side in (Side.CERBERUS, Side.OUT) for i, player in enumerate(players) if player.side is side)


def _told(s: CerbereState, track: Sequence[str | None]) -> tuple[int, ...]:
    """CB-012, CB-025: unused pawns, then the captured ones, then nothing."""
    pawns = list(track)
    while pawns and pawns[-1] is None:
        pawns.pop()
    if pawns[: s.unused] != [BLOCKED] * s.unused:
        raise BadInput(field="track", reason=f"it begins with {s.unused} x {BLOCKED}: {len(s.seats)} players")
    caught: list[int] = []
    for name in pawns[s.unused :]:
        if name is None:
            raise BadInput(field="track", reason="the pawns stand side by side")
        caught.append(seat_of(s, name, "track"))
    if len(set(caught)) != len(caught):
        raise BadInput(field="track", reason="a pawn stands there twice")
    return tuple(caught)


def _seat(s: CerbereState, i: int, player: PlayerIn, caught: Sequence[int], lenient: bool) -> Seat:
    key = f"players.{player.seat}"
    index = s.unused + caught.index(i) if i in caught else None
    side = player.side
    if side is None:
        side = Side.RUNNER if index is None else Side.CERBERUS if index <= LAST_DARK else Side.OUT
    if side is Side.RUNNER and index is not None:
        raise BadInput(field=f"{key}.side", reason="the pawn stands on the Rage track")
    if side is not Side.RUNNER and index is None:
        raise BadInput(field="track", reason=f"the pawn of {player.seat} is missing: {side.value}")
    if side is Side.CERBERUS and index is not None and index > LAST_DARK and not lenient:  # CB-077, CB-096
        raise BadInput(field=f"{key}.side", reason=f"the pawn stands on a light space ({PAWNS - index}): out")
    return replace(s.seats[i], side=side, hand=_hand(player, side), **_bonus(player, side), at=None)


def _bonus(player: PlayerIn, side: Side) -> dict[str, int]:
    """CB-044, CB-090, CB-Q33: cards of the own side only."""
    held = {deck.value: getattr(player, deck.value) for deck in Deck}
    for deck in Deck:
        if held[deck.value] and DECK_OF.get(side) is not deck:
            raise BadInput(field=f"players.{player.seat}.{deck.value}", reason=f"{side.value}: holds none of these")
    return held


def _hand(player: PlayerIn, side: Side) -> frozenset[int]:
    """CB-010, CB-091, CB-Q33."""
    hand = player.actions_in_hand
    if hand is None:
        hand = () if side is Side.OUT else tuple(ALL_ACTIONS)
    key = f"players.{player.seat}.actions_in_hand"
    if len(set(hand)) != len(hand):
        raise BadInput(field=key, reason="a card is there twice")
    if hand and side is Side.OUT:
        raise BadInput(field=key, reason="who is out holds none")
    return frozenset(hand)


def seat_of(s: CerbereState, name: str, key: str) -> int:
    """The seat called `name`.

    :raises BadInput: naming `key` if there is none.
    """
    seat = s.index(name)
    if seat is None:
        raise BadInput(field=key, reason=f"nobody is called {name}")
    return seat


# -- counts ------------------------------------------------------------------------------------------------------------


def _rage(s: CerbereState, w: PositionData) -> CerbereState:
    """Section 2: the die is never left of the first free space, nor beyond Hunt."""
    die = s.home if w.die is None else w.die
    if not s.home <= die <= s.hunt:
        raise BadInput(field="die", reason=f"it lies between {s.home} and {s.hunt}, not on {die}")
    return replace(s, die=die, speed=s.m if w.speed is None else w.speed)


def _piles(s: CerbereState, w: PositionData) -> CerbereState:
    return replace(
        s,
        survival=_pile(s, Deck.SURVIVAL, w.piles.survival, s.catalogue.survival),
        betrayal=_pile(s, Deck.BETRAYAL, w.piles.betrayal, s.catalogue.betrayal),
    )


def _pile(s: CerbereState, deck: Deck, told: PileIn, total: int) -> Pile:
    """What is not said is the rest of the deck."""
    key = f"piles.{deck.value}"
    rest = total - sum(seat.cards(deck) for seat in s.seats) - (told.draw or 0) - (told.discard or 0)
    if rest < 0:
        raise BadInput(field=key, reason=f"the deck has {total} cards: there are {-rest} too many")
    if told.draw is not None and told.discard is not None:
        return Pile(told.draw, told.discard)
    return Pile(told.draw, rest) if told.draw is not None else Pile(rest, told.discard or 0)


# -- turn, end ---------------------------------------------------------------------------------------------------------


def _turn(s: CerbereState, w: PositionData) -> CerbereState:
    told = w.turn
    if told.active is not None:
        active = seat_of(s, told.active, "turn.active")
    else:
        first = s.turn.active  # as the opening has it, else the first runner
        order = [first, *s.clockwise(first)]
        active = next((i for i in order if s.seats[i].side is Side.RUNNER), first)
    if s.seats[active].side is Side.OUT and w.over is None and not w.agenda and w.play is None:
        raise BadInput(field="turn.active", reason=f"{s.seats[active].name} is out")
    return replace(s, turn=Turn(active, told.action_done, told.bonus_done, told.n, told.moved))


def _over(s: CerbereState, told: OverIn) -> Over:
    """CB-130, CB-131: passengers win, or those who are Cerberus players."""
    winners = tuple(seat_of(s, name, "over.winners") for name in told.winners)
    if len(set(winners)) != len(winners):
        raise BadInput(field="over.winners", reason="somebody is there twice")
    side = Side.RUNNER if told.side is Winner.RUNNERS else Side.CERBERUS
    for seat in winners:
        if s.seats[seat].side is not side:
            raise BadInput(field="over.winners", reason=f"{s.seats[seat].name} is not on that side")
    if told.side is Winner.RUNNERS and not winners:
        raise BadInput(field="over.winners", reason="somebody escaped")
    return Over(told.side, winners)


def _middle(s: CerbereState, w: PositionData) -> CerbereState:
    """The middle of a card or of a capture, and the books."""
    if s.over is not None:
        for key, value in (("play", w.play), ("agenda", w.agenda)):
            if value:
                raise BadInput(field=key, reason="the game is over")
    if w.play is not None:
        s = replace(s, play=read_play(s, w.play))
    if w.agenda:
        s = replace(s, agenda=read_agenda(s, w.agenda))
    if s.play is not None and s.play.option is not None and not (s.agenda or s.play.owed or s.play.left):
        raise BadInput(field="play.left", reason="nothing of the card is left")
    begun = Tally(marks=(Mark(s.turn.n, s.die, s.home, s.speed),))
    return replace(s, tally=begun if w.tally is None else read_tally(s, w.tally))


def write_position(s: CerbereState, at: int, reveal: bool) -> dict[str, Any]:
    """The position at session time `at`, in the form of section 4.1. What lies in the slots only if `reveal`."""
    written: dict[str, Any] = {
        "level": s.level.value,
        "players": [_player(seat) for seat in s.seats],
        "faces": list(s.path.faces),
        "m": s.m,
        "speed": s.speed,
        "die": s.die,
        "B": s.path.blanks,
        "track": [BLOCKED] * s.unused + _names(s, s.caught),
        "piles": {deck.value: {"draw": s.pile(deck).draw, "discard": s.pile(deck).discard} for deck in Deck},
        "boats": _boats(s, at, reveal),
        "turn": {
            "active": s.seats[s.turn.active].name,
            "action_done": s.turn.action_done,
            "bonus_done": s.turn.bonus_done,
            "moved": s.turn.moved,
            "n": s.turn.n,
        },
        "bridge_intact": s.bridge,
        "over": None if s.over is None else {"side": s.over.side.value, "winners": _names(s, s.over.winners)},
        "fast_die": s.rulings.fast_die,
        "gates_zone": s.rulings.gates_zone.value,
        "follow_cards": s.rulings.follow_cards,
    }
    if s.board:
        written["pos"] = {seat.name: to for i, seat in enumerate(s.seats) if (to := s.place_of(i)) is not None}
        written["cerberus"] = s.cerberus
    return written | _midway(s)


def _midway(s: CerbereState) -> dict[str, Any]:
    """What only a running companion knows; the middle of a card is left out where there is none."""
    more: dict[str, Any] = {}
    if s.demo:
        more["box"] = "demo"
    if s.peeking is not None:
        more["peek"] = {"seat": s.seats[s.peeking[0]].name, "slot": s.peeking[1]}
    if s.play is not None:
        more["play"] = to_plain(s.play)
    if s.agenda:
        more["agenda"] = to_plain(s.agenda)
    return more | {"tally": to_plain(s.tally)}


def _player(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.name,
        "colour": seat.colour,
        "side": seat.side.value,
        "actions_in_hand": sorted(seat.hand),
        "survival": seat.survival,
        "betrayal": seat.betrayal,
    }


def _boats(s: CerbereState, at: int, reveal: bool) -> dict[str, Any]:
    boats = s.boats
    hidden = {"hidden": list(boats.slots.reveal())} if reveal or boats.shown else {}
    shown: dict[str, Any] = {"shown": True} if boats.shown else {}
    if boats.show_at is not None:
        shown["show_in_ms"] = max(0, boats.show_at - at)
    return {
        "boating": boats.boating.value,
        **hidden,
        "revealed": boats.revealed,
        "slot": boats.slot,
        "seated": _names(s, boats.aboard),
        "laid": boats.laid,
        **shown,
    }


def _names(s: CerbereState, seats: tuple[int, ...]) -> list[str]:
    return [s.seats[seat].name for seat in seats]
