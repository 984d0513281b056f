"""Mosquitto's configuration, its accounts and what each of them may do."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import shutil
from pathlib import Path

from companion.hub.settings import USER
from companion.hub_setup.places import BROKER_USER, HubPaths, SetupError, put_file, run_program
from companion.hub_setup.places import USER as HUB_USER
from companion.spoken import say as _
from companion.uplink.link.wire import TABLE

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a password: none that is taken for another one when it is typed."""
LENGTH = 16  # of 31 letters: 79 bits
ROUNDS = 20_000  # written into the line, as Mosquitto reads it ($7$: PBKDF2 with SHA-512)
OTHERS = frozenset({USER, "home"})
"""Accounts that are no table's (docs/home.md)."""
LISTENER = """\
# Of the Infernal Companion's hub (docs/network.md): `sudo make install-hub` writes it.
listener 8883
certfile {certificate}
keyfile {key}
allow_anonymous false
password_file {passwords}
acl_file {accesses}
use_username_as_clientid true
max_packet_size 200000
max_queued_messages 20000
set_tcp_nodelay true
"""
ACCESSES = f"""\
# Of the Infernal Companion's hub: a table writes below its own name only, and reads what the hub says to it.
pattern write companion/%u/#
pattern read hub/%u/#
pattern read companion/%u/home/press/#
pattern write homeassistant/device/companion-%u/config

user {USER}
topic read companion/#
topic write hub/#
"""
OF_A_TABLE = """
user {table}
topic read hub/online
topic read homeassistant/status
"""


def need(places: HubPaths) -> None:
    """
    :raises SetupError: if there is no broker on this machine.
    """
    if not places.broker.is_dir():
        raise SetupError(_("there is no Mosquitto: sudo apt install mosquitto"))


def configure(places: HubPaths) -> bool:
    """Write what is not there: the listener, the accesses, the hub's own account and settings.

    :return: whether anything was written.
    :raises SetupError: if it cannot be written.
    """
    text = LISTENER.format(
        certificate=places.certificate, key=places.key, passwords=places.passwords, accesses=places.accesses
    )
    changed = not places.listener.is_file() or places.listener.read_text() != text
    if changed:
        put_file(places.listener, text)
    if not places.accesses.is_file():
        put_file(places.accesses, ACCESSES, 0o600, BROKER_USER)
        changed = True
    settings = places.settings / "hub.toml"
    if not settings.is_file() or "password" not in _values(settings):
        password = new_account(places, USER)
        own = f'password = "{password}"\nca = "{places.authority}"\n'
        before = settings.read_text() if settings.is_file() else ""
        put_file(settings, own + before, 0o640, group=HUB_USER)
        changed = True
    return changed


def _values(file: Path) -> set[str]:
    """Return the keys in a file, without comments, above its first table."""
    return set(re.findall(r"^(\w+)\s*=", file.read_text().split("\n[", 1)[0], re.MULTILINE))


def new_account(places: HubPaths, name: str) -> str:
    """Make an account, or replace its password; return the new password.

    :raises SetupError: if it cannot be written.
    """
    password = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    lines = places.passwords.read_text().splitlines() if places.passwords.is_file() else []
    kept = [line for line in lines if not line.startswith(f"{name}:")]
    put_file(places.passwords, "\n".join([*kept, f"{name}:{hashed(password)}", ""]), 0o600, BROKER_USER)
    return password


def hashed(password: str) -> str:
    """As mosquitto_passwd writes it: PBKDF2 with SHA-512, the rounds beside it."""
    salt = secrets.token_bytes(12)
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


def need_name(table: str) -> None:
    """
    :raises SetupError: for what is no table's name.
    """
    if TABLE.fullmatch(table) is None or table in OTHERS:
        raise SetupError(
            _("{table} is no name for a table: small letters, digits and -, and neither hub nor home").format(
                table=repr(table)
            )
        )


def admit(places: HubPaths, table: str) -> str:
    """Make an account for a table, with its permissions; return its password.

    :raises SetupError: if it cannot be written.
    """
    accesses = places.accesses.read_text() if places.accesses.is_file() else ACCESSES
    if f"user {table}" not in accesses.splitlines():
        put_file(places.accesses, accesses.rstrip("\n") + "\n" + OF_A_TABLE.format(table=table), 0o600, BROKER_USER)
    return new_account(places, table)


def reload(places: HubPaths, again: bool = False) -> None:
    """Let the broker read its files anew, where it runs.

    :param again: it has to be started anew for this.
    :raises SetupError: if it does not take them.
    """
    if places.root != Path("/") or not Path("/run/systemd/system").is_dir() or shutil.which("systemctl") is None:
        return
    run_program(["systemctl", "restart" if again else "reload-or-restart", "mosquitto.service"], "mosquitto")
