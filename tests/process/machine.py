"""The real kiosk in a process of its own, with a pseudo-terminal as its serial port, mock pins and a captured card.

Nothing here waits for a fixed time: everything is waited for until it is so, and the process has patience, too
(`unhurried`).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.options import JOURNAL, PACKAGED_CONFIG
from kiosk.sound.file_card import PREFIX
from tests.patience import PATIENCE_S, WHOLE_S, until
from tests.process.pictures import Picture
from tests.process.readers import Hand
from tests.rendered_sound import rendered_sound

ROOT = Path(__file__).resolve().parents[2]
UNHURRIED = Path(__file__).with_name("unhurried")
DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL")
"""A kiosk that outlived killed tests would go on taking serial ports."""
LOOK_S = 0.4
"""Between two pictures: drawing them is work for the one that is looked at."""
CARD = "card.raw"
LIFTED_S = 0.5
"""So long after its frames the same tag may be put down anew."""
ANSWER_S = 30.0
"""So long people wait before they hold it there again."""

TABLE = """
[pins]
factory = "mock"
[panel]
start = 17
a = 27
b = 22
undo = 23
[[lamps]]
red = 12
green = 13
blue = 19
"""

UP_S = 0.07
"""A button is up at least; a press that comes sooner than two windows of its debounce is lost."""


def insist(act: Callable[[], object], condition: Callable[[], object], what: str, seconds: float = 1.0) -> None:
    """Do it again each second until it is so, as people do: what has just appeared takes no touch for a moment."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, f"it never came: {what}"
        act()
        again = time.monotonic() + seconds
        while not condition() and time.monotonic() < again:
            time.sleep(0.01)


def capture(config: Path) -> None:
    """Let the sound be played into one file beside the config: the card is not given back in between."""
    card = f'device = "{PREFIX}{config.parent / CARD}"\nrest_after_s = 0.0\n'
    (config / "sound.toml").write_text(card, encoding="utf-8")


