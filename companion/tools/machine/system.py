"""The machine's own files and services: what is chosen takes effect here, as root."""

from __future__ import annotations

import logging
import os
import re
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.engine.atomic_file import write_whole
from companion.engine.program import ProgramError, ended
from companion.rights import acting_as, owner_of
from companion.tools.machine.settings import KnownValues, MachineSettings, Wifi, ssid_name, ssids

log = logging.getLogger(__name__)

HOSTNAME = "companion"
KEYBOARD = "us"
COUNTRY = "00"
"""Of the radio: what is allowed everywhere."""
JOIN_S = 30.0
"""How long a Wi-Fi may take until it is said that it failed."""
LOOK_S = 6.0
"""How long a radio looks for networks."""


@dataclass(frozen=True)
class MachineSystem:
    """:param root: of its file system; with another one than `/` nothing is started, what would be is only logged."""

    root: Path = Path("/")

    @property
    def known(self) -> KnownValues:
        """What may be chosen here."""
        return KnownValues(self.root)

    def path(self, name: str) -> Path:
        """Return a file of this machine by its name from the root."""
        return self.root / name.lstrip("/")

    def acting_in(self, path: Path) -> AbstractContextManager[None]:
        """Make, rename and remove files beside `path` with the rights of the folder's owner, within the block."""
        return acting_as(owner_of(path.parent))

    def run(self, *words: str, seconds: float = 30.0) -> str:
        """Return the output of a program; empty if it fails, which is logged."""
        if self.root != Path("/"):
            log.info("would run: %s", " ".join(words))
            return ""
        try:
            done = ended(words, seconds)
        except ProgramError as fault:
            log.warning("%s", fault)
            return ""
        if done.status != 0:
            log.warning("%s: status %d: %s", " ".join(words[:3]), done.status, done.err.strip()[-300:])
        return done.out if done.status == 0 else ""

    # -- one thing after the other -----------------------------------------------------------------------------

    def set_all(self, settings: MachineSettings) -> dict[str, OSError]:
        """Apply all chosen settings at the start; return what could not be set, by its key."""
        steps: dict[str, Callable[[], None]] = {"hostname": partial(self.set_hostname, settings.hostname or HOSTNAME)}
        if settings.timezone is not None:
            steps["timezone"] = partial(self.set_timezone, settings.timezone)
        if settings.keyboard is not None:
            steps["keyboard"] = partial(self.set_keyboard, settings.keyboard)
        if settings.ssh_key is not None:
            steps["ssh_key"] = partial(self.allow_ssh, settings.ssh_key)
        steps["network"] = partial(self.set_network, settings)
        failed = {}
        for key, step in steps.items():
            try:
                step()
            except OSError as error:
                log.warning("%s: %s", key, error)
                failed[key] = error
        return failed

    def set_timezone(self, name: str) -> None:
        link = self.path("etc/localtime.new")
        with self.acting_in(link):
            link.unlink(missing_ok=True)
            link.symlink_to(f"../usr/share/zoneinfo/{name}")
            link.replace(self.path("etc/localtime"))
        write_whole(self.path("etc/timezone"), f"{name}\n".encode())

    def set_hostname(self, name: str) -> None:
        write_whole(self.path("etc/hostname"), f"{name}\n".encode())
        write_whole(self.path("etc/hosts"), f"127.0.0.1 localhost\n127.0.1.1 {name}\n::1 localhost\n".encode())
        if self.root == Path("/"):
            socket.sethostname(name)

    def set_keyboard(self, layout: str) -> None:
        words = f'XKBMODEL="pc105"\nXKBLAYOUT="{layout}"\nXKBVARIANT=""\nXKBOPTIONS=""\nBACKSPACE="guess"\n'
        write_whole(self.path("etc/default/keyboard"), words.encode())
        self.run("systemctl", "--no-block", "restart", "keyboard-setup.service")

    def allow_ssh(self, key: str) -> None:
        """Allow the owner of this key alone to log in, as root. The host's own key stays the same after a restart."""
        host = self.path("state/machine/ssh/ssh_host_ed25519_key")
        with self.acting_in(host.parent):
            host.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(host):
            with self.acting_in(host):
                self.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "companion", "-f", str(host))
        home = self.path("root/.ssh")
        with self.acting_in(home):
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(home / "authorized_keys", f"{key}\n".encode(), 0o600)
        self.run("systemctl", "--no-block", "start", "ssh.service")

    # -- Wi-Fi -------------------------------------------------------------------------------------------------

    def radio(self) -> str | None:
        """Return the name of the wireless interface; None: there is none."""
        found = sorted(self.path("sys/class/net").glob("*/phy80211"))
        return found[0].parent.name if found else None

    def set_network(self, settings: MachineSettings) -> None:
        """Join the chosen Wi-Fi, or leave it. A cable needs no choice."""
        radio = self.radio()
        wifi = settings.wifi if settings.network == "wifi" else None
        if wifi is None:
            for file in self.path("etc/wpa_supplicant").glob("wpa_supplicant-*.conf"):
                with self.acting_in(file):
                    file.unlink()  # with the password, also of a radio that is not there now
        if radio is None:
            return
        self._write_wifi(radio, wifi, self._country(settings))
        if wifi is None:
            self.run("systemctl", "--no-block", "stop", f"wpa_supplicant@{radio}.service")
        else:
            self.run("systemctl", "--no-block", "restart", f"wpa_supplicant@{radio}.service")

    def _country(self, settings: MachineSettings) -> str:
        if settings.country is not None:
            return settings.country
        return (settings.timezone and self.known.country(settings.timezone)) or COUNTRY

    def _write_wifi(self, radio: str, wifi: Wifi | None, country: str) -> None:
        text = f"ctrl_interface=DIR=/run/wpa_supplicant\nupdate_config=0\ncountry={country}\n"
        if wifi is not None:
            text += wifi_block(wifi)
        write_whole(self.path(f"etc/wpa_supplicant/wpa_supplicant-{radio}.conf"), text.encode(), 0o600)

    def joined(self) -> bool:
        """Wait until the chosen Wi-Fi is joined; False if it is not in time."""
        radio = self.radio()
        end = time.monotonic() + JOIN_S
        while radio is not None:
            if "wpa_state=COMPLETED" in self.run("wpa_cli", "-i", radio, "status").splitlines():
                return True
            if time.monotonic() > end or self.root != Path("/"):
                return False
            time.sleep(1)
        return False

    def networks(self, settings: MachineSettings) -> tuple[str, ...]:
        """Return the names of the networks in reach, the strongest first."""
        radio = self.radio()
        if radio is None:
            return ()
        unit = f"wpa_supplicant@{radio}.service"
        if not self.path(f"etc/wpa_supplicant/wpa_supplicant-{radio}.conf").exists():
            self._write_wifi(radio, None, self._country(settings))
        self.run("systemctl", "start", unit)
        self.run("wpa_cli", "-i", radio, "scan")
        if self.root == Path("/"):
            time.sleep(LOOK_S)
        return found_networks(self.run("wpa_cli", "-i", radio, "scan_results"))

    def keeps(self) -> bool:
        """Return whether the last partition is there: else all is gone with the next start."""
        return os.path.ismount(self.path("state")) if self.root == Path("/") else self.path("state").is_dir()


