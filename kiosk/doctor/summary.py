"""The screen's and the sound's settings for the support file: choices, no names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import to_builtins

from companion.engine.config import ConfigError
from kiosk.sound.config import load_sound_config
from kiosk.storage.settings import SettingsFile

CHOICES = ("language", "type_size", "profile", "volume", "motion", "rotation", "dim_after_min", "phones")


def summary(config: Path, data: Path) -> dict[str, Any]:
    """Return `sound.toml` and what was chosen on the screen."""
    now = SettingsFile(data).now
    return {"sound.toml": _sound(config / "sound.toml"), "settings": {name: getattr(now, name) for name in CHOICES}}


def _sound(file: Path) -> dict[str, Any]:
    try:
        sound: dict[str, Any] = to_builtins(load_sound_config(file))
    except ConfigError as error:
        return {"error": error.code, "line": error.line}
    return {**sound, "own_file": bool(sound["own_file"]), "device": bool(sound["device"])}
