"""States of a link: what it reaches, and what hinders it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct


class Obstacle(StrEnum):
    """The hindrance, if any. `SILENT`: no answer at the address; `DATE`: the certificate is not valid today;
    `NAME_TAKEN`: another connection has the table's account; `REFUSED`: for another reason of the broker's."""

    WELL = "well"
    NO_BROKER = "no_broker"
    SILENT = "silent"
    PASSWORD = "password"
    CERTIFICATE = "certificate"
    DATE = "date"
    NO_TLS = "no_tls"
    NAME_TAKEN = "name_taken"
    REFUSED = "refused"
    NO_HUB = "no_hub"


class Hindrance(Struct, frozen=True, array_like=True):
    """`detail`: in the words of the broker or the system, "" if there are none. `authority`: who signed the broker's
    certificate, as the broker says, where that is not known: a certificate in PEM, with which it would be trusted."""

    reach: Obstacle
    detail: str = ""
    authority: Annotated[str, Meta(max_length=20_000)] = ""


class Word(Struct, frozen=True, array_like=True):
    """The state of a running link as it reports it: `broker` and `hub`: whether they are there; what hinders.

    `behind`: entries that the hub has not stored. `full`: the hub has no room left for this table. `clash`: two tables
    have this table's name. `packet`: bytes that the broker takes at most; `retain`: whether it keeps messages.
    `left_out`: topics of which a message was too large for it.
    """

    broker: bool
    hub: bool
    reach: Obstacle | None = None
    detail: str = ""
    behind: int = 0
    full: bool = False
    clash: bool = False
    packet: int = 0
    retain: bool = True
    left_out: tuple[str, ...] = ()
