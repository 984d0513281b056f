"""`config/hub.toml`, typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from companion.engine.config import load_toml
from companion.link.settings import BrokerSettings
from companion.link.settings import check as check_broker
from companion.network.settings import WebSettings
from companion.network.settings import check as check_pages

FILE = "hub.toml"
USER = "hub"
"""Of the hub at the broker."""


class WallSettings(WebSettings, frozen=True, forbid_unknown_fields=True):
    """The wall's page. Without a `password` there is none."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 8090
    password: Annotated[str, Meta(max_length=200)] = ""


class HubSettings(BrokerSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`store`: `postgresql://...`, or the path of an SQLite file; "" for `hub.db` in the data folder."""

    store: str = ""
    wall: WallSettings = WallSettings()


def load_hub(folder: Path) -> HubSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    path = folder / FILE
    return load_toml(path, HubSettings, _check) if path.exists() else HubSettings()


def _check(settings: HubSettings) -> None:
    check_broker(settings)
    check_pages(settings.wall, ("wall",))
