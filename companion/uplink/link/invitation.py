"""A hub's invitation to a table, in one file: its address, the table's account, and the authority of its
certificate."""

from __future__ import annotations

import base64
import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine import typed
from companion.engine.config import BadValue
from companion.uplink.link.settings import LinkSettings, check_broker
from companion.uplink.link.wire import TableName

ENDING = ".invitation"
LONGEST = 20_000
"""Bytes of such a file."""
GROUP = 4
BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


class Invitation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`authority`: a certificate in PEM."""

    infernal_companion: Literal["invitation 1"] = "invitation 1"
    broker: Annotated[str, Meta(min_length=1, max_length=253)]
    port: Annotated[int, Meta(ge=1, le=65535)] = 8883
    table: TableName
    password: Annotated[str, Meta(min_length=1, max_length=100)]
    authority: Annotated[str, Meta(min_length=1, max_length=LONGEST)]

    @property
    def name(self) -> str:
        """Of its file."""
        return f"companion-{self.table}{ENDING}"

    @property
    def text(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self)).decode() + "\n"

    def accepted(self, settings: LinkSettings) -> LinkSettings:
        """Return a table's settings with what it says, switched on."""
        return replace(
            settings, on=True, broker=self.broker, port=self.port, table=self.table, password=self.password,
            authority=self.authority, ca="", tls=True,
        )  # fmt: skip


def read_invitation(data: bytes) -> Invitation:
    """
    :raises ValueError: if it is none.
    """
    if len(data) > LONGEST:
        raise ValueError("too long")
    try:
        found: Invitation = typed.from_json(data, Invitation)
        check_broker(found.accepted(LinkSettings()))
        fingerprint(found.authority)  # one certificate, and nothing else
    except (msgspec.MsgspecError, BadValue) as error:
        raise ValueError(str(error)) from error
    return found


def fingerprint(certificate: str) -> str:
    """Return the first half of its SHA-256, in groups: for two people who compare it.

    :raises ValueError: if it is not one certificate in PEM.
    """
    first, *inner, last = certificate.strip().splitlines() or ("", "")
    if (first, last) != (BEGIN, END):
        raise ValueError("no certificate in PEM")
    digest = hashlib.sha256(base64.b64decode("".join(inner), validate=True)).hexdigest().upper()[:32]
    return " ".join(digest[at : at + GROUP] for at in range(0, len(digest), GROUP))
