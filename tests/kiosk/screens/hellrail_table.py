"""Tables of HellRail for the tests of its screens: the kiosk of the `play` fixture with a position on it."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Open
from companion.engine.signals import Tag
from tests.patience import PATIENCE_S
from tests.tools.gallery.played_hellrail import EFFECTS, people


class HellRailTable:
    """Fingers and moves on a game of HellRail."""

    def __init__(self, play: Any) -> None:
        self.play = play

    def open(self, n: int = 3, active: str = "Cy", seats: dict[str, Any] | None = None, **more: Any) -> None:
        """Open the game in a position; Cy has a train at circle 6, one of its cars goes there."""
        usual = {"Cy": {"loaded": ["R01", "R05", "R09"], "at": "C6", "hand": 4}}
        position = {"seats": people(n, **(usual if seats is None else seats)), "effects": EFFECTS, "active": active}
        self.play.kiosk.runtime.table.ask(Open("hellrail", position={**position, **more}, seed=1), PATIENCE_S)
        self.play.sync()

    @property
    def root(self) -> Any:
        return self.play.root

    @property
    def screen(self) -> Any:
        return self.play.screen

    @property
    def sheet(self) -> Any:
        return self.play.screen.sheet

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

    def press(self, *labels: str) -> None:
        """Touch keys or tiles one after the other, and let the table answer."""
        for label in labels:
            self.play.press(label)

    def tap(self, widget: Any) -> None:
        """Touch a widget, and let the table answer."""
        self.play.tap(widget)

    def key(self, label: str) -> Any:
        """The visible key or tile with this label."""
        return self.play.key(label)

    def lay(self, card: str) -> None:
        """Lay a card on a reader without a zone."""
        tags = self.play.kiosk.runtime.books["hellrail"].tags
        uid = next(uid for uid, on in tags.items() if on.card == card)
        self.play.kiosk.runtime.table.ask(Tag("table", uid), PATIENCE_S)
        self.play.sync()

    def move(self, name: str, /, **fields: Any) -> None:
        """What a tag or the protocol does."""
        self.play.move(name, **fields)