class Kiosk:
    """`companion kiosk` and its control channel.

    :param env: over what the tests have.
    :param table: the text of table.toml.
    :param more: words for its command line.
    :param renders: whether it renders its sound at its start, as a new one does; else it finds what was rendered once
        for all tests.
    :param seen: whether its frames are drawn, and what they will show is painted ahead, as for people who look.
    """

    def __init__(
        self,
        folder: Path,
        table: str = TABLE,
        env: dict[str, str] | None = None,
        size: str = "800x480",
        more: Sequence[str] = (),
        renders: bool = False,
        seen: bool = False,
    ):
        self.folder = folder
        self.data, self.config = folder / "data", folder / "config"
        self.size = tuple(map(int, size.split("x")))
        self.errors = folder / "stderr.txt"
        self.sound = folder / CARD
        self._pictures = 0
        self._tapped = ("", 0.0)
        if not self.config.exists():
            shutil.copytree(PACKAGED_CONFIG, self.config)
            (self.config / "table.toml").write_text(table)
            if env is None or "SDL_AUDIODRIVER" not in env:
                capture(self.config)
        if "COMPANION_TEST_SOUND" in os.environ and not renders and not (self.data / "sound").exists():
            shutil.copytree(rendered_sound(), self.data / "sound", copy_function=os.link)
        if not (settings := self.data / "settings.json").exists():  # no table at its first start: home is there at once
            self.data.mkdir(exist_ok=True)
            settings.write_text('{"offered": true}', encoding="utf-8")
        words = ["--data", self.data, "--config", self.config, "--control", folder / "control", "--size", size]
        words += ["--lang", "en", *more]
        path = {**os.environ, **(env or {})}.get("PYTHONPATH")
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [
                    *DIES_WITH_US,
                    sys.executable,
                    "-m",
                    "companion",
                    "kiosk",
                    *map(str, words),
                ],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                cwd=ROOT,
                env={
                    **{name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "NOTIFY"))},
                    "SDL_VIDEODRIVER": "offscreen",
                    **({"COMPANION_TEST_SEEN": "1"} if seen else {}),
                    **(env or {}),
                    "PYTHONPATH": os.pathsep.join([str(UNHURRIED), *filter(None, [path])]),
                },
            )
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(PATIENCE_S)
        self._lines: Any = None
        self._path = folder / "control"

    def __enter__(self) -> Kiosk:
        until(lambda: self._connect() or self.process.poll() is not None, "the control channel")
        assert self.process.poll() is None, self.said
        self._lines = self._line.makefile("rb")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        if self._lines is not None:
            self._lines.close()
        self._line.close()

    def _connect(self) -> bool:
        with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
            self._line.connect(str(self._path))
            return True
        return False

    # -- what it said -------------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """All of its standard error."""
        return self.errors.read_text(encoding="utf-8", errors="replace")

    @property
    def log(self) -> str:
        """All of its log."""
        return (self.data / "companion.log").read_text(encoding="utf-8")

    @property
    def journal(self) -> Path:
        return self.data / JOURNAL

    def end(self, how: int, seconds: float = PATIENCE_S) -> int:
        """Its exit status after a signal."""
        self.process.send_signal(how)
        return self.process.wait(timeout=seconds)

    def wait_for_sound(self) -> None:
        """Until it is rendered and the sound card is written to."""
        until(lambda: list(self.data.glob("sound/*/index.json")) and self.sound.exists(), "the sound", WHOLE_S)

    # -- the control channel ------------------------------------------------------------------------------

    def line(self, line: bytes) -> dict[str, Any]:
        """The answer to a line."""
        self._line.sendall(line + b"\n")
        return dict(json.loads(self._lines.readline()))

    def say(self, **request: Any) -> dict[str, Any]:
        """The answer to a request, which must be a good one."""
        answer = self.line(json.dumps(request).encode())
        assert answer["ok"], (request, answer, self.said)
        return answer

    def move(self, name: str, **fields: Any) -> dict[str, Any]:
        return self.say(move={"type": name, **fields})

    @property
    def view(self) -> Any:
        """What everybody may see of the open game."""
        return self.say(view={})["view"]

    @property
    def phase(self) -> str | None:
        view = self.view
        return None if view is None else str(view["phase"])

    def push(self, button: str) -> None:
        """A finger on a button, down and up."""
        self.say(press=button)
        self.release(button)

    def release(self, button: str) -> None:
        """The finger goes up, and stays up as long as a finger does."""
        self.say(release=button)
        time.sleep(UP_S)

    def place(self, name: str) -> tuple[float, float]:
        """Where on the glass the key with these words or this icon is, as a share of it, from the upper left corner."""
        key = next(key for key in self.say(keys={})["keys"] if name in (key["icon"], *key["words"]))
        return key["at"][0] / self.size[0], key["at"][1] / self.size[1]

    def touch(self, x: float, y: float) -> None:
        """A finger on the window, down and up; the place as a share of it, from the upper left corner."""
        self.say(touch=[x * self.size[0], y * self.size[1]])

    @property
    def lamp(self) -> tuple[float, float, float]:
        red, green, blue = self.say(lamp={})["colour"]
        return (red, green, blue)

    def picture(self) -> Picture:
        """What the window shows."""
        self._pictures += 1
        return Picture(Path(self.say(picture=str(self.folder / f"{self._pictures:03}.png"))["picture"]))

    def shows(self, condition: Callable[[Picture], bool], what: str) -> Picture:
        """The first picture of which it is so: things that move come to rest."""
        end = time.monotonic() + PATIENCE_S
        while not condition(picture := self.picture()):
            assert time.monotonic() < end, f"the window never showed it: {what} ({picture.path})"
            picture.path.unlink()
            time.sleep(LOOK_S)
        return picture

    def tap(self, reader: Hand, uid: str, done: Callable[[Any], object]) -> Any:
        """A tag is held to a reader, and the view is waited for until it is as it should be; that view.

        A card that was not answered is taken away and held there again.
        """
        until(lambda: f"connected on {reader.port}" in self.log, "the reader")
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self._tapped[0] == uid:
                time.sleep(max(0.0, self._tapped[1] + LIFTED_S - time.monotonic()))
            reader.tap(uid)
            self._tapped = (uid, time.monotonic())
            if self.becomes(lambda: done(self.view), ANSWER_S):
                return self.view
        raise AssertionError(f"the card {uid} never came: {self.view}")

    @staticmethod
    def becomes(done: Callable[[], object], seconds: float) -> bool:
        """Whether it is so within so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if done():
                return True
            time.sleep(0.005)
        return False


def companion(*words: object) -> subprocess.CompletedProcess[str]:
    """Another command of the companion, run to its end."""
    command = [sys.executable, "-m", "companion", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WHOLE_S, check=False)
