"""The pictures of the README, drawn from the gallery: `python -m tests.tools.gallery.readme FOLDER [fr]`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCENES = {
    "box": "box-wagon-rail",
    "diagnostics": "doctor-broken",
    "game": "wagon-calm",
    "silence": "wagon-silence-l2",
    "missed": "wagon-discard",
    "last-minute": "wagon-last-l2",
    "recap": "won",
    "cerbere-turn": "cerbere-turn",
    "cerbere-chase": "cerbere-hunt-picked",
    "cerbere-board": "cerbere-board-boat",
    "hellrail-turn": "hellrail-turn",
    "hellrail-map": "hellrail-map-ram",
    "hellrail-won": "hellrail-won",
}
"""Picture -> scene."""


def main(folder: Path, language: str = "en") -> None:
    """Draw all of them."""
    with tempfile.TemporaryDirectory() as name:
        for picture, scene in SCENES.items():
            command = [sys.executable, "-m", "tests.tools.gallery", name, "--only", scene, "--no-index"]
            subprocess.run([*command, "--size", "800x480", "--lang", language], check=True, capture_output=True)
            shutil.copyfile(Path(name) / f"{scene}-800x480-{language}.png", folder / f"{picture}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
