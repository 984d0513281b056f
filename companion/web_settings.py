"""`config/web.toml`, typed, and checks of addresses and certificates. No socket is opened here."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.config import BadValue, KeyPath, load_if_there, need_file
from companion.engine.foreign import of_system
from companion.engine.text import N_, Text

FILE = "web.toml"


class WebSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """`host`: the address that is listened at, "" for all. `names`: further names by which this machine is reached.
    `certificate`, `key`: PEM files; without them the pages are not encrypted."""

    host: str = ""
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080
    names: tuple[Annotated[str, Meta(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:\-]+$")], ...] = ()
    certificate: str = ""
    key: str = ""


def load_web(folder: Path) -> WebSettings:
    """
    :raises ConfigError: naming what is wrong, and where.
    """
    return load_if_there(folder / FILE, WebSettings, check_web)


def check_web(settings: WebSettings, at: KeyPath = ()) -> None:
    """
    :param at: the table of a file that they are, if they are not all of it.
    :raises BadValue: for an address that is none, a certificate that cannot be used, and a key alone.
    """
    if settings.host and not is_address(settings.host):
        raise BadValue((*at, "host"), NO_ADDRESS)
    need_file((*at, "certificate"), settings.certificate)
    need_file((*at, "key"), settings.key)
    if settings.key and not settings.certificate:
        raise BadValue((*at, "key"), Text(N_("a key without its certificate")))
    if settings.certificate:
        _need_pair(settings, at)


def _need_pair(settings: WebSettings, at: KeyPath) -> None:
    import ssl

    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.certificate, settings.key or None, password=lambda: "")
    except (ssl.SSLError, ValueError) as error:
        what = Text(N_("no certificate with its key, in PEM and without a password"))
        raise BadValue((*at, "certificate"), what) from error
    except OSError as error:
        raise BadValue((*at, "certificate"), of_system(error)) from error


def need_authority(key: KeyPath, path: str) -> None:
    """
    :param path: of the certificates of those who sign others; "" names none.
    :raises BadValue: if it cannot be read, or is none.
    """
    need_file(key, path)
    if path:
        import ssl

        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
        except (ssl.SSLError, ValueError) as error:
            raise BadValue(key, Text(N_("this is no certificate in PEM"))) from error
        except OSError as error:
            raise BadValue(key, of_system(error)) from error


def need_pem(key: KeyPath, text: str) -> None:
    """
    :raises BadValue: if a text is no certificate.
    """
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=text)
    except (ssl.SSLError, ValueError) as error:
        raise BadValue(key, Text(N_("this is no certificate in PEM"))) from error


NO_ADDRESS = Text(N_("this is no address"))


def is_address(text: str) -> bool:
    """Return whether it may name a machine. Digits and points alone are an address of four numbers."""
    try:
        named = bool(text.encode("idna")) and text.isprintable() and not re.search(r"[\s/@]", text)
    except UnicodeError:
        return False
    if not named or not re.fullmatch(r"[0-9.]+", text):
        return named
    try:
        return bool(ip_address(text))
    except ValueError:
        return False
