"""How far a link comes."""

from __future__ import annotations

from enum import StrEnum


class Reach(StrEnum):
    """What hinders, or nothing. `SILENT`: nobody answers at the address; `DATE`: the certificate is not valid today."""

    WELL = "well"
    NO_BROKER = "no_broker"
    SILENT = "silent"
    PASSWORD = "password"
    CERTIFICATE = "certificate"
    DATE = "date"
    NO_TLS = "no_tls"
    NO_HUB = "no_hub"
