"""Check web.toml, link.toml and hub.toml. (table, lamps: `drivers.doctor`; sound: `kiosk.doctor`.)"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.config import ConfigError
from companion.hub.settings import load_hub
from companion.tools.doctor.files import config_facts, unreadable
from companion.tools.doctor.finding import Case, Finding
from companion.uplink.link.settings import load_link
from companion.web_settings import load_web

_FILES: dict[str, Callable[[Path], object]] = {"web_wrong": load_web, "link_wrong": load_link, "hub_wrong": load_hub}
"""Finding -> what reads the file. All of them may be missing."""


def look(case: Case) -> Iterator[Finding]:
    """Check each file by itself: one that is wrong hides no other."""
    for code, load in _FILES.items():
        try:
            load(case.config)
        except ConfigError as error:
            yield unreadable(error, case.config) or Finding(code, config_facts(error))
