"""The update that every listener receives after an input was decided and saved."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.correction import Page
from companion.engine.cues import Cue
from companion.engine.game import ClockReading, Event, UndoLabel
from companion.engine.later import Deferred
from companion.engine.prompt import Keys, Prompt
from companion.engine.text import Text


class Notice(Struct, frozen=True):
    """Something about the machine, not the game: a lost reader, a full disk. `code` and `facts` make one line."""

    code: str
    facts: Mapping[str, str | int | Text] = {}
    gone: bool = False
    """True when the trouble of that code is over."""


class Refusal(Struct, frozen=True):
    """An input that had no effect, for screen and sound."""

    code: str
    facts: dict[str, object] = {}


class Update(Struct, frozen=True):
    """One step of the table. `view` is the PUBLIC view at the session ms `at`, which is `stamp` by the clock.

    >>> idle = Update(None, (), (), None, None, None, None, at=0, stamp=0)
    >>> idle.game is None, idle.prompt is None, idle.asks_to_take_back
    (True, True, False)
    """

    game: str | None
    events: tuple[Event, ...]
    cues: tuple[Cue, ...]
    view: Struct | None
    undo: UndoLabel | None
    redo: UndoLabel | None
    face: ClockReading | None
    at: int
    stamp: int
    refusal: Refusal | None = None
    notices: tuple[Notice, ...] = ()
    prompt: Prompt | None = None
    """What the table may choose now, at its `path`."""
    path: Keys = ()
    anew: bool = False
    """The table came here by no play: a game was opened, taken up or left, or a step was taken back or made again."""
    undo_at_table: bool = False
    """Something was seen by what `undo` would take back: no seat does so alone."""
    corrections: Deferred[tuple[Page, ...]] = Deferred(tuple)
    """What may be put right by touch now."""
    number: int = 0
    """Grows with whatever changes what can be chosen or taken back; the clock's own events and notices leave it."""

    @property
    def asks_to_take_back(self) -> bool:
        """What was put right ends the game: the table is asked, and may take it back."""
        return self.prompt is not None and any(option.takes_back for option in self.prompt.options)
