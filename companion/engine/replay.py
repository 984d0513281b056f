"""A saved game, brought back entry by entry. No rule runs: events carry all that happened, chance included."""

from __future__ import annotations

import logging
from typing import Any

from msgspec.structs import replace

from companion.engine.codec import decoder
from companion.engine.entry import Entry, EntryKind, Saved
from companion.engine.game import Game, applied
from companion.engine.history import History
from companion.engine.journal_rows import Rest
from companion.engine.refused import UNFORESEEN, Refused

log = logging.getLogger(__name__)


class Replay:
    """Replays entries of one game onto a state: `Replay(game).run(saved)`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.history: History[Any] = History(game)
        self._events = decoder(list[game.event_type])  # type: ignore[name-defined]
        self._state = decoder(game.state_type)

    def run(self, saved: Saved) -> Any:
        """Return the state after the last entry; `history` then holds its steps.

        :raises msgspec.MsgspecError: if the saved game is not of this version of the game.
        """
        state = self.opened(saved)
        for entry in saved.entries:
            state = self.step(state, entry)
        return state

    def opened(self, saved: Saved) -> Any:
        """Return the state at the opening.

        :raises msgspec.MsgspecError: as `run`.
        """
        return self._state.decode(saved.opening)

    def step(self, state: Any, entry: Entry) -> Any:
        """Return the state after one more entry."""
        match entry.kind:
            case EntryKind.UNDO:
                return self.history.back(state, entry.at)[1]
            case EntryKind.REDO:
                return self.history.forth(state, entry.at)[1]
            case EntryKind.MOVE | EntryKind.DUE | EntryKind.TAKEN_UP:
                before = state
                events = self._events.decode(entry.events)
                state = applied(state, events, entry.at)
                self.history.push(entry.label, before, events, entry.at)
                return state


def replayed(game: Game[Any], left: Rest) -> tuple[Any, Replay, Rest]:
    """Return the state after what is left of a game, its history, and what was left indeed: as far as it can be
    replayed.

    :raises JournalError: `journal_damaged` if not even its opening is this game's.
    """
    replay = Replay(game)
    entries = left.saved.entries
    done = 0
    try:
        state = replay.opened(left.saved)
        for entry in entries:
            state = replay.step(state, entry)
            done += 1
    except (Refused, *UNFORESEEN) as error:  # an entry that came without a checksum can break `apply` in any way
        log.error("game %s, entry %s: %s: %s", left.saved.id, done + 1, type(error).__name__, error)
        last_at = entries[done - 1].at if done else 0
        cut = replace(left.saved, entries=entries[:done], last_at=last_at)
        left = replace(left, saved=cut, detail=f"entry {done + 1}" if done else "its opening")
        if not done:
            return None, replay, left
        return replayed(game, left)
    return state, replay, left
