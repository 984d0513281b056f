"""`config/link.toml` and `config/hub.toml`, typed, and what was chosen on the screen instead of the former."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.engine import typed
from companion.engine.atomic_file import write_whole
from companion.engine.config import BadValue, ConfigError, load_if_there
from companion.engine.files import read_file
from companion.engine.text import N_, Text
from companion.uplink.link.wire import TableName
from companion.web_settings import NO_ADDRESS, is_address, need_authority, need_pem

log = logging.getLogger(__name__)

FILE = "link.toml"
CHOSEN = "link.json"
"""In the data folder: what was chosen on the screen. The kiosk may not write the folder of settings."""


LONGEST_AUTHORITY = 20_000


class BrokerSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tls`: encrypted, and the broker's certificate checked: by the authorities that this machine trusts, or by `ca`,
    a PEM file, or by `authority`, which is one itself. `password` of the user at the broker."""

    broker: Annotated[str, Meta(min_length=1, max_length=253)] = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8883
    tls: bool = True
    ca: str = ""
    authority: Annotated[str, Meta(max_length=LONGEST_AUTHORITY)] = ""
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


USUAL = LinkSettings()


class _Chosen(Struct, frozen=True):
    """`file`: what link.toml said then, None if it could not be used; once it says something else, that counts."""

    settings: LinkSettings
    file: LinkSettings | None


def load_link(folder: Path, data: Path | None = None) -> LinkSettings:
    """Return what was chosen last, in the file or on the screen.

    :param data: where the choices on the screen are.
    :raises ConfigError: naming what is wrong in the file, and where.
    """
    chosen = _chosen(data) if data is not None else None
    if chosen is not None and chosen.file == _of_file(folder):
        return chosen.settings
    return _load(folder)


def keep_link(folder: Path, data: Path, settings: LinkSettings) -> None:
    """Save the settings that were chosen on the screen.

    :raises OSError: if they cannot be written.
    """
    chosen = msgspec.json.encode(_Chosen(settings, _of_file(folder)))
    write_whole(data / CHOSEN, msgspec.json.format(chosen), 0o600)


def _load(folder: Path) -> LinkSettings:
    return load_if_there(folder / FILE, LinkSettings, check_broker)


def _of_file(folder: Path) -> LinkSettings | None:
    try:
        return _load(folder)
    except ConfigError:
        return None


def _chosen(data: Path) -> _Chosen | None:
    try:
        found: _Chosen = typed.from_json(read_file(data / CHOSEN), _Chosen)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as fault:
        log.warning("%s cannot be used: %s", data / CHOSEN, fault)
        return None
    return found


def check_broker(settings: BrokerSettings) -> None:
    """
    :raises BadValue: for an address that is none, certificates that are none, and words that cannot be seen.
    """
    if not is_address(settings.broker):
        raise BadValue(("broker",), NO_ADDRESS)
    need_authority(("ca",), settings.ca)
    if settings.authority:
        need_pem(("authority",), settings.authority)
    for name in ("ca", "authority"):
        if getattr(settings, name) and not settings.tls:
            raise BadValue((name,), Text(N_("a certificate without tls")))
    if isinstance(settings, LinkSettings) and not settings.title.isprintable():
        raise BadValue(("title",), Text(N_("only signs that can be seen")))
