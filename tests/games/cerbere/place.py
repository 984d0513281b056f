"""Positions of Cerbère in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OPTIONS = ("level", "preset", "m", "box", "boating", "fast_die", "gates_zone", "follow_cards")


def place(players: Sequence[Any], pos: Any = None, faces: Any = (), **said: Any) -> dict[str, Any]:
    """A position as the protocol takes it.

    >>> place(["Ana", {"seat": "Bo", "survival": 1}], level="board", die=5)
    {'players': ['Ana', 'Bo'], 'options': {'level': 'board'}, 'seats': {'Bo': {'survival': 1}}, 'die': 5}

    :param players: names, or `seat`, `colour` and what the seat has.
    :param pos: spaces of pawns. `faces`: of the board, from the Start on.
    """
    seats: dict[str, dict[str, Any]] = {}
    sitting: list[str | dict[str, Any]] = []
    for player in players:
        known = {"seat": player} if isinstance(player, str) else dict(player)
        name, colour = known.pop("seat"), known.pop("colour", "")
        sitting.append({"name": name, "colour": colour} if colour else name)
        if known:
            seats[name] = known
    for name, at in (pos or {}).items():
        seats.setdefault(name, {})["at"] = at
    options = {name.replace("boating", "boats"): said.pop(name) for name in OPTIONS if name in said}
    if faces:
        options |= {"start_face": faces[0], "mids": list(faces[1:3]), "end_face": faces[3]}
    return {"players": sitting, "options": options, "seats": seats, **said}
