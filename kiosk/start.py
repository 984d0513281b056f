"""The kiosk as a program: the window, or where there is no screen the demonstration."""

from __future__ import annotations

import os
from pathlib import Path

from companion.options import KioskOptions
from kiosk import env, memory
from kiosk.runtime import RuntimeFactory

DEFAULT_SIZE = (800, 480)


def has_screen() -> bool:
    """Whether SDL can open a window here: X11 or Wayland, a KMS card, or a driver that somebody named."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver:
        return driver not in env.UNSEEN
    return bool(os.environ.get("DISPLAY")) or any(Path("/dev/dri").glob("card*"))


def run(options: KioskOptions, make_runtime: RuntimeFactory) -> int:
    """Play until the window closes. 0: all was well.

    :raises NoWindow: if no window can be opened, or nobody would see it.
    :raises JournalError: if the journal belongs to another companion, or to a newer one.
    """
    if options.demo or (options.demo_if_no_screen and not has_screen()):
        from kiosk.demo import run as run_demo

        return run_demo(options, make_runtime)
    from kiosk.app import Kiosk
    from kiosk.opening import open_window

    memory.limit_allocator()
    memory.collect_later()
    env.prepare(
        options.size or DEFAULT_SIZE,
        loop="stock" if options.stock_loop else "blocking",
        video=os.environ.get("SDL_VIDEODRIVER") or None,
        fullscreen=options.fullscreen,
    )
    open_window()
    runtime = make_runtime(options, None)
    try:
        kiosk = Kiosk(runtime, options)
        kiosk.run()
    finally:
        runtime.close()
    return 0
