"""Keys, devices and window events that are nobody's: the kiosk goes on, shows the same page, and no game moves.

`python -m tests.tools.soak.strays [--only PART_OF_A_SCENE] [--few]`: pushes every event into SDL's own queue while the
app runs, with Kivy's own bindings, over every scene of the gallery. What the system sends to phones alone, and the
window manager's "close", are left out: they are meant.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.display import env
from tests.tools.soak.report import Finding

SIZE = (800, 480)
SCANCODE = 1 << 30
KEYS = (*range(128), *(SCANCODE | code for code in range(1, 291)))
"""SDL's key codes: characters, and the keys that have none."""
MODIFIERS = (0, 0x1, 0x40, 0x100, 0x400, 0xFFFF)
"""None, Shift, Ctrl, Alt, the system's, and all at once."""
WINDOW, KEY_DOWN, KEY_UP, EDIT, TEXT, KEYMAP = 0x200, 0x300, 0x301, 0x302, 0x303, 0x304
MOTION, PRESS, RELEASE, WHEEL = 0x400, 0x401, 0x402, 0x403
JOY_AXIS, JOY_BALL, JOY_HAT, JOY_DOWN, JOY_UP, JOY_ADDED, JOY_REMOVED = range(0x600, 0x607)
PAD_AXIS, PAD_DOWN, PAD_UP, PAD_ADDED, PAD_REMOVED, PAD_MAPPED = range(0x650, 0x656)
DROP_FILE, DROP_TEXT, DROP_BEGIN, DROP_END = range(0x1000, 0x1004)
OTHERS = (0x150, 0x304, 0x800, 0x801, 0x802, 0x900, 0x1100, 0x1101, 0x1200, 0x2000, 0x2001)
"""Displays, keyboard layouts, gestures, the clipboard, sound cards, sensors, lost textures."""
CLOSE, WINDOW_EVENTS = 14, range(1, 19)
BUTTONS = (2, 3, 4, 5)
"""Of a mouse, but the left one, which is a finger. Kivy calls those from the sixth on left ones."""
FRAMES = 4
"""Until what came is dispatched and drawn."""


def _key(kind: int, key: int, modifiers: int) -> bytes:
    scancode = key & ~SCANCODE if key & SCANCODE else 0
    return struct.pack("=IIIBBHiiHHI", kind, 0, 1, kind == KEY_DOWN, 0, 0, scancode, key, modifiers, 0, 0)


def keys(modifiers: Sequence[int]) -> Iterator[bytes]:
    """Every key that SDL knows, with every modifier, down and up."""
    for key, held, kind in product(KEYS, modifiers, (KEY_DOWN, KEY_UP)):
        yield _key(kind, key, held)


def words() -> Iterator[bytes]:
    """Text that is typed or being put together."""
    for text in ("a", "é", "\x1b", "\u202e", "𝄞", "q" * 31):
        yield struct.pack("=III32s", TEXT, 0, 1, text.encode()[:31])
        yield struct.pack("=III32sii", EDIT, 0, 1, text.encode()[:31], 0, 1)


def pointers(apart: int) -> Iterator[bytes]:
    """A mouse that goes everywhere, in steps of so many px, its wheel and its other buttons."""
    for x, y in product(range(20, SIZE[0], apart), range(20, SIZE[1], apart)):
        yield struct.pack("=IIIIIiiii", MOTION, 0, 1, 0, 0, x, y, 1, 1)
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            yield struct.pack("=IIIIiiI", WHEEL, 0, 1, 0, dx, dy, 0)
        for button, kind in product(BUTTONS, (PRESS, RELEASE)):
            yield struct.pack("=IIIIBBBBii", kind, 0, 1, 0, button, kind == PRESS, 1, 0, x, y)


def sticks() -> Iterator[bytes]:
    """Joysticks and game pads."""
    for n in range(16):
        for value in (-32768, 0, 32767):
            yield struct.pack("=IIiBBHhH", JOY_AXIS, 0, 0, n, 0, 0, value, 0)
            yield struct.pack("=IIiBBHhH", PAD_AXIS, 0, 0, n, 0, 0, value, 0)
        yield struct.pack("=IIiBBHhh", JOY_BALL, 0, 0, n, 0, 0, 5, -5)
        yield struct.pack("=IIiBBH", JOY_HAT, 0, 0, 0, n, 0)
        for kind in (JOY_DOWN, JOY_UP, PAD_DOWN, PAD_UP):
            yield struct.pack("=IIiBBH", kind, 0, 0, n, kind in (JOY_DOWN, PAD_DOWN), 0)
    for kind in (JOY_ADDED, JOY_REMOVED, PAD_ADDED, PAD_REMOVED, PAD_MAPPED):
        yield struct.pack("=IIi", kind, 0, 0)


def drops(sdl: Any) -> Iterator[bytes]:
    """Files and text that are dropped on the window. SDL frees the text."""
    sdl.SDL_strdup.restype, sdl.SDL_strdup.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    yield struct.pack("=IIQI", DROP_BEGIN, 0, 0, 1)
    for kind, text in ((DROP_FILE, b"/etc/passwd"), (DROP_TEXT, "à\n".encode()), (DROP_FILE, b"")):
        yield struct.pack("=IIQI", kind, 0, sdl.SDL_strdup(text), 1)
    yield struct.pack("=IIQI", DROP_END, 0, 0, 1)


