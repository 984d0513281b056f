"""The kiosk as a program: the window, or where there is no screen the demonstration."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.options import KioskOptions
from kiosk.display import env, memory
from kiosk.table.runtime import RuntimeFactory

if TYPE_CHECKING:
    from kiosk.window.app import Kiosk

DEFAULT_SIZE = (800, 480)
CARDS = Path("/dev/dri")
"""Displays that KMS drives."""
DISPLAY_S = 20.0
"""How much later than the kiosk the driver of the display may be loaded as the machine starts."""
LOOK_S = 0.1


def has_screen() -> bool:
    """Whether SDL can open a window here: X11 or Wayland, a KMS card, or a configured driver."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver:
        return driver not in env.UNSEEN
    return bool(os.environ.get("DISPLAY")) or any(CARDS.glob("card*"))


def wait_for_display(folder: Path = CARDS, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Wait, if systemd started the kiosk with the machine and KMS is to drive the display, until there is one that may
    be used. Return whether there is one."""
    if os.environ.get("SDL_VIDEODRIVER") != "kmsdrm" or not os.environ.get("NOTIFY_SOCKET"):
        return True
    for _ in range(round(DISPLAY_S / LOOK_S)):
        if any(os.access(card, os.R_OK | os.W_OK) for card in folder.glob("card*")):
            return True
        sleep(LOOK_S)
    return False


def run(options: KioskOptions, make_runtime: RuntimeFactory, measure: Callable[[Kiosk], None] | None = None) -> int:
    """Play until the window closes. 0: all was well. `measure` gets the kiosk before its first frame.

    :raises NoWindow: if no window can be opened, or it would not be visible.
    :raises JournalError: if the journal belongs to another companion, or to a newer one.
    """
    if options.demo or (options.demo_if_no_screen and not has_screen()):
        from kiosk.window.demo import run as run_demo

        return run_demo(options, make_runtime)
    from kiosk.window.app import Kiosk
    from kiosk.window.opening import open_window

    memory.limit_allocator()
    memory.collect_later()
    wait_for_display()
    env.prepare_kivy(
        options.size or DEFAULT_SIZE,
        loop="stock" if options.stock_loop else "blocking",
        video=os.environ.get("SDL_VIDEODRIVER") or None,
        fullscreen=options.fullscreen,
    )
    open_window()
    runtime = make_runtime(options, None)
    try:
        kiosk = Kiosk(runtime, options)
        if measure is not None:
            kiosk.post(partial(measure, kiosk))
        kiosk.run()
    finally:
        runtime.close()
    return 0
