"""Reads the board from this machine: its model, and a sound board on its pins. The drawing may be made elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.tools.doctor.system import System
from drivers.config import Model, Sound
from drivers.doctor import boot
from drivers.wiring.boards import BUSES, SERIAL, pins_of_overlay, sound_of
from drivers.wiring.finding import FilePlace, PinsTaken, SoundCard

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
    for line, place in _config_txt(system):
        if (sound := _sound(line)) is not None:
            return SoundCard(line, place, sound)
    return None


def taken_by_machine(system: System, model: Model) -> list[PinsTaken]:
    """What config.txt of this Pi gives pins to, but for the sound."""
    found: list[PinsTaken] = []
    for line, place in _config_txt(system):
        if _sound(line) is not None:
            continue
        overlay = _OVERLAY.match(line)
        pins = pins_of_overlay(line.partition("=")[2], model) if overlay else _parameter(line)
        if pins is not None:
            found.append(PinsTaken(line, pins, place))
    return found


def _config_txt(system: System) -> Iterator[tuple[str, FilePlace]]:
    """Yield the lines of config.txt; none where this is no Pi."""
    if not system.is_pi():
        return
    file = next((path for path in CONFIGS if system.exists(path)), CONFIGS[0])
    for line in boot.boot_settings(system, file):
        yield line, FilePlace(Path(file), 0, line)


def _parameter(line: str) -> tuple[int, ...] | None:
    """The pins of `dtparam=spi=on` and its like."""
    if re.fullmatch(r"enable_uart\s*=\s*1", line):
        return SERIAL
    found = re.match(r"dtparam=(spi|i2c_arm|i2c1?)(?:=on)?\s*(?:,|$)", line)
    return None if found is None else BUSES["spi" if found[1] == "spi" else "i2c"]


def _sound(line: str) -> Sound | None:
    if _I2S.match(line):
        return "i2s"
    overlay = _OVERLAY.match(line)
    if overlay is None:
        return None
    if overlay[1] == "audremap":
        return "pwm_12_13" if "pins_12_13" in line else "pwm_18_19"
    return "i2s" if sound_of(overlay[1]) == "i2s" else None
