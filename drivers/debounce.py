"""The debounce of a button. Pure: every moment is given, in milliseconds."""

from __future__ import annotations


class Debounce:
    """The first edge counts at once; for `window_ms` after it the contact may bounce as it likes.

    If the contact rests in another state when the window ends (a tap shorter than the window), that counts
    then: ask `settle` at `deadline()`. Edges may be lost or repeated without harm.

    >>> contact = Debounce(window_ms=30)
    >>> contact.edge(True, 100), contact.edge(False, 102), contact.edge(True, 103), contact.edge(False, 250)
    (True, None, None, False)
    """

    def __init__(self, window_ms: int, pressed: bool = False) -> None:
        self._window = window_ms
        self._raw = pressed
        self._pressed = pressed
        self._quiet_from: int | None = None

    @property
    def pressed(self) -> bool:
        """The state that counts."""
        return self._pressed

    def edge(self, pressed: bool, at: int) -> bool | None:
        """The contact went to `pressed` at `at`: the new state if it counts, None if it is a bounce."""
        self._raw = pressed
        return self.settle(at)

    def settle(self, now: int) -> bool | None:
        """The state that counts from now on if it is a new one and the window is over, else None."""
        if self._raw == self._pressed or (self._quiet_from is not None and now < self._quiet_from):
            return None
        self._pressed = self._raw
        self._quiet_from = now + self._window
        return self._pressed

    def deadline(self) -> int | None:
        """Return when to ask `settle` because the contact differs from what it counts as; None: no need."""
        return self._quiet_from if self._raw != self._pressed else None
