"""What Kivy reads from the environment. Call `prepare_kivy` first; this file imports no Kivy."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

Loop = Literal["blocking", "stock"]
log = logging.getLogger(__name__)

SIZES: tuple[tuple[int, int], ...] = ((800, 480), (1024, 600), (1280, 720), (720, 1280))
"""Width and height in px of the displays the companion is drawn for."""

UNSEEN = ("offscreen", "dummy")
"""SDL's drivers that show nothing."""

NO_STYLE = Path(__file__).with_name("kivy_data")
"""In place of Kivy's folder of that name: a style without rules, and shaders for vertices that may have a colour
(`kiosk.widgets.together`). It is also Kivy's home: no settings, no modules."""
FOREIGN = ("KIVY_", "KCFG_")
"""What Kivy would read of the environment: modules, another data folder, settings."""


def prepare_kivy(
    size: tuple[int, int],
    loop: Loop = "blocking",
    video: str | None = None,
    fullscreen: bool = False,
) -> None:
    """Set the environment for a window of `size` (px). Kivy reads and writes no file of its own.

    :param loop: "blocking" waits in the kernel between events (see kiosk.display.loop); "stock" is Kivy's own clock.
    :param video: SDL video driver: "x11", "kmsdrm", "offscreen"; None lets SDL choose.
    :param fullscreen: take the whole display whatever `size` says; without a desktop that is always so.
    :raises RuntimeError: if Kivy was imported before.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("prepare_kivy must run before Kivy is imported")
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        del os.environ[name]
    os.environ.update(
        KIVY_NO_ARGS="1",  # Kivy would parse the arguments of `companion`
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",  # Kivy would replace sys.stderr and add handlers to the root logger
        KIVY_METRICS_DENSITY="1",
        KIVY_METRICS_FONTSCALE="1",
        KIVY_HOME=str(NO_STYLE),
        KIVY_WINDOW="sdl2",  # the others would be imported, too: Pillow for pictures alone takes 2 MB
        KIVY_TEXT="sdl2",
        KIVY_IMAGE="sdl2",
        SDL_TOUCH_MOUSE_EVENTS="0",  # a finger is a finger (kiosk.touch), not a mouse as well
    )
    # Without a graphics chip Mesa would draw on all cores, and a card that comes meanwhile waits for one of them.
    os.environ.setdefault("LP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) - 1)))
    if loop == "blocking":
        os.environ["KIVY_CLOCK"] = "interrupt"
    if video:
        os.environ["SDL_VIDEODRIVER"] = video
    logging.getLogger("kivy").setLevel(logging.WARNING)
    import kivy.config

    assert kivy.config.Config is not None
    kivy.kivy_shader_dir = str(NO_STYLE / "glsl")
    _leave_style_out()
    _configure(size, fullscreen or not _has_windows())


def _leave_style_out() -> None:
    """Kivy reads the rules of all its widgets when its builder is imported; the kiosk has none of these.

    Reading them takes a tenth of the start up to the window.
    """
    import kivy
    import kivy.metrics
    import kivy.resources

    whole = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(NO_STYLE)
    try:
        import kivy.lang.builder
    finally:
        kivy.kivy_data_dir = whole


def _has_windows() -> bool:
    """Whether a window may have a size of its own. On KMSDRM SDL would look for a mode of that size, and leave the
    display's own one (seen by make prove-pi: 800x600 on a display of 720x1280)."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver != "kmsdrm"
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _configure(size: tuple[int, int], fullscreen: bool) -> None:
    """Set Kivy's own settings: one window, no menus, only the mouse for input. Nothing is written to disk."""
    from kivy.config import Config

    put: Callable[[str, str, Any], None] = Config.set
    put("graphics", "width", size[0])
    put("graphics", "height", size[1])
    put("graphics", "borderless", 1)
    put("graphics", "resizable", 0)
    put("graphics", "position", "custom")
    put("graphics", "left", 0)
    put("graphics", "top", 0)
    put("graphics", "fullscreen", "auto" if fullscreen else 0)
    put("graphics", "multisamples", 0)
    put("graphics", "maxfps", 60)
    put("kivy", "exit_on_escape", 0)
    put("kivy", "pause_on_minimize", 0)
    put("kivy", "desktop", 0)
    put("kivy", "keyboard_mode", "dock")
    # Fingers come from kiosk.touch, once there is a window; a second provider of them would double each touch.
    for name, _ in list(Config.items("input")):
        Config.remove_option("input", name)
    put("input", "mouse", "mouse,disable_multitouch")
