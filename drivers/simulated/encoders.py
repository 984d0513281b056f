"""A uid -> the bytes that a reader of that protocol sends for it; the reverse of `drivers.readers`."""

from __future__ import annotations

import re
from collections.abc import Callable

from drivers.readers import UnknownProtocol

_EM4100 = re.compile(r"[0-9A-Fa-f]{10}")


class NotEncodable(ValueError):
    """This protocol cannot carry this uid."""


def encode(protocol: str, uid: str) -> bytes:
    """One frame with `uid`.

    :raises UnknownProtocol: if there is no encoder of that name.
    :raises NotEncodable: if the protocol cannot carry the uid (rdm6300, id12la: 10 hex digits).
    """
    try:
        encoder = _ENCODERS[protocol]
    except KeyError:
        raise UnknownProtocol(protocol) from None
    return encoder(uid)


def _rdm6300(uid: str) -> bytes:
    return b"\x02" + _em4100(uid) + b"\x03"


def _id12la(uid: str) -> bytes:
    return b"\x02" + _em4100(uid) + b"\r\n\x03"


def _text_line(uid: str) -> bytes:
    if not uid or not uid.isprintable():
        raise NotEncodable(f"text_line cannot carry {uid!r}")
    return f"SCAN\tuid={uid}\tremovable=no\r\n".encode()


def _em4100(uid: str) -> bytes:
    if not _EM4100.fullmatch(uid):
        raise NotEncodable(f"an EM4100 uid has 10 hex digits, not {uid!r}")
    check = 0
    for byte in bytes.fromhex(uid):
        check ^= byte
    return f"{uid.upper()}{check:02X}".encode("ascii")


_ENCODERS: dict[str, Callable[[str], bytes]] = {
    "rdm6300": _rdm6300,
    "id12la": _id12la,
    "text_line": _text_line,
}
