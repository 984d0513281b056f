"""Draws letters and shapes, makes sheets and imports screens before they are needed, while the table is quiet.

`sizes_shown.json` says what the screens show, for the sizes of window that the gallery knows; `make sizes-shown` writes
it. In a window of another size letters and shapes are drawn when they are first shown.
"""

from __future__ import annotations

import string
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import typed
from companion.presentation.fonts import FontFace
from kiosk.display.memory import Schedule, Scheduled
from kiosk.widgets import icons, label, panel

FaceSizes = dict[FontFace, list[int]]


class ShownSoon(msgspec.Struct):
    """What a game shows as soon as it is open and a first card has come.

    :param words: what it says anything in, or measures it in.
    """

    icons: dict[str, list[int]] = {}
    words: FaceSizes = {}


class ShownWindow(msgspec.Struct):
    """In a window of one size; all sizes in px.

    :param icons: name -> sizes.
    :param corners: width of the line, 0 for filled -> radii.
    :param words: game -> what its playing screens say anything in.
    :param figures: game -> what they show numbers alone in.
    :param soon: game -> those of them that come first.
    """

    icons: dict[str, list[int]]
    corners: dict[int, list[int]]
    words: dict[str, FaceSizes]
    figures: dict[str, FaceSizes]
    soon: dict[str, ShownSoon] = {}


SIZES = Path(__file__).with_name("sizes_shown.json")
Sizes = dict[str, ShownWindow]
"""`WIDTHxHEIGHT` -> what is shown in such a window."""

FIGURES = "0123456789+\u2212-:\u00d7/%,. "
ACCENTED = "àâæçéèêëîïôœùûüÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ"
LETTERS = string.ascii_letters + ACCENTED + "!?'\u2019\u2018«»\u201c\u201d()\"\u2026\u00a0\u2013\u00b7°;&="
"""Of French and English."""
ANSWERED: tuple[FontFace, ...] = ("text_bold", "text", "bold", "black")
"""Faces: those of keys and answers first, as the first card may ask for an answer."""
TOGETHER, TOGETHER_PX = 8, 12_000
"""Letters that are drawn in one go, and px of all their squares: the texture is less wide than any graphics chip
allows, and an answer waits for them no longer than for a font that is opened."""
QUIET_S = 0.3
"""How long the screen must be untouched, and nothing may have happened on the table."""
PLAYED_QUIET_S = 5.0
"""The same while a game is open, for all but its letters: the answer to a card would wait for a shape."""
SLICE_S = 0.014
"""How long it works in one turn of the loop: less than a sixtieth of a second. (One shape takes 1 to 5 ms on a PC.)"""

Job = Callable[[], object]


class PaintAhead:
    """Makes what the game that is open is likely to show next, draws its letters, then imports modules, then draws
    shapes, a slice of time at once.

    :param shown_next: jobs that make what is likely to be shown next.
    """

    def __init__(
        self,
        width: int,
        height: int,
        schedule: Schedule,
        modules: Iterable[str] = (),
        now: Callable[[], float] = time.perf_counter,
        shown_next: Callable[[], Iterable[Job]] = tuple,
    ) -> None:
        self._window = f"{width}x{height}"
        self._letters: Iterator[Job] = iter(())
        self._lettering = False
        self._rest = self._imports_and_shapes(modules)
        self._shown_next = shown_next
        self._game: str | None = None
        self._interrupted = False
        self._schedule, self._now = schedule, now
        self._event: Scheduled | None = schedule(self._next, QUIET_S)

    @property
    def done(self) -> bool:
        """Whether nothing is left, or it was closed."""
        return self._event is None

    def prepare(self, game: str | None) -> None:
        """Put the work off after an update of this game, which comes first."""
        if game != self._game:
            self._game = game
            self._letters, self._lettering = self._of_game(game), game is not None
            self._wait()
        else:
            self.touched()

    def touched(self, *_: Any) -> None:
        """Put the work off after a touch."""
        if self._event is not None:
            self._wait()

    def interrupt(self) -> None:
        """Put the work off, from any thread: something was read, and its answer waits for one letter at most."""
        self._interrupted = True

    def close(self) -> None:
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _wait(self) -> None:
        self.close()
        self._event = self._schedule(self._next, self._quiet())

    def _quiet(self) -> float:
        return QUIET_S if self._lettering or self._game is None else PLAYED_QUIET_S

    def _next(self) -> None:
        self._event = None
        if self._interrupted:
            self._interrupted = False
            self._wait()
        elif self._work(self._letters if self._lettering else self._rest):
            self._event = self._schedule(self._next, 0)
        elif self._lettering:
            self._lettering = False
            self._wait()

    def _work(self, jobs: Iterator[Job]) -> bool:
        """Do jobs for a slice of time; return whether that was too short for all of them."""
        until = self._now() + SLICE_S
        for job in jobs:
            job()
            if self._now() >= until or self._interrupted:
                return True
        return False

    @cached_property
    def _shown(self) -> ShownWindow | None:
        """What such a window shows, read with the first job: the first screen does not wait for it."""
        return typed.from_json(SIZES.read_bytes(), Sizes).get(self._window)

    def _of_game(self, game: str | None) -> Iterator[Job]:
        """Yield jobs that make what it is likely to show next, then those that put icons into the sheet, then those
        that draw some letters of one face in one size each."""
        if game is None:
            return
        yield from self._shown_next()
        if self._shown is None:
            return
        soon = self._shown.soon.get(game, ShownSoon())
        yield from (partial(icons.to_sheet, name, size) for name, sizes in soon.icons.items() for size in sizes)
        words, figures = self._shown.words.get(game, {}), self._shown.figures.get(game, {})
        faces = sorted({*words, *soon.words}, key=ANSWERED.index)
        drawn = {(face, label.REFERENCE): FIGURES + LETTERS for face in faces}
        for letters, sizes in ((FIGURES + LETTERS, soon.words), (FIGURES + LETTERS, words), (FIGURES, figures)):
            for face in sorted(sizes, key=ANSWERED.index):
                for size in sizes[face]:
                    drawn.setdefault((face, size), letters)
        for (face, size), letters in drawn.items():
            count = min(TOGETHER, max(1, TOGETHER_PX // size**2))
            for i in range(0, len(letters), count):
                yield partial(label.draw_unseen, letters[i : i + count], face, size)

    def _imports_and_shapes(self, modules: Iterable[str]) -> Iterator[Job]:
        """Yield jobs that import a module, or paint a shape that is not there yet: first those that a first card may
        show. The largest icons take longest: they come last, so that most are there soon.
        """
        for module in modules:
            if module not in sys.modules:
                yield partial(import_module, module)
        if self._shown is not None:
            for line, radii in self._shown.corners.items():
                yield from (partial(panel.paint_unseen, radius, line) for radius in radii)
            for soon in self._shown.soon.values():
                yield from _by_size(soon.icons)
            yield from _by_size(self._shown.icons)


def _by_size(shown: dict[str, list[int]]) -> Iterator[Job]:
    by_size = sorted((size, name) for name, sizes in shown.items() for size in sizes)
    return (partial(icons.paint_unseen, name, size) for size, name in by_size)
