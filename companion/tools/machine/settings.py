"""Settings of the machine: from `companion.toml` on the card, or from the screen. One check for both."""

from __future__ import annotations

import base64
import binascii
import contextlib
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from companion.engine.config import BadValue, KeyPath, load_toml
from companion.engine.text import N_, Text

Language = Literal["fr", "en"]
Network = Literal["none", "wifi"]


LONGEST_SSID = 32  # bytes, by IEEE 802.11


class Wifi(Struct, frozen=True, forbid_unknown_fields=True):
    """A wireless network. `name`: as people read it (`ssids` has its bytes). `password` is empty for one without."""

    name: str
    password: str = ""


def ssid_name(ssid: bytes) -> str:
    """Return how people read the name of a network, which is bytes: of older routers in Latin-1, else in UTF-8.

    >>> ssid_name(b"Caf\\xe9"), ssids("Caf\\xe9")
    ('Caf\xe9', (b'Caf\\xc3\\xa9', b'Caf\\xe9'))
    """
    try:
        return ssid.decode()
    except UnicodeDecodeError:
        return ssid.decode("latin-1")


def ssids(name: str) -> tuple[bytes, ...]:
    """Return the bytes that a network of this name may have; none if it is none."""
    found = [name.encode(errors="replace")]
    with contextlib.suppress(UnicodeEncodeError):
        found.append(name.encode("latin-1"))
    return tuple(ssid for ssid in dict.fromkeys(found) if 1 <= len(ssid) <= LONGEST_SSID)


class MachineChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices on the screen. None: not chosen yet.

    The kiosk may ask for these and nothing else: an attacker who controls it cannot open ssh with it.
    """

    language: Language | None = None
    timezone: str | None = None
    network: Network | None = None
    wifi: Wifi | None = None


class MachineSettings(MachineChoice, frozen=True, forbid_unknown_fields=True):
    """All keys of `companion.toml`."""

    country: str | None = None
    """For the radio, ISO 3166; None: that of the time zone."""
    hostname: str | None = None
    keyboard: str | None = None
    ssh_key: str | None = None


ASKED: tuple[Literal["language", "timezone", "network"], ...] = ("language", "timezone", "network")
"""What the first start asks for, in this order."""


def missing(chosen: MachineChoice) -> list[str]:
    """Return what the first start has still to ask for."""
    return [name for name in ASKED if getattr(chosen, name) is None]


def merge_choice(old: MachineSettings, new: MachineChoice) -> MachineSettings:
    """`old`, with what is chosen in `new`. A network's name and password belong to the choice of a network, and are
    forgotten with it."""
    chosen = {name: value for name, value in structs.asdict(new).items() if value is not None}
    if "wifi" in chosen:
        chosen.setdefault("network", "wifi")
    elif "network" in chosen:
        chosen["wifi"] = None
    return structs.replace(old, **chosen)


# --- what is possible -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KnownValues:
    """The values that this machine knows. :param root: of its file system."""

    root: Path = Path("/")

    @property
    def _zones(self) -> Path:
        return self.root / "usr/share/zoneinfo"

    def is_timezone(self, name: str) -> bool:
        """Return whether there is such a time zone."""
        if re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}", name) is None:
            return False
        try:
            return (self._zones / name).read_bytes()[:4] == b"TZif"
        except OSError:
            return False

    def is_keyboard(self, name: str) -> bool:
        """Return whether there is such a keyboard layout."""
        layouts = self.root / "usr/share/X11/xkb/symbols"
        return re.fullmatch(r"[a-z]{2,12}", name) is not None and (layouts / name).is_file()

    def timezones(self) -> list[str]:
        """Return the names of the time zones in which people live; none if the machine does not say."""
        return sorted(zone for zone, _country in self._table())

    def is_country(self, code: str) -> bool:
        """Return whether there is such a country; any two capitals where the machine has no list of them."""
        try:
            lines = (self._zones / "iso3166.tab").read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            lines = []
        known = {line[:2] for line in lines if line[2:3] == "\t"}
        return re.fullmatch(r"[A-Z]{2}", code) is not None and (not known or code in known)

    def country(self, timezone: str) -> str | None:
        """Return the country of a time zone."""
        return next((country for zone, country in self._table() if zone == timezone), None)

    def _table(self) -> list[tuple[str, str]]:
        try:
            lines = (self._zones / "zone.tab").read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        return [(row[2], row[0]) for row in rows if len(row) >= 3]


def check_choice(known: KnownValues, chosen: MachineChoice) -> None:
    """
    :raises BadValue: naming the first key whose value is not possible.
    """
    _must(chosen.timezone, known.is_timezone, ("timezone",), Text(N_("there is no such time zone")))
    if chosen.wifi is not None:
        named = Text(N_("a name has 1 to 32 bytes of letters and signs"))
        _must(chosen.wifi.name, _is_wifi_name, ("wifi", "name"), named)
        wanted = Text(N_("a password has 8 to 63 letters, digits and signs without accents, or none"))
        _must(chosen.wifi.password, _is_wifi_password, ("wifi", "password"), wanted)
        if chosen.network == "none":
            raise BadValue(("network",), Text(N_("a Wi-Fi is named below")))
    if chosen.network == "wifi" and chosen.wifi is None:
        raise BadValue(("network",), Text(N_("which one? [wifi] with name and password is missing")))
    if isinstance(chosen, MachineSettings):
        _check_machine(known, chosen)


def _check_machine(known: KnownValues, chosen: MachineSettings) -> None:
    country = Text(N_("there is no such country; FR, BE, CH, CA, US, GB, ..."))
    _must(chosen.country, known.is_country, ("country",), country)
    name = Text(N_("1 to 63 small letters, digits and hyphens, as companion-2"))
    _must(chosen.hostname, _is_hostname, ("hostname",), name)
    keyboard = Text(N_("there is no such keyboard; fr, be, ch, us, gb, ..."))
    _must(chosen.keyboard, known.is_keyboard, ("keyboard",), keyboard)
    ssh_key = Text(N_("this is no public key, as `ssh-ed25519 AAAA... name`"))
    _must(chosen.ssh_key, _is_ssh_key, ("ssh_key",), ssh_key)


def _must(value: str | None, good: Callable[[str], object], key: KeyPath, wanted: Text) -> None:
    if value is not None and not good(value):
        raise BadValue(key, wanted)


def _is_wifi_name(name: str) -> bool:
    return bool(ssids(name)) and not set(name) & {"\0", "\n", "\r"}


def _is_wifi_password(password: str) -> bool:
    if password == "":
        return True
    return re.fullmatch(r"[ -~]{8,63}|[0-9A-Fa-f]{64}", password) is not None


def _is_hostname(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) is not None


def _is_ssh_key(line: str) -> bool:
    """Return whether the line is one public key without options; the key names its type, too."""
    found = re.fullmatch(
        r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) ([A-Za-z0-9+/]+={0,2})( [ -~]*)?", line
    )
    if found is None:
        return False
    try:
        data = base64.b64decode(found[2], validate=True)
        (length,) = struct.unpack(">I", data[:4])
    except (binascii.Error, struct.error):
        return False
    return data[4 : 4 + length] == found[1].encode() and len(data) > 4 + length + 32


def load_settings(path: Path, known: KnownValues) -> MachineSettings:
    """Return the owner's settings in a text.

    :raises ConfigError: naming file, line and key.
    """
    return load_toml(path, MachineSettings, partial(check_choice, known))
