"""The game that is open now: its state, its steps, and where its time began."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from companion.engine.audience import PUBLIC
from companion.engine.entry import Status
from companion.engine.game import Deadline, Game, Player, UndoLabel
from companion.engine.hearing import Hearing
from companion.engine.history import History
from companion.engine.prompt import Keys, Prompt
from companion.engine.text import N_

CHOICE = UndoLabel("back", N_("the last choice"))
"""What Undo takes back on a path: no answer was given yet, so there is no step, and nothing to make again."""


class Session:
    """`origin` is the clock's ms at session time 0; `last_at` the session ms of the last entry."""

    def __init__(
        self,
        game: Game[Any],
        game_id: int,
        state: Any,
        history: History[Any],
        rng: Random,
        origin: int,
        group: str,
        seats: tuple[Player, ...],
    ) -> None:
        self.game = game
        self.id = game_id
        self.state = state
        self.history = history
        self.rng = rng
        self.origin = origin
        self.group = group
        self.seats = seats
        self.seq = 0
        self.last_at = 0
        self.pulsed = 0
        self.status = Status.OPEN
        self.path: Keys = ()
        """The table's path in the tree of prompts; touches, panel keys and tags share it."""
        self.path_stamp = 0
        """When the last step on it was made, by its own stamp."""
        self.hearing = Hearing()
        self.failed: Deadline | None = None
        """A deadline that broke when it came: it is not tried again, or the engine would spin on it."""

    def begin_again(self, state: Any, at: int) -> None:
        """Begin another game of the same session: there is no way back into the one before."""
        self.state = state
        self.path = ()
        self.history = History(self.game)
        self.seq = 0
        self.last_at = self.pulsed = at
        self.status = Status.OPEN

    def lead(self, path: Keys, stamp: int) -> None:
        """Set the table's path, to which an input stamped `stamp` led. It stays there until the next input."""
        self.path, self.path_stamp = path, stamp

    def next_seq(self) -> int:
        """Return the number of the entry to come. It counts only once the entry is saved."""
        return self.seq + 1

    def due(self) -> Deadline | None:
        """Return the nearest deadline, unless it is the one that broke."""
        due = self.game.due(self.state)
        return None if due == self.failed else due

    def running(self) -> bool:
        """Return whether the game's clock runs."""
        return self.game.face(self.state, self.last_at).running

    def prompt(self) -> Prompt | None:
        """Return what the table may choose at its path; a path that leads nowhere any more is forgotten."""
        try:
            return self.game.prompt(self.state, PUBLIC, self.path)
        except LookupError:
            self.path = ()
            return self.game.prompt(self.state, PUBLIC)

    def on_path(self) -> bool:
        """Return whether the table is at a prompt that it chose its way to: Undo takes back the last key first."""
        if self.path:
            self.prompt()  # forgets one that leads nowhere any more
        return bool(self.path)

    def undo_label(self, at: int) -> UndoLabel | None:
        """Return what the Undo key would take back at session time `at`; None where it would be refused."""
        return CHOICE if self.on_path() else self.history.undo_label(self.state, at)

    def view(self, at: int) -> Struct:
        """Return the public view at session time `at`."""
        return self.game.view(self.state, PUBLIC, at)
