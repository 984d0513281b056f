"""Somebody does what docs/install.md says, on the real kiosk, and sees the pictures that stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kiosk import i18n
from kiosk.picture import shoot
from tests.gallery.compare import differing
from tests.gallery.story import ROOT, SCREENS, SIZE, Stranger
from tests.process.pictures import Picture

PAGE = ROOT / "docs/install.md"
OFF, SHARE = 32, 0.0005
"""So far a channel may be off, in so many of the pixels: another computer draws edges a little otherwise."""


def test_whoever_follows_the_page_sees_its_pictures(tmp_path: Path, window: Any) -> None:
    from kivy.clock import Clock

    before, fps = i18n.language(), Clock._max_fps
    shown = window(None, SIZE, motion=False)
    Clock._max_fps = 0
    seen: dict[str, Path] = {}

    def keep(name: str) -> None:
        seen[name] = shoot(tmp_path / f"{name}.png")

    stranger = Stranger(tmp_path, shown, keep)
    try:
        stranger.go()
    finally:
        stranger.close()
        Clock._max_fps = fps
        i18n.set_language(before)
    assert tuple(seen) == SCREENS
    for name, path in seen.items():
        kept = Picture(ROOT / f"docs/pictures/story-{name}.png").pixels
        share = differing(Picture(path).pixels, kept, OFF).mean()
        assert share <= SHARE, f"make story-pictures: {name} ({share:.4%} of it)"
    page = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"\*\*([^*]+)\*\*", page[page.index("## 6.") :])
    unsaid = [words for words in dict.fromkeys(stranger.pressed) if words not in steps]
    assert unsaid == [], "the page does not say what to touch"
