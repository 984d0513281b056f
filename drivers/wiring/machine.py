"""What this machine tells of the board: its model, and a sound board on its pins. The drawing may be made elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from companion.doctor.system import System
from drivers.config import Model, Sound
from drivers.doctor import boot
from drivers.wiring.boards import sound_of
from drivers.wiring.findings import Place, SoundCard

CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
_MODELS: tuple[tuple[Model, str], ...] = (
    ("pi5", r"Raspberry Pi (?:5|Compute Module 5)"),
    ("pi4", r"Raspberry Pi (?:4|Compute Module 4)"),
    ("pi3", r"Raspberry Pi"),
)
_OVERLAY = re.compile(r"dtoverlay=([^,\s]+)")
_I2S = re.compile(r"dtparam=(?:\S+,)?i2s(?:=on)?\b")


def model_of(system: System) -> Model | None:
    """Older models have the serial port of a Pi 3; None where this is no Pi."""
    found = system.model()
    return next((model for model, pattern in _MODELS if re.match(pattern, found)), None)


def sound_of_machine(system: System) -> SoundCard | None:
    """The first line of config.txt that gives pins of the header to the sound."""
    if not system.is_pi():
        return None
    file = next((path for path in CONFIGS if system.exists(path)), CONFIGS[0])
    for line in boot.lines(system, file):
        if (sound := _sound(line)) is not None:
            return SoundCard(line, Place(Path(file), 0, line), sound)
    return None


def _sound(line: str) -> Sound | None:
    if _I2S.match(line):
        return "i2s"
    overlay = _OVERLAY.match(line)
    if overlay is None:
        return None
    if overlay[1] == "audremap":
        return "pwm_12_13" if "pins_12_13" in line else "pwm_18_19"
    return "i2s" if sound_of(overlay[1]) == "i2s" else None
