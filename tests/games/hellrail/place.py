"""Positions of HellRail in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OPTIONS = ("level", "layout", "variants", "deck", "readers", "rulings")


def place(seats: Sequence[Any] = (), active: str = "", **said: Any) -> dict[str, Any]:
    """A position as the protocol takes it.

    >>> place(["Ana", {"seat": "Bo", "at": "C5"}], "Bo", level="map")
    {'players': ['Ana', 'Bo'], 'options': {'level': 'map'}, 'seats': {'Bo': {'at': 'C5'}}, 'turn': {'active': 'Bo'}}

    :param seats: names, or `seat`, `colour` and what the seat has; `heading`: of an engine on a tie.
    """
    sitting: list[str | dict[str, Any]] = []
    owned: dict[str, dict[str, Any]] = {}
    for seat in seats:
        own = {"seat": seat} if isinstance(seat, str) else dict(seat)
        name, colour, heading = own.pop("seat"), own.pop("colour", ""), own.pop("heading", None)
        sitting.append({"name": name, "colour": colour} if colour else name)
        if heading:
            own["at"] = f"{own['at']}@{heading}"
        if own:
            owned[name] = own
    made: dict[str, Any] = {"players": sitting} if sitting else {}
    made["options"] = {name: said.pop(name) for name in OPTIONS if name in said}
    made["seats"] = owned
    turn = ({"active": active} if active else {}) | said.pop("turn", {})
    return made | ({"turn": turn} if turn else {}) | said


def laid(*rows: tuple[str, str, int]) -> dict[str, list[dict[str, Any]]]:
    """The `stacks` of a map: card, cell and quarter turns of each, of one cell the undermost first."""
    stacks: dict[str, list[dict[str, Any]]] = {}
    for card, cell, q in rows:
        stacks.setdefault(cell, []).append({"card": card, "q": q})
    return stacks
