"""The last order that gave the players several things to do: it stays until confirmed, and can be shown again."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import UndoLabel
from companion.engine.message import Order
from companion.engine.update import Update

STEP = "undo"
"""The cue of a step back or forth."""


class Todo:
    """What every playing screen shows of it, whichever screen is open meanwhile.

    `last`: the order; None: there was none yet. `open`: it is shown. `changed` is called when a touch shows it
    again.
    """

    def __init__(self) -> None:
        self.last: Order | None = None
        self.open = False
        self.changed: Callable[[], object] = lambda: None
        self._number = -1
        self._step: UndoLabel | None = None
        """The step that gave the order, as Undo named it."""
        self._wanted = False

    @property
    def shown(self) -> Order | None:
        """The order that is shown now."""
        return self.last if self.open else None

    def hear(self, update: Update) -> None:
        """Receive an update: the next one closes the order; undoing the step that gave it removes it for good."""
        stepped = any(cue.name == STEP for cue in update.cues)
        if update.game is None or (update.anew and (not stepped or update.redo == self._step)):
            self.last = None
        if update.number != self._number:
            self._number, self.open, self._wanted = update.number, self._wanted and self.last is not None, False

    def put(self, order: Order, update: Update) -> None:
        """Show another order."""
        self.note(order, update)
        self.open = True

    def note(self, order: Order, update: Update) -> None:
        """Store an order given by the step that Undo would take back now; it disappears by itself."""
        self.last, self._step = order, update.undo

    def over(self) -> None:
        """Close the order: it was confirmed."""
        self.open = False

    def again(self, on_path: bool) -> None:
        """Show the last one again. `on_path`: once the table has left its path, which the caller ensures."""
        self._wanted, self.open = on_path, not on_path and self.last is not None
        if not on_path:
            self.changed()
