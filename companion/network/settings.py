"""`config/web.toml`, typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.config import BadValue, Key, load_toml, need_file
from companion.engine.text import N_, Text

FILE = "web.toml"


class WebSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """`host`: the address that is listened at, "" for all. `names`: further names by which this machine is reached.
    `certificate`, `key`: PEM files; without them the pages are not encrypted."""

    host: str = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    names: tuple[Annotated[str, Meta(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:\-]+$")], ...] = ()
    certificate: str = ""
    key: str = ""


def load_web(folder: Path) -> WebSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    return load_toml(folder / FILE, WebSettings, check)


def check(settings: WebSettings, at: Key = ()) -> None:
    """
    :param at: the table of a file that they are, if they are not all of it.
    :raises BadValue: for a file that cannot be read, and a key alone.
    """
    need_file((*at, "certificate"), settings.certificate)
    need_file((*at, "key"), settings.key)
    if settings.key and not settings.certificate:
        raise BadValue((*at, "key"), Text(N_("a key without its certificate")))
