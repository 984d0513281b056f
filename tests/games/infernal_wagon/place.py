"""Positions of Infernal Wagon in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OPTIONS = (
    *("modules", "easy", "timer", "minutes", "level", "attribution", "box", "sound", "readers", "rulings"),
    *("losses", "wins", "ticked", "new_players"),
)


def place(
    names: Sequence[str] = (),
    hands: Sequence[int] = (),
    elapsed_ms: int = 0,
    held: bool = False,
    phase: str = "open",
    **said: Any,
) -> dict[str, Any]:
    """A position as the protocol takes it; of a running game, if nothing else is said.

    >>> place(["Ana", "Bo"], [3, 2], 60_000, level="L1", pile=20)
    {'phase': 'open', 'options': {'level': 'L1'}, 'hands': {'Ana': 3, 'Bo': 2}, 'clock': {'elapsed': 60000}, 'pile': 20}

    :param names: of the seats, whose `hands` those are.
    """
    made: dict[str, Any] = {"phase": phase, "options": {key: said.pop(key) for key in OPTIONS if key in said}}
    if hands:
        made["hands"] = dict(zip(names, hands, strict=True))
    if elapsed_ms:
        made["clock"] = {"elapsed": elapsed_ms}
    return made | ({"held_at": 0} if held else {}) | said
