"""The same taps as `kiosk.measure` counts; what is drawn for the first time meanwhile, too."""

from __future__ import annotations

from typing import Any

from companion.presentation.fonts import FontFace
from kiosk.measure.openings import Opening
from kiosk.measure.taps import OnFigures, Taps, tap_cards
from kiosk.widgets import label


class Letters:
    """Hears of each text that is measured or drawn; they are counted later, off the measured path."""

    def __init__(self) -> None:
        self._texts: list[tuple[str, FontFace, int]] = []
        self._drawn: set[tuple[str, FontFace, int]] = set()
        self._core = label._core
        label._core = self._heard

    def _heard(self, text: str, face: FontFace, size: int) -> Any:
        self._texts.append((text, face, size))
        return self._core(text, face, size)

    def new(self) -> int:
        """How many letters were new in a face and a size since this was asked last."""
        found = {(letter, face, size) for text, face, size in self._texts for letter in text} - self._drawn
        self._texts.clear()
        self._drawn |= found
        return len(found)


def watch_taps(kiosk: Any, opening: Opening, count: int, report: OnFigures) -> None:
    """`report` gets under "textures" how many were painted since the first tap, under "letters" how many letters were
    drawn in a face and a size in which they had not been drawn before."""
    letters, missed = Letters(), 0

    class Watched(Taps):
        """Forgets what was drawn before the first tap."""

        def _next(self) -> None:
            nonlocal missed
            if not self.flipped:
                missed = kiosk.textures.missed
                letters.new()
            super()._next()

    def told(found: dict[str, Any]) -> None:
        report({**found, "textures": kiosk.textures.missed - missed, "letters": letters.new()})

    tap_cards(kiosk, opening, count, told, Watched)
