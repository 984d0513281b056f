"""The picture of the README that moves: a chase, a last minute and a reveal of the demonstration.

    python -m tests.tools.gallery.moving docs/pictures/moving.png [fr]     (make story-pictures)

The games are those of `companion demo`; here more is looked at in them.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from companion.engine.clock import ManualClock
from companion.engine.requests import Choose, Open
from companion.engine.scratch import scratch
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.presentation.i18n import Language
from companion.runtime import Runtime
from kiosk.display import env
from kiosk.display.look import look
from kiosk.window import demo as demonstration
from kiosk.window.demo_player import Demo
from kiosk.window.opening import open_window

SIZE = (800, 480)
COLOURS = 256
LOOK_MS, PASS_MS, LAST_MS = 1_600, 700, 2_500
"""How long somebody looks at a frame, at one of several in which time passes, and at the last one."""
CHASE = {"hunt_started": "chase", "captured": "captured"}
LATE_CARDS = 7
"""So many cards of the last minute are shown."""


class Frames(Demo):
    """The demonstration, which keeps what is worth a frame."""

    def __init__(self, *arguments: Any) -> None:
        self.frames: list[tuple[Image.Image, int]] = []
        super().__init__(*arguments)

    def shoot(self, name: str) -> None:
        """Pictures of the demonstration that are none of a chase, a last minute or a reveal."""

    def keep(self, ms: int = LOOK_MS) -> None:
        from kiosk.window.picture import pixels

        self.pump()
        width, height, data = pixels()
        self.frames.append((Image.frombytes("RGBA", (width, height), data).convert("RGB"), ms))

    def _look(self, update: Any) -> None:
        left = self.kiosk.context.table.remaining()
        if left is not None and left < 60_000 and self._late < LATE_CARDS:
            self._late += 1
            self.keep(PASS_MS)

    _late = 0


class Chase(Frames):
    def shoot(self, name: str) -> None:
        if name.removeprefix("cerbere-") in CHASE.values():
            self.keep()


def chase(demo: Frames) -> None:
    """Cerbère's first chase in which somebody is caught, and the turn after it."""
    from kiosk.window.demo import CHASE_SEED, MOST

    options = {"level": "board", "boats": "kept"}
    demo.wish("cerbere", 4, options)
    demo.kiosk.context.enter("cerbere")
    demo.runtime.table.ask(Open("cerbere", demo.kiosk.context.set_up.players(), options, seed=CHASE_SEED), 10)
    demo.wait()
    rng = Random(CHASE_SEED)
    for _ in range(MOST):
        if len(demo.shown) == len(CHASE) or not demonstration._move_cerbere(demo, rng):
            break
        demo.pump(1)
        demo.look("cerbere", CHASE)
        while demo.root.base == "cerbere" and demo.root.screen.order is not None:
            demo.root.screen.order_over()
            demo.wait()
            demo.look("cerbere", CHASE)


def reveal(demo: Frames) -> None:
    """The end of a game of HellRail, car by car."""
    demo.runtime.table.ask(Open("hellrail", position=demonstration.LATE, seed=1), 10)
    demo.wait()
    for _name, keys in demonstration.LAST_TURNS[:-1]:
        for key in keys:
            demo.runtime.table.ask(Choose(key), 10)
        demo.wait()
    demo.keep()
    look.set(*SIZE, motion=True)  # the cars are opened one by one
    demo.runtime.table.ask(Choose("ok"), 10)
    demo.wait()
    look.set(*SIZE, motion=False)
    screen = demo.root.screen
    while screen.playing:
        screen._stop()
        screen._beat()
        demo.keep(PASS_MS)
    demo.frames[-1] = (demo.frames[-1][0], LAST_MS)


def write(frames: list[tuple[Image.Image, int]], path: Path) -> None:
    """As an animated PNG without end; all frames share one palette."""
    pictures = [frame for frame, _ms in frames]
    sheet = Image.new("RGB", (SIZE[0], SIZE[1] * len(pictures)))
    for i, picture in enumerate(pictures):
        sheet.paste(picture, (0, SIZE[1] * i))
    palette = sheet.quantize(COLOURS)
    first, *rest = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    first.save(path, save_all=True, append_images=rest, duration=[ms for _frame, ms in frames], loop=0, optimize=True)


def main(path: Path, language: Language = "en") -> None:
    with scratch() as data:
        env.prepare_kivy(SIZE, loop="stock", video="offscreen")
        open_window()
        own = KioskOptions(data=data, config=PACKAGED_CONFIG, simulate=True, lang=language, size=SIZE)
        frames: list[tuple[Image.Image, int]] = []
        for part, play in ((Chase, chase), (Frames, Frames.play_wagon), (Frames, reveal)):
            folder = data / part.__name__
            demo = part(Runtime(replace(own, data=folder), ManualClock(1_000)), own, data)
            try:
                play(demo)
            finally:
                demo.close()
            frames += demo.frames
    write(frames, path)
    print(f"{path}: {len(frames)} frames, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), "fr" if sys.argv[2:] == ["fr"] else "en")
