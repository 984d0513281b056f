"""The paths of an installed hub, and writing files there (systemd/install-hub.sh has the same folders)."""

from __future__ import annotations

import os
import pwd
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from companion.engine.atomic_file import write_whole
from companion.engine.program import ProgramError, ProgramFault, ended
from companion.spoken import say as _

USER = "companion-hub"
BROKER_USER = "mosquitto"
LONGEST_S = 600.0
"""That a program of Debian's may take."""


class SetupError(Exception):
    """Raised if the hub cannot be set up; the reason is a sentence."""


class HubPaths(Struct, frozen=True):
    """`root`: another one than `/` (tests)."""

    root: Path = Path("/")

    @property
    def settings(self) -> Path:
        return self.root / "etc/companion-hub"

    @property
    def secret(self) -> Path:
        """For root alone: the key of the authority."""
        return self.settings / "authority"

    @property
    def authority(self) -> Path:
        """The certificate of the authority, for everybody."""
        return self.settings / "authority.pem"

    @property
    def broker(self) -> Path:
        return self.root / "etc/mosquitto"

    @property
    def certificate(self) -> Path:
        return self.broker / "certs/companion.pem"

    @property
    def key(self) -> Path:
        return self.broker / "certs/companion.key"

    @property
    def passwords(self) -> Path:
        return self.broker / "companion.passwords"

    @property
    def accesses(self) -> Path:
        return self.broker / "companion.acl"

    @property
    def listener(self) -> Path:
        return self.broker / "conf.d/companion.conf"


def put_file(path: Path, text: str, mode: int = 0o644, user: str | None = None, group: str | None = None) -> None:
    """Write a file whole, for a user of this machine, or root and a user's group, where there is one of that name.

    :raises SetupError: if it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), mode)
        name = user or group
        owner = _user(name) if name is not None and os.geteuid() == 0 else None
        if owner is not None:
            os.chown(path, owner.pw_uid if user is not None else 0, owner.pw_gid)
    except OSError as error:
        raise SetupError(f"{error.filename or path}: {error.strerror}") from error


def _user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def run_program(command: Sequence[str | Path], what: str, given: str = "") -> str:
    """Run a program of Debian's; its output.

    :param what: the package that it is in.
    :param given: on its standard input.
    :raises SetupError: if it is not there, or fails.
    """
    try:
        done = ended([str(word) for word in command], LONGEST_S, given)
    except ProgramError as error:
        missing = error.fault is ProgramFault.MISSING
        raise SetupError(
            _("{program} is missing: sudo apt install {what}").format(program=command[0], what=what)
            if missing
            else str(error)
        ) from error
    if done.status:
        lines = (done.err or done.out).strip().splitlines()
        raise SetupError(f"{command[0]}: {lines[-1] if lines else f'status {done.status}'}")
    return done.out
