"""What a position begins with: the table as the set-up has it, with the choices that the position names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.game import GameSetup, Player
from companion.engine.player_names import plain
from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.face_file import StartFace
from companion.games.cerbere.data.faces import load_faces
from companion.games.cerbere.position.keys import CHOSEN, PlayerIn, PositionData
from companion.games.cerbere.rules.setup import build, players, read_options
from companion.games.cerbere.state import CerbereState

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
