"""Is there a screen, may it be used, does a window open on it, and is there anything to touch it with?"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

from companion.engine.program import ProgramError
from companion.engine.text import N_, Text
from companion.tools.doctor.entry import BOOT
from companion.tools.doctor.finding import Case, Finding
from companion.tools.doctor.system import System
from kiosk.display.env import UNSEEN
from kiosk.storage.settings import SettingsFile

CARDS = "/dev/dri/card*"
CONNECTORS = "/sys/class/drm/card*-*/status"
INPUTS = "/proc/bus/input/devices"
LEAST = (480, 800)
"""Short and long side in px that the pages are drawn for."""
UNSHOWN = Text(N_("nothing answers there, and what SDL takes instead shows nothing"))
WINDOW_S = 10.0
"""How long a window takes to open at most, even on a Pi Zero 2."""
_TOUCH = re.compile(r"touch|raspberrypi-ts|ft5|goodix|ilitek|edt-ft", re.IGNORECASE)


def look(system: System, case: Case) -> Iterator[Finding]:
    if case.live is not None and (told := _ours()) is not None:
        yield from _sized(*told)
        return
    if case.companion:
        yield Finding("screen_in_use", {"pid": case.companion})
        return
    desktop = system.environ("WAYLAND_DISPLAY") or system.environ("DISPLAY")
    device = desktop
    if not desktop:
        cards = system.find(CARDS)
        states = [system.text(path).strip() for path in system.find(CONNECTORS)]
        if not cards or (states and "connected" not in states):
            yield Finding("no_screen", {"file": BOOT})
            return
        if not any(system.may(card, "rw") for card in cards):
            yield Finding("screen_not_allowed", {"user": system.user(), "device": cards[0]})
            return
        device = next(card for card in cards if system.may(card, "rw"))
    if case.quick:
        yield Finding("screen_found", {"device": device})
    else:
        yield from _tried(system)


def _tried(system: System) -> Iterator[Finding]:
    """Open a window in another process."""
    try:
        ran = system.run([sys.executable, "-m", "kiosk.doctor.window"], WINDOW_S)
    except ProgramError as error:
        yield Finding("screen_fails", {"detail": error.what})
        return
    told = last_line(ran.out)
    if told.get("driver") in UNSEEN:
        yield Finding("screen_fails", {"detail": UNSHOWN})
    elif "width" in told:
        yield from _sized(int(told["width"]), int(told["height"]), str(told["driver"]))
    else:
        detail = told.get("error") or " ".join(ran.err.split())[-200:] or exit_status(ran.status)
        yield Finding("screen_fails", {"detail": detail})


def exit_status(status: int) -> Text:
    """Return what is known of a helper process that wrote nothing."""
    return Text(N_("status {word}"), {"word": status})


def last_line(out: str) -> dict[str, str | int]:
    """Return the last line of what a helper process wrote, as JSON; {} if it is none."""
    lines = [line for line in out.splitlines() if line.startswith("{")]
    try:
        told = json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return dict(told)


def _sized(width: int, height: int, driver: str) -> Iterator[Finding]:
    yield Finding("screen_well", {"width": width, "height": height, "driver": driver})
    if min(width, height) < LEAST[0] or max(width, height) < LEAST[1]:
        yield Finding("screen_small", {"width": width, "height": height})


def _ours() -> tuple[int, int, str] | None:
    """Return the window of the kiosk that asks; None if there is none."""
    module = sys.modules.get("kivy.core.window")
    window = getattr(module, "Window", None)
    if window is None:
        return None
    from kiosk.display.loop import sdl_library, video_driver

    return int(window.width), int(window.height), video_driver(sdl_library())


def touch(system: System, case: Case) -> Iterator[Finding]:
    """Check what can be touched or clicked with. A desktop reads its devices itself."""
    blocks = system.text(INPUTS).split("\n\n")
    found = [(name, event, direct) for name, event, direct in map(_device, blocks) if event]
    touches = [(name, event) for name, event, direct in found if direct]
    pointers = touches or [(name, event) for name, event, _direct in found]
    if not pointers:
        yield Finding("no_touch")
        return
    name, event = pointers[0]
    desktop = system.environ("WAYLAND_DISPLAY") or system.environ("DISPLAY")
    if not desktop and not system.may(f"/dev/input/{event}"):
        yield Finding("touch_not_allowed", {"user": system.user(), "device": f"/dev/input/{event}"})
        return
    settings = SettingsFile(case.data)
    silent = bool(touches) and not desktop and settings.known and not settings.now.finger_seen
    yield Finding("touch_never" if silent else "touch_well", {"name": name})


def _device(block: str) -> tuple[str, str, bool]:
    """Return name, event file and whether it is a touch screen; no event file if it is neither that nor a mouse."""
    name = re.search(r'^N: Name="(.*)"', block, re.MULTILINE)
    handlers = re.search(r"^H: Handlers=(.*)$", block, re.MULTILINE)
    props = re.search(r"^B: PROP=([0-9a-f]+)", block, re.MULTILINE)
    event = re.search(r"\bevent\d+", handlers[1]) if handlers else None
    if name is None or handlers is None or event is None:
        return "", "", False
    direct = bool(int(props[1], 16) & 2) if props else False  # INPUT_PROP_DIRECT: what is touched is what is shown
    direct = direct or bool(_TOUCH.search(name[1]))
    return (name[1], event[0], direct) if direct or "mouse" in handlers[1] else ("", "", False)
