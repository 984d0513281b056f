"""A listening Unix socket at a path of the file system."""

from __future__ import annotations

import errno
import os
import socket
import stat
from pathlib import Path


def listen(path: Path, backlog: int, shared: bool = False) -> socket.socket:
    """Return a stream socket for our own user alone. One that a dead process left behind is replaced.

    :param shared: whether our group may connect, too.
    :raises OSError: if it cannot be opened, a live process answers there, or something else has that name.
    """
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    try:
        _clear(path)
        before = os.umask(0o117 if shared else 0o177)  # from its first moment
        try:
            server.bind(str(path))
        finally:
            os.umask(before)
        server.listen(backlog)
    except OSError:
        server.close()
        raise
    return server


def _clear(path: Path) -> None:
    """Take away a socket that a dead process left behind.

    :raises OSError: if a live process answers there, or something else has that name.
    """
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise OSError(errno.EEXIST, "is there already, and is no socket")
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        try:
            knock.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        else:
            raise OSError(errno.EADDRINUSE, "another companion answers there")
