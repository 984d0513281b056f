"""The pictures of docs/install.md: a stranger's way from the first start to the first tracked card, on the real screen.

    make story-pictures                          # = python -m tests.tools.gallery.story docs/pictures
                                                 #   python -m tests.tools.gallery.story docs/fr/pictures --lang fr

`tests/kiosk/screens/test_story.py` goes the same way and compares what it sees with the pictures that are kept.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.presentation.i18n import Catalogue, Language
from kiosk.display import env

ROOT = Path(__file__).resolve().parents[3]
SPLASH = ROOT / "systemd/splash/splash.pic"
SIZE = (800, 480)
SCREENS = (
    "language", "timezone", "network", "home", "diagnostics", "wiring", "box", "heap", "enrolled", "players",
    "first-card", "virtual", "virtual-card",
)  # fmt: skip
"""What the stranger sees, in this order: `story-NAME.png`, shot from the kiosk's window; the last two of them with the
virtual table."""
PAPERS = {
    "stickers": ("box", "stickers", "infernal_wagon"),
    "quickstart": ("quickstart", "infernal_wagon"),
}
"""The first page of what these commands of the companion print."""
DRAWN = ("parts", "flash")
"""The parts of docs/wiring/usb.toml, and the card of `make image`."""
NAMES = (*DRAWN, "splash", *SCREENS, *PAPERS)
WIDE = 1200
"""px of the picture of the card."""
FIRST_TAG, DEAL = 1, 7
STILL_S, STILL_WITHIN_S = 0.15, 5.0
OWN_NAMES: dict[Language, str] = {"en": "English", "fr": "Français"}
"""Each language in its own words, as it stands on the screen."""
Keep = Callable[[str], object]


class Somebody:
    """Touches by the words on the screen, and looks at it.

    :param keep: called with the name of a picture, whenever the window shows it.
    """

    hands: Any
    keep: Keep
    language: Language
    pressed: list[str]
    """The words of all keys that were touched."""

    def close(self) -> None:
        self.hands.close()

    def press(self, *words: str) -> None:
        """Keys by their English words, on a screen in the language of this visit."""
        for one in map(Catalogue(self.language).gettext, words):
            self.hands.press(one)
            self.pressed.append(one)

    def see(self, name: str) -> None:
        """Look once nothing moves any more: a busy machine is late with what follows a touch."""
        from kiosk.window.picture import pixels

        seen, end = pixels(), time.monotonic() + STILL_WITHIN_S
        while time.monotonic() < end:
            time.sleep(STILL_S)
            self.hands.pump(3)
            before, seen = seen, pixels()
            if seen == before:
                break
        self.keep(name)


class Visitor(Somebody):
    """Somebody without any parts: `make run`, and the virtual table."""

    def __init__(self, folder: Path, window: Any, keep: Keep, language: Language = "en") -> None:
        from tests.kiosk.screens.enrolling import Enroller
        from tests.tools.gallery.root import PRESENT

        self.language = language
        self.hands, self.keep, self.pressed = Enroller(folder, window, simulate=True, lang=language), keep, []
        context = self.hands.kiosk.context
        context.table.wall_now = lambda: PRESENT
        context.owner.set(motion=False)

    def go(self) -> None:
        """To the first card."""
        hands = self.hands
        hands.touch(hands.screen.gates[0])
        self.pressed.append("Infernal Wagon")
        self.press("Start")
        drawer = _dealt(hands)
        hands.touch(hands.root.tab)
        self.see("virtual")
        card = next(tile for tile in drawer.tiles if tile.piece.lit and tile.piece.icon == "rail")
        hands.touch(card)
        hands.wait(lambda: hands.view.track and drawer.table.cards[hands.view.track[-1].slot].uid == card.piece.uid)
        if drawer.visible:
            hands.touch(drawer.close)
        self.see("virtual-card")


def _dealt(hands: Any) -> Any:
    """The virtual table, with the same cards in the same hands every time."""
    from random import Random

    drawer = hands.root.drawer
    drawer.table._rng = Random(DEAL)
    drawer.table.deal(hands.view)
    drawer.deal()
    return drawer


class Stranger(Somebody):
    """Somebody who does what the page says: touches by the words on the screen, tags on the reader.

    :param keep: as above.
    """

    def __init__(self, folder: Path, window: Any, keep: Keep, language: Language = "en") -> None:
        from companion.__main__ import main
        from kiosk.doctor.diagnostics import Diagnostics
        from tests.kiosk.screens.enrolling import Enroller
        from tests.process.readers import Wire
        from tests.tools.gallery.root import PRESENT
        from tests.tools.gallery.scenes_machine import fill_root

        self.language = language
        self.machine = folder / "machine"
        fill_root(self.machine)
        for place in ("etc/default", "state/machine", "run/companion", "boot/firmware"):
            (self.machine / place).mkdir(parents=True)
        (self.machine / "boot/firmware/companion.toml").write_text("")
        assert main(["machine", "--start", "--root", str(self.machine)]) == 0
        self.wire = Wire()
        self.hands = Enroller(folder, window, machine=self.machine, table=_table(self.wire.port))
        self.kiosk, self.keep = self.hands.kiosk, keep
        self.pressed = []
        context = self.kiosk.context
        context.table.wall_now = lambda: PRESENT
        context.owner.set(motion=False)
        runtime = self.kiosk.runtime
        doctor = Diagnostics(_found, lambda: runtime.live, self.kiosk._hook_signals, runtime.support, self.kiosk.post)
        doctor.findings = _found()
        context.services.doctor = doctor

    def close(self) -> None:
        if self.kiosk.context.services.machine is not None:
            self.kiosk.context.services.machine.close()
        super().close()
        self.wire.close()

    def choose(self, words: str) -> None:
        """A question of the first start; the machine's own command does what was chosen."""
        from companion.__main__ import main

        machine: Any = self.kiosk.context.services.machine
        before = machine.status.answer
        self.hands.press(words)
        self.pressed.append(words)
        assert main(["machine", "--request", "--root", str(self.machine)]) == 0
        self.hands.wait(lambda: machine.status.answer not in (None, before))
        self.hands.sync()

    def go(self) -> None:
        """All of it."""
        self.start()
        self.look()
        self.enrol()
        self.play()

    def start(self) -> None:
        """The three questions."""
        say = Catalogue(self.language).gettext
        answers = {"language": OWN_NAMES[self.language], "timezone": "Paris", "network": say("Without a network")}
        for name, words in answers.items():
            self.see(name)
            self.choose(words)
        self.see("home")

    def look(self) -> None:
        """Diagnostics, and a key that is pressed."""
        self.hands.touch(next(widget for widget in self.hands.seen() if getattr(widget, "icon", "") == "gear"))
        self.press("Diagnostics")
        self.see("diagnostics")
        self.press("Buttons", "Wiring")
        panel: Any = self.kiosk.runtime.panel
        panel.press("start")
        self.hands.wait(lambda: self.hands.screen.wires.lit)
        self.see("wiring")
        panel.release("start")
        self.press("Back", "Back", "Back", "Done")

    def enrol(self) -> None:
        """The first four cards."""
        from tests.kiosk.screens.enrolling import uid

        self.hands.touch(self.hands.screen.gates[0])
        self.pressed.append("Infernal Wagon")
        self.press("Tracking", "The box")
        self.see("box")
        self.press("Départ")
        self.see("heap")
        for n in range(4):
            self.hands.tap(uid(FIRST_TAG + n))
        self.see("enrolled")
        self.press("Back", "Back")

    def play(self) -> None:
        """The game is set up; its first card is held to the reader."""
        from tests.kiosk.screens.enrolling import uid

        self.see("players")
        self.press("Start")
        self.hands.tap(uid(FIRST_TAG + 3))
        self.hands.wait(lambda: self.hands.view.track and self.hands.view.track[-1].slot.startswith("rail-"))
        self.see("first-card")


