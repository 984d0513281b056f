"""`config/link.toml` and `config/hub.toml`, typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.config import BadValue, load_toml
from companion.engine.text import N_, Text
from companion.link.wire import TableName

FILE = "link.toml"


class BrokerSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tls`: encrypted, and the broker's certificate checked: by the authorities that this machine trusts, or by `ca`,
    a PEM file. `password` of the user at the broker."""

    broker: Annotated[str, Meta(min_length=1, max_length=253)] = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8883
    tls: bool = True
    ca: str = ""
    password: str = ""


class LinkSettings(BrokerSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`on`: whether anything leaves the table. `table`: its name, and its user at the broker; `title`: what the wall
    calls it. `names`: whether the wall shows who is asked, and who played. `evenings`: whether it keeps how games
    ended. `home_assistant`: whether Home Assistant shows the table, over the same broker."""

    on: bool = False
    table: TableName = "table-1"
    title: Annotated[str, Meta(max_length=40)] = ""
    names: bool = False
    evenings: bool = True
    home_assistant: bool = False


def load_link(folder: Path) -> LinkSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    path = folder / FILE
    return load_toml(path, LinkSettings, check) if path.exists() else LinkSettings()


def check(settings: BrokerSettings) -> None:
    """
    :raises BadValue: for a file that is not there.
    """
    if settings.ca and not Path(settings.ca).is_file():
        raise BadValue(("ca",), Text(N_("there is no such file")))
    if settings.ca and not settings.tls:
        raise BadValue(("ca",), Text(N_("a certificate without tls")))
