"""A real PostgreSQL of its own, in a folder; as another user where we are root, for it refuses root."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

from tests.tools.bench.engine.phones import free_port

USER = "postgres"
RECOVERY_S = 600.0
"""Within this it is there again after a crash: on a disk that others use it has taken 110 s."""
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class Postgres:
    """`stop` ends it as a crash does. `backup`: where `dump` writes.

    :raises FileNotFoundError: if it is not installed.
    """

    def __init__(self, folder: Path) -> None:
        if not BINARIES:
            raise FileNotFoundError("this needs Debian's postgresql")
        self._programs, self._data, self.port = BINARIES[-1], folder / "postgres", free_port()
        self._log = folder / "postgres.log"
        self.backup = folder / "dumps" / "hub.dump"
        for own in (self._data, self.backup.parent):
            own.mkdir()
            if os.geteuid() == 0:
                shutil.chown(own, USER)
        if os.geteuid() == 0:
            folder.chmod(0o755)
        command = [*self._as_user(), str(self._programs / "initdb"), "-D", str(self._data), "-U", "hub", "-A", "trust"]
        subprocess.run(command, check=True, capture_output=True, cwd="/")
        self.address = f"postgresql://hub@127.0.0.1:{self.port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @staticmethod
    def _as_user() -> list[str]:
        return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"] if os.geteuid() == 0 else []

    def start(self) -> None:
        options = ["-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        with self._log.open("ab") as log:
            command = [*self._as_user(), str(self._programs / "postgres"), *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        end = time.monotonic() + RECOVERY_S
        while True:
            try:
                psycopg.connect(self.address).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def dump(self) -> None:
        """Make a backup of what the hub keeps in it, in the place of an older one."""
        self._type("pg_dump")

    def restore(self) -> None:
        """Bring that back: what has been written since is gone. Nobody may use it meanwhile."""
        self._type("pg_restore")

    def _type(self, program: str) -> None:
        """The line of docs/network.md with that program, with this server and database for the page's."""
        page = (Path(__file__).parents[3] / "docs" / "network.md").read_text("utf-8")
        (line,) = re.findall(rf"^    sudo -u postgres ({program} .*)$", page, re.MULTILINE)
        words = line.replace("/var/lib/postgresql/hub.dump", str(self.backup))
        words = re.sub(r"(?<=[ =])companion$|(?<==)companion(?= )", self.address, words)
        program, *rest = words.split()
        subprocess.run([*self._as_user(), str(self._programs / program), *rest], check=True, cwd="/")

    def pids(self) -> list[int]:
        """Of the server and its processes."""
        assert self._process is not None
        own = self._process.pid
        listing = subprocess.run(["pgrep", "-P", str(own)], capture_output=True, text=True).stdout
        return [own, *map(int, listing.split())]

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)  # all of it at once, nothing is written any more
            self._process.wait()
            self._process = None
