"""Options of the command line for the kiosk. Here, not in the kiosk, so that both sides may import them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.engine.packaged import PACKAGED

PACKAGED_CONFIG = PACKAGED
SYSTEM_CONFIG = Path("/etc/companion")
"""Where systemd/install.sh puts the owner's copy."""
JOURNAL = "journal.db"
"""Name of the journal in the data folder."""


@dataclass(frozen=True)
class KioskOptions:
    """`size` is in px; `data` and `config` are folders. `demo`: draw a short demonstration and end.

    `control`: the socket of the control channel, for another program that plays on a simulated table.
    `pages`: the socket of the pages for phones, where another unit serves them; None: the kiosk starts their server.
    `link`: the socket of the link, where another unit carries it; None: the kiosk starts one, if link.toml wants it.
    `input_devices`: a folder of input devices whose touchscreens are read whatever SDL's video driver is; None: those
    of the system, where nothing else turns fingers into touches (KMSDRM).
    """

    data: Path
    config: Path
    simulate: bool = False
    size: tuple[int, int] | None = None
    lang: Literal["fr", "en"] | None = None
    fullscreen: bool = False
    demo_if_no_screen: bool = False
    demo: bool = False
    stock_loop: bool = False
    control: Path | None = None
    pages: Path | None = None
    link: Path | None = None
    input_devices: Path | None = None
    machine: Path = Path("/")


def default_data() -> Path:
    """Return systemd's $STATE_DIRECTORY, else the user's own folder."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    share = os.environ.get("XDG_DATA_HOME", "")
    return (Path(share) if share else _home() / ".local/share") / "infernal-companion"


def _home() -> Path:
    """Return the user's home; `/` for a user unknown to the system: nothing is kept then, and a notice says so."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def default_config() -> Path:
    """Return the owner's folder under /etc if there is one, else the one that came with the companion."""
    return SYSTEM_CONFIG if SYSTEM_CONFIG.is_dir() else PACKAGED_CONFIG