def wifi_block(wifi: Wifi) -> str:
    """Return the network for wpa_supplicant, once for each spelling that its name may have in the air. In hexadecimal:
    nothing in it can end the line."""
    if not wifi.password:
        lines = ["key_mgmt=NONE"]
    elif len(wifi.password) == 64:
        lines = [f"psk={wifi.password}", "key_mgmt=WPA-PSK WPA-PSK-SHA256"]
    else:
        lines = [f'psk="{wifi.password}"', "key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE", "ieee80211w=1"]
    return "".join(
        "network={\n" + "".join(f"  {line}\n" for line in (f"ssid={name.hex()}", "scan_ssid=1", *lines)) + "}\n"
        for name in ssids(wifi.name)
    )


def found_networks(table: str) -> tuple[str, ...]:
    """Return the names in what `wpa_cli scan_results` prints, the strongest first, each once."""
    rows: list[tuple[int, str]] = []
    for line in table.splitlines():
        parts: Sequence[str] = line.split("\t", 4)
        if len(parts) == 5 and parts[2].lstrip("-").isdigit() and parts[4].strip():
            rows.append((-int(parts[2]), ssid_name(unescape(parts[4]))))
    return tuple(dict.fromkeys(name for _level, name in sorted(rows) if name.strip("\0 ")))


def unescape(printed: str) -> bytes:
    r"""Return the bytes of a name as wpa_supplicant prints it: those beyond ASCII are `\xc3`."""
    return re.sub(rb"\\(x[0-9a-f]{2}|.)", _escaped, printed.encode())


def _escaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    if len(code) == 3:
        return bytes([int(code[1:], 16)])
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"e": b"\x1b"}.get(code, code)
