"""The diagnostics pages, with all well and with much broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.screens.touch import CORNERS
from kiosk.touch.calibration import Axes, Point
from tests.tools.gallery.doctor import BROKEN, FRAMES, WELL, Still, practice
from tests.tools.gallery.scene import Scene


def _open(page: str, root: Any, findings: Any = WELL, live: Any = None, then: Any = None) -> None:
    root.context.services.doctor = practice(findings, live)
    root.open(page)
    if then is not None:
        then(root.screen)


def _scene(name: str, page: str, **how: Any) -> Scene:
    return Scene(name, act=partial(_open, page, **how))


def _drawn(screen: Any) -> None:
    for i in range(60):
        x, y = 0.04 + i * 0.0155, 0.35 + 0.12 * ((i % 20) / 10 - 1) ** 2
        screen.field.touch(screen.m.width * x, screen.m.height * y)
    screen.doubled = 3
    screen._tell()


def _second(screen: Any) -> None:
    screen.next_trouble()


def _written(screen: Any) -> None:
    screen.supported(Path("/media/usb/infernal-companion/companion-support-20261120-2214.zip"), "")


def _not_heard(screen: Any) -> None:
    screen.tone()
    screen.answer(False)


def _trial(root: Any) -> None:
    display = root.context.owner.display
    display._show = lambda _way: None  # the picture itself stays as it is
    display.attempt(display.saved._replace(rotation=90))


class StillPanel:
    """A panel that nobody touches but the picture."""

    listener: Callable[[Point], object]
    axes = Axes()

    def use_axes(self, axes: Axes) -> None: ...
    def keep_axes(self, axes: Axes) -> None: ...


def _calibrating(root: Any, touched: int) -> None:
    root.context.services.fingers = StillPanel()
    root.open("touch")
    for corner in CORNERS[:touched]:
        root.context.services.fingers.listener(corner)


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield _scene("doctor-well", "doctor")
    yield _scene("doctor-looking", "doctor", findings=None)
    yield _scene("doctor-broken", "doctor", findings=BROKEN)
    yield _scene("doctor-broken-second", "doctor", findings=BROKEN, then=_second)
    yield _scene("doctor-written", "doctor", then=_written)
    for group in ("screen", "readers", "pins", "sound", "system", "data"):
        yield _scene(f"doctor-found-{group}", f"doctor:found:{group}", findings=BROKEN)
    yield _scene("doctor-found-well", "doctor:found:system")
    yield _scene("doctor-readers", "doctor:readers", live=Still(FRAMES))
    yield _scene("doctor-readers-lost", "doctor:readers", live=Still(), then=lambda screen: screen.turn())
    yield _scene("doctor-readers-waiting", "doctor:readers", live=Still())
    yield _scene("doctor-readers-none", "doctor:readers", live=Still(parts=False))
    yield _scene("doctor-pins", "doctor:pins", live=Still())
    yield _scene("doctor-wiring", "doctor:wiring", live=Still())
    yield _scene("doctor-wiring-none", "doctor:wiring", live=Still(parts=False))
    yield _scene("doctor-pins-none", "doctor:pins", live=Still(parts=False))
    yield _scene("doctor-touch", "doctor:touch")
    yield _scene("doctor-touch-drawn", "doctor:touch", then=_drawn)
    yield _scene("doctor-sound", "doctor:sound", then=lambda screen: screen.tone())
    yield _scene("doctor-sound-not-heard", "doctor:sound", then=_not_heard)
    yield Scene("display", over="display")
    yield Scene("touch", act=partial(_calibrating, touched=0))
    yield Scene("touch-last", act=partial(_calibrating, touched=3))
    yield Scene("touch-over", act=partial(_calibrating, touched=4))
    yield Scene("touch-none", over="touch")
    yield Scene("display-trial", over="display", act=_trial)
    yield Scene("settings-doctor", act=partial(_open, "settings"))
