"""Somebody does what docs/install.md says, on the real kiosk, and sees the pictures that stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.presentation.i18n import Catalogue, Language
from tests.patience import WHOLE_S
from tests.process.pictures import Picture
from tests.tools.gallery.compare import differing
from tests.tools.gallery.story import OWN_NAMES, ROOT, SCREENS

PAGES: dict[Language, Path] = {"en": ROOT / "docs/install.md", "fr": ROOT / "docs/fr/install.md"}
OFF, SHARE = 32, 0.0005
"""So far a channel may be off, in so many of the pixels: another computer draws edges a little otherwise."""


@pytest.mark.slow
def test_whoever_follows_the_page_sees_its_pictures(tmp_path: Path) -> None:
    """In a process of its own, as the pictures were made: what was written before can move words by a pixel."""
    pressed = tmp_path / "pressed.txt"
    command = [sys.executable, "-m", "tests.tools.gallery.story", str(tmp_path), "--pressed", str(pressed)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=WHOLE_S)
    for name in SCREENS:
        kept = Picture(ROOT / f"docs/pictures/story-{name}.png").pixels
        share = differing(Picture(tmp_path / f"story-{name}.png").pixels, kept, OFF).mean()
        assert share <= SHARE, f"make story-pictures: {name} ({share:.4%} of it)"
    touched = dict.fromkeys(pressed.read_text(encoding="utf-8").splitlines())
    assert touched
    for language, page in PAGES.items():
        say, text = Catalogue(language).gettext, page.read_text(encoding="utf-8")
        steps = re.findall(r"\*\*([^*]+)\*\*", text[text.index("## 6.") :])
        words = [OWN_NAMES[language] if one == OWN_NAMES["en"] else say(one) for one in touched]
        assert [one for one in words if one not in steps] == [], f"{page} does not say what to touch"
