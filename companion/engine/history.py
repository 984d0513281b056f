"""Undo and redo: a list of steps with the state before each. The clock is never undone.

Every answer that somebody gave is a step (`step_of`). What else is entered (a cue, a hold, a question's default)
belongs to the step before it: taking that step back takes it back too, and redo brings it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.game import Event, Game, Label
from companion.engine.message import Say
from companion.engine.refused import Refused
from companion.engine.text import N_

S = TypeVar("S")


class Undone(Event, frozen=True, tag="undone"):
    """A step was taken back. `label` is the name of the input that it takes back."""

    label: str
    tells = Say("undo", "ember", N_("Taken back"), 4)


class Redone(Event, frozen=True, tag="redone"):
    """A step was made again."""

    label: str
    tells = Say("redo", "ember", N_("Made again"), 4)


def step_of(game: Game[S], before: S, move: Any, events: Sequence[Event], after: S, at: int) -> Label | None:
    """What Undo says of an answer that led from `before` to `after`; None if it is no step.

    An answer is a step whether it told an event or not, except where the game takes it to the step before.
    """
    return None if game.beside(before, move, events, after) else game.label(before, move, events, at)


class Step(Struct, Generic[S], frozen=True):
    """One labelled input and a state to go to: the one before it (undo) or after it (redo), as it stood at `at`."""

    label: Label
    state: S
    at: int


class History(Generic[S]):
    """The steps behind and ahead of now. The present state itself is the session's."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        self._behind: list[Step[S]] = []
        self._ahead: list[Step[S]] = []

    def undo_label(self, present: S, at: int) -> Label | None:
        """What the Undo key would take back at session time `at`; None where it would be refused."""
        return self._label(self._behind, present, at)

    def redo_label(self, present: S, at: int) -> Label | None:
        """What the Redo key would make again; None where it would be refused."""
        return self._label(self._ahead, present, at)

    def _label(self, steps: list[Step[S]], present: S, at: int) -> Label | None:
        if not steps:
            return None
        try:
            self._game.after_undo(steps[-1].state, steps[-1].at, present, at)
        except Refused:
            return None
        return steps[-1].label

    def __len__(self) -> int:
        return len(self._behind)

    def push(self, label: Label | None, before: S, at: int) -> None:
        """Note an entry made at session time `at`; without a label it is no step. A step closes the way ahead."""
        if label is not None:
            self._behind.append(Step(label, before, at))
            self._ahead.clear()

    def back(self, present: S, at: int) -> tuple[Undone, S]:
        """Take the last step back.

        :raises Refused: the game's `no_step` if there is none, or as `Game.after_undo` does.
        """
        state, label = self._move(self._behind, self._ahead, present, at)
        return Undone(label.name), state

    def forth(self, present: S, at: int) -> tuple[Redone, S]:
        """Make the last undone step again.

        :raises Refused: as `back`.
        """
        state, label = self._move(self._ahead, self._behind, present, at)
        return Redone(label.name), state

    def _move(self, source: list[Step[S]], target: list[Step[S]], present: S, at: int) -> tuple[S, Label]:
        if not source:
            raise Refused(self._game.no_step)
        step = source[-1]
        state = self._game.after_undo(step.state, step.at, present, at)
        source.pop()
        target.append(Step(step.label, present, at))
        return state, step.label
