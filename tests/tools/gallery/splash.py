"""Draws the start-up picture anew. Its format: systemd/splash/splash.py.

    python -m tests.tools.gallery.splash systemd/splash/splash.pic

One tone from the ground over ember to bone: 256 steps are enough, and the same picture serves every depth of colour.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from kiosk.display import env

WIDTH, HEIGHT = 440, 300
"""px: fits the smallest display in both of its positions."""


def ramp() -> bytes:
    """256 colours: from the ground over ember to bone, three bytes each."""
    from companion.presentation.colours import C

    stops = ((0, C.pit), (128, C.ember), (255, C.bone))
    steps = []
    for step in range(256):
        (low, start), (high, end) = stops[:2] if step < 128 else stops[1:]
        share = (step - low) / (high - low)
        steps += [round(255 * (a + (b - a) * share)) for a, b in zip(start[:3], end[:3], strict=True)]
    return bytes(steps)


def draw() -> bytes:
    """The brightness of each pixel, row by row from the top."""
    from kivy.core.text import Label
    from kivy.core.window import Window
    from kivy.graphics import Color, Rectangle
    from kivy.uix.widget import Widget

    from companion.presentation.colours import Colour
    from companion.presentation.fonts import face_file
    from kiosk.widgets.icons import put_icon
    from kiosk.window.picture import pixels

    page = Widget(size=(WIDTH, HEIGHT))
    with page.canvas:
        Color(0, 0, 0, 1)
        Rectangle(pos=(0, 0), size=(WIDTH, HEIGHT))
        put_icon("flame", (WIDTH - 120) / 2, 150, 120, Colour(0.5, 0.5, 0.5))
        for text, size, y, light in (("Infernal Companion", 44, 78, 1.0), ("…", 40, 20, 0.55)):
            label = Label(text=text, font_size=size, font_name=face_file("bold"))
            label.refresh()
            Color(light, light, light, 1)
            Rectangle(texture=label.texture, pos=((WIDTH - label.width) / 2, y), size=label.texture.size)
    Window.clearcolor = (0, 0, 0, 1)
    width, height, data = pixels(page)
    assert (width, height) == (WIDTH, HEIGHT)
    return data[::4]


def main(arguments: list[str]) -> int:
    """Write the file that is named."""
    (target,) = arguments
    env.prepare_kivy((WIDTH, HEIGHT), video="offscreen")
    tones = draw()
    head = b"splash %d %d\n" % (WIDTH, HEIGHT)
    Path(target).write_bytes(head + zlib.compress(ramp() + tones, 9))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