def _table(port: str) -> str:
    """docs/wiring/usb.toml with another port, and pins without a Pi."""
    import re

    text = (ROOT / "docs/wiring/usb.toml").read_text(encoding="utf-8")
    text = re.sub(r'^port = ".*"$', f'port = "{port}"', text, flags=re.MULTILINE)
    return text.replace('factory = "lgpio"', 'factory = "mock"')


def _found() -> Any:
    """What the doctor finds at this table on a Pi: this computer's own findings are in no picture."""
    from companion.tools.doctor.finding import Finding
    from tests.tools.gallery.doctor import WELL

    pins = Finding("pins_well", {"buttons": 4, "encoders": 0, "lamps": 1})
    return [pins if finding.code == "pins_well" else finding for finding in WELL]


def splash() -> tuple[int, int, bytes]:
    """Width, height and RGBA of the start-up picture in the middle of a display of `SIZE`."""
    import numpy as np

    head, _newline, packed = SPLASH.read_bytes().partition(b"\n")
    width, height = map(int, head.split()[1:])
    data = np.frombuffer(zlib.decompress(packed), np.uint8)
    display = np.tile(np.append(data[:3], 255).astype(np.uint8), (SIZE[1], SIZE[0], 1))
    left, top = (SIZE[0] - width) // 2, (SIZE[1] - height) // 2
    display[top : top + height, left : left + width, :3] = data[:768].reshape(256, 3)[data[768:].reshape(height, width)]
    return *SIZE, display.tobytes()


