"""Where no window can be opened, or nobody would see it, one line says why and what mends it, and no game begins."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.options import JOURNAL
from kiosk.window import start
from kiosk.window.start import CARDS
from tests.patience import WHOLE_S
from tests.process.machine import ROOT

pytestmark = pytest.mark.process
NO_X = ":7777"
NO_EGL = {"__EGL_VENDOR_LIBRARY_FILENAMES": os.devnull, "EGL_PLATFORM": "x11"}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"SDL_VIDEODRIVER": "kmsdrm"}, "kmsdrm"),
        ({"SDL_VIDEODRIVER": "x11", "DISPLAY": NO_X}, NO_X),
        ({"SDL_VIDEODRIVER": "wayland"}, "wayland"),
        ({"SDL_VIDEODRIVER": "nonsense"}, "nonsense"),
        ({"SDL_VIDEODRIVER": "dummy"}, "OpenGL"),
        ({"SDL_VIDEODRIVER": "offscreen", **NO_EGL}, "EGL"),
        ({}, "shows nothing to anybody"),
        ({"DISPLAY": NO_X}, "shows nothing to anybody"),
        ({**NO_EGL}, "no window"),
    ],
    ids=["no-card", "dead-x", "no-wayland", "no-such-driver", "no-gl", "no-egl", "nothing", "dead-display", "bare"],
)
def test_the_last_line_says_why(given: dict[str, str], why: str, tmp_path: Path) -> None:
    left_out = ("KIVY_", "SDL_", "DISPLAY", "WAYLAND_", "XAUTHORITY", "NOTIFY")
    known = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    ended = subprocess.run(
        [*no_card(), sys.executable, "-m", "companion", "kiosk", "--data", str(tmp_path)],
        env={**known, "COMPANION_NO_SOUND": "1", **given},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WHOLE_S,
        check=False,
    )
    last = ended.stderr.splitlines()[-1]
    assert ended.returncode == 2, ended.stderr
    assert last.startswith("companion: no window: ")
    assert why in last
    assert "companion doctor" in last
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / JOURNAL).exists()


def no_card() -> list[str]:
    """The words that keep a program from the display of this machine, where it has one."""
    return [sys.executable, "-m", "tests.process.no_cards"] if any(CARDS.glob("card*")) else []


def test_a_card_that_is_kept_from_a_program_is_none_for_it() -> None:
    asks = "import fcntl, os\nfor request in (0xC0106407, 0x5413):\n    try: fcntl.ioctl(0, request, bytes(64))\n"
    script = asks + "    except OSError as error: print(error.errno)\n"
    words = [sys.executable, "-m", "tests.process.no_cards", sys.executable, "-c", script]
    ended = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == [str(errno.ENODEV), str(errno.ENOTTY)], "a card's request, and one of a terminal's"


def test_a_display_whose_driver_is_loaded_late_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen on an emulated Pi: the kiosk was 0.2 s earlier, ended, and a login stood on the screen."""
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            (tmp_path / "card0").touch()

    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    assert start.wait_for_display(tmp_path, sleep) and waited == [], "by hand nobody waits"
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    assert start.wait_for_display(tmp_path, sleep)
    assert len(waited) == 3
    (tmp_path / "card0").unlink()
    assert not start.wait_for_display(tmp_path, sleep)
    assert sum(waited) == pytest.approx(start.DISPLAY_S + 3 * start.LOOK_S)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    assert start.wait_for_display(tmp_path, sleep)
