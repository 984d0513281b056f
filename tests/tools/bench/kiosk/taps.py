"""Demonstration cards, one after the other, onto the virtual reader: when does the screen know, and when show?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.engine.requests import Choose, Request, Undo
from companion.engine.update import Update
from companion.presentation.fonts import Face
from kiosk.widgets import label

GAP_S = 0.12
"""Between two taps: longer than two frames of the reader, so that each card is a new one."""


def uids(runtime: Any, game: str) -> list[str]:
    """Tags that can be played in turn: Rail cards of the demo box or deck, the first player's Action cards."""
    if game == "hellrail":
        from companion.games.hellrail.data.deck_file import load_deck

        return [uid for uid, tag in load_deck("", runtime.games[game].config).tags.items() if tag.card]
    if game == "cerbere":
        from companion.games.cerbere.data.tags import DEMO, ActionTag, load_tags
        from companion.games.cerbere.names import COLOURS

        return [
            uid
            for uid, piece in load_tags(DEMO, None).pieces.items()
            if isinstance(piece, ActionTag) and piece.colour == COLOURS[0]
        ]
    from companion.games.infernal_wagon.data.box import find_box
    from companion.games.infernal_wagon.names import Kind

    box = find_box("demo")
    rails = {card.slot for card in box.of_kind(Kind.RAIL)}
    return [uid for uid, tag in box.tags.items() if tag.slot in rails]


def after_tap(game: str) -> tuple[Request, ...]:
    """The requests after each tap in a game of the probe: they undo the play, so that the cards never run out.

    On the map a card is not played yet: the table asks for its place, and the next card replaces it.
    """
    match game:
        case "map":
            return ()
        case "keeper":
            return (Undo(), Choose("lay"))
        case _:
            return (Undo(),)


def answers(updates: Sequence[Update]) -> bool:
    """Whether a card was played in one of the updates, or the table now asks what to do with it."""
    return any(update.events or (update.path and update.path[-1].startswith("tag:")) for update in updates)


class Taps:
    """Taps cards.

    `report` gets {"view": [ms ...], "frame": [ms ...]}, measured from just before the frame's bytes are written, and
    under "textures" how many were painted meanwhile, under "letters" how many letters were drawn in a face and a size
    in which they had not been drawn before.

    :param after: the requests after each tap.
    """

    def __init__(
        self,
        kiosk: Any,
        uids: Sequence[str],
        count: int,
        report: Callable[[dict[str, Any]], None],
        stop: Callable[[], None],
        after: Sequence[Request],
    ) -> None:
        self._after = after
        self._kiosk, self._uids, self._count, self._report, self._stop = kiosk, uids, count, report, stop
        self._sent: float | None = None
        self._seen = False
        self._missed = 0
        self._letters = Letters()
        self.view: list[float] = []
        self.frame: list[float] = []
        self._told = kiosk.link._deliver
        kiosk.link._deliver = self._deliver
        Window.bind(on_flip=self._flipped)
        Clock.schedule_once(self._next, 2.0)

    def _next(self, _dt: float) -> None:
        if not self.frame:
            self._missed = self._kiosk.textures.missed
            self._letters.new()
        if len(self.frame) >= self._count:
            textures = self._kiosk.textures.missed - self._missed
            told = {"view": self.view, "frame": self.frame, "textures": textures, "letters": self._letters.new()}
            self._report(told)
            self._stop()
            return
        uid = self._uids[len(self.frame) % len(self._uids)]
        self._seen = False
        self._sent = time.monotonic()
        self._kiosk.runtime.reader.tap(uid, frames=1)

    def _deliver(self, updates: Sequence[Update]) -> None:
        self._told(updates)
        if self._sent is not None and not self._seen and answers(updates):
            self.view.append((time.monotonic() - self._sent) * 1e3)
            self._seen = True

    def _back(self, _dt: float) -> None:
        for request in self._after:
            self._kiosk.link.send(request)

    def _flipped(self, _window: Any) -> None:
        if self._sent is None or not self._seen:
            return
        self.frame.append((time.monotonic() - self._sent) * 1e3)
        self._sent = None
        # Off the measured path: the play goes back, and the next card follows when the reader has seen this one go.
        Clock.schedule_once(self._back, GAP_S / 2)
        Clock.schedule_once(self._next, GAP_S + 0.3)


class Letters:
    """Hears of each text that is measured or drawn; they are counted later, off the measured path."""

    def __init__(self) -> None:
        self._texts: list[tuple[str, Face, int]] = []
        self._drawn: set[tuple[str, Face, int]] = set()
        self._core = label._core
        label._core = self._heard

    def _heard(self, text: str, face: Face, size: int) -> Any:
        self._texts.append((text, face, size))
        return self._core(text, face, size)

    def new(self) -> int:
        """How many letters were new in a face and a size since this was asked last."""
        found = {(letter, face, size) for text, face, size in self._texts for letter in text} - self._drawn
        self._texts.clear()
        self._drawn |= found
        return len(found)