def windows() -> Iterator[bytes]:
    """What a window manager says, but "close"; and what SDL says of displays, layouts, gestures and the like."""
    for event in WINDOW_EVENTS:
        if event != CLOSE:
            yield struct.pack("=IIIBBHii", WINDOW, 0, 1, event, 0, 0, *SIZE)
    for kind in OTHERS:
        yield struct.pack("=II", kind, 0)


class Strays:
    """Pushes them all at one scene after the other, from within the running app.

    :param only: part of the names of the scenes.
    :param few: each key alone and with all modifiers at once, and a mouse that goes in wide steps.
    """

    def __init__(self, app: Any, only: tuple[str, ...], few: bool) -> None:
        from kiosk.display.loop import sdl_library
        from tests.tools.gallery.scenes import scenes

        self.app, self.sdl = app, sdl_library()
        self.modifiers = (MODIFIERS[0], MODIFIERS[-1]) if few else MODIFIERS
        self.apart = 150 if few else 50
        self.scenes = [scene for scene in scenes() if any(part in scene.name for part in only or ("",))]
        self.faults: list[str] = []
        self.pushed = self.seen = 0
        self.over = False
        self._steps = self._all()

    def step(self, _dt: float) -> bool:
        """One frame."""
        return next(self._steps, False)

    def _all(self) -> Iterator[bool]:
        from kivy.core.window import Window

        from tests.tools.gallery.root import stand

        yield from self._pushed_at("home, as it is", self.app.root, [])
        Window.remove_widget(self.app.root)
        for scene in self.scenes:
            sent: list[Any] = []
            root = stand(scene, sent)
            Window.add_widget(root)
            yield from self._pushed_at(scene.name, root, sent)
            Window.remove_widget(root)
        self.over = True
        self.app.stop()
        yield False

    def _pushed_at(self, name: str, root: Any, sent: list[Any]) -> Iterator[bool]:
        from kivy.core.window import Window

        yield from [True] * FRAMES
        page, size = root.name, tuple(Window.size)
        del sent[:]
        for batch in (keys(self.modifiers), words(), pointers(self.apart), sticks(), drops(self.sdl), windows()):
            for event in batch:
                self._push(event)
            yield from [True] * FRAMES
        if root.name != page:
            self.faults.append(f"{name}: the page {page} became {root.name}")
        if sent:
            self.faults.append(f"{name}: the table was asked for {sent}")
        if Window.children != [root]:
            self.faults.append(f"{name}: the window has {Window.children}")
        if tuple(Window.size) != size:
            self.faults.append(f"{name}: the window became {Window.size}")
        self.seen += 1

    def _push(self, event: bytes) -> None:
        self.pushed += 1
        assert self.sdl.SDL_PushEvent(ctypes.create_string_buffer(event, 128)) == 1, "SDL's queue is full"


def run(only: tuple[str, ...], few: bool = False) -> Strays:
    """Push them at all scenes whose names have one of these parts."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ["COMPANION_NO_SOUND"] = "1"
    env.prepare_kivy(SIZE, loop="stock", video="offscreen")
    from kivy.clock import Clock

    from companion.runtime import Runtime
    from kiosk.window.app import Kiosk

    with tempfile.TemporaryDirectory(prefix="companion-strays-") as folder:
        options = KioskOptions(data=Path(folder), config=PACKAGED_CONFIG, lang="en", size=SIZE)
        runtime = Runtime(options)
        try:
            kiosk = Kiosk(runtime, options)
            kiosk.paint_ahead = lambda: None  # type: ignore[method-assign]
            app = kiosk.prepare()
            strays = Strays(app, only, few)
            app.bind(on_start=lambda _app: Clock.schedule_interval(strays.step, 0))
            app.run()
        finally:
            runtime.close()
    if not strays.over:
        strays.faults.append(f"the kiosk ended after {strays.seen} scenes")
    return strays


def soak_strays(only: str) -> Finding:
    """The same in a process of its own: one window for each."""
    words = [sys.executable, "-m", "tests.tools.soak.strays", "--only", only]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    broken = None if done.returncode == 0 else "\n    ".join(told[1:]) or done.stderr[-2_000:] or "it said nothing"
    return Finding("keys and devices that are nobody's", {"pushed": told[0] if told else ""}, broken)


def main() -> int:
    """Push; 1 if anything came of it."""
    reader = argparse.ArgumentParser("tests.tools.soak.strays", description=__doc__)
    reader.add_argument("--only", action="append", default=[])
    reader.add_argument("--few", action="store_true", help="fewer modifiers and places")
    given = reader.parse_args()
    strays = run(tuple(given.only), given.few)
    print("\n".join([f"{strays.pushed} events at {strays.seen} pages", *strays.faults]))
    return int(bool(strays.faults))


if __name__ == "__main__":
    sys.exit(main())
