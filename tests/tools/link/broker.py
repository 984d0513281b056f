"""A real Mosquitto with the accounts of an owner: each table writes below its own name, the hub answers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.tools.bench.engine.phones import free_port

PATIENCE_S = 60.0
PASSWORD = "a password"
ACL = """\
pattern write companion/%u/#
pattern read hub/%u/#
pattern write homeassistant/device/companion-%u/config
pattern read companion/%u/home/press/#
user hub
topic read companion/#
topic write hub/#
"""
TABLE_ACL = """\
user {table}
topic read hub/online
topic read homeassistant/status
topic read tele/reader1/#
topic read reader2/#
"""
HOUSE_ACL = """\
user home
topic read homeassistant/#
topic read companion/+/home/#
topic read companion/+/online
topic write companion/+/home/press/#
topic write homeassistant/status
topic readwrite house/#
user reader1
topic readwrite tele/reader1/#
user reader2
topic readwrite reader2/#
"""
HOUSE = ("home", "reader1", "reader2")
"""Who else has an account."""


def program(name: str) -> str:
    """
    :raises FileNotFoundError: if it is not installed.
    """
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
    if found is None:
        raise FileNotFoundError(f"this needs Debian's {name}: apt-get install --no-install-recommends mosquitto")
    return found


class Mosquitto:
    """One broker. `stop` ends it as a crash does; `start` begins it anew, without what it had."""

    def __init__(self, folder: Path, tables: Sequence[str], more: str = "") -> None:
        """
        :param more: lines of mosquitto.conf.
        """
        self.port = free_port()
        self._folder = folder
        passwords = folder / "passwords"
        passwords.touch(0o600)
        passwords.write_text("".join(f"{user}:{PASSWORD}\n" for user in ("hub", *HOUSE, *tables)))
        subprocess.run([program("mosquitto_passwd"), "-U", str(passwords)], check=True, capture_output=True)
        (folder / "acl").write_text(ACL + HOUSE_ACL + "".join(TABLE_ACL.format(table=table) for table in tables))
        (folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
            f"acl_file {folder / 'acl'}\npersistence false\nuser root\nuse_username_as_clientid true\n"
            f"max_queued_messages 20000\nset_tcp_nodelay true\n{more}"
        )
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        log = (self._folder / "mosquitto.log").open("ab")
        command = [program("mosquitto"), "-c", str(self._folder / "mosquitto.conf")]
        self._process = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def freeze(self, frozen: bool) -> None:
        """Let it hear and say nothing, as a network that is gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
