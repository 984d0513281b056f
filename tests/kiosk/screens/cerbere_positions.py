"""Tables of Cerbère for the tests of its screens: who sits there, and how far the game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from tests.games.cerbere.place import place
from tests.kiosk.screens.game_table import GameTable

SEATS = tuple(
    Player(name, colour)
    for name, colour in zip(
        ("Ana", "Bo", "Cy", "Dan", "Eli", "Maximilien", "Éléonore"),
        ("cyan", "orange", "white", "green", "pink", "red", "blue"),
        strict=True,
    )
)


def position(
    n: int = 5, hunters: Sequence[str] = (), out: Sequence[str] = (), survival: int = 2, **more: Any
) -> dict[str, Any]:
    """A position for `n` players, `hunters` with Cerberus, `out` out of it; `more` as `place` has it."""
    players = [_player(seat, seat.name in hunters, seat.name in out, survival) for seat in SEATS[:n]]
    return place(**{"players": players, **more})


def _player(seat: Player, dog: bool, out: bool, survival: int) -> dict[str, Any]:
    known: dict[str, Any] = {"seat": seat.name, "colour": seat.colour}
    if out:
        return {**known, "side": "out"}
    if dog:
        return {**known, "side": "cerberus", "betrayal": 2}
    return {**known, "side": "runner", "survival": survival}


class Cerbere(GameTable):
    """A game of Cerbère."""

    def open(self, n: int = 5, **more: Any) -> None:
        """Open the game in a position."""
        self.ask(Open("cerbere", SEATS[:n], position=position(n, **more), seed=1))
