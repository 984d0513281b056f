"""What may be asked of the table: answers to its prompt, corrections, games to open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Player
from companion.engine.prompt import Keys
from companion.engine.requests import Back, Choose, Correct, Follow, Open
from kiosk.table.link import TableLink
from kiosk.table.state import TableState


class Requests:
    """Each goes to the engine, which answers with an update or refuses.

    :param link: takes the requests that have no method here, too (`send`), and looks for one seat (`look`).
    """

    def __init__(self, link: TableLink, table: TableState) -> None:
        self.link, self._table = link, table
        self.send = link.send

    def correct(self, **patch: Any) -> None:
        """Correct the record of the open game."""
        self.send(Correct(patch))

    def choose(self, key: str) -> None:
        """Choose an option of the table's prompt as it shows."""
        self.send(Choose(key, seen=self._seen()))

    def act(self, *keys: str) -> None:
        """Choose an option of the prompt that the table rests at, wherever its path has led; then others as `on`."""
        self.send(Follow(keys, start=(), seen="" if self._table.on_path else self._seen()))

    def on(self, *keys: str, start: Keys | None = None) -> None:
        """Choose one after another, each at the prompt that the one before it leads to.

        :param start: the path at which it begins; None: where the table is.
        """
        self.send(Follow(keys, start))

    def back(self, all: bool = False) -> None:
        """Go one step back on the table's path; with `all`, to its start."""
        self.send(Back(all=all))

    def open_for(self, game: str, seats: tuple[Player, ...], options: Mapping[str, Any] | None = None) -> None:
        """Open a game for these players."""
        self._table.chosen = game
        self.send(Open(game, seats, options or {}))

    def _seen(self) -> str:
        """Return the id of the prompt that shows."""
        prompt = self._table.prompt
        return prompt.id if prompt is not None else ""
