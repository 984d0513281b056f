"""The kiosk of the `play` fixture with a position of a game on it."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Request
from tests.patience import PATIENCE_S


class GameTable:
    """Fingers and moves on a game."""

    def __init__(self, play: Any) -> None:
        self.play = play
        self.press, self.tap, self.key, self.move = play.press, play.tap, play.key, play.move

    def ask(self, request: Request) -> None:
        self.play.kiosk.runtime.table.ask(request, PATIENCE_S)
        self.play.sync()

    @property
    def root(self) -> Any:
        return self.play.root

    @property
    def screen(self) -> Any:
        return self.play.screen

    @property
    def sheet(self) -> Any:
        return self.screen.sheet

    @property
    def view(self) -> Any:
        return self.play.view

    @property
    def kind(self) -> str:
        """Which sheet shows."""
        place = self.screen.place
        return str(place.kind) if place is not None else ""

    def seat(self, name: str) -> Any:
        return next(seat for seat in self.view.seats if seat.name == name)
