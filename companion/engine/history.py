"""Undo and redo: a list of steps with the state before each. The clock is never undone.

Every answer of a player is a step (`step_of`). What else is entered (a cue, a hold, a question's default)
belongs to the step before it: taking that step back takes it back too, and redo brings it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Event, Game, Sight, UndoLabel
from companion.engine.message import Line, Say
from companion.engine.refused import PrivateRefusal, Refused
from companion.engine.text import N_, Text, joined

S = TypeVar("S")


class Undone(Event, frozen=True, tag="undone", omit_defaults=True):
    """A step was taken back. `label` is the name of the input that it takes back, `seen` what one
    seat alone saw by it."""

    label: str
    seen: tuple[Sight, ...] = ()
    tells = Say("undo", "ember", N_("Taken back"), 4)

    def line(self, seen: Any) -> Line | None:
        """Return its words with what was seen by it: it is public who knows more now."""
        if not self.seen:
            return self.tells.line(self)
        once = {(one.seat, str(one.what)): one for one in self.seen}
        words = [Text(N_("{name} has seen {what}"), {"name": one.seat, "what": one.what}) for one in once.values()]
        return Line("eye", "ember", Text(N_("{seen}. Taken back."), {"seen": joined(N_(", "), words)}))


class Redone(Event, frozen=True, tag="redone"):
    """A step was made again."""

    label: str
    tells = Say("redo", "ember", N_("Made again"), 4)


def step_of(game: Game[S], before: S, move: Any, events: Sequence[Event], after: S, at: int) -> UndoLabel | None:
    """Return what Undo says of an answer that led from `before` to `after`; None if it is no step.

    An answer is a step whether it announced an event or not, except where the game joins it to the step before.
    """
    return None if game.beside(before, move, events, after) else game.label(before, move, events, at)


class Step(Struct, Generic[S], frozen=True):
    """One labelled input and a state to go to: the one before it (undo) or after it (redo), as it was at `at`.
    `seen`: what was seen by it, or by what belongs to it."""

    label: UndoLabel
    state: S
    at: int
    seen: tuple[Sight, ...] = ()


class History(Generic[S]):
    """The steps behind and ahead of now. The present state itself is the session's."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        self._behind: list[Step[S]] = []
        self._ahead: list[Step[S]] = []

    def undo_label(self, present: S, at: int) -> UndoLabel | None:
        """Return what the Undo key would take back at session time `at`; None where it would be refused."""
        return self._label(self._behind, present, at)

    def redo_label(self, present: S, at: int) -> UndoLabel | None:
        """Return what the Redo key would make again; None where it would be refused."""
        return self._label(self._ahead, present, at)

    def _label(self, steps: list[Step[S]], present: S, at: int) -> UndoLabel | None:
        if not steps:
            return None
        try:
            self._game.after_undo(steps[-1].state, steps[-1].at, present, at)
        except Refused:
            return None
        return steps[-1].label

    def __len__(self) -> int:
        return len(self._behind)

    def push(self, label: UndoLabel | None, before: S, events: Sequence[Event], at: int) -> None:
        """Note an entry made at session time `at`; without a label it is no step. A step closes the way ahead."""
        seen = tuple(one for event in events for one in event.shows(before))
        if label is not None:
            self._behind.append(Step(label, before, at, seen))
            self._ahead.clear()
        elif seen and self._behind:
            step = self._behind[-1]
            self._behind[-1] = replace(step, seen=(*step.seen, *seen))

    @property
    def at_table(self) -> bool:
        """Whether the last step is taken back at the table alone, where everybody sees it: something was seen by it."""
        return bool(self._behind) and bool(self._behind[-1].seen)

    def check_alone(self) -> None:
        """
        :raises PrivateRefusal: `undo_at_table`, where the last step is not to be taken back by one seat alone.
        """
        if self.at_table:
            raise PrivateRefusal("undo_at_table")

    def back(self, present: S, at: int) -> tuple[Undone, S]:
        """Take the last step back.

        :raises Refused: the game's `no_step` if there is none, or as `Game.after_undo` does.
        """
        state, step = self._move(self._behind, self._ahead, present, at)
        return Undone(step.label.name, tuple(one for one in step.seen if one.seat)), state

    def forth(self, present: S, at: int) -> tuple[Redone, S]:
        """Make the last undone step again.

        :raises Refused: as `back`.
        """
        state, step = self._move(self._ahead, self._behind, present, at)
        return Redone(step.label.name), state

    def _move(self, source: list[Step[S]], target: list[Step[S]], present: S, at: int) -> tuple[S, Step[S]]:
        if not source:
            raise Refused(self._game.no_step, **({"reason": "redo"} if source is self._ahead else {}))
        step = source[-1]
        state = self._game.after_undo(step.state, step.at, present, at)
        source.pop()
        target.append(replace(step, state=present, at=at))
        return state, step
