"""`config/hub.toml`, typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from companion.engine.config import BadValue, load_if_there
from companion.engine.text import N_, Text
from companion.hub.store import QUOTA_BYTES
from companion.uplink.link.settings import BrokerSettings, check_broker
from companion.web_settings import WebSettings, check_web

FILE = "hub.toml"
USER = "hub"
"""Of the hub at the broker."""


class WallSettings(WebSettings, frozen=True, forbid_unknown_fields=True):
    """The wall's page. Without a `password` there is none."""

    port: Annotated[int, Meta(ge=1, le=65535)] = 8090
    password: Annotated[str, Meta(max_length=200)] = ""


class HubSettings(BrokerSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`store`: `postgresql://...`, or the path of an SQLite file; "" for `hub.db` in the data folder. `quota_mb`: so
    much one table may keep at the hub."""

    store: str = ""
    quota_mb: Annotated[int, Meta(ge=1, le=10_000_000)] = QUOTA_BYTES // 1_000_000
    wall: WallSettings = WallSettings()


def load_hub(folder: Path) -> HubSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    return load_if_there(folder / FILE, HubSettings, _check)


def database_of(address: str) -> str:
    """Return a PostgreSQL address in words, without its password."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:  # PostgreSQL says what is wrong with it
        return "PostgreSQL"
    return f"PostgreSQL's database {parts.path.strip('/')} at {host or 'its socket'}"


def _check(settings: HubSettings) -> None:
    check_broker(settings)
    check_web(settings.wall, ("wall",))
    if settings.store and "://" not in settings.store and not Path(settings.store).absolute().parent.is_dir():
        raise BadValue(("store",), Text(N_("there is no such folder")))
    scheme = settings.store.partition("://")[0] if "://" in settings.store else ""
    if scheme and scheme not in ("postgresql", "postgres"):
        raise BadValue(("store",), Text(N_("a path, or an address that begins with postgresql://")))
