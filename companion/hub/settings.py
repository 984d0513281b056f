"""`config/hub.toml`, typed."""

from __future__ import annotations

from pathlib import Path

from companion.engine.config import load_toml
from companion.link.settings import BrokerSettings, check

FILE = "hub.toml"
USER = "hub"
"""Of the hub at the broker."""


class HubSettings(BrokerSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`store`: `postgresql://...`, or the path of an SQLite file; "" for `hub.db` in the data folder."""

    store: str = ""


def load_hub(folder: Path) -> HubSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    path = folder / FILE
    return load_toml(path, HubSettings, check) if path.exists() else HubSettings()