def print_papers(folder: Path, language: Language) -> None:
    """The sheets.

    :raises FileNotFoundError: if poppler's pdftoppm is missing.
    """
    with tempfile.TemporaryDirectory() as made:
        for name, words in PAPERS.items():
            page = Path(made, f"{name}.pdf")
            command = [sys.executable, "-m", "companion", *words, "--lang", language, "--data", made, "-o", str(page)]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            target = folder / f"story-{name}"
            draw = ("pdftoppm", "-png", "-r", "60" if name == "stickers" else "80", "-f", "1", "-singlefile")
            subprocess.run([*draw, str(page), str(target)], check=True)


def draw_parts_and_card(folder: Path, language: Language) -> None:
    """Parts by the companion's own command, the card by `flash`.

    :raises drivers.wiring.png.NoRenderer: without resvg_py.
    """
    from companion.__main__ import main as companion
    from companion.presentation.fonts import face_file
    from drivers.wiring.png import png_of_svg
    from tests.tools.gallery.flash import flash

    table, target = str(ROOT / "docs/wiring/usb.toml"), str(folder / "story-parts.png")
    with tempfile.TemporaryDirectory() as data, contextlib.redirect_stdout(io.StringIO()):
        status = companion(["wiring", "--parts", "--lang", language, "--table", table, "--png", target, "--data", data])
    assert status == 0
    fonts = [Path(face_file("bold")), Path(face_file("text")), Path(face_file("text_bold"))]
    (folder / "story-flash.png").write_bytes(png_of_svg(flash(language), fonts, WIDE))


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.gallery.story", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="where story-*.png go")
    parser.add_argument("--pressed", type=Path, help="the screens only; the words that were touched go here, in lines")
    parser.add_argument("--lang", choices=("en", "fr"), default="en", help="the language of the screen")
    given = parser.parse_args(arguments)
    folder, language = given.folder, given.lang
    folder.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix="companion-story-"))
    env.prepare_kivy(SIZE, loop="stock", video="offscreen")
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window

    from kiosk.display.look import look
    from kiosk.window.picture import draw_pictures_only, png_of_pixels, shoot
    from tests.kiosk.eyes import eyes

    EventLoop.ensure_window()
    EventLoop.start()
    draw_pictures_only()
    Clock._max_fps = 0
    look.now = eyes.now
    look.set(*SIZE, motion=False)
    (folder / "story-splash.png").write_bytes(png_of_pixels(*splash()))
    pressed: list[str] = []
    try:
        for who in (Stranger, Visitor):
            keep: Keep = lambda name: shoot(folder / f"story-{name}.png")  # noqa: E731
            somebody = who(scratch / who.__name__, Window, keep, language)
            try:
                somebody.go()
            finally:
                somebody.close()
            pressed += somebody.pressed
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if given.pressed is not None:
        given.pressed.write_text("\n".join(pressed), encoding="utf-8")
        return 0
    print_papers(folder, language)
    draw_parts_and_card(folder, language)
    for name in NAMES:
        print(folder / f"story-{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
