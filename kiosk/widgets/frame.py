"""Queues for the next frame: containers that are to be laid out, then widgets that are to be drawn, each once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any
from weakref import ref

from kivy.clock import Clock

ROUNDS = 20
"""How often a frame is laid out or drawn again because that changed something; then it waits for the next frame."""


class Wait:
    """The place of one widget in a queue: it takes it at most once at a time."""

    __slots__ = ("queue", "waits", "widget")

    def __init__(self, queue: Queue, widget: Any) -> None:
        self.queue, self.widget = queue, ref(widget)
        self.waits = False

    def __call__(self, *_: Any) -> None:
        """Wait for the next frame."""
        if not self.waits:
            self.waits = True
            self.queue.waiting.append(self)
            frame.ask()


class Queue:
    """Widgets on which `act` is called before a frame is shown. They are held weakly."""

    def __init__(self, act: Callable[[Any], None]) -> None:
        self.act = act
        self.waiting: list[Wait] = []

    def run(self) -> None:
        """Call `act` on those that wait now. If one fails, those behind it wait on."""
        waiting = iter(self.waiting)
        self.waiting = []
        try:
            for wait in waiting:
                wait.waits = False
                if (widget := wait.widget()) is not None:
                    self.act(widget)
        finally:
            self.waiting = list(chain(waiting, self.waiting))


class NextFrame:
    """The next frame: one event of Kivy's clock lays out and draws all that waits."""

    def __init__(self) -> None:
        self.layouts = Queue(lambda container: container.place_children())
        self.drawings = Queue(lambda widget: widget.repaint())
        self.finish: Callable[[], None] = lambda: None
        """Makes of what was drawn what the frame shows."""
        self._asked = False

    def ask(self) -> None:
        """Plan a frame."""
        if not self._asked:
            self._asked = True
            Clock.schedule_once(self.run, -1)  # -1: before the next frame, not after it

    def lay_out(self) -> None:
        """Lay out now what waits: a finger that comes meets what it has been shown."""
        for _ in range(ROUNDS):
            if not self.layouts.waiting:
                return
            self.layouts.run()

    def run(self, _dt: float = 0) -> None:
        """Lay out and draw what waits now."""
        try:
            for _ in range(ROUNDS):
                if self.layouts.waiting:
                    self.layouts.run()
                elif self.drawings.waiting:
                    self.drawings.run()
                else:
                    break
            self.finish()
        finally:
            self._asked = False
            if self.layouts.waiting or self.drawings.waiting:
                self.ask()


frame = NextFrame()
