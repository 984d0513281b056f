"""The same taps as `kiosk.measure` counts; what is drawn for the first time meanwhile, too.

With `COMPANION_BENCH_COSTS` in the environment, where their time goes.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from companion.presentation.fonts import FontFace
from kiosk.measure.openings import Opening
from kiosk.measure.taps import OnFigures, Taps, tap_cards
from kiosk.widgets import label
from tests.tools.bench.kiosk.costs import Costs


class Letters:
    """Hears of each text that is drawn or measured, to be shown or ahead: the library of the fonts hints its letters,
    if they are new in a face and a size. They are counted later, off the measured path.
    """

    def __init__(self) -> None:
        self._texts: list[tuple[bool, str, FontFace, int]] = []
        """With whether it is drawn ahead."""
        self._drawn: set[tuple[str, FontFace, int]] = set()
        self._picture, self._drawn_ahead = label._picture, label.draw_unseen
        self._measure = label.extents.__wrapped__
        self._ahead = False
        label._picture, label.draw_unseen = self._heard, self._heard_ahead
        label.extents = lru_cache(maxsize=label.extents.cache_parameters()["maxsize"])(self._heard_measured)

    def _heard(self, text: str, face: FontFace, size: int) -> Any:
        self._texts.append((self._ahead, text, face, size))
        return self._picture(text, face, size)

    def _heard_measured(self, text: str, face: FontFace, size: int) -> tuple[int, int]:
        self._texts.append((self._ahead, text, face, size))
        return self._measure(text, face, size)

    def _heard_ahead(self, text: str, face: FontFace, size: int) -> None:
        self._ahead = True
        self._drawn_ahead(text, face, size)
        self._ahead = False

    def new(self) -> list[str]:
        """Those of what was shown since this was asked last that were new in a face and a size."""
        new: list[str] = []
        for ahead, text, face, size in self._texts:
            found = {(letter, face, size) for letter in text} - self._drawn
            self._drawn |= found
            new += () if ahead else (f"{letter} {face} {size}" for letter, _face, _size in sorted(found))
        self._texts.clear()
        return new


def watch_taps(kiosk: Any, opening: Opening, count: int, report: OnFigures) -> None:
    """`report` gets under "textures" those that were painted since the first tap, under "letters" what was drawn or
    measured in a face and a size in which it had not been before, under "costs" those of each tap (`Costs`)."""
    letters, missed = Letters(), list[str]()
    find = kiosk.textures.find
    costs = Costs() if os.environ.get("COMPANION_BENCH_COSTS") else None
    made: list[Taps] = []

    def found(key: tuple[Any, ...]) -> Any:
        texture = find(key)
        if texture is None:
            missed.append(repr(key))
        return texture

    class Watched(Taps):
        """Forgets what was drawn before the first tap."""

        def _next(self) -> None:
            if not self.flipped:
                missed.clear()
                letters.new()
            super()._next()

        def _issued(self) -> bool:
            issued = super()._issued()
            if issued and costs is not None:
                costs.end()
            return issued

    def make(*given: Any) -> Taps:
        made.append(Watched(*given))
        return made[0]

    def report_all(moments: dict[str, Any]) -> None:
        sampled = {} if costs is None else {"costs": costs.taps}
        report({**moments, "textures": missed, "letters": letters.new(), **sampled})

    kiosk.textures.find = found
    if costs is not None:
        kiosk.link._deliver = costs.watch(kiosk.link._deliver, lambda: made[0].sent is not None)
    tap_cards(kiosk, opening, count, report_all, make)
