"""Pictures of all widgets in their states: `python -m tests.tools.gallery.widgets OUTDIR` (no screen needed)."""

from __future__ import annotations

import sys
from pathlib import Path

from kiosk.display import env


def main(folder: Path) -> int:
    """Write `<page>-<width>x<height>.png` for every page at the four sizes; how many were written."""
    env.prepare_kivy(env.SIZES[0], video="offscreen")
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from kiosk.display.look import look
    from kiosk.window.picture import run_frames, shoot
    from tests.tools.gallery.widget_pages import PAGES

    EventLoop.ensure_window()
    EventLoop.start()
    count = 0
    look.set(motion=False)
    for width, height in env.SIZES:
        Window.size = (width, height)
        look.set(width, height)
        for name, page in PAGES.items():
            container = page()
            Window.add_widget(container)
            run_frames(4)
            shoot(folder / f"{name}-{width}x{height}.png")
            Window.remove_widget(container)
            count += 1
    return count


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.tools.gallery.widgets OUTDIR")
    print(f"{main(Path(sys.argv[1]))} pictures in {sys.argv[1]}")
