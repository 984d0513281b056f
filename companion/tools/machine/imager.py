"""Files that Raspberry Pi Imager leaves on a card. This image does not read them: they are named once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

ALL = ("hostname", "[wifi]", "country", "timezone", "keyboard", "ssh_key")
SAID_BY: dict[str, tuple[str, ...]] = {
    "custom.toml": ALL,
    "firstrun.sh": ALL,
    "user-data": ("hostname", "timezone", "keyboard", "ssh_key"),
    "network-config": ("[wifi]", "country"),
    "wpa_supplicant.conf": ("[wifi]", "country"),
    "ssh": ("ssh_key",),
    "ssh.txt": ("ssh_key",),
    "userconf": ("ssh_key",),
    "userconf.txt": ("ssh_key",),
}
"""File of the first partition -> keys of `companion.toml` that say the same."""


def left_on(card: Path) -> tuple[str, ...]:
    """Return which of these files there are."""
    return tuple(name for name in SAID_BY if (card / name).is_file())


def keys_for(files: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of `companion.toml` that say what these files say."""
    wanted = {key for file in files for key in SAID_BY.get(file, ())}
    return tuple(key for key in ALL if key in wanted)
