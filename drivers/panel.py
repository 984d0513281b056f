"""The panel's push buttons: each press and release becomes a `Button` signal."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from companion.engine.clock import Clock
from companion.engine.signals import Button, Signal
from companion.engine.text import N_, Facts, Text
from drivers.debounce import Debounce
from drivers.pins import Factory, PinsUnavailable, PushButton, open_button

log = logging.getLogger(__name__)

DialName = Literal["rage", "speed"]
"""The dials that a panel may have: those of Cerbère."""
DIALS: tuple[DialName, ...] = get_args(DialName)
BUTTONS = ("start", "a", "b", "undo", "end_turn", "rage_up", "rage_down", "speed_up", "speed_down")
"""The buttons that a panel may have. What they mean is the game's business."""


class Panel:
    """Buttons between BCM pins and ground. `pins`: name of the button -> pin; `debounce_ms`: see `Debounce`.

    `post` is called on the pin's thread (or a timer's) and must return at once.

    :raises PinsUnavailable: if a pin cannot be used; then none stays open.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Mapping[str, int],
        post: Callable[[Signal], None],
        clock: Clock,
        debounce_ms: int = 30,
    ) -> None:
        self._contacts: list[_Contact] = []
        try:
            for name, pin in pins.items():
                button = _open(factory, name, pin)
                self._contacts.append(_Contact(name, button, Debounce(debounce_ms, button.is_active), post, clock))
        except PinsUnavailable:
            self.close()
            raise

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down; at the start that means a stuck button or a wrong wire."""
        return tuple(contact.name for contact in self._contacts if contact.pressed)

    def close(self) -> None:
        for contact in self._contacts:
            contact.close()
        self._contacts.clear()


def _open(factory: Factory, name: str, pin: int) -> PushButton:
    try:
        return open_button(factory, pin)
    except PinsUnavailable as error:
        facts: Facts = {"word": name, "pin": pin, "what": error.what}
        raise PinsUnavailable(error.factory, Text(N_("button {word} on GPIO{pin}: {what}"), facts)) from error


class _Contact:
    """One button with its debounce; a timer runs only while a bounce hides the contact's last state."""

    def __init__(
        self, name: str, button: PushButton, debounce: Debounce, post: Callable[[Signal], None], clock: Clock
    ) -> None:
        self.name = name
        self._button = button
        self._debounce = debounce
        self._post = post
        self._clock = clock
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False
        self._button.when_activated = lambda: self._edge(True)
        self._button.when_deactivated = lambda: self._edge(False)

    @property
    def pressed(self) -> bool:
        return self._debounce.pressed

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._timer is not None:
                self._timer.cancel()
        self._button.close()

    def _edge(self, pressed: bool) -> None:
        now = self._clock.now_ms()
        with self._lock:
            if not self._closed:
                self._count(self._debounce.edge(pressed, now), now)

    def _settle(self) -> None:
        now = self._clock.now_ms()
        with self._lock:
            self._timer = None
            if not self._closed:
                self._count(self._debounce.settle(now), now)

    def _count(self, state: bool | None, now: int) -> None:
        if state is not None:
            try:
                self._post(Button(self.name, state, now))
            except Exception:  # it would end the thread of the pins, and with it every button
                log.exception("button %s: nobody took the press", self.name)
        deadline = self._debounce.deadline()
        if deadline is not None and self._timer is None:
            self._timer = threading.Timer(max(1, deadline - now) / 1000, self._settle)
            self._timer.daemon = True
            self._timer.start()
