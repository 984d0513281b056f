"""Where a finger finds what it touches, on a display of some size: the same screens are walked through here.

    python -m tests.tools.pi.places WIDTH HEIGHT FOLDER

writes name -> [x, y], shares of the picture from its upper left corner, as JSON; and into the folder what the window
shows after each touch (name.png), before the first one home.png.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.tools.pi.roots import ROOT

if TYPE_CHECKING:
    from tests.kiosk.screens.touching import Hand

Place = tuple[float, float]
SECRET = (0.1, 0.05, 0.9, 0.34)
"""Left, top, right and bottom of the words above the thumb, as shares of their field (kiosk.widgets.hold_field)."""
SECONDS = 120
"""So long the walk may take on a busy computer."""


@functools.cache
def places(width: int, height: int, folder: Path) -> dict[str, Place]:
    """Name -> shares of a picture of that size in px.

    :param folder: gets a picture of what the window shows after each touch.
    :raises RuntimeError: if the walk does not lead through.
    """
    folder.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "tests.tools.pi.places", str(width), str(height), str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr[-800:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    return {name: (float(x), float(y)) for name, (x, y) in found.items()}


def boat_question() -> Iterator[dict[str, Any]]:
    """Requests that lead to the question which of three boats a player looks at."""
    from tests.kiosk.screens.cerbere_positions import SEATS, position

    seats = [{"name": player.name, "colour": player.colour} for player in SEATS[:5]]
    boats = {"slots": [2, 1, 3]}
    yield {"open": {"game": "cerbere", "seats": seats, "position": position(5, boating="kept", boats=boats), "seed": 1}}
    yield {"move": {"type": "play", "card": "sur_couardise", "option": "a"}}


class Walk:
    """A hand that notes where it touches."""

    def __init__(self, hand: Hand, folder: Path) -> None:
        self.hand, self.folder = hand, folder
        self.shoot("home")
        self.found: dict[str, Place] = {}

    def note(self, name: str, widget: Any, across: float = 0.5, down: float = 0.5) -> None:
        """Where a widget is: its middle, or another part of it as shares of its width and height."""
        width, height = self.hand.window.size
        x, y = widget.x + across * widget.width, widget.top - down * widget.height
        self.found[name] = (x / width, 1 - y / height)

    def shoot(self, name: str) -> None:
        """A picture of the window."""
        from kiosk.window.picture import shoot

        self.hand.pump(4)
        shoot(self.folder / f"{name}.png")

    def touch(self, name: str, widget: Any) -> None:
        self.note(name, widget)
        self.hand.touch(widget)
        self.shoot(name)

    def press(self, name: str, words: str) -> None:
        self.touch(name, self.hand.find(words))

    def wagon(self) -> None:
        """Infernal Wagon without tags: one card, taken back; held, and home."""
        self.touch("gate", self.hand.screen.gates[0])
        self.press("tracking", "Tracking")
        self.press("clock only", "Clock only")
        self.press("done", "Done")
        self.press("start", "Start")
        self.press("card", "Card")
        self.press("undo", "Undo")
        hold = next(widget for widget in self.hand.seen() if getattr(widget, "icon", None) == "hold")
        self.touch("hold", hold)
        self.press("leave", "Leave")

    def calibration(self) -> None:
        """From home to the page that shows where a finger arrives, and back."""
        self.touch("settings", self.hand.screen.gear)
        self.press("display", "Display")
        self.press("calibrate", "Calibrate")
        for number, target in enumerate(self.hand.screen.targets, 1):
            self.note(f"target {number}", target)
        self.press("back", "Back")
        self.hand.root.context.go.open(None)
        self.hand.pump()

    def boats(self) -> None:
        """Three boats, of which one is looked at."""
        from companion.protocol import request
        from kiosk.widgets.hold_field import HoldField

        for words in boat_question():
            ((name, body),) = words.items()
            self.hand.kiosk.runtime.table.ask(request(name, body, 0, reveal=False), SECONDS)
            self.hand.sync()
        self.press("it is done", "It is done")
        boats = [widget for widget in self.hand.root.walk(restrict=True) if isinstance(widget, HoldField)]
        self.note("boat", boats[1])
        left, top, right, bottom = SECRET
        self.note("secret from", boats[1], left, top)
        self.note("secret to", boats[1], right, bottom)
        self.note("boat undo", self.hand.find("Undo"))


def walk(width: int, height: int, pictures: Path) -> dict[str, Place]:
    """Walk in the one window of this process."""
    from kiosk.display import env

    with tempfile.TemporaryDirectory(prefix="pi-places-") as name:
        folder = Path(name)
        os.environ["SDL_AUDIODRIVER"] = "dummy"
        env.prepare_kivy((width, height), video="offscreen")
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion.options import PACKAGED_CONFIG, KioskOptions
        from kiosk.display.look import look
        from tests.kiosk.screens.touching import Hand
        from tests.tools.pi.twin import BOXES, SETTINGS

        config, data = folder / "config", folder / "data"
        shutil.copytree(PACKAGED_CONFIG, config)
        for own, demo in BOXES.items():
            shutil.copy(config / demo, config / own)
        data.mkdir()
        (data / "settings.json").write_bytes(msgspec.json.encode(SETTINGS))
        EventLoop.ensure_window()
        EventLoop.start()
        look.set(width, height, motion=False)
        hand = Hand(data, Window, 1, options=KioskOptions(data=data, config=config, lang="en"))
        try:
            one = Walk(hand, pictures)
            one.calibration()
            one.wagon()
            one.boats()
        finally:
            hand.close()
    return one.found


if __name__ == "__main__":
    print(json.dumps(walk(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
