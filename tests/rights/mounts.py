"""The right to mount: root's, or that of a user who may have namespaces of his own."""

from __future__ import annotations

import os
import shutil
import subprocess

_OF_ROOT = ("unshare", "--mount")
_OF_ANYBODY = ("unshare", "--user", "--map-root-user", "--mount")
_OF_MANY_USERS = ("unshare", "--user", "--map-root-user", "--map-auto", "--mount")


def own_mounts(users: bool = False) -> tuple[str, ...]:
    """The words that give a process a mount namespace in which it is root.

    :param users: in which it may also become somebody else.
    :raises PermissionError: if this user may not have one.
    """
    words: tuple[str, ...] = _OF_ROOT
    if os.geteuid() != 0:
        words = _OF_MANY_USERS if users else _OF_ANYBODY
    mounts = [*words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    lacking = words is _OF_MANY_USERS and shutil.which("newuidmap") is None
    if lacking or subprocess.run(mounts, check=False, capture_output=True).returncode != 0:
        raise PermissionError("nobody may mount here: this wants root, outside of a container (sudo make prove-rights)")
    return words


if __name__ == "__main__":
    try:
        own_mounts(users=True)
    except PermissionError as refused:
        raise SystemExit(str(refused)) from None
