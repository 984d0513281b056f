"""A saved game, brought back entry by entry. No rule runs: events carry all that happened, chance included."""

from __future__ import annotations

from typing import Any

from companion.engine.codec import decoder
from companion.engine.entry import Entry, EntryKind, Saved
from companion.engine.game import Game
from companion.engine.history import History


class Replay:
    """Replays entries of one game onto a state.

    >>> state = Replay(game).run(saved)             # doctest: +SKIP
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.history: History[Any] = History(game)
        self._events = decoder(list[game.event_type])  # type: ignore[name-defined]
        self._state = decoder(game.state_type)

    def run(self, saved: Saved) -> Any:
        """The state after the last entry; `history` then holds its steps.

        :raises msgspec.MsgspecError: if the saved game is not of this version of the game.
        """
        state = self.opened(saved)
        for entry in saved.entries:
            state = self.step(state, entry)
        return state

    def opened(self, saved: Saved) -> Any:
        """The state at the opening.

        :raises msgspec.MsgspecError: as `run`.
        """
        return self._state.decode(saved.opening)

    def step(self, state: Any, entry: Entry) -> Any:
        """The state after one more entry."""
        match entry.kind:
            case EntryKind.UNDO:
                return self.history.back(state, entry.at)[1]
            case EntryKind.REDO:
                return self.history.forth(state, entry.at)[1]
            case EntryKind.MOVE | EntryKind.DUE | EntryKind.TAKEN_UP:
                before = state
                for event in self._events.decode(entry.events):
                    state = self.game.apply(state, event, entry.at)
                self.history.push(entry.label, before, entry.at)
                return state
