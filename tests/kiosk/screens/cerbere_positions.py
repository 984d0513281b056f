"""Tables of Cerbère for the tests of its screens: who sits there, and how far the game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Open
from tests.patience import PATIENCE_S

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
    """A position for `n` players, `hunters` with Cerberus, `out` out of it; `more` as in docs/cerbere.md."""
    players = [_player(seat, seat.name in hunters, seat.name in out, survival) for seat in SEATS[:n]]
    return {"level": "tracker", "players": players, **more}


def _player(seat: Player, dog: bool, out: bool, survival: int) -> dict[str, Any]:
    known: dict[str, Any] = {"seat": seat.name, "colour": seat.colour}
    if out:
        return {**known, "side": "out"}
    if dog:
        return {**known, "side": "cerberus", "betrayal": 2}
    return {**known, "side": "runner", "survival": survival}


class Cerbere:
    """The kiosk of the `play` fixture with a game of Cerbère on it."""

    def __init__(self, play: Any) -> None:
        self.play = play

    def open(self, n: int = 5, **more: Any) -> None:
        """Open the game in a position."""
        request = Open("cerbere", SEATS[:n], position=position(n, **more), seed=1)
        self.play.kiosk.runtime.table.ask(request, PATIENCE_S)
        self.play.sync()

    @property
    def root(self) -> Any:
        return self.play.root

    @property
    def screen(self) -> Any:
        return self.play.screen

    @property
    def view(self) -> Any:
        return self.play.view

    @property
    def kind(self) -> str:
        """Which sheet shows."""
        place = self.screen.place
        return str(place.kind) if place is not None else ""

    def press(self, label: str) -> None:
        """Touch a key, a tile or a line, and let the table answer."""
        self.play.press(label)

    def key(self, label: str) -> Any:
        """The visible key or tile with this label."""
        return self.play.key(label)

    def move(self, name: str, /, **fields: Any) -> None:
        """What a tag or the protocol does."""
        self.play.move(name, **fields)
